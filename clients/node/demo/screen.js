/** What is on the screen, as lines of text: a title, the rows, and a last line with an error or the keys. */

/** The list, with as many rows as there is room for, so that the cursor is among them. */
export function listScreen({ title, items, loading, cursor, error }, { width, height }) {
  const room = Math.max(1, height - 2);
  const top = Math.min(Math.max(0, cursor - room + 1), Math.max(0, items.length - room));
  const rows = items.slice(top, top + room).map(({ name }, row) => `${top + row === cursor ? ">" : " "} ${name}`);
  const count = `${items.length} ${items.length === 1 ? "item" : "items"}`;
  return framed(
    `${title}  ${count}${loading ? "  loading…" : ""}`,
    rows,
    error ?? "j k move   Enter open   R reload   q quit",
    { width, height },
  );
}

/** One item of the list, between its neighbours. */
export function pagerScreen({ items, index, hasPrevious, hasNext, loading, error }, { width, height }) {
  const item = index === null ? undefined : items[index];
  const place = index === null ? "not there any more" : `${index + 1} of ${items.length}`;
  const keys = [hasPrevious && "[ previous", hasNext && "] next", "q back"].filter(Boolean);
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
