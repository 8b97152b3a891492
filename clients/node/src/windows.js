/** Windows: the rows of a list that an instance observes, if not all. */
import { member } from "./shape.js";

/** The entries of `observe` when the window on an output has moved. */
export function movedTo(observe, output, offset, limit) {
  const window = { offset, limit, anchor: isAnchored(observe, output) };
  return observe?.map((entry) => (nameOf(entry) === output ? { output, window } : entry));
}

/** Whether the window on an output goes with its first row. */
export function isAnchored(observe, output) {
  const entry = observe?.filter((entry) => nameOf(entry) === output).at(-1);
  return entry?.window?.anchor === true;
}

const nameOf = (entry) => (typeof entry === "string" ? entry : entry?.output);

/** The result of `viewModel/window`. */
export function windowPlace(result) {
  const [total, offset, limit] = ["total", "offset", "limit"].map((key) => member(result, key, "integer", "viewModel/window"));
  return { total, offset, limit };
}

/**
 * Where rows are now: a function of where they were. A row that is gone gives its place to the next that is still
 * there, or else to the last before it. Rows are told apart by their `id`.
 */
export function rowMoves(before, after) {
  const places = new Map();
  after.items.forEach((row, index) => {
    if (row?.id !== undefined) places.set(row.id, after.offset + index);
  });
  const place = (index) => places.get(before.items[index]?.id);
  return (row) => {
    const start = row - before.offset;
    if (start < 0 || start >= before.items.length) return row;
    for (let index = start; index < before.items.length; index++) if (place(index) !== undefined) return place(index);
    for (let index = start - 1; index >= 0; index--) if (place(index) !== undefined) return place(index);
    return row;
  };
}
