/** The fake host of all clients: another version, and restarts. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, HostDiedError, VersionMismatchError } from "../src/index.js";
import { CONFORMANCE, ROOT, fakeCommand, next, open, temporaryFolder } from "./support.js";

const counter = join(ROOT, "Tests/Transcripts/counter.transcript");

test("another version is told with both", async () => {
  const failure = Host.start({ command: fakeCommand(counter, { faults: ["version"] }) });
  await assert.rejects(failure, (error) => {
    assert.ok(error instanceof VersionMismatchError);
    assert.deepEqual([error.client, error.host], [["1"], ["2"]]);
    return true;
  });
});

const restart = join(CONFORMANCE, "transcripts/restart.transcript");
const restartFails = join(CONFORMANCE, "transcripts/restart-fails.transcript");

async function createList(host) {
  const list = await host.create("list", { id: "l", parameters: { folder: "/tmp", pageSize: 2 } });
  const options = { id: "p", parameters: { selectedId: "1" }, uses: { list }, observe: ["index"] };
  return [list, await host.create("pager", options)];
}

test("after its death a host is restarted, and its instances with it", async (t) => {
  const starts = join(temporaryFolder(t), "starts");
  const host = await open(t, { command: fakeCommand([restart], { starts, faults: ["die=4"] }) });
  const [list, pager] = await createList(host);
  const changes = [];
  list.on("change", (change) => changes.push(change));
  pager.on("change", (change) => changes.push(change));
  const died = next(host, "died");
  const call = pager.call("willTransitionTo", { index: 1 });
  await assert.rejects(call, HostDiedError);
  assert.equal((await died).signal, "SIGKILL");
  assert.deepEqual([list.state.loading, pager.state.index], [true, 1], "the state stays readable");
  changes.length = 0;

  await host.restart();
  assert.deepEqual(
    changes.map(({ id, before, state, restarted, patch }) => ({ id, before, state, restarted, patch })),
    [
      { id: "l", before: { items: [], loading: true }, state: { items: [], loading: false }, restarted: true, patch: null },
      { id: "p", before: { index: 1 }, state: { index: 0 }, restarted: true, patch: null },
    ],
  );
  assert.deepEqual([list.revision, pager.revision], [0, 0]);
  await pager.call("willTransitionTo", { index: 1 });
  assert.equal(pager.state.index, 1);
  await host.close();
  assert.equal(readFileSync(starts, "utf8").length, 2, "one byte for each start");
});

test("a living host is restarted, too, and what cannot be created again is closed", async (t) => {
  const starts = join(temporaryFolder(t), "starts");
  const host = await open(t, { command: fakeCommand([restart, restartFails], { starts }) });
  const [list, pager] = await createList(host);
  await pager.call("willTransitionTo", { index: 1 });
  host.on("died", assert.fail);
  const closed = next(pager, "closed");
  await host.restart();
  assert.match(await closed, /could not be created again: .*there is no item 1/);
  assert.match(pager.closed, /there is no item 1/);
  assert.deepEqual(host.instances, [list]);
  assert.equal(list.state.loading, true);
  await host.close();
});
