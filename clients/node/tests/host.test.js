/** Hosts: start, batches, services, faults, end; with a host whose side the tests write. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import * as api from "../src/index.js";
import { Host, HostClosedError, HostDiedError, HostNotFoundError, HostTimeoutError, ProtocolError, ServiceError } from "../src/index.js";
import { PACKAGE, next, open, scripted, warnings } from "./support.js";

test("a program that is not there, cannot be run, or is no command", async () => {
  for (const command of ["/nowhere/viewmodel-host", ["/nowhere/viewmodel-host", "--clock"], PACKAGE, "/dev/null"]) {
    await assert.rejects(Host.start({ command }), (error) => {
      assert.ok(error instanceof HostNotFoundError);
      assert.match(error.message, /^cannot start the host \/.*: (there is no such program|it is not executable)\. Install .* set VIEWMODEL_HOST to its path, /);
      return true;
    });
  }
  for (const command of [[], "", 3, [3]]) await assert.rejects(Host.start({ command }), TypeError);
});

test("a host that does not answer, answers nonsense, or ends at once", async () => {
  await assert.rejects(Host.start({ command: scripted("/* initialize */"), startTimeout: 1 }), HostTimeoutError);
  await assert.rejects(Host.start({ command: scripted("/* initialize */ answer(3)") }), ProtocolError);
  await assert.rejects(Host.start({ command: scripted("/* initialize */ process.exit(5)") }), (error) => error.exitCode === 5);
  await assert.rejects(Host.start({ command: scripted('/* initialize */ refuse(-32600, "no")') }), api.RequestFailedError);
  const version = scripted('/* initialize */ answer({protocolVersion: "7", host: {name: "x"}})');
  await assert.rejects(Host.start({ command: version }), api.VersionMismatchError);
});

test("what the host said of itself, and the requests that it answers", async (t) => {
  const script = `
    await read("viewModel/list"); answer({viewModels: [{name: "a"}, {name: "b"}]});
    await read("viewModel/describe"); answer({inputs: []});
    answer({now: (await read("clock/advance")).params.milliseconds});
    await read("other"); answer([]);
    await read("note"); await read("ping"); answer({})`;
  const host = await open(t, { command: scripted(script), log: "info", mergeUpdates: false, services: { items() {} } });
  assert.deepEqual(host.info.capabilities, { mergeUpdates: false, log: "info", services: ["items"] });
  assert.deepEqual(await host.list(), ["a", "b"]);
  assert.deepEqual(await host.describe("a"), { inputs: [] });
  assert.equal(await host.advance(250), 250);
  assert.deepEqual(await host.request("other", {}), []);
  host.notify("note");
  await host.ping();
  assert.ok(host.pid > 0);
  await host.close();
});

test("a batch goes out as one line; what follows the creation in it is not lost", async (t) => {
  const script = `const [create, input] = await read("batch");
    write([{jsonrpc: "2.0", id: create.id, result: {id: "c", revision: 0, state: {count: 1}}}]);
    update({id: "c", revision: 1, patch: [{op: "replace", path: "/count", value: 7}], done: [input.params.seq]});
    await read("ping"); answer({})`;
  const host = await open(t, { command: scripted(script) });
  const created = host.batch(() => {
    const creation = host.create("counter", { id: "c" });
    host.notify("viewModel/input", { id: "c", input: "plus", seq: 99 });
    assert.throws(() => host.batch(() => {}), /already open/);
    return creation;
  });
  const counter = await created;
  await host.ping();
  assert.deepEqual([counter.revision, counter.state.count], [1, 7]);
  await host.close();
});

test("a listener that is no function is refused", async () => {
  const wrong = { on: { change: 3 } };
  await assert.rejects(Host.start({ command: scripted("") }).then((other) => other.create("counter", wrong).finally(() => other.close())), TypeError);
});

test("an async function is no batch", async (t) => {
  const host = await open(t, { command: scripted("") });
  assert.throws(() => host.batch(async () => {}), /cannot be an async one/);
  await host.close();
});

test("each function that waits takes a timeout, and the host has one for all", async (t) => {
  const script = 'await counter(); for await (const line of process.stdin);';
  const host = await open(t, { command: scripted(script), timeout: 60_000 });
  const instance = await host.create("counter");
  process.kill(host.pid, "SIGSTOP");
  const timeout = 1;
  const waits = {
    ping: () => host.ping({ timeout }),
    list: () => host.list({ timeout }),
    describe: () => host.describe("counter", { timeout }),
    create: () => host.create("counter", { timeout }),
    advance: () => host.advance(1, { timeout }),
    request: () => host.request("ping", undefined, { timeout }),
    observe: () => instance.observe(["count"], { timeout }),
    snapshot: () => instance.snapshot({ timeout }),
    dispose: () => instance.dispose({ timeout }),
    until: () => instance.until(() => false, { timeout }),
    call: () => instance.call("plus", {}, { timeout }),
    drain: () => {
      for (let count = 0; count < 20; count += 1) instance.input("plus", { text: "x".repeat(50_000) });
      return host.drain({ timeout });
    },
  };
  for (const [name, wait] of Object.entries(waits)) {
    await assert.rejects(wait(), { name: "HostTimeoutError", message: /took longer than 0.001 seconds/ }, name);
  }
  process.kill(host.pid, "SIGCONT");
  await host.close();
  await assert.rejects(Host.start({ timeout: -1 }), /a timeout is a number of milliseconds/);
});

test("drain leaves no listeners behind", async (t) => {
  const seen = [];
  const listen = (warning) => seen.push(warning.name);
  process.on("warning", listen);
  const host = await open(t, { command: scripted('await counter(); for (let count = 0; count < 400; count += 1) await read("viewModel/input")') });
  const instance = await host.create("counter");
  for (let round = 0; round < 20; round += 1) {
    for (let count = 0; count < 20; count += 1) instance.input("plus", { text: "x".repeat(50_000) });
    await host.drain();
  }
  await host.close();
  process.off("warning", listen);
  assert.deepEqual(seen, []);
});

test("a listener that throws takes nothing from the others", () => {
  const script = `import { EventEmitter } from "node:events";
    import { tell } from ${JSON.stringify(join(PACKAGE, "src/report.js"))};
    const emitter = new EventEmitter();
    emitter.on("change", () => { throw new Error("of a listener"); });
    emitter.once("change", (value) => console.log("second", value));
    process.on("uncaughtException", (error) => console.log(error.message));
    tell(emitter, "change", 7);
    console.log(emitter.listenerCount("change"));`;
  const said = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.equal(said, "second 7\n1\nof a listener\n");
});

test("of a batch that throws nothing is sent", async (t) => {
  const host = await open(t, { command: scripted('await counter(); await read("ping"); answer({})') });
  const counter = await host.create("counter");
  let input;
  let call;
  assert.throws(
    () =>
      host.batch(() => {
        input = counter.input("plus");
        call = counter.call("plus");
        throw new Error("on second thought");
      }),
    /second thought/,
  );
  await assert.rejects(input, api.CancelledError);
  await assert.rejects(call, api.CancelledError);
  const many = [];
  assert.throws(
    () => host.batch(() => many.push(...Array.from({ length: 5_001 }, () => counter.input("plus")))),
    /^RangeError: a batch of more than 5000 messages$/,
  );
  await assert.rejects(Promise.all(many), api.CancelledError);
  await Promise.allSettled(many);
  host.batch(() => {});
  await host.ping();
  await host.close();
});

test("what the host could not read is not sent", async (t) => {
  const host = await open(t, { command: scripted('await counter(); await read("ping"); answer({})') });
  const counter = await host.create("counter");
  const nested = (depth) => (depth === 0 ? 1 : [nested(depth - 1)]);
  assert.throws(() => counter.input("add", { text: "x".repeat(100_000) }), RangeError);
  assert.throws(() => counter.input("add", { deep: nested(20) }), RangeError);
  assert.throws(() => counter.input("add", { half: "\ud800" }), TypeError);
  assert.throws(() => counter.call("add", { big: 10n ** 30n }), RangeError);
  await assert.rejects(host.create("counter", { parameters: { text: "x".repeat(100_000) } }), RangeError);
  await host.ping();
  await host.close();
});

const call = (service, id = "service-1", args = "{}") =>
  `write({id: "${id}", method: "service/call", params: {service: "${service}", id: "c", arguments: ${args}}});`;
const answerIs = (id, member) => `{
    const found = await read("response");
    if (found.id !== "${id}" || JSON.stringify("result" in found ? found.result : found.error) !== JSON.stringify(${member})) {
      write("no " + JSON.stringify(found));
    }
  }`;

test("services answer with results and errors of all kinds", async (t) => {
  const script = `await counter();
    ${call("echo", "service-1", "{a: 1}")} ${answerIs("service-1", '{id: "c", name: "counter", a: 1}')}
    ${call("nothing", "service-2")} ${answerIs("service-2", "null")}
    ${call("refuse", "service-3")} ${answerIs("service-3", '{code: 1, message: "net", data: [2]}')}
    ${call("fail", "service-4")} ${answerIs("service-4", '{code: -32000, message: "oops"}')}
    ${call("big", "service-5")}
    { const {error} = await read("response"); if (error.code !== -32000 || !/cannot be sent/.test(error.message)) write("no"); }
    ${call("__proto__", "service-6")} ${answerIs("service-6", '{code: -32601, message: "This frontend has no service __proto__"}')}
    ${call("constructor", "service-7")} ${answerIs("service-7", '{code: -32601, message: "This frontend has no service constructor"}')}
    write({id: "x", method: "service/call", params: [1]});
    { const {error} = await read("response"); if (error.code !== -32602) write("no"); }
    update({id: "c", revision: 1, events: [{event: "over"}]})`;
  const services = {
    echo: async (args, { id, instance }) => ({ id, name: instance.name, ...args }),
    nothing: () => {},
    refuse: () => {
      throw new ServiceError(1, "net", [2]);
    },
    fail: () => Promise.reject(new Error("oops")),
    big: () => ({ big: 10n ** 30n }),
  };
  const host = await open(t, { command: scripted(script), services });
  const counter = await host.create("counter");
  await next(counter, "event", host);
  await host.close();
  await assert.rejects(Host.start({ command: scripted(""), services: { items: 3 } }), TypeError);
});

test("a service call that the host gives up is aborted and answered once", async (t) => {
  const script = `await counter(); const {id} = await read("ping"); ${call("slow")}
    write({method: "$/cancelRequest", params: {id: "service-1"}});
    const {error} = await read("response");
    if (error.code !== -32800) write("no");
    answer({}, id)`;
  let aborted;
  const slow = (_, { signal }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => resolve((aborted = signal.reason))));
  const host = await open(t, { command: scripted(script), services: { slow } });
  await host.create("counter");
  await host.ping();
  assert.ok(aborted instanceof api.CancelledError);
  await host.close();
});

test("handlers are told when the host is closed", async (t) => {
  const reason = new Promise((resolve) => {
    const slow = (_, { signal }) => new Promise(() => signal.addEventListener("abort", () => resolve(signal.reason)));
    open(t, { command: scripted(`await counter(); ${call("slow")}`), services: { slow } }).then(async (host) => {
      await host.create("counter");
      await host.close();
    });
  });
  assert.ok((await reason) instanceof HostClosedError);
});

test("log lines, and unknown notifications and requests", async (t) => {
  const script = `await read("ping");
    write({method: "host/log", params: {level: "info", message: "hello"}});
    write({method: "window/unknown", params: 3}); write({id: "x", method: "toString"});
    await read("response"); answer({}, 2)`;
  const host = await open(t, { command: scripted(script) });
  const line = next(host, "log");
  await host.ping();
  assert.deepEqual(await line, { level: "info", message: "hello" });
  await host.close();
});

for (const [name, line] of [
  ["no JSON", "write('{')"],
  ["no message", "write('3')"],
  ["a response that says nothing", "write({id: 2})"],
  ["an error about a line of ours", 'write({id: null, error: {code: -32700, message: "bad"}})'],
  ["an update without an id", "update({revision: 1})"],
  ["a patch that is no array", 'await counter(); update({id: "c", revision: 1, patch: {}})'],
  ["an answer to nothing", "write({id: 77, result: 1})"],
]) {
  test(`the host is given up when it writes ${name}`, async (t) => {
    const host = await open(t, { command: scripted(line.startsWith("await") ? line : `await read("viewModel/create"); ${line}`) });
    const died = next(host, "died");
    host.create("counter").catch(() => {});
    const error = await died;
    assert.ok(error instanceof ProtocolError);
    await assert.rejects(host.ping(), error);
    await host.close();
  });
}

test("a death that nobody hears of is a warning, when close is not called", async (t) => {
  const script = 'await counter(); await read("viewModel/input"); process.stderr.write("sorry"); process.exit(9)';
  for (const listening of ["", 'counter.on("change", () => {});']) {
    const program = `
      import { Host } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
      const host = await Host.start({ command: ${JSON.stringify(scripted(script))} });
      const counter = await host.create("counter");
      ${listening}
      counter.input("plus");`;
    const { stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
    assert.equal(status, 0);
    assert.deepEqual(stderr.match(/the host ended.*/g), ["the host ended (exit status 9): sorry"]);
  }
});

test("an error of a death shows its reason once", () => {
  const error = new HostDiedError(null, "SIGTRAP", ["a.swift:1: Fatal error: boom", "*** Signal 5: ..."]);
  assert.equal(inspect(error).split("boom").length, 2);
  assert.equal(error.stderr.length, 2);
});

test("a death that nobody hears of is told by close", async (t) => {
  const host = await open(t, { command: scripted('await counter(); await read("viewModel/input"); process.exit(9)') });
  const counter = await host.create("counter");
  const input = counter.input("plus");
  while (!inspect(input).includes("<rejected>")) await new Promise(setImmediate);
  counter.input("plus"); // nobody waits for this one either
  await new Promise(setImmediate);
  await assert.rejects(host.close(), (error) => error instanceof HostDiedError && error.exitCode === 9);
  await assert.rejects(host.ping(), HostClosedError);
  await assert.rejects(host.restart(), HostClosedError);
});

test("a host that closes its output, or does not end, is ended", async (t) => {
  const silent = await open(t, { command: scripted("process.stdout.end(); setInterval(() => {}, 1000); await new Promise(() => {})") });
  assert.ok((await next(silent, "died")) instanceof HostDiedError);
  const stubborn = await open(t, { command: scripted('process.on("SIGTERM", () => {}); await counter(); setInterval(() => {}, 1000); await new Promise(() => {})') });
  await stubborn.create("counter");
  const ping = stubborn.ping();
  await Promise.all([stubborn.close({ timeout: 1 }), assert.rejects(ping, HostClosedError)]);
});

test("what is sent waits while the host does not read, and drain tells when it does", async (t) => {
  const host = await open(t, { command: ["python3", "-c", SLOW_READER] });
  for (let count = 0; count < 200; count += 1) host.notify("note", { text: "x".repeat(50_000) });
  await host.drain();
  await host.ping();
  await host.close();
});

const SLOW_READER = `
import json, sys
def answer(line, result):
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", "id": json.loads(line)["id"], "result": result}) + "\\n")
    sys.stdout.flush()
answer(sys.stdin.readline(), {"protocolVersion": "1", "host": {"name": "slow"}})
for _ in range(200):
    assert json.loads(sys.stdin.readline())["params"]["text"] == "x" * 50000
answer(sys.stdin.readline(), {})
sys.stdin.read()
`;

test("integers beyond 2^53 with functions of one's own", async (t) => {
  const script = `await read("viewModel/create");
    write('{"jsonrpc":"2.0","id":2,"result":{"id":"c","revision":0,"state":{"n":9007199254740993}}}');`;
  const parse = (text) => JSON.parse(text.replace(/:(\d{16,})/g, ':"$1n"'), (_, value) => (/^\d+n$/.test(value) ? BigInt(value.slice(0, -1)) : value));
  const host = await open(t, { command: scripted(script), parse });
  const counter = await host.create("counter");
  assert.equal(counter.state.n, 9007199254740993n);
  await host.close();
});

test("what a listener throws is an uncaught exception, after the whole turn", () => {
  const script = `
    import { Host } from ${JSON.stringify(`${PACKAGE}/src/index.js`)};
    process.on("uncaughtException", (error) => console.log("uncaught", error.message));
    const host = await Host.start({ command: ${JSON.stringify(scripted(`await counter(); await read("ping");
      update({id: "c", revision: 1, patch: [{op: "add", path: "/count", value: 1}], events: [{event: "e"}]}); answer({})`))} });
    const counter = await host.create("counter");
    counter.on("change", () => { throw new Error("listener"); });
    counter.on("event", () => console.log("event", counter.state.count));
    await host.ping();
    await host.close();
    counter.input("plus");`;
  const { stdout, stderr, status } = spawnSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
  assert.deepEqual([stdout, status], ["event 1\nuncaught listener\n", 0], stderr);
});
