import { Emitter } from "./emitter.cjs";
import type { HostDiedError, ProtocolError, RequestFailedError } from "./errors.cjs";

/** A host process and its instances. */
export declare class Host extends Emitter<HostEvents> {
  private constructor();
  /** Starts a host. */
  static start(options?: HostOptions): Promise<Host>;
  /** The answer to `initialize`. */
  info: HostInfo;
  /** Where a host with `--resume` has continued the session. */
  resumed: TurnPlace | null;
  /** The id of the process that was started. */
  get pid(): number;
  /** Why the host has ended; null while it lives. */
  get error(): Error | null;
  /** The living instances, in the order of their creation. */
  get instances(): Instance[];
  /** The names of all ViewModels. */
  list(options?: WaitOptions): Promise<string[]>;
  /** Creates an instance of a ViewModel. */
  create<State = any>(name: string, options?: CreateOptions): Promise<Instance<State>>;
  /** Sends any request of the protocol, and gives its result. */
  request(method: string, params?: object, options?: WaitOptions): Promise<any>;
  /** Sends any notification of the protocol. */
  notify(method: string, params?: object): void;
  /** Sends all that a function sends before it returns as one turn, or nothing if it throws. It cannot be async. */
  turn<T>(send: () => T): T;
  /** Undoes the last input of a supervised host, and all turns after it. */
  undo(options?: WaitOptions): Promise<TurnPlace>;
  /** Redoes the next undone input, and the turns after it. */
  redo(options?: WaitOptions): Promise<TurnPlace>;
  /** Returns to the end of a turn, which may be an undone one. */
  rewind(turn: number, options?: WaitOptions): Promise<TurnPlace>;
  /** The causes of the last turns of a supervised host: 100 unless `count` is given. */
  turns(options?: { count?: number } & WaitOptions): Promise<{ turn: number; turns: any[]; undone: any[] }>;
  /** Ends the host, and waits for it; it is killed after `timeout` milliseconds (5000). */
  close(options?: { timeout?: number }): Promise<void>;
  /** Starts the host again, also after its end, and creates the living instances again. */
  restart(): Promise<void>;
}

/** A living ViewModel, and its state. `host.create` makes it. */
export declare class Instance<State = any> extends Emitter<InstanceEvents<State>> {
  private constructor();
  readonly id: string;
  /** The name of the ViewModel. */
  readonly name: string;
  /** The outputs, as of the last turn that has arrived. */
  readonly state: Frozen<State>;
  readonly revision: number;
  /** Why the instance is closed; null while it lives. */
  readonly closed: string | null;
  /** Sends an input, and does not wait. If it fails, the event `rejected` follows. */
  input(input: string, args?: Arguments, options?: InputOptions): void;
  /** Sends an input, waits until it has finished, and gives its value. */
  call<Value = any>(input: string, args?: Arguments, options?: CallOptions): Promise<Value>;
  /** What an input would do, without doing it: the messages that the host would send, or how it would crash. */
  try(input: string, args?: Arguments, options?: WaitOptions): Promise<Trial>;
  /** The first state, from the present one on, for which the predicate is true. */
  until(predicate: (state: Frozen<State>) => unknown, options?: WaitOptions): Promise<Frozen<State>>;
  /** Chooses which outputs, and which rows of lists, are part of the state. */
  observe(observe: readonly ObservedOutput[], options?: WaitOptions): Promise<void>;
  /** Moves the window on a list. When it resolves, to where the window is, the state has those rows. */
  moveWindow(output: string, offset: number, limit: number, options?: WaitOptions): Promise<WindowPlace>;
  /** Ends the instance, unless it is closed. */
  dispose(options?: WaitOptions): Promise<void>;
}

/** Any JSON. An integer beyond ±(2^53 - 1) is a string. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** The arguments of an input: by name, or in order. */
export type Arguments = { readonly [name: string]: unknown } | readonly unknown[];

/** A state, which programs must not change at any depth. */
export type Frozen<T> = T extends object ? { readonly [K in keyof T]: Frozen<T[K]> } : T;

/** The `AbortSignal` of Node or the DOM, or its main members in a program that has the types of neither. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } }
  ? T
  : { readonly aborted: boolean; readonly reason: any };

export interface HostOptions {
  /**
   * A path, or an array of a path and arguments. The default is the program in the package, else `$VIEWMODEL_HOST`, else
   * `viewmodel-host` on the `PATH`.
   */
  command?: string | readonly string[] | undefined;
  cwd?: string | undefined;
  /** Added to the environment of this process. */
  env?: { readonly [name: string]: string | undefined } | undefined;
  /** The functions of this program that ViewModels call. */
  services?: { readonly [name: string]: Service } | undefined;
  /** A file, or a folder with a slash behind it, in which the host records the session (`--record`). */
  record?: string | undefined;
  /** Whether another process continues when the serving one ends (`--supervised`). */
  supervised?: boolean | undefined;
  /** The lowest level of the host's log: "warning" by default. "off" also hides standard error. */
  log?: LogLine["level"] | "off" | undefined;
  /** False: one update for each turn, even when this program reads slowly. A time: at most one update in that time. */
  mergeUpdates?: boolean | { readonly milliseconds: number } | undefined;
  /** The default `timeout` of each wait, in milliseconds: 30000; `Infinity` is for ever. */
  timeout?: number | undefined;
}

/** Returns any JSON, or throws; a `ServiceError` reaches the ViewModel as it is. */
export type Service = (args: any, context: ServiceContext) => unknown;

export interface ServiceContext {
  /** Aborts when the host cancels the call, or has ended. */
  readonly signal: Signal;
  /** The id of the instance that asks, if one does. */
  readonly id: string | undefined;
  /** The instance, unless it is just being created. */
  readonly instance: Instance | undefined;
}

export interface WaitOptions {
  /** In milliseconds. After it the wait fails with `HostTimeoutError`. */
  timeout?: number | undefined;
  /** When it aborts, the wait fails with its reason. */
  signal?: Signal | undefined;
}

export interface InputOptions {
  /** False for an input that the user did not cause: `undo` does not stop there. */
  step?: boolean | undefined;
}

export interface CallOptions extends InputOptions, WaitOptions {}

export interface CreateOptions extends WaitOptions {
  /** Any unused text; the host chooses one by default. */
  id?: string | undefined;
  parameters?: object | undefined;
  /** The instances, or their ids, that fill the ViewModel's roles. */
  uses?: { readonly [role: string]: { readonly id: string } | string } | undefined;
  /** The outputs that are part of the state, if not all. */
  observe?: readonly ObservedOutput[] | undefined;
}

/** An output, or some rows of a list; then its value is `{total, offset, items}`. */
export type ObservedOutput = string | { readonly output: string; readonly window?: ListWindow | undefined };

/** At most `limit` rows from `offset` on, counted from 0. With `anchor` the window follows its first row. */
export interface ListWindow {
  readonly offset?: number | undefined;
  readonly limit: number;
  readonly anchor?: boolean | undefined;
}

/** The events of an instance. */
export interface InstanceEvents<State = any> {
  change: Change<State>;
  /** An event of the ViewModel, which is not part of its state. It comes after the changes of its turn. */
  event: { readonly id: string; readonly name: string; readonly value: any };
  /** How many events the host has dropped, as this program did not read them. */
  dropped: number;
  rejected: RequestFailedError;
  failed: RequestFailedError;
  /** The instance is closed, for this reason. */
  closed: string;
}

/** The events of a host. */
export interface HostEvents {
  /** An input failed, or the host rejected the answer of a service. */
  rejected: RequestFailedError;
  /** An error inside a ViewModel, which stays alive. */
  failed: RequestFailedError;
  /** The host ended on its own, or broke the protocol. Once for each start. */
  died: HostDiedError | ProtocolError;
  /** Another process of a supervised host continues. */
  restarted: { readonly cause: string; readonly reason: string; readonly file?: string; readonly line?: number; readonly milliseconds: number };
  /** A line of the host's log; or (as `info`) of its standard error, such as what a ViewModel prints. */
  log: LogLine;
}

export interface LogLine {
  readonly level: "debug" | "info" | "warning" | "error";
  readonly message: string;
}

/** A turn changed the state of an instance. */
export interface Change<State = any> {
  readonly id: string;
  readonly revision: number;
  readonly before: Frozen<State>;
  readonly state: Frozen<State>;
  /** The patch from `before` to `state`; null if the state came whole, as after a restart. */
  readonly patch: readonly PatchOperation[] | null;
}

export interface PatchOperation {
  readonly op: "add" | "remove" | "replace";
  readonly path: string;
  readonly value?: any;
}

/** The answer to `initialize`. */
export interface HostInfo {
  readonly name: string;
  readonly version?: string;
  readonly protocolVersion: string;
  readonly capabilities?: { readonly [name: string]: any };
  readonly limits?: { readonly lineBytes: number; readonly depth: number; readonly [name: string]: number };
}

/** The turn that the session has moved to, and the instances that exist again. */
export interface TurnPlace {
  readonly turn: number;
  readonly opened: readonly Instance[];
}

/** What an input would do: the messages that the host would send, or how it would crash. */
export interface Trial {
  readonly messages?: readonly any[];
  readonly crashed?: { readonly reason: string; readonly file?: string; readonly line?: number };
}

/** Where a window is in a list of `total` rows. */
export interface WindowPlace {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}
