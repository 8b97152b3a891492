/** Node's `EventEmitter`, with the types of the events. It is complete, so that programs do not need `@types/node`. */
export declare class Emitter<Events> {
  on<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  once<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  off<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  addListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  removeListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  prependListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  prependOnceListener<Name extends keyof Events>(event: Name, listener: Listener<Events[Name]>): this;
  removeAllListeners(event?: keyof Events): this;
  emit<Name extends keyof Events>(event: Name, value: Events[Name]): boolean;
  listenerCount(event: keyof Events): number;
  listeners(event: keyof Events): Function[];
  rawListeners(event: keyof Events): Function[];
  eventNames(): (string | symbol)[];
  setMaxListeners(count: number): this;
  getMaxListeners(): number;
  /** For `await using`: closes a host, disposes of an instance. */
  [Symbol.asyncDispose](): Promise<void>;
}
type Listener<Value> = (value: Value) => void;

declare global {
  interface SymbolConstructor {
    /** Present where the runtime, or the lib of TypeScript 5.2, has `await using`. */
    readonly asyncDispose: unique symbol;
  }
}
