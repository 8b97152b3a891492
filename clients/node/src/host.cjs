"use strict";
/** `types.d.cts` documents the public members. */
const { Connection } = require("./connection.cjs");
const { Emitter } = require("./emitter.cjs");
const errors = require("./errors.cjs");
const { Instance } = require("./instance.cjs");
const { applyPatch } = require("./patch.cjs");

/** @typedef {import("./types.cjs").Host} Api @typedef {import("./types.cjs").HostOptions} HostOptions */

const { ErrorCode, HostClosedError, RequestFailedError } = errors;
const VERSION = "1";
const CLIENT = { name: "viewmodel-host-node", version: "0.1.0" };

/** @extends {Emitter<import("./types.cjs").HostEvents>} */
class Host extends Emitter {
  /** @type {Api["info"]} */
  info = { name: "", protocolVersion: "" };
  /** @type {Api["resumed"]} */
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

  /** @param {HostOptions} options */
  static async start(options = {}) {
    const host = new Host(options);
    await host.#start();
    return host;
  }

  /** @param {HostOptions} options */
  constructor(options) {
    super();
    this.#options = options;
  }

  get pid() {
    return this.#connection.pid;
  }

  get error() {
    return this.#connection.error;
  }

  get instances() {
    return [...this.#instances.values()];
  }

  /** @type {Api["list"]} */
  async list(options) {
    const { viewModels } = await this.request("viewModel/list", undefined, options);
    return viewModels.map((/** @type {{ name: string }} */ { name }) => name);
  }

  /** @type {Api["create"]} */
  async create(name, options = {}) {
    const { id, parameters, uses, observe, ...wait } = options;
    const roles = uses && Object.entries(uses).map(([role, used]) => [role, typeof used === "string" ? used : used.id]);
    // A copy, for a restart.
    const params = JSON.parse(JSON.stringify({ name, id, parameters, uses: roles && Object.fromEntries(roles), observe }));
    return this.#connection.request("viewModel/create", params, {
      ...wait,
      take: (created, isOver) => {
        const instance = this.#add(created, { ...params, id: created.id });
        if (isOver) instance.dispose({}).catch(() => {});
        return instance;
      },
    });
  }

  /** @type {Api["request"]} */
  request(method, params, options) {
    if (method !== "viewModel/dispose") return this.#connection.request(method, params, options);
    const instance = this.#instances.get(/** @type {any} */ (params)?.id);
    const take = (/** @type {any} */ result) => (instance && this.#close(instance, "it was disposed"), result);
    return this.#connection.request(method, params, { ...options, take });
  }

  /** @type {Api["notify"]} */
  notify(method, params) {
    this.#connection.send({ method, params });
  }

  /** @type {Api["turn"]} */
  turn(send) {
    return this.#connection.turn(send);
  }

  /** @type {Api["undo"]} */
  undo(options) {
    return this.#go("undo", undefined, options);
  }

  /** @type {Api["redo"]} */
  redo(options) {
    return this.#go("redo", undefined, options);
  }

  /** @type {Api["rewind"]} */
  rewind(turn, options) {
    return this.#go("rewind", { turn }, options);
  }

  /** @type {Api["turns"]} */
  turns(options = {}) {
    const { count, ...wait } = options;
    return this.request("session/turns", { count }, wait);
  }

  /** @type {Api["close"]} */
  async close(options) {
    await this.#restarting?.catch(() => {});
    await this.#connection.close(options?.timeout ?? 5000, new HostClosedError("the host was closed"));
  }

  async restart() {
    this.#restarting ??= this.#restart().finally(() => (this.#restarting = null));
    return this.#restarting;
  }

  async #restart() {
    await this.#connection.close(5000, new HostClosedError("the host is being restarted"));
    await this.#start();
    const create = async (/** @type {Instance} */ instance) => {
      const take = (/** @type {any} */ created) => this.#add(created, instance.creation, instance);
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
    else if (method === "$/cancelRequest") this.#calls.get(params.id)?.abort();
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

  /** @param {{ id: string, revision: number, state: any }} created @param {any} creation @param {Instance} [known] which exists already */
  #add(created, creation, known) {
    const instance = known ?? new Instance(this, created, creation, (what, how, begin) => this.#connection.wait(what, how, begin));
    const { state: before } = instance;
    const { id, revision, state } = created;
    this.#instances.set(id, Object.assign(instance, { revision, state, closed: null }));
    if (known !== undefined) this.#changed(instance, before, null);
    return instance;
  }

  /** @param {string} name @param {object} [params] @param {import("./types.cjs").WaitOptions} [options] */
  #go(name, params, options) {
    return this.#connection.request(`session/${name}`, params, { ...options, take: (place) => this.#place(place) });
  }

  /** @param {{ turn: number, opened?: any[] }} place with the instances that exist again, if known the same objects */
  #place({ turn, opened = [] }) {
    const instances = opened.map((found) => {
      const known = this.#gone.get(found.id)?.deref();
      return this.#add(found, { name: found.name, id: found.id }, known?.name === found.name ? known : undefined);
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
    controller.signal.addEventListener("abort", () => answer({ error: { code: ErrorCode.CANCELLED, message: "Cancelled" } }));
    try {
      if (!Object.hasOwn(services, service)) throw new errors.ServiceError(ErrorCode.METHOD_NOT_FOUND, `This frontend has no ${service}`);
      const context = { id, instance: this.#instances.get(id), signal: controller.signal };
      answer({ result: (await services[service](args, context)) ?? null });
    } catch (thrown) {
      const message = thrown instanceof Error ? thrown.message : String(thrown);
      const { code, data } = thrown instanceof errors.ServiceError ? thrown : { code: ErrorCode.SERVICE_ERROR, data: undefined };
      answer({ error: { code, message, data } });
    }
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
