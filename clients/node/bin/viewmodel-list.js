#!/usr/bin/env node
/** `viewmodel-list [FOLDER]` shows the entries of a folder, page by page. The host is $VIEWMODEL_HOST. */
import { readFileSync, statSync } from "node:fs";
import { App } from "../demo/app.js";
import { keysOf } from "../demo/keys.js";
import { Host, HostError } from "../src/index.js";

const USAGE = `viewmodel-list [--help] [--version] [FOLDER]
Shows the entries of a folder, page by page. The host is $VIEWMODEL_HOST, or viewmodel-host on the PATH.
Keys: j k or arrows, Enter, [ ] in an item, u to undo, Control-R to redo, R to reload, q to go back or quit, Control-Z to suspend.
Without a terminal it reads keys from its input, each when the one before has had its effect, and writes screens, each after
a form feed; LINES and COLUMNS are their size.`;

const { stdin, stdout } = process;
const isTerminal = stdin.isTTY && stdout.isTTY;

function size() {
  const { LINES, COLUMNS } = process.env;
  return { width: stdout.columns || Number(COLUMNS) || 80, height: stdout.rows || Number(LINES) || 24 };
}

let shown = null;
/** Whether the terminal is given back. */
let over = false;

function draw(lines) {
  const text = lines.join("\n");
  if (text === shown || over) return;
  shown = text;
  stdout.write(isTerminal ? `\x1b[H\x1b[J${lines.join("\r\n")}` : `\f${text}\n`);
}

function takeTerminal() {
  stdin.setRawMode(true);
  stdout.write("\x1b[?1049h\x1b[?25l");
}

function giveTerminalBack() {
  stdin.setRawMode(false);
  stdout.write("\x1b[?25h\x1b[?1049l");
}

/** Gives the terminal over to the screens, and back at the end. */
async function onTerminal(work) {
  takeTerminal();
  try {
    await work();
  } finally {
    over = true;
    giveTerminalBack();
  }
}

/** What Control-Z does; the shell's `fg` goes on. */
function suspend(app) {
  process.once("SIGCONT", () => {
    takeTerminal();
    shown = null;
    app.draw();
  });
  giveTerminalBack();
  process.kill(process.pid, "SIGTSTP");
}

/** Keys as they are typed. Each but Control-C waits until the host has done what the one before asked. */
async function typed(app) {
  stdout.on("resize", () => {
    shown = null;
    app.draw();
  });
  await new Promise((resolve, reject) => {
    let last = Promise.resolve();
    const press = async (key) => {
      if (!app.quit) await app.press(key);
      if (app.quit) resolve();
    };
    stdin.on("data", (bytes) => {
      for (const key of keysOf(bytes.toString())) {
        if (key === "quit") resolve();
        else if (key === "suspend") suspend(app);
        else last = last.then(() => press(key)).catch(reject);
      }
    });
    stdin.once("end", resolve).once("error", reject);
  });
}

/** Keys from a file or a pipe, one after the other. */
async function scripted(app) {
  await app.settled();
  for await (const bytes of stdin) {
    for (const key of keysOf(bytes.toString())) {
      await app.press(key);
      await app.settled();
      if (app.quit) return;
    }
  }
}

async function main([folder = "."]) {
  // Nothing is to be written over the screen.
  const supervised = process.platform === "linux";
  const host = await Host.start({ supervised, log: isTerminal ? "off" : "warning" });
  try {
    const show = async (keys) => keys(await App.open(host, { folder, draw, size }));
    await (isTerminal ? onTerminal(() => show(typed)) : show(scripted));
  } finally {
    stdin.destroy();
    await host.close();
  }
}

function isFolder(path) {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function fail(message, status) {
  console.error(`viewmodel-list: ${message}`);
  process.exitCode = status;
}

// `viewmodel-list | head`: nobody reads any more. The host ends with this process.
stdout.on("error", (error) => {
  if (error.code !== "EPIPE") throw error;
  process.exit();
});

const words = process.argv.slice(2);
const unknown = words.find((word) => word.startsWith("-") && word !== "--help" && word !== "--version");
if (words.includes("--help")) {
  console.log(USAGE);
} else if (words.includes("--version")) {
  console.log(JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version);
} else if (unknown || words.length > 1) {
  fail(unknown ? `there is no option ${unknown}; --help tells what there is` : "it takes one folder", 64);
} else if (words.length === 1 && !isFolder(words[0])) {
  fail(`there is no folder ${words[0]}`, 66);
} else {
  await main(words).catch((error) => {
    if (!(error instanceof HostError)) throw error;
    fail(error.message, 1);
  });
}
