/** What the tests share: paths, hosts, and a guard against waiting for ever. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { beforeEach } from "node:test";
import { fileURLToPath } from "node:url";
import { Host } from "../src/index.js";

export const PACKAGE = resolve(dirname(fileURLToPath(import.meta.url)), "..");
export const ROOT = resolve(PACKAGE, "../..");
export const CONFORMANCE = join(ROOT, "clients/conformance");

// A test that waits for ever ends the run, with its name. It is no deadline: a test takes seconds at most, and each
// that begins, or opens a host, starts the time anew.
const PATIENCE = 600_000;
let running = "before the first test";
const watch = setTimeout(() => {
  console.error(`a test waits for ever: ${running}`);
  process.exit(1);
}, PATIENCE).unref();

/** The tests go on. */
function progress(name = running) {
  running = name;
  watch.refresh();
}

beforeEach((context) => progress(context?.name));

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
  progress(t.name);
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
    if (host instanceof Host) host.once("died", reject);
  });
}

const TERMINAL = `
import json, os, pty, sys
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

/** Types keys in a terminal: `steps` has pairs of a text and the keys that are typed once it is shown. The last output, and the status. */
export function inTerminal(command, steps, env) {
  const words = ["-c", TERMINAL, JSON.stringify([command, steps])];
  // The timer of the tests stands still meanwhile.
  const options = { env: { ...process.env, ...env }, encoding: "utf8", timeout: PATIENCE };
  return JSON.parse(execFileSync("python3", words, options));
}
