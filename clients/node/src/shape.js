/** Reads the members of messages, with an error that names the one that is missing or mistyped. */
import { ProtocolError } from "./errors.js";
import { stringify } from "./json.js";

/** A required member of a type: "string", "integer", "number", "array", "object". */
export function member(holder, key, type, where) {
  const value = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
  if (typeof value === type && value !== null && type !== "object") return value;
  if (!TYPES[type](value)) throw new ProtocolError(`${where}: expected "${key}" as ${type}, found ${shown(value)}`);
  return value;
}

/** Code, message and data of the error that a message carries. */
export function errorOf(message, where) {
  const error = member(message, "error", "object", where);
  return {
    code: member(error, "code", "integer", where),
    message: member(error, "message", "string", where),
    data: error.data,
  };
}

/** The result of `viewModel/create` and `viewModel/snapshot`. */
export function snapshotOf(result, where) {
  return {
    id: member(result, "id", "string", where),
    revision: member(result, "revision", "integer", where),
    state: member(result, "state", "object", where),
  };
}

/** How a process of the host ended, or would end: `{reason, file, line}`. */
export function crashOf(holder, where) {
  return { reason: member(holder, "reason", "string", where), file: holder.file ?? null, line: holder.line ?? null };
}

/** The result of `viewModel/try`. */
export function trialOf(result) {
  const where = "viewModel/try";
  if (isObject(result?.crashed)) return { messages: [], crashed: crashOf(result.crashed, where) };
  return { messages: member(result, "messages", "array", where), crashed: null };
}

/** The result of `session/turns`. */
export function turnsOf(result) {
  const where = "session/turns";
  const turns = (key) => member(result, key, "array", where).map(turnOf);
  return { turn: member(result, "turn", "integer", where), turns: turns("turns"), undone: turns("undone") };
}

function turnOf(entry) {
  const where = "session/turns";
  return {
    turn: member(entry, "turn", "integer", where),
    cause: member(entry, "cause", "string", where),
    messages: entry.messages === undefined ? [] : member(entry, "messages", "array", where),
    step: entry.step === true,
  };
}

/** The result of `initialize`. */
export function hostInfo(result) {
  const host = member(result, "host", "object", "initialize");
  return {
    protocolVersion: member(result, "protocolVersion", "string", "initialize"),
    name: member(host, "name", "string", "initialize"),
    version: host.version,
    capabilities: optionalObject(result, "capabilities", "initialize"),
    limits: limitsOf(optionalObject(result, "limits", "initialize")),
  };
}

/** The limits of a host, of which those that are for lines are integers. */
function limitsOf(limits) {
  for (const key of ["lineBytes", "depth"]) if (Object.hasOwn(limits, key)) member(limits, key, "integer", "initialize");
  return limits;
}

function optionalObject(holder, key, where) {
  return (holder[key] ?? null) === null ? {} : member(holder, key, "object", where);
}

export function isObject(value) {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const TYPES = {
  string: (value) => typeof value === "string",
  integer: (value) => Number.isInteger(value),
  number: (value) => typeof value === "number",
  array: Array.isArray,
  object: isObject,
  any: (value) => value !== undefined,
};

function shown(value) {
  return value === undefined ? "nothing" : `${stringify(value) ?? typeof value}`.slice(0, 80);
}
