/** What is around the code: README, types, package.json, the demonstration. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as api from "../src/index.js";
import { App } from "../demo/app.js";
import { keysOf } from "../demo/keys.js";
import { listScreen, pagerScreen } from "../demo/screen.js";
import { PACKAGE, builtHost, missing, open, scripted, temporaryFolder } from "./support.js";

const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const types = readFileSync(join(PACKAGE, "types/index.d.ts"), "utf8");

/** The code blocks of the README in JavaScript, each with the indented output after it. */
function blocks() {
  return [...readme.matchAll(/```js\n([^]*?)```\n(?:\n((?: {4}.*\n)+))?/g)].map(([, code, output]) => ({
    code,
    output: output?.replace(/^ {4}/gm, ""),
  }));
}

test("the README's lines print what stands below them, in a package that has this one installed", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules/viewmodel-host"));
  const runnable = blocks().filter(({ output }) => output);
  assert.ok(runnable.length >= 1);
  assert.equal(runnable[0].code.trim().split("\n").length, 10);
  for (const { code, output } of runnable) {
    writeFileSync(join(folder, "lines.mjs"), code);
    const env = { ...process.env, VIEWMODEL_HOST: path };
    assert.equal(execFileSync(process.execPath, ["lines.mjs"], { cwd: folder, env, encoding: "utf8" }), output);
  }
});

test("the example runs", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const output = execFileSync(process.execPath, [join(PACKAGE, "examples/counter.js"), path], { encoding: "utf8" });
  assert.match(output, /^0 → 1\n1 → 2\n2 → 3\n/);
});

test("every export has its type, and every type of a value is exported", () => {
  const declared = [...types.matchAll(/^export (?:class|const|function) (\w+)/gm)].map((match) => match[1]);
  assert.deepEqual(declared.sort(), Object.keys(api).sort());
  const codes = [...types.matchAll(/readonly ([A-Z_]+): (-\d+);/g)].map(([, name, code]) => [name, Number(code)]);
  assert.deepEqual(Object.fromEntries(codes), { ...api.ErrorCode });
  for (const name of ["Host", "Instance"]) {
    const [body] = types.match(new RegExp(`export class ${name}[^]*?^}`, "m"));
    for (const member of Object.getOwnPropertyNames(api[name].prototype)) {
      assert.ok(member === "constructor" || new RegExp(`^  (readonly )?${member}[<(:]`, "m").test(body), `${name}.${member}`);
    }
  }
});

test("the types accept a consumer, and refuse its mistakes", (t) => {
  const { error, stdout, status } = spawnSync("tsc", ["-p", join(PACKAGE, "tests/types")], { encoding: "utf8" });
  if (error) return missing(t, "tsc is missing: apt-get install node-typescript, or npm install --global typescript");
  return assert.equal(status, 0, stdout);
});

test("the package needs nothing, and has all that it names", () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(manifest.dependencies ?? manifest.devDependencies, undefined);
  const named = [manifest.types, manifest.exports["."].default, manifest.bin["viewmodel-list"], ...manifest.files];
  for (const path of named) assert.ok(readdirSync(join(PACKAGE, path, "..")).includes(path.split("/").at(-1)), path);
});

/** The screens that the demonstration shows for keys. */
function screens(t, keys, { folder, env = {} }) {
  const command = [join(PACKAGE, "bin/viewmodel-list.js"), ...(folder ? [folder] : [])];
  const settings = { ...process.env, LINES: "6", COLUMNS: "40", VIEWMODEL_HOST: builtHost(t), ...env };
  const { stdout, stderr, status } = spawnSync(process.execPath, command, { input: keys, encoding: "utf8", env: settings });
  return { status, stderr, shown: stdout.split("\f").slice(1).map((screen) => screen.split("\n").slice(0, -1)) };
}

test("the demonstration: moving, paging, reloading, an item, and errors", (t) => {
  if (!builtHost(t)) return;
  const folder = temporaryFolder(t);
  for (let number = 1; number <= 25; number += 1) writeFileSync(join(folder, `file-${String(number).padStart(2, "0")}`), "");
  const env = { COLUMNS: "200" };
  const last = "j k move   Enter open   R reload   q quit";
  const list = (count, first, cursor) => {
    const rows = [0, 1, 2, 3].map((row) => `${first + row === cursor ? ">" : " "} file-${String(first + row).padStart(2, "0")}`);
    return [`${folder}  ${count} items`, ...rows, last];
  };

  const { shown, status, stderr } = screens(t, "j\x1b[Bk", { folder, env });
  assert.deepEqual([status, stderr], [0, ""]);
  assert.deepEqual(shown.slice(-4), [list(20, 1, 1), list(20, 1, 2), list(20, 1, 3), list(20, 1, 2)]);

  const paged = screens(t, `${"j".repeat(19)}\r][[qq`, { folder, env }).shown;
  assert.deepEqual(paged.slice(-6), [
    list(25, 17, 20),
    ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   q back"],
    ["21 of 25", "", "  file-21", "", "", "[ previous   ] next   q back"],
    ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   q back"],
    ["19 of 25", "", "  file-19", "", "", "[ previous   ] next   q back"],
    list(25, 16, 19),
  ]);

  const reloaded = screens(t, "jjR", { folder, env }).shown;
  assert.deepEqual(reloaded.at(-1), list(20, 1, 3));

  assert.match(screens(t, "", { folder: "/nowhere/at/all" }).shown.at(-1).at(-1), /nowhere.*No such/);
  const without = screens(t, "q", { folder, env: { VIEWMODEL_HOST: "/nowhere/host" } });
  assert.deepEqual([without.status, without.shown], [1, []]);
  assert.match(without.stderr, /cannot start \/nowhere\/host/);
});

test("the demonstration shows that it loads, and what went wrong until the next key", async (t) => {
  const script = `await read("viewModel/create"); answer({id: "l", revision: 0, state: {items: [], loading: false}});
    const {params: {seq}} = await read("viewModel/input");
    update({id: "l", revision: 1, patch: [{op: "replace", path: "/loading", value: true}], done: [seq]});
    await read("ping");
    update({id: "l", revision: 2, patch: [{op: "replace", path: "/loading", value: false}], events: [{event: "error", value: "net"}]});
    answer({})`;
  const host = await open(t, { command: scripted(script) });
  const frames = [];
  const draw = (lines) => frames.push(`${lines[0]}|${lines.at(-1)}`);
  const app = await App.open(host, { folder: "x", draw, size: () => ({ width: 80, height: 3 }) });
  await host.ping();
  await app.settled();
  await app.press("k");
  const keys = "j k move   Enter open   R reload   q quit";
  assert.deepEqual([...new Set(frames)], [`x  0 items  loading…|${keys}`, "x  0 items|net", `x  0 items|${keys}`]);
  await host.close();
});

test("the demonstration goes on when the host is killed and restarted", async (t) => {
  const path = builtHost(t);
  if (!path) return;
  const folder = temporaryFolder(t);
  const [wrapper, pid] = [join(folder, "host.sh"), join(temporaryFolder(t), "pid")];
  writeFileSync(wrapper, `#!/bin/sh\necho $$ >${pid}\nexec ${path} "$@"\n`, { mode: 0o755 });
  const env = { ...process.env, VIEWMODEL_HOST: wrapper, LINES: "4", COLUMNS: "80" };
  const command = [join(PACKAGE, "bin/viewmodel-list.js"), folder];
  const child = spawn(process.execPath, command, { env, stdio: ["pipe", "pipe", "inherit"] });
  t.after(() => child.kill());
  let shown = "";
  let wake = () => {};
  child.stdout.setEncoding("utf8").on("data", (text) => wake((shown += text)));
  const until = async (text) => {
    while (!shown.includes(text)) await new Promise((resolve) => (wake = resolve));
    shown = "";
  };
  await until("1 item\n> host.sh");
  process.kill(Number(readFileSync(pid, "utf8")), "SIGKILL");
  await until("the host ended by SIGKILL   R restart   q quit");
  child.stdin.write("R");
  await until("1 item\n> host.sh\n\nj k move");
  const status = new Promise((resolve) => child.once("exit", resolve));
  child.stdin.write("q");
  assert.equal(await status, 0);
});

/** Types keys in a terminal, when the text before each has been shown; prints what came after the last, and the status. */
const TERMINAL = `
import json, os, pty, signal, sys
signal.alarm(30)
command, steps = json.loads(sys.argv[1])
pid, terminal = pty.fork()
if pid == 0:
    os.execvp(command[0], command)
def read():
    try:
        return os.read(terminal, 65536)
    except OSError:
        return b""
shown = b""
for text, keys in steps:
    while text.encode() not in shown:
        part = read()
        if not part:
            sys.exit("ended before " + text + ": " + shown.decode())
        shown += part
    shown = b""
    os.write(terminal, keys.encode())
part = read()
while part:
    shown += part
    part = read()
status = os.waitpid(pid, 0)[1]
print(json.dumps([shown.decode(), os.WEXITSTATUS(status) if os.WIFEXITED(status) else -os.WTERMSIG(status)]))
`;

/** The last output and the status of the demonstration in a terminal. */
function inTerminal(t, folder, steps) {
  const command = [process.execPath, join(PACKAGE, "bin/viewmodel-list.js"), folder];
  const env = { ...process.env, VIEWMODEL_HOST: builtHost(t) };
  return JSON.parse(execFileSync("python3", ["-c", TERMINAL, JSON.stringify([command, steps])], { env, encoding: "utf8" }));
}

test("the demonstration in a terminal gives it back when it is quit", (t) => {
  if (!builtHost(t)) return;
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, "a"), "");
  writeFileSync(join(folder, "b"), "");
  for (const steps of [
    [["2 items", "q"]],
    [["> a", "j"], ["> b", "\r"], ["2 of 2", "q"], ["> b", "q"]],
    [["2 items", "\x03"]],
    [["2 items", "qj"]],
  ]) {
    const [output, status] = inTerminal(t, folder, steps);
    assert.match(output, /\x1b\[\?25h\x1b\[\?1049l$/);
    assert.equal(status, 0);
  }
});

test("keys and screens of the demonstration", () => {
  assert.deepEqual(keysOf("j\x1b[A\x1bOB\r\n\x1b\x03]ü\x1b[5~"), ["j", "k", "j", "enter", "enter", "q", "quit", "]", "ü", "\x1b[5~"]);
  const items = [{ id: "1", name: "a\x1b[2Jb" }, { id: "2", name: "a longer name than fits" }];
  assert.deepEqual(listScreen({ title: "t", items, loading: true, cursor: 1, error: "net" }, { width: 12, height: 5 }), [
    "t  2 items …",
    "  a�[2Jb",
    "> a longer …",
    "",
    "net",
  ]);
  assert.deepEqual(listScreen({ title: "t", items: [], cursor: 0, error: null }, { width: 80, height: 1 }).length, 2);
  const gone = { items, index: null, hasPrevious: false, hasNext: false, error: null };
  assert.deepEqual(pagerScreen(gone, { width: 40, height: 3 }), ["not there any more", "", "q back"]);
});
