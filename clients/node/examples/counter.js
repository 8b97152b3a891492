// Counts to three. Its arguments are the command of a host; left out, it is $VIEWMODEL_HOST.
import { Host } from "viewmodel-host";

const host = await Host.start({ command: process.argv.length > 2 ? process.argv.slice(2) : undefined });
const counter = await host.create("counter");
counter.on("change", ({ before, state }) => console.log(before.count, "→", state.count));
for (let i = 0; i < 3; i += 1) await counter.call("plusButtonDidTap");
console.log(counter.state);
await host.close();
