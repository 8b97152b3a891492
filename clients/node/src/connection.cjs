"use strict";
/** A host process, its lines, and the requests that wait for an answer. */
const { spawn } = require("node:child_process");
const { appendFileSync, openSync } = require("node:fs");
const { bundledProgram } = require("./bundled.cjs");
const { HostDiedError, HostNotFoundError, HostTimeoutError, ProtocolError, RequestFailedError } = require("./errors.cjs");

/** How long a host that has closed its output has to end, in milliseconds. */
const GRACE = 2000;
const STDERR_LINES = 200;
const HINT =
  "Install the npm packages with the program (they need no Swift), put viewmodel-host on the PATH, set VIEWMODEL_HOST " +
  "to its path, or give its command: Host.start({ command: [program, argument, …] })";

/**
 * @typedef {(result: any, isOver: boolean) => unknown} Take makes the value of a request from its result, also when it is over
 * @typedef {{ resolve: (value: any) => void, reject: (error: unknown) => void, take: Take, isOver: boolean, promise?: Promise<any> }} Request
 * @typedef {{ received: (message: any) => void, printed: (line: string) => void, ended: (error: Error, isHeard: boolean) => void }}
 *   Owner gets the messages of the host, the lines of its standard error, and its end
 * @typedef {import("./types.cjs").WaitOptions} WaitOptions
 */

class Connection {
  /** @type {Error | null} why nothing can be sent; null as long as it can */
  error = null;

  #child;
  #stdin;
  #owner;
  #timeout;
  /** @type {Map<unknown, Request>} those without an answer */
  #requests = new Map();
  /** @type {Set<(error: unknown) => void>} what ends the pending waits */
  #waits = new Set();
  #lastId = 0;
  /** @type {string[] | null} the messages of a turn */
  #turn = null;
  #isOver = false;
  /** @type {string[]} its last lines */
  #stderr = [];
  #isInReport = false;

  /** @param {import("./types.cjs").HostOptions} options @param {Owner} owner */
  static async start(options, owner) {
    const { command = bundledProgram() ?? (process.env.VIEWMODEL_HOST || "viewmodel-host"), cwd, record } = options;
    const words = [command].flat();
    if (record !== undefined) words.push("--record", record);
    if (options.supervised) words.push("--supervised");
    const env = { ...process.env, ...options.env };
    trace("#", `starts ${words.join(" ")}`);
    try {
      // In a group of its own: Control-C is for this program, which may still need the host to clean up.
      const child = spawn(words[0], words.slice(1), { cwd, env, stdio: "pipe", detached: true, windowsHide: true });
      await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
      return new Connection(child, words[0], owner, options.timeout);
    } catch (cause) {
      const { syscall, message } = /** @type {NodeJS.ErrnoException} */ (cause);
      if (syscall === undefined) throw cause; // a mistake of the caller
      throw new HostNotFoundError(`cannot start the host ${words.join(" ")}: ${message}. ${HINT}`, { cause });
    }
  }

  /** @param {import("node:child_process").ChildProcessWithoutNullStreams} child @param {string} program @param {Owner} owner @param {number} [timeout] */
  constructor(child, program, owner, timeout) {
    this.#child = child;
    this.program = program;
    this.#stdin = child.stdin;
    this.#owner = owner;
    this.#timeout = timeout;
    // Node would close it when the started process ends, which a supervised host outlives.
    /** @type {{ stdin: unknown }} */ (child).stdin = null;
    for (const each of [child, this.#stdin]) each.on("error", () => {}); // the end of the output follows
    let rest = "";
    child.stderr.setEncoding("utf8").on("data", (text) => {
      const lines = `${rest}${text}`.split(/\r?\n/);
      rest = /** @type {string} */ (lines.pop()).slice(-65_536);
      for (const line of lines) this.#printed(line);
    });
    child.stderr.on("close", () => rest && this.#printed(rest));
    this.pid = /** @type {number} */ (child.pid);
    this.ended = this.#read();
  }

  /**
   * Sends a request, and gives its value. A call that times out or is aborted is cancelled in the host.
   * @param {string} method @param {object} [params] @param {WaitOptions & { take?: Take }} options @returns {Promise<any>}
   */
  request(method, params, { take = (result) => result, ...options } = {}) {
    const id = (this.#lastId += 1);
    const promise = this.wait(method, options, (resolve, reject) => {
      this.send({ id, method, params });
      /** @type {Request} */
      const request = { resolve, reject, take, isOver: false };
      this.#requests.set(id, request);
      return () => {
        request.isOver = true;
        if (method === "viewModel/call" && this.error === null) this.send({ method: "$/cancelRequest", params: { id } });
      };
    });
    if (this.#turn !== null) Object.assign(this.#requests.get(id) ?? {}, { promise });
    return promise;
  }

  /**
   * A promise that fails with the host, after its timeout, or when its signal aborts; the latter two call what `begin` returns.
   * @template T @param {string} what @param {WaitOptions} options
   * @param {(resolve: (value: T) => void, reject: (error: unknown) => void) => () => void} begin @returns {Promise<T>}
   */
  wait(what, { timeout = this.#timeout ?? 30_000, signal }, begin) {
    return new Promise((resolve, reject) => {
      const aborting = /** @type {AbortSignal | undefined} */ (signal);
      aborting?.throwIfAborted();
      if (this.error !== null) throw this.error;
      const end = () => {
        clearTimeout(timer);
        aborting?.removeEventListener("abort", abort);
        this.#waits.delete(fail);
      };
      const fail = (/** @type {unknown} */ error) => (end(), reject(error));
      const stop = begin((value) => (end(), resolve(value)), fail);
      const abort = () => (fail(aborting?.reason), stop());
      const expire = () => (fail(new HostTimeoutError(`${what} took longer than ${timeout / 1000} seconds`)), stop());
      const timer = timeout < 2 ** 31 ? setTimeout(expire, timeout) : undefined;
      aborting?.addEventListener("abort", abort);
      this.#waits.add(fail);
    });
  }

  /** @param {object} message */
  send(message) {
    if (this.error !== null) throw this.error;
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    if (this.#turn !== null) this.#turn.push(text);
    else this.#write(text);
  }

  /**
   * Sends the messages of a function as one array, or nothing if it throws.
   * @template T @param {() => T} send
   */
  turn(send) {
    if (this.#turn !== null) throw new Error("a turn cannot contain another turn");
    const first = this.#lastId + 1;
    /** @type {string[]} */
    const messages = (this.#turn = []);
    try {
      const value = send();
      if (messages.length > 0) this.#write(`[${messages.join(",")}]`);
      return value;
    } catch (error) {
      for (let id = first; id <= this.#lastId; id += 1) {
        const request = this.#requests.get(id);
        request?.promise?.catch(() => {}); // the caller gets the error
        request?.reject(error);
        this.#requests.delete(id);
      }
      throw error;
    } finally {
      this.#turn = null;
    }
  }

  /**
   * Closes the host's input, and waits for its end; after so many milliseconds it is killed.
   * @param {number} milliseconds @param {Error} error of all requests that get no answer
   */
  close(milliseconds, error) {
    this.error ??= error;
    this.#stdin.end();
    this.#endWithin(milliseconds);
    return this.ended;
  }

  /** @param {string} line The lines of a tick go out together. */
  #write(line) {
    trace("-->", line);
    if (this.#stdin.writableCorked === 0) {
      this.#stdin.cork();
      process.nextTick(() => this.#stdin.uncork());
    }
    this.#stdin.write(`${line}\n`);
  }

  async #read() {
    const child = this.#child;
    const closed = new Promise((resolve) => child.once("close", resolve));
    /** @type {string[]} */
    const parts = [];
    try {
      for await (const text of child.stdout.setEncoding("utf8")) {
        const lines = text.split("\n");
        if (lines.length > 1) lines[0] = parts.splice(0).join("") + lines[0];
        parts.push(lines.pop());
        for (const line of lines) {
          // Code that awaits an answer runs before the next line is handled.
          if (!this.#isOver && this.#receive(line)) await new Promise(setImmediate);
        }
      }
    } catch {} // the host was killed
    // A host ends with its output; the process that was started may have ended before.
    this.#endWithin(GRACE);
    await closed;
    this.#stdin.destroy();
    const { exitCode, signalCode } = child;
    trace("#", `ended (${signalCode ?? exitCode})`);
    this.#end(new HostDiedError(exitCode, signalCode, this.#stderr));
  }

  /** @param {string} line A line that breaks the protocol ends the host. Returns whether it has an answer. */
  #receive(line) {
    if (line === "" || line === "\r") return false;
    trace("<--", line);
    try {
      const message = JSON.parse(line);
      if (!Array.isArray(message)) return this.#handle(message);
      return message.filter((part) => this.#handle(part)).length > 0;
    } catch (error) {
      const why = error instanceof Error ? error.message : error;
      this.#end(new ProtocolError(`the host broke the protocol (${why}): ${line.slice(0, 80)}`));
      this.#kill();
      return false;
    }
  }

  /** @param {any} message */
  #handle(message) {
    const { id, method, result, error } = message;
    if (method !== undefined || (id === null && error)) {
      this.#owner.received(message);
      return false;
    }
    const request = this.#requests.get(id);
    if (request === undefined) throw new Error("no request has this id");
    this.#requests.delete(id);
    if (error) request.reject(new RequestFailedError(error));
    else request.resolve(request.take(result, request.isOver));
    return true;
  }

  /** @param {string} line */
  #printed(line) {
    if (this.#stderr.push(line) > STDERR_LINES) this.#stderr.shift();
    // The report of a crash is not passed on: `HostDiedError` has the reason.
    this.#isInReport ||= /^(\*\*\* Signal \d+: |Current stack trace:)/.test(line);
    if (!this.#isInReport) this.#owner.printed(line);
    if (line.startsWith("Backtrace took ")) this.#isInReport = false;
  }

  /** @param {Error} error of all pending waits, unless the host was closed from here */
  #end(error) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.error ??= error;
    const waits = [...this.#waits];
    for (const fail of waits) fail(this.error);
    this.#owner.ended(this.error, waits.length > 0);
  }

  /** @param {number} milliseconds */
  #endWithin(milliseconds) {
    const timer = setTimeout(() => this.#kill(), milliseconds);
    this.ended.then(() => clearTimeout(timer));
  }

  /** Kills the host with all processes of its group. */
  #kill() {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {} // they have ended
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/** @type {number | null | undefined} the file that `$VIEWMODEL_HOST_TRACE` names, or standard error for "-" */
let traceFile;

/** @param {"-->" | "<--" | "#"} mark sent, received, or about the process @param {string} text */
function trace(mark, text) {
  if (traceFile === undefined) {
    const path = process.env.VIEWMODEL_HOST_TRACE;
    traceFile = path ? (path === "-" ? 2 : openSync(path, "a", 0o600)) : null;
  }
  if (traceFile === null) return;
  const now = new Date();
  const time = new Date(now.getTime() - 60_000 * now.getTimezoneOffset()).toISOString().replace(/[TZ]/g, " ");
  appendFileSync(traceFile, `${time}${mark} ${text}\n`);
}

module.exports = { Connection };
