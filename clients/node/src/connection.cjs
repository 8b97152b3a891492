"use strict";
/** A host process, and what goes to and fro, line by line: who waits for an answer, and how it all ends. */
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
const TRAP = /Fatal error|Precondition failed|Assertion failed/;
const TRAPS = ["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"];

/**
 * @typedef {(result: any, isOver: boolean) => unknown} Take what becomes of a result; it is over if nobody waits any more
 * @typedef {{ told: (message: any) => void, printed: (line: string) => void, ended: (error: Error, isHeard: boolean) => void }}
 *   Owner hears what the host says, line by line of its output and of standard error, and why all has failed that was asked
 * @typedef {import("./types.cjs").WaitOptions} WaitOptions
 */

class Connection {
  /** @type {Error | null} why nothing can be asked; null as long as it can */
  error = null;

  #child;
  #stdin;
  #owner;
  #timeout;
  /** @type {Map<unknown, { resolve: (value: any) => void, reject: (error: unknown) => void, take: Take, isOver: boolean }>} */
  #requests = new Map();
  #lastId = 0;
  /** @type {{ messages: string[], promises: Promise<any>[] } | null} what a turn has said and asked so far */
  #turn = null;
  #isOver = false;
  /** @type {string[]} its last lines */
  #stderr = [];
  /** @type {string | null} the last line on standard error that tells of a trap */
  #trap = null;
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
      // Detached, so in a group of its own: Control-C is for this program, which may want to clean up with its host.
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
    // Node would close it when the process that was started ends. A supervised host goes on without that one.
    /** @type {{ stdin: unknown }} */ (child).stdin = null;
    for (const each of [child, this.#stdin]) each.on("error", () => {}); // the end of the output tells
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
   * What the host answers. A call that is over, as its time is or its signal aborts, is cancelled.
   * @param {string} method @param {object} [params] @param {WaitOptions & { take?: Take }} options @returns {Promise<any>}
   */
  request(method, params, { take = (result) => result, ...options } = {}) {
    const id = (this.#lastId += 1);
    const promise = within({ ...options, timeout: options.timeout ?? this.#timeout }, method, (resolve, reject) => {
      this.send({ id, method, params });
      const request = { resolve, reject, take, isOver: false };
      this.#requests.set(id, request);
      return () => {
        request.isOver = true;
        if (method === "viewModel/call" && this.error === null) this.send({ method: "$/cancelRequest", params: { id } });
      };
    });
    this.#turn?.promises.push(promise);
    return promise;
  }

  /** @param {object} message */
  send(message) {
    if (this.error !== null) throw this.error;
    const text = JSON.stringify({ jsonrpc: "2.0", ...message });
    if (this.#turn !== null) this.#turn.messages.push(text);
    else this.#write(text);
  }

  /**
   * Sends what a function says before it returns as one array, or nothing if it throws.
   * @template T @param {() => T} say
   */
  turn(say) {
    if (this.#turn !== null) throw new Error("a turn within a turn");
    const first = this.#lastId + 1;
    const { messages, promises } = (this.#turn = { messages: /** @type {string[]} */ ([]), promises: /** @type {Promise<any>[]} */ ([]) });
    try {
      const value = say();
      if (messages.length > 0) this.#write(`[${messages.join(",")}]`);
      return value;
    } catch (error) {
      promises.forEach((promise) => promise.catch(() => {})); // who called this is told
      for (let id = first; id <= this.#lastId; id += 1) {
        this.#requests.get(id)?.reject(error);
        this.#requests.delete(id);
      }
      throw error;
    } finally {
      this.#turn = null;
    }
  }

  /**
   * Ends the host by the end of its input, and waits for it; after so many milliseconds it is killed.
   * @param {number} milliseconds @param {Error} error with which everything fails that has no answer then
   */
  close(milliseconds, error) {
    this.error ??= error;
    this.#stdin.end();
    this.#endWithin(milliseconds);
    return this.ended;
  }

  /** @param {string} line What one tick says goes out together. */
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
          // Whoever waited for an answer goes on before the next line is looked at.
          if (!this.#isOver && this.#receive(line)) await new Promise(setImmediate);
        }
      }
    } catch {} // it was closed from here
    // A host has ended when its output has, whatever has become of the process that was started.
    this.#endWithin(GRACE);
    await closed;
    this.#stdin.destroy();
    const { exitCode, signalCode } = child;
    trace("#", `ended (${signalCode ?? exitCode})`);
    const words = signalCode === null ? [...this.#stderr].reverse().find((line) => line.trim() !== "") : null;
    const hasReason = signalCode === null ? exitCode !== 0 : TRAPS.includes(signalCode);
    const reason = hasReason ? this.#trap ?? words ?? null : null;
    this.#end(new HostDiedError(exitCode, signalCode, reason, this.#stderr));
  }

  /** @param {string} line Whatever does not fit in it ends the host. Returns whether there is an answer in it. */
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
      this.#owner.told(message);
      return false;
    }
    const request = this.#requests.get(id);
    if (request === undefined) throw new Error("nobody has asked for this answer");
    this.#requests.delete(id);
    if (error) request.reject(new RequestFailedError(error));
    else request.resolve(request.take(result, request.isOver));
    return true;
  }

  /** @param {string} line */
  #printed(line) {
    if (TRAP.test(line)) this.#trap = line;
    if (this.#stderr.push(line) > STDERR_LINES) this.#stderr.shift();
    // The report of a crash is not told, as the reason is.
    this.#isInReport ||= /^(\*\*\* Signal \d+: |Current stack trace:)/.test(line);
    if (!this.#isInReport) this.#owner.printed(line);
    if (line.startsWith("Backtrace took ")) this.#isInReport = false;
  }

  /** @param {Error} error why all fails that was asked, unless the host was closed from here */
  #end(error) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.error ??= error;
    const waiting = [...this.#requests.values()].filter(({ isOver }) => !isOver);
    this.#requests.clear();
    for (const { reject } of waiting) reject(this.error);
    this.#owner.ended(this.error, waiting.length > 0);
  }

  /** @param {number} milliseconds */
  #endWithin(milliseconds) {
    const timer = setTimeout(() => this.#kill(), milliseconds);
    this.ended.then(() => clearTimeout(timer));
  }

  /** Kills the host with all that is in its group. */
  #kill() {
    try {
      process.kill(-this.pid, "SIGKILL");
    } catch {} // there is nobody any more
    this.#child.stdout.destroy();
    this.#child.stderr.destroy();
  }
}

/**
 * A promise that fails when its time is over, or its signal aborts. `begin` returns what is done then.
 * @template T
 * @param {WaitOptions} options @param {string} what
 * @param {(resolve: (value: T) => void, reject: (error: unknown) => void) => () => void} begin
 * @returns {Promise<T>}
 */
function within({ timeout = 30_000, signal }, what, begin) {
  return new Promise((resolve, reject) => {
    const aborting = /** @type {AbortSignal | undefined} */ (signal);
    aborting?.throwIfAborted();
    const end = () => {
      clearTimeout(timer);
      aborting?.removeEventListener("abort", abort);
    };
    const stop = begin((value) => (end(), resolve(value)), (error) => (end(), reject(error)));
    const fail = (/** @type {unknown} */ error) => (end(), stop(), reject(error));
    const abort = () => fail(aborting?.reason);
    const expire = () => fail(new HostTimeoutError(`${what} took longer than ${timeout / 1000} seconds`));
    const timer = timeout < 2 ** 31 ? setTimeout(expire, timeout) : undefined;
    aborting?.addEventListener("abort", abort);
  });
}

/** @type {number | null | undefined} the file that `$VIEWMODEL_HOST_TRACE` names, or standard error for "-" */
let traceFile;

/** @param {"-->" | "<--" | "#"} mark sent, came, or about the process @param {string} text */
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

module.exports = { Connection, within };
