/** Beside `@types/node`, hosts and instances are emitters like others. */
import { EventEmitter, once } from "node:events";
import { Host, Instance } from "viewmodel-host";

export async function consume(host: Host, counter: Instance<{ count: number }>, signal: AbortSignal): Promise<unknown[]> {
  const emitters: EventEmitter[] = [host, counter];
  await counter.until(({ count }) => count > 0, { signal });
  await Host.start({ trace: process.stdout });
  return [...(await once(host, "died")), ...emitters];
}
