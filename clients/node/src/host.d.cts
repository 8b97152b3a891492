export type TurnPlace = import("./types.cjs").TurnPlace;
export type WaitOptions = import("./types.cjs").WaitOptions;
/**
 * A host process and the instances that live in it.
 * @extends {Emitter<import("./types.cjs").HostEvents>}
 */
export class Host extends Emitter<import("./types.cjs").HostEvents> {
    /**
     * Starts a host.
     * @param {import("./types.cjs").HostOptions} options
     */
    static start(options?: import("./types.cjs").HostOptions): Promise<Host>;
    /** @private @param {import("./types.cjs").HostOptions} options */
    private constructor();
    /** @type {import("./types.cjs").HostInfo} the answer to `initialize` */
    info: import("./types.cjs").HostInfo;
    /** @type {TurnPlace | null} where a host with `--resume` has continued the session */
    resumed: TurnPlace | null;
    /** The id of the process that was started. */
    get pid(): number;
    /** @internal @returns {any} */
    get connection(): any;
    /** Why the host has ended; null while it lives. */
    get error(): Error | null;
    /** The living instances, in the order of their creation. */
    get instances(): Instance<any>[];
    /**
     * The names of all ViewModels.
     * @param {WaitOptions} [options] @returns {Promise<string[]>}
     */
    list(options?: import("./types.cjs").WaitOptions | undefined): Promise<string[]>;
    /**
     * Creates an instance of a ViewModel.
     * @template [State=any]
     * @param {string} name @param {import("./types.cjs").CreateOptions} options @returns {Promise<Instance<State>>}
     */
    create<State = any>(name: string, { id, parameters, uses, observe, ...options }?: import("./types.cjs").CreateOptions): Promise<Instance<State>>;
    /**
     * Sends any request of the protocol, and gives its result.
     * @param {string} method @param {object} [params] @param {WaitOptions} [options] @returns {Promise<any>}
     */
    request(method: string, params?: object | undefined, options?: import("./types.cjs").WaitOptions | undefined): Promise<any>;
    /**
     * Sends any notification of the protocol.
     * @param {string} method @param {object} [params]
     */
    notify(method: string, params?: object | undefined): void;
    /**
     * Sends all that a function sends before it returns as one turn, or nothing if it throws. It cannot be async.
     * @template T @param {() => T} send
     */
    turn<T>(send: () => T): T;
    /**
     * Undoes the last input of a supervised host, and all turns after it.
     * @param {WaitOptions} [options]
     */
    undo(options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * Redoes the next undone input, and the turns after it.
     * @param {WaitOptions} [options]
     */
    redo(options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * Returns to the end of a turn, which may be an undone one.
     * @param {number} turn @param {WaitOptions} [options]
     */
    rewind(turn: number, options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * The causes of the last turns of a supervised host: 100 unless `count` is given.
     * @param {{ count?: number } & WaitOptions} options @returns {Promise<{ turn: number, turns: any[], undone: any[] }>}
     */
    turns({ count, ...options }?: {
        count?: number;
    } & WaitOptions): Promise<{
        turn: number;
        turns: any[];
        undone: any[];
    }>;
    /**
     * Ends the host, and waits for it; it is killed after so many milliseconds.
     * @param {{ timeout?: number }} options
     */
    close({ timeout }?: {
        timeout?: number;
    }): Promise<void>;
    /** Starts the host again, also after its end, and creates the living instances again. */
    restart(): Promise<void>;
    #private;
}
import { Emitter } from "./emitter.cjs";
import { Instance } from "./instance.cjs";
