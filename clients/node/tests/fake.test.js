/** The transcripts of all clients, against a fake host that has faults. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Host, HostDiedError, ProtocolError, ServiceError, VersionMismatchError, applyPatch } from "../src/index.js";
import { Player, expectedOutcomes } from "./player.js";
import { CONFORMANCE, ROOT, fakeCommand, next, open, temporaryFolder, warnings } from "./support.js";
import { readTranscript } from "./transcripts.js";

const shared = ["counter", "call", "user", "dispose"].map((name) => join(ROOT, `Tests/Transcripts/${name}.transcript`));
const own = ["services", "service-cancelled", "service-rejected"].map((name) => join(CONFORMANCE, `transcripts/${name}.transcript`));

/** What the frontend of a transcript answers when its `items` are asked for. */
const services = {
  services: {
    items: ({ page }) => {
      if (page === undefined) return [];
      if (page === 2) throw new ServiceError(1, "net", { retry: true });
      return page === 1 ? { items: [{ id: "1", name: "ä" }], pages: { currentPage: 1, nextPage: 2 } } : null;
    },
  },
  "service-cancelled": {
    items: ({ page }, { signal }) => {
      if (page === 2) return { items: [], pages: { currentPage: 2, nextPage: null } };
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve("too late")));
    },
  },
  "service-rejected": { items: () => ({ items: "none" }) },
};

function start(t, path, options) {
  const name = Object.keys(services).find((each) => path.endsWith(`/${each}.transcript`));
  return open(t, { command: fakeCommand(path, options), services: services[name] });
}

/** The last state of each instance that the transcript's host tells of. */
function finalStates(transcript) {
  const states = new Map();
  for (const { text } of transcript.lines.filter((line) => !line.fromClient)) {
    for (const { result, params } of [JSON.parse(text)].flat()) {
      if (result?.state) states.set(result.id, result.state);
      for (const { id, patch } of params?.updates ?? []) {
        if (states.has(id) && patch) states.set(id, applyPatch(states.get(id), patch));
      }
    }
  }
  return states;
}

async function playAll(t, path, options, expectation = () => {}) {
  const host = await start(t, path, options);
  const transcript = readTranscript(path);
  const player = new Player(host);
  await player.play(transcript, async () => {
    await host.ping();
    await host.ping(); // by now a snapshot is answered that the first one's updates made necessary
  });
  // An update that got lost is one more.
  const plain = (outcome) => (player.resynced > 0 ? outcome.replace(/"revision":\d+/, "") : outcome);
  assert.deepEqual(player.outcomes.map(plain).sort(), expectedOutcomes(transcript).map(plain).sort());
  const states = finalStates(transcript);
  assert.ok(states.size > 0);
  assert.equal(states.size, player.instances.size);
  for (const [id, { state }] of player.instances) assert.deepEqual(state, states.get(id), id);
  expectation(player);
}

for (const fault of [null, "drip", "long", "interleave", "noise"]) {
  test(`transcripts with ${fault ?? "no fault"}`, async (t) => {
    for (const path of [...shared, ...own]) {
      await t.test(readTranscript(path).name, (t) => playAll(t, path, { faults: fault ? [fault] : [] }));
    }
    assert.deepEqual(warnings, []);
  });
}

test("an update that is missing is made up for by a snapshot", async (t) => {
  for (const fault of ["gap", "gap=1"]) {
    for (const path of shared.slice(0, 3)) {
      await t.test(`${readTranscript(path).name}, ${fault}`, async (t) => {
        await playAll(t, path, { faults: [fault] }, (player) => assert.equal(player.resynced, 1));
        assert.match(warnings.splice(0).join(), /is out of step, and is fetched anew/);
      });
    }
  }
});

/** Plays until the host ends, and gives what was told of that. */
async function playToTheEnd(t, path, fault) {
  const host = await start(t, path, { faults: [fault] });
  const deaths = [];
  host.on("died", (error) => deaths.push(error));
  const player = new Player(host);
  const error = await player.play(readTranscript(path), () => host.ping()).then(
    () => null,
    (thrown) => thrown,
  );
  await assert.rejects(host.ping(), deaths[0]);
  await assert.rejects(host.create("counter"), deaths[0]);
  await host.close();
  assert.equal(deaths.length, 1);
  assert.equal(error, deaths[0]);
  return error;
}

for (const path of shared) {
  const { name } = readTranscript(path);
  for (const fault of ["die=1", "die=2", "die=4", "half=1", "half=3"]) {
    test(`${name}: ${fault} is told once, with the signal`, async (t) => {
      const error = await playToTheEnd(t, path, fault);
      assert.ok(error instanceof HostDiedError);
      assert.deepEqual([error.exitCode, error.signal], [null, "SIGKILL"]);
    });
  }
  test(`${name}: an exit is told once, with status and last words`, async (t) => {
    const error = await playToTheEnd(t, path, "exit=3:7");
    assert.ok(error instanceof HostDiedError);
    assert.deepEqual([error.exitCode, error.signal, error.stderr], [7, null, ["last words"]]);
    assert.match(error.message, /^the host ended \(exit status 7\): last words$/);
  });
  test(`${name}: a line that is not JSON ends the host with an error that shows it`, async (t) => {
    const error = await playToTheEnd(t, path, "garbage=2");
    assert.ok(error instanceof ProtocolError);
    assert.match(error.message, /not JSON.*\{this is not JSON/);
  });
}

test("another version is told with both", async () => {
  const failure = Host.start({ command: fakeCommand(shared[0], { faults: ["version"] }) });
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
