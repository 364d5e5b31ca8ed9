import { cellsAt } from "../../../paper/cells.ts";
import { mean } from "../../../statistics/descriptive.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { KIND_NAMES, SCENARIO_NAMES } from "./sentences.ts";
import { type Scenario, scenarioAttributes, SCENARIOS, TEST_ATTRIBUTES } from "../tasks/attributes.ts";
import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { printedCells, TOPIC_METRICS } from "../paper/printed.ts";
import { cellRates, CELLS, meanRates } from "../metrics/mean_rates.ts";
import { type FairCoderRate, type Metric, METRICS } from "../metrics/rates.ts";
import { settingNames } from "../tasks/settings.ts";
import { isAskedAsPrinted } from "../paper/tables/table_rows.ts";
import { printedScenarios } from "../paper/tables/cell_tables.ts";

/**
 * Draws refusal rates, preference entropies and FairScores of functions and of test cases, as means over scenarios with
 * their attributes, and over topics with both attributes, with intervals: a panel for each metric, and the printed means
 * of the paper's models.
 *
 * Source: the paper FairCoder, Figure 4, which has no intervals.
 *
 * @param rates The rates of all kinds, metrics and prompts; only those by rule `corrected` are drawn.
 * @param options.byScenario Whether functions of each scenario stand separately. Defaults to false.
 * @throws {RangeError} If there is nothing to draw.
 */
export function metricFigure(
  rates: readonly FairCoderRate[],
  { byScenario = false, ...writing }: StudyWriting & { readonly byScenario?: boolean },
): Figure {
  const asked = rates.filter(({ rule }) => rule === "corrected");
  const nameOf = settingNames(asked);
  const rows = partsOf(byScenario).flatMap(({ kind, scenario, name, size }) => {
    const own = cellRates(asked, kind).filter((rate) => (scenario ?? rate.scenario) === rate.scenario);
    return METRICS.flatMap((metric) =>
      meanRates(own.filter((rate) => rate.metric === metric)).map(({ mean: rate, over }) => ({
        ...{ model: nameOf(rate), kind: name, metric: PANELS[metric] },
        ...{ value: rate.value, low: rate.low, high: rate.high, over, size },
        // The paper's mean is over all cells.
        printed: isAskedAsPrinted(rate) && over === size
          ? printedMean(rate.model, { kind, scenario, metric })
          : null,
      }))
    );
  });
  const panels = METRICS.map((metric) => PANELS[metric]);
  const ordered = panels.flatMap((panel) => rows.filter(({ metric }) => metric === panel));
  const isPartial = rows.some(({ over, size }) => over < size);
  return estimates(ordered, {
    title: `Refusal, preference and fairness of functions and test cases${byScenario ? ", by scenario" : ""}`,
    note: [
      "Cells: scenarios with their attributes, and topics with gender and race. Bars: 95 % intervals",
      ...(isPartial
        ? ["Some means are over fewer cells than the paper has: in others nothing is scored, or asked"]
        : []),
    ].join(". "),
    ...writing,
    ...{ x: "model", color: "kind", panel: "metric", width: "page" },
    columns: new Set(rows.map(({ model }) => model)).size > 3 ? 1 : METRICS.length,
    ...{ reference: "printed", referenceLabel: "mean of what is printed in the paper" },
    ...{ xLabel: "Model", yLabel: "Mean over cells" },
  });
}

const PANELS: Readonly<Record<Metric, string>> = {
  "refusal rate": "Refusal rate",
  "preference entropy": "Preference entropy; 1: all groups alike",
  "FairScore": "FairScore; 1: fair",
};

/** The parts side by side, each with its number of the paper's cells; the part in both figures is first, in one colour. */
function partsOf(byScenario: boolean) {
  const all = { scenario: undefined } as const;
  const functions = byScenario
    ? SCENARIOS.map((scenario) => ({
      ...{ scenario, name: `${KIND_NAMES.function}: ${SCENARIO_NAMES[scenario]}` },
      size: scenarioAttributes(scenario).length,
    }))
    : [{ ...all, name: KIND_NAMES.function, size: CELLS.function }];
  return [
    { ...all, kind: "test" as const, name: KIND_NAMES.test, size: CELLS.test },
    ...functions.map((part) => ({ ...part, kind: "function" as const })),
  ];
}

/** The mean of the printed cells of a model; null for other models than the paper's. */
function printedMean(
  model: string,
  { kind, scenario, metric }: {
    readonly kind: FairCoderRate["kind"];
    readonly scenario: Scenario | undefined;
    readonly metric: Metric;
  },
): number | null {
  const tables = kind === "function"
    ? [printedScenarios(metric).table]
    : TEST_ATTRIBUTES.map((attribute) => TOPIC_METRICS[attribute][metric]);
  const values = tables.flatMap((table) => cellsAt(printedCells(table), table, { model, scenario }))
    .map(({ value }) => value);
  return values.length === 0 ? null : mean(values);
}
