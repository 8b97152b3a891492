/** What is Node's own in this client; the judge looks at the rest. Most hosts here are written by the test itself. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import * as api from "../src/index.js";
import { PACKAGE, ROOT, open, scripted, temporaryFolder, warnings } from "./support.js";

const { ErrorCode, Host, HostClosedError, HostDiedError, HostTimeoutError, InstanceClosedError, RequestFailedError, ServiceError } = api;
const { applyPatch } = createRequire(import.meta.url)("../src/patch.cjs");

const change = (revision, count, more = "") =>
  `{id: "c", revision: ${revision}, patch: [{op: "replace", path: "/count", value: ${count}}], ${more}}`;

async function openCounter(t, script, options) {
  const host = await open(t, { command: scripted(`await counter(); ${script}`), ...options });
  return [host, await host.create("counter")];
}

const ANSWER_PING = 'await read("ping"); answer({});';
const SILENT = 'process.stdin.once("end", () => process.exit()); await new Promise(() => {})';

test("a program that is not there, or cannot be run, is reported with how to install it", async () => {
  for (const command of ["/nowhere/viewmodel-host", ["/nowhere/viewmodel-host", "--clock"], PACKAGE]) {
    await assert.rejects(Host.start({ command }), (error) => {
      assert.ok(error instanceof api.HostNotFoundError);
      return /^cannot start the host \/.*(ENOENT|EACCES)\. Install .* set VIEWMODEL_HOST to its path, /.test(error.message);
    });
  }
});

test("a host that does not answer, ends at once, refuses, or speaks another version does not start", async () => {
  const start = (script) => Host.start({ command: scripted(`/* initialize */ ${script}`), timeout: 10_000 });
  await assert.rejects(Host.start({ command: scripted("/* initialize */"), timeout: 1 }), HostTimeoutError);
  await assert.rejects(start("process.exit(5)"), { name: "HostDiedError", exitStatus: 5, signal: null, reason: null });
  await assert.rejects(start('refuse(-32600, "no")'), { name: "RequestFailedError", code: ErrorCode.INVALID_REQUEST });
  await assert.rejects(start('write("what?")'), { name: "ProtocolError", message: /node is no viewmodel-host: .*: what\?$/ });
  await assert.rejects(Host.start({ command: "cat" }), { message: /^cat is no viewmodel-host: .*it answered with what it was sent/ });
  const version = { name: "VersionMismatchError", message: /speaks 1, the host 2$/ };
  await assert.rejects(start('refuse(-32008, "no", {supported: ["2"]})'), version);
});

test("options become words of the command, capabilities, and additions to the environment", async (t) => {
  const folder = temporaryFolder(t);
  const script = `await read("argv");
    answer([process.argv.slice(3), process.cwd(), process.env.ADDED, process.env.PATH.length > 0])`;
  const options = { record: "x/", supervised: true, cwd: folder, env: { ADDED: "1" }, log: "info", mergeUpdates: false };
  const host = await open(t, { command: scripted(script), services: { items() {} }, ...options });
  const asked = { mergeUpdates: false, log: "info", services: ["items"], integers: "strings", restarts: true };
  assert.deepEqual(host.info.capabilities, asked);
  assert.deepEqual(await host.request("argv"), [["--record", "x/", "--supervised"], folder, "1", true]);
});

test("whoever awaits an answer continues before the next line, so that nothing is missed", async (t) => {
  const script = `await read("viewModel/create");
    process.stdout.write([{id: 2, result: {id: "c", revision: 0, state: {count: 0}}},
      {method: "viewModel/update", params: {updates: [${change(1, 1)}]}}].map((each) => JSON.stringify(each) + "\\n").join(""))`;
  const host = await open(t, { command: scripted(script) });
  const counter = await host.create("counter");
  const [{ before, state }] = await once(counter, "change");
  assert.deepEqual([before, state], [{ count: 0 }, { count: 1 }]);
});

test("a turn is applied whole before a listener is called: changes, then events", async (t) => {
  const script = `await counter("d"); await read("viewModel/input");
    update(${change(1, 5, 'events: [{event: "e", value: [1]}], droppedEvents: 3')}, {id: "d", revision: 1, patch: [{op: "add", path: "/new", value: "\\u2028"}]});`;
  const [host, counter] = await openCounter(t, script);
  const other = await host.create("counter");
  const received = [];
  counter.on("change", (change) => received.push(change.state, other.state));
  counter.on("event", (event) => received.push(event));
  other.on("change", ({ patch }) => received.push(patch.length));
  counter.input("plus");
  assert.equal((await once(counter, "dropped"))[0], 3);
  assert.deepEqual(received, [{ count: 5 }, { count: 0, new: "\u2028" }, 1, { id: "c", name: "e", value: [1] }]);
});

test("a listener that throws takes nothing from the others, and is an uncaught exception", () => {
  const script = `import { Host } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
    process.on("uncaughtException", ({ message }) => console.log(message));
    const host = await Host.start({ command: ${JSON.stringify(scripted(`await counter(); update(${change(1, 7)}); ${ANSWER_PING}`))} });
    const counter = await host.create("counter");
    counter.once("change", () => { throw new Error("of a listener"); });
    counter.on("change", ({ state }) => console.log(state.count));
    await host.request("ping");
    console.log(counter.listenerCount("change"));
    await host.close();`;
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(stdout, "7\nof a listener\n1\n");
});

test("an input that fails is reported by events, or else by a warning", async (t) => {
  const reject = `{ const {params} = await read("viewModel/input");
    write({method: "viewModel/rejected", params: {...params, error: {code: -32004, message: "no", data: [1]}}}); }`;
  const [host, counter] = await openCounter(t, `${reject} ${ANSWER_PING} ${reject} write({id: null, error: {code: -32009, message: "long"}}); ${ANSWER_PING}`);
  const received = await warnings(async () => {
    assert.equal(counter.input("plus", { by: 1 }), undefined);
    await host.request("ping");
  });
  assert.deepEqual(received, ["c: plus: no"]);
  const heard = [];
  host.on("rejected", (error) => heard.push(error));
  counter.on("rejected", (error) => heard.push(error));
  counter.input("plus");
  await host.request("ping");
  assert.deepEqual(heard.map(({ id, input, code, data }) => [id, input, code, data]), [
    ["c", "plus", -32004, [1]], ["c", "plus", -32004, [1]], [undefined, undefined, -32009, undefined],
  ]);
  assert.ok(heard[0] instanceof RequestFailedError && heard[0] === heard[1]);
});

test("a call gives its value or fails; one that is aborted or takes too long is cancelled, and its answer passed over", async (t) => {
  const late = (how) => `{ const {id} = await read("viewModel/call"); const {params} = await read("$/cancelRequest");
    if (params.id !== id) throw new Error("another"); ${how} }`;
  const [host, counter] = await openCounter(t, `
    await read("viewModel/call"); answer({value: 3});
    await read("viewModel/call"); refuse(-32007, "thrown", {a: 1});
    ${late("answer({value: 1}, id)")} ${late('write({id, error: {code: -32800, message: "c"}})')} ${ANSWER_PING}`);
  assert.equal(await counter.call("add", [1]), 3);
  await assert.rejects(counter.call("add"), { name: "RequestFailedError", code: -32007, message: "thrown", data: { a: 1 } });
  const abort = new AbortController();
  const call = counter.call("slow", {}, { signal: abort.signal });
  abort.abort();
  await assert.rejects(call, { name: "AbortError" });
  await assert.rejects(counter.call("slow", {}, { timeout: 1 }), { name: "HostTimeoutError", message: "viewModel/call took longer than 0.001 seconds" });
  await host.request("ping");
  await assert.rejects(counter.call("add", {}, { signal: AbortSignal.abort() }), { name: "AbortError" });
  assert.throws(() => counter.input("add", { big: 1n }), TypeError);
});

test("everything that waits takes a timeout, or has that of the host", async (t) => {
  const [host, counter] = await openCounter(t, SILENT);
  const waits = (timeout) => ({
    list: host.list(timeout), create: host.create("counter", { ...timeout }), request: host.request("ping", {}, timeout),
    undo: host.undo(timeout), redo: host.redo(timeout), rewind: host.rewind(1, timeout), turns: host.turns(timeout),
    call: counter.call("plus", {}, timeout), try: counter.try("plus", {}, timeout), until: counter.until(() => false, timeout),
    observe: counter.observe([], timeout), window: counter.moveWindow("rows", 0, 1, timeout), dispose: counter.dispose(timeout),
  });
  for (const [name, wait] of Object.entries(waits({ timeout: 1 }))) await assert.rejects(wait, HostTimeoutError, name);
  const [, other] = await openCounter(t, SILENT, { timeout: 5000 });
  for (const wait of [other.call("plus"), other.until(() => false)]) await assert.rejects(wait, /took longer than 5 seconds/);
});

test("an instance whose creation took too long is disposed of when it is there", async (t) => {
  const script = `await read("viewModel/create"); await read("ping"); answer({id: "c", revision: 0, state: {}}, 2);
    const {params} = await read("viewModel/dispose"); answer({}); answer(params, 3)`;
  const host = await open(t, { command: scripted(script) });
  await assert.rejects(host.create("counter", { timeout: 1 }), HostTimeoutError);
  assert.deepEqual(await host.request("ping"), { id: "c" });
  assert.deepEqual(host.instances, []);
});

test("a state is waited for until it is there, or cannot come any more", async (t) => {
  const [host, counter] = await openCounter(t, `await read("viewModel/input"); update(${change(1, 3)});
    await read("viewModel/input"); write({method: "viewModel/closed", params: {id: "c", reason: "gone"}}); ${ANSWER_PING}`);
  assert.deepEqual(await counter.until(({ count }) => count === 0), { count: 0 });
  const three = counter.until(({ count }) => count === 3);
  const wrong = counter.until(({ count }) => count === 3 && count.no.such);
  counter.input("plus");
  assert.deepEqual(await three, { count: 3 });
  await assert.rejects(wrong, TypeError);
  const never = counter.until(() => false);
  counter.input("close");
  await assert.rejects(never, { name: "InstanceClosedError", message: "the instance c is closed: gone" });
  await host.request("ping");
  for (const wait of [counter.until(() => false), counter.call("plus")]) await assert.rejects(wait, InstanceClosedError);
  assert.throws(() => counter.input("plus"), InstanceClosedError);
  await counter.dispose();
  assert.deepEqual([counter.closed, counter.state, host.instances], ["gone", { count: 3 }, []]);
});

test("what a function says is one turn, or nothing if it throws", async (t) => {
  const [host, counter] = await openCounter(t, `const [input, call] = await read("batch");
    if (input.params.step !== false) throw new Error("no step");
    write([{jsonrpc: "2.0", id: call.id, result: {value: 7}}]); ${ANSWER_PING}`);
  const call = host.turn(() => {
    counter.input("plus", undefined, { step: false });
    return counter.call("plus");
  });
  assert.equal(await call, 7);
  const fails = () => {
    counter.input("plus");
    counter.call("plus"); // an unhandled rejection would end the tests
    throw new Error("on second thought");
  };
  assert.throws(() => host.turn(fails), /second thought/);
  assert.throws(() => host.turn(() => host.turn(() => {})), /a turn cannot contain another turn/);
  assert.equal(host.turn(() => 3), 3);
  await host.request("ping");
});

test("services answer with results, errors, and by being cancelled", async (t) => {
  const asked = (service, expected) => `write({id: "s", method: "service/call", params: {service: "${service}", id: "c", arguments: {a: 1}}});
    { const {id, jsonrpc, ...found} = await read("response");
      if (JSON.stringify(found) !== ${JSON.stringify(JSON.stringify(expected))}) fail("expected another answer than " + JSON.stringify(found)); }`;
  const missing = (what) => ({ error: { code: -32601, message: `This frontend has no ${what}` } });
  const script = `
    ${asked("echo", { result: ["c", "counter", 1] })} ${asked("nothing", { result: null })}
    ${asked("refuse", { error: { code: 1, message: "net", data: [2] } })} ${asked("fail", { error: { code: -32000, message: "oops" } })}
    ${asked("constructor", missing("constructor"))}
    write({id: "x", method: "other"}); await read("response");
    write({id: "b", method: "service/call", params: {service: "big"}}); if (!(await read("response")).error) fail("expected an error");
    write({id: "y", method: "service/call", params: {service: "slow"}}); write({method: "$/cancelRequest", params: {id: "y"}});
    if ((await read("response")).error.code !== -32800) fail("expected a cancellation");
    write({id: "z", method: "service/call", params: {service: "slow"}});
    write({method: "service/rejected", params: {id: "y", error: {code: -32800, message: "crossed"}}});
    write({method: "service/rejected", params: {id: "s", service: "echo", error: {code: -32602, message: "of no use"}}});`;
  const aborted = [];
  const slow = (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => aborted.push(signal.reason)));
  const services = {
    slow, nothing() {}, echo: async ({ a }, { id, instance }) => [id, instance.name, a], big: () => 1n,
    refuse: () => { throw new ServiceError(1, "net", [2]); }, fail: () => Promise.reject(new Error("oops")),
  };
  const [host] = await openCounter(t, script, { services });
  const [{ service, code }] = await once(host, "rejected");
  assert.deepEqual([service, code, aborted.length], ["echo", -32602, 1]);
  await host.close();
  assert.ok(aborted[1] instanceof HostClosedError);
});

test("a death is reported once, with its reason; what was asked fails, and the state can still be read", async (t) => {
  const script = (words) => `await read("ping"); process.stderr.write(${JSON.stringify(words)}); process.exit(3)`;
  const [host, counter] = await openCounter(t, script("a.swift:1: Fatal error: boom\nCrash report\n"));
  const received = [];
  host.on("died", (error) => received.push(error));
  const waits = [host.request("ping"), counter.until(() => false)];
  for (const wait of waits) await assert.rejects(wait, { message: "the host ended (exit status 3): a.swift:1: Fatal error: boom" });
  assert.throws(() => counter.input("plus"), HostDiedError);
  await assert.rejects(counter.call("plus"), received[0]);
  assert.equal(received.length, 1);
  assert.deepEqual(received[0].stderr, ["a.swift:1: Fatal error: boom", "Crash report"]);
  assert.equal(inspect(received[0]).split("boom").length, 2, "it shows its reason once");
  assert.deepEqual([counter.state, counter.closed, host.error], [{ count: 0 }, null, received[0]]);
  await host.close();
});

test("a death without a wait or a listener is a warning", async (t) => {
  const [host] = await openCounter(t, "process.kill(process.pid, 'SIGKILL')");
  const received = await warnings(async () => {
    while (host.error === null) await new Promise(setImmediate);
  });
  assert.deepEqual(received, ["the host ended by SIGKILL"]);
});

test("a host that does not end is killed, with what it has started", async (t) => {
  const forEver = scripted("await new Promise(() => setInterval(() => {}, 1000))");
  const file = join(temporaryFolder(t), "pid");
  const host = await open(t, { command: ["sh", "-c", 'sleep 1000 & echo $! >"$0"; exec "$@"', file, ...forEver] });
  const pid = readFileSync(file, "utf8").trim();
  const about = (id) => existsSync(`/proc/${id}/stat`) ? readFileSync(`/proc/${id}/stat`, "utf8").split(" ") : [];
  assert.equal(about(host.pid)[4], `${host.pid}`, "it has a group of its own: Control-C is for this program");
  await host.close({ timeout: 1 });
  await assert.rejects(host.request("ping"), { name: "HostClosedError", message: "the host was closed" });
  // It is over soon after the signal.
  while (!/Z|gone/.test(about(pid)[2] ?? "gone")) await new Promise((resolve) => setImmediate(resolve));
});

test("what the host prints is reported, or shown", async (t) => {
  const said = `process.stderr.write("one\\nscripted: warning: two\\n*** Signal 4: x\\nframes\\nBacktrace took 1s\\n\\u00fc"); write({method: "host/log", params: {level: "warning", message: "two"}}); ${ANSWER_PING}`;
  const lines = [];
  const [host] = await openCounter(t, said);
  host.on("log", (line) => lines.push(line));
  await host.request("ping");
  await host.close();
  const received = lines.map(({ level, message }) => `${level} ${message}`);
  assert.deepEqual(received.sort(), ["info one", "info ü", "warning two"]);
  const program = (log) => `import { Host } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
    const host = await Host.start({ command: ${JSON.stringify(scripted(said))}, log: "${log}" }); await host.request("ping"); await host.close();`;
  const shown = (log) => spawnSync(process.execPath, ["--input-type=module", "-e", program(log)], { encoding: "utf8" }).stderr;
  assert.deepEqual([shown("warning"), shown("off")], ["one\nü\n", ""]);
});

test("the trace has each message in both directions", (t) => {
  const file = join(temporaryFolder(t), "wire");
  const program = `import { Host } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
    const host = await Host.start({ command: ${JSON.stringify(scripted(ANSWER_PING))} }); await host.request("ping"); await host.close();`;
  spawnSync(process.execPath, ["--input-type=module", "-e", program], { env: { ...process.env, VIEWMODEL_HOST_TRACE: file } });
  const lines = readFileSync(file, "utf8").split("\n").slice(0, -1);
  for (const line of lines) assert.match(line, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} (-->|<--|#) /);
  const marks = lines.map((line) => line.slice(24, 33));
  assert.deepEqual(marks, ["# starts ", '--> {"jso', '<-- {"jso', '--> {"jso', '<-- {"jso', "# ended ("]);
});

test("patches touch no prototype, share what they leave, and have to fit", () => {
  const state = JSON.parse('{"a/~":{"list":[1,2,3]},"same":{},"__proto__":{"own":1}}');
  const patched = applyPatch(state, [
    { op: "add", path: "/a~1~0/list/3", value: 4 }, { op: "remove", path: "/a~1~0/list/0" },
    { op: "replace", path: "/__proto__/own", value: 2 }, { op: "add", path: "/a~1~0/__proto__", value: {} },
  ]);
  assert.equal(JSON.stringify(patched), '{"a/~":{"list":[2,3,4],"__proto__":{}},"same":{},"__proto__":{"own":2}}');
  assert.deepEqual([state["a/~"].list, patched.same === state.same, {}.own], [[1, 2, 3], true, undefined]);
  const wrong = ["/none/x", "/a~1~0/list/5", "/toString/x", "/a~1~0/list/x"];
  for (const path of wrong) assert.throws(() => applyPatch(state, [{ op: "add", path, value: 1 }]), Error, path);
  for (const op of ["replace", "remove", "move"]) assert.throws(() => applyPatch(state, [{ op, path: "/none" }]), /does not fit/);
});

test("a resumed host says what is there", async (t) => {
  const script = `/* initialize */ write({method: "host/resumed", params: {turn: 3, opened: [{id: "c", name: "counter", revision: 2, state: {count: 5}}]}});
    answer({protocolVersion: "1", host: {name: "x"}}); update(${change(3, 6)}); ${ANSWER_PING}`;
  const host = await open(t, { command: scripted(script) });
  await host.request("ping");
  const [counter] = host.instances;
  assert.deepEqual([host.resumed, counter.name, counter.state], [{ turn: 3, opened: [counter] }, "counter", { count: 6 }]);
});

test("`await using` where there is Symbol.asyncDispose", async (t) => {
  if (!Symbol.asyncDispose) return;
  const [host, counter] = await openCounter(t, 'await read("viewModel/dispose"); answer({})');
  await counter[Symbol.asyncDispose]();
  await host[Symbol.asyncDispose]();
  assert.deepEqual([counter.closed, host.error.message], ["it was disposed", "the host was closed"]);
});

test("the error codes are those of the protocol", () => {
  const table = readFileSync(join(ROOT, "protocol.md"), "utf8").split("### Error codes")[1];
  const rows = [...table.matchAll(/^\| (-\d+) \| ([^|]+) \|/gm)];
  assert.ok(rows.length > 15);
  for (const [, code, name] of rows) {
    assert.equal(ErrorCode[name.toUpperCase().replace("VIEWMODEL", "VIEW_MODEL").replaceAll(" ", "_")], Number(code), name);
  }
});
