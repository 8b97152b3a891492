/** What the files share that `viewmodel-generate typescript` writes. */
import type { Change, Frozen, Host, Instance, ListWindow } from "./index.cjs";

/**
 * An integer of 64 bits: a text beyond ±(2^53 - 1), where a number may have been rounded, else a number.
 * `BigInt(value)` is exact; `Number(value)` where you know that it is small.
 */
export type Int64 = number | `${bigint}`;

/** The value of a list output of which some rows are observed. */
export interface Window<Row> {
  /** The number of rows of the list. */
  readonly total: number;
  /** The index of the first of the items, from 0. */
  readonly offset: number;
  readonly items: readonly Row[];
}

/** An entry of `observe`: the name of an output, or some rows of a list. */
export type Output<State> = {
  [Name in keyof State & string]: Name | (IsList<State[Name]> extends true ? Rows<Name> : never);
}[keyof State & string];

/** The observed part of a state; all of it by default. */
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

/** What all typed instances share. */
export interface ViewModel<State> {
  readonly instance: Instance<State>;
  /** The outputs, as of the last update that has arrived. */
  readonly state: Frozen<State>;
  /** Calls back after each turn that changed the state. Returns a function that removes the listener. */
  onChange(listener: (change: Change<State>) => void): () => void;
  /** Ends the instance. */
  dispose(): Promise<void>;
}

/** The contract that a file was generated for. */
export class Contract {
  /** @param document the contract, as JSON */
  constructor(document: string);
  /** Asks a host, once, whether it keeps the contract, or the part about one ViewModel. Fails with an Error that names the changes. */
  check(host: Host, viewModel?: string): Promise<void>;
  /** Returns an object that creates instances of a ViewModel; its type is in the file. */
  viewModel(name: string): any;
}

export {};
