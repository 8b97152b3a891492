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

const { VIEWMODEL_HOST, EXAMPLE_HOST, VIEWMODEL_GENERATE } = process.env;
const named = { "viewmodel-host": VIEWMODEL_HOST, "example-host": EXAMPLE_HOST, "viewmodel-generate": VIEWMODEL_GENERATE };

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

/** Starts a host that the test closes at its end. A scripted one that expected something else fails the test. */
export async function open(t, options) {
  const host = await Host.start(options);
  let wrong;
  host.on("log", ({ message }) => (wrong ??= message.startsWith("expected ") ? message : undefined));
  t.after(async () => {
    await host.close();
    assert.equal(wrong, undefined);
  });
  return host;
}

/** A folder that is gone after the test. */
export function temporaryFolder(t) {
  const folder = mkdtempSync(join(tmpdir(), "viewmodel-node-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The warnings that the package gives while `work` runs. */
export async function warnings(work) {
  const received = [];
  const listen = ({ name, message }) => name === "ViewModelWarning" && received.push(message);
  process.on("warning", listen);
  await work();
  await new Promise(setImmediate);
  process.off("warning", listen);
  return received;
}
