/** With the built host: its ViewModels, services, restart, and that no process is left behind. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync, watch, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { HostDiedError, RequestFailedError, ServiceError } from "../src/index.js";
import { PACKAGE, builtHost, inTerminal, next, open, temporaryFolder } from "./support.js";

function openBuilt(t, options) {
  const path = builtHost(t);
  return path && open(t, { command: [path, "--clock", "virtual"], ...options });
}

test("batches are one turn; calls overlap, and are cancelled", async (t) => {
  const host = await openBuilt(t);
  if (!host) return;
  const [counter, user] = await Promise.all([host.create("counter"), host.create("user", { id: "u" })]);
  assert.deepEqual([counter.id, counter.name, host.instances.length], ["counter-1", "counter", 2]);
  let turns = 0;
  host.on("turn", () => (turns += 1));
  await Promise.all(host.batch(() => [counter.inputs.plusButtonDidTap(), counter.inputs.plusButtonDidTap()]));
  assert.deepEqual([counter.state, counter.revision, turns], [{ count: 2, isEven: true }, 1, 1]);

  const abort = new AbortController();
  const calls = [user.call("fetch", { userId: 7 }, { signal: abort.signal }), user.call("fetch", [8])];
  abort.abort();
  await assert.rejects(calls[0], { name: "AbortError" });
  assert.equal(await host.advance(1000), 1000);
  assert.equal(await calls[1], null);
  assert.deepEqual(user.state, { user: { id: 8 } });
  await assert.rejects(host.create("conter"), (error) => error instanceof RequestFailedError && error.code === -32001);
  await user.dispose();
  await host.close();
});

test("what is observed is the state, after a restart too", async (t) => {
  const host = await openBuilt(t);
  if (!host) return;
  const counter = await host.create("counter", { observe: ["count"] });
  await counter.observe(["isEven"]);
  await counter.inputs.plusButtonDidTap();
  assert.deepEqual(counter.state, { isEven: false });
  const { pid } = host;
  const died = next(host, "died", counter);
  process.kill(pid, "SIGKILL");
  assert.equal((await died).signal, "SIGKILL");
  await assert.rejects(counter.inputs.plusButtonDidTap(), HostDiedError);
  const restarted = next(counter, "change");
  await Promise.all([host.restart(), host.restart()]);
  assert.deepEqual((await restarted).state, { isEven: true });
  assert.notEqual(host.pid, pid);
  assert.equal((await host.create("counter")).id, "counter-2");
  await host.restart();
  assert.deepEqual(host.instances.map(({ id }) => id), ["counter-1", "counter-2"]);
  await host.close();
});

test("a list that pages through a service, with a pager beside it", async (t) => {
  const asked = [];
  const items = ({ page }, { signal, instance }) => {
    asked.push([page, instance.name, signal.aborted]);
    if (page > 2) throw new ServiceError(404, "no more pages");
    const ids = [1, 2].map((number) => `${page}.${number}`);
    return { items: ids.map((id) => ({ id, name: `name ${id}` })), pages: { currentPage: page, nextPage: page + 1 } };
  };
  const host = await openBuilt(t, { services: { items } });
  if (!host) return;
  const list = await host.create("list");
  await list.inputs.viewWillAppear();
  await list.until(({ items }) => items.length === 2);
  const pager = await host.create("pager", { uses: { list }, parameters: { selectedId: "1.1" } });
  assert.deepEqual([pager.state.index, pager.state.hasNext], [0, true]);
  await pager.inputs.willTransitionTo({ index: 1 });
  await pager.until(({ items }) => items.length === 4);
  assert.equal(list.state.items, list.state.items);
  assert.deepEqual(list.state.items.map(({ id }) => id), ["1.1", "1.2", "2.1", "2.2"]);
  await host.advance(2000);
  const error = next(list, "event");
  await list.inputs.reachedBottom();
  assert.equal((await error).name, "error");
  assert.deepEqual(asked, [[1, "list", false], [2, "list", false], [3, "list", false]]);
  const closed = next(pager, "closed");
  await list.dispose();
  assert.match(await closed, /list/);
  await host.close();
});

test("`await using` where there is Symbol.asyncDispose", async (t) => {
  const host = await openBuilt(t);
  if (!host || !Symbol.asyncDispose) return;
  const counter = await host.create("counter");
  await counter[Symbol.asyncDispose]();
  assert.equal(counter.closed, "it was disposed");
  await host[Symbol.asyncDispose]();
  await assert.rejects(host.ping(), /the host was stopped/);
});

test("when the frontend is killed the host ends, though other children of it live on", async (t) => {
  const path = builtHost(t);
  if (!path) return;
  const ended = join(temporaryFolder(t), "ended");
  const script = join(temporaryFolder(t), "frontend.mjs");
  writeFileSync(script, `
    import { spawn } from "node:child_process";
    import { Host } from ${JSON.stringify(`${PACKAGE}/src/index.js`)};
    const host = await Host.start({ command: ["sh", "-c", '"$0"; echo >"$1"', ${JSON.stringify(path)}, ${JSON.stringify(ended)}] });
    await host.create("counter");
    const other = spawn("sleep", ["1000"], { detached: true, stdio: "ignore" });
    process.stdout.write(other.pid + "\\n");`);
  const frontend = spawn(process.execPath, [script], { stdio: ["ignore", "pipe", "inherit"] });
  const line = await next(frontend.stdout, "data");
  const other = Number(line.toString());
  t.after(() => process.kill(other, "SIGKILL"));
  const gone = new Promise((resolve) => {
    const watcher = watch(join(ended, ".."), () => existsSync(ended) && (watcher.close(), resolve()));
  });
  assert.ok(!existsSync(ended));
  frontend.kill("SIGKILL");
  await gone;
});

test("Control-C is for this program: the host lives until it has cleaned up", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const script = join(temporaryFolder(t), "frontend.mjs");
  writeFileSync(script, `
    import { Host } from ${JSON.stringify(`${PACKAGE}/src/index.js`)};
    const host = await Host.start();
    const counter = await host.create("counter");
    let interrupts = 0;
    process.on("SIGINT", async () => {
      await counter.call("plusButtonDidTap");
      interrupts += 1;
      console.log("counted " + counter.state.count);
      if (interrupts === 2) await host.close();
    });
    console.log("ready");`);
  const steps = [["ready", "\x03"], ["counted 1", "\x03"]];
  const [output, status] = inTerminal([process.execPath, script], steps, { VIEWMODEL_HOST: path });
  assert.match(output, /counted 2/);
  assert.equal(status, 0);
});

test("a host that is told to end by a signal", async (t) => {
  const host = await openBuilt(t);
  if (!host) return;
  const died = new Promise((resolve) => host.once("died", resolve));
  process.kill(host.pid, "SIGINT");
  assert.equal((await died).message, "the host ended (exit status 0)");
});

test("a trap tells its reason and its place, and words like those of a crash end nothing", async (t) => {
  const path = builtHost(t, "example-host");
  if (!path) return;
  const place = String.raw`\S*CrashViewModel\.swift:\d+`;
  const traps = { fatalError: `ExampleViewModels/${place}: Fatal error: boom`, indexOutOfRange: `.* at ${place}:\\d+` };
  const host = await open(t, { command: path });
  const crash = await host.create("example.crash");
  await crash.call("say", { line: "A.swift:1: Fatal error: only words" });
  for (const [input, words] of Object.entries(traps)) {
    await host.ping();
    const message = new RegExp(`^the host ended by SIG(ILL|TRAP): ${words}$`);
    await assert.rejects(crash.call(input), (error) => message.test(error.message) && error.stderr.length > 10);
    await host.restart();
  }
  await host.close();
});
