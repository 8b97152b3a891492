/** The keys that a terminal sends, by name. A key is a character, or a name longer than one. */
import { StringDecoder } from "node:string_decoder";

const NAMES = new Map(
  Object.entries({
    "\x01": "home",
    "\x02": "left",
    "\x03": "abort",
    "\x04": "delete-or-abort",
    "\x05": "end",
    "\x06": "right",
    "\x07": "abort",
    "\x08": "backspace",
    "\t": "toggle-down",
    "\n": "down",
    "\x0b": "up",
    "\x0c": "redraw",
    "\r": "accept",
    "\x0e": "down",
    "\x10": "up",
    "\x11": "abort",
    "\x15": "clear",
    "\x17": "delete-word",
    "\x1a": "suspend",
    "\x1b": "abort",
    "\x7f": "backspace",
    "\x1b[A": "up",
    "\x1b[B": "down",
    "\x1b[C": "right",
    "\x1b[D": "left",
    "\x1b[F": "end",
    "\x1b[H": "home",
    "\x1b[Z": "toggle-up",
    "\x1b[1~": "home",
    "\x1b[3~": "delete",
    "\x1b[4~": "end",
    "\x1b[5~": "page-up",
    "\x1b[6~": "page-down",
    "\x1bOA": "up",
    "\x1bOB": "down",
    "\x1bOC": "right",
    "\x1bOD": "left",
    "\x1bOF": "end",
    "\x1bOH": "home",
  }),
);

const SEQUENCE = /^(?:\x1b\[[0-?]*[ -/]*[@-~]|\x1bO[ -~]|\x1b[^\x1b[O]|[^\x1b])/su;
const BEGUN = /^\x1b(?:\[[0-?]*[ -/]*|O)?$/s;
const PASTE = "\x1b[200~";
const PASTED = "\x1b[201~";

/** Takes apart what is typed. */
export class Keys {
  #decoder = new StringDecoder("utf8");
  #rest = "";
  #pasting = false;

  /** The keys that some bytes complete. */
  feed(bytes) {
    this.#rest += this.#decoder.write(bytes);
    const keys = [];
    while (this.#rest !== "") {
      const match = SEQUENCE.exec(this.#rest);
      if (!match && BEGUN.test(this.#rest)) break;
      const sequence = match ? match[0] : "\x1b";
      this.#rest = this.#rest.slice(sequence.length);
      keys.push(...this.#key(sequence));
    }
    return keys;
  }

  /** Whether there is the start of a sequence; or somebody has typed Escape. */
  get isIncomplete() {
    return this.#rest !== "";
  }

  /** What there is, taken as it is, as nothing has followed it. */
  flush() {
    const rest = this.#rest;
    this.#rest = "";
    return rest === "\x1b" ? ["abort"] : [];
  }

  #key(sequence) {
    if (sequence === PASTE || sequence === PASTED) {
      this.#pasting = sequence === PASTE;
      return [];
    }
    const isCharacter = [...sequence].length === 1;
    if (this.#pasting && isCharacter) {
      if (/[\r\n\t]/.test(sequence)) return [" "];
      return /\p{Cc}/u.test(sequence) ? [] : [sequence];
    }
    if (NAMES.has(sequence)) return [NAMES.get(sequence)];
    return isCharacter && !/\p{Cc}/u.test(sequence) ? [sequence] : [];
  }
}
