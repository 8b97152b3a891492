/** Messages as lines: one JSON text each, in UTF-8, of any length. */

const LINE_FEED = 10;

/**
 * Cuts a stream of bytes into lines, wherever the bytes are cut. No byte of a longer UTF-8 sequence is
 * a line feed, so what is decoded never ends inside a character.
 */
export class LineSplitter {
  #partial = [];

  /**
   * The lines that these bytes complete, without their line feeds; blank ones left out. What stands
   * behind the last line feed when the stream ends is no message.
   * @param {Buffer} bytes
   * @returns {string[]}
   */
  feed(bytes) {
    const end = bytes.lastIndexOf(LINE_FEED);
    if (end < 0) {
      if (bytes.length > 0) this.#partial.push(bytes);
      return [];
    }
    const head = bytes.subarray(0, end);
    const text = (this.#partial.length > 0 ? Buffer.concat([...this.#partial, head]) : head).toString("utf8");
    this.#partial = end + 1 < bytes.length ? [bytes.subarray(end + 1)] : [];
    return text.split("\n").filter((line) => line.trim() !== "");
  }
}

/**
 * Refuses a message that the host could not read, before anything is sent: one with half of a
 * surrogate pair, or longer or deeper than the host's limits.
 * @param {string} text the JSON of the message
 * @param {{lineBytes?: number, depth?: number}} limits what `initialize` told
 * @throws {RangeError} too long or too deep
 * @throws {TypeError} a lone surrogate
 */
export function checkMessage(text, { lineBytes = Infinity, depth = Infinity }) {
  if (text.includes("\\ud") && LONE_SURROGATE.test(text)) {
    throw new TypeError("a string with a lone surrogate has no form in JSON");
  }
  // A code unit is at most three bytes, so short texts need no count.
  if (text.length * 3 > lineBytes && Buffer.byteLength(text) > lineBytes) {
    throw new RangeError(`a message of ${Buffer.byteLength(text)} bytes; the host reads at most ${lineBytes}`);
  }
  if (text.length > 2 * depth && depthOf(text) > depth) {
    throw new RangeError(`nested deeper than the ${depth} that the host reads`);
  }
}

/** JSON.stringify writes an escape only for a half of a pair that stands alone. */
const LONE_SURROGATE = /(?<!\\)(?:\\\\)*\\ud[89a-f][0-9a-f]{2}/;

/** How deep objects and arrays are nested in a JSON text. */
function depthOf(text) {
  let deepest = 0;
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit === 0x22) inString = !inString;
    else if (inString) index += unit === 0x5c ? 1 : 0;
    else if (unit === 0x5b || unit === 0x7b) deepest = Math.max(deepest, (depth += 1));
    else if (unit === 0x5d || unit === 0x7d) depth -= 1;
  }
  return deepest;
}
