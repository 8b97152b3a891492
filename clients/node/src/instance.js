/** One living object of a ViewModel, as the frontend sees it. */
import { inspect } from "node:util";
import { Changes } from "./changes.js";
import { openPromise } from "./completion.js";
import { NamedEmitter } from "./emitter.js";
import { InstanceClosedError } from "./errors.js";
import { checkOptions } from "./options.js";
import { within } from "./timeouts.js";
import { isAnchored } from "./windows.js";

/** Whether the window on a list is anchored: for viewports. */
export const observesAnchored = Symbol("observesAnchored");

/** What an instance emits. */
export const EVENTS = ["change", "event", "dropped", "rejected", "failed", "closed", "stale"];

/**
 * Emits `change`, `event`, `dropped`, `rejected`, `failed`, `closed` and `stale`. Made by `host.create`.
 *
 * The listeners run as a turn arrives, after the whole of it has been applied to all instances: first `change`, then
 * an `event` each; promises that the turn settles go on after that.
 */
export class Instance extends NamedEmitter {
  #mirror;
  #port;
  #inputs;

  /**
   * @param mirror the mirrored state
   * @param port what the host does for its instances: `input`, `call`, `snapshot`, `observe`, `moveWindow`, `dispose`,
   *   `follow`
   */
  constructor(mirror, port) {
    super("an instance", EVENTS);
    this.#mirror = mirror;
    this.#port = port;
    this.#inputs = new Proxy(Object.create(null), {
      // An object with a method `then` would be taken for a promise.
      get: (_, input) =>
        typeof input === "string" && input !== "then" ? (args) => this.input(input, args) : undefined,
    });
  }

  get id() {
    return this.#mirror.id;
  }

  /** The name of the ViewModel. */
  get name() {
    return this.#mirror.name;
  }

  /** The state as of the last turn that has arrived. It is frozen. */
  get state() {
    return this.#mirror.state;
  }

  get revision() {
    return this.#mirror.revision;
  }

  /** Why the instance is gone; null as long as it lives. */
  get closed() {
    return this.#mirror.closed;
  }

  /** Why the state cannot be trusted; null as long as it can. An update did not fit, and the whole state could not be had. */
  get stale() {
    return this.#mirror.stale;
  }

  /** Every input as a method: `counter.inputs.add({by: 2})`. */
  get inputs() {
    return this.#inputs;
  }

  /**
   * Sends an input at once. The promise ends when the input has finished in the host; then the state has
   * what it changed. One that fails while nobody waits for its promise is told by `rejected`.
   * @param args an object of named arguments, or an array of those in order
   */
  input(name, args) {
    checkCall(name, args);
    return this.#port.input(this.#mirror, name, args);
  }

  /**
   * Calls an input, and gives what it returned. When the signal aborts, the call is cancelled in the
   * host, and once the host has answered that, the promise fails with the signal's reason; when the time is over, too,
   * but at once.
   */
  call(name, args, options = {}) {
    checkCall(name, args);
    checkOptions("call", options, ["signal", "timeout"]);
    return this.#port.call(this.#mirror, name, args, options);
  }

  /**
   * What an input would do, and nothing of it is done: `{messages, crashed}`, what the host would send, or else how its
   * process would end.
   */
  async try(name, args, options = {}) {
    checkCall(name, args);
    checkOptions("try", options, ["timeout"]);
    return this.#port.try(this.#mirror, name, args, options.timeout);
  }

  /** Asks for the whole state: `{id, revision, state}`. */
  async snapshot(options = {}) {
    checkOptions("snapshot", options, ["timeout"]);
    return this.#port.snapshot(this.#mirror, options.timeout);
  }

  /**
   * Chooses anew which outputs are part of the state, `"count"`, and of lists the rows,
   * `{output: "items", window: {offset: 0, limit: 50, anchor: false}}`. When it resolves, the state has them.
   */
  async observe(outputs, options = {}) {
    checkOptions("observe", options, ["timeout"]);
    await this.#port.observe(this.#mirror, outputs, options.timeout);
  }

  /**
   * Moves the window on a list. When it resolves, to where it stands, `{total, offset, limit}`, the state has its rows.
   * Rows are counted from 0.
   */
  async moveWindow(output, offset, limit, options = {}) {
    checkOptions("moveWindow", options, ["timeout"]);
    return this.#port.moveWindow(this.#mirror, output, offset, limit, options.timeout);
  }

  [observesAnchored](output) {
    return isAnchored(this.#mirror.creation.observe, output);
  }

  /** Ends the instance. One that is gone already is no error. */
  async dispose(options = {}) {
    checkOptions("dispose", options, ["timeout"]);
    await this.#port.dispose(this.#mirror, options.timeout);
  }

  /**
   * The first state, from the present one on, for which the predicate is true; it is asked at every change.
   * Fails with `InstanceClosedError`, with the host's death, with the signal's reason, or when the time is over.
   */
  async until(predicate, options = {}) {
    checkOptions("until", options, ["signal", "timeout"]);
    const { signal } = options;
    signal?.throwIfAborted();
    if (predicate(this.state)) return this.state;
    const found = openPromise();
    const follower = {
      change: ({ state }) => {
        try {
          if (predicate(state)) found.resolve(state);
        } catch (error) {
          found.reject(error);
        }
      },
      end: (error) => found.reject(error ?? new InstanceClosedError(this.id, this.closed)),
    };
    const abort = () => found.reject(signal.reason);
    const stop = this.#port.follow(this.#mirror, follower);
    signal?.addEventListener("abort", abort, { once: true });
    try {
      return await within(this.#port.milliseconds(options.timeout), "it", found.promise);
    } finally {
      stop();
      signal?.removeEventListener("abort", abort);
    }
  }

  /** The changes from now on. It ends when the instance is closed, and throws when the host dies. */
  [Symbol.asyncIterator]() {
    return new Changes((follower) => this.#port.follow(this.#mirror, follower));
  }

  /** For `console.log`. */
  [inspect.custom](depth, options) {
    const { id, revision, state, closed } = this;
    const end = closed === null ? {} : { closed };
    return `Instance ${this.name} ${inspect({ id, revision, state, ...end }, options)}`;
  }

  static {
    if (Symbol.asyncDispose) {
      this.prototype[Symbol.asyncDispose] = function () {
        return this.dispose();
      };
    }
  }
}

function checkCall(name, args) {
  if (typeof name !== "string") throw new TypeError(`an input is a string, not ${typeof name}`);
  if (args !== undefined && (args === null || typeof args !== "object")) {
    throw new TypeError("arguments are given as an object, or in order as an array");
  }
}
