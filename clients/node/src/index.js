/** Drives ViewModels that live in a viewmodel-host process. README.md shows how. */
export { Host } from "./host.js";
export { Instance } from "./instance.js";
export { Viewport } from "./viewport.js";
export { applyPatch, PatchError } from "./patch.js";
export {
  CancelledError,
  ErrorCode,
  HostClosedError,
  HostDiedError,
  HostError,
  HostNotFoundError,
  HostTimeoutError,
  InputRejectedError,
  InstanceClosedError,
  ProtocolError,
  RequestFailedError,
  ServiceError,
  ServiceRejectedError,
  VersionMismatchError,
  ViewModelFailedError,
} from "./errors.js";
