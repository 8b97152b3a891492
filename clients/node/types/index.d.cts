/** Drives ViewModels that live in a viewmodel-host process. README.md shows how. */

declare global {
  /** What there is of it without the types of Node or of the DOM. */
  interface AbortSignal {
    readonly aborted: boolean;
    readonly reason: any;
  }
  interface SymbolConstructor {
    /** Present where the runtime, or the lib of TypeScript 5.2, has `await using`. */
    readonly asyncDispose: unique symbol;
  }
}

/** Any JSON. An integer beyond ±(2^53 - 1) is a bigint. */
export type Json = null | boolean | number | bigint | string | readonly Json[] | { readonly [key: string]: Json };

/** The arguments of an input: by name, or in order. */
export type Arguments = { readonly [name: string]: unknown } | readonly unknown[];

/** A state, all the way down. It is frozen. */
export type Frozen<T> = T extends (...args: never[]) => unknown
  ? T
  : T extends object
  ? { readonly [K in keyof T]: Frozen<T[K]> }
  : T;

export interface PatchOperation {
  readonly op: "add" | "remove" | "replace" | "move" | "copy" | "test";
  readonly path: string;
  readonly from?: string;
  readonly value?: unknown;
}

/** A state has become another. */
export interface Change<State = any> {
  readonly id: string;
  readonly revision: number;
  readonly before: Frozen<State>;
  readonly state: Frozen<State>;
  /** What leads from `before` to `state`; null if the whole state was fetched, or changes were merged. */
  readonly patch: readonly PatchOperation[] | null;
  /** An update did not fit, and the whole state was fetched. */
  readonly resynced: boolean;
  /** It is the first state in a new host. */
  readonly restarted: boolean;
}

/** Something that happened once and is not state. */
export interface ViewModelEvent {
  readonly id: string;
  readonly name: string;
  readonly value: any;
}

export interface Snapshot<State = any> {
  readonly id: string;
  readonly revision: number;
  readonly state: State;
}

/** What an input is, for `Instance`'s second parameter: the type of its arguments; `void` for none. */
export type InputsOf<Inputs> = {
  readonly [K in keyof Inputs]: Inputs[K] extends void
    ? () => Completion<void>
    : (args: Inputs[K]) => Completion<void>;
};
export type AnyInputs = { readonly [input: string]: any };

/**
 * A promise that may be thrown away: when it fails while nobody waits for it, the instance and the host
 * emit `rejected`, and the process goes on. What `then`, `catch` and `finally` give is a plain promise.
 */
export interface Completion<T> extends Promise<T> {
  /** Whether somebody waits for it. */
  readonly awaited: boolean;
}

/** What `rejected` tells; all have an `input` but those of services. */
export type Rejection = InputRejectedError | RequestFailedError | InstanceClosedError;

export interface InstanceEvents<State = any> {
  change: [change: Change<State>];
  event: [event: ViewModelEvent];
  /** How many events the host had no room for, as nobody read them. */
  dropped: [count: number];
  /** An input or a call failed, and nobody waited for it. */
  rejected: [error: Rejection];
  /** An error inside the ViewModel that no output carries; it lives on. */
  failed: [error: ViewModelFailedError];
  /** The instance is gone, for this reason. */
  closed: [reason: string];
  /** The state cannot be trusted, for this reason: an update did not fit, and the whole state could not be had. */
  stale: [reason: string];
}

export interface HostEvents {
  /** All changes of a turn, after the listeners of the instances. */
  turn: [changes: readonly Change[]];
  rejected: [error: Rejection | ServiceRejectedError];
  failed: [error: ViewModelFailedError];
  /** The process of a supervised host has ended, and another one goes on, after so many milliseconds. */
  restarted: [crash: Crash & { readonly milliseconds: number }];
  /** A line of the host's log, or (as `info`) what it wrote to standard error. Without a listener it is shown there. */
  log: [line: LogLine];
  /** The host ended by itself, or was ended as it made no sense. Once for each start. */
  died: [error: HostDiedError | ProtocolError];
}

/** How a process of the host ended, or would end; with the place in Swift where that is known, else null. */
export interface Crash {
  readonly reason: string;
  readonly file: string | null;
  readonly line: number | null;
}

/** What an input would do. */
export interface Trial {
  /** What the host would send, in order. */
  readonly messages: readonly any[];
  /** How the input would end the process, or that it would not return; null if it would do neither. */
  readonly crashed: Crash | null;
}

/** A turn of a supervised host's session. */
export interface Turn {
  /** Its number; turns count from 1. */
  readonly turn: number;
  /** With `host`, another process goes on. */
  readonly cause: "line" | "timer" | "task" | "host";
  /** What its line said: `response` has the id of a service call that it answers. */
  readonly messages: readonly { readonly method?: string; readonly id?: string; readonly input?: string; readonly response?: any }[];
  /** Whether it has an input, which `undo` takes back. */
  readonly step: boolean;
}

/** What a session's last turns came from. */
export interface Turns {
  /** The turn after which the session is. */
  readonly turn: number;
  /** The last ones up to there, in order. */
  readonly turns: readonly Turn[];
  /** The first of those that were taken back, and can be had again. */
  readonly undone: readonly Turn[];
}

/** The session is at another turn. */
export interface Rewound {
  readonly turn: number;
  /** The instances that are there again: the same objects, if this program still has them. */
  readonly opened: readonly Instance[];
}

export interface LogLine {
  readonly level: "debug" | "info" | "warning" | "error";
  readonly message: string;
}

export interface HostInfo {
  readonly protocolVersion: string;
  readonly name: string;
  readonly version?: string;
  readonly capabilities: { readonly [name: string]: any };
  readonly limits: { readonly lineBytes?: number; readonly depth?: number; readonly queueBytes?: number; readonly calls?: number };
}

export interface ServiceContext {
  /** Aborted when the ViewModel loses interest, or the host is gone. */
  readonly signal: AbortSignal;
  /** The id of the instance that asks; undefined for something that the instances share. */
  readonly id: string | undefined;
  /** The instance itself; undefined while it is being created. */
  readonly instance: Instance | undefined;
}

/** Gives the result, any JSON; or throws, a `ServiceError` to choose the code. */
export type ServiceHandler = (args: any, context: ServiceContext) => unknown;

export interface HostOptions {
  /** A path, or an array of a path and arguments. Left out: the program that the package was installed with, else `$VIEWMODEL_HOST`, or `viewmodel-host`. */
  command?: string | readonly string[];
  cwd?: string;
  env?: { readonly [name: string]: string | undefined };
  /** What this frontend does for the ViewModels. */
  services?: { readonly [name: string]: ServiceHandler };
  /** A file or a folder in which the host records the conversation; a folder takes a file for each start. */
  record?: string;
  /** Whether another process goes on when the host's ends: a crash costs no more than the input that it comes from. */
  supervised?: boolean;
  /** Where each message is written that is sent or comes: a file, "-" for standard error, or a stream; left out, `$VIEWMODEL_HOST_TRACE`. */
  trace?: string | { write(text: string): unknown };
  /** The least level of the host's log; "warning" if left out. With "off", what it writes to standard error is not told either. */
  log?: LogLine["level"] | "off";
  /** With false, each turn gives its own update even when this program reads slowly. */
  mergeUpdates?: boolean;
  /** How long `initialize` may take, in milliseconds; 30000 if left out. */
  startTimeout?: number;
  /** The `timeout` of what is given none of its own, in milliseconds; 30000 if left out, `Infinity` is without end. */
  timeout?: number;
  /** Instead of the client's own, which gives integers beyond ±(2^53 - 1) as bigints. */
  parse?: (text: string) => any;
  /** Instead of the client's own, which writes bigints as integers. */
  stringify?: (value: any) => string;
}

/** How long a function waits, in milliseconds, until it fails with `HostTimeoutError`; else the host's `timeout`. */
export interface WaitOptions {
  timeout?: number;
}

/** An output that is to be part of the state; of a list perhaps some rows: then it is `{total, offset, items}`. */
export type ObservedOutput = string | { readonly output: string; readonly window?: ListWindow };

/** Rows of a list: at most `limit` from `offset` on, counted from 0; with `anchor` it goes with its first row. */
export interface ListWindow {
  readonly offset?: number;
  readonly limit: number;
  readonly anchor?: boolean;
}

/** Where a window stands, in a list of `total` rows. */
export interface WindowPlace {
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
}

export interface CreateOptions<State = any> extends WaitOptions {
  /** Any string that is not in use; left out, the host counts. */
  id?: string;
  parameters?: object;
  /** The instances, or their ids, that fill the ViewModel's roles. */
  uses?: { readonly [role: string]: Instance<any, any> | string };
  /** The outputs that are part of the state; all if left out. */
  observe?: readonly ObservedOutput[];
  /** Listeners that are there from the start. */
  on?: { [E in keyof InstanceEvents]?: (...args: InstanceEvents<State>[E]) => void };
}

/** Node's `EventEmitter`, with the types of the events. It stands here whole, so that `@types/node` is not needed. */
declare class Emitter<Events> {
  on<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  once<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  off<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  addListener<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  removeListener<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  prependListener<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  prependOnceListener<E extends keyof Events>(event: E, listener: Listener<Events[E]>): this;
  removeAllListeners(event?: keyof Events): this;
  emit<E extends keyof Events>(event: E, ...values: Events[E] extends any[] ? Events[E] : never): boolean;
  listenerCount(event: keyof Events): number;
  listeners(event: keyof Events): Function[];
  rawListeners(event: keyof Events): Function[];
  eventNames(): (string | symbol)[];
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
}
type Listener<Values> = Values extends any[] ? (...values: Values) => void : never;

export class Host extends Emitter<HostEvents> {
  private constructor(options: HostOptions);
  static start(options?: HostOptions): Promise<Host>;
  readonly info: HostInfo;
  readonly pid: number;
  /** The last lines that the host wrote to standard error, at most 200. */
  readonly stderrTail: string[];
  /** Those that live, in the order of their creation. */
  readonly instances: Instance[];
  list(options?: WaitOptions): Promise<string[]>;
  describe(name: string, options?: WaitOptions): Promise<any>;
  /** Returns when all that was sent before has been handled. */
  ping(options?: WaitOptions): Promise<void>;
  create<State extends object = any, Inputs = AnyInputs>(
    name: string,
    options?: CreateOptions<State>,
  ): Promise<Instance<State, Inputs>>;
  /** What the function sends before it returns is one turn; if it throws, nothing is sent. */
  batch<T>(send: () => T): T;
  /** Moves the virtual clock; gives its time in milliseconds. */
  advance(milliseconds: number, options?: WaitOptions): Promise<number>;
  /** What the last turns of a supervised host came from; 100 of them unless `count` says otherwise. */
  turns(options?: { count?: number } & WaitOptions): Promise<Turns>;
  /** Takes the last input back, with what has followed it, in all instances. */
  undo(options?: WaitOptions): Promise<Rewound>;
  /** Does the next input that was taken back again, with what has followed it. */
  redo(options?: WaitOptions): Promise<Rewound>;
  /** Goes to the end of a turn, be it one that was taken back. */
  rewind(turn: number, options?: WaitOptions): Promise<Rewound>;
  request(method: string, params?: object, options?: WaitOptions): Promise<any>;
  notify(method: string, params?: object): void;
  /** Resolves when not much of what was sent still waits in this process. */
  drain(options?: WaitOptions): Promise<void>;
  /** Lets Node end though the host is open; the host ends then. */
  unref(): this;
  /** Keeps Node running while the host is open, as it is from the start. */
  ref(): this;
  /** Starts the host anew and creates the instances again. */
  restart(): Promise<void>;
  /** Ends the host; one that has not ended in `timeout` milliseconds (5000) is terminated. */
  close(options?: { timeout?: number }): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export interface ViewportOptions {
  /** How many rows the screen has. */
  height: number;
  /** How many rows above and below those that are seen are there at least; left out, as many as are seen. */
  margin?: number;
}

/** A screenful of a list that is observed through a window, around a cursor. Rows are counted from 0. */
export class Viewport<Row = any> {
  constructor(instance: Instance<any, any>, output: string, options: ViewportOptions);
  /** How many rows the list has. */
  readonly total: number;
  /** Which row is the first on the screen. */
  readonly top: number;
  readonly height: number;
  /** Which row the cursor is on. */
  readonly cursor: number;
  /** The row that the cursor is on; undefined where there is none, or it is not there yet. */
  readonly row: Frozen<Row> | undefined;
  /** The rows on the screen, from `top` on. */
  readonly rows: ReadonlyArray<Frozen<Row> | undefined>;
  /** Moves the cursor; resolves when its rows are there, as all that moves it. */
  move(count: number): Promise<void>;
  goTo(index: number): Promise<void>;
  scroll(count: number): Promise<void>;
  resize(height: number): Promise<void>;
  /** Follows the list no longer. */
  close(): void;
}

export class Instance<State = any, Inputs = AnyInputs> extends Emitter<InstanceEvents<State>> {
  private constructor();
  readonly id: string;
  /** The name of the ViewModel. */
  readonly name: string;
  readonly state: Frozen<State>;
  readonly revision: number;
  /** Why the instance is gone; null as long as it lives. */
  readonly closed: string | null;
  /** Why the state cannot be trusted; null as long as it can. */
  readonly stale: string | null;
  readonly inputs: InputsOf<Inputs>;
  input(name: keyof Inputs & string, args?: Arguments): Completion<void>;
  call<Value = any>(
    name: keyof Inputs & string,
    args?: Arguments,
    options?: { signal?: AbortSignal } & WaitOptions,
  ): Completion<Value>;
  /** What an input would do; nothing of it is done. */
  try(name: keyof Inputs & string, args?: Arguments, options?: WaitOptions): Promise<Trial>;
  snapshot(options?: WaitOptions): Promise<Snapshot<State>>;
  observe(outputs: readonly ObservedOutput[], options?: WaitOptions): Promise<void>;
  /** Moves the window on a list; when it resolves, the state has its rows. */
  moveWindow(output: string, offset: number, limit: number, options?: WaitOptions): Promise<WindowPlace>;
  dispose(options?: WaitOptions): Promise<void>;
  /** The first state, from the present one on, for which the predicate is true. */
  until(predicate: (state: Frozen<State>) => unknown, options?: { signal?: AbortSignal } & WaitOptions): Promise<Frozen<State>>;
  [Symbol.asyncIterator](): AsyncIterableIterator<Change<State>>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** The document after all operations (RFC 6902), frozen; the one given stays as it is. */
export function applyPatch<T>(document: T, patch: readonly PatchOperation[]): any;

/** The patch is malformed, or does not fit the document. */
export class PatchError extends Error {}

/** The codes that protocol.md defines. */
export const ErrorCode: {
  readonly PARSE_ERROR: -32700;
  readonly INVALID_REQUEST: -32600;
  readonly METHOD_NOT_FOUND: -32601;
  readonly INVALID_PARAMS: -32602;
  readonly INTERNAL_ERROR: -32603;
  readonly UNKNOWN_VIEW_MODEL: -32001;
  readonly NOT_INITIALIZED: -32002;
  readonly UNKNOWN_INSTANCE: -32003;
  readonly UNKNOWN_INPUT: -32004;
  readonly DUPLICATE_ID: -32005;
  readonly CREATION_FAILED: -32006;
  readonly INPUT_FAILED: -32007;
  readonly UNSUPPORTED_VERSION: -32008;
  readonly LINE_TOO_LONG: -32009;
  readonly SHUT_DOWN: -32010;
  readonly OUTPUT_FAILED: -32011;
  readonly UNSETTLED: -32012;
  readonly WORK_FAILED: -32013;
  readonly SERVICE_MISSING: -32014;
  readonly SERVICE_UNANSWERED: -32015;
  readonly TOO_MANY: -32016;
  readonly CRASHED: -32017;
  readonly NOT_RESTORED: -32018;
  readonly BUSY: -32019;
  readonly CANCELLED: -32800;
};

export class HostError extends Error {}

/** The program is not there, or cannot be run. */
export class HostNotFoundError extends HostError {
  readonly command: string[];
  readonly reason: string;
}

/** Something took longer than its `timeout`. */
export class HostTimeoutError extends HostError {
  readonly milliseconds: number;
}

/** No protocol version in common. */
export class VersionMismatchError extends HostError {
  readonly client: string[];
  readonly host: string[];
}

/** The host ended by itself. */
export class HostDiedError extends HostError {
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** The line of standard error that says why, with the place in the Swift code; or null. */
  readonly reason: string | null;
  /** The last lines of its standard error. */
  readonly stderr: string[];
}

/** It was closed, or is being restarted, by this program. */
export class HostClosedError extends HostError {}

/** The host wrote something that makes no sense; it was ended. */
export class ProtocolError extends HostError {}

/** A request was answered with an error. */
export class RequestFailedError extends HostError {
  readonly method: string;
  readonly code: number;
  readonly data: any;
  /** The instance and the input, if it was a call. */
  readonly id?: string;
  readonly input?: string;
}

/** A call was cancelled, its instance disposed, or its batch not sent. */
export class CancelledError extends RequestFailedError {}

/** An input failed. */
export class InputRejectedError extends HostError {
  readonly id: string;
  readonly input: string;
  readonly seq: number | undefined;
  readonly code: number;
  readonly data: any;
}

/** The host could not use the answer of a service. */
export class ServiceRejectedError extends HostError {
  readonly callId: string;
  readonly service: string | undefined;
  readonly code: number;
  readonly data: any;
}

/** The instance is gone. */
export class InstanceClosedError extends HostError {
  readonly id: string;
  readonly reason: string;
  readonly input?: string;
}

/** An error inside a ViewModel that no output carries. */
export class ViewModelFailedError extends HostError {
  readonly id: string;
  readonly code: number;
  readonly data: any;
}

/** What a service handler throws to answer with an error of its own. */
export class ServiceError extends Error {
  constructor(code: number, message: string, data?: unknown);
  readonly code: number;
  readonly data: unknown;
}

// Only what says `export` is exported.
export {};
