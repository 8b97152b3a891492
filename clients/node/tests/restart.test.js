/** Restarts, supervised hosts, and undo. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ErrorCode, HostClosedError, HostDiedError } from "../src/index.js";
import { CONFORMANCE, builtHost, fakeCommand, open, temporaryFolder } from "./support.js";

const restart = join(CONFORMANCE, "transcripts/restart.transcript");

async function createTwo(t, faults, transcripts = [restart]) {
  const starts = join(temporaryFolder(t), "starts");
  const host = await open(t, { command: fakeCommand(transcripts, { starts, faults }) });
  const list = await host.create("list", { id: "l", parameters: { folder: "/tmp", pageSize: 2 } });
  const options = { id: "p", parameters: { selectedId: "1" }, uses: { list }, observe: ["index"] };
  return [host, list, await host.create("pager", options), starts];
}

/** Waits until a process has ended, and this one has taken note of it. */
async function ended(pid) {
  for (;;) {
    await new Promise(setImmediate);
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
  }
}

test("after its death a host is restarted, and its instances with it", async (t) => {
  const [host, list, pager, starts] = await createTwo(t, ["die=4"]);
  const died = once(host, "died");
  await assert.rejects(pager.call("willTransitionTo", { index: 1 }), HostDiedError);
  assert.equal((await died)[0].signal, "SIGKILL");
  const changes = [];
  for (const each of [list, pager]) each.on("change", ({ id, before, state, patch }) => changes.push([id, before, state, patch]));
  await Promise.all([host.restart(), host.restart()]);
  assert.deepEqual(changes, [["l", { items: [], loading: true }, { items: [], loading: false }, null], ["p", { index: 1 }, { index: 0 }, null]]);
  await pager.call("willTransitionTo", { index: 1 });
  assert.deepEqual([pager.state.index, readFileSync(starts, "utf8").length], [1, 2]);
});

test("a host is restarted after it was closed, and what cannot be created again is closed", async (t) => {
  const [host, list, pager] = await createTwo(t, [], [restart, join(CONFORMANCE, "transcripts/restart-fails.transcript")]);
  await pager.call("willTransitionTo", { index: 1 });
  await host.close();
  assert.throws(() => pager.input("willTransitionTo"), HostClosedError);
  const closed = once(pager, "closed");
  await host.restart();
  assert.match((await closed)[0], /^it could not be created again: .*there is no item 1/);
  assert.deepEqual([host.instances, list.state.loading], [[list], true]);
});

test("a supervised host continues after a crash, and without the process that was started", async (t) => {
  const command = builtHost(t, "example-host");
  if (!command) return;
  const host = await open(t, { command, supervised: true, log: "off" });
  const counter = await host.create("counter");
  const crash = await host.create("example.crash");
  const received = once(host, "restarted");
  const rejected = once(crash, "rejected");
  crash.input("fatalError");
  assert.equal((await rejected)[0].code, ErrorCode.CRASHED);
  assert.match((await received)[0].reason, /Fatal error: boom/);
  await counter.call("plusButtonDidTap");
  host.on("died", assert.fail);
  const timers = () => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  process.kill(host.pid, "SIGKILL");
  await ended(host.pid);
  assert.equal(timers(), before, "none that will end the other process");
  await counter.call("plusButtonDidTap");
  assert.equal(counter.state.count, 2);
});

test("an undo takes instances away, and gives them back", async (t) => {
  const command = builtHost(t);
  if (!command) return;
  const host = await open(t, { command, supervised: true });
  await assert.rejects(host.undo(), { code: ErrorCode.INVALID_REQUEST });
  const first = await host.create("counter", { id: "first" });
  const changes = [];
  first.on("change", ({ state, patch }) => changes.push([state.count, patch === null]));
  await first.call("plusButtonDidTap");
  const second = await host.create("counter", { id: "second" });
  await second.call("plusButtonDidTap");
  await first.dispose();
  const { turn, opened } = await host.undo();
  assert.deepEqual([opened[0] === first, first.closed, first.state.count], [true, null, 1]);
  assert.equal((await host.turns({ count: 1 })).turn, turn);
  await host.undo();
  assert.match(second.closed, /gone back/);
  assert.deepEqual(changes, [[1, false], [1, true], [0, true]]);
  const trial = await first.try("plusButtonDidTap");
  assert.deepEqual([trial.messages[0].method, first.state.count], ["viewModel/update", 0]);
  await host.redo();
  assert.deepEqual(first.state.count, 1);
});
