/**
 * The promise of an input or a call. Unlike a plain promise, one that fails while nobody waits for it does
 * not end the process: whoever made it asks `awaited`, and reports the failure elsewhere. It counts
 * as awaited from the first `await`, `then`, `catch` or `finally`; what those return are plain promises.
 */
export class Completion extends Promise {
  #awaited = false;

  constructor(executor) {
    super(executor);
    super.then(undefined, () => {}); // so Node never sees this one itself as unhandled
  }

  /** Settles it from outside. */
  static open() {
    let settle;
    const promise = new Completion((resolve, reject) => {
      settle = { resolve, reject };
    });
    return { promise, ...settle };
  }

  /** What is derived from it is a plain promise, with Node's usual care for unhandled rejections. */
  static get [Symbol.species]() {
    return Promise;
  }

  /** Whether somebody waits for it. */
  get awaited() {
    return this.#awaited;
  }

  /** Runs an action when it is settled, without counting as waiting for it. */
  whenSettled(action) {
    super.then(action, action);
  }

  then(onFulfilled, onRejected) {
    this.#awaited = true;
    return super.then(onFulfilled, onRejected);
  }
}

/** The same for a plain promise. */
export function openPromise() {
  let settle;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return { promise, ...settle };
}
