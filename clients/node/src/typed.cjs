"use strict";
/** What the files share that `viewmodel-generate typescript` writes. CommonJS, as they may be compiled to that. */

exports.Contract = class Contract {
  #contract;
  /** For each host its process, and the answers by the name of a ViewModel. */
  #asked = new WeakMap();

  constructor(document) {
    this.#contract = JSON.parse(document);
  }

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
    const { changes } = await host.request("contract/check", { contract });
    const breaks = changes.filter((change) => change.breaks).map(({ sentence }) => sentence);
    const more = breaks.length > 3 ? `, and ${breaks.length - 3} more` : "";
    if (breaks.length > 0) throw new Error(`the host has changed: ${breaks.slice(0, 3).join("; ")}${more}`);
  }

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
    inputs: mapped(inputs, (name) => (args) => instance.input(name, args)),
    calls: mapped(inputs, (name) => (args) => instance.call(name, args)),
    events: mapped(events, (name) => (listener) => listen("event", (event) => event.name === name && listener(event.value))),
    get state() {
      return instance.state;
    },
    onChange: (listener) => listen("change", listener),
    dispose: () => instance.dispose(),
  };
}

/** An object with a value for each name, which may be `__proto__`. */
const mapped = (list, value) => Object.fromEntries(list.map(({ name }) => [name, value(name)]));
