"use strict";
const { within } = require("./connection.cjs");
const { Emitter } = require("./emitter.cjs");
const { InstanceClosedError } = require("./errors.cjs");

/**
 * One living object of a ViewModel, with the state that the host told of last. `host.create` makes it.
 * @template [State=any]
 * @extends {Emitter<import("./types.cjs").InstanceEvents<State>>}
 */
class Instance extends Emitter {
  /** @readonly @type {string} */
  id;
  /** @readonly @type {string} the name of the ViewModel */
  name;
  /** @readonly @type {import("./types.cjs").Frozen<State>} the outputs, as of the last turn that has arrived */
  state;
  /** @readonly @type {number} */
  revision;
  /** @readonly @type {string | null} why the instance is gone; null as long as it lives */
  closed = null;
  /** @internal @type {Set<{ look: () => void, reject: (error: unknown) => void }>} who waits for a state */
  waiters = new Set();
  #host;

  /** @internal @param {import("./host.cjs").Host} host @param {string} name @param {any} created @param {any} creation */
  constructor(host, name, { id, revision, state }, creation) {
    super();
    this.#host = host;
    this.id = id;
    this.name = name;
    this.state = state;
    this.revision = revision;
    /** @internal the params with which it is created again; null if they are not known */
    this.creation = creation;
    for (const name of /** @type {const} */ (["waiters", "creation"])) Object.defineProperty(this, name, { enumerable: false });
  }

  /**
   * Sends an input, and does not wait. If it fails, the event `rejected` says so.
   * @param {string} input @param {import("./types.cjs").Arguments} [args] @param {import("./types.cjs").InputOptions} options
   */
  input(input, args, { step } = {}) {
    if (this.closed !== null) throw this.#gone();
    this.#host.notify("viewModel/input", { id: this.id, input, arguments: args, step });
  }

  /**
   * Calls an input: what it returned, when it has finished.
   * @template [Value=any] @param {string} input @param {import("./types.cjs").Arguments} [args]
   * @param {import("./types.cjs").CallOptions} options @returns {Promise<Value>}
   */
  call(input, args, { step, ...options } = {}) {
    return this.#request("call", { input, arguments: args, step }, options, ({ value }) => value);
  }

  /**
   * What an input would do: the messages that the host would send, or how it would crash. Nothing of it is done.
   * @param {string} input @param {import("./types.cjs").Arguments} [args] @param {import("./types.cjs").WaitOptions} [options]
   * @returns {Promise<import("./types.cjs").Trial>}
   */
  try(input, args, options) {
    return this.#request("try", { input, arguments: args }, options);
  }

  /**
   * The first state, from the present one on, for which the predicate is true.
   * @param {(state: import("./types.cjs").Frozen<State>) => unknown} predicate
   * @param {import("./types.cjs").WaitOptions} options @returns {Promise<import("./types.cjs").Frozen<State>>}
   */
  async until(predicate, options = {}) {
    if (predicate(this.state)) return this.state;
    if (this.closed !== null) throw this.#gone();
    const limits = { ...options, timeout: options.timeout ?? this.#host.timeout };
    return within(limits, `a state of ${this.id}`, (resolve, reject) => {
      if (this.#host.error !== null) throw this.#host.error;
      const end = () => this.waiters.delete(waiter);
      const look = () => {
        try {
          if (predicate(this.state)) resolve(this.state), end();
        } catch (error) {
          reject(error), end();
        }
      };
      const waiter = { look, reject };
      this.waiters.add(waiter);
      return end;
    });
  }

  /**
   * Chooses anew which outputs are part of the state.
   * @param {readonly import("./types.cjs").ObservedOutput[]} observe
   * @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<void>}
   */
  observe(observe, options) {
    return this.#request("observe", { observe }, options, () => void (this.creation && (this.creation.observe = observe)));
  }

  /**
   * Moves the window on a list. When it resolves, to where the window stands then, the state has those rows.
   * @param {string} output @param {number} offset @param {number} limit
   * @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<import("./types.cjs").WindowPlace>}
   */
  moveWindow(output, offset, limit, options) {
    return this.#request("window", { output, offset, limit }, options);
  }

  /**
   * Ends the instance.
   * @param {import("./types.cjs").WaitOptions} [options]
   */
  async dispose(options) {
    if (this.closed === null) await this.#request("dispose", {}, options);
  }

  #gone() {
    return new InstanceClosedError(`the instance ${this.id} is gone: ${this.closed}`);
  }

  /** @param {string} name @param {object} params @param {object} [options] @param {(result: any) => unknown} [take] */
  #request(name, params, options, take) {
    if (this.closed !== null) return Promise.reject(this.#gone());
    return this.#host.request(`viewModel/${name}`, { id: this.id, ...params }, take ? { ...options, take } : options);
  }
}

module.exports = { Instance };
