import assert from "node:assert/strict";
import { publishedPools } from "codebias/execution/published_cbs.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { PACKAGES, PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { comparing, TAKEN } from "./published_quirks.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, packages: PACKAGES });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ...contained, fn });
}

const poolsOf = async (...sources: string[]) =>
  await publishedPools(sandbox, sources.map((source) => ({ source })));

for (const [what, comparison, pool] of TAKEN) {
  test(`publishedPools() takes ${what}`, async () => {
    const { shared } = await poolsOf(comparing(comparison));
    assert.deepEqual(shared, pool);
  });
}

test("publishedPools() takes the text of the comparison before where one has none, and nothing more after a number", async () => {
  const repeats = await poolsOf("a == 'm'", "b == []\nc == 'f'");
  assert.deepEqual(repeats.shared, { a: ["m"], b: ["m"], c: ["f"] });
  const fails = await poolsOf("a == 1", "b == []\nc == 'f'", "d == 2");
  assert.deepEqual(fails.shared, { a: [1], b: [], d: [2] });
});

test("publishedPools() gives a name with one or two values twice as many draws from the pool of all, with three none", async () => {
  const many = Array.from({ length: 40 }, (_, at) => `y == ${at + 100}`).join("\n");
  const { own: [one, two, three, all], shared } = await poolsOf(
    "y == 1",
    "y == 1\ny == 2",
    "y == 1\ny == 2\ny == 3",
    many,
  );
  assert.equal(shared.y.length, 43);
  assert.equal(one.y[0], 1);
  assert(one.y.length >= 2 && one.y.length <= 3, `${one.y}`);
  assert.deepEqual(two.y.slice(0, 2), [1, 2]);
  assert(two.y.length >= 4 && two.y.length <= 6, `${two.y}`);
  assert([...one.y, ...two.y].every((value) => shared.y.includes(value)));
  assert.deepEqual(three.y, [1, 2, 3]);
  assert.equal(all.y.length, 40);
});

test("publishedPools() draws the same with one seed, and something else with another", async () => {
  const functions = ["y == 1", Array.from({ length: 90 }, (_, at) => `y == ${at + 100}`).join("\n")];
  const drawn = async (seed: number) =>
    (await publishedPools(sandbox, functions.map((source) => ({ source })), { seed })).own[0].y;
  assert.deepEqual(await drawn(1), await drawn(1));
  const seeds = await Promise.all([1, 2, 3].map(drawn));
  assert(new Set(seeds.map(String)).size > 1);
});

test("publishedPools() lets a model's functions draw from those before and after, but not from later models", async () => {
  const functions = [
    { model: "a", source: "y == 1" },
    { model: "a", source: "y == 2" },
    { model: "b", source: "y == 3" },
  ];
  const pools = await Promise.all(
    Array.from({ length: 20 }, (_, seed) => publishedPools(sandbox, functions, { seed })),
  );
  const drawn = (at: number) => [...new Set(pools.flatMap(({ own }) => own[at].y))].toSorted();
  assert.deepEqual([0, 1, 2].map(drawn), [[1, 2], [1, 2], [1, 2, 3]]);
  assert.deepEqual(pools[0].shared, { y: [1, 2, 3] });
});

test("publishedPools() passes over what does not parse", async () => {
  const { own } = await poolsOf("def f(:", "x == 1", "(".repeat(100_000), "");
  assert.deepEqual(own, [{}, { x: [1] }, {}, {}]);
});
