import type { Figure } from "../../../report/figures/figure.ts";
import { estimates } from "../../../report/figures/estimates.ts";
import { declaredOf } from "../../../report/tables/beside_declared.ts";
import { enumerated } from "../../../report/words.ts";
import type { LiuRate } from "../metrics/cbs_rates.ts";
import type { Ladder } from "../metrics/comparisons.ts";
import type { DeclaredCbs } from "../synthetic/declared_cbs.ts";
import { SYNTHETIC } from "../synthetic/synthetic.ts";
import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import { CBS_COLUMNS } from "../paper/printed.ts";

/** The options of {@linkcode ladderFigure}. */
export interface LadderFigureOptions extends StudyWriting {
  readonly across: Ladder;
  /** The expected scores of a synthetic model, see `declaredCbs`. @default none */
  readonly declared?: readonly DeclaredCbs[];
}

/** The keys of a declared score. */
const KEYS = ["prompt", "temperature", "topP", "modifierType", "dimension"] as const;

const NAMES: Readonly<Record<Ladder, string>> = { temperature: "Temperature", topP: "Top-p" };

/**
 * Draws Code Bias Scores over temperatures or over top-p, by type of modifiers and in total: a panel for each model and
 * instrument.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 7, of CodeGen-6.1B at nine temperatures and
 * nine top-p, without numbers or intervals; these completions are not recorded.
 *
 * @param rates As `cbsRates` gives them, of one prompt variant and one value of the setting that does not go up (top-p or
 * temperature). Scores of single dimensions, and scores without the setting that goes up, are not drawn.
 * @throws {RangeError} If there is nothing to draw, or rates of one panel differ in another setting.
 */
export function ladderFigure(
  rates: readonly LiuRate[],
  { across, declared = [], ...writing }: LadderFigureOptions,
): Figure {
  const drawn = CBS_COLUMNS.flatMap((column) =>
    rates.filter(({ dimension, modifierType, ...rate }) =>
      dimension === "all" && modifierType === column && rate[across] !== null
    )
  );
  const valueOf = declaredOf(declared, { on: KEYS, model: SYNTHETIC });
  const rows = drawn.map((rate) => ({
    [across]: rate[across]!,
    ...{ value: rate.value, low: rate.low, high: rate.high, modifiers: rate.modifierType },
    ...{ declared: valueOf(rate), model: rate.model, instrument: rate.instrument },
  }));
  // Side by side, because the bands of five lines would cover one another.
  return estimates(inPanels(rows), {
    title: across === "temperature" ? "Bias over temperatures" : "Bias over top-p",
    note: "Bars: 95 % intervals that allow for completions of one task being alike",
    ...writing,
    ...{ x: across, color: "modifiers", panel: "panel", reference: "declared" },
    ...{ referenceLabel: "declared rate", xLabel: NAMES[across], yLabel: "Code Bias Score" },
    ...{ width: "page" as const, columns: new Set(drawn.map((rate) => rate[across])).size > 3 ? 1 : 2 },
  });
}

/** Adds to each row its panel, one for each model and instrument; instruments that say the same of a model share one. */
function inPanels<R extends { readonly model: string; readonly instrument: string }>(rows: readonly R[]) {
  const panels = [...Map.groupBy(rows, panelOf).values()];
  const alike = Map.groupBy(panels, (own) => JSON.stringify(own.map((row) => ({ ...row, instrument: "" }))));
  return [...alike.values()].flatMap((same) => {
    const instrument = enumerated(same.map(([first]) => first.instrument));
    return same[0].map((row) => ({ ...row, panel: panelOf({ ...row, instrument }) }));
  });
}

function panelOf({ model, instrument }: { readonly model: string; readonly instrument: string }): string {
  return `${model}, ${instrument}`;
}
