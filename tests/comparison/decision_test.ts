import assert from "node:assert/strict";
import fc from "fast-check";
import pl from "nodejs-polars";
import { compare, decide } from "codebias";
import type { CompareOptions } from "codebias/comparison/compare.ts";
import type { DecisionOptions } from "codebias/comparison/decision.ts";
import { equivalenceT, neededN, newcombe, pairedT, powerT, welchT } from "codebias/statistics/mod.ts";
import { tQuantile } from "codebias/statistics/distributions/student_t.ts";
import { sized } from "../long.ts";
import { SEED } from "../property.ts";

interface TwoLevels {
  readonly a: readonly number[];
  readonly b: readonly number[];
}

function comparisonOf({ a, b }: TwoLevels, options: { test?: "welch"; level?: number } = {}): pl.DataFrame {
  const samples = pl.DataFrame({
    temperature: [...a.map(() => 0.2), ...b.map(() => 1)],
    task: [...a.keys(), ...b.keys()],
    rate: [...a, ...b],
  });
  const pairedBy = options.test === undefined ? "task" : undefined;
  return compare(samples, { across: "temperature", metric: "rate", pairedBy, ...options });
}

const decided = (levels: TwoLevels, { test, ...options }: DecisionOptions & { test?: "welch" }) =>
  decide(comparisonOf(levels, { test }), options)[0];

/** Differences of about `shift`, give or take `spread`. */
function levels(shift: number, spread: number, n = 20): TwoLevels {
  const a = Array.from({ length: n }, (_, at) => at * 7 % 11 / 11);
  return { a, b: a.map((value, at) => value + shift + spread * (at % 2 === 0 ? 1 : -1)) };
}

Deno.test("decide() gives each verdict where it is due, with difference, interval and p", () => {
  const verdict = (shift: number, spread: number) =>
    decided(levels(shift, spread), { margin: 0.1, units: "tasks" });
  assert.deepEqual(verdict(0.5, 0.1), {
    verdict: "differs",
    text: "0.2 and 1 differ: +0.500 [+0.452, +0.548], p < 1e-12.",
  });
  assert.deepEqual(verdict(-0.04, 0.01), {
    verdict: "differs by less",
    text:
      "0.2 and 1 differ, but by less than 0.1: −0.040 [−0.045, −0.035], p < 1e-12; 90 % interval [−0.044, −0.036].",
  });
  assert.deepEqual(verdict(0.01, 0.05), {
    verdict: "does not differ by more",
    text:
      "0.2 and 1 do not differ by more than 0.1: +0.010 [−0.014, +0.034], p = 0.394; 90 % interval [−0.010, +0.030].",
  });
  const { verdict: none, text } = verdict(0.1, 0.5);
  assert.equal(none, "too little data");
  assert.match(
    text,
    /^0\.2 and 1: too little data to tell: \+0\.100 \[−0\.140, \+0\.340\], p = 0\.394; 90 % interval \[−0\.098, \+0\.298\] reaches beyond ±0\.1; to find one of 0\.1 with probability 0\.8, \d+ more tasks are needed \(\d+\)\.$/,
  );
});

Deno.test("decide() says why a row was not tested", () => {
  const samples = pl.DataFrame({ level: [1, 1, 2, 2, 3, 3], value: [1, 2, null, null, 1, 4] });
  const decisions = decide(compare(samples, { across: "level", metric: "value" }), { margin: 1 });
  assert.deepEqual(decisions.map(({ verdict }) => verdict), ["not tested", "too little data", "not tested"]);
  assert.equal(decisions[0].text, "1 and 2: not tested (Cannot test: the higher level has no judged value).");
});

Deno.test("decide() names the group of each row", () => {
  const { a, b } = levels(0.5, 0.1);
  const samples = pl.DataFrame({
    model: [...a, ...b, ...a, ...b].map((_, at) => at < 40 ? "A" : "B"),
    level: [...a.map(() => 1), ...b.map(() => 2), ...a.map(() => 1), ...b.map(() => 2)],
    value: [...a, ...b, ...a, ...b],
  });
  const texts = decide(compare(samples, { across: "level", metric: "value", within: "model" }), {
    margin: 1,
  });
  assert.deepEqual(texts.map(({ text }) => text.slice(0, 10)), ["A: 1 and 2", "B: 1 and 2"]);
});

const values = fc.integer({ min: -200, max: 200 }).map((cents) => cents / 100);
const paired = fc.array(fc.tuple(values, values), { minLength: 3, maxLength: 30 })
  .map((pairs): TwoLevels => ({ a: pairs.map(([a]) => a), b: pairs.map(([, b]) => b) }))
  .filter(({ a, b }) => new Set(a.map((value, at) => (b[at] - value).toFixed(2))).size > 1);
const separate = fc.record({
  a: fc.array(values, { minLength: 3, maxLength: 30 }),
  b: fc.array(values, { minLength: 3, maxLength: 30 }),
}).filter(({ a, b }) => new Set(a).size > 1 && new Set(b).size > 1);
const margins = fc.double({ min: 0.01, max: 4, noNaN: true });
const alphas = fc.constantFrom(0.01, 0.05, 0.1);

for (const kind of ["paired", "welch"] as const) {
  Deno.test(`decide() agrees with the equivalence test and the t-test: ${kind}`, () => {
    const given = kind === "paired" ? paired : separate;
    const seen = new Set<string>();
    fc.assert(
      fc.property(given, margins, alphas, fc.constantFrom(0.8, 0.95), ({ a, b }, margin, alpha, level) => {
        const test = kind === "welch" ? kind : undefined;
        const [{ verdict }] = decide(comparisonOf({ a, b }, { test, level }), { margin, alpha });
        const { p } = (kind === "paired" ? pairedT : welchT)(a, b);
        const { equivalent, p: tost } = equivalenceT(a, b, { margin, alpha, kind });
        if (Math.abs(tost - alpha) < 1e-9 || Math.abs(p - alpha) < 1e-9) return; // rounding decides
        const expected = p < alpha
          ? (equivalent ? "differs by less" : "differs")
          : (equivalent ? "does not differ by more" : "too little data");
        assert.equal(verdict, expected);
        seen.add(verdict);
      }),
      // "differs by less" is one verdict in ninety: with a fresh seed, 300 runs may have none.
      { numRuns: sized({ small: 75, long: 2000 }) },
    );
    assert.equal(seen.size, 4, `${[...seen].join()}; seed ${SEED}`);
  });
}

Deno.test("decide() draws its lines at alpha and at the margin", () => {
  const two = levels(0.02, 0.05);
  const { p, difference, standardError, df } = pairedT(two.a, two.b);
  assert.equal(decided(two, { margin: 1, alpha: p * 1.0001 }).verdict, "differs by less");
  assert.equal(decided(two, { margin: 1, alpha: p * 0.9999 }).verdict, "does not differ by more");
  const { high } = equivalenceT(two.a, two.b, { margin: 1, kind: "paired" });
  assert(Math.abs(high - (difference + 1.729132811521367 * standardError)) < 1e-12 && df === 19);
  assert.equal(decided(two, { margin: high * 1.0001 }).verdict, "does not differ by more");
  assert.equal(decided(two, { margin: high * 0.9999 }).verdict, "too little data");
});

Deno.test("decide() says how many more pairs find the margin, and not one fewer does", () => {
  let seen = 0;
  fc.assert(
    fc.property(paired, margins, (two, margin) => {
      const { verdict, text } = decided(two, { margin, units: "tasks" });
      const found = /, (\d+) more tasks are needed \((\d+)\)\.$/.exec(text);
      if (verdict !== "too little data" || found === null) return;
      seen++;
      const [more, needed] = [Number(found[1]), Number(found[2])];
      assert.equal(more + two.a.length, needed);
      const { standardError } = pairedT(two.a, two.b);
      const d = margin / (standardError * Math.sqrt(two.a.length));
      assert(powerT({ d, n: needed, kind: "paired" }) >= 0.8);
      assert(powerT({ d, n: needed - 1, kind: "paired" }) < 0.8);
    }),
    { numRuns: 200 },
  );
  assert(seen > 20, `${seen} say how many; seed ${SEED}`);
});

Deno.test("decide() says how many more values of each level find the margin", () => {
  let [equal, unequal] = [0, 0];
  fc.assert(
    fc.property(separate, margins, (two, margin) => {
      const { text } = decided(two, { margin, test: "welch" });
      const same = /, (\d+) more values are needed at each level \((\d+)\)\.$/.exec(text);
      const other = /, (\d+) more values are needed \((\d+) at 0\.2, (\d+) at 1\)\.$/.exec(text);
      if (same === null && other === null) return;
      const [nA, nB] = [two.a.length, two.b.length];
      const [wantedA, wantedB] = same
        ? [Number(same[2]), Number(same[2])]
        : [Number(other![2]), Number(other![3])];
      const more = Number((same ?? other)![1]);
      assert.equal(more, same ? wantedA - nA : wantedA + wantedB - nA - nB);
      assert.equal(nA === nB, same !== null);
      // Pooled for powerT, with the standard error as it was, shrunk as both levels grow.
      const { standardError } = welchT(two.a, two.b);
      const deviation = standardError / Math.sqrt(1 / nA + 1 / nB);
      assert(powerT({ d: margin / deviation, n: wantedA, nB: wantedB }) >= 0.8);
      if (same) equal++;
      else unequal++;
    }),
    { numRuns: sized({ small: 60, long: 1000 }) },
  );
  assert(equal > 0 && unequal > 20, `${equal} equal, ${unequal} unequal; seed ${SEED}`);
});

Deno.test("decide() says where as many values find the margin, and where no number of values would", () => {
  // Adjusted by Bonferroni, p is above alpha although each comparison's own is below alpha / 3.
  const a = levels(0, 0).a;
  const samples = pl.DataFrame({
    level: [1, 2, 3].flatMap((level) => a.map(() => level)),
    task: [1, 2, 3].flatMap(() => [...a.keys()]),
    rate: [...a, ...levels(0.02, 0.08).b, ...levels(0.045, 0.09).b],
  });
  const rows = compare(samples, {
    across: "level",
    metric: "rate",
    pairedBy: "task",
    correction: "bonferroni",
  });
  const [, last] = decide(rows, { margin: 0.08, units: "tasks" });
  assert.equal(last.verdict, "too little data");
  assert.match(
    last.text,
    /reaches beyond ±0\.08; 20 tasks do find one of 0\.08 with probability 0\.8 or more\.$/,
  );
  const { text } = decided(levels(0.1, 0.5), { margin: 1e-12 });
  assert.match(
    text,
    /; to find one of 1e-12 with probability 0\.8, more than a billion values of task are needed\.$/,
  );
  assert.throws(() => neededN({ d: 1e-12, kind: "paired" }), RangeError);
});

Deno.test("decide() says how many values are needed where a thousand comparisons share alpha", () => {
  const { a, b } = levels(0.1, 0.4);
  const tasks = [...Array(1000).keys()];
  const samples = pl.DataFrame({
    task: tasks.flatMap((task) => [...a, ...b].map(() => task)),
    level: tasks.flatMap(() => [...a.map(() => "a"), ...b.map(() => "b")]),
    rate: tasks.flatMap(() => [...a, ...b]),
  });
  const rows = compare(samples, { across: "level", within: "task", metric: "rate", independent: true });
  const decisions = decide(rows, { margin: 0.5 });
  assert.equal(decisions.length, 1000);
  for (const { text } of decisions) {
    assert.match(
      text,
      /; to find one of 0.5 with probability 0.8, \d\d more values are needed at each level \(/,
    );
  }
});

Deno.test("decide() asks for as many values by tests of ranks as by the t-test that has their interval", () => {
  const { a, b } = levels(0.1, 0.5);
  const samples = pl.DataFrame({
    level: [...a.map(() => 0), ...b.map(() => 1)],
    task: [...a.keys(), ...b.keys()],
    rate: [...a, ...a.map((value) => value + 0.1)],
    paired: [...a, ...b],
  });
  const more = (options: Pick<CompareOptions, "metric" | "test" | "pairedBy" | "independent">) => {
    const [{ verdict, text }] = decide(compare(samples, { across: "level", ...options }), { margin: 0.1 });
    assert.equal(verdict, "too little data");
    return /\d+ more .*/.exec(text)![0];
  };
  for (const test of ["wilcoxon", "sign", "permutation"] as const) {
    const asked = { metric: "paired", pairedBy: "task" };
    assert.equal(more({ ...asked, test }), more({ ...asked, test: "paired" }), test);
  }
  // The levels have one variance, so that Welch's degrees of freedom are Student's.
  for (const test of ["mann-whitney", "permutation"] as const) {
    assert.equal(more({ metric: "rate", test }), more({ metric: "rate", test: "pooled" }), test);
  }
});

Deno.test("decide() reads intervals of any level that compare() was asked for", () => {
  const two = levels(0.02, 0.2);
  const verdicts = [0.5, 0.8, 0.95, 0.999].map((level) =>
    decide(comparisonOf(two, { level }), { margin: 0.11 })[0]
  );
  assert.equal(new Set(verdicts.map(({ verdict }) => verdict)).size, 1);
  const more = verdicts.map(({ text }) => /(\d+) more/.exec(text)?.[1]);
  assert.equal(new Set(more).size, 1);
});

Deno.test("decide() takes tests without degrees of freedom by the normal distribution", () => {
  const flags = (hits: number) => Array.from({ length: 100 }, (_, at) => at < hits);
  const samples = pl.DataFrame({
    level: Array.from({ length: 200 }, (_, at) => at < 100 ? "a" : "b"),
    flag: [...flags(40), ...flags(44)],
  });
  const rows = compare(samples, { across: "level", metric: "flag", test: "fisher" });
  assert.equal(decide(rows, { margin: 0.3 })[0].verdict, "does not differ by more");
  assert.equal(decide(rows, { margin: 0.1 })[0].verdict, "too little data");
});

const REFUSED: readonly (readonly [DecisionOptions, RegExp])[] = [
  [{ margin: 0 }, /^Cannot decide with margin 0: it must be above 0$/],
  [{ margin: -0.1 }, /^Cannot decide with margin -0.1/],
  [{ margin: NaN }, /^Cannot decide with margin NaN/],
  [{ margin: Infinity }, /^Cannot decide with margin Infinity/],
  [{ margin: 1, alpha: 5 }, /^Cannot decide with alpha 5: it must be in \(0, 0.5\)$/],
  [{ margin: 1, alpha: 0 }, /^Cannot decide with alpha 0/],
  [
    { margin: 1, power: 0.01 },
    /^Cannot decide with power 0.01: it must be above alpha \(0.05\) and below 1$/,
  ],
  [{ margin: 1, power: 1 }, /^Cannot decide with power 1/],
  [{ margin: 1, alpha: 0.5 }, /^Cannot decide with alpha 0.5/],
  [{ margin: 1, power: 0.05 }, /^Cannot decide with power 0.05/],
  [{ margin: 1, pwoer: 0.9 } as DecisionOptions, /^Unknown option "pwoer": did you mean power\?/],
];

for (const [options, words] of REFUSED) {
  Deno.test(`decide() refuses ${JSON.stringify(Object.entries(options).map(String))} in words`, () => {
    assert.throws(() => decided(levels(0.1, 0.1), options), (error: Error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, words);
      return true;
    });
  });
}

Deno.test("decide() refuses a table that is no comparison", () => {
  assert.throws(
    () => decide(pl.DataFrame({ level_a: [1], level_b: [2] }), { margin: 1 }),
    /^RangeError: Cannot decide on this table: expected what compare\(\) gave, unchanged$/,
  );
});

Deno.test("decide() gives a difference that is rounded to 0 no sign", () => {
  assert.match(decided(levels(-0.000001, 0.05), { margin: 0.1 }).text, /: 0\.000 \[−0\.0\d+, \+0/);
});

Deno.test("decide() says that levels differ where a test has p but no interval", () => {
  const samples = pl.DataFrame({
    level: Array.from({ length: 24 }, (_, at) => at < 12 ? 0 : 1),
    task: Array.from({ length: 24 }, (_, at) => at % 12),
    value: Array.from({ length: 24 }, (_, at) => at < 12 ? 1 : 2),
  });
  for (const test of ["permutation", "sign", "wilcoxon", "mann-whitney"] as const) {
    const rows = compare(samples, { across: "level", metric: "value", pairedBy: "task", test });
    const [{ verdict, text }] = decide(rows, { margin: 0.1 });
    assert.deepEqual([verdict, text], ["differs", "0 and 1 differ: +1.000, p < 0.001."], test);
  }
});

const counted = (hitsA: number, nA: number, hitsB: number, nB: number) =>
  pl.DataFrame({
    level: [...Array(nA).fill(0), ...Array(nB).fill(1)],
    task: [...Array(nA).keys(), ...Array(nB).keys()],
    flag: [...Array(nA).keys()].map((at) => at < hitsA).concat([...Array(nB).keys()].map((at) => at < hitsB)),
  });

Deno.test("decide() takes the interval of shares by its own method, which is not symmetric", () => {
  const rows = compare(counted(0, 200, 1, 20), { across: "level", metric: "flag", test: "fisher" });
  const { high } = newcombe(0, 200, 1, 20, { level: 0.9 });
  assert(high > 0.19);
  assert.equal(decide(rows, { margin: high * 1.001 })[0].verdict, "does not differ by more");
  assert.equal(decide(rows, { margin: high * 0.999 })[0].verdict, "too little data");
});

Deno.test("decide() finds shares that are all the same to be within the margin", () => {
  for (const test of ["fisher", "mcnemar"] as const) {
    const rows = compare(counted(0, 1000, 0, 1000), {
      across: "level",
      metric: "flag",
      pairedBy: "task",
      test,
    });
    const [row] = rows.toRecords();
    assert.deepEqual([row.p, row.difference], [1, 0]);
    assert.match(String(row.remark), /p is 1 whatever/);
    assert.equal(decide(rows, { margin: 0.01 })[0].verdict, "does not differ by more");
  }
});

Deno.test("decide() lets several comparisons share alpha in all that it says", () => {
  const n = 40;
  const noise = (level: number, task: number) => ((task * 7919 + level * 104729) % 101) / 101;
  const samples = pl.DataFrame({
    level: [0, 1, 2, 3].flatMap((level) => Array(n).fill(level)),
    task: [0, 1, 2, 3].flatMap(() => [...Array(n).keys()]),
    value: [0, 1, 2, 3].flatMap((level) => Array.from({ length: n }, (_, task) => noise(level, task))),
  });
  const asked = { across: "level", metric: "value", pairedBy: "task" };
  const texts = (correction: "holm" | "none", margin: number) =>
    decide(compare(samples, { ...asked, correction }), { margin, units: "tasks" });
  const needed = (correction: "holm" | "none") =>
    texts(correction, 0.05).map(({ text }) => Number(/\((\d+)\)\.$/.exec(text)?.[1]));
  const error = compare(samples, asked).toRecords().map(({ low, high }) => (Number(high) - Number(low)) / 2);
  for (const [at, count] of needed("holm").entries()) {
    assert(count > needed("none")[at]);
    const d = 0.05 / (error[at] / tQuantile(0.025, n - 1) * Math.sqrt(n));
    assert.equal(count, neededN({ d, power: 0.8, alpha: 0.05 / 6, kind: "paired" }));
  }
  assert.match(texts("holm", 0.6)[0].text, /98\.3 % interval/);
  assert.match(texts("none", 0.6)[0].text, /90 % interval/);
});

Deno.test("decide() counts a comparison without p among those that share alpha, if it has an interval", () => {
  const rows = ["a", "b", "c", "d", "e", "f"].flatMap((group) =>
    [0, 1].flatMap((level) =>
      Array.from({ length: 40 }, (_, at) => ({ group, level, flag: group === "a" && at % 3 === 0 }))
    )
  );
  const compared = compare(pl.DataFrame(rows), {
    ...{ across: "level", within: "group", metric: "flag", independent: true },
  });
  assert.deepEqual(compared.getColumn("p").toArray(), [1, null, null, null, null, null]);
  const { high } = newcombe(0, 40, 0, 40, { level: 1 - 2 * 0.05 / 6 });
  const verdicts = (margin: number) => decide(compared, { margin }).slice(1).map(({ verdict }) => verdict);
  assert.deepEqual(new Set(verdicts(high * 1.001)), new Set(["does not differ by more"]));
  assert.deepEqual(new Set(verdicts(high * 0.999)), new Set(["too little data"]));
});

Deno.test("decide() tells of every group, also where one has a single value at each level", () => {
  const few = [0, 1].map((level) => ({ group: "few", level, flag: level === 1 }));
  const many = [0, 1].flatMap((level) =>
    Array.from({ length: 40 }, (_, at) => ({ group: "many", level, flag: at % 4 < 1 + 2 * level }))
  );
  const compared = compare(pl.DataFrame([...few, ...many]), {
    ...{ across: "level", within: "group", metric: "flag", independent: true },
  });
  const found = decide(compared, { margin: 0.1 });
  assert.deepEqual(found.map(({ verdict }) => verdict), ["too little data", "differs"]);
  // The interval is Newcombe's, and Fisher's test, which has the same, asks for as many.
  const fisher = compare(pl.DataFrame(few), { across: "level", metric: "flag", test: "fisher" });
  const more = (text: string) => /\d+ more/.exec(text)?.[0];
  const alone = compare(pl.DataFrame(few), { across: "level", metric: "flag", independent: true });
  assert.equal(more(decide(alone, { margin: 0.1 })[0].text), more(decide(fisher, { margin: 0.1 })[0].text));
});

Deno.test("decide() refuses a trend and a one-sided comparison", () => {
  const flags = counted(40, 100, 60, 100);
  const trend = compare(flags, { across: "level", metric: "flag", test: "trend" });
  assert.throws(
    () => decide(trend, { margin: 0.1 }),
    /^RangeError: Cannot decide on a trend: it is about all levels/,
  );
  const greater = compare(flags, { across: "level", metric: "flag", alternative: "greater" });
  assert.throws(() => decide(greater, { margin: 0.1 }), /alternative "greater": it must be two-sided$/);
});

Deno.test("decide() counts values of the column that holds rows together, and values where a test counts rows", () => {
  const samples = counted(40, 100, 44, 100);
  const asked = { across: "level", metric: "flag", pairedBy: "task" } as const;
  const said = (test: "fisher" | "mcnemar") =>
    decide(compare(samples, { ...asked, test }), { margin: 0.05 })[0].text;
  assert.match(said("mcnemar"), / more values of task are needed/);
  assert.match(said("fisher"), / more values are needed/);
});
