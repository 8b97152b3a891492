/** The changes of an instance as an async iterator. */
import { openPromise } from "./completion.js";

/** How many changes wait for a slow consumer before the newest ones are merged. */
const ROOM = 1000;

/**
 * Gives every change to a consumer that keeps up; to one that falls far behind, several as one, so that memory
 * is bounded. Ends when the instance is closed; throws when the host dies.
 */
export class Changes {
  #waiting = [];
  #takers = [];
  #end = null;
  #stop;

  /** @param follow registers this as a follower, and returns what ends that */
  constructor(follow) {
    this.#stop = follow(this);
  }

  /** For the instance: a change has come. */
  change(change) {
    const taker = this.#takers.shift();
    if (taker) taker.resolve({ value: change, done: false });
    else if (this.#waiting.length < ROOM) this.#waiting.push(change);
    else this.#waiting.push(merged(this.#waiting.pop(), change));
  }

  /** For the instance: nothing more will come; `error` is null for a good end. */
  end(error) {
    this.#end = { error };
    this.#stop();
    const [first, ...others] = this.#takers.splice(0);
    if (!first) return;
    if (error) first.reject(error);
    else first.resolve(DONE);
    this.#end.error = null;
    others.forEach((taker) => taker.resolve(DONE));
  }

  next() {
    if (this.#waiting.length > 0) return Promise.resolve({ value: this.#waiting.shift(), done: false });
    if (this.#end) {
      const { error } = this.#end;
      this.#end.error = null; // an iterator throws once
      return error ? Promise.reject(error) : Promise.resolve(DONE);
    }
    const taker = openPromise();
    this.#takers.push(taker);
    return taker.promise;
  }

  return(value) {
    this.#waiting = [];
    if (!this.#end) this.end(null);
    this.#end.error = null;
    return Promise.resolve({ value, done: true });
  }

  [Symbol.asyncIterator]() {
    return this;
  }
}

const DONE = Object.freeze({ value: undefined, done: true });

/** Two changes as one. It has no patch. */
function merged(first, second) {
  return Object.freeze({
    ...second,
    before: first.before,
    patch: null,
    resynced: first.resynced || second.resynced,
    restarted: first.restarted || second.restarted,
  });
}
