/** What the host writes to standard error: its lines, but for the report of a crash. */
import { StringDecoder } from "node:string_decoder";
import { REPORT, TRAPPED } from "./crash.js";

/** So many characters without a line feed are given as a line. */
const LIMIT = 65_536;
const MOST_HELD = 20;

/**
 * Gives each line once. One that may be the reason of a crash, those of Swift's runtime, and blank ones wait for the
 * line behind them: before the report of a crash they belong to that. What it says is told in one line when the host
 * has ended.
 */
export class Printed {
  #decoder = new StringDecoder("utf8");
  #rest = "";
  #held = [];
  #isInReport = false;

  /** Takes bytes in, however they are cut. Returns the lines that are to be told. */
  feed(bytes) {
    const lines = (this.#rest + this.#decoder.write(bytes)).split("\n");
    this.#rest = lines.pop();
    if (this.#rest.length > LIMIT) {
      lines.push(this.#rest);
      this.#rest = "";
    }
    return lines.flatMap((line) => this.#take(line.replace(/\r$/, "")));
  }

  /** No more comes. Returns what is left to be told. */
  end() {
    const last = this.#rest + this.#decoder.end();
    const lines = last === "" ? [] : this.#take(last);
    return [...lines, ...this.#held.splice(0).filter((line) => line.trim() !== "")];
  }

  #take(line) {
    if (this.#isInReport) {
      this.#isInReport = !line.startsWith("Backtrace took ");
      return [];
    }
    if (REPORT.test(line)) {
      this.#isInReport = true;
      this.#held = [];
      return [];
    }
    this.#held.push(line);
    const mayBeginIt = line.trim() === "" || line.startsWith("swift-runtime: ") || TRAPPED.test(line);
    return mayBeginIt && this.#held.length <= MOST_HELD ? [] : this.#held.splice(0);
  }
}
