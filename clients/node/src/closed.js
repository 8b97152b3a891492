/** The instances that are gone, by their ids, as long as the program has them: an undo may bring them back. */
export class Closed {
  #entries = new Map();
  #registry = new FinalizationRegistry((id) => {
    if (this.#entries.get(id)?.instance.deref() === undefined) this.#entries.delete(id);
  });

  /** An instance is gone: the last one of its id. */
  add({ mirror, instance }) {
    this.#entries.set(mirror.id, { mirror, instance: new WeakRef(instance) });
    this.#registry.register(instance, mirror.id);
  }

  /** What is known of an instance that comes back, `{mirror, instance}`; null if nobody has it any more. */
  take(id, name) {
    const { mirror, instance } = this.#entries.get(id) ?? {};
    this.#entries.delete(id);
    const known = instance?.deref();
    return known?.name === name ? { mirror, instance: known } : null;
  }
}
