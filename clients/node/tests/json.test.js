/** Integers of 64 bits, both ways. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { parse, stringify } from "../src/json.js";
import { builtHost, open } from "./support.js";

// Each integer is itself in both forms, whatever is around it.
const EXACT = [
  ["9007199254740991", 9007199254740991],
  ["-9007199254740991", -9007199254740991],
  ["9007199254740992", 9007199254740992n],
  ["9007199254740993", 9007199254740993n],
  ["-9007199254740993", -9007199254740993n],
  ["1152921504606847000", 1152921504606847000n],
  ["9223372036854775807", 9223372036854775807n],
  ["-9223372036854775808", -9223372036854775808n],
];

for (const [text, value] of EXACT) {
  test(`the integer ${text}`, () => {
    assert.equal(parse(text), value);
    assert.equal(stringify(value), text);
    const json = `{"a":[${text},"${text}",{"b\\"${text}":${text}}],"c":0.5,"d":"\\\\","e":${text}}`;
    const object = { a: [value, text, { [`b"${text}`]: value }], c: 0.5, d: "\\", e: value };
    assert.deepEqual(parse(json), object);
    assert.equal(stringify(object), json);
  });
}

test("other numbers are numbers", () => {
  for (const text of ["9223372036854775808", "-9223372036854775809", "100000000000000000000", "0.12345678901234567", "1e21",
    "12345678901234567.5", "12345678901234567e1", "1.2345678901234567e+30"]) {
    assert.equal(parse(text), Number(text));
    assert.equal(parse(`[${text}]`)[0], Number(text));
  }
});

test("wherever they stand", () => {
  for (let before = 0; before < 40; before += 1) {
    for (const digits of ["9007199254740993", "-1152921504606846977"]) {
      const pad = "x".repeat(before);
      assert.deepEqual(parse(`{"${pad}":${digits}}`), { [pad]: BigInt(digits) });
    }
  }
});

test("what is no JSON is no JSON", () => {
  for (const text of ["9007199254740993,", '{"a":9007199254740993', '"9007199254740993', "09007199254740993", "9007199254740993n"]) {
    assert.throws(() => parse(text), SyntaxError, text);
  }
  const circle = {};
  circle.circle = circle;
  assert.throws(() => stringify(circle), TypeError);
  assert.throws(() => stringify({ circle, value: 9007199254740993n }), TypeError);
});

test("a member is its own, whatever it is called", () => {
  const value = parse('{"__proto__":{"a":9007199254740993},"constructor":9007199254740993}');
  assert.deepEqual(Object.keys(value), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(value), Object.prototype);
});

test("more than 64 bits cannot be sent", () => {
  for (const value of [2n ** 63n, -(2n ** 63n) - 1n]) assert.throws(() => stringify([value]), RangeError);
});

test("a host gets them exactly, and they come back in states, answers and events", async (t) => {
  const command = builtHost(t, "example-host");
  if (!command) return;
  const host = await open(t, { command });
  const plain = await host.create("example.plain", { parameters: { titles: [], start: 9223372036854775800n } });
  assert.equal(plain.state.sum, 9223372036854775800n);
  await plain.input("add", { item: { id: -9007199254740993n, title: "b" } });
  assert.equal(plain.state.items[0].id, -9007199254740993n);
  assert.ok(Object.isFrozen(plain.state.items[0]));
  assert.equal(await plain.call("addUp", { numbers: [5, 1n] }), 9223372036854775806n);
  assert.equal(await plain.call("addUp", { numbers: [-9223372036854775806n, 2] }), 2);
  assert.throws(() => plain.call("addUp", { numbers: [2n ** 64n] }), RangeError);
  // Parameters are kept for a host that is started anew.
  await host.restart();
  assert.equal(plain.state.sum, 9223372036854775800n);
  const shown = [];
  const callback = await host.create("example.callback");
  callback.on("event", ({ name, value }) => shown.push([name, value.id]));
  const fetched = callback.call("fetch", { id: 9007199254740993n });
  await callback.input("answer", { id: 9007199254740993n, text: "x" });
  assert.equal(await fetched, "x");
  assert.deepEqual(shown, [["ended", 9007199254740993n]]);
});
