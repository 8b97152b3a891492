/** What a host is started with, and what it and its instances look like in a console. */
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { Host, ProtocolError } from "../src/index.js";
import { PACKAGE, builtHost, open, scripted, temporaryFolder } from "./support.js";

const STAMP = /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} /;
const PING = `await read("ping"); answer({})`;

function checkTrace(text) {
  const lines = text.trimEnd().split("\n");
  for (const line of lines) assert.match(line, STAMP);
  const marked = lines.map((line) => line.slice(24)).map((line) => [line.slice(0, line.indexOf(" ")), line.slice(line.indexOf(" ") + 1)]);
  assert.deepEqual(marked.map(([mark]) => mark), ["#", "-->", "<--", "-->", "<--", "#"]);
  const sent = marked.filter(([mark]) => mark === "-->").map(([, message]) => JSON.parse(message).method);
  assert.deepEqual(sent, ["initialize", "ping"]);
  assert.match(marked[0][1], /^started .*scripted_host\.js/);
  assert.equal(marked.at(-1)[1], "ended (exit status 0)");
}

test("a trace goes to a file, to a stream, or where the environment says", async (t) => {
  const file = join(temporaryFolder(t), "trace");
  const traced = async (trace) => {
    const host = await open(t, { command: scripted(PING), trace });
    await host.ping();
    await host.close();
  };
  await traced(file);
  checkTrace(readFileSync(file, "utf8"));
  let text = "";
  await traced({ write: (part) => (text += part) });
  checkTrace(text);
  const other = join(temporaryFolder(t), "trace");
  process.env.VIEWMODEL_HOST_TRACE = other;
  t.after(() => delete process.env.VIEWMODEL_HOST_TRACE);
  await traced();
  checkTrace(readFileSync(other, "utf8"));
  delete process.env.VIEWMODEL_HOST_TRACE;
  await traced(file);
  assert.equal(readFileSync(file, "utf8").split("\n").length, 13, "it is appended to");
  await assert.rejects(Host.start({ command: scripted(PING), trace: "/nowhere/at/all" }), { code: "ENOENT" });
  await assert.rejects(Host.start({ command: scripted(PING), trace: 3 }), TypeError);
});

test("the host records, in a file or in a folder, seen from here", async (t) => {
  const path = builtHost(t);
  if (!path) return;
  const folder = temporaryFolder(t);
  const before = process.cwd();
  process.chdir(folder);
  t.after(() => process.chdir(before));
  mkdirSync("all");
  for (const record of ["one.transcript", "all/"]) {
    const host = await open(t, { command: path, record, cwd: "/" });
    const counter = await host.create("counter");
    await counter.inputs.plusButtonDidTap();
    if (record === "all/") await host.restart();
    await host.close();
  }
  assert.match(readFileSync("one.transcript", "utf8"), /^<-- .*"count"/m);
  assert.equal(readdirSync("all").length, 2);
});

test("what a console shows of a host and of an instance", async (t) => {
  const script = `await read("viewModel/create"); answer({id: "c", revision: 4, state: {count: 3}}); await read("viewModel/dispose"); answer({})`;
  const host = await open(t, { command: scripted(script) });
  const counter = await host.create("counter");
  assert.equal(inspect(counter), "Instance counter { id: 'c', revision: 4, state: { count: 3 } }");
  assert.match(inspect(host), /^Host \{\s+name: '[^']+',\s+version: [^,]+,\s+pid: \d+,\s+instances: \[ 'c' \]\s+\}$/);
  await counter.dispose();
  assert.match(inspect(counter), /closed: 'it was disposed'/);
  await host.close();
  assert.match(inspect(host), /down: 'the host was stopped'/);
});

test("options that there are not are refused, with the one that was meant", async (t) => {
  await assert.rejects(Host.start({ commnad: "x" }), { name: "TypeError", message: 'Host.start knows no option "commnad"; did you mean "command"?' });
  await assert.rejects(Host.start({ start_timeout: 1 }), /did you mean "startTimeout"/);
  await assert.rejects(Host.start({ colour: 1 }), /knows no option "colour"; it knows command, cwd/);
  await assert.rejects(Host.start("path"), /options as an object/);
  await assert.rejects(Host.start({ log: "verbose" }), /log is one of debug, info, warning, error, off, not 'verbose'/);
  const host = await open(t, { command: scripted(`await read("viewModel/create"); answer({id: "c", revision: 0, state: {}})`) });
  await assert.rejects(host.create("counter", { parametres: {} }), /did you mean "parameters"/);
  await assert.rejects(host.create("counter", { on: { chnage() {} } }), /did you mean "change"/);
  const counter = await host.create("counter");
  assert.throws(() => counter.call("x", {}, { singal: null }), /did you mean "signal"/);
  await assert.rejects(counter.until(() => true, { timout: 3 }), /did you mean "timeout"/);
  await assert.rejects(host.close({ timout: 3 }), /did you mean "timeout"/);
  await host.close();
});

test("a program that is no host is named", async () => {
  const stranger = (message) => (error) => error instanceof ProtocolError && message.test(error.message);
  await assert.rejects(Host.start({ command: "/bin/cat" }), stranger(/^\/bin\/cat is no viewmodel-host: it answered with what it was sent$/));
  await assert.rejects(Host.start({ command: ["/bin/echo", "Hello"] }), stranger(/^\/bin\/echo is no viewmodel-host: .* not JSON .*: Hello$/));
  await assert.rejects(Host.start({ command: ["/bin/sh", "-c", "echo usage >&2; exit 64"] }), /^HostDiedError: the host ended \(exit status 64\): usage$/);
  const missing = Host.start({ command: "/bin/cat", cwd: "/nowhere" });
  await assert.rejects(missing, /^HostNotFoundError: cannot start the host \/bin\/cat in the folder \/nowhere: there is no such folder$/);
});

test("a host that is not held lets Node end, and ends too", async (t) => {
  const path = builtHost(t);
  if (!path) return;
  const ended = join(temporaryFolder(t), "ended");
  const script = join(temporaryFolder(t), "frontend.mjs");
  const command = JSON.stringify(["sh", "-c", '"$0"; echo >"$1"', path, ended]);
  writeFileSync(script, `
    import { Host } from ${JSON.stringify(`${PACKAGE}/src/index.js`)};
    const host = (await Host.start({ command: ${command} })).unref();
    const created = host.ref().create("counter");
    await created;
    console.log(host.unref().instances.length);`);
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: "utf8" });
  assert.deepEqual([status, stdout, stderr], [0, "1\n", ""]);
  while (!existsSync(ended)) await new Promise((resolve) => setImmediate(resolve));
});
