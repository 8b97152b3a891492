/** JSON-RPC 2.0 as a state machine: lines in, lines out, and who waits for what. No I/O. */
import { CancelledError, ErrorCode, HostError, ProtocolError, requestFailed } from "./errors.js";
import { openPromise } from "./completion.js";
import { parse, stringify } from "./json.js";
import { FIRST_LIMIT, checkMessage, checkParsed, isLonger } from "./lines.js";
import { errorOf, isObject, member } from "./shape.js";

/** The most messages that a host takes in one batch. */
const BATCH_LIMIT = 5_000;

export class Connection {
  #write;
  #codec;
  #handlers;
  #pending = new Map();
  #lastId = 0;
  #batch = null;

  /** Why the conversation is over, once it is. */
  error = null;
  /** What the host has told of its limits. */
  limits = {};

  /**
   * @param write takes a line with its line feed
   * @param codec `{parse, stringify}`
   * @param handlers `notification(method, params)` and `request(id, method, params)`
   */
  constructor(write, codec, handlers) {
    this.#write = write;
    this.#codec = codec;
    this.#handlers = handlers;
  }

  /**
   * Sends a request. Returns its id; `reply` is settled with what `convert` makes of the result, before the
   * next message is looked at.
   * @throws TypeError, RangeError for what cannot be sent; then the reply is not settled
   */
  request(method, params, { reply = openPromise(), convert = (result) => result, failure = requestFailed } = {}) {
    const id = this.#lastId + 1;
    const pending = { method, reply, convert, failure };
    this.#send({ jsonrpc: "2.0", id, method, params }, (error) => {
      this.#pending.delete(id);
      reply.reject(error);
    });
    this.#lastId = id;
    this.#pending.set(id, pending);
    return { id, promise: reply.promise };
  }

  /** Sends a notification. `abandon` is called, with an error, if it stands in a batch that is not sent. */
  notify(method, params, abandon = () => {}) {
    this.#send({ jsonrpc: "2.0", method, params }, abandon);
  }

  /** Asks the host to give up a request that is not answered yet. It still answers it. */
  cancel(id) {
    if (this.error === null && this.#pending.has(id)) this.notify("$/cancelRequest", { id });
  }

  /** Answers a request of the host: with `{result}` or `{error: {code, message, data}}`. */
  respond(id, answer) {
    if (this.error === null) this.#write(this.#encode({ jsonrpc: "2.0", id, ...answer }) + "\n");
  }

  /**
   * What the function sends goes out together at its end, as one turn. If it throws, nothing is
   * sent, and what stood in the batch ends with `CancelledError`.
   */
  batch(send) {
    if (this.#batch !== null) throw new Error("a batch is already open");
    const items = (this.#batch = []);
    try {
      const value = send();
      this.#batch = null;
      this.#writeBatch(items);
      return value;
    } catch (error) {
      this.#batch = null;
      const unsent = new CancelledError("batch", { code: ErrorCode.CANCELLED, message: "its batch was not sent" });
      items.forEach((item) => item.abandon(unsent));
      throw error;
    }
  }

  /**
   * Takes a line from the host in.
   * @throws {ProtocolError} it makes no sense
   */
  receive(line) {
    let message;
    if (isLonger(line, this.incomingLimit)) throw new ProtocolError(`the host wrote ${this.#tooLong()}`);
    try {
      if (typeof line !== "string") throw new SyntaxError("invalid UTF-8");
      message = this.#codec.parse(line);
      if (this.#codec.parse === parse) checkParsed(line, message);
    } catch (error) {
      const shown = line.toString().slice(0, 80) + (line.length > 80 ? "…" : "");
      throw new ProtocolError(`the host wrote a line that is not JSON (${error.message}): ${shown}`);
    }
    if (!Array.isArray(message)) this.#dispatch(message);
    else for (const part of message) this.#dispatch(part);
  }

  /** The longest line that the host may write, in bytes. */
  get incomingLimit() {
    return this.limits.lineBytes ?? FIRST_LIMIT;
  }

  #tooLong() {
    const isNamed = this.limits.lineBytes !== undefined;
    const named = isNamed ? "the limit that initialize named" : "until initialize names another limit";
    return `a line of more than ${this.incomingLimit} bytes, ${named}`;
  }

  /** The conversation is over; whatever was asked for ends with this error. */
  end(error) {
    this.error ??= error;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reply } of pending) reply.reject(this.error);
    return pending;
  }

  #dispatch(message) {
    if (!isObject(message)) throw new ProtocolError(`the host wrote something that is no message: ${typeof message}`);
    const { method, id, params } = message;
    if (method === undefined) return this.#answered(message);
    if (typeof method !== "string") member(message, "method", "string", "a message");
    if (id !== undefined) return this.#handlers.request(id, method, params);
    return this.#handlers.notification(method, params);
  }

  #answered(message) {
    if (!Object.hasOwn(message, "error") && !Object.hasOwn(message, "result")) {
      throw new ProtocolError("the host wrote what is neither a request nor an answer");
    }
    if (message.id === null || message.id === undefined) {
      const { code, message: text } = errorOf(message, "a response without id");
      throw new ProtocolError(`the host could not read a line of this client: ${text} (${code})`);
    }
    const pending = this.#pending.get(message.id);
    if (pending === undefined) {
      throw new ProtocolError(`the host wrote an answer to ${stringify(message.id)}, which was not asked`);
    }
    const { method, reply, convert, failure } = pending;
    const error = Object.hasOwn(message, "error") ? errorOf(message, method) : null;
    this.#pending.delete(message.id);
    if (error !== null) {
      reply.reject(failure(method, error));
      return;
    }
    try {
      reply.resolve(convert(message.result));
    } catch (thrown) {
      reply.reject(thrown);
      if (thrown instanceof HostError) throw thrown;
    }
  }

  #send(message, abandon) {
    if (this.error !== null) throw this.error;
    const text = this.#encode(message);
    if (this.#batch === null) this.#write(`${text}\n`);
    else this.#batch.push({ text, abandon });
  }

  #encode(message) {
    const text = this.#codec.stringify(message);
    const { lineBytes, depth } = this.limits;
    // In a batch everything stands one level deeper.
    checkMessage(text, { lineBytes, depth: depth === undefined ? undefined : depth - (this.#batch === null ? 0 : 1) });
    return text;
  }

  #writeBatch(items) {
    if (items.length === 0) return;
    if (items.length > BATCH_LIMIT) throw new RangeError(`a batch of more than ${BATCH_LIMIT} messages`);
    if (this.error !== null) throw this.error;
    const text = `[${items.map((item) => item.text).join(",")}]`;
    checkMessage(text, { lineBytes: this.limits.lineBytes });
    this.#write(`${text}\n`);
  }
}
