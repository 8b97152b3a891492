/** How long functions wait. */
import { inspect } from "node:util";
import { HostTimeoutError } from "./errors.js";

/** The `timeout` of a host that is given none, in milliseconds. */
export const DEFAULT = 30_000;

/** The longest time that Node's timers know. What is longer, and `Infinity`, is without end. */
const LONGEST = 2 ** 31 - 1;

export function checkTimeout(milliseconds) {
  if (typeof milliseconds === "number" && milliseconds >= 0) return milliseconds;
  throw new TypeError(`a timeout is a number of milliseconds, or Infinity, not ${inspect(milliseconds)}`);
}

/** Calls back with an error when the time is over. */
export function startTimer(milliseconds, what, onEnd) {
  if (milliseconds > LONGEST) return undefined;
  return setTimeout(() => onEnd(new HostTimeoutError(milliseconds, what)), milliseconds);
}

/** The promise, or a `HostTimeoutError` when it takes too long; then `onTimeout` is called. */
export async function within(milliseconds, what, promise, onTimeout = () => {}) {
  let timer;
  try {
    const timeout = new Promise((_, reject) => {
      timer = startTimer(milliseconds, what, (error) => {
        onTimeout();
        reject(error);
      });
    });
    return await (timer === undefined ? promise : Promise.race([promise, timeout]));
  } finally {
    clearTimeout(timer);
  }
}
