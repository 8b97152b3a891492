export * from "./errors.cjs";
export { Host } from "./host.cjs";
export { Instance } from "./instance.cjs";
export type {
  Arguments, CallOptions, Change, CreateOptions, Frozen, HostEvents, HostInfo, HostOptions, InputOptions, InstanceEvents, Json,
  ListWindow, LogLine, ObservedOutput, PatchOperation, Service, ServiceContext, Signal, Trial, TurnPlace, WaitOptions, WindowPlace,
} from "./types.cjs";
