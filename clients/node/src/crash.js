/** Why a host ended, in one line: by the rule that stands in clients/conformance/README.md. */
import { constants } from "node:os";

const TRAPS = new Set(["SIGILL", "SIGTRAP", "SIGABRT", "SIGBUS", "SIGFPE", "SIGSEGV"]);
export const TRAPPED = /^.*\.swift:\d+: (?:Fatal error|Precondition failed|Assertion failed)/;
export const REPORT = /^(?:\*\*\* Signal \d+: |Current stack trace:)/;
const FAILURE = /^\*\*\* (Swift runtime failure: .*?) \*\*\*/;
const CRASH = /^\*\*\* (Program crashed: .*?)(?: at 0x[0-9a-f]+)? \*\*\*/;
const OWN_PLACE = /^(?!Swift\/).*\.swift:\d+: /;
const CRASHED = /^Thread \d+.* crashed:$/;
const WORDS = /^(?!swift-runtime: )\s*\S/;
const FRAME = /^ *\d+ .* at (\/.*\.swift(?::\d+)*)$/;

/** How it ended, in words. */
export function ending(exitCode, signal) {
  return signal ? `ended by ${signal}` : `ended (exit status ${exitCode})`;
}

/** What the lines of its standard error say about that, or null. */
export function reasonOf(exitCode, signal, lines) {
  const trap = signal ?? signalOfShell(exitCode);
  if (trap) return TRAPS.has(trap) ? crash(trap, lines) : null;
  return exitCode === 0 ? null : lastWords(lines);
}

/** A shell that ran it ends with 128 more than the signal. */
function signalOfShell(exitCode) {
  return Object.entries(constants.signals).find(([, number]) => number + 128 === exitCode)?.[0];
}

function crash(trap, lines) {
  const start = lines.findLastIndex((line) => REPORT.test(line));
  if (start < 0) return null;
  const [before, report] = [lines.slice(0, start), lines.slice(start)];
  const words =
    last(before, TRAPPED) ??
    first(report, FAILURE) ??
    (trap === "SIGABRT" ? lastWords(before) : null) ??
    first(report, CRASH);
  const place = first(crashedThread(report), FRAME);
  return words === null || place === null || OWN_PLACE.test(words) ? words : `${words} at ${place}`;
}

function crashedThread(report) {
  const start = report.findIndex((line) => CRASHED.test(line));
  if (start < 0) return [];
  const lines = report.slice(start + 1);
  const end = lines.findIndex((line) => line.startsWith("Thread "));
  return end < 0 ? lines : lines.slice(0, end);
}

function lastWords(lines) {
  return last(lines, WORDS)?.trim() ?? null;
}

function last(lines, pattern) {
  return lines.filter((line) => pattern.test(line)).at(-1) ?? null;
}

/** What the pattern's parentheses have found. */
function first(lines, pattern) {
  const line = lines.find((each) => pattern.test(each));
  return line === undefined ? null : pattern.exec(line)[1];
}
