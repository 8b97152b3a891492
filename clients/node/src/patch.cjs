"use strict";
/** The patches of protocol.md: `add`, `remove` and `replace` of RFC 6902. */

/**
 * The state after a patch. The one given stays as it is, and shares with the new one what has not changed.
 * @param {any} state @param {readonly import("./types.cjs").PatchOperation[]} patch @returns {any}
 * @throws {Error} the patch does not fit
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
      if (!Object.hasOwn(node, key) || typeof member !== "object") throw new Error(`there is no ${path}`);
      if (!copies.has(member)) copies.add((member = node[key] = Array.isArray(member) ? [...member] : { ...member }));
      node = member;
    }
    const isThere = Object.hasOwn(node, last);
    if (op === "replace" && isThere) node[last] = value;
    else if (op === "remove" && isThere) Array.isArray(node) ? node.splice(Number(last), 1) : delete node[last];
    else if (op === "add" && !Array.isArray(node)) define(node, last, value);
    else if (op === "add" && (isThere || last === `${node.length}`)) node.splice(Number(last), 0, value);
    else throw new Error(`${op} ${path} does not fit the state`);
  }
  return root[""];
}

/** @param {any} node @param {string} key also `__proto__`, of which an assignment would make the prototype @param {unknown} value */
function define(node, key, value) {
  if (key !== "__proto__") node[key] = value;
  else Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}

module.exports = { applyPatch };
