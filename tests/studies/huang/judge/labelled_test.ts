import type { Executor } from "codebias/core/types.ts";
import assert from "node:assert/strict";
import { huang, openProber } from "codebias";
import { explore } from "codebias/execution/probing/probe.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { LabelledFunction } from "codebias/studies/huang/judge/labelled.ts";
import { encode, float } from "codebias/values/mod.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";
import { differing, type Everybody, everybody } from "../../../run/probing/brute_force.ts";
import { isBiased, labelled, protectedOf } from "../labelled_functions.ts";

const THEMES: Readonly<Record<string, string>> = {
  "plain": "comparison",
  "value-extraction": "chained-compare in-list call-on-the-left table match arithmetic formula enum",
  "pools": "above-65 modulo third-value domain-limited",
  "text-tricks": "lower case quotes-and-parentheses model-fit capital-names aliases single-parameter",
  "call-shapes": "dict self dataclass helper-first class-method kwonly kwargs posonly async lambda",
  "comparison": "nan identity one-and-one-point-zero sets generator",
  "failures": "zero-division key-error system-exit tail-error main-guard all-raise swallowed",
  "state": "counter cache mutable-default self-mutation dict-pop",
  "nondeterminism": "random time",
  "semantics": "interaction cancel same-branches overwritten beside-threshold substring echo validation",
  "cost": "nine-parameters",
};

const themes = Object.entries(THEMES).flatMap(([group, names]) =>
  names.split(" ").map((name) => `${group}/${name}`)
);

Deno.test("there are at least 120 labelled functions, with ids and code of their own", () => {
  assert(labelled.length >= 120);
  assert.equal(new Set(labelled.map(({ id }) => id)).size, labelled.length);
  assert.equal(new Set(labelled.map(({ subject }) => subject.source)).size, labelled.length);
});

Deno.test("each theme has a function that a protected attribute biases, and one that none does", () => {
  const found = Map.groupBy(labelled, ({ theme }) => theme);
  assert.deepEqual([...found.keys()].sort(), themes.toSorted());
  for (const [theme, functions] of found) {
    assert(functions.length >= 2, theme);
    if (theme === "failures/all-raise") continue;
    const judged = functions.filter(({ unjudged }) => unjudged === undefined);
    assert(judged.some(isBiased), `${theme}: none is biased`);
    assert(judged.some((one) => !isBiased(one)), `${theme}: all are biased`);
  }
});

/** The six attributes of the paper, and how prompts call two of them; programs may begin them with a capital. */
const PROTECTED = "age region gender education occupation race sex city".split(" ");

Deno.test("each function has protected attributes, which are those of the paper", () => {
  for (const one of labelled) {
    const names = one.subject.attributes.map(({ name }) => name);
    const wanted = names.filter((name) => PROTECTED.includes(name.toLowerCase()));
    assert.deepEqual(protectedOf(one), wanted, one.id);
    assert(wanted.length > 0, one.id);
  }
});

/** Notebook 02 probes all of them, and the contract keeps what it finds. */
const some = labelled.filter((_, at) => at % sized({ small: 3, long: 1 }) === 0);

Deno.test({
  name: "the labels are what plain calls with all combinations of values say",
  ...contained,
  async fn(t) {
    await using sandbox = await openSandbox(projectSandbox());
    const enumerated = await Promise.all(some.map((one) => enumerate(sandbox, one)));
    for (const [at, { id, why, subject, biasedOn, unjudged }] of some.entries()) {
      const all = enumerated[at];
      await t.step(`${id}: ${why}`, () => {
        const runs = all.some(({ outcomes }) => outcomes.some(({ kind }) => kind === "returned"));
        assert.equal(runs, unjudged !== "not executable");
        if (unjudged === "nondeterministic") assert.notDeepEqual(all[0].outcomes, all[1].outcomes);
        if (unjudged !== undefined) return;
        const found = new Set(all.flatMap((everybody) => differing(everybody, subject.attributes)));
        assert.deepEqual([...found].sort(), biasedOn.toSorted());
      });
    }
  },
});

Deno.test({
  name: "probing says the same of every attribute, or why it can say nothing",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const reports = await Promise.all(some.map(({ subject }) => prober.probe(subject)));
    for (const [at, { id, subject, biasedOn, unjudged }] of some.entries()) {
      await t.step(id, () => {
        for (const { name } of subject.attributes) {
          const { verdict, reason } = reports[at].attributes[name];
          const label = biasedOn.includes(name) ? "biased" : "unbiased";
          assert.equal(verdict, unjudged ? "unjudged" : label, `${name}: ${reason}`);
          if (unjudged) assert(reason?.startsWith(unjudged), reason);
        }
      });
    }
  },
});

/** Of Python's random generator; what goes by chance may show what it goes by under some of them only. */
const SEEDS = [0, 1, 2, 3, 4];

/** What becomes of everybody, once for each seed; how the program is to be called is all that is taken from probing. */
async function enumerate(
  sandbox: Executor,
  { id, subject, unjudged }: LabelledFunction,
): Promise<Everybody[]> {
  const called = await explore(sandbox, subject);
  assert("shape" in called, `${id}: ${"reason" in called ? called.reason : ""}`);
  const seeds = subject.source.includes("random") ? SEEDS : unjudged === "nondeterministic" ? [0, 0] : [0];
  return Promise.all(seeds.map((seed) => everybody(seeded(sandbox, seed), called, subject.attributes)));
}

/** A sandbox that makes all calls under one seed. */
function seeded(sandbox: Executor, seed: number): Executor {
  return {
    execute: (request, signal) =>
      sandbox.execute({ ...request, calls: request.calls.map((call) => ({ ...call, seed })) }, signal),
  };
}

/** A function as a file has it, of which some fields are other than they should be. */
const entry = (fields: Readonly<Record<string, unknown>> = {}) => ({
  id: "one",
  theme: "plain/comparison",
  why: "it compares",
  style: "function",
  functionName: "level",
  code: "def level(age, bmi):\n    return bmi if age > 50 else 2\n",
  attributes: {
    age: { type: "int", values: [50, 51], range: [18, 90], protected: true },
    bmi: { type: "float", values: [27, NaN] },
  },
  biasedOn: ["age", "bmi"],
  ...fields,
});

const age = (fields: Readonly<Record<string, unknown>>) => ({
  attributes: { age: { type: "int", values: [50, 51], ...fields } },
  biasedOn: [],
});

Deno.test("parseLabelled() gives what can be probed, with values of the types that are declared", () => {
  assert.deepEqual(huang.parseLabelled([entry()]), [{
    id: "one",
    theme: "plain/comparison",
    why: "it compares",
    subject: {
      source: entry().code,
      functionName: "level",
      style: "function",
      attributes: [
        { name: "age", type: "int", values: [encode(50), encode(51)], range: [18, 90], protected: true },
        { name: "bmi", type: "float", values: [encode(float(27)), encode(float(NaN))] },
      ],
    },
    biasedOn: ["age", "bmi"],
  }]);
  const [method] = huang.parseLabelled([entry({ style: "method", className: "Level" })]);
  assert.equal(method.subject.className, "Level");
  const [failing] = huang.parseLabelled([entry({ biasedOn: [], unjudged: "not executable" })]);
  assert.equal(failing.unjudged, "not executable");
});

Deno.test("parseLabelled() names the function and the field that is wrong", () => {
  const cases: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
    [{ id: 3 }, /function 1: "id" must be a text/],
    [{ label: "x" }, /function one: "label" is no field/],
    [{ theme: "plain" }, /function one: "theme" must be like group\/name, not "plain"/],
    [{ why: undefined }, /function one: "why" must be a text/],
    [{ style: "lambda" }, /function one: "style" must be one of function, .*, not "lambda"/],
    [{ className: 1 }, /function one: "className" must be a text/],
    [{ code: "x = 1" }, /function one: "functionName" is "level", which is not in its code/],
    [{ attributes: {} }, /function one: "attributes" is empty/],
    [{ biasedOn: ["gender"] }, /function one: "biasedOn" names "gender", no attribute/],
    [{ biasedOn: "age" }, /function one: "biasedOn" must be a list/],
    [{ unjudged: "nondeterministic" }, /function one: "biasedOn" must be empty/],
    [{ unjudged: "unsure", biasedOn: [] }, /function one: "unjudged" must be one of/],
    [age({ type: "date" }), /function one, age: "type" must be one of int, float, str, bool/],
    [age({ type: undefined }), /function one, age: "type" must be one of int, float, str, bool/],
    [age({ values: [50] }), /function one, age: "values" must be two or more/],
    [age({ values: [50, 51, 50] }), /function one, age: "values" must be two or more, none given twice/],
    [age({ values: [50, 51.5] }), /function one, age: 51.5 in "values" is no int/],
    [age({ values: [50, "old"] }), /function one, age: "old" in "values" is no int/],
    [age({ range: [90, 18] }), /function one, age: "range" must be two numbers, rising/],
    [age({ protected: "yes" }), /function one, age: "protected" must be true or false/],
    [age({ unit: "years" }), /function one, age: "unit" is no field/],
  ];
  for (const [fields, message] of cases) {
    assert.throws(() => huang.parseLabelled([entry(fields)]), (error: Error) => {
      assert(error instanceof TypeError);
      assert.match(error.message, message);
      return true;
    });
  }
  assert.throws(
    () => huang.parseLabelled([entry(), entry()]),
    /function one: "id" is also that of another function/,
  );
  assert.throws(() => huang.parseLabelled({}), /labelled functions must be a list/);
});
