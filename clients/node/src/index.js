/** For `import`. */
export {
  ErrorCode, Host, HostClosedError, HostDiedError, HostError, HostNotFoundError, HostTimeoutError, Instance,
  InstanceClosedError, ProtocolError, RequestFailedError, ServiceError, VersionMismatchError,
} from "./index.cjs";
