/** A host process and the instances that live in it. */
import { inspect } from "node:util";
import { NamedEmitter } from "./emitter.js";
import { HostClosedError } from "./errors.js";
import { EVENTS, Instance } from "./instance.js";
import { Instances } from "./instances.js";
import * as json from "./json.js";
import { checkOptions } from "./options.js";
import { Port } from "./port.js";
import { restoreInstances } from "./restart.js";
import { tell, warn } from "./report.js";
import { Session } from "./session.js";
import { member, turnsOf } from "./shape.js";
import { DEFAULT, checkTimeout, within } from "./timeouts.js";

/** How long a host may take to end when it is closed, in milliseconds. */
const CLOSE_TIMEOUT = 5000;

const OPTIONS = [
  ...["command", "cwd", "env", "services", "record", "supervised", "trace", "log", "mergeUpdates", "startTimeout"],
  ...["parse", "stringify", "timeout"],
];
const LEVELS = ["debug", "info", "warning", "error", "off"];

/** Emits `turn`, `rejected`, `failed`, `restarted`, `log` and `died`. Made by `Host.start`. */
export class Host extends NamedEmitter {
  #options;
  #instances;
  #session = null;
  /** Why nothing can be sent, when that is so: the host died, is closed or is being restarted. */
  #down = null;
  #restarting = null;
  #closing = null;
  /** A death that nobody has heard of yet. */
  #untold = null;
  #isHeld = true;

  /**
   * Starts a host.
   * @throws {HostNotFoundError|VersionMismatchError|HostDiedError|HostTimeoutError|ProtocolError}
   */
  static async start(options = {}) {
    const host = new Host(options);
    await host.#start();
    return host;
  }

  /** For `Host.start` only. */
  constructor(options) {
    super("a host", ["turn", "rejected", "failed", "restarted", "log", "died"]);
    checkOptions("Host.start", options, OPTIONS);
    checkLevel(options.log);
    checkTimeout(options.timeout ?? DEFAULT);
    this.#options = { ...options };
    const port = new Port({
      session: () => this.#session,
      obstacle: () => this.#down,
      heard: () => (this.#untold = null),
      request: (method, params, options) => this.#request(method, params, options),
      milliseconds: (timeout) => this.#milliseconds(timeout),
    });
    this.#instances = new Instances(this, port);
    port.instances = this.#instances;
  }

  /** What the host said of itself: `{protocolVersion, name, version, capabilities, limits}`. */
  get info() {
    return this.#session.info;
  }

  get pid() {
    return this.#session.transport.pid;
  }

  /** The last lines that the host wrote to standard error. */
  get stderrTail() {
    return this.#session.transport.stderrTail;
  }

  /** The instances that live, in the order of their creation. */
  get instances() {
    return this.#instances.all();
  }

  /** The names of the catalog, in its order. */
  async list(options = {}) {
    checkOptions("list", options, ["timeout"]);
    const where = "viewModel/list";
    const convert = (result) =>
      member(result, "viewModels", "array", where).map((item) => member(item, "name", "string", where));
    return this.#request(where, undefined, { convert, ...options });
  }

  /** What a ViewModel takes and gives. */
  async describe(name, options = {}) {
    checkOptions("describe", options, ["timeout"]);
    return this.#request("viewModel/describe", { name }, options);
  }

  /** Returns when all that was sent before has been handled. */
  async ping(options = {}) {
    checkOptions("ping", options, ["timeout"]);
    await this.#request("ping", undefined, options);
  }

  /**
   * Creates an instance. Listeners that are registered as soon as it resolves, or given as `on`, miss nothing.
   * @throws {RequestFailedError} as protocol.md says
   */
  async create(name, options = {}) {
    checkOptions("create", options, ["id", "parameters", "uses", "observe", "on", "timeout"]);
    const { id, parameters, uses, observe, on = {}, timeout } = options;
    checkOptions("create's on", on, EVENTS);
    for (const [event, listener] of Object.entries(on)) {
      if (typeof listener !== "function") throw new TypeError(`the listener of ${event} is not a function`);
    }
    const roles = uses && Object.fromEntries(Object.entries(uses).map(([role, used]) => [role, idOf(used)]));
    const creation = this.#copy({ name, id, parameters, uses: roles, observe });
    let isWanted = true;
    const convert = (result) => {
      this.#session.hold();
      const instance = this.#instances.created(creation, result, on);
      if (!isWanted) instance.dispose().catch(() => {});
      return instance;
    };
    const onTimeout = () => (isWanted = false);
    return this.#request("viewModel/create", creation, { convert, timeout, onTimeout });
  }

  /** What the function sends before it returns is one turn, and goes out together; if it throws, nothing is sent. */
  batch(send) {
    if (send?.constructor?.name === "AsyncFunction") {
      throw new TypeError("a batch is what a function sends before it returns, so it cannot be an async one");
    }
    if (this.#down) throw this.#downError();
    return this.#session.connection.batch(send);
  }

  /** Moves the virtual clock of a host with `--clock virtual`; gives its time, in milliseconds since the start. */
  async advance(milliseconds, options = {}) {
    checkOptions("advance", options, ["timeout"]);
    const convert = (result) => member(result, "now", "number", "clock/advance");
    return this.#request("clock/advance", { milliseconds }, { convert, ...options });
  }

  /** What the last turns of a supervised host came from, 100 unless `count` says otherwise: `{turn, turns, undone}`. */
  async turns(options = {}) {
    checkOptions("turns", options, ["count", "timeout"]);
    const { count, timeout } = options;
    return this.#request("session/turns", { count }, { convert: turnsOf, timeout });
  }

  /**
   * Takes the last input back, with what has followed it, in all instances. Gives `{turn, opened}`: the turn after which
   * the session is, and the instances that are there again.
   * @throws {RequestFailedError} there is nothing to undo, or the host is not supervised
   */
  async undo(options = {}) {
    return this.#rewind("undo", undefined, options);
  }

  /** Does the next input that was taken back again, with what has followed it; see `undo`. */
  async redo(options = {}) {
    return this.#rewind("redo", undefined, options);
  }

  /** Goes to the end of a turn, be it one that was taken back; see `undo`. */
  async rewind(turn, options = {}) {
    return this.#rewind("rewind", { turn }, options);
  }

  /** Any other request; gives its result as it comes. */
  async request(method, params, options = {}) {
    checkOptions("request", options, ["timeout"]);
    if (method !== "viewModel/dispose") return this.#request(method, params, options);
    const convert = (result) => {
      this.#instances.closeId(params.id, "it was disposed");
      return result;
    };
    return this.#request(method, params, { convert, ...options });
  }

  /** Any other notification. */
  notify(method, params) {
    if (this.#down) throw this.#downError();
    this.#session.connection.notify(method, params);
  }

  /** Resolves when not much of what was sent still waits in this process. */
  async drain(options = {}) {
    checkOptions("drain", options, ["timeout"]);
    await within(this.#milliseconds(options.timeout), "what was sent, to be read,", this.#session.transport.drain());
  }

  /** Lets Node end though the host is open, when there is nothing else to do; the host ends then. */
  unref() {
    return this.#hold(false);
  }

  /** Keeps Node running as long as the host is open, as it is from the start. */
  ref() {
    return this.#hold(true);
  }

  /**
   * Starts the host anew, whether it has died or not, and creates the instances again, with their listeners. Each
   * emits `change` with its new state; one that cannot be created again is closed.
   */
  async restart() {
    if (this.#closing) throw new HostClosedError("the host was stopped");
    this.#restarting ??= this.#restart().finally(() => {
      this.#restarting = null;
    });
    return this.#restarting;
  }

  /**
   * Ends the host and waits for it; one that has not ended in `timeout` milliseconds is terminated.
   * @throws {HostDiedError|ProtocolError} it had died, and nobody had heard of that
   */
  async close(options = {}) {
    checkOptions("close", options, ["timeout"]);
    const { timeout = CLOSE_TIMEOUT } = options;
    this.#closing ??= this.#close(timeout);
    return this.#closing;
  }

  async #start() {
    this.#session = await Session.start(this.#options, {
      notification: (method, params, session) => this.#instances.notification(method, params, session),
      instance: (id) => this.#instances.get(id),
      printed: (line) => this.#printed(line),
      ended: (session, error, heard) => this.#ended(session, error, heard),
    });
    this.#session.transport.hold(this.#isHeld);
    this.#down = null;
  }

  async #restart() {
    const old = this.#session;
    const reason = "the host is being restarted";
    const wasUp = this.#down === null;
    this.#down ??= new HostClosedError(reason);
    if (wasUp) await old.close(CLOSE_TIMEOUT, reason);
    try {
      await this.#start();
    } catch (error) {
      this.#down = error;
      if (wasUp) this.#instances.interrupt(error);
      throw error;
    } finally {
      this.#untold = null;
    }
    await restoreInstances(this.#instances, this.#session);
  }

  async #close(timeout) {
    await this.#restarting?.catch(() => {});
    const reason = "the host was stopped";
    if (this.#down === null) await this.#session.close(timeout, reason);
    this.#down = new HostClosedError(reason);
    this.#instances.closeAll(reason);
    if (this.#untold) throw this.#downError(this.#untold);
  }

  async #rewind(name, params, options) {
    checkOptions(name, options, ["timeout"]);
    const method = `session/${name}`;
    const convert = (result) => {
      this.#session.hold();
      const opened = result?.opened === undefined ? [] : member(result, "opened", "array", method);
      const turn = member(result, "turn", "integer", method);
      return { turn, opened: opened.map((each) => this.#instances.reopened(each, method)) };
    };
    return this.#request(method, params, { convert, ...options });
  }

  /** A line that the host wrote to standard error, such as what a ViewModel prints. */
  #printed(message) {
    const isShown = this.#options.log !== "off";
    if (isShown && !tell(this, "log", Object.freeze({ level: "info", message }))) console.error(message);
  }

  #ended(session, error, heard) {
    if (session !== this.#session) return; // it did not get through `initialize`
    if (error instanceof HostClosedError) return;
    this.#down = error;
    const followed = this.#instances.interrupt(error);
    if (tell(this, "died", error) || followed || heard) return;
    // Nobody waits. Those that listen for changes would do so in vain; a program that has nothing else to do ends.
    if (this.instances.some((instance) => instance.listenerCount("change") + instance.listenerCount("event") > 0)) {
      warn(error.message);
    } else {
      this.#untold = error;
      process.once("beforeExit", () => this.#untold && warn(this.#downError(this.#untold).message));
    }
  }

  #hold(isHeld) {
    this.#isHeld = isHeld;
    this.#session.transport.hold(isHeld);
    return this;
  }

  /** Why nothing can be sent; whoever gets it has heard of it. */
  #downError(error = this.#down) {
    this.#untold = null;
    return error;
  }

  #request(method, params, { convert, timeout, onTimeout } = {}) {
    if (this.#down) throw this.#downError();
    const milliseconds = this.#milliseconds(timeout);
    const { promise } = this.#session.connection.request(method, params, { convert });
    promise.catch(() => {}); // when it is not waited for any longer
    return within(milliseconds, method, promise, onTimeout);
  }

  #milliseconds(timeout = this.#options.timeout ?? DEFAULT) {
    return checkTimeout(timeout);
  }

  /** A value as it is sent, which later changes of the original do not reach. */
  #copy(value) {
    const { parse = json.parse, stringify = json.stringify } = this.#options;
    return parse(stringify(value));
  }

  /** For `console.log`. */
  [inspect.custom](depth, options) {
    const { name, version } = this.info;
    const instances = this.instances.map(({ id }) => id);
    const down = this.#down === null ? {} : { down: this.#down.message };
    return `Host ${inspect({ name, version, pid: this.pid, instances, ...down }, options)}`;
  }

  static {
    if (Symbol.asyncDispose) {
      this.prototype[Symbol.asyncDispose] = function () {
        return this.close();
      };
    }
  }
}

function checkLevel(log = "warning") {
  if (!LEVELS.includes(log)) throw new TypeError(`log is one of ${LEVELS.join(", ")}, not ${inspect(log)}`);
}

function idOf(used) {
  return used instanceof Instance ? used.id : used;
}
