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
    const keys = path.split("/");
    const last = keys.length === 1 ? "" : unescaped(/** @type {string} */ (keys.pop()));
    /** @type {any} */
    let node = root;
    if (path !== "") for (const key of keys) node = owned(node, unescaped(key), copies);
    const isThere = Object.hasOwn(node, last);
    if (op === "add" && Array.isArray(node) && (isThere || last === `${node.length}`)) node.splice(Number(last), 0, value);
    else if (op === "replace" && isThere) node[last] = value;
    else if (op === "add" && !Array.isArray(node)) define(node, last, value);
    else if (op === "remove" && isThere && Array.isArray(node)) node.splice(Number(last), 1);
    else if (op === "remove" && isThere && path !== "") delete node[last];
    else throw new Error(`${op} ${path} does not fit the state`);
  }
  return root[""];
}

/** @param {string} key a part of a JSON Pointer */
const unescaped = (key) => (key.includes("~") ? key.replaceAll("~1", "/").replaceAll("~0", "~") : key);

/**
 * A member, copied unless this patch has done so.
 * @param {any} node @param {string} key @param {Set<unknown>} copies
 */
function owned(node, key, copies) {
  const member = node[key];
  if (!Object.hasOwn(node, key) || typeof member !== "object") throw new Error(`${key} is not there`);
  if (copies.has(member)) return member;
  const copy = Array.isArray(member) ? member.slice() : { ...member };
  copies.add(copy);
  return (node[key] = copy);
}

/**
 * Sets a member, also one whose name is `__proto__`.
 * @param {any} node @param {string} key @param {unknown} value
 */
function define(node, key, value) {
  if (key !== "__proto__") node[key] = value;
  else Object.defineProperty(node, key, { value, writable: true, enumerable: true, configurable: true });
}

module.exports = { applyPatch };
