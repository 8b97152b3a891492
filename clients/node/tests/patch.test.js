/** RFC 6901 and RFC 6902: the examples of their appendices, and what is particular to JavaScript. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { PatchError, applyPatch } from "../src/index.js";
import { deepFreeze, jsonEqual } from "../src/patch.js";
import { parsePointer, resolve } from "../src/pointer.js";

const add = (path, value) => ({ op: "add", path, value });
const remove = (path) => ({ op: "remove", path });
const replace = (path, value) => ({ op: "replace", path, value });
const move = (from, path) => ({ op: "move", from, path });
const copy = (from, path) => ({ op: "copy", from, path });
const check = (path, value) => ({ op: "test", path, value });

const good = [
  ["A.1 adding a member", { foo: "bar" }, [add("/baz", "qux")], { foo: "bar", baz: "qux" }],
  ["A.2 adding an element", { foo: ["bar", "baz"] }, [add("/foo/1", "qux")], { foo: ["bar", "qux", "baz"] }],
  ["A.3 removing a member", { baz: "qux", foo: "bar" }, [remove("/baz")], { foo: "bar" }],
  ["A.4 removing an element", { foo: ["bar", "qux", "baz"] }, [remove("/foo/1")], { foo: ["bar", "baz"] }],
  ["A.5 replacing a value", { baz: "qux", foo: "bar" }, [replace("/baz", "boo")], { baz: "boo", foo: "bar" }],
  [
    "A.6 moving a value",
    { foo: { bar: "baz", waldo: "fred" }, qux: { corge: "grault" } },
    [move("/foo/waldo", "/qux/thud")],
    { foo: { bar: "baz" }, qux: { corge: "grault", thud: "fred" } },
  ],
  ["A.7 moving an element", { foo: ["all", "grass", "cows", "eat"] }, [move("/foo/1", "/foo/3")], { foo: ["all", "cows", "eat", "grass"] }],
  ["A.8 testing", { baz: "qux", foo: ["a", 2, "c"] }, [check("/baz", "qux"), check("/foo/1", 2)], { baz: "qux", foo: ["a", 2, "c"] }],
  ["A.10 adding a nested object", { foo: "bar" }, [add("/child", { grandchild: {} })], { foo: "bar", child: { grandchild: {} } }],
  ["A.11 unknown members", { foo: "bar" }, [{ ...add("/baz", "qux"), xyz: 123 }], { foo: "bar", baz: "qux" }],
  ["A.14 ~ escapes", { "/": 9, "~1": 10 }, [check("/~01", 10)], { "/": 9, "~1": 10 }],
  ["A.16 adding an array", { foo: ["bar"] }, [add("/foo/-", ["abc", "def"])], { foo: ["bar", ["abc", "def"]] }],
  ["the whole document", { a: 1 }, [replace("", { b: 2 })], { b: 2 }],
  ["an empty key", { "": 1 }, [replace("/", 2)], { "": 2 }],
  ["null, and empty containers", { a: 1 }, [replace("/a", null), add("/b", {}), add("/c", [])], { a: null, b: {}, c: [] }],
  ["what was copied changes alone", { a: { n: 1 } }, [copy("/a", "/b"), replace("/b/n", 2)], { a: { n: 1 }, b: { n: 2 } }],
  ["what was added changes", {}, [add("/a", { n: [] }), add("/a/n/0", 1)], { a: { n: [1] } }],
  ["a move to where it is", { a: 1 }, [move("/a", "/a")], { a: 1 }],
  ["an index on an object is a key", { a: { 0: "x" } }, [replace("/a/0", "y")], { a: { 0: "y" } }],
];

for (const [name, document, patch, expected] of good) {
  test(name, () => {
    deepFreeze(document);
    const result = applyPatch(document, patch);
    assert.deepEqual(result, expected);
    const frozen = (value) => typeof value !== "object" || value === null || (Object.isFrozen(value) && Object.values(value).every(frozen));
    assert.ok(frozen(result));
  });
}

const bad = [
  ["A.9 a test that fails", { baz: "qux" }, [check("/baz", "bar")]],
  ["A.12 a parent that is not there", { foo: "bar" }, [add("/baz/bat", "qux")]],
  ["A.15 a number is no string", { "~1": 10 }, [check("/~01", "10")]],
  ["a member that is not there", {}, [remove("/a")]],
  ["replacing what is not there", {}, [replace("/a", 1)]],
  ["past the end", { a: [1] }, [add("/a/2", 1)]],
  ["the end cannot be removed", { a: [1] }, [remove("/a/-")]],
  ["an index with a zero", { a: [1, 2] }, [replace("/a/01", 1)]],
  ["a negative index", { a: [1] }, [replace("/a/-1", 1)]],
  ["an index with an exponent", { a: [1] }, [replace("/a/0e0", 1)]],
  ["a property of arrays", { a: [1] }, [replace("/a/length", 0)]],
  ["into a string", { a: "text" }, [replace("/a/0", "T")]],
  ["into itself", { a: { b: 1 } }, [move("/a", "/a/b")]],
  ["the whole document removed", {}, [remove("")]],
  ["no such operation", {}, [{ op: "spam", path: "/a" }]],
  ["no path", {}, [{ op: "add", value: 1 }]],
  ["no value", {}, [{ op: "add", path: "/a" }]],
  ["no from", { a: 1 }, [{ op: "move", path: "/a" }]],
  ["no pointer", { a: 1 }, [replace("a", 1)]],
  ["a bad escape", { "~2": 1 }, [replace("/~2", 1)]],
  ["no operation", {}, [null]],
  ["no patch", {}, "patch"],
];

for (const [name, document, patch] of bad) {
  test(`an error: ${name}`, () => {
    const before = JSON.stringify(document);
    assert.throws(() => applyPatch(document, patch), PatchError);
    assert.equal(JSON.stringify(document), before);
  });
}

test("a patch that fails in the middle leaves nothing behind", () => {
  const document = { a: [1, 2], b: { c: 3 } };
  assert.throws(() => applyPatch(document, [remove("/a/0"), replace("/b/c", 4), remove("/x")]), /operation 2: /);
  assert.deepEqual(document, { a: [1, 2], b: { c: 3 } });
});

test("what a patch does not touch is shared", () => {
  const document = deepFreeze({ items: [{ n: 1 }, { n: 2 }], other: { deep: {} } });
  const result = applyPatch(document, [replace("/items/1/n", 3)]);
  assert.equal(result.other, document.other);
  assert.equal(result.items[0], document.items[0]);
  assert.notEqual(result.items[1], document.items[1]);
});

test("prototypes are out of reach", () => {
  for (const path of ["/__proto__/polluted", "/constructor/prototype/polluted", "/a/__proto__/polluted"]) {
    assert.throws(() => applyPatch({ a: [] }, [add(path, true)]), PatchError, path);
  }
  for (const path of ["/__proto__", "/constructor", "/toString", "/hasOwnProperty"]) {
    assert.throws(() => applyPatch({}, [replace(path, 1)]), PatchError, path);
    assert.throws(() => applyPatch({}, [remove(path)]), PatchError, path);
    const result = applyPatch({ kept: 1 }, [add(path, { polluted: true })]);
    assert.ok(Object.hasOwn(result, path.slice(1)));
    assert.equal(Object.getPrototypeOf(result), Object.prototype);
    assert.equal(JSON.stringify(result), `{"kept":1,"${path.slice(1)}":{"polluted":true}}`);
    assert.equal(JSON.stringify(applyPatch(result, [remove(path)])), '{"kept":1}');
    const deep = applyPatch(result, [replace(`${path}/polluted`, false)]);
    assert.equal(resolve(deep, [path.slice(1), "polluted"], path), false);
  }
  assert.equal({}.polluted, undefined);
});

test("a member called __proto__ survives when its object is copied", () => {
  const document = JSON.parse('{"__proto__":{"a":1},"b":1}');
  assert.equal(JSON.stringify(applyPatch(document, [replace("/b", 2)])), '{"__proto__":{"a":1},"b":2}');
});

test("pointers (RFC 6901)", () => {
  const document = { foo: ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "m~n": 8, " ": 7, 'k"l': 6 };
  const values = { "": document, "/foo": document.foo, "/foo/0": "bar", "/": 0, "/a~1b": 1, "/c%d": 2, "/m~0n": 8, "/ ": 7, '/k"l': 6 };
  for (const [pointer, value] of Object.entries(values)) {
    assert.equal(resolve(document, parsePointer(pointer), pointer), value, pointer);
  }
});

test("equality of JSON", () => {
  assert.ok(jsonEqual({ a: [1, null], b: {} }, { b: {}, a: [1, null] }));
  const different = [[{}, []], [null, {}], [1, true], [[1], [1, 2]], [{ a: 1 }, { b: 1 }], [{ a: undefined }, {}], ["1", 1]];
  for (const [left, right] of different) assert.ok(!jsonEqual(left, right), JSON.stringify([left, right]));
});

test("patches that random edits make lead to the edited value", () => {
  let seed = 7;
  const random = (end) => (seed = (seed * 48271) % 2147483647) % end;
  let state = deepFreeze({ items: [], names: {} });
  let plain = { items: [], names: {} };
  for (let round = 0; round < 2000; round += 1) {
    const { items, names } = plain;
    const [at, key] = [random(items.length + 1), `k${random(5)}`];
    let operation;
    if (random(3) === 0 && at < items.length) {
      operation = remove(`/items/${at}`);
      items.splice(at, 1);
    } else if (random(3) === 0 && at < items.length) {
      const to = random(items.length);
      operation = move(`/items/${at}`, `/items/${to}`);
      items.splice(to, 0, ...items.splice(at, 1));
    } else if (random(2) === 0) {
      operation = add(`/items/${at}`, { round });
      items.splice(at, 0, { round });
    } else {
      operation = add(`/names/${key}`, round);
      names[key] = round;
    }
    state = applyPatch(state, [operation]);
    plain = structuredClone(plain);
    assert.deepEqual(state, plain);
  }
});
