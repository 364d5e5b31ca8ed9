import assert from "node:assert/strict";
import { linguistic, openSource, proportion, run } from "codebias";
import { correctnessFigure } from "codebias/studies/linguistic/figures/figures.ts";
import { rates } from "codebias/studies/linguistic/metrics/rates.ts";
import { table3 } from "codebias/studies/linguistic/paper/tables/table3.ts";
import type { Metric } from "codebias/studies/linguistic/metrics/rates.ts";
import type { Table3Row } from "codebias/studies/linguistic/paper/tables/table3.ts";
import { assertGolden } from "../../../golden/golden.ts";
import { count, labelsOf } from "../../../report/picture.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";
import { samples } from "../samples.ts";

/** A row of our Table 3, solved / tasks, with the printed value beside it. */
function row(
  model: string,
  temperature: number,
  metric: Metric,
  [solved, tasks]: readonly [number, number],
  published: number | null,
): Table3Row {
  const { unjudged: _, ...estimate } = proportion(solved, tasks);
  return { model, prompt: "DI", temperature, metric, ...estimate, published, difference: null, remark: null };
}

const SMALL = [
  row("Model A", 0.2, "CR_en", [31, 52], 0.6),
  row("Model A", 0.2, "CR_zh", [28, 52], 0.5),
  row("Model A", 0.2, "CR_bi", [25, 52], 0.48),
  row("Model A", 0.8, "CR_en", [52, 52], 1),
  row("Model A", 0.8, "CR_zh", [0, 52], 0),
  row("Another model", 0.2, "CR_en", [3, 12], null),
  row("Another model", 0.2, "CR_zh", [0, 0], null),
  row("Another model", 0.8, "CR_en", [6, 12], null),
  row("Another model", 0.8, "CR_zh", [1, 1], null),
];

Deno.test("correctnessFigure() of a few rows is the golden picture", async () => {
  const { svg } = correctnessFigure(SMALL, { subtitle: "numbers made up for a test" });
  await assertGolden("linguistic_small.svg", svg);
});

Deno.test("correctnessFigure() draws the rates of single languages, not those of both", () => {
  const { svg } = correctnessFigure(SMALL, { subtitle: "" });
  assert.equal(count(svg, "circle"), 7, "one row has no value, one is of another metric");
});

Deno.test("correctnessFigure() has no diamonds where the paper prints nothing", () => {
  const found = table3(
    rates(samples({ a: { en: "p", zh: "w" } }, { model: "Handwritten" })),
  );
  const { svg } = correctnessFigure(found, { subtitle: "demonstration" });
  assert(!svg.includes("printed in the paper"));
  const texts = labelsOf(svg).map(({ text }) => text);
  for (const text of ["Handwritten", "English", "Chinese", "t = 0.2", "demonstration"]) {
    assert(texts.includes(text), text);
  }
});

Deno.test({
  name: "correctnessFigure() of the artifact's recorded verdicts is the golden picture" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const completions = await source.completions({
      models: ["CodeGeeX", "CodeLlama", "StarCoder"],
      where: ({ prompt }) => prompt === "DI",
    });
    const { samples, verdicts } = await run(linguistic, {
      tasks: await source.tasks(),
      completions,
      verdicts: "recorded",
    });
    const rows = table3(rates(samples));
    const { svg } = correctnessFigure(rows, { subtitle: `${source.label}; ${verdicts} verdicts` });
    await assertGolden("linguistic_correctness.svg", svg);
  },
});
