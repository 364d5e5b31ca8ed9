import type { Figure } from "../../report/figure.ts";
import { lines } from "../../report/lines.ts";
import type { LiuRate } from "./cbs_rates.ts";
import type { DeclaredCbs } from "./declared_cbs.ts";
import type { LiuFigureOptions } from "./figures.ts";
import { CBS_COLUMNS } from "./published.ts";

/** What goes up along a ladder. */
export type Ladder = "temperature" | "topP";

/** What a figure of a ladder shows. */
export interface LadderFigureOptions extends LiuFigureOptions {
  readonly across: Ladder;
  /** What is to be expected of a synthetic model, see `declaredCbs`. @default nothing */
  readonly declared?: readonly DeclaredCbs[];
}

/** What the synthetic model is called when it is asked. */
const SYNTHETIC = "calibration/liu";

/** What a declared score is of. */
const KEYS = ["prompt", "temperature", "topP", "modifierType", "dimension"] as const;

const LABELS: Readonly<Record<Ladder, string>> = { temperature: "Temperature t", topP: "Top-p" };

/**
 * Code Bias Scores over temperatures or over top-p, by type of modifiers and in total: a panel for each model and instrument.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Figure 7, of CodeGen-6.1B at nine temperatures and
 * nine top-p, there without numbers or intervals; nothing of these completions is recorded.
 *
 * @param rates As `cbsRates` gives them, of one prompt variant; scores of single dimensions are not drawn.
 * @throws {RangeError} If there are not two steps, or rates of one panel differ in more than that.
 */
export function ladderFigure(
  rates: readonly LiuRate[],
  { across, declared = [], ...writing }: LadderFigureOptions,
): Figure {
  const drawn = rates.filter(({ dimension, modifierType, ...rate }) =>
    dimension === "all" && rate[across] !== null && CBS_COLUMNS.some((name) => name === modifierType)
  );
  const steps = new Set(drawn.map((rate) => rate[across]));
  if (steps.size < 2) {
    throw new RangeError(
      `Cannot draw scores over ${LABELS[across].toLowerCase()}: ${
        steps.size === 0 ? "there are none" : "all are of one"
      }; ask at two at least`,
    );
  }
  const truth = ({ model, ...rate }: LiuRate) =>
    model !== SYNTHETIC
      ? null
      : declared.find((one) => KEYS.every((key) => one[key] === rate[key]))?.value ?? null;
  const rows = drawn.map((rate) => ({
    step: rate[across]!,
    ...{ value: rate.value, low: rate.low, high: rate.high, modifiers: rate.modifierType },
    declared: truth(rate),
    panel: `${rate.model}, ${rate.instrument}`,
  }));
  const isDeclared = rows.some((row) => row.declared !== null);
  return lines(rows, {
    title: across === "temperature" ? "Bias over temperatures" : "Bias over top-p",
    note: "Bands: 95 % intervals that allow for completions of one task being alike",
    ...writing,
    ...{ x: "step", y: "value", low: "low", high: "high", series: "modifiers", panel: "panel" },
    ...(isDeclared && { truth: "declared", truthLabel: "declared rate" }),
    ...{ xLabel: LABELS[across], yLabel: "Code Bias Score", width: "page" as const },
  });
}
