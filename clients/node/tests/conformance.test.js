/** The judge of all clients. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { test } from "node:test";
import { CONFORMANCE, PACKAGE, builtHost } from "./support.js";

const ENDINGS = ["endings-idle", "endings-busy", "endings-stopped"];
for (const part of ["transcripts", "faults", "stopped", "random", "kills", "supervised", ...ENDINGS]) {
  test(`the judge: ${part}`, async (t) => {
    const hosts = [builtHost(t), builtHost(t, "example-host")];
    if (hosts.includes(null)) return;
    const testee = [process.execPath, join(PACKAGE, "tests/testee.js")];
    const env = { ...process.env, VIEWMODEL_HOST: hosts[0], EXAMPLE_HOST: hosts[1] };
    const judge = spawn("python3", [join(CONFORMANCE, "judge"), "--part", part, ...testee], { env });
    let said = "";
    for (const pipe of [judge.stdout, judge.stderr]) pipe.on("data", (text) => (said += text));
    const [status] = await once(judge, "close");
    assert.equal(status, 0, said);
    t.diagnostic(said.trim().split("\n").at(-1));
  });
}
