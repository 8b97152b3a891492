/** What is on the screen, as lines of text: a title, the rows, and a last line with an error or the keys. */

/** How many rows of the list there is room for. */
export const roomFor = (height) => Math.max(1, height - 2);

/** Of a list of so many items those on the screen: `items`, the first of which is `top`. */
export function listScreen({ title, items, top, total, loading, cursor, error }, { width, height }) {
  const rows = items.map((item, row) => `${top + row === cursor ? ">" : " "} ${item?.name ?? ""}`);
  const count = `${total} ${total === 1 ? "item" : "items"}`;
  return framed(
    `${title}  ${count}${loading ? "  loading…" : ""}`,
    rows,
    error ?? "j k move   Enter open   u undo   ^R redo   R reload   q quit",
    { width, height },
  );
}

/** One item of the list, between its neighbours. */
export function pagerScreen({ items, index, hasPrevious, hasNext, loading, error }, { width, height }) {
  const item = index === null ? undefined : items[index];
  const place = index === null ? "not there any more" : `${index + 1} of ${items.length}`;
  const keys = [hasPrevious && "[ previous", hasNext && "] next", "u undo", "^R redo", "q back"].filter(Boolean);
  const rows = item ? ["", `  ${item.name}`] : [];
  return framed(`${place}${loading ? "  loading…" : ""}`, rows, error ?? keys.join("   "), { width, height });
}

function framed(title, rows, last, { width, height }) {
  const padding = Array(Math.max(0, height - 2 - rows.length)).fill("");
  return [title, ...rows, ...padding, last].map((line) => fitted(line, width));
}

/** One line of printable characters, no longer than the screen is wide. */
function fitted(line, width) {
  const units = [...line.replace(/[\x00-\x1f\x7f-\x9f]/g, "�")];
  return units.length > width ? `${units.slice(0, width - 1).join("")}…` : line.replace(/[\x00-\x1f\x7f-\x9f]/g, "�");
}
