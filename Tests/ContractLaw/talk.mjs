/** Holds the conversations of a file with the generated viewModels.js of a folder, and prints what came of them. */
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, path, ...command] = process.argv.slice(2);
const { Host } = await import(pathToFileURL(`${folder}/node_modules/viewmodel-host/src/index.js`));
const module = await import(pathToFileURL(`${folder}/viewModels.js`));

const host = await Host.start({ command });
for (const { viewModel, calls } of JSON.parse(readFileSync(path, "utf8"))) {
  const name = viewModel[0].toUpperCase() + viewModel.slice(1);
  const model = await module[`${name}ViewModel`].create(host);
  const returned = [];
  for (const call of calls) {
    const given = Object.fromEntries(call.arguments.map(({ name, value }) => [name, value]));
    returned.push(await model.calls[call.input](given));
  }
  console.log(JSON.stringify([returned, model.state]));
}
await host.close();
