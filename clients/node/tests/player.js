/** Plays what a frontend says in a transcript through the API, and writes down what comes of it. */
import assert from "node:assert/strict";
import { HostDiedError, HostClosedError, ProtocolError } from "../src/index.js";

export class Player {
  instances = new Map();
  changes = 0;
  resynced = 0;
  compared = 0;
  ended = false;
  /** One text for each answer, rejection, failure, event and end, in no order that counts. */
  outcomes = [];
  #aborts = new Map();
  #waiting = [];
  /** Those that were disposed before the answer to their creation had come. */
  #disposed = new Set();

  constructor(host) {
    this.host = host;
    host.on("rejected", (error) => this.#note("rejected", error.id ?? error.callId, error.input ?? "", error.code));
    host.on("failed", (error) => this.#note("failed", error.id, error.code));
  }

  /** Says each message; after each, `check` may look at the instances. Closes the host, which ends what still runs. */
  async play(transcript, check) {
    for (const { fromClient, text } of transcript.lines) {
      const message = fromClient ? parsed(text) : null;
      if (message === null || this.ended) continue;
      await this.#say(message);
      if (!this.ended) await check?.();
    }
    await this.host.close();
    await Promise.all(this.#waiting);
  }

  /** Compares each mirror with a snapshot from the host. */
  async compare() {
    await this.host.ping();
    for (const [id, instance] of this.instances) {
      if (instance.closed !== null || this.#disposed.has(id)) {
        this.instances.delete(id);
        continue;
      }
      const snapshot = await instance.snapshot();
      assert.deepEqual({ id, revision: instance.revision, state: instance.state }, snapshot);
      this.compared += 1;
    }
  }

  async #say(message) {
    const parts = [message].flat().filter((part) => part !== null && typeof part === "object");
    const send = () => parts.map((part) => this.#send(part)).filter(Boolean);
    const sent = Array.isArray(message) && parts.length > 0 ? this.host.batch(send) : send();
    this.#waiting.push(...sent);
    sent.forEach((each) => each.catch(() => {})); // what waits for it comes later
    // A call answers when it has finished, and holds its batch back.
    if (!parts.some((part) => part.method === "viewModel/call")) await Promise.all(sent);
  }

  #send(part) {
    const { id, method, params = {} } = part;
    if (typeof method !== "string" || method === "initialize") return null;
    if (id === undefined) return this.#notify(method, params);
    if (method === "shutdown") this.ended = true;
    return this.#request(id, method, params).then(
      (result) => this.#note("answer", id, JSON.stringify(result)),
      (error) => {
        if (isEnd(error)) throw error;
        this.#note("answer", id, error.code);
      },
    );
  }

  #notify(method, params) {
    if (method === "exit") this.ended = true;
    if (method === "$/cancelRequest") {
      this.#aborts.get(params.id)?.abort();
      return null;
    }
    const instance = this.#living(params);
    if (method === "viewModel/input" && instance && canSay(params)) instance.input(params.input, params.arguments);
    // The client's own seqs must not be mixed with others.
    else this.host.notify(method, isObject(params) ? { ...params, seq: undefined } : params);
    return null;
  }

  async #request(id, method, params) {
    const instance = this.#living(params);
    if (method === "viewModel/create") this.#disposed.delete(params.id);
    if (method === "viewModel/create" && canCreate(params)) return this.#create(params);
    if (method === "clock/advance") return { now: await this.host.advance(params.milliseconds) };
    if (instance && method === "viewModel/call" && canSay(params)) return this.#call(instance, id, params);
    if (instance && method === "viewModel/snapshot") return instance.snapshot();
    if (instance && method === "viewModel/dispose") return instance.dispose().then(() => ({}));
    if (instance && method === "viewModel/observe" && Array.isArray(params.observe)) {
      return instance.observe(params.observe).then(() => ({}));
    }
    if (method === "viewModel/dispose") this.#disposed.add(params.id);
    return this.host.request(method, params);
  }

  async #create({ name, ...options }) {
    const change = (change) => {
      this.changes += 1;
      this.resynced += change.resynced ? 1 : 0;
    };
    const event = ({ id, name: of, value }) => this.#note("event", id, of, JSON.stringify(value));
    const instance = await this.host.create(name, { ...options, on: { change, event } });
    const mine = ["it was disposed", "the host was stopped"];
    instance.on("closed", (reason) => mine.includes(reason) || this.#note("closed", instance.id, reason));
    this.instances.set(instance.id, instance);
    return { id: instance.id, revision: instance.revision, state: instance.state };
  }

  async #call(instance, id, { input, arguments: args }) {
    const abort = new AbortController();
    this.#aborts.set(id, abort);
    try {
      return { value: await instance.call(input, args, { signal: abort.signal }) };
    } catch (error) {
      throw error === abort.signal.reason ? { code: -32800 } : error;
    }
  }

  #living(params) {
    const instance = this.instances.get(params?.id);
    return instance?.closed === null ? instance : null;
  }

  #note(...words) {
    this.outcomes.push(words.join(" "));
  }
}

/** What a player has to write down for a transcript. */
export function expectedOutcomes(transcript) {
  const outcomes = [];
  for (const { fromClient, text } of transcript.lines) {
    if (fromClient) continue;
    for (const { id, result, error, method, params } of [JSON.parse(text)].flat()) {
      if (method === undefined) outcomes.push(`answer ${id} ${error ? error.code : JSON.stringify(result)}`);
      else if (method === "viewModel/rejected") outcomes.push(`rejected ${params.id} ${params.input} ${params.error.code}`);
      else if (method === "viewModel/failed") outcomes.push(`failed ${params.id} ${params.error.code}`);
      else if (method === "viewModel/closed") outcomes.push(`closed ${params.id} ${params.reason}`);
      else if (method === "service/rejected" && params.error.code !== -32800) {
        outcomes.push(`rejected ${params.id}  ${params.error.code}`);
      } else if (method === "viewModel/update") {
        for (const update of params.updates) {
          for (const { event, value } of update.events ?? []) {
            outcomes.push(`event ${update.id} ${event} ${JSON.stringify(value)}`);
          }
        }
      }
    }
  }
  return outcomes.filter((outcome) => !outcome.includes('"protocolVersion"'));
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isEnd(error) {
  return [HostDiedError, HostClosedError, ProtocolError].some((kind) => error instanceof kind);
}

function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function canSay({ input, arguments: args }) {
  return typeof input === "string" && (args === undefined || (args !== null && typeof args === "object"));
}

function canCreate(params) {
  return isObject(params) && typeof params.name === "string" && (params.uses === undefined || isObject(params.uses));
}
