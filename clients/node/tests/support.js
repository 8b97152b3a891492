/** What the tests share: paths, hosts, and a guard against waiting for ever. */
import assert from "node:assert/strict";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { Host } from "../src/index.js";

export const PACKAGE = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const ROOT = resolve(PACKAGE, "../..");
export const CONFORMANCE = join(ROOT, "clients/conformance");

// A test that waits for ever ends the run. It is no deadline: a test takes seconds at most.
setTimeout(() => {
  console.error("the tests of this file wait for ever");
  process.exit(1);
}, 60_000).unref();

/** The warnings that the package gave; tests that provoke some take them out. */
export const warnings = [];
process.on("warning", (warning) => warning.name === "ViewModelWarning" && warnings.push(warning.message));

const named = { "viewmodel-host": process.env.VIEWMODEL_HOST, "example-host": process.env.EXAMPLE_HOST };

/** The path of a built host. Without one the test is skipped, but in CI it fails. */
export function builtHost(t, name = "viewmodel-host") {
  const builds = ["release", "debug"].map((kind) => join(ROOT, ".build", kind, name));
  const beside = process.env.VIEWMODEL_HOST ? [join(dirname(resolve(process.env.VIEWMODEL_HOST)), name)] : [];
  const path = (named[name] ? [named[name]] : [...beside, ...builds]).find((each) => existsSync(each));
  if (path) return path;
  const message = `there is no ${name}: run swift build, or set VIEWMODEL_HOST`;
  assert.ok(!process.env.CI, message);
  t.skip(message);
  return null;
}

/** Skips a test for want of a program; in CI that is a failure. */
export function missing(t, message) {
  assert.ok(!process.env.CI, message);
  t.skip(message);
}

/** The command of the fake host, that plays transcripts (paths) with faults. */
export function fakeCommand(transcripts, { faults = [], starts } = {}) {
  const options = [...faults.flatMap((fault) => ["--fault", fault]), ...(starts ? ["--starts", starts] : [])];
  return ["python3", "-S", join(CONFORMANCE, "fake_host.py"), ...options, ...[transcripts].flat()];
}

/** The command of a host that a text in JavaScript makes; it has `read()`, `write(message)` and `answer(result)`. */
export function scripted(script) {
  return [process.execPath, join(PACKAGE, "tests/scripted_host.js"), script];
}

/** Starts a host that the test closes at its end, whatever became of it. */
export async function open(t, options) {
  const host = await Host.start(options);
  t.after(() => host.close().catch(() => {}));
  return host;
}

/** A folder that is gone after the test. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "viewmodel-node-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Resolves with what an emitter tells next under a name; fails when a host dies instead. */
export function next(emitter, name, host = emitter) {
  return new Promise((resolve, reject) => {
    emitter.once(name, resolve);
    host.once("died", reject);
  });
}
