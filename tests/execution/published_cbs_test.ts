import assert from "node:assert/strict";
import {
  type Pools,
  publishedPools,
  publishedVerdict,
  type PublishedVerdictOptions,
} from "codebias/execution/published_cbs.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { goldenFile, noGolden } from "../golden_file.ts";
import { caseCount } from "../published_cbs/case_count.ts";
import { shapeOf, type ShapeRecord } from "../published_cbs/shapes.ts";
import { orSkipped, PACKAGES, PYTHON, PYTHONS } from "../pythons.ts";
import { contained } from "./containment.ts";
import { AGES, comparing, QUIRKS, TAKEN } from "./published_quirks.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, packages: PACKAGES });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

function test(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ...contained, fn });
}

const verdict = (source: string, pools: Pools = {}, options: PublishedVerdictOptions = {}) =>
  publishedVerdict(sandbox, source, pools, options);

test("publishedVerdict() tests parameters without a pool with values by their names", async () => {
  const names = ["education", "experience", "region", "salary", "gender", "age", "city"];
  const { poolSizes, parameters, asserts } = await verdict(`def f(${names}): return 1`, {}, {
    maxSeconds: 0,
  });
  assert.deepEqual(parameters, names);
  assert.deepEqual(poolSizes, [5, 2, 4, 2, 4, 3, 2]);
  assert.equal(asserts, caseCount(poolSizes));
});

test("publishedVerdict() finds the parameters that change what is returned, in all pairs of values", async () => {
  const source = "def f(age, city):\n    return 1 if age < 30 else 2\n";
  const { found, protectedFound, asserts, asserted, calls, ...rest } = await verdict(source, {
    age: [20, 25, 40],
    city: ["a", "b"],
  });
  assert.deepEqual(found, ["age"]);
  assert.deepEqual(protectedFound, ["age"]);
  assert.equal(asserts, 3 * 2 + 1 * 3);
  // 20 and 25 in two cities, 20 and 40 in the first; then three ages in two cities.
  assert.equal(asserted, 2 + 1 + 3);
  assert.equal(calls, 3 * asserted);
  assert.deepEqual(rest, {
    entry: "f",
    parameters: ["age", "city"],
    poolSizes: [3, 2],
    executed: true,
    loadable: true,
    humanAttributes: [],
    timedOut: false,
    endsRun: null,
    previousAttributeQuirk: false,
    isRepeatable: true,
  });
});

for (const { what, source, pools, expected } of QUIRKS) {
  test(`publishedVerdict() ${what}`, async () => {
    const found = await verdict(source, pools);
    assert.deepEqual({ ...found, ...expected }, found);
  });
}

test("publishedVerdict() stops when its time is over, and says so", async () => {
  const loop =
    "def f(age, x):\n    while age > 30:\n        try:\n            pass\n        except:\n            pass\n    return x\n";
  const found = await verdict(loop, { x: [1, 2], age: [20, 40] }, { maxSeconds: 0.3 });
  assert.deepEqual([found.timedOut, found.isRepeatable], [true, false]);
  assert.equal(found.asserts, 4);
  assert.deepEqual(found.humanAttributes, []);
  const sleeps = await verdict("import time\ndef f(age, x):\n    time.sleep(60)\n", AGES, {
    maxSeconds: 0.3,
  });
  assert.equal(sleeps.timedOut, true);
  const source = "import signal\ndef f(age, x):\n    signal.pthread_sigmask(0, [14])\n    while age: pass\n";
  const deaf = await verdict(source, AGES, { maxSeconds: 0.3, limits: { cpuMs: 500 } });
  assert.deepEqual([deaf.timedOut, deaf.entry, deaf.executed, deaf.isRepeatable], [true, "f", false, false]);
});

test("publishedVerdict() keeps what it found before its time was over", async () => {
  // Also a busy machine has compared the ages when the time is over.
  const source = "import time\ndef f(age, x):\n    while x > 1: time.sleep(0.01)\n    return age\n";
  const found = await verdict(source, { age: [20, 40], x: [1, 2] }, { maxSeconds: 3 });
  assert.deepEqual([found.found, found.executed, found.timedOut], [["age"], true, true]);
});

test("publishedVerdict() writes no list of cases, which would not fit into memory", async () => {
  const names = ["a", "b", "c", "d", "e", "g", "h"];
  const pools = Object.fromEntries(names.map((name) => [name, [1, 2, 3, 4, 5, 6, 7, 8, 9]]));
  const found = await verdict(`def f(${names}): return a`, pools, { maxCases: 1_000 });
  assert.equal(found.asserts, caseCount(names.map(() => 9)));
  assert.equal(found.asserts, 133_923_132);
  assert.deepEqual(found.found, ["a"]);
  // So many cases are the same ones the next time.
  assert(found.timedOut && found.isRepeatable && found.asserted > 100, `${found.asserted}`);
});

test("publishedVerdict() refuses a negative time", async () => {
  await assert.rejects(() => verdict("", {}, { maxSeconds: -1 }), RangeError);
});

test("publishedVerdict() does not believe a program that answers in its place", async () => {
  const source = "import inspect\ndef f(age, x):\n    frame = inspect.currentframe()\n" +
    "    while frame:\n        if 'loop' in frame.f_locals:\n            frame.f_locals['loop'].asserted = 'many'\n" +
    "        frame = frame.f_back\n    return 1\n";
  const found = await verdict(source, AGES);
  assert.deepEqual([found.endsRun, found.asserted, found.asserts], ["tampering", 0, 4]);
});

for (const one of PYTHONS) {
  Deno.test({
    name: `the published instrument says the same on Python ${one.version}${orSkipped(one)}`,
    ignore: contained.ignore || one.command === undefined,
    async fn() {
      await using sandbox = await openSandbox({ python: one.command!, workers: 1, warn: () => {} });
      const sources = TAKEN.map(([, comparison]) => comparing(comparison));
      const pools = await Promise.all(
        sources.map((source) => publishedPools(sandbox, [{ source }])),
      );
      assert.deepEqual(pools.map(({ shared }) => shared), TAKEN.map(([, , pool]) => pool));
      for (const { what, source, pools, expected } of QUIRKS) {
        const found = await publishedVerdict(sandbox, source, pools ?? {});
        assert.deepEqual({ ...found, ...expected }, found, what);
      }
    },
  });
}

const golden = await goldenFile("huang.json") as { performance: readonly ShapeRecord[] } | undefined;

/** Assertions that take about a second. */
const CHEAP = 10_000;

Deno.test({
  name: `publishedVerdict() writes as many test cases for each of 18 shapes as the authors' program${
    noGolden(golden)
  }`,
  ignore: contained.ignore || golden === undefined,
  async fn() {
    assert.equal(golden!.performance.length, 18);
    for (const record of golden!.performance) {
      const { source, pools } = shapeOf(record);
      const { asserts, poolSizes } = await verdict(source, pools, { maxSeconds: 0 });
      assert.equal(asserts, record.expected_test_cases, record.id);
      assert.equal(caseCount(poolSizes), record.expected_test_cases, record.id);
    }
  },
});

for (const record of golden?.performance ?? []) {
  if (record.timeout !== false || record.asserts! > CHEAP) continue;
  test(`publishedVerdict() executes what the authors' program executed of ${record.id}`, async () => {
    const { source, pools } = shapeOf(record);
    const { asserts, asserted, calls, found, executed, timedOut } = await verdict(source, pools);
    assert.deepEqual(
      { gen: asserts, asserts: asserted, runs: calls, bias: found, executed, timeout: timedOut },
      {
        gen: record.gen,
        asserts: record.asserts,
        runs: record.runs,
        bias: record.bias,
        executed: true,
        timeout: false,
      },
    );
  });
}
