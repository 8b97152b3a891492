/** One run of a host process, from `initialize` to its end. */
import { Completion } from "./completion.js";
import { Connection } from "./connection.js";
import {
  ErrorCode,
  HostClosedError,
  HostDiedError,
  HostTimeoutError,
  ProtocolError,
  VersionMismatchError,
  requestFailed,
} from "./errors.js";
import * as json from "./json.js";
import { throwLater } from "./report.js";
import { Services } from "./services.js";
import { hostInfo } from "./shape.js";
import { DEFAULT } from "./timeouts.js";
import { Transport, commandLine } from "./transport.js";

const PROTOCOL_VERSIONS = ["1"];
const CLIENT = { name: "viewmodel-host-node", version: "0.1.0" };

export class Session {
  #transport;
  #owner;
  #lines = [];
  #held = false;
  #exit = null;
  #closing = null;
  #broken = null;
  #inputs = new Map();
  #lastSeq = 0;

  #program;

  /** What the host said of itself. */
  info = null;

  /**
   * Starts a host and initializes it.
   *
   * The owner has `notification(method, params, session)`, `instance(id)` for the services' handlers, `printed(line)`
   * for what the host writes to standard error, and `ended(session, error, heard)`, called once, when all is read and
   * whoever waited has been told; `heard` says that somebody did wait.
   */
  static async start(options, owner) {
    const session = new Session(options, owner);
    session.#transport = await Transport.start(options, {
      onLines: (lines) => session.#take(lines),
      onPrinted: (line) => session.#printed(line),
      onEnd: (exit) => session.#take([], exit),
    });
    try {
      await session.#initialize(options);
    } catch (error) {
      await session.#transport.kill();
      throw error;
    }
    return session;
  }

  constructor(options, owner) {
    const { services, parse = json.parse, stringify = json.stringify } = options;
    this.#owner = owner;
    this.#program = commandLine(options)[0];
    this.connection = new Connection((line) => this.#transport.send(line), { parse, stringify }, {
      notification: (method, params) => this.#notified(method, params),
      request: (id, method, params) => this.#requested(id, method, params),
    });
    const respond = (id, answer) => this.connection.respond(id, answer);
    this.services = new Services(services, respond, (id) => owner.instance(id));
  }

  get transport() {
    return this.#transport;
  }

  /**
   * Sends an input. The completion ends when the input has finished, or fails when it is rejected.
   * @throws what `Connection.request` does
   */
  input(params) {
    const reply = Completion.open();
    const seq = (this.#lastSeq += 1);
    this.connection.notify("viewModel/input", { ...params, seq }, (error) => this.settle(seq)?.reject(error));
    this.#inputs.set(seq, reply);
    return reply.promise;
  }

  /** What ends the completion of an input, once; undefined for one that is not known. */
  settle(seq) {
    const reply = this.#inputs.get(seq);
    this.#inputs.delete(seq);
    return reply;
  }

  /** Lets whoever waited for the present message go on before the next message is looked at. */
  hold() {
    this.#held = true;
  }

  /** Ends the host by the end of its input. Resolves when it has ended; one that has not in time is ended. */
  close(milliseconds, reason) {
    this.#closing ??= new HostClosedError(reason);
    return this.#transport.close(milliseconds);
  }

  async #initialize({ log = "warning", mergeUpdates = true, supervised = false, startTimeout = DEFAULT }) {
    const params = {
      protocolVersions: PROTOCOL_VERSIONS,
      client: CLIENT,
      capabilities: { mergeUpdates, log, services: this.services.names, ...(supervised ? { restarts: true } : {}) },
    };
    const { promise } = this.connection.request("initialize", params, {
      convert: hostInfo,
      failure: (method, error) => {
        if (error.code !== ErrorCode.UNSUPPORTED_VERSION) return requestFailed(method, error);
        const supported = Array.isArray(error.data?.supported) ? error.data.supported : [];
        return new VersionMismatchError(PROTOCOL_VERSIONS, supported.map(String));
      },
    });
    const timer = setTimeout(() => this.#break(new HostTimeoutError(startTimeout, "initialize")), startTimeout);
    try {
      this.info = await promise;
    } finally {
      clearTimeout(timer);
    }
    if (!PROTOCOL_VERSIONS.includes(this.info.protocolVersion)) {
      throw new VersionMismatchError(PROTOCOL_VERSIONS, [this.info.protocolVersion]);
    }
    this.connection.limits = this.info.limits;
    this.#transport.limitLines(this.connection.incomingLimit);
  }

  /** The host's own warnings come with `host/log`, too. */
  #printed(line) {
    if (!this.info || !line.startsWith(`${this.info.name}: warning: `)) this.#owner.printed(line);
  }

  #requested(id, method, params) {
    if (method === "initialize") throw new ProtocolError("it answered with what it was sent");
    this.services.request(id, method, params);
  }

  #notified(method, params) {
    if (method === "$/cancelRequest") this.services.cancel(params?.id);
    else this.#owner.notification(method, params, this);
  }

  /** Looks at lines that have arrived, in order, and at the end of the process after all of them. */
  #take(lines, exit = null) {
    this.#exit ??= exit;
    this.#lines = this.#lines.length > 0 ? this.#lines.concat(lines) : lines;
    if (!this.#held) this.#read();
  }

  #read() {
    const lines = this.#lines;
    let next = 0;
    while (next < lines.length && !this.#held && this.#broken === null) {
      try {
        this.connection.receive(lines[next]);
      } catch (error) {
        if (!(error instanceof ProtocolError)) throwLater(error);
        else if (this.info !== null) this.#break(error);
        else this.#break(new ProtocolError(`${this.#program} is no viewmodel-host: ${error.message}`));
      }
      next += 1;
    }
    this.#lines = this.#broken === null ? lines.slice(next) : [];
    if (this.#held) {
      setImmediate(() => {
        this.#held = false;
        this.#read();
      });
    } else if (this.#exit !== null) {
      this.#finish(this.#exit);
    }
  }

  /** Gives the host up. */
  #break(error) {
    this.#broken = error;
    this.#transport.kill();
  }

  #finish({ exitCode, signal }) {
    const clean = this.#closing !== null && (exitCode === 0 || this.#transport.terminated);
    const error =
      this.#broken ??
      (clean ? this.#closing : new HostDiedError(exitCode, signal, this.#transport.stderrTail));
    const inputs = [...this.#inputs.values()];
    this.#inputs.clear();
    const replies = [...inputs, ...this.connection.end(error).map((pending) => pending.reply)];
    inputs.forEach((input) => input.reject(error));
    this.services.end(error);
    const heard = replies.some(({ promise }) => promise.awaited ?? true);
    this.#owner.ended(this, error, heard);
  }
}
