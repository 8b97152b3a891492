/** A screenful of a list that is observed through a window: rows around a cursor. */
import { observesAnchored } from "./instance.js";
import { stringify } from "./json.js";
import { checkOptions } from "./options.js";
import { isObject } from "./shape.js";
import { rowMoves } from "./windows.js";

const NO_LIST = Object.freeze({ total: 0, offset: 0, items: Object.freeze([]) });

/**
 * Rows are counted from 0. What moves the viewport resolves when its rows are there: the window of the list goes along,
 * and has `margin` rows at least above and below those that are seen. When rows come and go and the window is anchored,
 * the cursor and the rows on the screen stay what they are; rows are told apart by their `id`.
 */
export class Viewport {
  #instance;
  #output;
  #height;
  #margin;
  #top = 0;
  #cursor = 0;
  #value = NO_LIST;
  #changed = () => this.#follow().catch(() => {}); // whoever moves the viewport next gets the error

  /** @param options `height`, how many rows the screen has, and `margin`; left out, that is as many */
  constructor(instance, output, options = {}) {
    checkOptions("Viewport", options, ["height", "margin"]);
    checkCount("height", options.height, 1);
    if (options.margin !== undefined) checkCount("margin", options.margin, 0);
    const value = instance.state[output];
    if (value !== null && !isWindow(value)) {
      const what = `${stringify(value)}`.slice(0, 80);
      throw new TypeError(`${instance.id} does not observe ${output} through a window: it is ${what}`);
    }
    this.#instance = instance;
    this.#output = output;
    this.#height = options.height;
    this.#margin = options.margin;
    instance.on("change", this.#changed);
    this.#changed();
  }

  /** How many rows the list has. */
  get total() {
    return this.#list().total;
  }

  /** Which row is the first on the screen. */
  get top() {
    this.#list();
    return this.#top;
  }

  /** How many rows the screen has. */
  get height() {
    return this.#height;
  }

  /** Which row the cursor is on; 0 where there is none. */
  get cursor() {
    this.#list();
    return this.#cursor;
  }

  /** The row that the cursor is on; undefined where there is none, or it is not there yet. */
  get row() {
    return this.#at(this.cursor);
  }

  /** The rows on the screen, from `top` on. One that is not there yet is undefined. */
  get rows() {
    const count = Math.max(0, Math.min(this.#height, this.total - this.#top));
    return Array.from({ length: count }, (_, index) => this.#at(this.#top + index));
  }

  /** Moves the cursor down by so many rows, or up. */
  async move(count) {
    await this.goTo(this.cursor + count);
  }

  /** Puts the cursor on a row; what is less than 0 is the first, what is too much the last. */
  async goTo(index) {
    this.#put(index);
    await this.#follow();
  }

  /** Scrolls down by so many rows, or up. */
  async scroll(count) {
    const { total } = this.#list();
    this.#top = this.#inList(this.#top + count);
    const last = Math.min(this.#top + this.#height, total) - 1;
    this.#cursor = Math.max(0, Math.min(Math.max(this.#cursor, this.#top), last));
    await this.#follow();
  }

  /** The screen has so many rows now. */
  async resize(height) {
    checkCount("height", height, 1);
    this.#height = height;
    this.#put(this.#cursor);
    await this.#follow();
  }

  /** Follows the list no longer. */
  close() {
    this.#instance.off("change", this.#changed);
  }

  #at(index) {
    return this.#value.items[index - this.#value.offset];
  }

  #put(cursor) {
    const { total } = this.#list();
    this.#cursor = Math.max(0, Math.min(cursor, total - 1));
    this.#top = this.#inList(Math.max(Math.min(this.#top, this.#cursor), this.#cursor - this.#height + 1));
  }

  #inList(top) {
    return Math.max(0, Math.min(top, this.#value.total - this.#height));
  }

  /** What the instance has now. */
  #list() {
    const found = this.#instance.state[this.#output];
    const value = isWindow(found) ? found : NO_LIST;
    if (value !== this.#value) {
      const before = this.#value;
      this.#value = value;
      if (this.#instance[observesAnchored](this.#output)) {
        const now = rowMoves(before, value);
        [this.#cursor, this.#top] = [now(this.#cursor), now(this.#top)];
      }
      this.#put(this.#cursor);
    }
    return value;
  }

  /** Moves the window if what is seen comes near to one of its ends. */
  async #follow() {
    const { total, offset, items } = this.#list();
    const margin = this.#margin ?? this.#height;
    const last = Math.min(this.#top + this.#height, total) - 1;
    const stop = offset + items.length;
    const isNear = (offset > 0 && this.#top - margin < offset) || (stop < total && last + margin >= stop);
    if (last < this.#top || !isNear || this.#instance.closed !== null) return;
    // Twice the margin, so that there is not something to ask for at each row.
    const limit = this.#height + 4 * margin;
    await this.#instance.moveWindow(this.#output, Math.max(0, this.#top - 2 * margin), limit);
  }
}

function isWindow(value) {
  return isObject(value) && Array.isArray(value.items);
}

function checkCount(name, value, least) {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`${name} is a number of rows, ${least} or more, not ${String(value).slice(0, 80)}`);
}
