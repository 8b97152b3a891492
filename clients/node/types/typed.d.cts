/** What the files that `viewmodel-generate typescript` writes have in common. */
import type { Host } from "./index.cjs";

/**
 * An integer of 64 bits: a bigint beyond ±(2^53 - 1), where a number may have been rounded, else a number.
 * `Number(value)` where you know that it is small.
 */
export type Int64 = number | bigint;

/** What a file was generated for. */
export class Contract {
  /** @param document the contract, as JSON */
  constructor(document: string);
  /**
   * Asks a host, once, whether it keeps this, or what of it is about one ViewModel; it is refused with an Error that names
   * what has changed.
   */
  check(host: Host, viewModel?: string): Promise<void>;
  /**
   * Refuses a number where an integer is expected that it may not hold exactly: that has to be a bigint.
   *
   * @param args the arguments of the input, or the parameters of the ViewModel where that is left out
   */
  exact(args: object | undefined, viewModel: string, input?: string): void;
}

export {};
