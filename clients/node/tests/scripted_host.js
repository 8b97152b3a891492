/** A host whose side a test writes as the body of an async function: it can do what a real one must not. */
import { createInterface } from "node:readline";

const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

let last = null;

/** The next message of the client, which must be of this method. */
async function read(method) {
  const { value, done } = await lines.next();
  if (done) fail(`expected ${method}, found the end of the input`);
  last = JSON.parse(value);
  const found = Array.isArray(last) ? "batch" : last.method ?? "response";
  if (method !== undefined && found !== method) fail(`expected ${method}, found ${value}`);
  return last;
}

function write(message) {
  const text = Array.isArray(message) ? JSON.stringify(message) : JSON.stringify({ jsonrpc: "2.0", ...message });
  process.stdout.write(`${typeof message === "string" ? message : text}\n`);
}

/** Answers the message that was read last, or that with an id. */
function answer(result, id = last.id) {
  write({ id, result });
}

function refuse(code, message, data) {
  write({ id: last.id, error: { code, message, data } });
}

function update(...updates) {
  write({ method: "viewModel/update", params: { updates } });
}

/** Answers a creation with an empty counter. */
async function counter(id = "c") {
  await read("viewModel/create");
  answer({ id, revision: 0, state: { count: 0 } });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(97);
}

const play = new Function(
  ...["read", "write", "answer", "refuse", "update", "counter"],
  `return (async () => { ${process.argv[2]} })()`,
);
const first = await read("initialize");
if (!process.argv[2].includes("initialize")) {
  const limits = { lineBytes: 100_000, depth: 20 };
  answer({ protocolVersion: "1", host: { name: "scripted" }, capabilities: first.params.capabilities, limits });
}
await play(read, write, answer, refuse, update, counter);
for (let end = await lines.next(); !end.done; end = await lines.next()) fail(`expected nothing more, found ${end.value}`);
