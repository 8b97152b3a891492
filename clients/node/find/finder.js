/** Somebody who types, and the ViewModel `finder`. */
import { RequestFailedError } from "../src/index.js";
import { Prompt } from "./prompt.js";

const MOVES = { down: 1, up: -1 };
const PAGES = { "page-down": 1, "page-up": -1 };
const TOGGLES = { "toggle-down": 1, "toggle-up": -1 };

/** How it ends; fzf's exit statuses. */
export const STATUS = { accepted: 0, noMatch: 1, failed: 2, interrupted: 130 };

export class Finder {
  #host;
  #instance = null;
  #rows;
  #draw;
  #query = "";
  #offset = 0;
  #end;
  #isOver = false;

  problem = null;
  accepted = [];
  /** Resolves with how it ends. */
  ended = new Promise((resolve) => (this.#end = resolve));

  /**
   * Begins to find.
   * @param parameters of the ViewModel
   * @param rows how many are shown
   * @param draw is called when there is something else to be shown
   */
  static async open(host, { parameters, query, rows, draw }) {
    const finder = new Finder();
    finder.prompt = new Prompt(query);
    finder.#host = host;
    finder.#rows = rows;
    finder.#draw = draw;
    host.on("died", (error) => finder.#over(STATUS.failed, error.message.split("\n")[0]));
    finder.#instance = await host.create("finder", {
      parameters,
      observe: [
        { output: "matches", window: { offset: 0, limit: rows } },
        ...["total", "candidates", "isSearching", "index", "selected", "preview"],
      ],
      on: { change: () => finder.#changed(), event: (event) => finder.#told(event) },
    });
    finder.#typed();
    return finder;
  }

  get state() {
    return this.#instance.state;
  }

  /** Does what a key stands for. */
  press(key) {
    if (key === "abort" || (key === "delete-or-abort" && this.prompt.text === "")) this.#over(STATUS.interrupted);
    else if (key === "accept") this.#watch(this.#accept());
    else if (this.prompt.press(key)) {
      this.#typed();
      this.#draw();
    } else if (key in MOVES) this.#input("move", { by: MOVES[key] });
    else if (key in PAGES) this.#input("move", { by: PAGES[key] * this.#rows });
    else if (key in TOGGLES) {
      this.#host.batch(() => {
        this.#input("toggle");
        this.#input("move", { by: TOGGLES[key] });
      });
    }
  }

  /** Shows another number of rows. */
  resize(rows) {
    if (rows === this.#rows) return;
    this.#rows = rows;
    this.#moveWindow(this.#offset);
  }

  /** Whether the current row is among those that are there; else they are asked for. */
  isShown() {
    const { matches, index } = this.state;
    if (index < matches.offset) this.#scrollTo(index);
    else if (index >= matches.offset + this.#rows) this.#scrollTo(index - this.#rows + 1);
    else return true;
    return false;
  }

  #changed() {
    if (this.#instance) this.#draw();
  }

  #told({ name, value }) {
    if (name === "accepted") {
      this.accepted = value;
      this.#over(STATUS.accepted);
    } else {
      this.problem = String(value);
      this.#changed();
    }
  }

  /** Asks for what stands in the prompt. */
  #typed() {
    const { text } = this.prompt;
    if (text === this.#query) return;
    this.#query = text;
    this.#input("query", { text });
    this.#scrollTo(0);
  }

  async #accept() {
    await this.#instance.call("accept", {}, { timeout: Infinity });
    if (!this.state.isSearching) this.#over(STATUS.noMatch);
  }

  #input(name, args) {
    if (!this.#isOver) this.#watch(this.#instance.input(name, args));
  }

  #scrollTo(offset) {
    if (offset !== this.#offset) this.#moveWindow(offset);
  }

  #moveWindow(offset) {
    this.#offset = offset;
    this.#watch(this.#instance.moveWindow("matches", offset, this.#rows));
  }

  /** An error in it ends the finder. */
  #watch(promise) {
    promise.catch((error) => {
      if (error instanceof RequestFailedError) this.problem = error.message;
      else this.#over(STATUS.failed, error.message.split("\n")[0]);
    });
  }

  #over(status, problem = null) {
    if (this.#isOver) return;
    this.#isOver = true;
    this.problem = problem;
    this.#end(status);
  }
}

/** How many rows are asked for at a time. */
const PAGE = 5000;

/**
 * Gives all that matches to `take`, some at a time, and says what went wrong. Resolves with how many there are.
 */
export async function filter(host, { parameters, query, say, take }) {
  const finder = await host.create("finder", {
    parameters,
    observe: [{ output: "matches", window: { offset: 0, limit: 1 } }, "isSearching"],
    on: { event: ({ value }) => say(String(value)) },
  });
  await finder.input("query", { text: query });
  await finder.until(({ isSearching }) => !isSearching, { timeout: Infinity });
  const { total } = finder.state.matches;
  for (let offset = 0; offset < total; offset += PAGE) {
    // A window is as full as it can be: one that is longer than the rest would begin before.
    await finder.moveWindow("matches", offset, Math.min(PAGE, total - offset));
    await take(finder.state.matches.items.map(({ text }) => text));
  }
  return total;
}
