/** Lines and the checks of what is sent. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { LineSplitter, checkMessage, checkParsed } from "../src/lines.js";
import { Tail } from "../src/tail.js";

const text = 'a\n\n{"k":"ä€😀"}\r\n   \nlast';
const expected = ["a", '{"k":"ä€😀"}\r'];

test("lines are the same however the bytes are cut", () => {
  const bytes = Buffer.from(text);
  for (let first = 0; first <= bytes.length; first += 1) {
    for (let second = first; second <= bytes.length; second += 1) {
      const splitter = new LineSplitter();
      const parts = [bytes.subarray(0, first), bytes.subarray(first, second), bytes.subarray(second)];
      const lines = parts.flatMap((part) => splitter.feed(part));
      assert.deepEqual(lines, expected, `${first} ${second}`);
    }
  }
});

test("lines in single bytes", () => {
  const splitter = new LineSplitter();
  const lines = [...Buffer.from("ü€😀\nx\n")].flatMap((byte) => splitter.feed(Buffer.from([byte])));
  assert.deepEqual(lines, ["ü€😀", "x"]);
});

test("of a line without end no more than the limit is kept", () => {
  const splitter = new LineSplitter();
  splitter.limit = 100;
  assert.deepEqual(splitter.feed(Buffer.alloc(100, "x")), []);
  assert.deepEqual(splitter.feed(Buffer.from("x")), ["x".repeat(101)]);
  assert.deepEqual(splitter.feed(Buffer.from("y\n")), ["y"]);
});

test("what is not UTF-8 is given as it is", () => {
  const bytes = Buffer.from([0x22, 0xff, 0x22]);
  assert.deepEqual(new LineSplitter().feed(Buffer.concat([Buffer.from("a\n"), bytes, Buffer.from("\n\nb\n")])), ["a", bytes, "b"]);
});

test("what JSON.parse lets through and the protocol does not", () => {
  for (const text of ["1e400", "[-1E400]", `1${"0".repeat(400)}`, '"\\ud800"', '{"a":"\\uD800x"}']) {
    assert.throws(() => checkParsed(text, JSON.parse(text)), SyntaxError, text);
  }
  for (const text of ["1e300", '"1e400"', '"\\ud83d\\ude00"', '"\\\\ud800"', "1e-400"]) checkParsed(text, JSON.parse(text));
});

test("a line may be long", () => {
  const splitter = new LineSplitter();
  splitter.limit = 500 * 65_536;
  const chunk = Buffer.alloc(65_536, "x");
  for (let count = 0; count < 500; count += 1) assert.deepEqual(splitter.feed(chunk), []);
  const [line] = splitter.feed(Buffer.from("\n"));
  assert.equal(line.length, 500 * 65_536);
});

test("half a surrogate pair is refused, and what only looks like one is not", () => {
  for (const value of ["\ud800", "x\udfff", { "\ud83d": 1 }, "\\\ud800"]) {
    assert.throws(() => checkMessage(JSON.stringify(value), {}), TypeError);
  }
  for (const value of ["😀", "\\ud800", "\\\\ud800", "\\udead and 😀"]) checkMessage(JSON.stringify(value), {});
});

test("the host's limits", () => {
  checkMessage('"ää"', { lineBytes: 6 });
  assert.throws(() => checkMessage('"äää"', { lineBytes: 7 }), /8 bytes; the host reads at most 7/);
  const nested = (depth) => "[".repeat(depth) + "]".repeat(depth);
  checkMessage(nested(20), { depth: 20 });
  assert.throws(() => checkMessage(nested(21), { depth: 20 }), /deeper than the 20/);
  checkMessage(`["${"[".repeat(50)}", "\\"[[[[", {}]`, { depth: 2 });
});

test("the tail keeps the last lines, however they are cut", () => {
  const tail = new Tail();
  const all = Array.from({ length: 50_000 }, (_, number) => `line ${number} ü`);
  const bytes = Buffer.from(`${all.join("\n")}\nno end`);
  for (let at = 0; at < bytes.length; at += 999) tail.feed(bytes.subarray(at, at + 999));
  assert.deepEqual(tail.lines(), [...all.slice(-199), "no end"]);
  assert.deepEqual(new Tail().lines(), []);
});
