/** A supervised host, and what an input would do. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { ErrorCode, Host, HostDiedError, InstanceClosedError } from "../src/index.js";
import { builtHost, next, open, scripted, warnings } from "./support.js";

test("a crash costs one input", async (t) => {
  const command = builtHost(t, "example-host");
  if (!command) return;
  const host = await open(t, { command, supervised: true, log: "off" });
  const counter = await host.create("counter");
  await counter.inputs.plusButtonDidTap();
  const crash = await host.create("example.crash");
  const told = next(host, "restarted");
  await assert.rejects(crash.input("fatalError"), (error) => {
    assert.equal(error.code, ErrorCode.CRASHED);
    assert.match(error.message, /Fatal error: boom/);
    return error.data.line === 11;
  });
  const { reason, file, line, milliseconds } = await told;
  assert.match(reason, /Fatal error: boom/);
  assert.match(file, /CrashViewModel\.swift$/);
  assert.equal(line, 11);
  assert.ok(milliseconds >= 0);
  await counter.inputs.plusButtonDidTap();
  assert.equal(counter.state.count, 2);
  await host.close();
});

test("a kill costs nothing", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  const host = await open(t, { command, supervised: true });
  const counter = await host.create("counter");
  await counter.inputs.plusButtonDidTap();
  const told = next(host, "restarted");
  const [worker] = readFileSync(`/proc/${host.pid}/task/${host.pid}/children`, "utf8").split(" ");
  process.kill(Number(worker), "SIGKILL");
  await counter.inputs.plusButtonDidTap();
  assert.equal(counter.state.count, 2);
  const { reason, file, line } = await told;
  assert.deepEqual([reason, file, line], ["ended by SIGKILL", null, null]);
  await host.close();
});

test("without a listener a restart is a warning, and it is asked for only with the option", async (t) => {
  const start = `
    write({ method: "host/restarted", params: { reason: "ended by SIGILL", milliseconds: 3 } });
    await read("ping"); answer({})`;
  const host = await open(t, { command: scripted(start), supervised: true });
  assert.equal(host.info.capabilities.restarts, true);
  await host.ping();
  await new Promise(setImmediate);
  assert.deepEqual(warnings.splice(0), ["the host goes on in another process: ended by SIGILL"]);
  const other = await open(t, { command: scripted(start) });
  assert.equal(other.info.capabilities.restarts, undefined);
  await other.ping();
  await new Promise(setImmediate);
  warnings.splice(0);
});

test("what an input would do, and that it is not done", async (t) => {
  const command = builtHost(t, "example-host");
  if (!command) return;
  const host = await open(t, { command });
  const counter = await host.create("counter");
  const { messages, crashed } = await counter.try("plusButtonDidTap");
  assert.equal(crashed, null);
  assert.deepEqual(messages.map(({ method }) => method), ["viewModel/update"]);
  assert.equal(messages[0].params.updates[0].revision, 1);
  assert.deepEqual([counter.state.count, counter.revision], [0, 0]);
  const wrong = await counter.try("plusButtonDidTap", { by: 2 });
  assert.equal(wrong.messages[0].method, "viewModel/rejected");
  const crash = await host.create("example.crash");
  const trial = await crash.try("fatalError");
  assert.deepEqual(trial.messages, []);
  assert.match(trial.crashed.reason, /Fatal error: boom$/);
  assert.equal(trial.crashed.line, 11);
  await host.close();
});

test("what cannot be tried is an error", async (t) => {
  const host = await open(t, {
    command: scripted(`
      await read("viewModel/create"); answer({ id: "c", revision: 0, state: {} });
      const { id } = await read("viewModel/try");
      write({ id, error: { code: -32019, message: "Nothing can be tried now" } })`),
  });
  const counter = await host.create("counter");
  await assert.rejects(counter.try("plus", [1]), { code: ErrorCode.BUSY });
  assert.throws(() => counter.input(3), TypeError);
  await assert.rejects(counter.try(3), TypeError);
});

test("an undo and a redo", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  const host = await open(t, { command, supervised: true });
  const counter = await host.create("counter", { id: "c" });
  const counts = [];
  counter.on("change", ({ state }) => counts.push(state.count));
  await counter.inputs.plusButtonDidTap();
  await counter.inputs.plusButtonDidTap();
  const { turn, opened } = await host.undo();
  assert.deepEqual(opened, []);
  assert.deepEqual([counter.state, counter.revision], [{ count: 1, isEven: false }, 3]);
  const turns = await host.turns();
  assert.deepEqual(turns.turns.map(({ step }) => step), [false, false, true]);
  const messages = [{ method: "viewModel/input", id: "c", input: "plusButtonDidTap" }];
  assert.deepEqual(turns.turns[2], { turn, cause: "line", messages, step: true });
  assert.deepEqual(turns.undone.map(({ step }) => step), [true]);
  assert.equal((await host.turns({ count: 1 })).turns.length, 1);
  await host.redo();
  assert.deepEqual(counter.state, { count: 2, isEven: true });
  await assert.rejects(host.redo(), { code: ErrorCode.INVALID_REQUEST });
  assert.equal((await host.rewind(turn)).turn, turn);
  assert.deepEqual(counts, [1, 2, 1, 2, 1]);
  await host.close();
});

test("instances go with an undo, and come back", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  const host = await open(t, { command, supervised: true });
  const first = await host.create("counter", { id: "first" });
  const changes = [];
  first.on("change", ({ state, resynced }) => changes.push([state.count, resynced]));
  await first.inputs.plusButtonDidTap();
  const second = await host.create("counter", { id: "second" });
  await second.inputs.plusButtonDidTap();
  await first.dispose();
  assert.deepEqual(host.instances, [second]);
  const { opened } = await host.undo();
  assert.equal(opened.length, 1);
  assert.equal(opened[0], first);
  assert.deepEqual([first.closed, first.state], [null, { count: 1, isEven: false }]);
  await first.inputs.plusButtonDidTap();
  assert.deepEqual(changes, [[1, false], [1, true], [2, false]]);
  await host.undo();
  const closed = next(second, "closed");
  await host.undo();
  assert.match(await closed, /gone back/);
  await assert.rejects(second.input("plusButtonDidTap"), InstanceClosedError);
  assert.deepEqual(host.instances, [first]);
  await host.close();
});

test("an instance that the program does not have any more comes back as a new object", async (t) => {
  const host = await open(t, {
    command: scripted(`
      await read("session/undo");
      answer({ turn: 3, opened: [{ id: "c", name: "counter", revision: 2, state: { count: 5 } }] });
      await read("viewModel/dispose"); answer({})`),
  });
  const { turn, opened } = await host.undo();
  assert.equal(turn, 3);
  assert.deepEqual(host.instances, opened);
  const [counter] = opened;
  assert.deepEqual([counter.id, counter.name, counter.revision, counter.state], ["c", "counter", 2, { count: 5 }]);
  await counter.dispose();
  assert.equal(counter.closed, "it was disposed");
});

test("what cannot be undone is an error", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  const host = await open(t, { command, supervised: true });
  await assert.rejects(host.undo(), { code: ErrorCode.INVALID_REQUEST });
  await assert.rejects(host.rewind(99), { code: ErrorCode.INVALID_PARAMS });
  const other = await open(t, { command });
  for (const name of ["undo", "redo", "turns"]) {
    await assert.rejects(other[name](), { code: ErrorCode.METHOD_NOT_FOUND, message: /--supervised/ });
  }
  await assert.rejects(other.rewind(1), { code: ErrorCode.METHOD_NOT_FOUND });
  await assert.rejects(other.undo({ count: 1 }), TypeError);
  await Promise.all([host.close(), other.close()]);
});

test("a host that cannot be supervised says so", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  await assert.rejects(Host.start({ command, supervised: true, record: "x.transcript" }), (error) => {
    assert.ok(error instanceof HostDiedError);
    return /do not go together/.test(error.message);
  });
});
