/**
 * JSON Patch (RFC 6902). A document is never changed in place: a patch copies what it touches and shares
 * the rest. So a patch that fails leaves nothing behind, and a state that was handed out stays what it was:
 * what a patch makes is frozen.
 */
import { PatchError, child, index, parsePointer, resolve } from "./pointer.js";

export { PatchError };

/**
 * The document after all operations; the one given stays as it is.
 * @throws {PatchError} the patch is malformed, or does not fit
 */
export function applyPatch(document, patch) {
  if (!Array.isArray(patch)) throw new PatchError("a patch is an array");
  const replaced = withMembersReplaced(document, patch);
  if (replaced !== null) return replaced;
  const target = new Target(document);
  for (let number = 0; number < patch.length; number += 1) {
    try {
      target.apply(patch[number]);
    } catch (error) {
      if (error instanceof PatchError) error.message = `operation ${number}: ${error.message}`;
      throw error;
    }
  }
  return target.finish();
}

/**
 * Does what most patches do, and fast: outputs of an instance have other values, which are no objects. Null if this
 * is another patch.
 */
function withMembersReplaced(document, patch) {
  if (document === null || typeof document !== "object" || Array.isArray(document)) return null;
  const result = { ...document };
  for (const operation of patch) {
    if (operation === null || typeof operation !== "object" || operation.op !== "replace") return null;
    const { path, value } = operation;
    const key = KEYS.get(path) ?? keyOf(path);
    if (key === null || (typeof value === "object" && value !== null) || value === undefined) return null;
    if (!Object.hasOwn(result, key)) return null;
    result[key] = value;
  }
  return Object.freeze(result);
}

/** The keys of members by their pointers, as the same ones come again and again: a new string would be looked up. */
const KEYS = new Map();
const MOST_KEYS = 1000;
const LONGEST_PATH = 100;

/** The key of a member of the whole document, or null for what is no plain pointer to one. */
function keyOf(path) {
  if (typeof path !== "string" || path[0] !== "/" || path === "/__proto__" || path.includes("~")) return null;
  const key = path.slice(1);
  if (KEYS.size < MOST_KEYS && path.length <= LONGEST_PATH) KEYS.set(path, key);
  return key;
}

/** Freezes a JSON value all the way down. What is frozen already is taken to be so all the way. */
export function deepFreeze(value) {
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (next === null || typeof next !== "object" || Object.isFrozen(next)) continue;
    Object.freeze(next);
    for (const item of Array.isArray(next) ? next : Object.values(next)) {
      if (item !== null && typeof item === "object") waiting.push(item);
    }
  }
  return value;
}

/** Equality of JSON values, whatever the order of members. */
export function jsonEqual(left, right) {
  if (left === right) return true;
  if (left === null || right === null || typeof left !== "object" || typeof right !== "object") return false;
  if (Array.isArray(left) !== Array.isArray(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && jsonEqual(left[key], right[key]))
  );
}

/** A document on its way through a patch. What it has copied itself it may change in place. */
class Target {
  #root;
  #own = new Set();

  constructor(root) {
    this.#root = root;
  }

  /** The document, frozen. */
  finish() {
    for (const container of this.#own) Object.freeze(container);
    this.#own.clear();
    return this.#root;
  }

  apply(operation) {
    if (operation === null || typeof operation !== "object") throw new PatchError("an operation is an object");
    const { op, path } = operation;
    const tokens = parsePointer(path);
    switch (op) {
      case "add":
        return this.#add(tokens, valueOf(operation), path);
      case "replace":
        return this.#replace(tokens, valueOf(operation), path);
      case "remove":
        return this.#remove(tokens, path);
      case "move":
        return this.#move(operation.from, tokens, path);
      case "copy":
        return this.#add(tokens, this.#shared(operation.from), path);
      case "test":
        if (jsonEqual(resolve(this.#root, tokens, path), valueOf(operation))) return undefined;
        throw new PatchError(`the value at "${path}" is not the one that is tested for`);
      default:
        throw new PatchError(`there is no operation ${op}`);
    }
  }

  #add(tokens, value, path) {
    if (tokens.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#parent(tokens, path);
    const last = tokens.at(-1);
    if (!Array.isArray(parent)) setMember(parent, last, value);
    else parent.splice(last === "-" ? parent.length : index(last, parent.length + 1, path), 0, value);
  }

  #replace(tokens, value, path) {
    if (tokens.length === 0) {
      this.#root = value;
      return;
    }
    const parent = this.#parent(tokens, path);
    child(parent, tokens.at(-1), path);
    setMember(parent, tokens.at(-1), value);
  }

  #remove(tokens, path) {
    if (tokens.length === 0) throw new PatchError("the whole document cannot be removed");
    const parent = this.#parent(tokens, path);
    const last = tokens.at(-1);
    child(parent, last, path);
    if (Array.isArray(parent)) parent.splice(Number(last), 1);
    else delete parent[last];
  }

  #move(from, tokens, path) {
    const source = parsePointer(from);
    if (source.length < tokens.length && source.every((token, place) => token === tokens[place])) {
      throw new PatchError(`"${from}" cannot move into itself, to "${path}"`);
    }
    const value = resolve(this.#root, source, from);
    if (from === path) return;
    this.#remove(source, from);
    this.#add(tokens, value, path);
  }

  /** A value that will stand at two places, so that later operations must copy it to change it. */
  #shared(from) {
    const value = resolve(this.#root, parsePointer(from), from);
    this.finish();
    return value;
  }

  /** The container of the last token, with everything above it made ours to change. */
  #parent(tokens, path) {
    let node = (this.#root = this.#writable(this.#root, path));
    for (const token of tokens.slice(0, -1)) {
      const copy = this.#writable(child(node, token, path), path);
      setMember(node, token, copy);
      node = copy;
    }
    return node;
  }

  #writable(value, path) {
    if (value === null || typeof value !== "object") {
      throw new PatchError(`"${path}" leads into something that is no object or array`);
    }
    if (this.#own.has(value)) return value;
    const copy = Array.isArray(value) ? [...value] : { ...value }; // `slice` is slow where the array is frozen
    this.#own.add(copy);
    return copy;
  }
}

function valueOf(operation) {
  if (!Object.hasOwn(operation, "value")) throw new PatchError("it has no value");
  return deepFreeze(operation.value);
}

/** An own member or element, even if it is called `__proto__`. */
function setMember(container, token, value) {
  if (token === "__proto__") {
    Object.defineProperty(container, token, { value, writable: true, enumerable: true, configurable: true });
  } else {
    container[token] = value;
  }
}
