/** What `viewmodel-generate typescript` writes: tsc accepts it, and it drives the list and the pager. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { PACKAGE, ROOT, builtHost, missing, temporaryFolder } from "./support.js";

/** A package that has this one installed. */
function installed(t, type = "module") {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(PACKAGE, join(folder, "node_modules/viewmodel-host"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type }));
  return folder;
}

/** One with the generated file, too, for the named ViewModels, or for all. */
function generated(t, host, ...names) {
  return written(t, "typescript", host, ...names);
}

function written(t, language, host, ...names) {
  const folder = installed(t);
  execFileSync(builtHost(t, "viewmodel-generate"), [language, ...names, "--output", folder, "--", host]);
  return folder;
}

/** Compiles the files of a folder; what tsc says, or null where there is none. */
function compile(t, folder, files, options) {
  const compilerOptions = {
    target: "es2022", module: "node16", moduleResolution: "node16", lib: ["es2022"], strict: true, types: [],
    noUnusedLocals: false, exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true, outDir: folder,
    preserveSymlinks: true, ...options,
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files }));
  const { error, stdout } = spawnSync("tsc", ["-p", folder], { encoding: "utf8", cwd: folder });
  if (!error) return stdout;
  missing(t, "tsc is missing: apt-get install node-typescript, or npm install --global typescript");
  return null;
}

const PROGRAM = `
import { Host } from "viewmodel-host";
import { type Int64, type Item, ExamplePlainViewModel, ListViewModel, PagerViewModel, type Services } from "./viewModels.js";

const services: Services = {
  items: ({ page }) => ({
    items: [{ id: "a" + page, name: "A" }, { id: "b" + page, name: "B" }],
    pages: page < 2 ? { currentPage: page, nextPage: Number(page) + 1 } : { currentPage: page },
  }),
};
const host = await Host.start({ command: process.argv[2]!, services });
const list = await ListViewModel.create(host, { id: "l" });
const stop = list.events.error((message) => console.log(message.toUpperCase()));
await list.calls.viewWillAppear();
await list.instance.until((state) => state.items.length > 0);
const items: readonly Item[] = list.state.items;
console.log(items.map((item) => item.id).join(" "));
const pager = await PagerViewModel.create(host, { parameters: { selectedId: "b1" }, uses: { list } });
const index: Int64 | null = pager.state.index;
console.log(index, pager.state.hasPrevious);
pager.inputs.willTransitionTo({ index: 0 });
await pager.instance.until((state) => state.index === 0);
await pager.calls.willTransitionTo({ index: 9 }).catch((error: Error) => console.log(error.constructor.name));
const plain = await ExamplePlainViewModel.create(host, { parameters: { titles: ["a"] } });
const sum: Int64 = await plain.calls.addUp({ numbers: [1, "2"] }).catch(() => plain.calls.addUp({ numbers: [1, 2] }));
console.log(sum);
const other = await PagerViewModel.create(host, { parameters: { selectedId: "a1" }, uses: { list: list.instance } });
console.log(other.state.index);
const seen = await ListViewModel.create(host, { observe: ["loading", { output: "items", window: { limit: 1 } }] });
seen.inputs.viewWillAppear();
await seen.instance.until((state) => state.items.total > 0);
const [first]: readonly Item[] = seen.state.items.items;
console.log(first?.id, seen.state.items.total, seen.state.loading, Object.keys(seen.state).length);
const third = await PagerViewModel.create(host, { parameters: { selectedId: "b1" }, uses: { list: seen }, observe: ["index"] });
const only: { readonly index: Int64 | null } = third.state;
console.log(only.index, Object.keys(only).length);
stop();
await host.close();

declare const process: { argv: string[] };
declare const console: { log(...values: unknown[]): void };
`;

const REFUSED = `
import { Host } from "viewmodel-host";
import { check, CounterViewModel, ListViewModel } from "./viewModels.js";
const host = await Host.start({ command: process.argv[2]! });
await CounterViewModel.create(host).catch((error: Error) => console.log(error.message));
console.log((await ListViewModel.create(host)).instance.name);
await check(host).catch((error: Error) => console.log(error.message));
await host.close();
declare const process: { argv: string[] };
declare const console: { log(...values: unknown[]): void };
`;

// Each line is a mistake.
const MISTAKES = `import { host, ExampleShapesViewModel, ListViewModel, PagerViewModel, list, pager } from "./things.js";
await PagerViewModel.create(host, { uses: { list } });
await PagerViewModel.create(host, { parameters: { selectedId: "a" } });
pager.inputs.willTransitionTo({ index: "one" });
pager.inputs.willTransition({ index: 1 });
pager.inputs.willTransitionTo();
pager.state.indices;
await ListViewModel.create(host, { parameters: { pageSize: "two" } });
const index: number | null = pager.state.index;
(await ListViewModel.create(host, { observe: ["items", "rows"] })).state.items;
(await ListViewModel.create(host, { observe: ["loading"] })).state.items;
(await ListViewModel.create(host, { observe: [{ output: "items", window: { limit: 9 } }] })).state.items.length;
await ListViewModel.create(host, { observe: [{ output: "loading", window: { limit: 9 } }] });
await ExampleShapesViewModel.create(host, { observe: [{ output: "range", window: { limit: 9 } }] });
`;

const THINGS = `import type { Host } from "viewmodel-host";
import { ExampleShapesViewModel, ListViewModel, PagerViewModel } from "./viewModels.js";
export { ExampleShapesViewModel, ListViewModel, PagerViewModel };
export declare const host: Host, list: ListViewModel, pager: PagerViewModel;
`;

const LANGUAGES = { typescript: "viewModels.ts", javascript: "viewModels.d.ts" };
for (const [language, file] of Object.entries(LANGUAGES)) test(`${language} compiles, and drives the list and the pager`, (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const folder = written(t, language, host);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const said = compile(t, folder, ["program.ts", file]);
  if (said === null) return;
  assert.equal(said, "");
  const output = execFileSync(process.execPath, ["program.js", host], { cwd: folder, encoding: "utf8" });
  assert.equal(output, [
    "a1 b1",
    "1 true",
    "RequestFailedError",
    "3",
    "0",
    "a1 2 false 2",
    "1 1",
    "",
  ].join("\n"));
});

test("what is committed compiles, also to CommonJS, and where only types at the top of a package are looked for", (t) => {
  const path = join(ROOT, "Tests/Generated/typescript/viewModels.ts");
  for (const [type, options] of [
    ["module", {}],
    ["commonjs", {}],
    ["commonjs", { module: "commonjs", moduleResolution: "node" }],
  ]) {
    const folder = installed(t, type);
    copyFileSync(path, join(folder, "viewModels.ts"));
    const said = compile(t, folder, ["viewModels.ts"], options);
    if (said === null) return;
    assert.equal(said, "", JSON.stringify(options));
    const program = 'import("./viewModels.js").then(({ CONTRACT }) => console.log(CONTRACT.length))';
    assert.equal(execFileSync(process.execPath, ["-e", program], { cwd: folder, encoding: "utf8" }), "16\n");
  }
});

test("mistakes in its use are found", (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const folder = generated(t, host);
  writeFileSync(join(folder, "mistakes.ts"), MISTAKES);
  writeFileSync(join(folder, "things.ts"), THINGS);
  const said = compile(t, folder, ["mistakes.ts", "things.ts", "viewModels.ts"]);
  if (said === null) return;
  const lines = new Set([...said.matchAll(/mistakes\.ts\((\d+),/g)].map(([, line]) => Number(line)));
  assert.deepEqual([...lines].sort((a, b) => a - b), [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14], said);
});

test("a host that has changed is refused, with what is gone", (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const folder = generated(t, host);
  const path = join(folder, "viewModels.ts");
  const text = readFileSync(path, "utf8");
  const changed = text.replaceAll('"name":"plusButtonDidTap"', '"name":"reset"');
  assert.notEqual(changed, text);
  writeFileSync(path, changed);
  writeFileSync(join(folder, "refused.ts"), REFUSED);
  const said = compile(t, folder, ["refused.ts", "viewModels.ts"]);
  if (said === null) return;
  assert.equal(said, "");
  const output = execFileSync(process.execPath, ["refused.js", host], { cwd: folder, encoding: "utf8" });
  const sentences = ["counter", "counter.kickstarter", "counter.functional"].map((name) => `sent: ${name}: input reset is gone`);
  // The list is the same as ever; all of the file is not.
  assert.equal(output, `the host has changed: ${sentences[0]}\nlist\nthe host has changed: ${sentences.join("; ")}, and 1 more\n`);
});

test("only what is named is there, with the hash of its contract", (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const text = readFileSync(join(generated(t, host, "counter"), "viewModels.ts"), "utf8");
  assert.match(text, /export interface CounterViewModel</);
  assert.doesNotMatch(text, /ListViewModel/);
  const contract = JSON.parse(execFileSync(host, ["schema", "counter"], { encoding: "utf8" }));
  assert.ok(text.includes(`export const CONTRACT = "${contract.hash}";`));
});

test("the README's program is typed, and prints what it says", (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const [, code, output] = readme.match(/```ts\n([^`]*viewModels\.js[^]*?)```\n\n((?: {4}.*\n)+)/);
  const folder = generated(t, host);
  const declared = "declare const console: { log(...values: unknown[]): void };\n";
  writeFileSync(join(folder, "readme.ts"), code + declared);
  const said = compile(t, folder, ["readme.ts", "viewModels.ts"]);
  if (said === null) return;
  assert.equal(said, "");
  const env = { ...process.env, VIEWMODEL_HOST: host };
  const printed = execFileSync(process.execPath, ["readme.js"], { cwd: folder, encoding: "utf8", env });
  assert.equal(printed, output.replace(/^ {4}/gm, ""));
});

test("what the author wrote stands where one types", (t) => {
  const host = builtHost(t, "example-host");
  if (!host) return;
  const text = readFileSync(join(generated(t, host), "viewModels.ts"), "utf8");
  assert.ok(text.includes(" * Replaces the item with the same id, if there is one.\n"), "of an input");
  assert.ok(text.includes("@param args.item what stands there from now on."), "of an argument");
  assert.ok(text.includes("@returns whether it has worked; `nil` when a request failed, or who called has left."), "of a result");
  assert.ok(text.includes("  /** What has been loaded, all pages so far. */\n  readonly items:"), "of an output");
  assert.ok(text.includes("/** A line of the list. */\nexport interface Item "), "of a type");
});
