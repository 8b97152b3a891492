"use strict";
/** What the files that `viewmodel-generate typescript` writes have in common. CommonJS, as they may be compiled to that. */

const METHOD_NOT_FOUND = -32601;

/** What a file was generated for. */
exports.Contract = class Contract {
  #contract;
  /** For each host which process was asked, and its answers: by the name of a ViewModel, or to all. */
  #asked = new WeakMap();
  /** For each list of arguments whether there may be an integer in one: the others need not be looked through. */
  #haveIntegers = new WeakMap();

  constructor(document) {
    this.#contract = JSON.parse(document);
  }

  /** Asks a host whether it keeps this, or what of it is about one ViewModel. */
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
    if (viewModel !== undefined) contract.viewModels = contract.viewModels.filter((each) => each.name === viewModel);
    const answer = await host.request("contract/check", { contract }).catch((error) => {
      // A host that is older than the question cannot tell.
      if (error.code === METHOD_NOT_FOUND) return { compatible: true };
      throw error;
    });
    if (answer.compatible) return;
    const said = answer.changes.filter((each) => each.breaks).map((each) => each.sentence);
    const more = said.length > 3 ? `, and ${said.length - 3} more` : "";
    throw new Error(`the host has changed: ${said.slice(0, 3).join("; ")}${more}`);
  }

  /** What creates instances of a ViewModel, with a function for each input and event. */
  viewModel(name) {
    const described = named(this.#contract.viewModels, name);
    const create = async (host, { uses, ...options } = {}) => {
      this.#refuseInexact(options.parameters, described.parameters);
      await this.check(host, name);
      const roles = uses && { uses: mapped(described.uses, (role) => uses[role.name]?.instance ?? uses[role.name]) };
      return this.#wrapped(await host.create(name, { ...options, ...roles }), described);
    };
    return { create };
  }

  #wrapped(instance, { inputs, events }) {
    const senders = (method) =>
      mapped(inputs, (input) => (args) => {
        this.#refuseInexact(args, input.arguments);
        return input.arguments.length > 0 ? instance[method](input.name, args ?? {}) : instance[method](input.name);
      });
    const listen = (type, listener) => {
      instance.on(type, listener);
      return () => void instance.off(type, listener);
    };
    return {
      instance,
      inputs: senders("input"),
      calls: senders("call"),
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

  /** Refuses a number where an integer is expected that it may not hold exactly: that has to be a bigint. */
  #refuseInexact(args, list) {
    if (!this.#haveIntegers.has(list)) this.#haveIntegers.set(list, /"integer"|"\$ref"/.test(JSON.stringify(list)));
    if (!this.#haveIntegers.get(list)) return;
    for (const [name, value] of Object.entries(args ?? {})) this.#exact(name, value, named(list, name)?.schema);
  }

  #exact(path, value, schema) {
    if (schema?.$ref) return this.#exact(path, value, this.#contract.$defs[definition(schema.$ref)]);
    const schemas = schema?.anyOf ?? schema?.oneOf ?? [];
    const types = [schema, ...schemas].flatMap((each) => each?.type ?? []);
    if (typeof value === "number" && !types.includes("number") && types.includes("integer")) {
      if (!Number.isInteger(value) || Number.isSafeInteger(value)) return;
      throw new RangeError(`${path}: ${value} may have been rounded: give a bigint`);
    }
    if (value === null || typeof value !== "object") return;
    for (const each of schemas) this.#exact(path, value, each);
    for (const [name, inner] of Object.entries(value)) {
      if (Array.isArray(value)) this.#exact(`${path}[${name}]`, inner, schema?.prefixItems?.[name] ?? schema?.items);
      else this.#exact(`${path}.${name}`, inner, schema?.properties?.[name] ?? schema?.additionalProperties);
    }
  }
};

/** An object with a value for each; also a name that would set the prototype is a member like any other. */
const mapped = (list, value) => Object.fromEntries(list.map((each) => [each.name, value(each)]));

const named = (list, name) => list.find((each) => each.name === name);

/** The name in a reference, which is a step of a JSON Pointer in a URI fragment. */
const definition = (reference) =>
  decodeURIComponent(reference.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
