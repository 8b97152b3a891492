/** The line in which somebody types what is to be found: a text with a cursor, which counts code points. */
export class Prompt {
  #characters;

  constructor(text = "") {
    this.#characters = [...text];
    this.cursor = this.#characters.length;
  }

  get text() {
    return this.#characters.join("");
  }

  /** Does what a key does to a line. False: it does nothing to one. */
  press(key) {
    const end = this.#characters.length;
    if ([...key].length === 1) this.#replace(this.cursor, this.cursor, key);
    else if (key === "clear") this.#replace(0, this.cursor);
    else if (key === "backspace") this.#replace(Math.max(0, this.cursor - 1), this.cursor);
    else if (key === "delete-word") this.#replace(this.#wordStart(), this.cursor);
    else if (key === "delete" || (key === "delete-or-abort" && end > 0)) this.#replace(this.cursor, this.cursor + 1);
    else if (key === "home") this.cursor = 0;
    else if (key === "end") this.cursor = end;
    else if (key === "left") this.cursor = Math.max(0, this.cursor - 1);
    else if (key === "right") this.cursor = Math.min(end, this.cursor + 1);
    else return false;
    return true;
  }

  #wordStart() {
    let start = this.cursor;
    while (start > 0 && this.#characters[start - 1] === " ") start -= 1;
    while (start > 0 && this.#characters[start - 1] !== " ") start -= 1;
    return start;
  }

  #replace(start, end, ...characters) {
    this.#characters.splice(start, end - start, ...characters);
    this.cursor = start + characters.length;
  }
}
