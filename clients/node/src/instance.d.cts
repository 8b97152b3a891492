export type Arguments = import("./types.cjs").Arguments;
export type WaitOptions = import("./types.cjs").WaitOptions;
/**
 * A living ViewModel, and its state. `host.create` makes it.
 * @template [State=any]
 * @extends {Emitter<import("./types.cjs").InstanceEvents<State>>}
 */
export class Instance<State = any> extends Emitter<import("./types.cjs").InstanceEvents<State>> {
    /** @internal @param {import("./host.cjs").Host} host @param {string} name @param {any} created @param {any} creation */
    constructor(host: import("./host.cjs").Host, name: string, { id, revision, state }: any, creation: any);
    /** @readonly @type {string} */
    readonly id: string;
    /** @readonly @type {string} the name of the ViewModel */
    readonly name: string;
    /** @readonly @type {import("./types.cjs").Frozen<State>} the outputs, as of the last turn that has arrived */
    readonly state: import("./types.cjs").Frozen<State>;
    /** @readonly @type {number} */
    readonly revision: number;
    /** @readonly @type {string | null} why the instance is closed; null while it lives */
    readonly closed: string | null;
    /** @internal @type {Set<() => void>} called for each new state, and at the end */
    checks: Set<() => void>;
    /** @internal the params for a restart */
    creation: any;
    /**
     * Sends an input, and does not wait. If it fails, the event `rejected` follows.
     * @param {string} input @param {Arguments} [args] @param {import("./types.cjs").InputOptions} options
     */
    input(input: string, args?: import("./types.cjs").Arguments | undefined, { step }?: import("./types.cjs").InputOptions): void;
    /**
     * Sends an input, waits until it has finished, and gives its value.
     * @template [Value=any] @param {string} input @param {Arguments} [args] @param {import("./types.cjs").CallOptions} options
     * @returns {Promise<Value>}
     */
    call<Value = any>(input: string, args?: import("./types.cjs").Arguments | undefined, { step, ...options }?: import("./types.cjs").CallOptions): Promise<Value>;
    /**
     * What an input would do, without doing it: the messages that the host would send, or how it would crash.
     * @param {string} input @param {Arguments} [args] @param {WaitOptions} [options] @returns {Promise<import("./types.cjs").Trial>}
     */
    try(input: string, args?: import("./types.cjs").Arguments | undefined, options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").Trial>;
    /**
     * The first state, from the present one on, for which the predicate is true.
     * @param {(state: import("./types.cjs").Frozen<State>) => unknown} predicate @param {WaitOptions} options
     * @returns {Promise<import("./types.cjs").Frozen<State>>}
     */
    until(predicate: (state: import("./types.cjs").Frozen<State>) => unknown, options?: WaitOptions): Promise<import("./types.cjs").Frozen<State>>;
    /**
     * Chooses which outputs, and which rows of lists, are part of the state.
     * @param {readonly import("./types.cjs").ObservedOutput[]} observe @param {WaitOptions} [options] @returns {Promise<void>}
     */
    observe(observe: readonly import("./types.cjs").ObservedOutput[], options?: import("./types.cjs").WaitOptions | undefined): Promise<void>;
    /**
     * Moves the window on a list. When it resolves, to where the window is, the state has those rows.
     * @param {string} output @param {number} offset @param {number} limit @param {WaitOptions} [options]
     * @returns {Promise<import("./types.cjs").WindowPlace>}
     */
    moveWindow(output: string, offset: number, limit: number, options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").WindowPlace>;
    /**
     * Ends the instance, unless it is closed.
     * @param {WaitOptions} [options]
     */
    dispose(options?: import("./types.cjs").WaitOptions | undefined): Promise<void>;
    #private;
}
import { Emitter } from "./emitter.cjs";
