"use strict";
const { EventEmitter } = require("node:events");

/** An emitter that calls all listeners. What one throws is an uncaught exception, later. */
class Emitter extends EventEmitter {
  emit(name, ...values) {
    const listeners = this.rawListeners(name);
    for (const listener of listeners) {
      try {
        listener.apply(this, values);
      } catch (error) {
        process.nextTick(() => {
          throw error;
        });
      }
    }
    return listeners.length > 0;
  }
}

// For `await using`, in a Node that has it.
if (Symbol.asyncDispose) {
  Emitter.prototype[Symbol.asyncDispose] = function () {
    return this.close ? this.close() : this.dispose();
  };
}

module.exports = { Emitter };
