/** The copy of an instance's state that the updates keep current. */
import { PatchError, applyPatch, deepFreeze } from "./patch.js";
import { isObject, member } from "./shape.js";

const NONE = Object.freeze([]);

/** An update does not fit the state that is mirrored. */
export class OutOfStep extends Error {}

export class Mirror {
  /** Why the instance is gone, once it is. */
  closed = null;
  /** An update did not fit, and the whole state has not been had since. */
  lost = false;
  /** The whole state has been asked for. */
  resyncing = false;
  /** Why the whole state could not be had, when it could not. */
  stale = null;

  /**
   * @param first `{id, revision, state}`
   * @param creation the params with which it is created again after a restart
   */
  constructor(first, creation) {
    this.id = first.id;
    this.name = creation.name;
    this.creation = { ...creation, id: first.id };
    this.revision = first.revision;
    this.state = deepFreeze(first.state);
  }

  /**
   * Takes one entry of an update over: the whole of its patch, or nothing. Returns the change, or
   * null if the state did not change.
   * @throws {OutOfStep} it does not fit: `take` a snapshot then
   */
  apply(update) {
    const { revision, patch = NONE } = update;
    if (!Number.isInteger(revision)) member(update, "revision", "integer", "viewModel/update");
    if (!Array.isArray(patch)) member(update, "patch", "array", "viewModel/update");
    if (this.lost) return null;
    if (revision !== this.revision + 1) throw this.#outOfStep(`revision ${revision} came after ${this.revision}`);
    const state = patch.length > 0 ? this.#patched(patch) : this.state;
    if (!isObject(state)) throw this.#outOfStep("the state would be no object");
    if (patch.length === 0) {
      this.revision = revision;
      return null;
    }
    return this.#become(revision, state, { patch });
  }

  /** Takes a whole state over, if it is not the one that is mirrored. Returns the change, or null. */
  take({ revision, state }) {
    if (!this.lost && revision === this.revision) return null;
    return this.#become(revision, deepFreeze(state), { resynced: true });
  }

  /** Takes over the first state of the instance in a new host. Returns the change. */
  restart({ revision, state }) {
    return this.#become(revision, deepFreeze(state), { restarted: true });
  }

  /** Lives again, with this state. Returns the change. */
  reopen({ revision, state }) {
    this.closed = null;
    return this.#become(revision, deepFreeze(state), { resynced: true });
  }

  #patched(patch) {
    try {
      return applyPatch(this.state, patch);
    } catch (error) {
      throw error instanceof PatchError ? this.#outOfStep(error.message) : error;
    }
  }

  #outOfStep(reason) {
    this.lost = true;
    return new OutOfStep(reason);
  }

  #become(revision, state, { patch = null, resynced = false, restarted = false }) {
    const before = this.state;
    this.lost = false;
    this.stale = null;
    this.state = state;
    this.revision = revision;
    return Object.freeze({ id: this.id, revision, before, state, patch, resynced, restarted });
  }
}

/** The events of an entry of an update, in order. */
export function eventsOf(update) {
  if (update.events === undefined) return NONE;
  const where = `the events of ${update.id}`;
  return member(update, "events", "array", where).map((event) =>
    Object.freeze({ id: update.id, name: member(event, "event", "string", where), value: deepFreeze(event.value) }),
  );
}
