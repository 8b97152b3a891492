// What this client costs for 10,000 updates of the counter, beside reading and parsing those same lines only.
// The lines are recorded from a host ($VIEWMODEL_HOST, or viewmodel-host on the PATH), then played by `cat`.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Host } from "./src/index.js";

const UPDATES = 10_000;
const ROUNDS = 15;

/** The lines of a host that counts, one update each. */
function record() {
  const message = (method, params, id) => `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
  const input = [
    message("initialize", { protocolVersions: ["1"], capabilities: { mergeUpdates: false } }, 1),
    message("viewModel/create", { name: "counter", id: "c" }, 2),
    message("viewModel/input", { id: "c", input: "plusButtonDidTap" }).repeat(UPDATES),
  ].join("");
  const options = { input, encoding: "utf8", maxBuffer: 2 ** 30 };
  const said = execFileSync(process.env.VIEWMODEL_HOST || "viewmodel-host", [], options).split("\n");
  return said.filter((line) => line.includes('"viewModel/update"'));
}

/** Milliseconds to read and parse the lines, and nothing else. */
async function plain(file) {
  const child = spawn("sh", ["-c", 'read go; cat "$0"', file], { stdio: ["pipe", "pipe", "inherit"] });
  await once(child, "spawn");
  const start = cpu();
  child.stdin.end("go\n");
  let parsed = 0;
  let partial = "";
  for await (const text of child.stdout.setEncoding("utf8")) {
    const lines = (partial + text).split("\n");
    partial = lines.pop();
    for (const line of lines) if (JSON.parse(line) !== null) parsed += 1;
  }
  if (parsed !== UPDATES) throw new Error(`${parsed} lines`);
  return cpu() - start;
}

/** Milliseconds until the client has applied the lines, and notified a listener of each. */
async function client(file) {
  const state = '{"count":0,"isEven":true}';
  const answers = [
    '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"1","host":{"name":"sh"}}}',
    `{"jsonrpc":"2.0","id":2,"result":{"id":"c","revision":0,"state":${state}}}`,
    '{"jsonrpc":"2.0","id":3,"result":{}}',
  ];
  const script = 'read a; echo "$1"; read b; echo "$2"; read c; cat "$0"; echo "$3"; read d';
  const host = await Host.start({ command: ["sh", "-c", `${script}; exit 0`, file, ...answers] });
  const counter = await host.create("counter");
  let changes = 0;
  counter.on("change", () => (changes += 1));
  const start = cpu();
  await host.request("ping");
  const time = cpu() - start;
  if (changes !== UPDATES || counter.state.count !== UPDATES) throw new Error(`${changes} changes`);
  await host.close();
  return time;
}

/** Milliseconds of the processor that this process has taken, whatever else the machine is at. */
function cpu() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(times) {
  return times.sort((left, right) => left - right)[times.length >> 1];
}

const folder = mkdtempSync(join(tmpdir(), "viewmodel-benchmark-"));
try {
  const file = join(folder, "lines");
  writeFileSync(file, record().map((line) => `${line}\n`).join(""));
  const times = { plain: [], client: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    times.plain.push(await plain(file));
    times.client.push(await client(file));
  }
  const [least, most] = [median(times.plain), median(times.client)];
  const row = (name, time) => console.log(`${name.padEnd(34)}${time.toFixed(1).padStart(8)} ms${(time * 1000 / UPDATES).toFixed(2).padStart(8)} µs each`);
  row("read and parse", least);
  row("the client: mirror and a listener", most);
  console.log(`ratio ${(most / least).toFixed(2)}`);
} finally {
  rmSync(folder, { recursive: true });
}
