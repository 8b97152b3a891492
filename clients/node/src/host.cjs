"use strict";
const { Connection } = require("./connection.cjs");
const { Emitter } = require("./emitter.cjs");
const errors = require("./errors.cjs");
const { Instance } = require("./instance.cjs");
const { applyPatch } = require("./patch.cjs");

/** @typedef {import("./types.cjs").TurnPlace} TurnPlace @typedef {import("./types.cjs").WaitOptions} WaitOptions */

const { ErrorCode, HostClosedError, RequestFailedError } = errors;
const VERSION = "1";
const CLIENT = { name: "viewmodel-host-node", version: "0.1.0" };
/** The code of a service that throws anything but a `ServiceError`. */
const SERVICE_FAILED = -32000;

/**
 * A host process and the instances that live in it.
 * @extends {Emitter<import("./types.cjs").HostEvents>}
 */
class Host extends Emitter {
  /** @type {import("./types.cjs").HostInfo} the answer to `initialize` */
  info = { name: "", protocolVersion: "" };
  /** @type {TurnPlace | null} where a host with `--resume` has continued the session */
  resumed = null;

  #options;
  /** @type {Connection} */
  #connection = /** @type {any} */ (null);
  /** @type {Map<string, Instance>} */
  #instances = new Map();
  /** @type {Map<string, WeakRef<Instance>>} the closed ones, which an undo may open again */
  #gone = new Map();
  /** @type {Map<unknown, AbortController>} the pending service calls */
  #calls = new Map();
  /** @type {Promise<void> | null} */
  #restarting = null;

  /**
   * Starts a host.
   * @param {import("./types.cjs").HostOptions} options
   */
  static async start(options = {}) {
    const host = new Host(options);
    await host.#start();
    return host;
  }

  /** @private @param {import("./types.cjs").HostOptions} options */
  constructor(options) {
    super();
    this.#options = options;
  }

  /** The id of the process that was started. */
  get pid() {
    return this.#connection.pid;
  }

  /** @internal @returns {any} */
  get connection() {
    return this.#connection;
  }

  /** Why the host has ended; null while it lives. */
  get error() {
    return this.#connection.error;
  }

  /** The living instances, in the order of their creation. */
  get instances() {
    return [...this.#instances.values()];
  }

  /**
   * The names of all ViewModels.
   * @param {WaitOptions} [options] @returns {Promise<string[]>}
   */
  async list(options) {
    const { viewModels } = await this.request("viewModel/list", undefined, options);
    return viewModels.map((/** @type {{ name: string }} */ { name }) => name);
  }

  /**
   * Creates an instance of a ViewModel.
   * @template [State=any]
   * @param {string} name @param {import("./types.cjs").CreateOptions} options @returns {Promise<Instance<State>>}
   */
  async create(name, { id, parameters, uses, observe, ...options } = {}) {
    const roles = uses && Object.entries(uses).map(([role, used]) => [role, typeof used === "string" ? used : used.id]);
    // A copy, for a restart.
    const params = JSON.parse(JSON.stringify({ name, id, parameters, uses: roles && Object.fromEntries(roles), observe }));
    return this.#connection.request("viewModel/create", params, {
      ...options,
      take: (created, isOver) => {
        const instance = this.#add(created, { ...params, id: created.id });
        if (isOver) instance.dispose().catch(() => {});
        return instance;
      },
    });
  }

  /**
   * Sends any request of the protocol, and gives its result.
   * @param {string} method @param {object} [params] @param {WaitOptions} [options] @returns {Promise<any>}
   */
  request(method, params, options) {
    if (method !== "viewModel/dispose") return this.#connection.request(method, params, options);
    const instance = this.#instances.get(/** @type {any} */ (params)?.id);
    const take = (/** @type {any} */ result) => (instance && this.#close(instance, "it was disposed"), result);
    return this.#connection.request(method, params, { ...options, take });
  }

  /**
   * Sends any notification of the protocol.
   * @param {string} method @param {object} [params]
   */
  notify(method, params) {
    this.#connection.send({ method, params });
  }

  /**
   * Sends all that a function sends before it returns as one turn, or nothing if it throws. It cannot be async.
   * @template T @param {() => T} send
   */
  turn(send) {
    return this.#connection.turn(send);
  }

  /**
   * Undoes the last input of a supervised host, and all turns after it.
   * @param {WaitOptions} [options]
   */
  undo(options) {
    return this.#go("undo", undefined, options);
  }

  /**
   * Redoes the next undone input, and the turns after it.
   * @param {WaitOptions} [options]
   */
  redo(options) {
    return this.#go("redo", undefined, options);
  }

  /**
   * Returns to the end of a turn, which may be an undone one.
   * @param {number} turn @param {WaitOptions} [options]
   */
  rewind(turn, options) {
    return this.#go("rewind", { turn }, options);
  }

  /**
   * The causes of the last turns of a supervised host: 100 unless `count` is given.
   * @param {{ count?: number } & WaitOptions} options @returns {Promise<{ turn: number, turns: any[], undone: any[] }>}
   */
  turns({ count, ...options } = {}) {
    return this.request("session/turns", { count }, options);
  }

  /**
   * Ends the host, and waits for it; it is killed after so many milliseconds.
   * @param {{ timeout?: number }} options
   */
  async close({ timeout = 5000 } = {}) {
    await this.#restarting?.catch(() => {});
    await this.#connection.close(timeout, new HostClosedError("the host was closed"));
  }

  /** Starts the host again, also after its end, and creates the living instances again. */
  async restart() {
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = null));
    return this.#restarting;
  }

  async #restart() {
    await this.#connection.close(5000, new HostClosedError("the host is being restarted"));
    await this.#start();
    const create = async (/** @type {Instance} */ instance) => {
      const take = (/** @type {any} */ created) => this.#renew(instance, created);
      try {
        await this.#connection.request("viewModel/create", instance.creation, { take });
      } catch (error) {
        if (!(error instanceof RequestFailedError)) throw error;
        this.#close(instance, `it could not be created again: ${error.message}`);
      }
    };
    await Promise.all([...this.#instances.values()].map(create));
  }

  async #start() {
    const { services = {}, supervised, mergeUpdates = true, log = "warning" } = this.#options;
    const connection = await Connection.start(this.#options, {
      received: (message) => this.#received(message),
      printed: (line) => this.#printed(line),
      ended: (error, isHeard) => this.#ended(error, isHeard),
    });
    this.#connection = connection;
    const restarts = supervised ? { restarts: true } : {};
    const capabilities = { mergeUpdates, log, services: Object.keys(services), integers: "strings", ...restarts };
    try {
      const params = { protocolVersions: [VERSION], client: CLIENT, capabilities };
      const { host, ...more } = await connection.request("initialize", params);
      this.info = { ...host, ...more };
    } catch (error) {
      connection.close(0, new HostClosedError("the host was closed"));
      if (error instanceof errors.ProtocolError) error.message = `${connection.program} is no viewmodel-host: ${error.message}`;
      if (!(error instanceof RequestFailedError) || error.code !== ErrorCode.UNSUPPORTED_VERSION) throw error;
      const theirs = (error.data?.supported ?? []).join(", ");
      throw new errors.VersionMismatchError(`no common protocol version: this client speaks ${VERSION}, the host ${theirs}`);
    }
  }

  /** @param {Error} error @param {boolean} isHeard */
  #ended(error, isHeard) {
    for (const controller of this.#calls.values()) controller.abort(error);
    this.#calls.clear();
    if (error instanceof HostClosedError) return;
    if (!this.emit("died", /** @type {errors.HostDiedError} */ (error)) && !isHeard) warn(error.message);
  }

  /** @param {string} message a line of standard error; a warning of the host is in its log, too */
  #printed(message) {
    if (this.#options.log === "off" || message.startsWith(`${this.info.name}: warning: `)) return;
    if (!this.emit("log", { level: "info", message })) console.error(message);
  }

  /** @param {any} message */
  #received({ id, method, params = {}, error }) {
    const instance = this.#instances.get(params.id);
    if (method === "viewModel/update") this.#update(params.updates);
    else if (method === "service/call") this.#serve(id, params);
    else if (method === "$/cancelRequest") this.#cancel(params.id);
    else if (method === "viewModel/closed" && instance) this.#close(instance, params.reason);
    else if (method === "viewModel/failed") this.#failed("failed", params);
    else if (method === "viewModel/rejected") this.#failed("rejected", params);
    else if (method === undefined) this.#failed("rejected", { error }); // the host could not read a line
    else if (method === "host/log") this.emit("log", params);
    else if (method === "host/resumed") this.resumed = this.#place(params);
    else if (method === "host/restarted") {
      if (!this.emit("restarted", params)) warn(`another process continues: ${params.reason}`);
    } else if (method === "service/rejected") {
      const { service = params.id, error } = params;
      if (error.code !== ErrorCode.CANCELLED) this.#failed("rejected", { service, error }); // else the two have crossed
    } else if (method === "initialize") throw new Error("it answered with what it was sent");
    else if (id !== undefined) {
      this.#answer(id, { error: { code: ErrorCode.METHOD_NOT_FOUND, message: `This frontend has no ${method}` } });
    }
  }

  /** @param {any[]} updates a turn, which is applied whole before its first event is emitted */
  #update(updates) {
    const turn = [];
    for (const update of updates) {
      const { id, revision, patch } = update;
      const instance = this.#instances.get(id);
      if (instance === undefined) continue;
      if (revision !== instance.revision + 1) throw new Error("an update is missing");
      const before = instance.state;
      turn.push({ instance, update, before, state: patch ? applyPatch(before, patch) : before });
    }
    for (const { instance, update, state } of turn) Object.assign(instance, { revision: update.revision, state });
    for (const { instance, update, before } of turn) {
      const { patch } = update;
      if (patch) this.#changed(instance, before, patch[0].path === "" ? null : patch);
    }
    for (const { instance, update } of turn) {
      const { events = [], droppedEvents } = update;
      for (const { event: name, value } of events) instance.emit("event", { id: instance.id, name, value });
      if (droppedEvents) instance.emit("dropped", droppedEvents);
    }
  }

  /** @param {Instance} instance @param {any} before @param {any} patch */
  #changed(instance, before, patch) {
    const { id, revision, state, checks } = instance;
    instance.emit("change", { id, revision, before, state, patch });
    for (const check of checks) check();
  }

  /** @param {Instance} instance @param {{ revision: number, state: any }} found the whole state */
  #renew(instance, { revision, state }) {
    const before = instance.state;
    Object.assign(instance, { revision, state });
    this.#changed(instance, before, null);
  }

  /** @param {Instance} instance @param {string} reason */
  #close(instance, reason) {
    if (instance.closed !== null) return;
    Object.assign(instance, { closed: reason });
    this.#instances.delete(instance.id);
    if (this.#options.supervised) this.#gone.set(instance.id, new WeakRef(instance));
    for (const check of instance.checks) check();
    instance.emit("closed", reason);
  }

  /** @param {"failed" | "rejected"} kind @param {any} params */
  #failed(kind, { error, ...of }) {
    const failure = new RequestFailedError(error, of);
    const isHeard = this.#instances.get(of.id)?.emit(kind, failure);
    if (!this.emit(kind, failure) && !isHeard) {
      warn([of.id, of.input, of.service, error.message].filter((word) => word !== undefined).join(": "));
    }
  }

  /** @param {any} created @param {any} creation */
  #add(created, creation) {
    const instance = new Instance(this, creation.name, created, creation);
    this.#instances.set(created.id, instance);
    return instance;
  }

  /** @param {string} name @param {object | undefined} params @param {WaitOptions} [options] @returns {Promise<TurnPlace>} */
  #go(name, params, options) {
    return this.#connection.request(`session/${name}`, params, { ...options, take: (place) => this.#place(place) });
  }

  /** @param {{ turn: number, opened?: any[] }} place with the instances that exist again, if known the same objects */
  #place({ turn, opened = [] }) {
    const instances = opened.map((found) => {
      const known = this.#gone.get(found.id)?.deref();
      if (known === undefined || known.name !== found.name) return this.#add(found, { name: found.name, id: found.id });
      this.#instances.set(known.id, Object.assign(known, { closed: null }));
      this.#renew(known, found);
      return known;
    });
    return { turn, opened: instances };
  }

  /** @param {unknown} callId @param {any} params */
  async #serve(callId, { service, id, arguments: args = {} }) {
    const { services = {} } = this.#options;
    const controller = new AbortController();
    this.#calls.set(callId, controller);
    const answer = (/** @type {object} */ outcome) => {
      if (this.#calls.get(callId) !== controller) return; // it was cancelled
      this.#answer(callId, outcome);
      this.#calls.delete(callId);
    };
    try {
      if (!Object.hasOwn(services, service)) throw new errors.ServiceError(ErrorCode.METHOD_NOT_FOUND, `This frontend has no ${service}`);
      const context = { id, instance: this.#instances.get(id), signal: controller.signal };
      answer({ result: (await services[service](args, context)) ?? null });
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      const { code, data } = thrown instanceof errors.ServiceError ? thrown : { code: SERVICE_FAILED, data: undefined };
      answer({ error: { code, message, data } });
    }
  }

  /** @param {unknown} callId */
  #cancel(callId) {
    const controller = this.#calls.get(callId);
    if (controller === undefined) return;
    this.#calls.delete(callId);
    this.#answer(callId, { error: { code: ErrorCode.CANCELLED, message: "Cancelled" } });
    controller.abort();
  }

  /** @param {unknown} id @param {object} outcome */
  #answer(id, outcome) {
    if (this.error === null) this.#connection.send({ id, ...outcome });
  }
}

/** @param {string} message */
function warn(message) {
  process.emitWarning(message, "ViewModelWarning");
}

module.exports = { Host };
