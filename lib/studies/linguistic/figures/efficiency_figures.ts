import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { heatMap } from "../../../report/figures/heat_map.ts";
import { venns } from "../../../report/figures/venns.ts";
import { settingName, temperatureName } from "../../../report/sentences.ts";
import type { AdvantageCount, AdvantageGrid } from "../paper/tables/advantage_tables.ts";
import { LANGUAGE_NAMES } from "./figures.ts";
import type { LanguageNull } from "../metrics/language_null.ts";
import { type PromptEffect, PROMPTS } from "../metrics/prompting.ts";

/**
 * Tasks whose most efficient correct program answers the English description, the Chinese one or both: a pair of
 * circles for each model and temperature.
 *
 * Source: the BilingualCodeEval paper, Fig. 2.
 */
export function advantageVenns(rows: readonly AdvantageCount[], { subtitle }: StudyWriting): Figure {
  const sorted = rows.toSorted((a, b) => a.temperature - b.temperature);
  const models = new Set(rows.map(({ model }) => model)).size;
  return venns(
    sorted.map(({ model, temperature, en, both, zh }) => ({
      ...{ panel: `${model}\n${temperatureName(temperature)}`, onlyA: en, both, onlyB: zh },
    })),
    {
      title: "Language of the most efficient correct program",
      subtitle,
      labels: [LANGUAGE_NAMES.en, LANGUAGE_NAMES.zh],
      what: "tasks",
      ...(models <= 6 && { columns: models }),
    },
  );
}

/**
 * How many models share the advantage of a language: tasks by the number of models that are better from Chinese (across)
 * and from English (down), at one temperature; for a single model, whether it is better.
 *
 * Source: the BilingualCodeEval paper, Fig. 3.
 */
export function advantageHeatMap(rows: readonly AdvantageGrid[], { subtitle }: StudyWriting): Figure {
  const most = Math.max(...rows.map(({ zhModels }) => zhModels));
  const cells = Array.from({ length: (most + 1) ** 2 }, (_, at) => {
    const [en, zh] = [most - Math.floor(at / (most + 1)), at % (most + 1)];
    const tasks = rows.find(({ enModels, zhModels }) => enModels === en && zhModels === zh)?.tasks ?? null;
    const [down, along] = [en, zh].map((count) => most === 1 ? ["no", "yes"][count] : `${count}`);
    return { "from English": down, "from Chinese": along, tasks };
  });
  const [title, who] = most === 1
    ? ["Tasks with a more efficient program", "Better"]
    : ["Models that share an advantage", "Open models that are better"];
  return heatMap(cells, {
    ...{ x: "from Chinese", y: "from English", value: "tasks", valueLabel: "Tasks", decimals: 0 },
    title: `${title}, ${temperatureName(rows[0].temperature)}`,
    subtitle,
    ...{ xLabel: `${who} from Chinese`, yLabel: `${who} from English` },
    domain: [0, Math.max(1, ...rows.map(({ tasks }) => tasks))],
    note:
      "From neither: equally efficient, or not solved and timed. –: no task is better from both languages at once",
  });
}

/**
 * Metrics by prompting method, with a panel for each model and temperature.
 *
 * Source: the BilingualCodeEval paper, Fig. 5.
 *
 * @param metrics The metrics to draw, e.g. the three of efficiency.
 */
export function promptFigure(
  rows: readonly PromptEffect[],
  { metrics, ...writing }: StudyWriting & { metrics: readonly string[]; title: string },
): Figure {
  const drawn = rows.filter(({ metric }) => metrics.includes(metric))
    .toSorted((a, b) =>
      a.temperature - b.temperature || metrics.indexOf(a.metric) - metrics.indexOf(b.metric)
    );
  const own = drawn.map(({ prompt }) => prompt).filter((prompt) => !PROMPTS.some((one) => one === prompt));
  const ordered = [...PROMPTS, ...new Set(own)].flatMap((prompt) =>
    drawn.filter((row) => row.prompt === prompt)
  );
  const models = new Set(drawn.map(({ model }) => model)).size;
  return estimates(
    ordered.map(({ prompt, metric, model, temperature, value, low, high }) => ({
      ...{ prompt, metric, value, low, high, panel: settingName({ model, temperature }) },
    })),
    {
      ...{ x: "prompt", color: "metric", panel: "panel", ...writing },
      xLabel: "Prompting method",
      yLabel: "Share of tasks",
      note: "Bars: 95 % Wilson intervals over tasks",
      // Whole rows for each temperature, with readable panels.
      ...(models > 1 && { width: "page", columns: models % 3 === 0 ? 3 : Math.min(models, 4) }),
    },
  );
}

/** Observed rates of difference beside the middle 95 % of the rates of a language-blind model. */
export function nullFigure(
  rows: readonly LanguageNull[],
  { metric, ...writing }: StudyWriting & { metric: string; title: string },
): Figure {
  const chosen = rows.filter((row) => row.metric === metric).toSorted((a, b) =>
    a.temperature - b.temperature
  );
  return estimates(
    chosen.flatMap(({ model, temperature, value, low, high, expected, expectedLow, expectedHigh }) => [
      { model, panel: temperatureName(temperature), case: "observed", value, low, high },
      {
        ...{ model, panel: temperatureName(temperature), case: "blind to language" },
        ...{ value: expected, low: expectedLow, high: expectedHigh },
      },
    ]),
    {
      ...{ x: "model", color: "case", panel: "panel", ...writing },
      xLabel: "Answers of",
      yLabel: "Share of tasks that differ between languages",
      note:
        "Observed: 95 % Wilson intervals over tasks. Blind: mean and middle 95 % if labels are dealt at random",
    },
  );
}
