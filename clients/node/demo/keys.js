/** The keys that a terminal sends, by name. */

const NAMES = new Map([
  ["\x1b[A", "k"],
  ["\x1bOA", "k"],
  ["\x1b[B", "j"],
  ["\x1bOB", "j"],
  ["\r", "enter"],
  ["\n", "enter"],
  ["\x03", "quit"],
  ["\x04", "quit"],
  ["\x12", "redo"],
  ["\x1a", "suspend"],
  ["\x1b", "q"],
]);

/** Cuts what was typed into keys: arrows are `j` and `k`, Escape is `q`; other keys are themselves. */
export function keysOf(text) {
  const parts = text.match(/\x1b(?:\[[0-9;]*[A-Za-z~]|O[A-Z])|[^]/gu) ?? [];
  return parts.map((part) => NAMES.get(part) ?? part);
}
