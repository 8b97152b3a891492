/** What can go wrong. Everything that this package reports about a host is a `HostError`. */
import { ending, reasonOf } from "./crash.js";

/** The codes that protocol.md defines. */
export const ErrorCode = Object.freeze({
  PARSE_ERROR: -32700,
  INVALID_REQUEST: -32600,
  METHOD_NOT_FOUND: -32601,
  INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603,
  UNKNOWN_VIEW_MODEL: -32001,
  NOT_INITIALIZED: -32002,
  UNKNOWN_INSTANCE: -32003,
  UNKNOWN_INPUT: -32004,
  DUPLICATE_ID: -32005,
  CREATION_FAILED: -32006,
  INPUT_FAILED: -32007,
  UNSUPPORTED_VERSION: -32008,
  LINE_TOO_LONG: -32009,
  SHUT_DOWN: -32010,
  OUTPUT_FAILED: -32011,
  UNSETTLED: -32012,
  WORK_FAILED: -32013,
  SERVICE_MISSING: -32014,
  SERVICE_UNANSWERED: -32015,
  TOO_MANY: -32016,
  CRASHED: -32017,
  NOT_RESTORED: -32018,
  BUSY: -32019,
  CANCELLED: -32800,
});

/** The code of an answer to `service/call` whose handler threw something else than a `ServiceError`. */
export const HANDLER_FAILED = -32000;

const HINT =
  "Install the npm packages with the program (they need no Swift), put viewmodel-host on the PATH, set VIEWMODEL_HOST to its path, " +
  "or give its command: Host.start({ command: [program, argument, …] })";
const REASONS = { ENOENT: "there is no such program", EACCES: "it is not executable" };

export class HostError extends Error {
  get name() {
    return this.constructor.name;
  }
}

/** The program is not there, or cannot be run. */
export class HostNotFoundError extends HostError {
  /** @param {string} [folder] is what is not there, instead of the program */
  constructor(command, code, folder) {
    const reason = folder === undefined ? (REASONS[code] ?? code) : "there is no such folder";
    const what = `cannot start the host ${command.join(" ")}`;
    super(folder === undefined ? `${what}: ${reason}. ${HINT}` : `${what} in the folder ${folder}: ${reason}`);
    this.command = command;
    this.reason = reason;
  }
}

/** Something took too long. If it was `initialize`, the host was ended. */
export class HostTimeoutError extends HostError {
  constructor(milliseconds, what) {
    super(`${what} took longer than ${milliseconds / 1000} seconds`);
    this.milliseconds = milliseconds;
  }
}

/** No protocol version in common. `client` and `host` list what each speaks. */
export class VersionMismatchError extends HostError {
  constructor(client, host) {
    const theirs = host.join(", ") || "others";
    super(`no common protocol version: this client speaks ${client.join(", ")}, the host ${theirs}`);
    this.client = client;
    this.host = host;
  }
}

/**
 * The host ended by itself. `reason` is the line of standard error that says why, with the place in the Swift code, or
 * null; `stderr` has the last lines.
 */
export class HostDiedError extends HostError {
  constructor(exitCode, signal, stderr) {
    const reason = reasonOf(exitCode, signal, stderr);
    super(`the host ${ending(exitCode, signal)}${reason === null ? "" : `: ${reason}`}`);
    this.exitCode = exitCode;
    this.signal = signal;
    // Not shown again by what prints an error with its properties: the message has the reason.
    Object.defineProperties(this, { reason: { value: reason }, stderr: { value: stderr } });
  }
}

/** It was closed, or is being restarted, by this program. */
export class HostClosedError extends HostError {}

/** The host wrote something that makes no sense. It was ended. */
export class ProtocolError extends HostError {}

/** A request was answered with an error. */
export class RequestFailedError extends HostError {
  constructor(method, { code, message, data }) {
    super(message);
    this.method = method;
    this.code = code;
    this.data = data;
  }
}

/** A request was cancelled, its instance disposed, or its batch not sent. */
export class CancelledError extends RequestFailedError {}

/** An input failed. */
export class InputRejectedError extends HostError {
  constructor({ id, input, seq }, { code, message, data }) {
    super(message);
    this.id = id;
    this.input = input;
    this.seq = seq;
    this.code = code;
    this.data = data;
  }
}

/** The host could not use the answer of a service. */
export class ServiceRejectedError extends HostError {
  constructor(callId, service, { code, message, data }) {
    super(message);
    this.callId = callId;
    this.service = service;
    this.code = code;
    this.data = data;
  }
}

/** The instance is gone. */
export class InstanceClosedError extends HostError {
  constructor(id, reason) {
    super(`the instance ${id} is gone: ${reason}`);
    this.id = id;
    this.reason = reason;
  }
}

/** An error inside a ViewModel that no output carries: what the event `failed` tells. */
export class ViewModelFailedError extends HostError {
  constructor(id, { code, message, data }) {
    super(message);
    this.id = id;
    this.code = code;
    this.data = data;
  }
}

/** What a service handler throws to answer with an error of its own. Not a `HostError`. */
export class ServiceError extends Error {
  /**
   * @param {number} code an integer that the ViewModel knows
   * @param {string} message for people
   * @param {unknown} [data] any JSON
   */
  constructor(code, message, data) {
    if (!Number.isSafeInteger(code)) throw new TypeError(`the code of an error is an integer, not ${code}`);
    super(message);
    this.name = "ServiceError";
    this.code = code;
    this.data = data;
  }
}

/** The error of a request that was answered with one. */
export function requestFailed(method, error) {
  const Failure = error.code === ErrorCode.CANCELLED ? CancelledError : RequestFailedError;
  return new Failure(method, error);
}
