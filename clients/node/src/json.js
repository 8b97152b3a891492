/** JSON with integers of 64 bits: a bigint stands for one that a number may not hold exactly. */
import { randomUUID } from "node:crypto";

/** A text without as many digits in a row has none. */
const DIGITS = 16;
const NUMBER = /-?\d[\d.eE+-]*/g;
const INTEGER = /^-?\d{16,19}$/;

const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** What such an integer is while `JSON.parse` or `JSON.stringify` sees it: no text begins so by accident. */
const MARK = `int64 ${randomUUID()} `;
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, "g");

/** As `JSON.parse`; integers beyond ±(2^53 - 1) are bigints, if they have no more than 64 bits. */
export function parse(text) {
  const value = JSON.parse(text);
  if (!hasLong(text)) return value;
  const marked = mark(text);
  return marked === text ? value : JSON.parse(marked, (_, each) => (isMarked(each) ? BigInt(each.slice(MARK.length)) : each));
}

/**
 * As `JSON.stringify`; a bigint is an integer.
 * @throws {RangeError} it has more than 64 bits
 */
export function stringify(value) {
  try {
    return JSON.stringify(value);
  } catch (error) {
    let hasBigInts = false;
    const text = JSON.stringify(value, (_, each) => {
      if (typeof each !== "bigint") return each;
      if (each < LEAST || each > GREATEST) throw new RangeError(`${each} has more than the 64 bits that the host reads`);
      hasBigInts = true;
      return MARK + each;
    });
    if (!hasBigInts) throw error;
    return text.replace(MARKED, "$1");
  }
}

/** Whether there are so many digits in a row. One of those stands at an index that is looked at. */
function hasLong(text) {
  for (let index = DIGITS - 1; index < text.length; index += DIGITS) {
    if (!isDigit(text, index)) continue;
    let first = index;
    while (isDigit(text, first - 1)) first -= 1;
    let end = index + 1;
    while (isDigit(text, end)) end += 1;
    if (end - first >= DIGITS) return true;
  }
  return false;
}

function isDigit(text, index) {
  const unit = text.charCodeAt(index);
  return unit >= 0x30 && unit <= 0x39;
}

/** The text with strings in place of the integers that become bigints. */
function mark(text) {
  const parts = [];
  for (let from = 0; from < text.length; ) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    parts.push(text.slice(from, end).replace(NUMBER, (token) => (isLong(token) ? `"${MARK}${token}"` : token)));
    from = endOfString(text, end);
    parts.push(text.slice(end, from));
  }
  return parts.join("");
}

/** Where the string that begins at an index is over. */
function endOfString(text, start) {
  let index = start + 1;
  while (index < text.length && text.charCodeAt(index) !== 0x22) index += text.charCodeAt(index) === 0x5c ? 2 : 1;
  return index + 1;
}

function isLong(token) {
  if (!INTEGER.test(token) || Number.isSafeInteger(Number(token))) return false;
  const value = BigInt(token);
  return LEAST <= value && value <= GREATEST;
}

function isMarked(value) {
  return typeof value === "string" && value.startsWith(MARK);
}
