"use strict";
/** @typedef {import("./types.cjs").Arguments} Arguments @typedef {import("./types.cjs").WaitOptions} WaitOptions */
const { Emitter } = require("./emitter.cjs");
const { InstanceClosedError } = require("./errors.cjs");

/**
 * A living ViewModel, and its state. `host.create` makes it.
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
  /** @readonly @type {string | null} why the instance is closed; null while it lives */
  closed = null;
  /** @internal @type {Set<() => void>} called for each new state, and at the end */
  checks = new Set();
  #host;

  /** @internal @param {import("./host.cjs").Host} host @param {string} name @param {any} created @param {any} creation */
  constructor(host, name, { id, revision, state }, creation) {
    super();
    this.#host = host;
    this.id = id;
    this.name = name;
    this.state = state;
    this.revision = revision;
    /** @internal the params for a restart */
    this.creation = creation;
    for (const name of /** @type {const} */ (["checks", "creation"])) Object.defineProperty(this, name, { enumerable: false });
  }

  /**
   * Sends an input, and does not wait. If it fails, the event `rejected` follows.
   * @param {string} input @param {Arguments} [args] @param {import("./types.cjs").InputOptions} options
   */
  input(input, args, { step } = {}) {
    if (this.closed !== null) throw this.#closedError();
    this.#host.notify("viewModel/input", { id: this.id, input, arguments: args, step });
  }

  /**
   * Sends an input, waits until it has finished, and gives its value.
   * @template [Value=any] @param {string} input @param {Arguments} [args] @param {import("./types.cjs").CallOptions} options
   * @returns {Promise<Value>}
   */
  call(input, args, { step, ...options } = {}) {
    return this.#request("call", { input, arguments: args, step }, { ...options, take: ({ value }) => value });
  }

  /**
   * What an input would do, without doing it: the messages that the host would send, or how it would crash.
   * @param {string} input @param {Arguments} [args] @param {WaitOptions} [options] @returns {Promise<import("./types.cjs").Trial>}
   */
  try(input, args, options) {
    return this.#request("try", { input, arguments: args }, options);
  }

  /**
   * The first state, from the present one on, for which the predicate is true.
   * @param {(state: import("./types.cjs").Frozen<State>) => unknown} predicate @param {WaitOptions} options
   * @returns {Promise<import("./types.cjs").Frozen<State>>}
   */
  async until(predicate, options = {}) {
    if (predicate(this.state)) return this.state;
    let check = () => {};
    /** @param {(state: any) => void} resolve @param {(error: unknown) => void} reject */
    const begin = (resolve, reject) => {
      check = () => {
        try {
          if (predicate(this.state)) resolve(this.state);
          else if (this.closed !== null) throw this.#closedError();
        } catch (error) {
          reject(error);
        }
      };
      return () => {};
    };
    const state = this.#host.connection.wait(`a state of ${this.id}`, options, begin);
    this.checks.add(check);
    check();
    return state.finally(() => this.checks.delete(check));
  }

  /**
   * Chooses which outputs, and which rows of lists, are part of the state.
   * @param {readonly import("./types.cjs").ObservedOutput[]} observe @param {WaitOptions} [options] @returns {Promise<void>}
   */
  observe(observe, options) {
    return this.#request("observe", { observe }, { ...options, take: () => void (this.creation.observe = observe) });
  }

  /**
   * Moves the window on a list. When it resolves, to where the window is, the state has those rows.
   * @param {string} output @param {number} offset @param {number} limit @param {WaitOptions} [options]
   * @returns {Promise<import("./types.cjs").WindowPlace>}
   */
  moveWindow(output, offset, limit, options) {
    return this.#request("window", { output, offset, limit }, options);
  }

  /**
   * Ends the instance, unless it is closed.
   * @param {WaitOptions} [options]
   */
  async dispose(options) {
    if (this.closed === null) await this.#request("dispose", {}, options);
  }

  #closedError() {
    return new InstanceClosedError(`the instance ${this.id} is closed: ${this.closed}`);
  }

  /** @param {string} name @param {object} params @param {WaitOptions & { take?: (result: any) => unknown }} [options] */
  #request(name, params, options) {
    if (this.closed !== null) return Promise.reject(this.#closedError());
    return this.#host.request(`viewModel/${name}`, { id: this.id, ...params }, options);
  }
}

module.exports = { Instance };
