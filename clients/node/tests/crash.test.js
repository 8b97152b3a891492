/** How the end of a host is told: each row of clients/conformance/crashes/expected.tsv. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { constants } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { HostDiedError } from "../src/index.js";
import { CONFORMANCE } from "./support.js";

const folder = join(CONFORMANCE, "crashes");
/** The first name of a number: 6 is SIGABRT, and SIGIOT too. */
const nameOf = (wanted) => Object.entries(constants.signals).find(([, number]) => number === wanted)[0];

test("the reason of each recorded end", () => {
  const rows = readFileSync(join(folder, "expected.tsv"), "utf8").trimEnd().split("\n");
  assert.ok(rows.length > 15);
  for (const row of rows) {
    const [file, ended, reason = ""] = row.split("\t");
    const [how, number] = ended.split(" ");
    const lines = readFileSync(join(folder, file), "utf8").split("\n");
    const end = how === "exit" ? [Number(number), null] : [null, nameOf(Number(number))];
    const error = new HostDiedError(...end, lines);
    assert.equal(error.reason, reason || null, `${file} ${ended}`);
    assert.deepEqual(error.stderr, lines);
  }
});

test("the message of an end is one line", () => {
  const message = (...end) => new HostDiedError(...end).message;
  assert.equal(message(0, null, ["print"]), "the host ended (exit status 0)");
  assert.equal(message(null, "SIGINT", ["print"]), "the host ended by SIGINT");
  assert.equal(message(3, null, ["bad option", ""]), "the host ended (exit status 3): bad option");
  const report = ["A.swift:7: Fatal error: boom", "", "*** Signal 4: Backtracing", "rax 0"];
  assert.equal(message(null, "SIGILL", report), "the host ended by SIGILL: A.swift:7: Fatal error: boom");
});
