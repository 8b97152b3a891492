/** Windows on lists, and viewports of them, with the built host. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { RequestFailedError, Viewport } from "../src/index.js";
import { builtHost, open } from "./support.js";

const row = (id) => ({ id, name: `row ${id}` });
const rows = (first, last) => Array.from({ length: last - first + 1 }, (_, index) => row(first + index));

/** A list of so many rows, or null where there is no host. */
async function create(t, count, window) {
  const path = builtHost(t, "example-host");
  if (!path) return null;
  const host = await open(t, { command: [path, "--clock", "virtual"] });
  t.host = host;
  const observe = ["count", { output: "rows", window }];
  return host.create("example.rows", { id: "r", parameters: { count }, observe });
}

test("a window has some rows, and moves", async (t) => {
  const list = await create(t, 100, { limit: 2 });
  if (!list) return;
  assert.deepEqual(list.state, { rows: { total: 100, offset: 0, items: rows(0, 1) }, count: 100 });
  assert.deepEqual(await list.moveWindow("rows", 50, 3), { total: 100, offset: 50, limit: 3 });
  assert.deepEqual(list.state.rows, { total: 100, offset: 50, items: rows(50, 52) });
  assert.deepEqual(await list.moveWindow("rows", 2 ** 53, 1), { total: 100, offset: 99, limit: 1 });
  await list.observe([{ output: "rows", window: { offset: 1, limit: 1 } }]);
  assert.deepEqual(list.state, { rows: { total: 100, offset: 1, items: rows(1, 1) } });
});

test("an anchored window goes with its first row, and is there again after a restart", async (t) => {
  const list = await create(t, 100, { limit: 2, anchor: true });
  if (!list) return;
  await list.moveWindow("rows", 10, 2);
  await list.call("insert", { id: 1000, at: 0 });
  assert.deepEqual(list.state.rows, { total: 101, offset: 11, items: rows(10, 11) });
  await t.host.restart();
  assert.deepEqual(list.state.rows, { total: 100, offset: 10, items: rows(10, 11) });
  await list.call("insert", { id: 1000, at: 0 });
  assert.equal(list.state.rows.offset, 11);
});

test("a window that makes no sense is an error that says so", async (t) => {
  const list = await create(t, 100, { limit: 2 });
  if (!list) return;
  for (const [output, offset, limit, words] of [
    ["rows", 0, -1, /params\.limit/],
    ["rows", 0, 1e300, /params\.limit/],
    ["rows", 0, Infinity, /params\.limit/],
    ["rows", 1.5, 1, /params\.offset/],
    ["rows", undefined, 1, /params\.offset/],
    ["rows", "1", 1, /params\.offset/],
    ["count", 0, 1, /r does not observe count through a window/],
    ["cuont", 0, 1, /count/],
  ]) {
    await assert.rejects(list.moveWindow(output, offset, limit), (error) => {
      assert.ok(error instanceof RequestFailedError);
      assert.match(error.message, words);
      return true;
    });
  }
  await assert.rejects(list.observe([{ output: "rows", window: { limit: -3 } }]), /params\.observe\[0\]\.window\.limit/);
  assert.deepEqual(await list.moveWindow("rows", -7, 1), { total: 100, offset: 0, limit: 1 });
});

/** Counts the moves of a window. */
function counted(list) {
  let moves = 0;
  const moveWindow = list.moveWindow.bind(list);
  list.moveWindow = (...words) => ((moves += 1), moveWindow(...words));
  return () => moves;
}

test("a viewport scrolls through a list of any length", async (t) => {
  const list = await create(t, 100_000, { limit: 5 });
  if (!list) return;
  const moves = counted(list);
  const viewport = new Viewport(list, "rows", { height: 10 });
  await viewport.move(0);
  assert.deepEqual(viewport.rows, rows(0, 9));
  for (let index = 1; index <= 200; index++) {
    await viewport.move(1);
    assert.deepEqual(viewport.row, row(index));
  }
  assert.deepEqual(viewport.rows, rows(191, 200));
  for (let index = 1; index <= 100; index++) {
    await viewport.move(-1);
    assert.deepEqual(viewport.row, row(200 - index));
  }
  assert.deepEqual(viewport.rows, rows(100, 109));
  assert.ok(moves() > 3 && moves() < 40, `${moves()} moves`);
  assert.ok(list.state.rows.items.length <= 50);
});

test("a viewport goes anywhere", async (t) => {
  const list = await create(t, 100_000, { limit: 5 });
  if (!list) return;
  const viewport = new Viewport(list, "rows", { height: 10 });
  await viewport.goTo(1e9);
  assert.deepEqual(viewport.rows, rows(99_990, 99_999));
  assert.deepEqual(viewport.row, row(99_999));
  await viewport.scroll(-10);
  assert.deepEqual([viewport.top, viewport.cursor], [99_980, 99_989]);
  await viewport.scroll(-1e9);
  assert.deepEqual([viewport.top, viewport.cursor], [0, 9]);
  await viewport.goTo(-5);
  assert.equal(viewport.cursor, 0);
  await viewport.goTo(50_000);
  await viewport.resize(3);
  assert.deepEqual(viewport.rows, rows(49_998, 50_000));
  await viewport.resize(30);
  assert.equal(viewport.rows.filter(Boolean).length, 30);
  assert.equal(viewport.total, 100_000);
  viewport.close();
});

test("an anchored viewport keeps its place when rows come and go", async (t) => {
  const list = await create(t, 1000, { limit: 5, anchor: true });
  if (!list) return;
  const viewport = new Viewport(list, "rows", { height: 10 });
  await viewport.goTo(510);
  await viewport.scroll(5);
  assert.deepEqual([viewport.rows[0], viewport.row], [row(506), row(510)]);
  for (const [input, args, first, cursor] of [
    ["insert", [2000, 0], row(506), row(510)],
    ["insert", [2001, 500], row(506), row(510)],
    ["remove", [512, 1], row(506), row(511)],
    ["remove", [0, 400], row(506), row(511)],
  ]) {
    await list.call(input, args);
    await viewport.move(0);
    assert.deepEqual([viewport.rows[0], viewport.row], [first, cursor]);
  }
  assert.equal(viewport.cursor, 112);
  await list.call("remove", [0, 1000]);
  assert.deepEqual([viewport.rows, viewport.row, viewport.cursor], [[], undefined, 0]);
});

test("what is no viewport", async (t) => {
  const list = await create(t, 10, { limit: 5 });
  if (!list) return;
  const made = (...words) => () => new Viewport(list, ...words);
  assert.throws(made("count", { height: 10 }), { message: "r does not observe count through a window: it is 10" });
  assert.throws(made("rows", { height: 0 }), { message: "height is a number of rows, 1 or more, not 0" });
  assert.throws(made("rows", { height: 1.5 }), { message: "height is a number of rows, 1 or more, not 1.5" });
  assert.throws(made("rows"), { message: "height is a number of rows, 1 or more, not undefined" });
  assert.throws(made("rows", { height: 1, margin: -1 }), { message: "margin is a number of rows, 0 or more, not -1" });
  assert.throws(made("rows", { height: 1, margins: 1 }), /margin/);
});
