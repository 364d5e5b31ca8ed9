import assert from "node:assert/strict";
import fc from "fast-check";
import { linguistic, openSource, run } from "codebias";
import { advantages } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import { efficiency } from "codebias/studies/linguistic/metrics/efficiency/efficiency.ts";
import { fitTimings } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { languageNull } from "codebias/studies/linguistic/metrics/language_null.ts";
import { rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import type { FittedProgram } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { type LinguisticSample, sample, samples } from "../samples.ts";

/** A sample of which it is known whether it passed, and the score of its program, if it has one. */
interface Program {
  readonly passed: boolean;
  readonly score: number | null;
}

/** Tasks as lists of samples, with a language each. */
type Labelled = readonly (readonly (Program & { language: "en" | "zh" })[])[];

function written(tasks: Labelled): { list: LinguisticSample[]; fits: FittedProgram[] } {
  const list: LinguisticSample[] = [];
  const fits: FittedProgram[] = [];
  for (const [at, task] of tasks.entries()) {
    for (const [index, { passed, score, language }] of task.entries()) {
      const one = sample(passed ? "passed" : "wrong", { taskId: `t${at}`, language, epoch: index + 1 });
      list.push(one);
      const { taskId, model, settings, epoch } = one;
      if (passed && score !== null) {
        fits.push({ taskId, model, settings, epoch, class: null, score, reason: null });
      }
    }
  }
  return { list, fits };
}

/** The rates of difference, by metric. */
function observed(tasks: Labelled): Map<string, number | null> {
  const { list, fits } = written(tasks);
  return new Map(
    [...ratesOf(list), ...efficiency(advantages(list, fits))].map((
      { metric, value },
    ) => [metric, value]),
  );
}

/** Every way to deal the labels of a task to its samples. */
function dealt<T>(items: readonly T[], english: number): (T & { language: "en" | "zh" })[][] {
  if (items.length === 0) return english === 0 ? [[]] : [];
  const [first, ...rest] = items;
  const en = english > 0
    ? dealt(rest, english - 1).map((other) => [{ ...first, language: "en" as const }, ...other])
    : [];
  const zh = dealt(rest, english).map((other) => [{ ...first, language: "zh" as const }, ...other]);
  return [...en, ...zh];
}

const program = fc.record({
  passed: fc.boolean(),
  score: fc.option(fc.constantFrom(0, 1, 2), { freq: 5 }),
});
const task = fc.array(program, { minLength: 2, maxLength: 5 }).chain((programs) =>
  fc.integer({ min: 1, max: programs.length - 1 }).map((english) => ({ programs, english }))
);

Deno.test("languageNull() is what every way of dealing the labels gives", () => {
  fc.assert(
    fc.property(fc.array(task, { minLength: 1, maxLength: 3 }), (tasks) => {
      const ways = tasks.map(({ programs, english }) => dealt(programs, english));
      const all = ways.reduce<Labelled[]>(
        (found, some) => found.flatMap((one) => some.map((task) => [...one, task])),
        [[]],
      );
      const values = all.map(observed);
      const { list, fits } = written(all[0]);
      for (
        const { metric, value, expected, expectedLow, expectedHigh, p } of languageNull(list, fits)
      ) {
        const shares = values.flatMap((found) => found.get(metric) ?? []);
        assert.equal(value, values[0].get(metric));
        if (shares.length === 0) {
          assert.deepEqual([expected, p], [null, null]);
          continue;
        }
        const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
        assert(Math.abs(expected! - mean) < 1e-9, `${metric}: ${expected}, ${mean}`);
        const below = (share: number) => shares.filter((one) => one < share - 1e-9).length / shares.length;
        const upTo = (share: number) => shares.filter((one) => one <= share + 1e-9).length / shares.length;
        for (const [bound, level] of [[expectedLow!, 0.025], [expectedHigh!, 0.975]]) {
          assert(below(bound) < level + 1e-9 && upTo(bound) > level - 1e-9, `${metric}: ${bound}`);
        }
        if (value === null) {
          assert.equal(p, null);
          continue;
        }
        const tail = shares.filter((share) => share >= value - 1e-9).length / shares.length;
        assert(Math.abs(p! - tail) < 1e-9, `${metric}: ${p}, ${tail}`);
      }
    }),
    { numRuns: 60 },
  );
});

Deno.test("languageNull() finds that a model that solves tasks in one language only is not blind to it", () => {
  const tasks = Object.fromEntries(
    Array.from({ length: 8 }, (_, at) => [`t${at}`, { en: "ppppp", zh: "wwwww" }]),
  );
  const [{ metric, value, expected, p, pAdjusted }] = languageNull(samples(tasks));
  assert.deepEqual([metric, value], ["CDR", 1]);
  const alone = 2 / 252; // of 10 choose 5 ways to deal the labels
  assert(Math.abs(expected! - alone) < 1e-12);
  assert(Math.abs(p! / alone ** 8 - 1) < 1e-9);
  assert.equal(pAdjusted, p);
});

Deno.test("languageNull() leaves out what is unjudged, times of programs that failed and, if asked, invalid tasks", () => {
  const list = samples({ a: { en: "ppu", zh: "wwu" }, b: { en: "pp", zh: "pp" }, c: { en: "ii", zh: "ii" } });
  const timed = list.map(({ taskId, model, settings, epoch }): FittedProgram => ({
    ...{ taskId, model, settings, epoch, class: null, score: epoch, reason: null },
  }));
  const [cdr, pdr] = languageNull(list, timed);
  assert.deepEqual([cdr.value, cdr.n], [1 / 3, 3]);
  assert(Math.abs(cdr.expected! - 2 / 6 / 3) < 1e-12); // of 4 choose 2 ways to deal the labels of a
  assert.deepEqual([pdr.metric, pdr.n], ["PDR", 2]); // c has no program that passed
  const [left] = languageNull(list, timed, { invalidTasks: "left-out" });
  assert.deepEqual([left.value, left.n, left.unjudged], [1 / 2, 2, 1]);
  assert(Math.abs(left.expected! - 2 / 6 / 2) < 1e-12);
});

Deno.test("languageNull() adjusts p for the rows of the same metric", () => {
  const cells = [{ model: "A" }, { model: "B" }, { model: "C" }].flatMap((one) =>
    samples({ a: { en: "pppp", zh: "wwww" }, b: { en: "ppww", zh: "ppww" } }, one)
  );
  const found = languageNull(cells);
  assert.equal(found.length, 3);
  for (const { comparisons } of found) assert.equal(comparisons, 3);
  for (const { p, pAdjusted } of found) assert(Math.abs(pAdjusted! - Math.min(1, 3 * p!)) < 1e-12);
});

Deno.test("languageNull() says nothing of efficiency without fits, and leaves out tasks in one language", () => {
  const found = languageNull(samples({ a: { en: "pp", zh: "ww" }, b: { en: "pp" } }));
  assert.deepEqual(found.map(({ metric, n, unjudged }) => [metric, n, unjudged]), [["CDR", 1, 1]]);
  assert.deepEqual(languageNull([]), []);
});

Deno.test({
  name: "languageNull() of the recorded runs: at t = 0.2 more than chance, at t = 0.8 not" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const models = ["CodeGeeX", "CodeLlama", "StarCoder"];
    const where = ({ prompt }: { prompt: string }) => prompt === "DI";
    const { samples: list } = await run(linguistic, {
      tasks: await source.tasks(),
      completions: await source.completions({ models, where }),
      verdicts: "recorded",
    });
    const found = languageNull(
      list,
      fitTimings(await source.timings({ models, where })),
    );
    const low = (metric: string, temperature: number) =>
      found.filter((row) => row.metric === metric && row.temperature === temperature && row.p! < 0.05)
        .map(({ model }) => model);
    assert.deepEqual(low("CDR", 0.2), ["CodeLlama", "StarCoder"]);
    assert.deepEqual(low("PDR", 0.2), models);
    for (const metric of ["CDR", "PDR", "PDR_statedDefinition"]) {
      assert.deepEqual(low(metric, 0.8), [], metric);
    }
    for (const { metric, expected } of found) {
      if (metric === "PDR") assert(expected! > 0.14 && expected! < 0.51, `${expected}`);
    }
  },
});
