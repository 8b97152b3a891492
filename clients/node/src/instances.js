/** All instances of a host: applies what the host tells to their mirrors, and passes it on to listeners. */
import { Closed } from "./closed.js";
import { ErrorCode, InputRejectedError, ServiceRejectedError, ViewModelFailedError } from "./errors.js";
import { Instance } from "./instance.js";
import { Mirror, OutOfStep, eventsOf } from "./mirror.js";
import { tell, warn } from "./report.js";
import { crashOf, errorOf, member, snapshotOf } from "./shape.js";

export class Instances {
  #host;
  #port;
  #entries = new Map();
  #gone = new Closed();

  /**
   * @param host the emitter that hears of everything
   * @param port what instances need: see `Instance`; and `resync(mirror)`
   */
  constructor(host, port) {
    this.#host = host;
    this.#port = port;
  }

  get(id) {
    return this.#entries.get(id)?.instance;
  }

  /** In the order of their creation. */
  mirrors() {
    return [...this.#entries.values()].map((entry) => entry.mirror);
  }

  all() {
    return [...this.#entries.values()].map((entry) => entry.instance);
  }

  /** The answer to a creation. */
  created(creation, result, listeners = {}) {
    const mirror = new Mirror(snapshotOf(result, "viewModel/create"), creation);
    const entry = this.#add(mirror, new Instance(mirror, this.#port));
    for (const [name, listener] of Object.entries(listeners)) entry.instance.on(name, listener);
    return entry.instance;
  }

  #add(mirror, instance) {
    const entry = { mirror, instance, followers: new Set() };
    this.#entries.set(mirror.id, entry);
    return entry;
  }

  /** An instance is there again after `method`: the same object, with its listeners, if the program still has it. */
  reopened(result, method) {
    const snapshot = snapshotOf(result, method);
    const name = member(result, "name", "string", method);
    const known = this.#gone.take(snapshot.id, name);
    if (!known) return this.created({ name }, result);
    const entry = this.#add(known.mirror, known.instance);
    this.#announce([{ entry, update: {}, change: known.mirror.reopen(snapshot), events: [] }]);
    return entry.instance;
  }

  /** The instance lives again, in a new host. */
  restarted(mirror, result) {
    const entry = this.#entries.get(mirror.id);
    const change = mirror.restart(snapshotOf(result, "viewModel/create"));
    if (entry) this.#announce([{ entry, update: {}, change, events: [] }]);
  }

  /** A snapshot that was asked for because an update did not fit, or by the frontend. */
  taken(mirror, snapshot) {
    const entry = this.#entries.get(mirror.id);
    if (entry?.mirror !== mirror) return;
    const change = mirror.take(snapshot);
    if (change) this.#announce([{ entry, update: {}, change, events: [] }]);
  }

  /** Hears of the changes of an instance, and of its end. Returns what ends that. */
  follow(mirror, follower) {
    const entry = this.#entries.get(mirror.id);
    if (entry?.mirror !== mirror) {
      queueMicrotask(() => follower.end(null));
      return () => {};
    }
    entry.followers.add(follower);
    return () => entry.followers.delete(follower);
  }

  /** The instance is gone. */
  close(mirror, reason) {
    const entry = this.#entries.get(mirror.id);
    if (entry?.mirror !== mirror) return;
    this.#entries.delete(mirror.id);
    this.#gone.add(entry);
    mirror.closed = reason;
    for (const follower of [...entry.followers]) follower.end(null);
    tell(entry.instance, "closed", reason);
  }

  closeId(id, reason) {
    const entry = this.#entries.get(id);
    if (entry) this.close(entry.mirror, reason);
  }

  closeAll(reason) {
    for (const mirror of this.mirrors()) this.close(mirror, reason);
  }

  /** The host died. The instances wait for a restart; who waits for a change waits no longer. */
  interrupt(error) {
    let heard = false;
    for (const { followers } of this.#entries.values()) {
      for (const follower of [...followers]) {
        heard = true;
        follower.end(error);
      }
    }
    return heard;
  }

  /** A notification of the host. */
  notification(method, params, session) {
    if (method === "viewModel/update") this.#updated(params, session);
    else if (method === "viewModel/rejected") this.#rejected(params, session);
    else if (method === "viewModel/failed") this.#failed(params);
    else if (method === "viewModel/closed") this.#closed(params);
    else if (method === "service/rejected") this.#serviceRejected(params);
    else if (method === "host/restarted") this.#restarted(params);
    else if (method === "host/log") this.#logged(params);
  }

  /** An input or a call that failed while nobody waited for it. */
  report(error, id) {
    const told = tell(this.get(id), "rejected", error);
    if (tell(this.#host, "rejected", error) || told || error.code === ErrorCode.CANCELLED) return;
    warn(`${id}.${error.input ?? ""} was rejected: ${error.message}`);
  }

  /** A turn: all of it is applied before any listener hears of it. */
  #updated(params, session) {
    const updates = params?.updates;
    if (!Array.isArray(updates)) member(params, "updates", "array", "viewModel/update");
    const applied = [];
    for (const update of updates) {
      if (typeof update?.id !== "string") member(update, "id", "string", "viewModel/update");
      const entry = this.#entries.get(update.id);
      if (entry) applied.push({ entry, update, change: this.#apply(entry, update), events: eventsOf(update) });
    }
    this.#announce(applied);
    for (const update of updates) {
      if (update.done === undefined) continue;
      for (const seq of member(update, "done", "array", "viewModel/update")) session.settle(seq)?.resolve();
    }
  }

  #apply({ mirror }, update) {
    let change = null;
    try {
      change = mirror.apply(update);
    } catch (error) {
      if (!(error instanceof OutOfStep)) throw error;
      warn(`${mirror.id} is out of step, and is fetched anew: ${error.message}`);
    }
    // When the state could not be had, each later update asks for it again.
    if (mirror.lost && !mirror.resyncing) this.#port.resync(mirror);
    return change;
  }

  /** The whole state of a mirror that is out of step could not be had. */
  becameStale(mirror, { message, code }) {
    if (mirror.stale !== null || !mirror.lost) return;
    mirror.stale = `the state could not be had: ${message} (${code})`;
    if (!tell(this.get(mirror.id), "stale", mirror.stale)) warn(`${mirror.id} is stale: ${mirror.stale}`);
  }

  #announce(applied) {
    for (const { entry, update, change, events } of applied) {
      if (change) {
        if (entry.followers.size > 0) for (const follower of [...entry.followers]) follower.change(change);
        tell(entry.instance, "change", change);
      }
      for (const event of events) tell(entry.instance, "event", event);
      if (update.droppedEvents !== undefined) this.#dropped(entry, update);
    }
    if (this.#host.listenerCount("turn") === 0) return;
    const changes = applied.map(({ change }) => change).filter((change) => change !== null);
    if (changes.length > 0) tell(this.#host, "turn", Object.freeze(changes));
  }

  #dropped({ instance }, update) {
    const count = member(update, "droppedEvents", "integer", "viewModel/update");
    if (!tell(instance, "dropped", count)) warn(`${count} events of ${instance.id} were dropped: nobody read them`);
  }

  #rejected(params, session) {
    // Id, input and seq are as they were sent, whatever that was.
    const error = new InputRejectedError(params, errorOf(params, "viewModel/rejected"));
    const reply = session.settle(error.seq);
    reply?.reject(error);
    if (!reply?.promise.awaited) this.report(error, error.id);
  }

  #failed(params) {
    const id = member(params, "id", "string", "viewModel/failed");
    const error = new ViewModelFailedError(id, errorOf(params, "viewModel/failed"));
    const told = tell(this.get(id), "failed", error);
    if (!tell(this.#host, "failed", error) && !told) warn(`${id} failed: ${error.message}`);
  }

  #closed(params) {
    const id = member(params, "id", "string", "viewModel/closed");
    this.closeId(id, member(params, "reason", "string", "viewModel/closed"));
  }

  #serviceRejected(params) {
    const callId = member(params, "id", "string", "service/rejected");
    const error = new ServiceRejectedError(callId, params.service, errorOf(params, "service/rejected"));
    // An answer that crossed the cancellation is nobody's fault.
    if (error.code === ErrorCode.CANCELLED || tell(this.#host, "rejected", error)) return;
    warn(`the answer to ${callId} was rejected: ${error.message}`);
  }

  /** Another process of a supervised host goes on. */
  #restarted(params) {
    const milliseconds = member(params, "milliseconds", "integer", "host/restarted");
    const crash = Object.freeze({ ...crashOf(params, "host/restarted"), milliseconds });
    if (!tell(this.#host, "restarted", crash)) warn(`the host goes on in another process: ${crash.reason}`);
  }

  #logged(params) {
    const level = member(params, "level", "string", "host/log");
    const message = member(params, "message", "string", "host/log");
    if (!tell(this.#host, "log", Object.freeze({ level, message }))) console.error(`viewmodel-host: ${level}: ${message}`);
  }
}
