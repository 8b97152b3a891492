/** What is around the code: README, types, package.json, the demonstration. */
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as api from "../src/index.js";
import { App } from "../demo/app.js";
import { keysOf } from "../demo/keys.js";
import { listScreen, pagerScreen } from "../demo/screen.js";
import { PACKAGE, ROOT, builtHost, inTerminal, missing, open, scripted, temporaryFolder } from "./support.js";

const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
const types = readFileSync(join(PACKAGE, "types/index.d.cts"), "utf8");

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

test("the README's list is seen through a window", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const folder = temporaryFolder(t);
  for (let number = 10; number < 70; number++) writeFileSync(join(folder, `${number}`), "");
  const [{ code }] = blocks().filter(({ code }) => code.includes("new Viewport("));
  const module = join(PACKAGE, "src/index.js");
  const program = `import { Host, Viewport } from ${JSON.stringify(module)}; const host = await Host.start();
    ${code.replace("/etc", folder)}; await host.close();`;
  const env = { ...process.env, VIEWMODEL_HOST: path };
  const output = execFileSync(process.execPath, ["--input-type=module", "-e", program], { env, encoding: "utf8" });
  const expected = Array.from({ length: 20 }, (_, index) => `${index === 3 ? ">" : " "} ${10 + index}\n`);
  assert.equal(output, expected.join(""));
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
  for (const name of ["Host", "Instance", "Viewport"]) {
    const [body] = types.match(new RegExp(`export class ${name}[^]*?^}`, "m"));
    for (const member of Object.getOwnPropertyNames(api[name].prototype)) {
      assert.ok(member === "constructor" || new RegExp(`^  (readonly )?${member}[<(:]`, "m").test(body), `${name}.${member}`);
    }
  }
});

/** A program in a package of its own that has this one installed. */
function consumer(t, files) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(PACKAGE, join(folder, "node_modules/viewmodel-host"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("the types accept a consumer, and refuse its mistakes, in a package that has nothing else", (t) => {
  const code = source("consumer.ts");
  const node16 = { module: "node16", moduleResolution: "node16" };
  const projects = [
    [{ "m.mts": code, "c.cts": code }, { ...node16, lib: ["es2022"] }],
    [{ "m.ts": code }, { module: "es2022", moduleResolution: "node", lib: ["es2022", "dom"] }],
  ];
  for (const [files, options] of projects) check(t, files, options);
});

test("beside Node's own types, hosts and instances are emitters like others", (t) => {
  const node = [process.env.NODE_TYPES, "/usr/share/nodejs/@types/node"].find((path) => path && existsSync(path));
  if (!node) return t.skip("there is no @types/node: set NODE_TYPES to its folder");
  const options = { module: "node16", moduleResolution: "node16", lib: ["es2022"], types: ["node"] };
  return check(t, { "m.mts": source("consumer.ts"), "n.mts": source("with_node.ts") }, options, node);
});

const source = (name) => readFileSync(join(PACKAGE, "tests/types", name), "utf8");

/** Compiles a package that has this one installed. */
function check(t, files, options, node) {
  const compilerOptions = { target: "es2022", strict: true, noEmit: true, types: [], ...options };
  const folder = consumer(t, { ...files, "tsconfig.json": JSON.stringify({ compilerOptions, files: Object.keys(files) }) });
  if (node) symlinkSync(node, join(folder, "node_modules/@types/node"));
  const { error, stdout, status } = spawnSync("tsc", ["-p", folder], { encoding: "utf8" });
  if (error) missing(t, "tsc is missing: apt-get install node-typescript, or npm install --global typescript");
  else assert.equal(status, 0, `${JSON.stringify(options)}: ${stdout}`);
}

test("CommonJS has it too: by import() everywhere, by require in a Node that can, and else with words that help", (t) => {
  const folder = consumer(t, {
    "import.cjs": `import("viewmodel-host").then(({ Host }) => console.log(typeof Host.start))`,
    "require.cjs": `console.log(typeof require("viewmodel-host").Host.start)`,
  });
  const run = (...words) => spawnSync(process.execPath, words, { cwd: folder, encoding: "utf8" });
  assert.equal(run("import.cjs").stdout, "function\n");
  if (process.features.require_module) {
    assert.equal(run("require.cjs").stdout, "function\n");
    const { status, stderr } = run("--no-experimental-require-module", "require.cjs");
    assert.equal(status, 1);
    assert.match(stderr, /cannot require viewmodel-host, .*await import\("viewmodel-host"\)/);
  } else {
    assert.match(run("require.cjs").stderr, /cannot require viewmodel-host, .*await import\("viewmodel-host"\)/);
  }
});

test("the package needs nothing, and has all that it names", () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(manifest.dependencies ?? manifest.devDependencies, undefined);
  const paths = (each) => (typeof each === "string" ? [each] : Object.values(each).flatMap(paths));
  const named = [manifest.types, ...paths([manifest.exports, manifest.typesVersions]), ...Object.values(manifest.bin), ...manifest.files];
  assert.equal(readFileSync(join(PACKAGE, "LICENSE"), "utf8"), readFileSync(join(ROOT, "LICENSE"), "utf8"));
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
  const last = "j k move   Enter open   u undo   ^R redo   R reload   q quit";
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
    ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
    ["21 of 25", "", "  file-21", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
    ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
    ["19 of 25", "", "  file-19", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
    list(25, 17, 19),
  ]);

  const reloaded = screens(t, "jjR", { folder, env }).shown;
  assert.deepEqual(reloaded.at(-1), list(20, 1, 3));

  if (process.platform === "linux") {
    const undone = screens(t, `${"j".repeat(19)}u\x12\r]quu`, { folder, env }).shown;
    assert.deepEqual(undone.slice(-8), [
      list(25, 17, 20),
      list(20, 17, 20),
      list(25, 17, 20),
      ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
      ["21 of 25", "", "  file-21", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
      list(25, 18, 21),
      // The pager is back, at the item where it was.
      ["20 of 25", "", "  file-20", "", "", "[ previous   ] next   u undo   ^R redo   q back"],
      list(20, 17, 20),
    ]);
    // The first page nobody has asked for.
    const nothing = screens(t, "u", { folder, env }).shown;
    assert.deepEqual(nothing.at(-1), [...list(20, 1, 1).slice(0, -1), "There is nothing to undo"]);
  }

  const nowhere = screens(t, "", { folder: "/nowhere/at/all" });
  assert.deepEqual([nowhere.status, nowhere.stderr], [66, "viewmodel-list: there is no folder /nowhere/at/all\n"]);
  const without = screens(t, "q", { folder, env: { VIEWMODEL_HOST: "/nowhere/host" } });
  assert.deepEqual([without.status, without.shown], [1, []]);
  assert.match(without.stderr, /cannot start the host \/nowhere\/host/);
});

test("the demonstration's command line", (t) => {
  const run = (...words) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(PACKAGE, "bin/viewmodel-list.js"), ...words], { encoding: "utf8" });
    return [status, stdout.split("\n")[0], stderr];
  };
  assert.deepEqual(run("--version"), [0, JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8")).version, ""]);
  assert.deepEqual(run("--help"), [0, "viewmodel-list [--help] [--version] [FOLDER]", ""]);
  assert.deepEqual(run("--verison"), [64, "", "viewmodel-list: there is no option --verison; --help tells what there is\n"]);
  assert.deepEqual(run("a", "b"), [64, "", "viewmodel-list: it takes one folder\n"]);
});

test("the demonstration ends quietly when nobody reads any more", (t) => {
  if (!builtHost(t)) return;
  // Each key changes the screen, so that it is written however late the end of the pipe comes.
  const command = `yes jk | tr -d '\\n' | "$0" "$1" . | head -n 3; exit`;
  const words = ["-c", command, process.execPath, join(PACKAGE, "bin/viewmodel-list.js")];
  const { stdout, stderr } = spawnSync("sh", words, { encoding: "utf8", env: { ...process.env, VIEWMODEL_HOST: builtHost(t) } });
  assert.equal(stdout.split("\n").length, 4);
  assert.equal(stderr, "");
});

test("the demonstration shows that it loads, and what went wrong until the next key", async (t) => {
  const script = `await read("viewModel/create"); answer({id: "l", revision: 0, state: {items: {total: 0, offset: 0, items: []}, loading: false}});
    const {params: {step}} = await read("viewModel/call");
    if (step !== false) throw new Error("an undo would take it back");
    update({id: "l", revision: 1, patch: [{op: "replace", path: "/loading", value: true}]});
    answer({value: null});
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
  const keys = "j k move   Enter open   u undo   ^R redo   R reload   q quit";
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
    const command = [process.execPath, join(PACKAGE, "bin/viewmodel-list.js"), folder];
    const [output, status] = inTerminal(command, steps, { VIEWMODEL_HOST: builtHost(t) });
    assert.match(output, /\x1b\[\?25h\x1b\[\?1049l$/);
    assert.equal(status, 0);
  }
});

test("keys and screens of the demonstration", () => {
  assert.deepEqual(keysOf("j\x1b[A\x1bOB\r\n\x1b\x03]ü\x1b[5~"), ["j", "k", "j", "enter", "enter", "q", "quit", "]", "ü", "\x1b[5~"]);
  const items = [{ id: "1", name: "a\x1b[2Jb" }, { id: "2", name: "a longer name than fits" }];
  assert.deepEqual(listScreen({ title: "t", items, top: 0, total: 2, loading: true, cursor: 1, error: "net" }, { width: 12, height: 5 }), [
    "t  2 items …",
    "  a�[2Jb",
    "> a longer …",
    "",
    "net",
  ]);
  assert.deepEqual(listScreen({ title: "t", items: [], top: 0, total: 0, cursor: 0, error: null }, { width: 80, height: 1 }).length, 2);
  const gone = { items, index: null, hasPrevious: false, hasNext: false, error: null };
  assert.deepEqual(pagerScreen(gone, { width: 40, height: 3 }), ["not there any more", "", "u undo   ^R redo   q back"]);
});
