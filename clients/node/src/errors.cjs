"use strict";
/** The errors of this package. */

/** The codes of errors, as protocol.md defines them. */
const ErrorCode = Object.freeze({
  PARSE_ERROR: -32700, INVALID_REQUEST: -32600, METHOD_NOT_FOUND: -32601, INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603, SERVICE_ERROR: -32000, UNKNOWN_VIEW_MODEL: -32001, NOT_INITIALIZED: -32002, UNKNOWN_INSTANCE: -32003,
  UNKNOWN_INPUT: -32004, DUPLICATE_ID: -32005, CREATION_FAILED: -32006, INPUT_FAILED: -32007,
  UNSUPPORTED_VERSION: -32008, LINE_TOO_LONG: -32009, SHUT_DOWN: -32010, OUTPUT_FAILED: -32011, UNSETTLED: -32012,
  WORK_FAILED: -32013, SERVICE_MISSING: -32014, SERVICE_UNANSWERED: -32015, TOO_MANY: -32016, CRASHED: -32017,
  NOT_RESTORED: -32018, BUSY: -32019, CANCELLED: -32800,
});

class HostError extends Error {
  /** @param {string} message @param {ErrorOptions} [options] */
  constructor(message, options) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The program does not exist, or cannot be run. */
class HostNotFoundError extends HostError {}

/** The host and this client have no protocol version in common. */
class VersionMismatchError extends HostError {}

/** A wait took longer than its `timeout`. */
class HostTimeoutError extends HostError {}

/** The instance was disposed, or closed with one that it uses. */
class InstanceClosedError extends HostError {}

/** This program has closed the host, or is restarting it. */
class HostClosedError extends HostError {}

/** The host broke the protocol, and was ended. */
class ProtocolError extends HostError {}

/** The host ended on its own: with an exit status, or by a signal. */
class HostDiedError extends HostError {
  /** @param {number | null} exitStatus @param {string | null} signal its name @param {string[]} stderr its last lines */
  constructor(exitStatus, signal, stderr) {
    const reason = reasonOf(exitStatus, signal, stderr);
    const how = signal === null ? `(exit status ${exitStatus})` : `by ${signal}`;
    super(`the host ended ${how}${reason === null ? "" : `: ${reason}`}`);
    this.exitStatus = exitStatus;
    this.signal = signal;
    /** The line of standard error that says why, or null. */
    this.reason = reason;
    this.stderr = stderr;
    // The message has the reason: an error is often printed with its properties.
    for (const name of ["reason", "stderr"]) Object.defineProperty(this, name, { enumerable: false });
  }
}

/** @param {number | null} exitStatus @param {string | null} signal @param {string[]} stderr @returns {string | null} */
function reasonOf(exitStatus, signal, stderr) {
  const lines = [...stderr].reverse();
  const trap = lines.find((line) => /Fatal error|Precondition failed|Assertion failed/.test(line));
  if (signal !== null) return (/^SIG(ILL|TRAP|ABRT|BUS|FPE|SEGV)$/.test(signal) && trap) || null;
  return (exitStatus !== 0 && (trap ?? lines.find((line) => line.trim() !== ""))) || null;
}

/** A request that the host refused, a rejected input or answer of a service, or an error inside a ViewModel. */
class RequestFailedError extends HostError {
  /** @param {{ code: number, message: string, data?: any }} error @param {{ id?: string, input?: string, service?: string }} of */
  constructor({ code, message, data }, { id, input, service } = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.id = id;
    this.input = input;
    this.service = service;
  }
}

/** A service throws it to answer with an error of its own. */
class ServiceError extends Error {
  /** @param {number} code @param {string} message @param {unknown} [data] any JSON */
  constructor(code, message, data) {
    super(message);
    this.name = "ServiceError";
    this.code = code;
    this.data = data;
  }
}

module.exports = {
  ErrorCode, HostClosedError, HostDiedError, HostError, HostNotFoundError, HostTimeoutError, InstanceClosedError, ProtocolError,
  RequestFailedError, ServiceError, VersionMismatchError,
};
