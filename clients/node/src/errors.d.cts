/** The errors of this package. */
/** The codes of errors, as protocol.md defines them. */
export const ErrorCode: Readonly<{
    PARSE_ERROR: -32700;
    INVALID_REQUEST: -32600;
    METHOD_NOT_FOUND: -32601;
    INVALID_PARAMS: -32602;
    INTERNAL_ERROR: -32603;
    SERVICE_ERROR: -32000;
    UNKNOWN_VIEW_MODEL: -32001;
    NOT_INITIALIZED: -32002;
    UNKNOWN_INSTANCE: -32003;
    UNKNOWN_INPUT: -32004;
    DUPLICATE_ID: -32005;
    CREATION_FAILED: -32006;
    INPUT_FAILED: -32007;
    UNSUPPORTED_VERSION: -32008;
    LINE_TOO_LONG: -32009;
    SHUT_DOWN: -32010;
    OUTPUT_FAILED: -32011;
    UNSETTLED: -32012;
    WORK_FAILED: -32013;
    SERVICE_MISSING: -32014;
    SERVICE_UNANSWERED: -32015;
    TOO_MANY: -32016;
    CRASHED: -32017;
    NOT_RESTORED: -32018;
    BUSY: -32019;
    CANCELLED: -32800;
}>;
/** This program has closed the host, or is restarting it. */
export class HostClosedError extends HostError {
}
/** The host ended on its own: with an exit status, or by a signal. */
export class HostDiedError extends HostError {
    /** @param {number | null} exitStatus @param {string | null} signal its name @param {string[]} stderr its last lines */
    constructor(exitStatus: number | null, signal: string | null, stderr: string[]);
    exitStatus: number | null;
    signal: string | null;
    /** The line of standard error that says why, or null. */
    reason: string | null;
    stderr: string[];
}
export class HostError extends Error {
    /** @param {string} message @param {ErrorOptions} [options] */
    constructor(message: string, options?: ErrorOptions | undefined);
}
/** The program does not exist, or cannot be run. */
export class HostNotFoundError extends HostError {
}
/** A wait took longer than its `timeout`. */
export class HostTimeoutError extends HostError {
}
/** The instance was disposed, or closed with one that it uses. */
export class InstanceClosedError extends HostError {
}
/** The host broke the protocol, and was ended. */
export class ProtocolError extends HostError {
}
/** A request that the host refused, a rejected input or answer of a service, or an error inside a ViewModel. */
export class RequestFailedError extends HostError {
    /** @param {{ code: number, message: string, data?: any }} error @param {{ id?: string, input?: string, service?: string }} of */
    constructor({ code, message, data }: {
        code: number;
        message: string;
        data?: any;
    }, { id, input, service }?: {
        id?: string;
        input?: string;
        service?: string;
    });
    code: number;
    data: any;
    id: string | undefined;
    input: string | undefined;
    service: string | undefined;
}
/** A service throws it to answer with an error of its own. */
export class ServiceError extends Error {
    /** @param {number} code @param {string} message @param {unknown} [data] any JSON */
    constructor(code: number, message: string, data?: unknown);
    code: number;
    data: unknown;
}
/** The host and this client have no protocol version in common. */
export class VersionMismatchError extends HostError {
}
