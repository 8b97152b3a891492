/** What the host wrote to standard error last. */

const LINES = 200;
const BYTES = 200_000;

export class Tail {
  #chunks = [];
  #size = 0;

  /** Takes bytes in, however they are cut. */
  feed(bytes) {
    this.#chunks.push(bytes);
    this.#size += bytes.length;
    if (this.#size > 2 * BYTES || this.#chunks.length > 1000) this.#chunks = [Buffer.from(this.#last())];
    this.#size = this.#chunks.length === 1 ? this.#chunks[0].length : this.#size;
  }

  /** The last lines, at most 200; the last one perhaps not ended. */
  lines() {
    const lines = this.#last().toString("utf8").split(/\r?\n/);
    if (lines.at(-1) === "") lines.pop();
    return lines.slice(-LINES);
  }

  #last() {
    return Buffer.concat(this.#chunks).subarray(-BYTES);
  }
}
