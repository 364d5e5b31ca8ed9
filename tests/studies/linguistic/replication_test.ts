import assert from "node:assert/strict";
import { linguistic, openSource, run } from "codebias";
import { advantages } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import { coincidence } from "codebias/studies/linguistic/metrics/coincidence.ts";
import { fitTimings } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import type { Source } from "codebias/store/source.ts";
import {
  LANGUAGES,
  type LinguisticSettings,
  type LinguisticTask,
} from "codebias/studies/linguistic/tasks/layout.ts";
import { METRICS, type Rate, rates as ratesOf } from "codebias/studies/linguistic/metrics/rates.ts";
import type { Advantage } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import {
  DENOMINATORS,
  efficiency as efficiencyOf,
} from "codebias/studies/linguistic/metrics/efficiency/efficiency.ts";
import { PRINTED_METRICS } from "codebias/studies/linguistic/paper/printed.ts";
import { table3, type Table3Metric } from "codebias/studies/linguistic/paper/tables/table3.ts";
import { artifacts, golden, goldenFits, goldenWinners, NO_ARTIFACT, NO_GOLDEN } from "./artifact.ts";

/** The models of which every recording is known to be whole, with 10 samples a task. */
const WHOLE = ["CodeGeeX", "CodeLlama", "StarCoder"];

/** What the authors recorded of every model, prompting method and temperature, and what it says of efficiency. */
const recorded = once(async () => {
  const source = await openArtifact();
  const found: Rate<Table3Metric>[] = [];
  const tasks: Advantage[] = [];
  for (const model of await source.models()) {
    const { samples } = await run(linguistic, {
      tasks: await source.tasks(),
      completions: await source.completions({ models: [model] }),
      verdicts: "recorded",
    });
    const compared = advantages(
      samples,
      fitTimings(await source.timings({ models: [model] })),
    );
    tasks.push(...compared);
    found.push(...ratesOf(samples), ...efficiencyOf(compared));
  }
  return { rates: found, tasks };
});

function openArtifact(): Promise<Source<LinguisticTask, LinguisticSettings>> {
  return openSource(linguistic, { source: "artifact", artifacts });
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => made ??= make();
}

const cell = (
  { model, prompt, temperature, metric }: Record<"model" | "prompt" | "metric", string> & {
    temperature: number;
  },
) => `${model} ${prompt} ${temperature} ${metric}`;

const key = (
  { model, prompt, temperature }: { model: string; prompt: string; temperature: number },
  ...rest: string[]
) => JSON.stringify([model, prompt, temperature, ...rest]);

/** Cells of Table 3 that the artifact itself contradicts, with the number of tasks that it has instead. */
const CONTRADICTED: Readonly<Record<string, number>> = {
  "CodeGeeX DI 0.8 CDR": 5,
  "CodeGen2.5 DI 0.8 CDR": 7,
  "CodeLlama DI 0.8 CDR": 5,
  "DeepSeek-Coder DI 0.8 CDR": 5,
  "StarCoder DI 0.8 CDR": 5,
  "GPT-3.5-Turbo DI 0.8 CDR": 2,
  "GPT-3.5-Turbo DI 0.2 CR_zh": 34,
  "GPT-3.5-Turbo DI 0.8 CR_en": 37,
  "GPT-3.5-Turbo DI 0.8 CR_zh": 35,
};

Deno.test({
  name: "recorded verdicts and times give the golden rates of every model, prompt and temperature" +
    NO_ARTIFACT +
    NO_GOLDEN,
  ignore: !artifacts || !golden,
  fn: async () => {
    const expected = new Map(golden!.map((item) => [cell(item), item]));
    const { rates: found } = await recorded();
    const compared = found.filter((rate) => expected.has(cell(rate)));
    for (const rate of compared) {
      const item = expected.get(cell(rate))!;
      assert(
        rate.value !== null && Math.abs(rate.value - item.value) <= 1e-12,
        `${cell(rate)}: ${rate.value}`,
      );
      assert.deepEqual([rate.n, rate.unjudged], [item.denominator, 0], cell(rate));
    }
    const models = new Set(compared.map(({ model }) => model));
    const settings = new Set(compared.map(({ prompt, temperature }) => `${prompt} ${temperature}`));
    assert(models.size >= 3, [...models].join());
    assert.equal(settings.size, 5 * 2);
    assert.equal(compared.length, models.size * 5 * 2 * (METRICS.length + 3 * DENOMINATORS.length));
    console.log(`${compared.length} rates of ${[...models].join(", ")} equal the golden ones`);
  },
});

Deno.test({
  name: "recorded verdicts and times contradict exactly the printed cells that are known" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const rows = table3((await recorded()).rates);
    const models = new Set(rows.map(({ model }) => model));
    const contradicted = rows.filter(({ remark }) => remark?.includes("does not reproduce"))
      .map((row) => [cell(row), Math.round(row.value! * 52)]);
    const known = Object.entries(CONTRADICTED).filter(([name]) => models.has(name.split(" ")[0]));
    assert.deepEqual(Object.fromEntries(contradicted), Object.fromEntries(known));
    const compared = rows.filter(({ published }) => published !== null);
    assert.equal(compared.length, models.size * 2 * PRINTED_METRICS.length);
    for (const { value, published, difference } of compared) assert.equal(difference, value! - published!);
  },
});

Deno.test({
  name: "recorded times give the golden best score of every task and language" + NO_ARTIFACT +
    (goldenFits ? "" : NO_GOLDEN),
  ignore: !artifacts || !goldenFits,
  fn: async () => {
    const expected = new Map(goldenFits!.map((fit) => [key(fit, fit.task_id, fit.language), fit]));
    let compared = 0;
    for (const task of (await recorded()).tasks) {
      for (const language of LANGUAGES) {
        const fit = expected.get(key(task, task.taskId, language));
        if (!fit) continue;
        const what = key(task, task.taskId, language);
        assert.equal(task.best[language] === null, fit.bestScore === null, what);
        assert(Math.abs((task.best[language] ?? 0) - (fit.bestScore ?? 0)) <= 1e-6, what);
        assert.equal(task.solved[language], fit.passedSamples > 0, what);
        compared++;
      }
    }
    assert(compared >= 3 * 5 * 2 * 52 * 2, `${compared}`);
    console.log(`${compared} best scores of a task and language equal the golden ones`);
  },
});

Deno.test({
  name: "recorded times give the golden winner of every task" + NO_ARTIFACT + NO_GOLDEN,
  ignore: !artifacts || !goldenWinners,
  fn: async () => {
    const tasks = new Map((await recorded()).tasks.map((task) => [key(task, task.taskId), task.winner]));
    let compared = 0;
    for (const { winners, ...settings } of goldenWinners!) {
      for (const [task, winner] of Object.entries(winners)) {
        const found = tasks.get(key(settings, task));
        if (found === undefined) continue;
        assert.equal(found, winner, key(settings, task));
        compared++;
      }
    }
    assert(compared >= 700, `${compared}`);
  },
});

Deno.test({
  name: "the printed numbers are those of the golden file" + NO_GOLDEN,
  ignore: !golden,
  fn: () => {
    const printed = golden!.filter(({ paperValue }) => paperValue !== null);
    for (const { model, prompt, temperature, metric, paperValue } of printed) {
      const row = linguistic.paper.numbers.find((row) =>
        row.model === model && row.prompt === prompt && row.temperature === temperature
      );
      assert.equal(row?.[metric as "CR_en"], paperValue, `${model} ${prompt} ${temperature} ${metric}`);
    }
    assert(printed.length >= 3 * 2 * 7, `${printed.length} printed values`);
  },
});

Deno.test({
  name: "openSource() finds the recordings of three models whole: 52 tasks, 10 samples of each" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openArtifact();
    const tasks = await source.tasks();
    assert.equal(tasks.length, 52);
    const models = (await source.models()).filter((model) => WHOLE.includes(model));
    const completions = await source.completions({ models });
    assert.equal(completions.length, models.length * 5 * 2 * 2 * 52 * 10);
    assert.deepEqual(source.notices, []);
    assert(completions.every(({ recorded }) => recorded !== undefined));
    assert.deepEqual([...new Set(completions.map(({ epoch }) => epoch))], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  },
});

Deno.test({
  name: "two of the recorded models coincide with each other as often as each with itself" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const where = ({ prompt, temperature, language }: LinguisticSettings) =>
      prompt === "DI" && temperature === 0.2 && language === "en";
    const completions = await (await openArtifact()).completions({ where });
    const shares = Object.fromEntries(
      coincidence(completions).map((
        { model, other, share },
      ) => [`${model} ${other}`, share!.toFixed(3)]),
    );
    const { "CodeLlama StarCoder": between, "CodeLlama CodeLlama": a, "StarCoder StarCoder": b } = shares;
    assert.deepEqual([between, a, b], ["0.048", "0.049", "0.047"]);
    assert.equal(shares["CodeGeeX StarCoder"], "0.000");
  },
});
