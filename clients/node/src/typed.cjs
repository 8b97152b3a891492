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

  exact(args, viewModel, input) {
    const described = named(this.#contract.viewModels, viewModel);
    const list = input === undefined ? described.parameters : named(described.inputs, input).arguments;
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

const named = (list, name) => list.find((each) => each.name === name);

/** The name in a reference, which is a step of a JSON Pointer in a URI fragment. */
const definition = (reference) =>
  decodeURIComponent(reference.slice("#/$defs/".length)).replaceAll("~1", "/").replaceAll("~0", "~");
