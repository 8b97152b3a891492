/** Tells listeners, and the developer when nobody listens. */

/**
 * Emits an event. Whether somebody listens is returned. What a listener throws becomes an uncaught
 * exception, as with any emitter, but only after the other listeners were called, and what is at work here has been
 * finished.
 */
export function tell(emitter, name, value) {
  const listeners = emitter?.rawListeners(name) ?? [];
  for (const listener of listeners) {
    try {
      listener.call(emitter, value);
    } catch (error) {
      throwLater(error);
    }
  }
  return listeners.length > 0;
}

/** An uncaught exception, once what is at work here has been finished. */
export function throwLater(error) {
  process.nextTick(() => {
    throw error;
  });
}

/** Something went wrong that nobody listened for: a warning of the process. */
export function warn(text) {
  process.emitWarning(text, "ViewModelWarning");
}
