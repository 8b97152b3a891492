/** Calls all members of the generated file viewModels.js of a folder with the numbers of their arguments. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, contractPath, ...command] = process.argv.slice(2);
const { Host } = await import(pathToFileURL(`${folder}/node_modules/viewmodel-host/src/index.js`));
const module = await import(pathToFileURL(`${folder}/viewModels.js`));
const contract = JSON.parse(readFileSync(contractPath, "utf8"));

const numbered = (list) => {
  const given = Object.create(null);
  list.forEach(({ name }, number) => (given[name] = number));
  return given;
};
const host = await Host.start({ command });
// They stand in the order of the contract.
const source = readFileSync(`${folder}/viewModels.js`, "utf8");
const viewModels = [...source.matchAll(/^export const (\w+) = contract\.viewModel/gm)].map(([, name]) => module[name]);
if (viewModels.length !== contract.viewModels.length) throw new Error(`${viewModels.length} ViewModels`);
for (const [index, described] of contract.viewModels.entries()) {
  const uses = Object.create(null);
  for (const { name } of described.uses) uses[name] = { instance: "other" };
  const options = { parameters: numbered(described.parameters), ...(described.uses.length ? { uses } : {}) };
  const model = await viewModels[index].create(host, options);
  for (const { name, arguments: list } of described.inputs) {
    for (const kind of ["calls", "inputs"]) {
      if (!Object.hasOwn(model[kind], name)) throw new Error(`${index}: no ${kind} ${name}`);
      await model[kind][name](numbered(list));
    }
  }
}
await host.close();
