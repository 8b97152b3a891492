/** The transcripts that all clients play, with built hosts: line by line, and through mirrors. */
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { ErrorCode } from "../src/index.js";
import { Transport } from "../src/transport.js";
import { Player } from "./player.js";
import { ROOT, builtHost, open } from "./support.js";
import { asWritten, fromFolder, fromProtocol } from "./transcripts.js";

const transcripts = [...fromProtocol(), ...fromFolder()];

let catalog;

/** The host that has what the transcript asks for. */
function command(t, transcript) {
  const main = builtHost(t);
  catalog ??= execFileSync(main, ["list"], { encoding: "utf8" }).split("\n");
  const asked = transcript.lines.filter((line) => line.fromClient).map((line) => line.text).join("\n");
  const names = [...asked.matchAll(/"name":"(example\.[^"]*)"/g)].map((match) => match[1]);
  const isExample = transcript.name.includes("Examples") || names.some((name) => !catalog.includes(name));
  return [isExample ? builtHost(t, "example-host") : main, "--clock", "virtual"];
}

test("there are transcripts", () => {
  assert.ok(fromProtocol().length > 10);
  assert.ok(fromFolder().length > 20);
  for (const transcript of transcripts) assert.ok(transcript.lines.length > 1, transcript.name);
});

test("the error codes are those of the protocol", () => {
  const table = readFileSync(join(ROOT, "protocol.md"), "utf8").split("## Errors")[1];
  const rows = [...table.matchAll(/^\| (-\d+) \| ([^|]+) \|/gm)];
  assert.ok(rows.length > 15);
  for (const [, code, name] of rows) {
    const key = name.toUpperCase().replace("VIEWMODEL", "VIEW_MODEL").replaceAll(" ", "_");
    assert.equal(ErrorCode[key], Number(code), name);
  }
});

test("each line of the host comes through the transport as it was written", async (t) => {
  if (!builtHost(t) || !builtHost(t, "example-host")) return;
  let lines = 0;
  for (const transcript of transcripts) {
    await t.test(transcript.name, async (t) => {
      lines += await replay(transcript, command(t, transcript));
    });
  }
  assert.ok(lines > 300, `${lines} lines`);
});

async function replay(transcript, command) {
  const received = [];
  let wake = () => {};
  let exit = null;
  const transport = await Transport.start(
    { command },
    {
      onLines: (lines) => {
        received.push(...lines);
        wake();
      },
      onEnd: (end) => {
        exit = end;
        wake();
      },
    },
  );
  const next = async (expected) => {
    while (received.length === 0 && exit === null) await new Promise((resolve) => (wake = resolve));
    assert.ok(received.length > 0, `it ended before ${expected}`);
    assert.equal(asWritten(received.shift()), asWritten(expected));
  };
  const last = lastSent(transcript);
  let lines = 0;
  try {
    for (const [index, { fromClient, text }] of transcript.lines.entries()) {
      if (fromClient) transport.send(`${text}\n`);
      else await next(text);
      lines += fromClient ? 0 : 1;
      if (index === last) await transport.close(60_000);
    }
    assert.deepEqual(received, []);
    assert.deepEqual(exit, { exitCode: 0, signal: null });
  } finally {
    await transport.kill();
  }
  return lines;
}

function lastSent(transcript) {
  return transcript.lines.map((line) => line.fromClient).lastIndexOf(true);
}

test("the mirrors have the states that snapshots give", async (t) => {
  if (!builtHost(t) || !builtHost(t, "example-host")) return;
  let compared = 0;
  let changes = 0;
  for (const transcript of transcripts) {
    await t.test(transcript.name, async (t) => {
      const host = await open(t, { command: command(t, transcript), log: "debug" });
      const player = new Player(host);
      await player.play(transcript, () => player.compare());
      assert.equal(player.resynced, 0);
      compared += player.compared;
      changes += player.changes;
    });
  }
  t.diagnostic(`${compared} states compared after ${changes} changes`);
  assert.ok(compared > 200, `${compared} states`);
  assert.ok(changes > 80, `${changes} changes`);
});
