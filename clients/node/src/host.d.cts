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
    /** @type {import("./types.cjs").HostInfo} what the host said of itself */
    info: import("./types.cjs").HostInfo;
    /** @type {import("./types.cjs").TurnPlace | null} where the session goes on of a host that was started with `--resume` */
    resumed: import("./types.cjs").TurnPlace | null;
    /** The id of the process that was started. */
    get pid(): number;
    /** @internal */
    get timeout(): number | undefined;
    /** Why the host is gone; null as long as it lives. */
    get error(): Error | null;
    /** The instances that live, in the order of their creation. */
    get instances(): Instance<any>[];
    /**
     * The names of the ViewModels that there are.
     * @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<string[]>}
     */
    list(options?: import("./types.cjs").WaitOptions | undefined): Promise<string[]>;
    /**
     * Creates an instance of a ViewModel.
     * @template [State=any]
     * @param {string} name @param {import("./types.cjs").CreateOptions} options @returns {Promise<Instance<State>>}
     */
    create<State = any>(name: string, { id, parameters, uses, observe, ...options }?: import("./types.cjs").CreateOptions): Promise<Instance<State>>;
    /**
     * Any other request: its result as it comes.
     * @param {string} method @param {object} [params] @param {import("./types.cjs").WaitOptions} [options] @returns {Promise<any>}
     */
    request(method: string, params?: object | undefined, options?: import("./types.cjs").WaitOptions | undefined): Promise<any>;
    /**
     * Any other notification.
     * @param {string} method @param {object} [params]
     */
    notify(method: string, params?: object | undefined): void;
    /**
     * What a function, not an async one, sends before it returns is one turn. If it throws, nothing is sent.
     * @template T @param {() => T} send
     */
    turn<T>(send: () => T): T;
    /**
     * Takes the last input of a supervised host back, with what has followed it, in all instances.
     * @param {import("./types.cjs").WaitOptions} [options]
     */
    undo(options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * Does the next input that was taken back once more, with what has followed it.
     * @param {import("./types.cjs").WaitOptions} [options]
     */
    redo(options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * Goes to the end of a turn of a supervised host, be it one that was taken back.
     * @param {number} turn @param {import("./types.cjs").WaitOptions} [options]
     */
    rewind(turn: number, options?: import("./types.cjs").WaitOptions | undefined): Promise<import("./types.cjs").TurnPlace>;
    /**
     * What the last turns of a supervised host came from: 100 unless `count` says otherwise.
     * @param {{ count?: number } & import("./types.cjs").WaitOptions} options @returns {Promise<{ turn: number, turns: any[], undone: any[] }>}
     */
    turns({ count, ...options }?: {
        count?: number;
    } & import("./types.cjs").WaitOptions): Promise<{
        turn: number;
        turns: any[];
        undone: any[];
    }>;
    /**
     * Ends the host, and waits for it. One that has not ended after so many milliseconds (5000) is killed.
     * @param {{ timeout?: number }} options
     */
    close({ timeout }?: {
        timeout?: number;
    }): Promise<void>;
    /** Starts the host anew, whether it lives or not, and creates the instances again. */
    restart(): Promise<void>;
    #private;
}
import { Emitter } from "./emitter.cjs";
import { Instance } from "./instance.cjs";
