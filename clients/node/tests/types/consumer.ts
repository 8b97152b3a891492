import { Change, ErrorCode, Host, HostDiedError, RequestFailedError, ServiceError, Signal } from "viewmodel-host";

interface CounterState {
  count: number;
  isEven: boolean;
  tags: string[];
}

const show = (...values: unknown[]): number => values.length;

export async function consume(signal: Signal): Promise<number> {
  const host: Host = await Host.start({
    command: ["viewmodel-host", "--clock", "virtual"],
    record: "recordings/",
    services: {
      items: async (args, { signal: cancelled, instance }) => {
        if (cancelled.aborted) throw new ServiceError(1, "net", { id: instance?.id });
        return { items: [], page: args.page };
      },
    },
  });
  host.on("died", (error) => show(error instanceof HostDiedError ? error.exitStatus : error.message));
  host.on("rejected", ({ input, code }: RequestFailedError) => show(input?.length, code === ErrorCode.BUSY));
  host.on("restarted", ({ reason, milliseconds, line }) => show(reason.length, milliseconds.toFixed(), line?.toFixed()));
  const counter = await host.create<CounterState>("counter", { observe: ["count"] });
  counter.on("change", (change) => change.state.count.toFixed()).once("closed", (reason) => reason.length);
  counter.on("change", ({ before, patch }: Change<CounterState>) => show(before.tags.map((tag) => tag.length), patch?.[0]?.path));
  counter.input("add", { by: 2 }, { step: false });
  const value = await counter.call<string>("add", { by: 1 }, { signal });
  const state = await counter.until((now) => now.count > value.length, { signal, timeout: 1 });
  const trial = await counter.try("add", { by: 1 }, { timeout: 1 });
  const { turn, opened }: { turn: number; opened: readonly unknown[] } = await host.undo({ timeout: 1 });
  const { turns } = await host.turns({ count: turn });
  await host.rewind(turns[opened.length]?.step ? turns[0].turn : turn);
  show((await host.redo()).opened[0]?.id, trial.crashed?.line, trial.messages?.length);
  const loose = await host.create("user", { uses: { counter, other: "id" } });
  show(loose.state.anything.at.all);
  const both: [number, Promise<string>] = host.turn(() => [3, counter.call<string>("plus")]);
  counter.prependOnceListener("event", ({ name }) => name.length).off("dropped", (count) => count.toFixed());

  // @ts-expect-error: a state is not to be changed
  counter.state.count = 3;
  // @ts-expect-error: not even deep inside
  counter.state.tags.push("new");
  // @ts-expect-error: there is no such event
  counter.on("chnage", () => {});
  // @ts-expect-error: a listener of another event
  counter.on("closed", (change: Change) => change.state);
  // @ts-expect-error: there is no such level
  Host.start({ log: "verbose" });
  // @ts-expect-error: there is no such option
  Host.start({ commnad: "host" });
  // @ts-expect-error: hosts are started
  new Host({});
  await host.close({ timeout: 100 });
  return state.count + both[0] + host.listenerCount("log");
}

export async function windows(host: Host) {
  const rows = await host.create<{ rows: { total: number; offset: number; items: { id: number }[] } }>("rows", {
    observe: ["count", { output: "rows", window: { limit: 50, anchor: true } }],
  });
  const place: { total: number; offset: number; limit: number } = await rows.moveWindow("rows", 10, 50);
  // @ts-expect-error a window has a limit
  await rows.observe([{ output: "rows", window: { offset: 1 } }]);
  return place.total + rows.state.rows.items.length;
}
