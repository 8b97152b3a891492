/** What the host writes to standard error is seen while it lives, but no report of a crash. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Printed } from "../src/printed.js";
import { CONFORMANCE, PACKAGE, builtHost, inTerminal, open, scripted, temporaryFolder } from "./support.js";

function linesOf(text, size = 7) {
  const printed = new Printed();
  const bytes = Buffer.from(text);
  const found = [];
  for (let at = 0; at < bytes.length; at += size) found.push(...printed.feed(bytes.subarray(at, at + size)));
  return [...found, ...printed.end()];
}

test("each line is told once, however the bytes are cut", () => {
  const printed = new Printed();
  const found = [...Buffer.from("a\n\nü\r\nend")].map((byte) => printed.feed(Buffer.from([byte])));
  assert.deepEqual(found.filter((lines) => lines.length > 0), [["a"], ["", "ü"]]);
  assert.deepEqual(printed.end(), ["end"]);
  assert.equal(linesOf("x".repeat(200_000), 1000).join(""), "x".repeat(200_000));
});

test("the report of a crash is not told", () => {
  const before = {
    "debug-force-cast.txt": ["Could not cast"],
    "debug-allocation.txt": ["Fatal error: failed to allocate"],
    "release-allocation.txt": ["Fatal error: failed to allocate"],
    "no-backtrace-allocation.txt": ["Fatal error: failed to allocate"],
    "exit.txt": ["a word", "and the last words"],
    "killed.txt": ["Fatal error: these are only words"],
    "release-own-print.txt": ["Fatal error: these are only words"],
  };
  const folder = join(CONFORMANCE, "crashes");
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".txt"))) {
    const found = linesOf(readFileSync(join(folder, file)));
    const expected = before[file] ?? [];
    assert.deepEqual(found.map((line, index) => line.slice(0, expected[index]?.length)), expected, file);
  }
});

test("what only looks like a report is told, and what comes after one", () => {
  const words = "a.swift:1: Fatal error: only words";
  assert.deepEqual(linesOf(`${words}\n\nnext\n`), [words, "", "next"]);
  assert.deepEqual(linesOf(words), [words]);
  assert.deepEqual(linesOf(`${"\n".repeat(30)}next`), [...Array(30).fill(""), "next"]);
  const report = readFileSync(join(CONFORMANCE, "crashes/debug-fatal-error.txt"), "utf8");
  const runtime = "\nswift-runtime: failed to suspend thread 7 while processing a crash\n";
  assert.deepEqual(linesOf(`first\n${report.replace("\n", runtime)}then\n`).filter(Boolean), ["first", "then"]);
});

const WARNING = "plain: nobody tells when count changes";
const PRINTS = `await read("ping"); process.stderr.write("hello\\nscripted: warning: ${WARNING}\\nü");`;
const LOGS = `write({ method: "host/log", params: { level: "warning", message: "${WARNING}" } });`;

test("each line and each warning is the event log, once", async (t) => {
  const host = await open(t, { command: scripted(`${PRINTS} ${LOGS} answer({})`) });
  const found = [];
  host.on("log", ({ level, message }) => found.push(`${level}: ${message}`));
  await host.ping();
  await new Promise(setImmediate);
  assert.deepEqual(found.sort(), ["info: hello", `warning: ${WARNING}`]);
  await host.close();
  assert.deepEqual(found.sort(), ["info: hello", "info: ü", `warning: ${WARNING}`]);
  assert.equal(host.info.capabilities.log, "warning");
});

test("without a listener they are shown, but with log off", async (t) => {
  const shown = [];
  t.mock.method(console, "error", (line) => shown.push(line));
  const host = await open(t, { command: scripted(`${PRINTS} ${LOGS} answer({})`) });
  await host.ping();
  await host.close();
  assert.deepEqual(shown.sort(), ["hello", `viewmodel-host: warning: ${WARNING}`, "ü"]);
  const silent = await open(t, { command: scripted(`${PRINTS} answer({})`), log: "off" });
  silent.on("log", (line) => shown.push(line));
  await silent.ping();
  await silent.close();
  assert.equal(silent.stderrTail[0], "hello");
  assert.equal(shown.length, 3);
});

test("a program that does nothing special shows what a ViewModel prints, and of a crash one line", (t) => {
  const path = builtHost(t, "example-host");
  if (!path) return;
  const program = `
    import { Host } from ${JSON.stringify(join(PACKAGE, "src/index.js"))};
    const host = await Host.start({ command: ${JSON.stringify(path)} });
    const crash = await host.create("example.crash");
    await crash.call("say", { line: "hello" });
    await new Promise(setImmediate);
    console.error("said");
    await crash.call("fatalError").catch((error) => console.error(error.message, error.stderr.length > 10));`;
  const { stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", program], { encoding: "utf8" });
  assert.match(stderr, /^hello\nsaid\nthe host ended by SIG(ILL|TRAP): .*: Fatal error: boom true\n$/);
});

test("nothing is written over the screen of a program in a terminal", (t) => {
  const path = builtHost(t);
  if (!path) return;
  const folder = temporaryFolder(t);
  const [host, errors] = [join(folder, "host"), join(folder, "errors")];
  writeFileSync(host, `#!/bin/sh\necho printed >&2\nexec '${path}' "$@"\n`, { mode: 0o700 });
  const words = [process.execPath, join(PACKAGE, "bin/viewmodel-list.js"), temporaryFolder(t)];
  writeFileSync(join(words[2], "file"), "");
  inTerminal(["sh", "-c", '"$@" 2>"$0"', errors, ...words], [["1 item", "q"]], { VIEWMODEL_HOST: host });
  assert.equal(readFileSync(errors, "utf8"), "");
});
