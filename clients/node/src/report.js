/** Tells listeners, and the developer when nobody listens. */

/**
 * Emits an event. Whether somebody listens is returned. What a listener throws becomes an uncaught
 * exception, as with any emitter, but only after what is at work here has been finished.
 */
export function tell(emitter, name, value) {
  try {
    return emitter?.emit(name, value) ?? false;
  } catch (error) {
    process.nextTick(() => {
      throw error;
    });
    return true;
  }
}

/** Something went wrong that nobody listened for: a warning of the process. */
export function warn(text) {
  process.emitWarning(text, "ViewModelWarning");
}
