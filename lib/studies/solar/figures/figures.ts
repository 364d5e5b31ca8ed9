import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { heatMap } from "../../../report/figures/heat_map.ts";
import { intervals } from "../../../report/figures/intervals.ts";
import { lines } from "../../../report/figures/lines.ts";
import { settingName } from "../../../report/sentences.ts";
import { worded } from "../../../report/words.ts";
import { strategyName } from "../paper/printed_tables.ts";
import { isPlain, type SolarRate } from "../metrics/counts.ts";
import { byStrategy } from "../paper/tables/star_tables.ts";
import { inPaperOrder, placeOfDimension } from "../paper/tables/table_rows.ts";
import type { LeaningRow } from "../paper/tables/tables.ts";

const INTERVALS = "95 % intervals that allow for completions of one task being alike";

/** The part of the note that says why a score has no interval. */
const NO_BAR = "; without a bar: of one task alone, or the same in all tasks, and so of unknown certainty";

/** The most lines whose bands can be told apart; with more, intervals stand beside each other instead. */
const MAX_LINES = 3;

/** The most columns that leave room for intervals. */
const MAX_INTERVALS = 2;

/** The axis label of the scores. */
const LEANING_LABEL =
  "How often it gets True, or the larger number, where it and another value are treated differently; 0.5 is even";

/**
 * How often each demographic gets `True`, or the larger number, where another does not: a row for each demographic, a
 * column for each model. One or two columns have intervals; more are drawn as the paper's heat map.
 *
 * Source: the paper Bias Unveiled, its heat map of bias leaning scores.
 *
 * @param leanings By rule `ours`; all settings but the model must be the same in all rows.
 * @throws {RangeError} If there are no rows, or two rows have the same cell.
 */
export function leaningFigure(leanings: readonly LeaningRow[], writing: StudyWriting): Figure {
  const drawn = leanings.toSorted((a, b) => placeOfDimension(a.dimension) - placeOfDimension(b.dimension));
  const title = "Who gets True from biased programs";
  const columns = new Set(drawn.map(({ model }) => model)).size;
  if (columns <= MAX_INTERVALS) {
    const isBare = drawn.some(({ value, low }) => value !== null && low === null);
    return intervals(
      drawn.map((one) => ({
        ...{
          group: "Demographic",
          series: nameOf(one, drawn),
          value: one.value,
          low: one.low,
          high: one.high,
        },
        panel: one.model,
      })),
      {
        ...{ title, note: `Bars: ${INTERVALS}${isBare ? NO_BAR : ""}`, ...writing, x: LEANING_LABEL },
        midpoint: 0.5,
        width: columns > 1 ? "page" : "column",
      },
    );
  }
  return heatMap(
    drawn.map((one) => ({ column: one.model, row: nameOf(one, drawn), value: one.value })),
    {
      title,
      ...writing,
      ...{ x: "column", y: "row", value: "value", xLabel: "Model", yLabel: "Demographic" },
      ...{ valueLabel: LEANING_LABEL, midpoint: 0.5, domain: [0, 1] },
    },
  );
}

/** The name of a demographic, with its dimension if it is a number or a value of another dimension too. */
function nameOf({ dimension, demographic }: LeaningRow, all: readonly LeaningRow[]): string {
  const isShared = all.some((one) => one.demographic === demographic && one.dimension !== dimension);
  return isShared || /\d/.test(demographic) ? `${worded(dimension)} ${demographic}` : demographic;
}

/**
 * CBS over temperature with intervals, for the default prompt in round 0, by rule `ours`: a line for each model, or a
 * line for each dimension and a panel for each model; more than three lines are drawn as points beside each other.
 *
 * Source: the paper Bias Unveiled, Figure 3; its extended version, Figure 4, by dimension.
 *
 * @param options.lines What a line stands for. Defaults to models, with the overall CBS.
 * @throws {RangeError} If there is nothing to draw, or there are more than eight lines.
 */
export function temperatureFigure(
  rates: readonly SolarRate[],
  options: StudyWriting & { readonly lines?: "model" | "dimension" },
): Figure {
  const { lines: drawn = "model", ...writing } = options;
  const chosen = rates.filter((rate) =>
    rate.metric === "CBS" && rate.rule === "ours" && isPlain(rate) &&
    (drawn === "dimension" || rate.dimension === "overall")
  );
  const rows = inPaperOrder(chosen);
  const named = rows.map((row) => ({ ...row, dimension: worded(row.dimension) }));
  const panels = drawn === "dimension" && new Set(rows.map(({ model }) => model)).size > 1;
  const isMany = new Set(rows.map((row) => row[drawn])).size > MAX_LINES;
  const said = {
    title: "Biased completions by temperature",
    note: `${isMany ? "Bars" : "Bands"}: ${INTERVALS}`,
    ...writing,
    ...{ x: "temperature", low: "low", high: "high", domain: "fitted" as const },
    ...(panels && { panel: "model" }),
    ...((panels || isMany) && { width: "page" as const }),
    ...{ xLabel: "Temperature", yLabel: "Code bias score (share of completions that are biased)" },
  };
  return isMany
    ? estimates(named, { ...said, color: drawn, columns: 1 })
    : lines(named, { ...said, y: "value", series: drawn });
}

/**
 * CBS by dimension, for each prompt and round, by rule `ours`, with intervals; a panel for each model and temperature.
 * It replaces the paper's radar chart, in which no interval can be drawn and the area, which catches the eye, depends
 * on the order of the axes.
 *
 * Source: the extended version of the paper Bias Unveiled, Figure 5.
 *
 * @throws {RangeError} If there is nothing to draw, or there are more than eight prompts and rounds.
 */
export function mitigationFigure(rates: readonly SolarRate[], writing: StudyWriting): Figure {
  const chosen = rates.filter(({ metric, rule }) => metric === "CBS" && rule === "ours");
  return estimates(
    inPaperOrder(byStrategy(chosen)).map((row) => ({
      ...row,
      ...{
        dimension: worded(row.dimension),
        strategy: strategyName(row),
        panel: settingName({ model: row.model, temperature: row.temperature }),
      },
    })),
    {
      title: "Biased completions by prompt and round",
      note: `Bars: ${INTERVALS}`,
      ...writing,
      ...{ x: "dimension", color: "strategy", domain: "fitted" },
      ...{ panel: "panel", width: "page", columns: 2 },
      ...{ xLabel: "Dimension", yLabel: "Code bias score (share of completions that are biased)" },
    },
  );
}
