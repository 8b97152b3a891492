/** What generated files have in common: `viewmodel-host/typed`. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Contract } from "../src/typed.cjs";
import { open, scripted } from "./support.js";

const KEPT = "answer({compatible: true, changes: []})";

/** A host that expects to be asked as often as there are answers. */
const asked = (t, ...answers) =>
  open(t, { command: scripted(answers.map((each) => `{ const asked = await read("contract/check"); ${each} }`).join("\n")) });

const broken = (...sentences) => {
  const changes = [{ breaks: false, sentence: "an output is new" }, ...sentences.map((sentence) => ({ breaks: true, sentence }))];
  return `answer(${JSON.stringify({ compatible: false, changes })})`;
};

test("a host is asked once for each contract, however often it is checked at the same time", async (t) => {
  const host = await asked(t, KEPT, 'answer({ compatible: false, changes: [{ breaks: true, sentence: asked.params.contract.hash }] })');
  const contract = new Contract('{"hash":"cafe"}');
  await Promise.all([contract.check(host), contract.check(host)]);
  await contract.check(host);
  await assert.rejects(new Contract('{"hash":"f00d"}').check(host), { message: "the host has changed: f00d" });
  await host.close();
});

test("what is about one ViewModel is asked by itself", async (t) => {
  const names = "{ breaks: true, sentence: asked.params.contract.viewModels.map(({ name }) => name).join() }";
  const host = await asked(t, KEPT, `answer({ compatible: false, changes: [${names}] })`);
  const contract = new Contract('{"viewModels":[{"name":"a"},{"name":"b"}]}');
  await contract.check(host, "a");
  await assert.rejects(contract.check(host, "b"), { message: "the host has changed: b" });
  await contract.check(host, "a");
  await host.close();
});

test("a host that was restarted is asked again", async (t) => {
  const host = await asked(t, KEPT);
  const contract = new Contract("{}");
  await contract.check(host);
  await host.restart();
  await contract.check(host);
  await host.close();
});

test("a host that breaks it is refused each time, with what has changed", async (t) => {
  const host = await asked(t, broken("one"), broken("a", "b", "c", "d", "e"));
  const contract = new Contract("{}");
  await assert.rejects(contract.check(host), { message: "the host has changed: one" });
  await assert.rejects(contract.check(host), { message: "the host has changed: a; b; c, and 2 more" });
  await host.close();
});

test("a host that is older than the question is taken; another error comes out", async (t) => {
  const host = await asked(t, 'refuse(-32601, "no such method")', 'refuse(-32602, "no")');
  await new Contract("{}").check(host);
  await assert.rejects(new Contract("{}").check(host), { code: -32602 });
  await host.close();
});

const LONG = 2 ** 53;
const INTEGER = { type: "integer" };
const VIEW_MODELS = [
  {
    name: "list",
    events: [],
    parameters: [{ name: "size", schema: { type: ["integer", "null"] } }],
    inputs: [
      {
        name: "add",
        arguments: [
          { name: "tree", schema: { $ref: "#/$defs/Tree%3CA~1B%3E" } },
          { name: "ratio", schema: { type: "number" } },
          { name: "either", schema: { anyOf: [{ type: "number" }, INTEGER] } },
          { name: "pair", schema: { type: "array", prefixItems: [{ type: "number" }, INTEGER] } },
          { name: "counts", schema: { type: "object", additionalProperties: INTEGER } },
          { name: "shape", schema: { oneOf: [{ type: "object", properties: { point: INTEGER } }] } },
        ],
      },
    ],
  },
];
const TREE = { type: "object", properties: { id: INTEGER, parts: { type: "array", items: { $ref: "#/$defs/Tree%3CA~1B%3E" } } } };

test("a number that may have been rounded is refused where it stands, and no other", async () => {
  const contract = new Contract(JSON.stringify({ viewModels: VIEW_MODELS, $defs: { "Tree<A/B>": TREE } }));
  const host = { pid: 1, request: async () => ({ compatible: true }), create: async () => ({ input: (name, args) => args }) };
  const list = contract.viewModel("list");
  const inexact = (place) => new RangeError(`${place}: ${LONG} may have been rounded: give a bigint`);
  await assert.rejects(list.create(host, { parameters: { size: LONG } }), inexact("size"));
  await list.create(host, { parameters: { size: null } });
  const { inputs } = await list.create(host);
  const refused = (place, args) => assert.throws(() => inputs.add(args), inexact(place));
  refused("tree.id", { tree: { id: LONG } });
  refused("tree.parts[1].id", { tree: { parts: [{ id: 1 }, { id: LONG }] } });
  refused("pair[1]", { pair: [LONG, LONG] });
  refused("counts.a", { counts: { a: LONG } });
  refused("shape.point", { shape: { point: LONG } });
  const exact = { tree: { id: BigInt(LONG), parts: [{ id: LONG - 1 }] }, ratio: LONG, either: LONG, pair: [LONG, 0.5], other: LONG };
  assert.equal(inputs.add(exact), exact);
});
