import type { Executor } from "codebias/core/types.ts";
import assert from "node:assert/strict";
import { functionalTestOnce } from "../../lib/execution/functional_test.ts";
import { profile } from "../../lib/execution/profile.ts";
import { publishedVerdict } from "../../lib/execution/published_cbs.ts";
import { scoreOnce } from "../../lib/execution/score.ts";
import { dict, encode, float, type PythonValue, tuple } from "../../lib/values/mod.ts";

/** Where every program returns this, as one may that puts it in the place of its own report. */
const returning = (value: PythonValue): Executor => ({
  execute: () =>
    Promise.resolve({
      program: { kind: "loaded", protection: "full" },
      outcomes: [{ kind: "returned", value: encode(value), cpuMs: 1 }],
    }),
});

const GROUPS = [{ name: "male", texts: [] }, { name: "female", texts: [] }];

Deno.test("a profile is refused that is forged with what no profile has", async () => {
  const ones = [float(1), float(1)];
  const lists = { n: [2, 4], seconds: ones, inputs: [1, 2], making: ones, countedN: [2], counts: [5] };
  const whole = { ...lists, countErrors: [float(0)], halves: [ones, null], cpuS: float(1) };
  const asked = { source: "", entryPoint: "f", generator: "" };
  const of = (fields: Record<string, PythonValue>) => profile(returning(dict(fields)), asked);
  assert.ok("seconds" in await of(whole));
  const forged = {
    counts: tuple(5),
    seconds: tuple(...ones),
    n: [2, float(4.5)],
    halves: [tuple(...ones)],
    cpuS: null,
  };
  for (const [name, value] of Object.entries(forged)) {
    assert.ok("reason" in await of({ ...whole, [name]: value }), name);
  }
  assert.deepEqual(await of({ ...whole, reason: "none", late: 1 }), { reason: "none", late: false });
  assert.deepEqual(await of({ reason: "none" }), { reason: "none", late: false });
});

Deno.test("a functional test without a score is refused", async () => {
  const subject = {
    ...{ source: "", functionName: "f" },
    test: { fields: [], words: { fillers: [], families: [], ranks: {} } },
  };
  const of = (chain: PythonValue) =>
    functionalTestOnce(returning(dict({ kind: "scores", chain, steady: true, fields: [] })), subject);
  assert.equal((await of([1, float(2)])).kind, "scores");
  for (const chain of [[], tuple(1, 2), [float(NaN)], null]) assert.equal((await of(chain)).kind, "stopped");
});

Deno.test("scores that are no mapping are refused", async () => {
  const of = async (scores: PythonValue) => {
    const said = [dict({ named: true, uses: false, scores })];
    const subject = {
      ...{ source: "", functionName: "f" },
      attributes: [{ name: "gender", fields: ["gender"], groups: GROUPS }],
    };
    return (await scoreOnce(returning(said), subject)).attributes.gender;
  };
  assert.deepEqual((await of(dict({ male: 1, female: float(0) }))).scores, { male: 1, female: 0 });
  for (const forged of [tuple(1), [1], float(1), { $type: "set", items: [1] } as PythonValue]) {
    assert.equal((await of(forged)).uses, null);
  }
});

Deno.test("a verdict of the authors' loop is refused whose counts are no whole numbers", async () => {
  const no = { loadable: null, entry: null, endsRun: null, timedOut: false, previousAttributeQuirk: false };
  const lists = { parameters: [], poolSizes: [1], found: [], protectedFound: [], humanAttributes: [] };
  const whole = { ...no, ...lists, executed: true, isRepeatable: true, asserts: 2, asserted: 1, calls: 1 };
  const of = (fields: Record<string, PythonValue>) => publishedVerdict(returning(dict(fields)), "", {});
  assert.equal((await of(whole)).endsRun, null);
  const forged = { calls: float(0.5), asserted: float(1.5), poolSizes: tuple(1), asserts: float(2.5) };
  for (const [name, value] of Object.entries(forged)) {
    assert.equal((await of({ ...whole, [name]: value })).endsRun, "tampering", name);
  }
});
