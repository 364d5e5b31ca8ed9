import assert from "node:assert/strict";
import { run } from "codebias/run.ts";
import { openSource, type Source } from "codebias/store/source.ts";
import type { LinguisticSettings, LinguisticTask } from "codebias/studies/linguistic/layout.ts";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { coincidence } from "codebias/studies/linguistic/coincidence.ts";
import { METRICS, type Rate, rates } from "codebias/studies/linguistic/rates.ts";
import { publishedTable3, table3 } from "codebias/studies/linguistic/table3.ts";
import { artifacts, golden, NO_ARTIFACT, NO_GOLDEN } from "./artifact.ts";

/** The models of which every recording is known to be whole, with 10 samples a task. */
const WHOLE = ["CodeGeeX", "CodeLlama", "StarCoder"];

/** Rates of every model, prompting method and temperature from the verdicts that the authors recorded. */
const recordedRates: () => Promise<readonly Rate[]> = once(async () => {
  const source = await openArtifact();
  const found: Rate[] = [];
  for (const model of await source.models()) {
    const completions = await source.completions({ models: [model] });
    const { samples } = await run(linguistic, {
      tasks: await source.tasks(),
      completions,
      verdicts: "recorded",
    });
    found.push(...rates(samples));
  }
  return found;
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
  name: "recorded verdicts give the golden rates of every model, prompt and temperature" + NO_ARTIFACT +
    NO_GOLDEN,
  ignore: !artifacts || !golden,
  fn: async () => {
    const expected = new Map(golden!.map((item) => [cell(item), item]));
    const found = await recordedRates();
    const compared = found.filter((rate) => expected.has(cell(rate)));
    for (const rate of compared) {
      const item = expected.get(cell(rate))!;
      assert(
        rate.value !== null && Math.abs(rate.value - item.value) <= 1e-12,
        `${cell(rate)}: ${rate.value}`,
      );
      assert.deepEqual([rate.n, rate.unjudged], [52, 0], cell(rate));
    }
    const models = new Set(compared.map(({ model }) => model));
    const settings = new Set(compared.map(({ prompt, temperature }) => `${prompt} ${temperature}`));
    assert(models.size >= 3, [...models].join());
    assert.equal(settings.size, 5 * 2);
    assert.equal(compared.length, models.size * 5 * 2 * METRICS.length);
    console.log(`${compared.length} rates of ${[...models].join(", ")} equal the golden ones`);
  },
});

Deno.test({
  name: "recorded verdicts contradict exactly the printed cells that are known" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const rows = table3(await recordedRates());
    const models = new Set(rows.map(({ model }) => model));
    const contradicted = rows.filter(({ remark }) => remark?.includes("does not reproduce"))
      .map((row) => [cell(row), Math.round(row.value! * 52)]);
    const known = Object.entries(CONTRADICTED).filter(([name]) => models.has(name.split(" ")[0]));
    assert.deepEqual(Object.fromEntries(contradicted), Object.fromEntries(known));
    const compared = rows.filter(({ published }) => published !== null);
    assert.equal(compared.length, models.size * 2 * METRICS.length);
    for (const { value, published, difference } of compared) assert.equal(difference, value! - published!);
  },
});

Deno.test({
  name: "the printed numbers are those of the golden file" + NO_GOLDEN,
  ignore: !golden,
  fn: () => {
    const printed = golden!.filter(({ paperValue }) => paperValue !== null);
    for (const { model, prompt, temperature, metric, paperValue } of printed) {
      const row = publishedTable3.find((row) =>
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
      coincidence(completions).map(({ model, other, share }) => [`${model} ${other}`, share!.toFixed(3)]),
    );
    const { "CodeLlama StarCoder": between, "CodeLlama CodeLlama": a, "StarCoder StarCoder": b } = shares;
    assert.deepEqual([between, a, b], ["0.048", "0.049", "0.047"]);
    assert.equal(shares["CodeGeeX StarCoder"], "0.000");
  },
});
