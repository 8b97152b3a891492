/** What the conformance suite drives. Each member of `commands` is a command. */
import { createInterface } from "node:readline";
import { Host, ServiceError } from "../src/index.js";

const KINDS = {
  HostNotFoundError: "not-found", HostDiedError: "died", HostClosedError: "stopped", VersionMismatchError: "version",
  ProtocolError: "protocol", HostTimeoutError: "timeout", RequestFailedError: "request", InstanceClosedError: "closed",
};

console.error = () => {}; // faults make much noise there

let host = null;
let news = [];
const instances = new Map();
const aborts = new Map();

function report(kind, details) {
  news.push({ news: kind, ...details });
}

function described(error) {
  const isCancelled = error.name === "AbortError" || error.code === -32800;
  const kind = isCancelled ? "cancelled" : (KINDS[error.constructor.name] ?? "usage");
  const code = error.name === "AbortError" ? -32800 : error.code;
  return { kind, message: String(error.message), id: error.id, input: error.input, code };
}

function service(answers) {
  return (_, { signal }) => {
    const given = answers.shift() ?? { error: { code: -32000, message: "there is no more" } };
    if (given.hold) return new Promise((resolve) => signal.addEventListener("abort", resolve));
    if (given.error) throw new ServiceError(given.error.code, given.error.message, given.error.data);
    return given.result;
  };
}

const seconds = (timeout) => (timeout === undefined ? {} : { timeout: timeout * 1000 });

const commands = {
  async start({ command, services = {}, ...options }) {
    const named = Object.fromEntries(Object.entries(services).map(([name, answers]) => [name, service(answers)]));
    host = await Host.start({ command, services: named, ...options });
    instances.clear();
    host.on("rejected", ({ id, input, service, code }) => service || report("rejected", { id, input, code }));
    host.on("failed", ({ id, code }) => report("failed", { id, code }));
    host.on("died", () => {});
    return { pid: host.pid };
  },
  async create({ name, ...options }) {
    const instance = await host.create(name, options);
    const { id } = instance;
    instance.on("change", ({ revision, patch }) => report("change", { id, revision, resynced: patch === null }));
    instance.on("event", ({ name: event, value }) => report("event", { id, event, value }));
    instance.on("dropped", (count) => report("dropped", { id, count }));
    instance.on("closed", (reason) => report("closed", { id, reason }));
    instances.set(id, instance);
    return { id, revision: instance.revision, state: instance.state };
  },
  input: ({ id, input, arguments: args }) => instances.get(id).input(input, args),
  call({ key, id, input, arguments: args, timeout }) {
    const abort = new AbortController();
    aborts.set(key, abort);
    instances.get(id).call(input, args, { signal: abort.signal, ...seconds(timeout) }).then(
      (value) => report("end", { key, value }),
      (error) => report("end", { key, error: described(error) }),
    );
  },
  batch: ({ commands: all }) => host.turn(() => all.forEach((command) => void commands[command.do](command))),
  cancel: ({ key }) => aborts.get(key).abort(),
  observe: async ({ id, outputs }) => (await instances.get(id).observe(outputs), {}),
  window: ({ id, output, offset, limit }) => instances.get(id).moveWindow(output, offset, limit),
  snapshot: ({ id }) => host.request("viewModel/snapshot", { id }),
  dispose: async ({ id }) => (await instances.get(id).dispose(), {}),
  request: ({ method, params, timeout }) => host.request(method, params, seconds(timeout)),
  restart: async () => (await host.restart(), { pid: host.pid }),
  stop: () => host.close(),
  exit: () => process.exit(),
  async look({ number = 0 }) {
    await host.request("ping", { look: number }).catch(() => {});
    const living = [...instances.values()].filter(({ closed }) => closed === null);
    return Object.fromEntries(living.map(({ id, revision, state }) => [id, { revision, state }]));
  },
};

async function run({ do: name, ...details }) {
  try {
    const value = await commands[name](details);
    await new Promise(setImmediate); // promises that ended together have reported it
    return { ok: value ?? null };
  } catch (error) {
    await new Promise(setImmediate);
    return { error: described(error) };
  }
}

console.log(JSON.stringify({ client: "node", lacks: ["ends"] }));
for await (const line of createInterface({ input: process.stdin })) {
  const answer = await run(JSON.parse(line));
  console.log(JSON.stringify({ ...answer, news }));
  news = [];
}
process.exit();
