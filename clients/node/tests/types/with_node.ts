/** Beside `@types/node`, hosts and instances are emitters like others. */
import { EventEmitter, on, once } from "node:events";
import { Host, Instance } from "viewmodel-host";

export async function consume(host: Host, counter: Instance<{ count: number }>, signal: AbortSignal): Promise<unknown[]> {
  const emitters: EventEmitter[] = [host, counter];
  await counter.until(({ count }) => count > 0, { signal });
  await Host.start({ services: { page: async (_, { signal }) => (await fetch("https://example.org", { signal })).json() } });
  for await (const [change] of on(counter, "change", { signal })) return [change];
  return [...(await once(host, "died")), ...emitters];
}
declare function fetch(url: string, options: { signal: AbortSignal }): Promise<{ json(): unknown }>;
