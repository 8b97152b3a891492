/** JSON Pointer (RFC 6901), over the own properties of objects only. */

/** The patch is malformed, or does not fit the document. */
export class PatchError extends Error {
  get name() {
    return "PatchError";
  }
}

/**
 * The reference tokens of a JSON Pointer; none for the whole document.
 * @param {unknown} pointer
 * @returns {string[]}
 */
export function parsePointer(pointer) {
  if (typeof pointer !== "string") throw new PatchError(`a JSON Pointer is a string, not ${typeof pointer}`);
  if (pointer === "") return [];
  if (pointer[0] !== "/") throw new PatchError(`"${pointer}" is not a JSON Pointer`);
  const tokens = pointer.slice(1).split("/");
  if (!pointer.includes("~")) return tokens;
  if (/~(?![01])/.test(pointer)) throw new PatchError(`"${pointer}" is not a JSON Pointer`);
  return tokens.map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
}

/** The value that the tokens lead to. */
export function resolve(document, tokens, pointer) {
  return tokens.reduce((value, token) => child(value, token, pointer), document);
}

/** A member or an element that is there. Inherited properties, such as `__proto__`, are not. */
export function child(container, token, pointer) {
  if (Array.isArray(container)) return container[index(token, container.length, pointer)];
  if (container !== null && typeof container === "object" && Object.hasOwn(container, token)) return container[token];
  throw new PatchError(`there is nothing at "${pointer}"`);
}

/** The index that a token names; it must be less than `end`. */
export function index(token, end, pointer) {
  if (!/^(?:0|[1-9][0-9]*)$/.test(token)) throw new PatchError(`"${token}" in "${pointer}" is not an index`);
  const value = Number(token);
  if (value >= end) throw new PatchError(`${token} in "${pointer}" is past the end of the array`);
  return value;
}
