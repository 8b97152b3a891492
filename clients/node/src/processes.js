/** The processes that this one has started, and what becomes of them when it ends. */
import { readFileSync } from "node:fs";
import { spawnSync } from "node:child_process";

/** How long a host has, when Node ends, to see the end of its input; and then to heed SIGTERM. In milliseconds. */
const GRACE = 1000;

const living = new Set();

/** Ends the process at the latest when Node ends. */
export function remember(child) {
  if (living.size === 0) process.once("exit", endAll);
  living.add(child);
}

/** The process has ended. */
export function forget(child) {
  living.delete(child);
  if (living.size === 0) process.off("exit", endAll);
}

/** Nothing runs any more but this: neither timers nor events. */
function endAll() {
  for (const child of living) child.stdin.destroy();
  for (const signal of [null, "SIGTERM", "SIGKILL"]) {
    if (signal) for (const child of living) child.kill(signal);
    const deadline = performance.now() + GRACE;
    do {
      for (const child of living) if (hasEnded(child.pid)) living.delete(child);
      if (living.size === 0) return;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    } while (performance.now() < deadline);
  }
}

/** Node has not taken its status yet, so it is a zombie, or not there at all. */
function hasEnded(pid) {
  return /^$|^Z/.test(stateOf(pid));
}

function stateOf(pid) {
  if (process.platform !== "linux") return spawnSync("ps", ["-o", "stat=", "-p", String(pid)]).stdout.toString().trim();
  try {
    const text = readFileSync(`/proc/${pid}/stat`, "latin1");
    return text.slice(text.lastIndexOf(")") + 2);
  } catch {
    return "";
  }
}
