"use strict";
const { Connection } = require("./connection.cjs");
const { Emitter } = require("./emitter.cjs");
const errors = require("./errors.cjs");
const { Instance } = require("./instance.cjs");
const { applyPatch } = require("./patch.cjs");

const { ErrorCode, HostClosedError, RequestFailedError } = errors;
const VERSION = "1";
const CLIENT = { name: "viewmodel-host-node", version: "0.1.0" };
/** What a service answers that throws something else than a `ServiceError`. */
const SERVICE_FAILED = -32000;

/**
 * A host process and the instances that live in it.
 * @extends {Emitter<import("./types.cjs").HostEvents>}
 */
class Host extends Emitter {
  /** @type {import("./types.cjs").HostInfo} what the host said of itself */
  info = { name: "", protocolVersion: "" };
  /** @type {import("./types.cjs").TurnPlace | null} where the session goes on of a host that was started with `--resume` */
  resumed = null;

  #options;
  /** @type {Connection} */
  #connection = /** @type {any} */ (null);
  /** @type {Map<string, Instance>} those that live, in the order of their creation */
  #instances = new Map();
  /** @type {Map<string, WeakRef<Instance>>} those that an undo may bring back */
  #gone = new Map();
  /** @type {Map<unknown, AbortController>} the service calls that have no answer */
  #calls = new Map();
  /** @type {Promise<void> | null} */
  #restarting = null;
  #isInitialized = false;

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

  /** @internal */
  get timeout() {
    return this.#options.timeout;
  }

  /** Why the host is gone; null as long as it lives. */
  get error() {
    return this.#connection.error;
  }

  /** The instances that live, in the order of their creation. */
  get instances() {
    return [...this.#instances.values()];
  }

  /**
   * The names of the ViewModels that there are.
   * @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<string[]>}
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
    // A copy, which later changes do not reach.
    const params = JSON.parse(JSON.stringify({ name, id, parameters, uses: roles && Object.fromEntries(roles), observe }));
    return this.#connection.request("viewModel/create", params, {
      ...options,
      take: (created, isOver) => {
        const instance = this.#add(created, name, { ...params, id: created.id });
        if (isOver) instance.dispose().catch(() => {});
        return instance;
      },
    });
  }

  /**
   * Any other request: its result as it comes.
   * @param {string} method @param {object} [params] @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<any>}
   */
  request(method, params, options) {
    if (method !== "viewModel/dispose") return this.#connection.request(method, params, options);
    const instance = this.#instances.get(/** @type {any} */ (params)?.id);
    const take = (/** @type {any} */ result) => (instance && this.#close(instance, "it was disposed"), result);
    return this.#connection.request(method, params, { ...options, take });
  }

  /**
   * Any other notification.
   * @param {string} method @param {object} [params]
   */
  notify(method, params) {
    this.#connection.send({ method, params });
  }

  /**
   * What a function, not an async one, sends before it returns is one turn. If it throws, nothing is sent.
   * @template T @param {() => T} send
   */
  turn(send) {
    return this.#connection.turn(send);
  }

  /**
   * Takes the last input of a supervised host back, with what has followed it, in all instances.
   * @param {import("./types.cjs").WaitOptions} [options]
   */
  undo(options) {
    return this.#go("undo", undefined, options);
  }

  /**
   * Does the next input that was taken back once more, with what has followed it.
   * @param {import("./types.cjs").WaitOptions} [options]
   */
  redo(options) {
    return this.#go("redo", undefined, options);
  }

  /**
   * Goes to the end of a turn of a supervised host, be it one that was taken back.
   * @param {number} turn @param {import("./types.cjs").WaitOptions} [options]
   */
  rewind(turn, options) {
    return this.#go("rewind", { turn }, options);
  }

  /**
   * What the last turns of a supervised host came from: 100 unless `count` says otherwise.
   * @param {{ count?: number } & import("./types.cjs").WaitOptions} options @returns {Promise<{ turn: number, turns: any[], undone: any[] }>}
   */
  turns({ count, ...options } = {}) {
    return this.request("session/turns", { count }, options);
  }

  /**
   * Ends the host, and waits for it. One that has not ended after so many milliseconds (5000) is killed.
   * @param {{ timeout?: number }} options
   */
  async close({ timeout = 5000 } = {}) {
    await this.#restarting?.catch(() => {});
    await this.#connection.close(timeout, new HostClosedError("the host was stopped"));
  }

  /** Starts the host anew, whether it lives or not, and creates the instances again. */
  async restart() {
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = null));
    return this.#restarting;
  }

  async #restart() {
    await this.#connection.close(5000, new HostClosedError("the host is being restarted"));
    await this.#start();
    const create = async (/** @type {Instance} */ instance) => {
      try {
        if (instance.creation === null) throw new RequestFailedError({ code: 0, message: "nobody knows how it was created" });
        const take = (/** @type {any} */ created) => this.#renew(instance, created);
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
    this.#isInitialized = false;
    const connection = await Connection.start(this.#options, {
      told: (message) => this.#told(message),
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
      this.#isInitialized = true;
    } catch (error) {
      connection.close(0, new HostClosedError("the host was stopped"));
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
    for (const { waiters } of this.#instances.values()) {
      isHeard ||= waiters.size > 0;
      for (const { reject } of waiters) reject(error);
      waiters.clear();
    }
    if (error instanceof HostClosedError || !this.#isInitialized) return;
    if (!this.emit("died", /** @type {errors.HostDiedError} */ (error)) && !isHeard) warn(error.message);
  }

  /** @param {string} message a line on standard error; the host's own warnings are in its log, too */
  #printed(message) {
    if (this.#options.log === "off" || message.startsWith(`${this.info.name}: warning: `)) return;
    if (!this.emit("log", { level: "info", message })) console.error(message);
  }

  /** @param {any} message */
  #told({ id, method, params = {}, error }) {
    const instance = this.#instances.get(params.id);
    if (method === "viewModel/update") this.#update(params.updates);
    else if (method === "service/call") this.#serve(id, params);
    else if (method === "$/cancelRequest") this.#cancel(params.id);
    else if (method === "viewModel/closed" && instance) this.#close(instance, params.reason);
    else if (method === "viewModel/failed") this.#failed("failed", params);
    else if (method === "viewModel/rejected") this.#failed("rejected", params);
    else if (method === undefined) this.#failed("rejected", { error }); // a line that the host could not read
    else if (method === "host/log") this.emit("log", params);
    else if (method === "host/resumed") this.resumed = this.#place(params);
    else if (method === "host/restarted") {
      if (!this.emit("restarted", params)) warn(`the host goes on in another process: ${params.reason}`);
    } else if (method === "service/rejected") {
      const { service = params.id, error } = params;
      if (error.code !== ErrorCode.CANCELLED) this.#failed("rejected", { service, error }); // else the two have crossed
    } else if (method === "initialize") throw new Error("it answered with what it was sent");
    else if (id !== undefined) {
      this.#answer(id, { error: { code: ErrorCode.METHOD_NOT_FOUND, message: `This frontend has no method ${method}` } });
    }
  }

  /** @param {any[]} updates a turn, which is applied whole before anybody is told of it */
  #update(updates) {
    const turn = [];
    for (const update of updates) {
      const { id, revision, patch } = update;
      const instance = this.#instances.get(id);
      if (instance === undefined) continue;
      if (revision !== instance.revision + 1) throw new Error(`${id} was at revision ${instance.revision}`);
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
      if (droppedEvents) instance.emit("droppedEvents", droppedEvents);
    }
  }

  /** @param {Instance} instance @param {any} before @param {any} patch */
  #changed(instance, before, patch) {
    const { id, revision, state, waiters } = instance;
    instance.emit("change", { id, revision, before, state, patch });
    for (const { look } of waiters) look();
  }

  /** @param {Instance} instance @param {{ revision: number, state: any }} found a state that came whole */
  #renew(instance, { revision, state }) {
    const before = instance.state;
    Object.assign(instance, { revision, state });
    this.#changed(instance, before, null);
  }

  /** @param {Instance} instance @param {string} reason */
  #close(instance, reason) {
    const { id, waiters, closed } = instance;
    if (closed !== null) return;
    Object.assign(instance, { closed: reason });
    this.#instances.delete(id);
    if (this.#options.supervised) this.#gone.set(id, new WeakRef(instance));
    for (const { reject } of waiters) reject(new errors.InstanceClosedError(`the instance ${id} is gone: ${reason}`));
    waiters.clear();
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

  /** @param {any} created @param {string} name @param {any} creation */
  #add(created, name, creation) {
    const instance = new Instance(this, name, created, creation);
    this.#instances.set(created.id, instance);
    return instance;
  }

  /** @param {string} name @param {object | undefined} params @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<import("./types.cjs").TurnPlace>} */
  #go(name, params, options) {
    return this.#connection.request(`session/${name}`, params, { ...options, take: (place) => this.#place(place) });
  }

  /** @param {{ turn: number, opened?: any[] }} place with the instances that are there again, if known the same objects */
  #place({ turn, opened = [] }) {
    const instances = opened.map((found) => {
      const known = this.#gone.get(found.id)?.deref();
      if (known === undefined) return this.#add(found, found.name, null);
      this.#instances.set(known.id, Object.assign(known, { closed: null }));
      this.#renew(known, found);
      return known;
    });
    return { turn, opened: instances };
  }

  /** @param {unknown} callId @param {any} params */
  async #serve(callId, { service, id, arguments: args = {} }) {
    const { services = {} } = this.#options;
    if (!Object.hasOwn(services, service)) {
      return this.#answer(callId, { error: { code: ErrorCode.METHOD_NOT_FOUND, message: `This frontend has no service ${service}` } });
    }
    const controller = new AbortController();
    this.#calls.set(callId, controller);
    const answer = (/** @type {object} */ outcome) => {
      if (this.#calls.get(callId) !== controller) return; // it was cancelled
      this.#answer(callId, outcome);
      this.#calls.delete(callId);
    };
    try {
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

  /** @param {unknown} id @param {object} outcome what nobody waits for any more once the host is being closed */
  #answer(id, outcome) {
    if (this.error === null) this.#connection.send({ id, ...outcome });
  }
}

/** @param {string} message */
function warn(message) {
  process.emitWarning(message, "ViewModelWarning");
}

module.exports = { Host };
