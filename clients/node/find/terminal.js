/** The terminal, which is not standard input or output: those may be pipes. */
import { constants, openSync } from "node:fs";
import { ReadStream, WriteStream } from "node:tty";

const ENTER = "\x1b[?1049h\x1b[?2004h";
const LEAVE = "\x1b[?2004l\x1b[?1049l";

export class Terminal {
  #path;
  #input;
  #output;
  #shown = null;

  /** Throws an error of the system when there is none. */
  constructor(path = "/dev/tty") {
    this.#path = path;
    this.#input = new ReadStream(openSync(path, constants.O_RDWR | constants.O_NOCTTY));
    this.#output = this.#opened();
  }

  #opened() {
    return new WriteStream(openSync(this.#path, constants.O_WRONLY | constants.O_NOCTTY));
  }

  /** Calls back with what is typed; with nothing when the terminal is gone. */
  onTyped(callback) {
    this.#input.on("data", callback);
    for (const name of ["end", "error"]) this.#input.on(name, () => callback(null));
  }

  onResize(callback) {
    process.on("SIGWINCH", () => {
      // Node asks for the size of a stream that is not standard output once, when it is made.
      this.#output.destroy();
      this.#output = this.#opened();
      callback();
    });
  }

  get size() {
    return { width: this.#output.columns || 80, height: this.#output.rows || 24 };
  }

  /** Takes keys as they are typed, and shows an empty screen. */
  enter() {
    this.#input.setRawMode(true);
    this.#write(ENTER);
    this.forget();
  }

  /** Gives the terminal back as it was. */
  leave() {
    this.#write(LEAVE);
    this.#input.setRawMode(false);
  }

  close() {
    this.#input.destroy();
    this.#output.destroy();
  }

  /** What is shown may be spoilt: all is written with the next screen. */
  forget() {
    this.#shown = null;
  }

  /** Shows a screen: only the lines that differ from the last are written. */
  show({ lines, column }) {
    const before = this.#shown ?? [];
    let text = `\x1b[?25l${this.#shown === null ? "\x1b[H\x1b[J" : ""}`;
    for (let place = 0; place < Math.max(lines.length, before.length); place += 1) {
      const line = lines[place] ?? "";
      if (before[place] !== line) text += `\x1b[${place + 1};1H\x1b[K${line}`;
    }
    this.#shown = lines;
    this.#write(`${text}\x1b[1;${column + 1}H\x1b[?25h`);
  }

  #write(text) {
    this.#output.write(text);
  }
}
