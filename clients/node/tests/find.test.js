/** The finder: its parts, and the whole in a terminal, by what clients/conformance/finders.py knows of such programs. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { Keys } from "../find/keys.js";
import { Prompt } from "../find/prompt.js";
import { frame, row } from "../find/screen.js";
import { part, printable, widthOf } from "../find/width.js";
import { PACKAGE, ROOT, builtHost } from "./support.js";

test("the finder does in a terminal what such programs do", async (t) => {
  const path = builtHost(t);
  if (!path) return;
  const words = [join(ROOT, "clients/conformance/finders.py"), process.execPath, join(PACKAGE, "bin/viewmodel-find.js")];
  const env = { ...process.env, VIEWMODEL_HOST: path };
  const tests = spawn("python3", words, { env, stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [tests.stdout, tests.stderr]) stream.on("data", (bytes) => (output += bytes));
  const [status] = await once(tests, "close");
  assert.equal(status, 0, output);
  assert.match(output, /^Ran \d+ tests/m);
});

test("keys are the same however they are cut", () => {
  const typed = Buffer.from("aé日😀\x1b[A\x1bOB\x1b[5~\x1b[1;5C\x1bx\t\r\x1b[200~p\rq\t\x01r\x1b[201~\x03");
  const expected = ["a", "é", "日", "😀", "up", "down", "page-up", "toggle-down", "accept"];
  expected.push("p", " ", "q", " ", "r", "abort");
  for (let size = 1; size < typed.length; size += 1) {
    const keys = new Keys();
    const found = [];
    for (let place = 0; place < typed.length; place += size) found.push(...keys.feed(typed.subarray(place, place + size)));
    assert.deepEqual(found, expected, `${size}`);
  }
});

test("Escape is a key when nothing follows", () => {
  for (const [sequence, expected] of [["\x1b", ["abort"]], ["\x1b[", []], ["\x1bO", []]]) {
    const keys = new Keys();
    assert.deepEqual(keys.feed(Buffer.from(sequence)), []);
    assert.ok(keys.isIncomplete);
    assert.deepEqual(keys.flush(), expected);
    assert.ok(!keys.isIncomplete);
  }
  assert.deepEqual(new Keys().feed(Buffer.from("\x1b\x1b[A")), ["abort", "up"]);
});

test("the line is edited by code points", () => {
  const prompt = new Prompt("ab cd");
  const table = [
    ["left", "ab cd", 4],
    ["x", "ab cxd", 5],
    ["delete", "ab cx", 5],
    ["delete", "ab cx", 5],
    ["backspace", "ab c", 4],
    ["delete-word", "ab ", 3],
    ["delete-word", "", 0],
    ["backspace", "", 0],
    ["😀", "😀", 1],
    ["home", "😀", 0],
    ["left", "😀", 0],
    ["delete-or-abort", "", 0],
  ];
  for (const [key, text, cursor] of table) {
    assert.ok(prompt.press(key), key);
    assert.deepEqual([prompt.text, prompt.cursor], [text, cursor], key);
  }
  assert.ok(!prompt.press("delete-or-abort"));
  assert.ok(!prompt.press("up"));
});

test("of a row that does not fit what matches is shown", () => {
  const table = [
    ["", [], 5, ""],
    ["abcde", [[0, 1], [3, 5]], 5, "abcde"],
    ["日本", [[1, 2]], 4, "日本"],
    ["😀a", [[1, 2]], 3, "😀a"],
    ["abcdefgh", [], 5, "abcd…"],
    ["abcdefgh", [[1, 3]], 5, "abcd…"],
    ["abcdefgh", [[6, 8]], 5, "…efgh"],
    ["abcdefgh", [[0, 1], [5, 6]], 5, "…def…"],
    ["日本日本", [[3, 4]], 5, "…日本"],
    ["日本日本", [], 4, "日…"],
    ["日本", [], 1, "…"],
  ];
  for (const [text, ranges, width, expected] of table) {
    const characters = printable(text);
    const [start, end] = part(characters, ranges, width);
    const shown = [start > 0 ? "…" : "", ...characters.slice(start, end), end < characters.length ? "…" : ""];
    assert.equal(shown.join(""), expected);
    assert.ok(widthOf(printable(shown.join(""))) <= width);
  }
  assert.equal(printable("a\x1b[1m\x7f\x9bb\n").join(""), "a␛[1m␡�b␊");
  assert.equal(row("abcdefgh", [[0, 1], [5, 6]], 5, ""), "…de\x1b[1;32mf\x1b[0m…");
});

test("no screen is too small", () => {
  const items = Array.from({ length: 9 }, (_, id) => ({ id, text: "日本語".repeat(9), ranges: [[1, 3]] }));
  const state = {
    matches: { total: 9, offset: 0, items },
    total: 9,
    candidates: 9,
    isSearching: true,
    index: 1,
    selected: [{ id: 0, text: "" }],
    preview: { id: 0, lines: ["\tx", "日".repeat(99)], isTruncated: true },
  };
  for (const width of [1, 2, 3, 20, 89, 90, 91, 200]) {
    for (const height of [1, 2, 3, 30]) {
      const { lines, column } = frame(new Prompt("日本".repeat(9)), state, "a problem", { width, height });
      assert.ok(lines.length <= height);
      assert.ok(column >= 0);
    }
  }
});
