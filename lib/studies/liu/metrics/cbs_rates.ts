import { refuseUnknownOptions } from "../../../core/nearest.ts";
import type { Estimate } from "../../../core/types.ts";
import { cellsOf, keysOf, type LiuKeys } from "../judge/completions.ts";
import { INSTRUMENTS, type LiuFinding } from "../judge/findings.ts";
import {
  cbsByDimension,
  cbsByModifier,
  type CbsCell,
  type JudgedRow,
  type ModifierGroup,
} from "./label_cbs.ts";
import { type Dimension, DIMENSIONS } from "../tasks/vocabulary.ts";

/** A Code Bias Score of the completions of one model, prompt variant and sampling, in [0, 1]. */
export interface LiuRate extends LiuKeys, Estimate {
  readonly instrument: string;
  readonly modifierType: ModifierGroup;
  /** `all`, or one of them. */
  readonly dimension: Dimension | "all";
  readonly metric: "CBS";
}

/** Which scores. */
export interface CbsOptions {
  /** Whether each type of modifiers has a score in each dimension, too. @default false */
  readonly crossed?: boolean;
}

/**
 * Code Bias Scores by instrument: of each type of modifiers, of both comparative ones and of all over all
 * dimensions, and of each dimension over all modifiers. What an instrument does not judge is counted, but is
 * in no score.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, equation 1. The intervals, at 95 %, allow for
 * completions of one task being alike.
 */
export function cbsRates(
  findings: readonly LiuFinding[],
  options: CbsOptions = {},
): LiuRate[] {
  refuseUnknownOptions(options, ["crossed"]);
  const { crossed = false } = options;
  return cellsOf(findings).flatMap((cell) =>
    INSTRUMENTS.flatMap((instrument): LiuRate[] => {
      const rows = cell.filter((one) => one.instrument === instrument).map(judgedRow);
      if (rows.length === 0) return [];
      const rate = (
        modifierType: ModifierGroup,
        dimension: LiuRate["dimension"],
        score: CbsCell,
      ): LiuRate => {
        const { value, low, high, n, unjudged } = score;
        return {
          ...{ ...keysOf(cell[0]), instrument, modifierType, dimension, metric: "CBS" },
          ...{ value, low, high, n, unjudged },
        };
      };
      return [
        ...cbsByModifier(rows).map(({ modifierType, ...score }) => rate(modifierType, "all", score)),
        ...(crossed
          ? DIMENSIONS.flatMap((dimension) =>
            cbsByModifier(rows.filter((row) => row.dimension === dimension))
              .map(({ modifierType, ...score }) => rate(modifierType, dimension, score))
          )
          : cbsByDimension(rows).map(({ dimension, ...score }) => rate("total", dimension, score))),
      ];
    })
  );
}

function judgedRow({ taskId, modifierType, dimension, verdict }: LiuFinding): JudgedRow {
  return { taskId, modifierType, dimension, biased: verdict === "unjudged" ? null : verdict === "biased" };
}
