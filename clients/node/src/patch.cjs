"use strict";
/** The patches of protocol.md: `add`, `remove` and `replace` of RFC 6902. */

/** How an assignment makes a member; one to `__proto__` would set the prototype. */
const MEMBER = { writable: true, enumerable: true, configurable: true };

/**
 * The state after a patch, which shares unchanged parts with the state before. Neither argument changes.
 * @param {any} state @param {readonly import("./types.cjs").PatchOperation[]} patch @returns {any}
 */
function applyPatch(state, patch) {
  const root = { "": state };
  /** @type {Set<unknown>} */
  const copies = new Set();
  for (const { op, path, value } of patch) {
    let keys = path.split("/");
    if (path.includes("~")) keys = keys.map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
    const last = /** @type {string} */ (keys.pop());
    /** @type {any} */
    let node = root;
    for (const key of keys) {
      let member = node[key];
      if (!Object.hasOwn(node, key) || typeof member !== "object") throw new Error(`the state has no ${path}`);
      if (!copies.has(member)) copies.add((member = node[key] = Array.isArray(member) ? [...member] : { ...member }));
      node = member;
    }
    const exists = Object.hasOwn(node, last);
    if (op === "replace" && exists) node[last] = value;
    else if (op === "remove" && exists) Array.isArray(node) ? node.splice(Number(last), 1) : delete node[last];
    else if (op === "add" && !Array.isArray(node)) Object.defineProperty(node, last, { value, ...MEMBER });
    else if (op === "add" && (exists || last === `${node.length}`)) node.splice(Number(last), 0, value);
    else throw new Error(`${op} ${path} does not fit the state`);
  }
  return root[""];
}

module.exports = { applyPatch };
