export * from "./errors.cjs";
export { Host, Instance } from "./types.cjs";
export type {
  Arguments, CallOptions, Change, CreateOptions, Frozen, HostEvents, HostInfo, HostOptions, InputOptions, InstanceEvents, Json,
  ListWindow, LogLine, ObservedOutput, PatchOperation, Service, ServiceContext, Signal, Trial, TurnPlace, WaitOptions, WindowPlace,
} from "./types.cjs";
