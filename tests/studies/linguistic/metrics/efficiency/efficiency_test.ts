import assert from "node:assert/strict";
import fc from "fast-check";
import { fitTimings } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { advantages, winnerOf } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import {
  DENOMINATORS,
  efficiency,
  metricName,
} from "codebias/studies/linguistic/metrics/efficiency/efficiency.ts";
import type { FittedProgram } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { arbitraryTasks, completion, type Given, type LinguisticSample, samples } from "../../samples.ts";

/** A program with running times, and its score, null if no class can be named. */
function fit(score: number | null, given: Given = {}): FittedProgram {
  const { taskId, model, settings, epoch } = completion(given);
  const [name, reason] = score === null ? [null, "a reason"] : ["linear" as const, null];
  return { taskId, model, settings, epoch, class: name, score, reason };
}

/** Scores of a task's programs by language, in short. */
function fits(
  scores: Readonly<Record<string, { en?: (number | null)[]; zh?: (number | null)[] }>>,
): FittedProgram[] {
  return Object.entries(scores).flatMap(([taskId, languages]) =>
    (["en", "zh"] as const).flatMap((language) =>
      (languages[language] ?? []).map((score, at) => fit(score, { taskId, language, epoch: at + 1 }))
    )
  );
}

/** Count and denominator of each metric. */
function counts(
  list: readonly LinguisticSample[],
  programs: readonly FittedProgram[],
): Record<string, number[]> {
  return Object.fromEntries(
    efficiency(advantages(list, programs)).map((
      { metric, value, n },
    ) => [metric, [Math.round((value ?? 0) * n), n]]),
  );
}

Deno.test("advantages() compares the best programs of each language", () => {
  const list = samples({
    a: { en: "pp", zh: "pw" },
    b: { en: "p", zh: "p" },
    c: { en: "p", zh: "w" },
    d: { en: "w", zh: "w" },
  });
  const programs = fits({ a: { en: [2, 1], zh: [1.5] }, b: { en: [1], zh: [1] }, c: { en: [3] } });
  assert.deepEqual(
    advantages(list, programs).map(({ taskId, solved, timed, best, winner }) => ({
      taskId,
      solved,
      timed,
      best,
      winner,
    })),
    [
      {
        taskId: "a",
        solved: { en: true, zh: true },
        timed: { en: 2, zh: 1 },
        best: { en: 1, zh: 1.5 },
        winner: "en",
      },
      {
        taskId: "b",
        solved: { en: true, zh: true },
        timed: { en: 1, zh: 1 },
        best: { en: 1, zh: 1 },
        winner: "both",
      },
      {
        taskId: "c",
        solved: { en: true, zh: false },
        timed: { en: 1, zh: 0 },
        best: { en: 3, zh: null },
        winner: "en",
      },
      {
        taskId: "d",
        solved: { en: false, zh: false },
        timed: { en: 0, zh: 0 },
        best: { en: null, zh: null },
        winner: "both",
      },
    ],
  );
});

Deno.test("advantages() keep models, prompting methods and temperatures apart", () => {
  const given = [{ model: "A" }, { model: "B" }, { prompt: "QA" }, { temperature: 0.8 }];
  const list = given.flatMap((one) => samples({ a: { en: "p", zh: "p" } }, one));
  const programs = given.flatMap((
    one,
    at,
  ) => [fit(at, { ...one, taskId: "a" }), fit(1, { ...one, taskId: "a", language: "zh" })]);
  assert.deepEqual(
    advantages(list, programs).map((
      { model, prompt, temperature, best, winner },
    ) => [model, prompt, temperature, best.en, winner]),
    [["A", "DI", 0.2, 0, "en"], ["B", "DI", 0.2, 1, "both"], ["A", "QA", 0.2, 2, "zh"], [
      "A",
      "DI",
      0.8,
      3,
      "zh",
    ]],
  );
});

Deno.test("efficiency() of seven tasks under each denominator, by hand", () => {
  const list = samples({
    english: { en: "p", zh: "p" },
    chinese: { en: "p", zh: "p" },
    same: { en: "p", zh: "p" },
    oneSided: { en: "p", zh: "w" }, // an advantage, to the authors
    untimed: { en: "p", zh: "p" }, // too slow for the authors' limits
    dropped: { en: "p", zh: "p" }, // timed, but failed at some sizes
    neither: { en: "w", zh: "w" },
  });
  const programs = fits({
    english: { en: [0], zh: [1] },
    chinese: { en: [1], zh: [0] },
    same: { en: [2], zh: [2] },
    oneSided: { en: [1] },
    dropped: { en: [null], zh: [1] },
  });
  assert.deepEqual(counts(list, programs), {
    ...{ PAR_en: [2, 5], PAR_zh: [2, 5], PDR: [4, 5] },
    ...{ PAR_en_statedDefinition: [1, 5], PAR_zh_statedDefinition: [2, 5], PDR_statedDefinition: [3, 5] },
    ...{ PAR_en_bothFitted: [1, 3], PAR_zh_bothFitted: [1, 3], PDR_bothFitted: [2, 3] },
  });
});

Deno.test("efficiency() has no value where there is nothing to compare", () => {
  const found = efficiency(advantages(samples({ a: { en: "w", zh: "w" } }), []));
  assert.equal(found.length, 9);
  for (const { value, low, high, n } of found) assert.deepEqual([value, low, high, n], [null, null, null, 0]);
  assert.deepEqual(efficiency([]), []);
});

const scored = fc.record({
  tasks: arbitraryTasks(["p", "w"]),
  scores: fc.array(fc.option(fc.constantFrom(0, 1e-4, 1, 1.1, 2), { freq: 6 }), {
    minLength: 100,
    maxLength: 100,
  }),
}).map(({ tasks, scores }) => {
  const list = samples(tasks);
  const passed = list.filter(({ judgement }) =>
    judgement.kind === "judged" && judgement.finding.kind === "passed"
  );
  const programs = passed.map(({ taskId, settings, epoch }, at) =>
    fit(scores[at % 100], { taskId, ...settings, epoch })
  );
  return { list, programs };
});

Deno.test("efficiency(): PDR is PAR_en and PAR_zh together, under each denominator", () => {
  fc.assert(fc.property(scored, ({ list, programs }) => {
    const found = counts(list, programs);
    for (const denominator of DENOMINATORS) {
      const [en, zh, all] = (["PAR_en", "PAR_zh", "PDR"] as const).map((name) =>
        found[metricName(name, denominator)]
      );
      assert.equal(en[0] + zh[0], all[0]);
      assert(en[1] === zh[1] && zh[1] === all[1]);
    }
    assert(found.PDR_bothFitted[1] <= found.PDR_statedDefinition[1]);
  }));
});

Deno.test("efficiency(): languages that change places change PAR_en and PAR_zh", () => {
  const other = <T extends { settings: { language: "en" | "zh" } }>(one: T): T => ({
    ...one,
    settings: { ...one.settings, language: one.settings.language === "en" ? "zh" : "en" },
  });
  fc.assert(fc.property(scored, ({ list, programs }) => {
    const [before, after] = [counts(list, programs), counts(list.map(other), programs.map(other))];
    for (const denominator of DENOMINATORS) {
      const name = (metric: "PAR_en" | "PAR_zh" | "PDR") => metricName(metric, denominator);
      assert.deepEqual(after[name("PAR_en")], before[name("PAR_zh")]);
      assert.deepEqual(after[name("PDR")], before[name("PDR")]);
    }
  }));
});

Deno.test("winnerOf() lets a language with a class win over one without", () => {
  assert.equal(winnerOf({ en: 6, zh: null }), "en");
  assert.equal(winnerOf({ en: null, zh: 6 }), "zh");
  assert.equal(winnerOf({ en: null, zh: null }), "both");
});

Deno.test("fitTimings() names a class, or says why there is none", () => {
  const { taskId, model, settings, epoch } = completion({ epoch: 7, language: "zh" });
  const n = [100, 200, 300, 400];
  const [one, other] = fitTimings([
    { taskId, model, settings, epoch, n, t: n.map((n) => 0.1 * n) },
    { taskId, model, settings, epoch, n, t: [1, 2, -1, 4] },
  ]);
  assert.deepEqual(one, { taskId, model, settings, epoch, class: "linear", score: 1, reason: null });
  assert.deepEqual(other, {
    ...{ taskId, model, settings, epoch, class: null, score: null },
    reason: "the program failed at 1 of 4 sizes",
  });
});
