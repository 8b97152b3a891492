/** An emitter whose events have names that are known: to listen for another one throws. */
import { EventEmitter } from "node:events";

/** What Node itself emits, or listens for. */
const OWN = ["error", "newListener", "removeListener"];

export class NamedEmitter extends EventEmitter {
  /** @param {string} what names it in messages */
  constructor(what, names) {
    super();
    // Runs before a listener is added; what it throws comes out of `on`, `once` and the others.
    super.on("newListener", (name) => {
      if (typeof name === "symbol" || names.includes(name) || OWN.includes(name)) return;
      throw new TypeError(`${what} has no event ${name}; it has ${names.join(", ")}`);
    });
  }
}
