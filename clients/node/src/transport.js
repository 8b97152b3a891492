/** The host as a child process: bytes in and out, lines, its end. Knows nothing of messages. */
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { bundledProgram } from "./bundled.js";
import { ending } from "./crash.js";
import { HostNotFoundError } from "./errors.js";
import { LineSplitter } from "./lines.js";
import { Printed } from "./printed.js";
import { forget, remember } from "./processes.js";
import { Tail } from "./tail.js";
import { Trace } from "./trace.js";

/** How long after a part of the process is gone the rest is given to follow, in milliseconds. */
const GRACE = 1000;

/**
 * The words of a command: a path, or an array of a path and arguments. Left out, it is the program that the package was
 * installed with, if it was with one, else `$VIEWMODEL_HOST`, or `viewmodel-host` on the PATH. `record` is a file or a folder, seen from here and not from the host's `cwd`.
 */
export function commandLine({ command, record, supervised }) {
  command ??= bundledProgram() ?? (process.env.VIEWMODEL_HOST || "viewmodel-host");
  const words = typeof command === "string" ? [command] : command;
  const isLine = Array.isArray(words) && words.length > 0 && words.every((word) => typeof word === "string");
  if (!isLine || words[0] === "") {
    throw new TypeError("a command is a path, or an array of a path and arguments");
  }
  const recording = record === undefined ? [] : ["--record", resolve(record) + (record.endsWith("/") ? "/" : "")];
  return [...words, ...recording, ...(supervised ? ["--supervised"] : [])];
}

export class Transport {
  #child;
  #splitter = new LineSplitter();
  #tail = new Tail();
  #printed = new Printed();
  #trace;
  #ended;
  #corked = false;
  #draining = null;

  /** Whether this side has ended the process by a signal. */
  terminated = false;

  /**
   * Starts the program. Its standard input is a pipe that only this process holds: when this process is
   * gone, the host sees the end of its input, and ends too.
   *
   * `onLines` gets the lines as they arrive, and `onPrinted` each of standard error: see `Printed`. `onEnd` is called
   * once, with `{exitCode, signal}`, when the process has ended and everything is read.
   * @throws {HostNotFoundError}
   */
  static async start(options, { onLines, onPrinted, onEnd }) {
    const words = commandLine(options);
    const { cwd, env } = options;
    const trace = new Trace(options.trace);
    let child;
    try {
      // Detached, so in a session of its own: Control-C in a terminal is for this program, which may want to ask the
      // host for something before it ends it.
      const stdio = ["pipe", "pipe", "pipe"];
      child = spawn(words[0], words.slice(1), { cwd, env, stdio, detached: true, windowsHide: true });
      await new Promise((resolve, reject) => child.once("spawn", resolve).once("error", reject));
    } catch (error) {
      trace.close();
      if (error.syscall === undefined) throw error; // an argument of the wrong type
      throw new HostNotFoundError(words, error.code, cwd === undefined || existsSync(cwd) ? undefined : cwd);
    }
    trace.line("#", `started ${words.join(" ")}`);
    return new Transport(child, trace, { onLines, onPrinted, onEnd });
  }

  constructor(child, trace, { onLines, onPrinted, onEnd }) {
    this.#child = child;
    this.#trace = trace;
    remember(child);
    child.stdout.on("data", (bytes) => {
      const lines = this.#splitter.feed(bytes);
      if (trace.isOn) for (const line of lines) trace.line("<--", line);
      if (lines.length > 0) onLines(lines);
    });
    child.stderr.on("data", (bytes) => {
      this.#tail.feed(bytes);
      for (const line of this.#printed.feed(bytes)) onPrinted(line);
    });
    // A broken pipe, or a signal that comes too late: the end of the process tells all there is to tell.
    for (const emitter of [child, child.stdin, child.stdout, child.stderr]) emitter.on("error", () => {});
    child.stdin.once("error", () => this.#expectEnd(() => this.kill())); // the host reads no more
    child.stdout.once("end", () => this.#expectEnd(() => this.kill()));
    child.once("exit", () => this.#expectEnd(() => [child.stdout, child.stderr].forEach((pipe) => pipe.destroy())));
    this.#ended = new Promise((resolve) => {
      child.once("close", (exitCode, signal) => {
        forget(child);
        trace.line("#", ending(exitCode, signal));
        trace.close();
        for (const line of this.#printed.end()) onPrinted(line);
        onEnd({ exitCode, signal });
        resolve();
      });
    });
  }

  get pid() {
    return this.#child.pid;
  }

  /** The last lines that the host wrote to standard error. */
  get stderrTail() {
    return this.#tail.lines();
  }

  /** Writes what the pipe takes, and keeps the rest until it takes it. All of one tick goes out together. */
  send(text) {
    const { stdin } = this.#child;
    if (!stdin.writable) return;
    this.#trace.line("-->", text.slice(0, -1));
    if (!this.#corked) {
      this.#corked = true;
      stdin.cork();
      process.nextTick(() => {
        this.#corked = false;
        stdin.uncork();
      });
    }
    stdin.write(text);
  }

  /** Whether this process goes on for it. */
  hold(isHeld) {
    const { stdin, stdout, stderr } = this.#child;
    for (const each of [this.#child, stdin, stdout, stderr]) isHeld ? each.ref() : each.unref();
  }

  /** Resolves when not much is left to be written, or the pipe is closed. */
  async drain() {
    const { stdin } = this.#child;
    if (!stdin.writable || !stdin.writableNeedDrain) return;
    this.#draining ??= new Promise((resolve) => {
      const done = () => {
        stdin.off("drain", done).off("close", done);
        this.#draining = null;
        resolve();
      };
      stdin.on("drain", done).on("close", done);
    });
    await this.#draining;
  }

  /** From now on no more than so many bytes of a line are kept. */
  limitLines(bytes) {
    this.#splitter.limit = bytes;
  }

  /** Ends the host by the end of its input. One that has not ended in time is terminated. */
  async close(milliseconds) {
    this.#child.stdin.end();
    const timers = [
      setTimeout(() => this.#signal("SIGTERM"), milliseconds),
      setTimeout(() => this.#signal("SIGKILL"), milliseconds + GRACE),
    ];
    await this.#ended;
    timers.forEach(clearTimeout);
  }

  /** Ends the host at once. Resolves when it has ended. */
  kill() {
    this.#signal("SIGKILL");
    return this.#ended;
  }

  #signal(signal) {
    if (this.#child.kill(signal)) this.terminated = true;
  }

  #expectEnd(lastResort) {
    const timer = setTimeout(lastResort, GRACE);
    this.#ended.then(() => clearTimeout(timer));
  }
}
