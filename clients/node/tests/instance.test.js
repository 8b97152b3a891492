/** Instances: inputs, calls, events, iteration; with a host whose side the tests write. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { CancelledError, HostDiedError, InputRejectedError, InstanceClosedError, RequestFailedError } from "../src/index.js";
import { next, open, scripted, warnings } from "./support.js";

const change = (revision, count, more = "") =>
  `{id: "c", revision: ${revision}, patch: [{op: "replace", path: "/count", value: ${count}}], ${more}}`;

async function openCounter(t, script, options) {
  const host = await open(t, { command: scripted(`await counter(); ${script}`), ...options });
  return [host, await host.create("counter")];
}

test("what is listened for is known", async (t) => {
  const host = await open(t, { command: scripted("await counter()") });
  const counter = await host.create("counter");
  const unknown = { name: "TypeError", message: "an instance has no event nope; it has change, event, dropped, rejected, failed, closed, stale" };
  for (const how of ["on", "once", "addListener", "prependListener", "prependOnceListener"]) {
    assert.throws(() => counter[how]("nope", () => {}), unknown);
  }
  assert.throws(() => host.on("change", () => {}), { message: "a host has no event change; it has turn, rejected, failed, restarted, log, died" });
  for (const name of ["error", "removeListener", Symbol("own")]) counter.on(name, () => {});
});

test("an input: first its change, then its events, then the turn, then the promise", async (t) => {
  const events = 'events: [{event: "e", value: [1]}, {event: "f"}], done: [last.params.seq]';
  const [host, counter] = await openCounter(t, `const last = await read("viewModel/input"); update(${change(1, 5, events)})`);
  const told = [];
  counter.on("change", ({ before, state, revision }) => told.push(["change", before, state, revision]));
  counter.on("event", ({ id, name, value }) => told.push([id, name, value, counter.state.count]));
  host.on("turn", (changes) => told.push(["turn", changes.length]));
  await counter.inputs.plus().then((value) => told.push(["done", value]));
  assert.deepEqual(told, [
    ["change", { count: 0 }, { count: 5 }, 1],
    ["c", "e", [1], 5],
    ["c", "f", undefined, 5],
    ["turn", 1],
    ["done", undefined],
  ]);
  assert.throws(() => (counter.state.count = 1), TypeError, "states are frozen");
  await host.close();
});

const rejection = `const sent = (await read("viewModel/input")).params;
  write({method: "viewModel/rejected", params: {...sent, error: {code: -32004, message: "no", data: {a: 1}}}});`;

test("a rejection that somebody waits for goes there, and nowhere else", async (t) => {
  const [host, counter] = await openCounter(t, rejection);
  host.on("rejected", assert.fail);
  counter.on("rejected", assert.fail);
  await assert.rejects(counter.input("bogus", { by: 1 }), (error) => {
    assert.ok(error instanceof InputRejectedError);
    const { id, input, code, message, data } = error;
    assert.deepEqual([id, input, code, message, data], ["c", "bogus", -32004, "no", { a: 1 }]);
    return true;
  });
  await host.close();
});

test("a rejection that nobody waits for is told by events, and the process goes on", async (t) => {
  const [host, counter] = await openCounter(t, rejection);
  const told = Promise.all([next(counter, "rejected"), next(host, "rejected")]);
  const completion = counter.input("bogus");
  const [error, same] = await told;
  assert.equal(error, same);
  assert.equal(error.code, -32004);
  await assert.rejects(completion, error, "it can still be awaited");
  await host.close();
});

test("a rejection that nobody hears of at all is a warning", async (t) => {
  const [host, counter] = await openCounter(t, `${rejection} await read("ping"); answer({});`);
  counter.input("bogus");
  await host.ping();
  await new Promise(setImmediate);
  assert.deepEqual(warnings.splice(0), ["c.bogus was rejected: no"]);
  await host.close();
});

test("a call that fails while nobody waits is told, too", async (t) => {
  const [host, counter] = await openCounter(t, 'await read("viewModel/call"); refuse(-32007, "thrown")');
  const told = next(counter, "rejected");
  counter.call("fetch");
  const error = await told;
  assert.ok(error instanceof RequestFailedError);
  assert.deepEqual([error.code, error.id, error.input], [-32007, "c", "fetch"]);
  await host.close();
});

test("a call gives what the input returned; arguments go as they are", async (t) => {
  const echo = 'answer({value: (await read("viewModel/call")).params});';
  const [host, counter] = await openCounter(t, echo.repeat(3));
  assert.deepEqual(await counter.call("add", { by: 2 }), { id: "c", input: "add", arguments: { by: 2 } });
  assert.deepEqual(await counter.call("add", [2]), { id: "c", input: "add", arguments: [2] });
  assert.deepEqual(await counter.call("add"), { id: "c", input: "add" });
  for (const args of [null, 3, "text"]) assert.throws(() => counter.call("add", args), TypeError);
  assert.throws(() => counter.input(3), TypeError);
  await host.close();
});

test("a call that is aborted is cancelled in the host, and fails with the signal's reason after its answer", async (t) => {
  const script = `const call = await read("viewModel/call"), cancel = await read("$/cancelRequest");
    update(${change(1, 9)});
    write({id: cancel.params.id, error: {code: -32800, message: "Cancelled"}})`;
  const [host, counter] = await openCounter(t, script);
  const reason = new Error("enough");
  const abort = new AbortController();
  const call = counter.call("start", {}, { signal: abort.signal });
  abort.abort(reason);
  await assert.rejects(call, reason);
  assert.equal(counter.state.count, 9);
  await assert.rejects(counter.call("start", {}, { signal: abort.signal }), reason, "nothing is sent");
  await host.close();
});

test("an abort that comes too late is nothing, and a cancellation by the host is a CancelledError", async (t) => {
  const script = `await read("viewModel/call"); answer({value: 1});
    await read("viewModel/call"); refuse(-32800, "disposed")`;
  const [host, counter] = await openCounter(t, script);
  const abort = new AbortController();
  assert.equal(await counter.call("start", {}, { signal: abort.signal }), 1);
  abort.abort();
  await assert.rejects(counter.call("start"), CancelledError);
  await host.close();
});

test("inputs is no promise, and has no symbols", async (t) => {
  const [host, counter] = await openCounter(t, "");
  assert.equal(await Promise.resolve(counter.inputs), counter.inputs);
  assert.equal(counter.inputs[Symbol.iterator], undefined);
  await host.close();
});

test("what the host says right after the creation is not missed", async (t) => {
  const host = await open(t, { command: scripted(`await counter(); update(${change(1, 1)}); update(${change(2, 2)})`) });
  const counter = await host.create("counter");
  assert.equal(counter.revision, 0);
  const revisions = [];
  counter.on("change", ({ revision }) => revisions.push(revision));
  await counter.until(({ count }) => count === 2);
  assert.deepEqual(revisions, [1, 2]);
  await host.close();
});

test("iteration gives each change, and ends when the instance is closed", async (t) => {
  const closing = 'write({method: "viewModel/closed", params: {id: "c", reason: "over"}})';
  const [host, counter] = await openCounter(t, `await read("ping"); update(${change(1, 1)}); update(${change(2, 2)}); answer({}); ${closing}`);
  const counts = [];
  const iteration = (async () => {
    for await (const { state } of counter) counts.push(state.count);
  })();
  await host.ping();
  await iteration;
  assert.deepEqual(counts, [1, 2]);
  assert.equal(counter.closed, "over");
  await assert.rejects(counter.call("plus"), InstanceClosedError);
  await assert.rejects(counter.until(() => false), InstanceClosedError);
  for await (const _ of counter) assert.fail("it is closed");
  await host.close();
});

test("an iterator that is returned gives nothing more", async (t) => {
  const [host, counter] = await openCounter(t, `await read("ping"); update(${change(1, 1)}); answer({})`);
  const iterator = counter[Symbol.asyncIterator]();
  const first = iterator.next();
  await host.ping();
  assert.equal((await first).value.state.count, 1);
  await iterator.return();
  assert.deepEqual(await iterator.next(), { value: undefined, done: true });
  await host.close();
});

test("an iteration that falls far behind gets several changes as one, from the first state to the last", async (t) => {
  const script = `await read("ping");
    for (let n = 1; n <= 3000; n += 1) update(${change("n", "n")});
    answer({})`;
  const [host, counter] = await openCounter(t, script);
  const iterator = counter[Symbol.asyncIterator]();
  await host.ping();
  const seen = [];
  while (seen.at(-1)?.state.count !== 3000) seen.push((await iterator.next()).value);
  assert.equal(seen.length, 1000);
  assert.deepEqual([seen[999].before.count, seen[999].patch], [999, null]);
  for (let at = 1; at < seen.length; at += 1) assert.equal(seen[at].before, seen[at - 1].state);
  await host.close();
});

test("iteration, until and calls fail when the host dies; the state stays", async (t) => {
  const [host, counter] = await openCounter(t, `await read("viewModel/call"); update(${change(1, 1)}); await read("ping"); process.exit(3)`);
  const died = next(host, "died");
  const waiting = [counter.call("start"), counter.until(() => false), counter[Symbol.asyncIterator]().next()];
  const first = await waiting[2];
  assert.equal(first.value.state.count, 1);
  waiting.splice(2);
  const iteration = (async () => {
    for await (const _ of counter) assert.fail("nothing changes");
  })();
  const ping = host.ping();
  for (const promise of [...waiting, iteration, ping]) {
    await assert.rejects(promise, (error) => error instanceof HostDiedError && error.exitCode === 3);
  }
  assert.equal((await died).exitCode, 3);
  assert.deepEqual([counter.state.count, counter.closed], [1, null]);
  await host.close();
  assert.equal(counter.closed, "the host was stopped");
});

test("until takes a signal, and what its predicate throws", async (t) => {
  const [host, counter] = await openCounter(t, `await read("ping"); update(${change(1, 1)}); answer({})`);
  assert.deepEqual(await counter.until(({ count }) => count === 0), { count: 0 });
  const aborted = counter.until(() => false, { signal: AbortSignal.abort(new Error("enough")) });
  await assert.rejects(aborted, /enough/);
  const failing = counter.until(({ count }) => {
    if (count === 1) throw new Error("predicate");
  });
  const [failed] = await Promise.allSettled([failing, host.ping()]);
  assert.match(failed.reason.message, /predicate/);
  await host.close();
});

test("failed, dropped and closed are told", async (t) => {
  const script = `await read("ping");
    write({method: "viewModel/failed", params: {id: "c", error: {code: -32011, message: "inf"}}});
    update({id: "c", revision: 1, droppedEvents: 3});
    write({method: "viewModel/closed", params: {id: "c", reason: "over"}}); answer({})`;
  const [host, counter] = await openCounter(t, script);
  const told = [];
  counter.on("failed", ({ code, message, id }) => told.push([code, message, id]));
  counter.on("dropped", (count) => told.push(count));
  counter.on("closed", (reason) => told.push(reason));
  await host.ping();
  assert.deepEqual(told, [[-32011, "inf", "c"], 3, "over"]);
  await host.close();
});

test("observe, snapshot and dispose", async (t) => {
  const script = `
    const observe = (await read("viewModel/observe")).params.observe; answer({});
    await read("viewModel/snapshot"); answer({id: "c", revision: 0, state: {observe}});
    await read("viewModel/dispose"); refuse(-32003, "There is no instance c")`;
  const [host, counter] = await openCounter(t, script);
  const closed = next(counter, "closed");
  await counter.observe(["count"]);
  assert.deepEqual(await counter.snapshot(), { id: "c", revision: 0, state: { observe: ["count"] } });
  await counter.dispose();
  await counter.dispose();
  assert.equal(await closed, "it was disposed");
  await assert.rejects(counter.snapshot(), InstanceClosedError);
  if (Symbol.asyncDispose) await counter[Symbol.asyncDispose]();
  await host.close();
});

test("while a snapshot is awaited, later updates ask for no other", async (t) => {
  const script = `const {id} = await read("ping"); update(${change(3, 3)}); update(${change(4, 4)}); answer({}, id);
    const snapshot = await read("viewModel/snapshot"); update(${change(5, 5, 'events: [{event: "e"}]')});
    answer({id: "c", revision: 5, state: {count: 5}}, snapshot.id); update(${change(6, 6)})`;
  const [host, counter] = await openCounter(t, script);
  const told = [];
  counter.on("change", ({ before, state, patch, resynced }) => told.push([before.count, state.count, patch?.length, resynced]));
  counter.on("event", ({ name }) => told.push(name));
  await host.ping();
  await counter.until(({ count }) => count === 6);
  assert.deepEqual(told, ["e", [0, 5, undefined, true], [5, 6, 1, false]]);
  assert.equal(warnings.splice(0).length, 1);
  await host.close();
});
