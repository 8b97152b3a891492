/** Answers the host's `service/call` requests with the frontend's handlers. */
import { CancelledError, ErrorCode, HANDLER_FAILED, ServiceError } from "./errors.js";
import { isObject } from "./shape.js";

export class Services {
  #handlers;
  #respond;
  #instance;
  #running = new Map();

  /**
   * @param handlers an object of functions `async (arguments, {signal, id, instance}) => result`
   * @param respond takes the id of a call and `{result}` or `{error}`; throws if that cannot be sent
   * @param instance finds an instance by its id
   */
  constructor(handlers = {}, respond, instance) {
    this.#handlers = new Map(Object.entries(handlers));
    for (const [name, handler] of this.#handlers) {
      if (typeof handler !== "function") throw new TypeError(`the service ${name} is not a function`);
    }
    this.#respond = respond;
    this.#instance = instance;
  }

  get names() {
    return [...this.#handlers.keys()];
  }

  /** A request of the host. It is always answered, exactly once. */
  request(callId, method, params) {
    if (method !== "service/call") {
      this.#refuse(callId, ErrorCode.METHOD_NOT_FOUND, `This frontend has no method ${method}`);
      return;
    }
    const args = isObject(params) ? params.arguments ?? {} : null;
    if (args === null || typeof params.service !== "string" || !isObject(args)) {
      this.#refuse(callId, ErrorCode.INVALID_PARAMS, "service/call takes a service, an id and arguments as an object");
      return;
    }
    const handler = this.#handlers.get(params.service);
    if (handler === undefined) {
      this.#refuse(callId, ErrorCode.METHOD_NOT_FOUND, `This frontend has no service ${params.service}`);
      return;
    }
    this.#run(callId, handler, args, params.id);
  }

  /** The host lost interest in a call. It is answered at once; what the handler gives later is dropped. */
  cancel(callId) {
    const message = "Cancelled by the host";
    const error = new CancelledError("service/call", { code: ErrorCode.CANCELLED, message });
    if (this.#abort(callId, error)) this.#refuse(callId, ErrorCode.CANCELLED, message);
  }

  /** The host is gone: the handlers are told, and nothing is answered any more. */
  end(error) {
    for (const callId of [...this.#running.keys()]) this.#abort(callId, error);
  }

  async #run(callId, handler, args, id) {
    const controller = new AbortController();
    this.#running.set(callId, controller);
    let answer;
    try {
      const result = await handler(args, { signal: controller.signal, id, instance: this.#instance(id) });
      answer = { result: result === undefined ? null : result };
    } catch (thrown) {
      answer = { error: errorFor(thrown) };
    }
    if (this.#running.get(callId) !== controller) return; // answered by `cancel`, or the host is gone
    this.#running.delete(callId);
    try {
      this.#respond(callId, answer);
    } catch (unsendable) {
      this.#refuse(callId, HANDLER_FAILED, `The answer cannot be sent: ${unsendable.message}`);
    }
  }

  #abort(callId, reason) {
    const controller = this.#running.get(callId);
    this.#running.delete(callId);
    controller?.abort(reason);
    return controller !== undefined;
  }

  #refuse(callId, code, message) {
    this.#respond(callId, { error: { code, message } });
  }
}

function errorFor(thrown) {
  if (thrown instanceof ServiceError) return { code: thrown.code, message: thrown.message, data: thrown.data };
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return { code: HANDLER_FAILED, message: text };
}
