/** What is around the code: README, example, types, package.json. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import * as api from "../src/index.js";
import { PACKAGE, ROOT, builtHost, missing, temporaryFolder } from "./support.js";

const GENERATED = ["errors.d.cts"];
const NODE_TYPES = [process.env.NODE_TYPES, "/usr/share/nodejs/@types/node"].find((path) => path && existsSync(path));

/** A package that has this one installed, with some files. */
function consumer(t, files) {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(PACKAGE, join(folder, "node_modules/viewmodel-host"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return folder;
}

test("the README's examples print what stands below them", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const readme = readFileSync(join(PACKAGE, "README.md"), "utf8");
  const blocks = [...readme.matchAll(/```js\n([^]*?)```\n\n((?: {4}.*\n)+)/g)];
  assert.ok(blocks.length >= 3);
  const env = { ...process.env, VIEWMODEL_HOST: path };
  for (const [, code, output] of blocks) {
    assert.ok(code.trim().split("\n").length <= 12, code);
    const head = code.includes("import ") ? "" : 'import { Host } from "viewmodel-host";\n';
    const cwd = consumer(t, { "lines.mjs": head + code });
    assert.equal(execFileSync(process.execPath, ["lines.mjs"], { cwd, env, encoding: "utf8" }), output.replace(/^ {4}/gm, ""));
  }
});

test("the example runs", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const output = execFileSync(process.execPath, [join(PACKAGE, "examples/counter.js"), path], { encoding: "utf8" });
  assert.match(output, /^0 → 1\n1 → 2\n2 → 3\n/);
});

/** Runs the compiler, if there is one: what it says. */
function tsc(t, ...words) {
  const { error, stdout } = spawnSync("tsc", words, { encoding: "utf8" });
  if (!error) return stdout;
  missing(t, "tsc is missing: apt-get install node-typescript, or npm install --global typescript");
  return null;
}

/** Compiles a package that has this one installed. */
function check(t, files, options, node) {
  const compilerOptions = { target: "es2022", strict: true, noEmit: true, types: [], exactOptionalPropertyTypes: true, ...options };
  const folder = consumer(t, { ...files, "tsconfig.json": JSON.stringify({ compilerOptions, files: Object.keys(files) }) });
  if (node) symlinkSync(node, join(folder, "node_modules/@types/node"));
  const said = tsc(t, "-p", folder);
  if (said !== null) assert.equal(said, "", JSON.stringify(options));
}

const source = (name) => readFileSync(join(PACKAGE, "tests/types", name), "utf8");
const NODE16 = { module: "node16", moduleResolution: "node16", lib: ["es2022"] };

test("the types accept a consumer, and refuse its mistakes, in a package that has nothing else", (t) => {
  const code = source("consumer.ts");
  check(t, { "m.mts": code, "c.cts": code }, NODE16);
  check(t, { "m.ts": code }, { module: "es2022", moduleResolution: "node", lib: ["es2022", "dom"] });
});

test("beside Node's own types, hosts and instances are emitters like others", (t) => {
  if (!NODE_TYPES) return t.skip("there is no @types/node: set NODE_TYPES to its folder");
  check(t, { "m.mts": source("consumer.ts"), "n.mts": source("with_node.ts") }, { ...NODE16, types: ["node"] }, NODE_TYPES);
});

test("the code is as strictly typed as it says, and its declarations are up to date", (t) => {
  if (!NODE_TYPES) return t.skip("there is no @types/node: set NODE_TYPES to its folder");
  const folder = temporaryFolder(t);
  for (const name of ["package.json", "tsconfig.json", "src"]) cpSync(join(PACKAGE, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, "node_modules/@types"), { recursive: true });
  symlinkSync(NODE_TYPES, join(folder, "node_modules/@types/node"));
  const version = tsc(t, "--version");
  if (version === null) return;
  const { scripts } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  const { status, stdout } = spawnSync("sh", ["-c", scripts.types], { cwd: folder, encoding: "utf8" });
  assert.equal(status, 0, stdout);
  const text = (from, name) => readFileSync(join(from, "src", name), "utf8");
  if (!version.includes(" 4.8.")) return; // another compiler may write the same in another way
  for (const name of GENERATED) assert.equal(text(PACKAGE, name), text(folder, name), `${name}: run npm run types`);
});

test("import and require give the same", (t) => {
  const folder = consumer(t, {
    "both.cjs": `const required = require("viewmodel-host");
      import("viewmodel-host").then((imported) => {
        const names = Object.keys(required);
        console.log(names.length === Object.keys(imported).length && names.every((name) => required[name] === imported[name]));
      });`,
  });
  assert.equal(execFileSync(process.execPath, ["both.cjs"], { cwd: folder, encoding: "utf8" }), "true\n");
  assert.ok("Host" in api && "Instance" in api && "ErrorCode" in api);
});

test("the package needs nothing, and has all that it names", () => {
  const manifest = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
  assert.equal(manifest.dependencies ?? manifest.devDependencies, undefined);
  const paths = (each) => (typeof each === "string" ? [each] : Object.values(each).flatMap(paths));
  const named = [manifest.types, ...paths([manifest.exports, manifest.typesVersions]), ...manifest.files];
  assert.equal(readFileSync(join(PACKAGE, "LICENSE"), "utf8"), readFileSync(join(ROOT, "LICENSE"), "utf8"));
  for (const path of named) assert.ok(readdirSync(join(PACKAGE, path, "..")).includes(path.split("/").at(-1)), path);
});
