/** Messages as lines: one JSON text each, in UTF-8. */
import { isUtf8 } from "node:buffer";
import { stringify } from "./json.js";

/** The longest line, in bytes, before `initialize` has named another limit: the default of hosts. */
export const FIRST_LIMIT = 16 * 1024 * 1024;

const LINE_FEED = 10;

/**
 * Cuts a stream of bytes into lines, wherever the bytes are cut. No byte of a longer UTF-8 sequence is
 * a line feed, so what is decoded never ends inside a character.
 */
export class LineSplitter {
  #partial = [];
  #kept = 0;

  /** How many bytes of a line are kept: one that is longer is given before its end. */
  limit = FIRST_LIMIT;

  /**
   * The lines that these bytes complete, without their line feeds; blank ones left out. What stands
   * behind the last line feed when the stream ends is no message. A line that is not UTF-8 is given as its bytes.
   * @param {Buffer} bytes
   * @returns {(string | Buffer)[]}
   */
  feed(bytes) {
    const end = bytes.lastIndexOf(LINE_FEED);
    const lines = end < 0 ? [] : linesOf(this.#take(bytes.subarray(0, end)));
    const rest = bytes.subarray(end + 1);
    if (rest.length > 0) this.#partial.push(rest);
    this.#kept += rest.length;
    if (this.#kept > this.limit) lines.push(...linesOf(this.#take(rest.subarray(0, 0))));
    return lines;
  }

  /** What was kept, and these bytes after it. Nothing is kept then. */
  #take(bytes) {
    const all = this.#partial.length > 0 ? Buffer.concat([...this.#partial, bytes]) : bytes;
    this.#partial = [];
    this.#kept = 0;
    return all;
  }
}

function linesOf(bytes) {
  if (isValid(bytes)) return bytes.toString("utf8").split("\n").filter(isNotBlank);
  const lines = [];
  for (let start = 0, end = 0; end < bytes.length; start = end + 1) {
    end = bytes.indexOf(LINE_FEED, start);
    if (end < 0) end = bytes.length;
    const line = bytes.subarray(start, end);
    if (!isValid(line)) lines.push(line);
    else if (isNotBlank(line.toString("utf8"))) lines.push(line.toString("utf8"));
  }
  return lines;
}

function isNotBlank(line) {
  return line.charCodeAt(0) === 0x7b || line.trim() !== "";
}

/** `isUtf8` is there since Node 18.14. */
const isValid = isUtf8 ?? ((bytes) => bytes.equals(Buffer.from(bytes.toString("utf8"))));

/** Whether a line is longer than a number of bytes. A code unit is at most three, so short texts need no count. */
export function isLonger(line, bytes) {
  return line.length * 3 > bytes && Buffer.byteLength(line) > bytes;
}

/**
 * Refuses what `parse` lets through, and the protocol does not: half of a surrogate pair, and numbers that no
 * double holds.
 * @throws {SyntaxError}
 */
export function checkParsed(line, message) {
  if (!line.includes("\\u") && !LARGE_EXPONENT.test(line) && (line.length < 309 || !LARGE_INTEGER.test(line))) return;
  if (LONE_SURROGATE.test(stringify(message))) throw new SyntaxError("a lone surrogate");
  JSON.stringify(message, (_, value) => {
    if (value === Infinity || value === -Infinity) throw new SyntaxError("a number is more than a number can be");
    return typeof value === "bigint" ? null : value;
  });
}

const LARGE_EXPONENT = /[eE]\+?\d{3}/;
const LARGE_INTEGER = /\d{309}/;

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
  if (isLonger(text, lineBytes)) {
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
