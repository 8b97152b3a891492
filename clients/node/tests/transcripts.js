/** Reads transcripts. */
import { readFileSync, readdirSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { ROOT } from "./support.js";

/** A transcript: `{name, path, lines: [{fromClient, text}]}`. */
function parse(name, text, path = null) {
  const lines = [];
  for (const line of text.split("\n")) {
    const [mark, message] = [line.slice(0, 3), line.slice(4)];
    if (mark === "-->" || mark === "<--") lines.push({ fromClient: mark === "-->", text: message });
    else if (line !== "" && !line.startsWith("#")) throw new Error(`${name}: neither a message nor a comment: ${line}`);
  }
  return { name, path, lines };
}

export function readTranscript(path) {
  return parse(relative(ROOT, path), readFileSync(path, "utf8"), path);
}

/** Those of the folder and its sub-folders. */
export function fromFolder(folder = join(ROOT, "Tests/Transcripts")) {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const path = join(folder, name);
      if (statSync(path).isDirectory()) return fromFolder(path);
      return name.endsWith(".transcript") ? [readTranscript(path)] : [];
    });
}

/** Those of the protocol's text. */
export function fromProtocol() {
  const [, ...blocks] = readFileSync(join(ROOT, "protocol.md"), "utf8").split("```transcript\n");
  return blocks.map((block, number) => parse(`protocol.md, block ${number + 1}`, block.split("```")[0]));
}

/** A line as it is compared: all of it counts but the spaces between the tokens. */
export function asWritten(line) {
  return line.replace(/("(?:[^"\\]|\\.)*")|\s+/g, "$1");
}
