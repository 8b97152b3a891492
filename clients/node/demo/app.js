/** A browser of a list that pages, and of its items one by one: `list` and `pager` in a terminal. */
import { Viewport } from "../src/index.js";
import { listScreen, pagerScreen, roomFor } from "./screen.js";

/** The list is seen through a window, and so may be of any length. */
const observe = ["loading", { output: "items", window: { limit: 100 } }];

export class App {
  #host;
  #list;
  #rows;
  #pager = null;
  #draw;
  #title;
  #size;
  /** Where the cursor is wanted; while the list is reloaded it has fewer items. */
  #cursor = 0;
  #error = null;
  #died = false;

  /** Whether the user has quit. */
  quit = false;

  /**
   * @param host has the ViewModels `list` and `pager`
   * @param folder what is listed
   * @param draw takes the lines of a screen
   * @param size gives `{width, height}`
   */
  static async open(host, { folder, draw, size }) {
    const app = new App();
    app.#host = host;
    app.#draw = draw;
    app.#size = size;
    app.#title = folder;
    host.on("turn", () => app.draw());
    host.on("rejected", (error) => app.#fail(error.message));
    host.on("failed", (error) => app.#fail(error.message));
    host.on("died", (error) => app.#hostDied(error));
    app.#list = await host.create("list", { parameters: { folder }, observe });
    app.#rows = new Viewport(app.#list, "items", { height: roomFor(size().height) });
    app.#list.on("event", ({ name, value }) => name === "error" && app.#fail(value));
    app.#list.on("change", ({ restarted }) => restarted && app.#appear().catch((error) => app.#fail(error.message)));
    await app.#appear();
    app.draw();
    return app;
  }

  /** Has the list loaded. Nobody has asked for that, so it is no step that an undo takes back. */
  #appear() {
    return this.#host.request("viewModel/call", { id: this.#list.id, input: "viewWillAppear", step: false });
  }

  /** Resolves when nothing is loading, or the host is gone. */
  async settled() {
    await this.#list.until((state) => !state.loading).catch(() => {});
  }

  /** Does what a key stands for. Resolves when the host has done it. */
  async press(key) {
    this.#error = null;
    try {
      if (this.#died) await this.#pressWhenDead(key);
      else if (key === "quit") this.quit = true;
      else if (key === "u") this.#follow(await this.#host.undo());
      else if (key === "redo") this.#follow(await this.#host.redo());
      else if (this.#pager) await this.#pressInPager(key);
      else await this.#pressInList(key);
    } catch (error) {
      if (!this.#died) this.#error = error.message;
    }
    this.draw();
  }

  draw() {
    const { loading } = this.#list.state;
    const error = this.#error;
    const screen = this.#pager
      ? pagerScreen({ ...this.#pager.state, loading, error }, this.#size())
      : listScreen({ title: this.#title, ...this.#shown(), loading, error }, this.#size());
    this.#draw(screen);
  }

  /** What is on the screen. Rows that are not there yet come with a later turn. */
  #shown() {
    const rows = this.#rows;
    const cursor = this.#shownCursor();
    const room = roomFor(this.#size().height);
    const ignore = () => {}; // a host that is gone is told by `died`
    if (rows.height !== room) rows.resize(room).catch(ignore);
    if (rows.cursor !== cursor) rows.goTo(cursor).catch(ignore);
    return { items: rows.rows, top: rows.top, total: rows.total, cursor };
  }

  #shownCursor() {
    return Math.max(0, Math.min(this.#cursor, this.#rows.total - 1));
  }

  async #pressInList(key) {
    const { total } = this.#rows;
    const cursor = this.#shownCursor();
    await this.#rows.goTo(cursor);
    if (key === "q") this.quit = true;
    else if (key === "R") await this.#list.inputs.reload();
    else if (key === "enter" && total > 0) await this.#openPager(this.#rows.row.id);
    else if (key === "k") this.#cursor = Math.max(0, cursor - 1);
    else if (key === "j") {
      this.#cursor = Math.max(0, Math.min(cursor + 1, total - 1));
      if (this.#cursor >= total - 1) await this.#list.inputs.reachedBottom();
    }
  }

  async #pressInPager(key) {
    const { index, hasPrevious, hasNext } = this.#pager.state;
    if (key === "q") await this.#closePager();
    else if (key === "R") await this.#list.inputs.reload();
    else if (key === "]" && hasNext) await this.#pager.inputs.willTransitionTo({ index: index + 1 });
    else if (key === "[" && hasPrevious) await this.#pager.inputs.willTransitionTo({ index: index - 1 });
  }

  async #pressWhenDead(key) {
    if (key === "q" || key === "quit") this.quit = true;
    if (key !== "R") return;
    await this.#host.restart();
    this.#died = false;
    this.#error = null;
  }

  async #openPager(selectedId) {
    const pager = await this.#host.create("pager", { uses: { list: this.#list }, parameters: { selectedId } });
    this.#show(pager);
  }

  #show(pager) {
    pager.once("closed", () => (this.#pager = null));
    this.#pager = pager;
  }

  /** What was undone or redone may bring the pager back. */
  #follow({ opened }) {
    for (const instance of opened) if (instance.name === "pager") this.#show(instance);
  }

  async #closePager() {
    this.#cursor = this.#pager.state.index ?? this.#cursor;
    await this.#pager.dispose();
  }

  #hostDied(error) {
    this.#died = true;
    this.#fail(`${error.message.split("\n")[0]}   R restart   q quit`);
  }

  #fail(text) {
    this.#error = String(text);
    this.draw();
  }
}
