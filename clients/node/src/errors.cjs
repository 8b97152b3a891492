"use strict";
/** What can go wrong. Whatever this package reports about a host is a `HostError`. */

/** The codes of errors, as protocol.md defines them. */
const ErrorCode = Object.freeze({
  PARSE_ERROR: -32700, INVALID_REQUEST: -32600, METHOD_NOT_FOUND: -32601, INVALID_PARAMS: -32602,
  INTERNAL_ERROR: -32603, UNKNOWN_VIEW_MODEL: -32001, NOT_INITIALIZED: -32002, UNKNOWN_INSTANCE: -32003,
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

/** The program is not there, or cannot be run. */
class HostNotFoundError extends HostError {}

/** The host speaks no version of the protocol that this client speaks. */
class VersionMismatchError extends HostError {}

/** Something took longer than its `timeout`. */
class HostTimeoutError extends HostError {}

/** The instance is gone. */
class InstanceClosedError extends HostError {}

/** This program has closed the host, or is restarting it. */
class HostClosedError extends HostError {}

/** The host said something that the protocol does not allow. It was ended. */
class ProtocolError extends HostError {}

/** The host ended by itself. */
class HostDiedError extends HostError {
  /**
   * @param {number | null} exitStatus @param {string | null} signal the name of the one that ended it, if one did
   * @param {string | null} reason the line of standard error that says why @param {string[]} stderr its last lines
   */
  constructor(exitStatus, signal, reason, stderr) {
    const how = signal === null ? `(exit status ${exitStatus})` : `by ${signal}`;
    super(`the host ended ${how}${reason === null ? "" : `: ${reason}`}`);
    this.exitStatus = exitStatus;
    this.signal = signal;
    this.reason = reason;
    this.stderr = stderr;
    // What prints an error with its properties need not say it again.
    for (const name of ["reason", "stderr"]) Object.defineProperty(this, name, { enumerable: false });
  }
}

/** What the host refused: a request, an input or the answer of a service; or a failure inside a ViewModel. */
class RequestFailedError extends HostError {
  /**
   * @param {{ code: number, message: string, data?: any }} error
   * @param {{ id?: string, input?: string, service?: string }} of the instance, the input or the service
   */
  constructor({ code, message, data }, { id, input, service } = {}) {
    super(message);
    this.code = code;
    this.data = data;
    this.id = id;
    this.input = input;
    this.service = service;
  }
}

/** What a service throws to answer with an error of its own. It is not a `HostError`. */
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
  ErrorCode,
  HostClosedError,
  HostDiedError,
  HostError,
  HostNotFoundError,
  HostTimeoutError,
  InstanceClosedError,
  ProtocolError,
  RequestFailedError,
  ServiceError,
  VersionMismatchError,
};
