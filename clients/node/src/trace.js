/** Writes down what is sent and received, for people who look for a fault. */
import { closeSync, openSync, writeSync } from "node:fs";

export class Trace {
  #write;
  #close = () => {};

  /**
   * @param target a file, which is appended to; "-" is standard error; or a stream. Left out, it is
   *   `$VIEWMODEL_HOST_TRACE`; nothing is written if there is none
   * @throws the error of a file that cannot be opened
   */
  constructor(target = process.env.VIEWMODEL_HOST_TRACE || null) {
    if (target === null) this.#write = null;
    else if (typeof target.write === "function") this.#write = (line) => target.write(line);
    else if (typeof target !== "string") throw new TypeError("a trace goes to a file, to \"-\", or to a stream");
    else if (target === "-") this.#write = (line) => process.stderr.write(line);
    else {
      const file = openSync(target, "a", 0o600); // the messages are nobody else's business
      this.#write = (line) => writeSync(file, line);
      this.#close = () => closeSync(file);
    }
  }

  /** Whether anything is written down. */
  get isOn() {
    return this.#write !== null;
  }

  /** `-->` was sent, `<--` came, `#` is about the process. */
  line(mark, text) {
    if (this.#write) this.#write(`${localTime()} ${mark} ${text}\n`);
  }

  close() {
    this.#close();
    this.#write = null;
  }
}

/** As in `2026-01-31 12:00:00.000`. */
function localTime() {
  const now = new Date();
  return new Date(now - now.getTimezoneOffset() * 60_000).toISOString().replace("T", " ").replace("Z", "");
}
