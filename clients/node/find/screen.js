/** What is on the screen: a prompt, how many there are, the rows, and the head of a file. */
import { cut, part, prefix, printable, widthOf } from "./width.js";

/** The lines above the rows. */
const HEADER = 2;
/** With fewer columns there is no preview. */
const WIDE = 90;

const RESET = "\x1b[0m";
const BOLD = "\x1b[1m";
const DIM = "\x1b[2m";
const MATCH = "\x1b[1;32m";
const ERROR = "\x1b[31m";

/** How many rows there is room for. */
export function rowCount(height) {
  return Math.max(1, height - HEADER);
}

/** The lines of a screen, and the column of the cursor in the first of them. */
export function frame(prompt, state, problem, { width, height }) {
  const [text, column] = promptLine(prompt, width);
  const left = width < WIDE ? width : Math.floor(width / 2);
  let lines = rows(state, left).slice(0, rowCount(height));
  if (width >= WIDE) lines = beside(lines, left, preview(state, width - left - 2), rowCount(height));
  return { lines: [text, status(state, problem, width), ...lines].slice(0, height), column };
}

/** The prompt; of a text that is too long, what ends at the cursor. */
function promptLine({ text, cursor }, width) {
  const characters = printable(text);
  const room = Math.max(1, width - 3);
  let start = 0;
  while (widthOf(characters.slice(start, cursor)) > room) start += 1;
  const shown = characters.slice(start);
  const column = 2 + widthOf(characters.slice(start, cursor));
  return [`${BOLD}>${RESET} ${shown.slice(0, prefix(shown, room)).join("")}`, column];
}

/** How many there are, and what went wrong. */
function status({ total, candidates, selected, isSearching }, problem, width) {
  const chosen = selected.length > 0 ? ` (${selected.length})` : "";
  const text = cut(`  ${total}/${candidates}${chosen}${isSearching ? " …" : ""}`, width);
  if (problem === null) return `${DIM}${text}${RESET}`;
  return `${DIM}${text}${RESET}  ${ERROR}${cut(problem, Math.max(0, width - text.length - 2))}${RESET}`;
}

/** The rows of the window on the matches. */
function rows({ matches, index, selected }, width) {
  const chosen = new Set(selected.map(({ id }) => id));
  return matches.items.map(({ id, text, ranges }, place) => {
    const isCurrent = matches.offset + place === index;
    const style = isCurrent ? BOLD : "";
    const signs = `${isCurrent ? ">" : " "}${chosen.has(id) ? "+" : " "}`;
    return `${style}${signs}${row(text, ranges, Math.max(0, width - 3), style)}${isCurrent ? RESET : ""}`;
  });
}

/** A text that fits, with what matches in colour. */
export function row(text, ranges, width, style) {
  const characters = printable(text);
  const [start, end] = part(characters, ranges, width);
  const between = (first, last) => characters.slice(first, last).join("");
  let shown = start > 0 ? "…" : "";
  let place = start;
  for (const range of ranges) {
    const [first, last] = [Math.max(range[0], place), Math.min(range[1], end)];
    if (first >= last) continue;
    shown += `${between(place, first)}${MATCH}${between(first, last)}${RESET}${style}`;
    place = last;
  }
  return shown + between(place, end) + (end < characters.length ? "…" : "");
}

/** The head of the current file. */
function preview({ preview: shown }, width) {
  if (shown === null) return [];
  if (typeof shown.message === "string") return [`${DIM}${cut(shown.message, width)}${RESET}`];
  const lines = shown.lines.map((line) => cut(withoutTabs(line), width));
  return shown.isTruncated ? [...lines, "…"] : lines;
}

function withoutTabs(line) {
  return line.replace(/([^\t]*)\t/g, (_, before) => before + " ".repeat(8 - (before.length % 8)));
}

/** Two columns. The second begins where the terminal puts it, however wide the first is. */
function beside(left, width, right, height) {
  return Array.from(
    { length: height },
    (_, place) => `${left[place] ?? ""}\x1b[${width + 1}G${DIM}│${RESET} ${right[place] ?? ""}`,
  );
}
