import assert from "node:assert/strict";
import fc from "fast-check";
import { clusteredProportion, wilson } from "codebias/statistics/mod.ts";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import {
  convergenceTable,
  differingTable,
} from "codebias/studies/linguistic/metrics/efficiency/convergence.ts";
import type { ProgramAnswers } from "codebias/studies/linguistic/metrics/efficiency/convergence.ts";
import { fitByAuthorsRule } from "codebias/complexity/authors_rule.ts";
import { thinned } from "codebias/studies/linguistic/metrics/efficiency/convergence.ts";
import type { LinguisticSettings } from "codebias/studies/linguistic/tasks/layout.ts";
import type { Timing } from "codebias/core/types.ts";

/** Programs with their answers under "much" and "little"; undefined where there is none. */
const programs = (
  answers: readonly (readonly [string | null, (string | null)?])[],
  tasks?: readonly string[],
): ProgramAnswers[] =>
  answers.map(([much, little], at) => ({
    program: `p${at}`,
    ...(tasks && { taskId: tasks[at] }),
    classes: { much, ...(little !== undefined && { little }) },
  }));

Deno.test("the share is that of programs with the reference's class, with Wilson's interval", () => {
  const [row] = linguistic.convergence(
    programs([["linear", "linear"], ["cubic", "linear"], ["linear", "linear"], ["cubic", null]]),
  );
  assert.deepEqual(row, {
    ...{ setting: "little", reference: "much", value: 0.5, ...wilson(2, 4), n: 4, unjudged: 0, abstained: 1 },
    differing: [
      { program: "p1", reference: "cubic", class: "linear" },
      { program: "p3", reference: "cubic", class: null },
    ],
  });
});

Deno.test("programs without a class under the reference, or without an answer, are unjudged", () => {
  const [row] = linguistic.convergence(
    programs([[null, "linear"], [null, null], ["linear"], ["linear", "linear"]]),
  );
  assert.deepEqual([row.value, row.n, row.unjudged, row.differing.length], [1, 1, 3, 0]);
  const [none] = linguistic.convergence(programs([[null, "linear"]]));
  assert.deepEqual([none.value, none.low, none.n, none.unjudged], [null, null, 0, 1]);
});

Deno.test("programs of one task are not independent", () => {
  const answers = programs([["a", "a"], ["a", "a"], ["a", "b"], ["a", "b"], ["a", "a"]], [
    "s",
    "s",
    "t",
    "t",
    "u",
  ]);
  const [{ low, high, value }] = linguistic.convergence(answers);
  const expected = clusteredProportion([1, 1, 0, 0, 1], ["s", "s", "t", "t", "u"]);
  assert.deepEqual([low, high], [expected.low, expected.high]);
  assert(Math.abs(value! - 0.6) < 1e-12);
  const [one] = linguistic.convergence(programs([["a", "a"], ["a", "b"]], ["s", "s"]));
  assert.deepEqual([one.value, one.low, one.n], [0.5, null, 2]);
});

Deno.test("any setting may be the reference, and each other one has its row", () => {
  const answers = [{ program: "p", classes: { few: "a", some: "a", many: "b" } }];
  const rows = linguistic.convergence(answers, { reference: "many" });
  assert.deepEqual(rows.map(({ setting, value }) => [setting, value]), [["few", 0], ["some", 0]]);
  assert.equal(linguistic.convergence(answers)[0].reference, "few");
});

Deno.test("what cannot be compared is refused", () => {
  assert.throws(() => linguistic.convergence([]), /there are no programs/);
  assert.throws(
    () => linguistic.convergence(programs([["a", "a"]]), { reference: "most" }),
    /"most": there are much, little/,
  );
  assert.throws(
    () => linguistic.convergence([...programs([["a", "a"]]), ...programs([["a", "a"]])]),
    /two programs named p0/,
  );
});

Deno.test("settings that say the same as the reference agree in all they judge, whatever the classes", () => {
  const classes = fc.option(fc.constantFrom("linear", "cubic"), { nil: null });
  fc.assert(fc.property(fc.array(classes, { minLength: 1, maxLength: 20 }), (much) => {
    const [row] = linguistic.convergence(programs(much.map((one) => [one, one])));
    assert.deepEqual([row.differing, row.abstained], [[], 0]);
    assert.equal(row.value, much.every((one) => one === null) ? null : 1);
    assert.equal(row.n + row.unjudged, much.length);
  }));
});

Deno.test("tables have a row for each setting, and one for each program that differs", () => {
  const rows = linguistic.convergence(programs([["linear", "linear"], ["cubic", "linear"], ["cubic", null]]));
  assert.match(
    convergenceTable(rows).toCSV(),
    /^setting,reference,value,low,high,n,unjudged,differ,abstained\nlittle,much,0\.333/,
  );
  assert.equal(
    differingTable(rows).toCSV(),
    "setting,program,class,reference\nlittle,p1,linear,cubic\nlittle,p2,,cubic\n",
  );
});

Deno.test("thinning keeps the largest size, in order, and with a step of 1 all", () => {
  const sizes = fc.uniqueArray(fc.integer({ min: 1, max: 1e6 }), { minLength: 1, maxLength: 60 })
    .map((all) => all.sort((a, b) => a - b));
  fc.assert(fc.property(sizes, fc.integer({ min: 1, max: 70 }), (n, every) => {
    const series = { n, t: n.map((size) => size / 7) };
    const kept = thinned(series, every);
    assert.equal(kept.n.at(-1), n.at(-1));
    assert.equal(kept.n.length, Math.ceil(n.length / every));
    assert.deepEqual(kept.t, kept.n.map((size) => size / 7));
    assert.deepEqual(thinned(series, 1), series);
    const places = kept.n.map((size) => n.indexOf(size));
    assert(places.every((place, at) => at === 0 || place - places[at - 1] === every));
  }));
  assert.throws(() => thinned({ n: [1], t: [1] }, 0), /from 1/);
});

const timing = (epoch: number, length: number, cost: (n: number) => number): Timing<LinguisticSettings> => {
  const n = Array.from({ length }, (_, at) => 200 * (at + 1));
  return {
    ...{ taskId: "1", model: "A", settings: { prompt: "DI", temperature: 0.2, language: "en" }, epoch },
    ...{ n, t: n.map(cost) },
  };
};

Deno.test("recorded series become answers under fewer sizes, by either instrument", () => {
  const timings = [timing(1, 50, (n) => 1e-3 + 1e-5 * n), timing(2, 50, (n) => 1e-3 + 1e-8 * n ** 2)];
  const found = (rule: "published" | "ours") =>
    linguistic.thinnedAnswers(timings, { rule }).map(({ classes }) => classes);
  const named = (name: string, last: string | null) => ({
    ...{ "50 sizes": name, "25 sizes": name, "10 sizes": name, "5 sizes": last },
  });
  assert.deepEqual(found("published"), [named("linear", "linear"), named("quadratic", "quadratic")]);
  // The five sizes from 2,000 to 10,000 span too little for ours.
  assert.deepEqual(found("ours"), [named("linear", null), named("quadratic", null)]);
  assert.deepEqual(linguistic.convergence(linguistic.thinnedAnswers(timings)).map(({ value }) => value), [
    1,
    1,
    1,
  ]);
  assert.deepEqual(linguistic.thinnedAnswers(timings)[1].program, "A DI t0.2 en 1 2");
});

Deno.test("too few sizes give no class, and count as not agreeing", () => {
  const rows = linguistic.convergence(
    linguistic.thinnedAnswers([timing(1, 50, (n) => 1e-5 * n)], { every: [1, 25] }),
  );
  assert.deepEqual([rows[0].setting, rows[0].value, rows[0].abstained], ["2 sizes", 0, 1]);
  const { n, t } = timing(1, 50, (n) => 1e-5 * n);
  assert("reason" in fitByAuthorsRule(thinned({ n, t }, 25)));
});

Deno.test("series of several lengths are named by what is left out; ways to say the same are refused", () => {
  const mixed = [timing(1, 50, (n) => n), timing(2, 40, (n) => n)];
  assert.deepEqual(Object.keys(linguistic.thinnedAnswers(mixed, { every: [1, 2, 3, 11] })[0].classes), [
    ...["all sizes", "every 2nd size", "every 3rd size", "every 11th size"],
  ]);
  assert.throws(() => linguistic.thinnedAnswers(mixed, { every: [2, 2] }), /twice/);
  assert.throws(
    () => linguistic.thinnedAnswers(mixed.slice(0, 1), { every: [25, 26] }),
    /two of them are the same/,
  );
  assert.throws(() => linguistic.thinnedAnswers(mixed, { rule: "mine" as "ours" }), /the rules are/);
});
