/** The lines of standard input as the service `lines`, which gives them as they come. */
import { StringDecoder } from "node:string_decoder";

/** How many characters a page has, about; the host takes it as one line. */
const SIZE = 1 << 18;

/** Makes the service from a stream; pages count from 1. */
export function linesOf(stream) {
  const decoder = new StringDecoder("utf8");
  const chunks = stream[Symbol.asyncIterator]();
  let rest = "";
  return async ({ page }) => {
    let text = "";
    let next = page + 1;
    // What there is, is given at once: the first lines are to be seen soon.
    do {
      const { value, done } = await chunks.next();
      text += done ? decoder.end() : decoder.write(value);
      if (done) next = null;
    } while (next !== null && text.length < SIZE && stream.readableLength > 0);
    const lines = (rest + text).split("\n");
    rest = next === null ? "" : lines.pop();
    return { lines: lines.filter((line) => line !== ""), nextPage: next };
  };
}
