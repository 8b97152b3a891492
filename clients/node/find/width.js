/** How wide texts are in a terminal, and what is shown of those that are too wide. Places count code points. */

const NO_WIDTH = /[\p{Mn}\p{Me}\p{Cf}]/u;
/** East Asian Wide and Fullwidth (UAX #11), in ranges; and emoji that are shown as pictures. */
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\u4dbf\u4e00-\ua4cf\ua960-\ua97f\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff01-\uff60\uffe0-\uffe6\u{16fe0}-\u{18aff}\u{1b000}-\u{1b2ff}\u{20000}-\u{3fffd}\p{Emoji_Presentation}]/u;

function characterWidth(character) {
  if (character >= " " && character <= "~") return 1;
  if (NO_WIDTH.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** How many columns a list of characters takes. */
export function widthOf(characters) {
  let width = 0;
  for (const character of characters) width += characterWidth(character);
  return width;
}

/** The characters of a text, a picture in place of each control character, which a terminal would obey. */
export function printable(text) {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0);
    if (code < 0x20) return String.fromCharCode(0x2400 + code);
    if (code === 0x7f) return "\u2421";
    return (code >= 0x80 && code < 0xa0) || (code >= 0xd800 && code < 0xe000) ? "\ufffd" : character;
  });
}

/** How many characters of the start fit. */
export function prefix(characters, width) {
  let taken = 0;
  for (let place = 0; place < characters.length; place += 1) {
    taken += characterWidth(characters[place]);
    if (taken > width) return place;
  }
  return characters.length;
}

/** As much of the start of a text as fits. */
export function cut(text, width) {
  const characters = printable(text);
  return characters.slice(0, prefix(characters, width)).join("");
}

/**
 * What is shown of a text, `[start, end]`: its start if all ranges are in it, else what ends with the last. There is
 * room for an ellipsis where something is left out.
 */
export function part(characters, ranges, width) {
  const { length } = characters;
  if (widthOf(characters) <= width) return [0, length];
  const end = ranges.length > 0 ? ranges[ranges.length - 1][1] : 0;
  let room = Math.max(width - 1, 0);
  if (widthOf(characters.slice(0, end)) <= room) return [0, prefix(characters, room)];
  if (end < length) room = Math.max(room - 1, 0);
  let start = Math.max(0, end - room);
  while (start < end && widthOf(characters.slice(start, end)) > room) start += 1;
  return [start, end];
}
