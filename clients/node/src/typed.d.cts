/** What the files that `viewmodel-generate typescript` writes have in common. */
import type { Change, Frozen, Host, Instance, ListWindow } from "./index.cjs";

/**
 * An integer of 64 bits: a text beyond ±(2^53 - 1), where a number may have been rounded, else a number.
 * `BigInt(value)` is exact; `Number(value)` where you know that it is small.
 */
export type Int64 = number | `${bigint}`;

/** Some rows of a list: what stands in the state in its place when they are observed. */
export interface Window<Row> {
  /** How many rows the list has. */
  readonly total: number;
  /** Which of them, counted from 0, is the first here. */
  readonly offset: number;
  readonly items: readonly Row[];
}

/** What may be observed of a state: an output by its name, and of a list some rows. */
export type Output<State> = {
  [Name in keyof State & string]: Name | (IsList<State[Name]> extends true ? Rows<Name> : never);
}[keyof State & string];

/** The part of a state that is observed; all of it where nothing is said. */
export type Observed<State, Entry> = [Entry] extends [never]
  ? State
  : {
      readonly [Name in keyof State as Name extends Entry | OutputOf<Entry> ? Name : never]: Name extends Entry
        ? State[Name]
        : Windowed<State[Name]>;
    };

type Rows<Name> = { readonly output: Name; readonly window: ListWindow };
type OutputOf<Entry> = Entry extends Rows<infer Name> ? Name : never;
type IsList<Value> = true extends (Value extends readonly unknown[] ? (number extends Value["length"] ? true : false) : false)
  ? true
  : false;
type Windowed<Value> = Value extends readonly (infer Row)[] ? Window<Row> : Value;

/** What all instances have in common. */
export interface ViewModel<State> {
  readonly instance: Instance<State>;
  /** The outputs, as of the last update that has arrived. */
  readonly state: Frozen<State>;
  /** Calls back after each turn that changed the state. What it returns ends that. */
  onChange(listener: (change: Change<State>) => void): () => void;
  /** Ends the instance. */
  dispose(): Promise<void>;
}

/** What a file was generated for. */
export class Contract {
  /** @param document the contract, as JSON */
  constructor(document: string);
  /**
   * Asks a host, once, whether it keeps this, or what of it is about one ViewModel; it is refused with an Error that names
   * what has changed.
   */
  check(host: Host, viewModel?: string): Promise<void>;
  /** What creates instances of a ViewModel; its type is in the file. */
  viewModel(name: string): any;
}

export {};
