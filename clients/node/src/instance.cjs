"use strict";
/** `types.d.cts` documents the public members. */
/** @typedef {import("./types.cjs").Instance} Api @typedef {import("./types.cjs").WaitOptions} WaitOptions */
const { Emitter } = require("./emitter.cjs");
const { InstanceClosedError } = require("./errors.cjs");

/** @extends {Emitter<import("./types.cjs").InstanceEvents>} */
class Instance extends Emitter {
  /** @type {string | null} */
  closed = null;
  /** @type {Set<() => void>} called for each new state, and at the end */
  checks = new Set();
  #host;
  #wait;

  /** @param {import("./types.cjs").Host} host @param {any} created @param {any} creation @param {(what: string, options: WaitOptions, begin: any) => Promise<any>} wait */
  constructor(host, { id, revision, state }, creation, wait) {
    super();
    this.#host = host;
    this.#wait = wait;
    this.id = id;
    this.name = creation.name;
    this.state = state;
    this.revision = revision;
    /** the params for a restart */
    this.creation = creation;
    for (const name of /** @type {const} */ (["checks", "creation"])) Object.defineProperty(this, name, { enumerable: false });
  }

  /** @type {Api["input"]} */
  input(input, args, options) {
    if (this.closed !== null) throw this.#closedError();
    this.#host.notify("viewModel/input", { id: this.id, input, arguments: args, step: options?.step });
  }

  /** @type {Api["call"]} */
  call(input, args, options = {}) {
    const { step, ...wait } = options;
    return this.#request("call", { input, arguments: args, step }, { ...wait, take: ({ value }) => value });
  }

  /** @type {Api["try"]} */
  try(input, args, options) {
    return this.#request("try", { input, arguments: args }, options);
  }

  /** @type {Api["until"]} */
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
    const state = this.#wait(`a state of ${this.id}`, options, begin);
    this.checks.add(check);
    check();
    return state.finally(() => this.checks.delete(check));
  }

  /** @type {Api["observe"]} */
  observe(observe, options) {
    return this.#request("observe", { observe }, { ...options, take: () => void (this.creation.observe = observe) });
  }

  /** @type {Api["moveWindow"]} */
  moveWindow(output, offset, limit, options) {
    return this.#request("window", { output, offset, limit }, options);
  }

  /** @type {Api["dispose"]} */
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
