/** Options by name: a mistyped one is refused, with the one that was meant. */

/** @throws TypeError for an option that `what` does not know */
export function checkOptions(what, options, known) {
  if (options === null || typeof options !== "object") throw new TypeError(`${what} takes its options as an object`);
  for (const name of Object.keys(options)) {
    if (known.includes(name)) continue;
    const meant = known.find((each) => distance(name.toLowerCase(), each.toLowerCase()) <= 2);
    const hint = meant === undefined ? `it knows ${known.join(", ")}` : `did you mean "${meant}"?`;
    throw new TypeError(`${what} knows no option "${name}"; ${hint}`);
  }
}

/** How many letters are put in, left out, changed, or swapped with the next, to make one word of the other. */
function distance(from, to) {
  const rows = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  for (let i = 1; i <= from.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const changed = rows[i - 1][j - 1] + (from[i - 1] === to[j - 1] ? 0 : 1);
      row[j] = Math.min(changed, rows[i - 1][j] + 1, row[j - 1] + 1);
      if (from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]) row[j] = Math.min(row[j], rows[i - 2][j - 2] + 1);
    }
    rows.push(row);
  }
  return rows[from.length][to.length];
}
