#!/usr/bin/env node
/** `viewmodel-find [FOLDER]` finds files, or the lines of standard input, while one types. */
import { parseArgs } from "node:util";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Finder, STATUS, filter } from "../find/finder.js";
import { Keys } from "../find/keys.js";
import { linesOf } from "../find/lines.js";
import { frame, rowCount } from "../find/screen.js";
import { Terminal } from "../find/terminal.js";
import { Host, HostError } from "../src/index.js";

const USAGE = `viewmodel-find [-q QUERY] [-f QUERY] [-c COMMAND] [-0] [FOLDER]
Finds files below a folder while you type, and prints those that you accept.
When standard input is no terminal and no folder is named, it finds the lines of that.

  -q, --query QUERY      what stands in the prompt at first
  -f, --filter QUERY     print all matches, the best first, and end
  -c, --command COMMAND  find the lines that this shell command prints
  -0, --print0           end each with NUL
  -h, --help             this text
      --version          the version

What is typed is fzf's: terms between spaces all match, abc fuzzily, 'abc exactly, ^abc at the start, abc$ at the end,
!abc not; a | b one of them. What .gitignore files name is left out. A file's name
that is not UTF-8 is printed with \\xFF for each such byte, and \\x5C for each backslash.

keys: Enter accepts; Tab and Shift-Tab choose several; Control-N and -P, -J and -K, the arrows, PageUp and PageDown
move; Control-U, -W, -A, -E edit the line; Escape and Control-C end.

exit status: 0 something was accepted, 1 nothing matches, 2 an error, 130 it was ended.
The host is $VIEWMODEL_HOST, or viewmodel-host on the PATH.`;

/** How soon the rest of a key's sequence follows its Escape. */
const ESCAPE_MILLISECONDS = 50;

const OPTIONS = {
  query: { type: "string", short: "q", default: "" },
  filter: { type: "string", short: "f" },
  command: { type: "string", short: "c" },
  print0: { type: "boolean", short: "0", default: false },
  help: { type: "boolean", short: "h", default: false },
  version: { type: "boolean", default: false },
};

function say(problem) {
  process.stderr.write(`viewmodel-find: ${problem}\n`);
}

/** What is below a folder that was named is printed with that, so that it can be opened. */
function print(texts, { folder, print0 }) {
  const lines = texts.map((text) => (folder === undefined ? text : join(folder, text)) + (print0 ? "\0" : "\n"));
  return new Promise((resolve) => process.stdout.write(lines.join(""), resolve));
}

function parametersOf({ folder, command, readsInput }, previewLines) {
  return {
    previewLines,
    ...(command === undefined ? {} : { command: ["sh", "-c", command] }),
    ...(readsInput ? {} : { folder: folder ?? "." }),
  };
}

/** Gives a finder the keys of a terminal as they are typed. */
function listen(terminal, finder, redraw) {
  const keys = new Keys();
  let timer;
  const press = (names) => {
    for (const name of names) {
      if (name === "suspend") suspend(terminal, redraw);
      else if (name === "redraw") redraw();
      else finder.press(name);
    }
  };
  terminal.onTyped((bytes) => {
    clearTimeout(timer);
    press(bytes === null ? ["abort"] : keys.feed(bytes));
    if (keys.isIncomplete) timer = setTimeout(() => press(keys.flush()), ESCAPE_MILLISECONDS);
  });
}

/** What Control-Z does; the shell's `fg` goes on. */
function suspend(terminal, redraw) {
  process.once("SIGCONT", () => {
    terminal.enter();
    redraw();
  });
  terminal.leave();
  process.kill(0, "SIGTSTP");
}

async function show(host, options) {
  let terminal;
  try {
    terminal = new Terminal();
  } catch {
    say("there is no terminal; see --filter");
    return STATUS.failed;
  }
  let finder = null;
  let isOver = false;
  const draw = () => {
    if (!isOver && finder?.isShown()) terminal.show(frame(finder.prompt, finder.state, finder.problem, terminal.size));
  };
  const redraw = () => {
    terminal.forget();
    finder.resize(rowCount(terminal.size.height));
    draw();
  };
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(name, () => {
      if (finder) return finder.press("abort");
      terminal.leave();
      return process.exit(STATUS.interrupted);
    });
  }
  terminal.enter();
  let status;
  try {
    const { height } = terminal.size;
    const parameters = parametersOf(options, Math.min(1000, height));
    finder = await Finder.open(host, { parameters, query: options.query, rows: rowCount(height), draw });
    terminal.onResize(redraw);
    listen(terminal, finder, redraw);
    draw();
    status = await finder.ended;
  } finally {
    isOver = true;
    terminal.leave();
    terminal.close();
  }
  if (status === STATUS.failed) say(finder.problem);
  await print(finder.accepted, options);
  return status;
}

async function main(options) {
  const services = options.readsInput ? { lines: linesOf(process.stdin) } : {};
  // Nothing is to be written over the screen.
  const log = options.filter === undefined ? "off" : "warning";
  const host = await Host.start({ services, log });
  try {
    if (options.filter === undefined) return await show(host, options);
    const take = (texts) => print(texts, options);
    const count = await filter(host, { parameters: parametersOf(options, 0), query: options.filter, say, take });
    return count > 0 ? STATUS.accepted : STATUS.noMatch;
  } finally {
    await host.close().catch(() => {});
  }
}

/** What the command line says, or the status with which it ends. */
function parsed() {
  try {
    const { values, positionals } = parseArgs({ options: OPTIONS, allowPositionals: true });
    if (positionals.length > 1) throw new Error("it takes one folder");
    const [folder] = positionals;
    const readsInput = folder === undefined && values.command === undefined && !process.stdin.isTTY;
    return { ...values, folder, readsInput };
  } catch (error) {
    say(`${error.message}; --help tells what there is`);
    return null;
  }
}

// `viewmodel-find | head`: nobody reads any more. The host ends with this process.
process.stdout.on("error", (error) => {
  if (error.code !== "EPIPE") say(`standard output cannot be written: ${error.message}`);
  process.exit(STATUS.failed);
});

const options = parsed();
if (options === null) process.exitCode = STATUS.failed;
else if (options.help) console.log(USAGE);
else if (options.version) {
  console.log(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
} else {
  const status = await main(options).catch((error) => {
    if (!(error instanceof HostError)) throw error;
    say(error.message);
    return STATUS.failed;
  });
  // Standard input may go on for ever.
  process.stdout.write("", () => process.exit(status));
}
