import { Change, Host, HostDiedError, ServiceError, Viewport } from "viewmodel-host";

interface CounterState {
  count: number;
  isEven: boolean;
  tags: string[];
}

interface CounterInputs {
  plusButtonDidTap: void;
  add: { by: number };
}

const show = (...values: unknown[]): number => values.length;

export async function consume(signal: AbortSignal): Promise<number> {
  const host: Host = await Host.start({
    command: ["viewmodel-host", "--clock", "virtual"],
    record: "recordings/",
    trace: { write: (line) => line.length },
    services: {
      items: async (args, { signal: cancelled, instance }) => {
        if (cancelled.aborted) throw new ServiceError(1, "net", { id: instance?.id });
        return { items: [], page: args.page };
      },
    },
  });
  host.on("died", (error) => show(error instanceof HostDiedError ? error.exitCode : error.message));
  const counter = await host.create<CounterState, CounterInputs>("counter", { observe: ["count"] });
  counter.on("change", (change) => change.state.count.toFixed()).once("closed", (reason) => reason.length);
  for await (const change of counter) show(change.before.tags.map((tag) => tag.length));
  await counter.inputs.plusButtonDidTap();
  counter.inputs.add({ by: 2 });
  const value: string = await counter.call<string>("add", { by: 1 }, { signal });
  const state = await counter.until((now) => now.count > value.length, { signal });
  const trial = await counter.try("add", { by: 1 }, { timeout: 1 });
  host.on("restarted", ({ reason, milliseconds }) => show(reason.length, milliseconds, trial.crashed?.line, trial.messages.length));
  const { turn, opened }: { turn: number; opened: readonly unknown[] } = await host.undo({ timeout: 1 });
  const { turns } = await host.turns({ count: turn });
  await host.rewind(turns[opened.length]?.step ? turns[0].turn : turn);
  show((await host.redo()).opened[0]?.id);
  const loose = await host.create("user", { uses: { counter, other: "id" } });
  loose.inputs.anything({ at: "all" });
  const pages: number = host.batch(() => 3);

  counter.prependOnceListener("event", ({ name }) => name.length).off("dropped", (count) => count.toFixed());
  const listening: number = host.unref().ref().listenerCount("turn");
  const reason = (error: HostDiedError): string | null => error.reason;

  // @ts-expect-error: a state is not to be changed
  counter.state.count = 3;
  // @ts-expect-error: not even deep inside
  counter.state.tags.push("new");
  // @ts-expect-error: there is no such event
  counter.on("chnage", () => {});
  // @ts-expect-error: a listener of another event
  counter.on("closed", (change: Change) => change.state);
  // @ts-expect-error: there is no such input
  counter.input("plus");
  // @ts-expect-error: it takes arguments
  counter.inputs.add();
  // @ts-expect-error: there is no such level
  Host.start({ log: "verbose" });
  // @ts-expect-error: there is no such option
  Host.start({ commnad: "host" });
  // @ts-expect-error: hosts are started
  new Host({});
  await host.close({ timeout: 100 });
  return state.count + pages + listening + reason.length;
}

export async function windows(host: Host) {
  const rows = await host.create<{ rows: { total: number; offset: number; items: { id: number }[] } }>("rows", {
    observe: ["count", { output: "rows", window: { limit: 50, anchor: true } }],
  });
  const place: { total: number; offset: number; limit: number } = await rows.moveWindow("rows", 10, 50);
  const screen = new Viewport<{ id: number }>(rows, "rows", { height: 20 });
  await screen.goTo(place.total);
  const id: number | undefined = screen.row?.id;
  // @ts-expect-error a window has a limit
  await rows.observe([{ output: "rows", window: { offset: 1 } }]);
  // @ts-expect-error a screen has a height
  new Viewport(rows, "rows", {});
  return id;
}
