import assert from "node:assert/strict";
import type { AdvantageGrid } from "codebias/studies/linguistic/paper/tables/advantage_tables.ts";
import {
  advantageHeatMap,
  advantageVenns,
  nullFigure,
  promptFigure,
} from "codebias/studies/linguistic/figures/efficiency_figures.ts";
import type { LanguageNull } from "codebias/studies/linguistic/metrics/language_null.ts";
import { promptEffects, PROMPTS } from "codebias/studies/linguistic/metrics/prompting.ts";
import { proportion } from "codebias/statistics/mod.ts";
import { checkedTexts } from "../../../report/picture.ts";

const SUBTITLE = { subtitle: "made up for this test" };
const MODELS = ["CodeGeeX", "CodeLlama", "DeepSeek-Coder"];

/** Each model at both temperatures, the higher one first. */
const CELLS = MODELS.flatMap((model) =>
  [0.8, 0.2].map((temperature) => ({ model, prompt: "DI", temperature }))
);

const checked = (svg: string) => checkedTexts(svg, SUBTITLE.subtitle);

Deno.test("advantageVenns() has a row for each temperature, the lower one first", () => {
  const rows = CELLS.map((cell, at) => ({ ...cell, en: 5 + at, both: 20, zh: 3, n: 28 + at }));
  const texts = checked(advantageVenns(rows, SUBTITLE).svg);
  const names = texts.filter((text) => MODELS.includes(text) || text.startsWith("t = "));
  assert.deepEqual(names, [0.2, 0.8].flatMap((t) => MODELS.flatMap((model) => [model, `t = ${t}`])));
  assert(texts.join(" ").includes("tasks of English only, of both, of Chinese only"));
});

Deno.test("advantageHeatMap() has a cell for each pair of numbers of models, and none where they exceed all", () => {
  const rows: AdvantageGrid[] = [0, 1, 2].flatMap((zhModels) =>
    [0, 1, 2].filter((en) => en + zhModels <= 2).map((enModels) => ({
      ...{ prompt: "DI", temperature: 0.2, zhModels, enModels, tasks: 10 * zhModels + enModels + 40 },
    }))
  );
  const texts = checked(advantageHeatMap(rows, SUBTITLE).svg);
  for (const { tasks } of rows) assert(texts.includes(`${tasks}`), `${tasks}`);
  assert.equal(texts.filter((text) => text === "–").length, 3);
});

Deno.test("advantageHeatMap() of one model says whether it is better, not how many are", () => {
  const rows: AdvantageGrid[] = [[0, 0], [0, 1], [1, 0]].map(([zhModels, enModels], at) => ({
    ...{ prompt: "DI", temperature: 0.2, zhModels, enModels, tasks: at + 2 },
  }));
  const texts = checked(advantageHeatMap(rows, SUBTITLE).svg);
  for (const text of ["Better from English", "Better from Chinese", "yes", "no"]) {
    assert(texts.includes(text), text);
  }
  assert(!texts.join().includes("odels"));
  assert(
    texts.join(" ").includes(
      "From neither: equally efficient, or not solved and timed. –: no task is better",
    ),
  );
});

Deno.test("promptFigure() has a panel for each model and temperature, with the prompts in the paper's order", () => {
  const rates = CELLS.flatMap((cell) =>
    [...PROMPTS].toReversed().flatMap((prompt) =>
      (["PDR", "PAR_en", "PAR_zh", "CDR"] as const).map((metric, at) => ({
        ...cell,
        prompt,
        metric,
        ...proportion(3 + at, 30),
      }))
    )
  );
  const metrics = ["PAR_en", "PAR_zh", "PDR"];
  const texts = checked(
    promptFigure(promptEffects(rates), { ...SUBTITLE, metrics, title: "Some metrics" })
      .svg,
  );
  assert.deepEqual(texts.filter((text) => metrics.includes(text)), metrics); // of the legend
  assert.equal(texts.filter((text) => text.includes("t = 0.8")).length, 3);
  assert(texts.indexOf("DI") < texts.indexOf("BP") && texts.indexOf("CoT") < texts.indexOf("QA+CoT"));
});

Deno.test("nullFigure() sets the observed rate beside that of a language-blind model", () => {
  const rows: LanguageNull[] = CELLS.flatMap((cell) =>
    (["CDR", "PDR"] as const).map((metric) => ({
      ...{ ...cell, metric, ...proportion(9, 30), p: 0.04, pAdjusted: 0.2, comparisons: 6 },
      ...{ expected: 0.2, expectedLow: 0.1, expectedHigh: 0.3 },
    }))
  );
  const { svg } = nullFigure(rows, {
    ...SUBTITLE,
    metric: "PDR",
    title: "Observed and by chance",
  });
  const texts = checked(svg);
  assert(texts.includes("observed") && texts.includes("blind to language"));
});
