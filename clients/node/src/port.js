/** What a host does for its instances. */
import { Completion } from "./completion.js";
import {
  CancelledError,
  ErrorCode,
  HostClosedError,
  InstanceClosedError,
  RequestFailedError,
  requestFailed,
} from "./errors.js";
import { member, snapshotOf, trialOf } from "./shape.js";
import { startTimer } from "./timeouts.js";
import { movedTo, windowPlace } from "./windows.js";

export class Port {
  #host;

  /** All instances of the host. */
  instances = null;

  /**
   * @param host `session()`; `obstacle()`, the error why nothing can be sent, or null; `heard()`, which says
   *   that somebody has been told of it; `request(method, params, {convert, timeout})`, which throws it; and
   *   `milliseconds(timeout)`, the timeout that holds
   */
  constructor(host) {
    this.#host = host;
  }

  /** The timeout that holds, in milliseconds. */
  milliseconds(timeout) {
    return this.#host.milliseconds(timeout);
  }

  /** Sends an input; see `Instance.input`. */
  input(mirror, input, args) {
    const obstacle = this.#obstacle(mirror, input);
    if (obstacle) return this.#unsent(mirror, obstacle);
    return this.#host.session().input({ id: mirror.id, input, arguments: args });
  }

  /** Calls an input; see `Instance.call`. */
  call(mirror, input, args, { signal, timeout }) {
    const obstacle = this.#obstacle(mirror, input);
    if (obstacle) return this.#unsent(mirror, obstacle);
    const reply = Completion.open();
    if (signal?.aborted) {
      reply.reject(signal.reason);
      return reply.promise;
    }
    const { connection } = this.#host.session();
    const params = { id: mirror.id, input, arguments: args };
    const convert = (result) => member(result, "value", "any", "viewModel/call");
    const failure = (method, error) => {
      const failed = Object.assign(requestFailed(method, error), { id: mirror.id, input });
      if (failed instanceof CancelledError && signal?.aborted) return signal.reason;
      if (!reply.promise.awaited) this.instances.report(failed, mirror.id);
      return failed;
    };
    const { id } = connection.request("viewModel/call", params, { reply, convert, failure });
    const cancel = () => connection.cancel(id);
    signal?.addEventListener("abort", cancel, { once: true });
    const timer = startTimer(this.#host.milliseconds(timeout), `${mirror.id}.${input}`, (error) => {
      reply.reject(error);
      cancel();
    });
    reply.promise.whenSettled(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", cancel);
    });
    return reply.promise;
  }

  #obstacle(mirror, input) {
    const down = this.#host.obstacle();
    if (down) return down;
    return mirror.closed === null ? null : Object.assign(new InstanceClosedError(mirror.id, mirror.closed), { input });
  }

  /** The completion of what was not sent. Whether somebody waits for it shows only after the present work. */
  #unsent(mirror, error) {
    const reply = Completion.open();
    reply.reject(error);
    setImmediate(() => {
      if (reply.promise.awaited) this.#host.heard();
      else if (error instanceof InstanceClosedError) this.instances.report(error, mirror.id);
    });
    return reply.promise;
  }

  /** The whole state, which corrects the mirror if it had to be. */
  snapshot(mirror, timeout) {
    this.#check(mirror);
    const convert = (result) => {
      const snapshot = snapshotOf(result, "viewModel/snapshot");
      this.instances.taken(mirror, snapshot);
      return snapshot;
    };
    return this.#host.request("viewModel/snapshot", { id: mirror.id }, { convert, timeout });
  }

  /** Asks what an input would do. */
  async try(mirror, input, args, timeout) {
    this.#check(mirror);
    const params = { id: mirror.id, input, arguments: args };
    return this.#host.request("viewModel/try", params, { convert: trialOf, timeout });
  }

  /** Chooses the outputs, for a restart too. */
  async observe(mirror, outputs, timeout) {
    this.#check(mirror);
    const observe = [...outputs];
    const convert = () => {
      mirror.creation.observe = observe;
    };
    await this.#host.request("viewModel/observe", { id: mirror.id, observe }, { convert, timeout });
  }

  /** Moves the window on a list, for a restart too. */
  async moveWindow(mirror, output, offset, limit, timeout) {
    this.#check(mirror);
    const convert = (result) => {
      mirror.creation.observe = movedTo(mirror.creation.observe, output, offset, limit);
      return windowPlace(result);
    };
    const params = { id: mirror.id, output, offset, limit };
    return this.#host.request("viewModel/window", params, { convert, timeout });
  }

  /** Ends an instance; one whose host is gone is gone too. */
  async dispose(mirror, timeout) {
    if (mirror.closed !== null) return;
    const disposed = () => this.instances.close(mirror, "it was disposed");
    const options = { convert: disposed, timeout };
    try {
      if (this.#host.obstacle() === null) await this.#host.request("viewModel/dispose", { id: mirror.id }, options);
    } catch (error) {
      const gone = error instanceof RequestFailedError && error.code === ErrorCode.UNKNOWN_INSTANCE;
      if (!gone && this.#host.obstacle() === null) throw error;
    }
    disposed();
  }

  /** Asks for the state of a mirror that is out of step. */
  resync(mirror) {
    const reply = Completion.open();
    mirror.resyncing = true;
    const convert = (result) => {
      mirror.resyncing = false;
      this.instances.taken(mirror, snapshotOf(result, "viewModel/snapshot"));
    };
    const failure = (method, error) => {
      mirror.resyncing = false;
      this.instances.becameStale(mirror, error);
      return requestFailed(method, error);
    };
    this.#host.session().connection.request("viewModel/snapshot", { id: mirror.id }, { reply, convert, failure });
  }

  /** Tells a follower of changes, and of the end. Returns what ends that. */
  follow(mirror, follower) {
    const down = this.#host.obstacle();
    if (down && !(down instanceof HostClosedError)) {
      this.#host.heard();
      queueMicrotask(() => follower.end(down));
      return () => {};
    }
    return this.instances.follow(mirror, follower);
  }

  #check(mirror) {
    if (mirror.closed !== null) throw new InstanceClosedError(mirror.id, mirror.closed);
  }
}
