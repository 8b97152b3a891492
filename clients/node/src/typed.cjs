"use strict";
/** What the files that `viewmodel-generate typescript` writes have in common. CommonJS, as they may be compiled to that. */

const METHOD_NOT_FOUND = -32601;

/** What a file was generated for. */
exports.Contract = class Contract {
  #contract;
  /** For each host which process was asked, and its answers: by the name of a ViewModel, or to all. */
  #asked = new WeakMap();

  constructor(document) {
    this.#contract = JSON.parse(document);
  }

  /** Asks a host, once, whether it keeps this, or what of it is about one ViewModel. */
  check(host, viewModel) {
    if (this.#asked.get(host)?.pid !== host.pid) this.#asked.set(host, { pid: host.pid, answers: new Map() });
    const { answers } = this.#asked.get(host);
    if (!answers.has(viewModel)) {
      const answer = this.#ask(host, viewModel);
      answers.set(viewModel, answer);
      answer.catch(() => answers.delete(viewModel));
    }
    return answers.get(viewModel);
  }

  async #ask(host, viewModel) {
    const contract = { ...this.#contract };
    if (viewModel !== undefined) contract.viewModels = contract.viewModels.filter(({ name }) => name === viewModel);
    const answer = await host.request("contract/check", { contract }).catch((error) => {
      if (error.code === METHOD_NOT_FOUND) return { compatible: true }; // an older host cannot tell
      throw error;
    });
    if (answer.compatible) return;
    const said = answer.changes.filter(({ breaks }) => breaks).map(({ sentence }) => sentence);
    const more = said.length > 3 ? `, and ${said.length - 3} more` : "";
    throw new Error(`the host has changed: ${said.slice(0, 3).join("; ")}${more}`);
  }

  /** What creates instances of a ViewModel, with a function for each input and event. */
  viewModel(name) {
    const { inputs, events } = this.#contract.viewModels.find((each) => each.name === name);
    return {
      create: async (host, { uses, ...options } = {}) => {
        await this.check(host, name);
        const roles = uses && Object.entries(uses).map(([role, used]) => [role, used.instance ?? used]);
        return wrapped(await host.create(name, { ...options, uses: roles && Object.fromEntries(roles) }), inputs, events);
      },
    };
  }
};

function wrapped(instance, inputs, events) {
  const listen = (event, listener) => {
    instance.on(event, listener);
    return () => void instance.off(event, listener);
  };
  return {
    instance,
    inputs: mapped(inputs, ({ name }) => (args) => instance.input(name, args)),
    calls: mapped(inputs, ({ name }) => (args) => instance.call(name, args)),
    events: mapped(events, ({ name }) => (listener) => {
      return listen("event", (event) => event.name === name && listener(event.value));
    }),
    get state() {
      return instance.state;
    },
    onChange: (listener) => listen("change", listener),
    dispose: () => instance.dispose(),
  };
}

/** An object with a value for each; also a name that would set the prototype is a member like any other. */
const mapped = (list, value) => Object.fromEntries(list.map((each) => [each.name, value(each)]));
