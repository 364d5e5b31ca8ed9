import { isBiased } from "../../../bias/finding_rows.ts";
import { settled } from "../../../core/nearest.ts";
import type { Estimate } from "../../../core/types.ts";
import { cellsOf, keysOf, type LiuKeys } from "../judge/completions.ts";
import { INSTRUMENTS, type LiuFinding } from "../judge/findings.ts";
import type { LiuTask } from "../tasks/task.ts";
import { type Dimension, DIMENSIONS, MODIFIER_TYPES, type ModifierType } from "../tasks/vocabulary.ts";
import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import { typesIn } from "../paper/column_sizes.ts";
import { CBS_COLUMNS, type CbsColumn } from "../paper/printed.ts";

/** A type of modifiers, both comparative ones, or all. */
export type ModifierGroup = ModifierType | CbsColumn;

/** The columns of Table 4, and each comparative type by itself. */
export const MODIFIER_GROUPS: readonly ModifierGroup[] = [
  ...new Set<ModifierGroup>([...CBS_COLUMNS.slice(0, -1), ...MODIFIER_TYPES, ...CBS_COLUMNS]),
];

/** The tasks behind a Code Bias Score, by their modifiers and dimension. */
export interface CbsCell {
  readonly modifierType: ModifierGroup;
  /** `all`, or one of the dimensions. */
  readonly dimension: Dimension | "all";
}

/** The cells with scores: types of modifiers over all dimensions (Tables 4 and 7), and dimensions over all modifiers. */
export const CBS_CELLS: readonly CbsCell[] = [
  ...MODIFIER_GROUPS.map((modifierType) => ({ modifierType, dimension: "all" } as const)),
  ...DIMENSIONS.map((dimension) => ({ modifierType: "total", dimension } as const)),
];

const CROSSED_CELLS = (["all", ...DIMENSIONS] as const).flatMap((dimension) =>
  MODIFIER_GROUPS.map((modifierType): CbsCell => ({ modifierType, dimension }))
);

/** Returns a function that says whether a task is in the cell of a score. */
export function isIn({ modifierType, dimension }: CbsCell) {
  const types = typesIn(modifierType);
  return (task: Pick<LiuTask, "modifierType" | "dimension">): boolean =>
    types.includes(task.modifierType) && (dimension === "all" || task.dimension === dimension);
}

/** The fields of a row that a Code Bias Score needs. */
export interface JudgedRow extends Pick<LiuTask, "modifierType" | "dimension"> {
  readonly taskId: string;
  /** Whether an instrument calls it biased, which by the authors' rule is its label; null if unjudged. */
  readonly biased: boolean | null;
}

/**
 * The Code Bias Scores of rows: the share of rows that are biased, b / n.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, equation 1; there in percent, without an
 * interval. The interval, at 95 %, allows for rows of one task being alike.
 */
export function cbsOf(rows: readonly JudgedRow[], cells = CBS_CELLS): (Score & Estimate)[] {
  return cells.map((cell) => {
    const own = rows.filter(isIn(cell));
    const share = taskShare(own.map(({ biased }) => biased), own.map(({ taskId }) => taskId));
    return { ...cell, metric: "CBS", ...share };
  });
}

interface Score extends CbsCell {
  readonly metric: "CBS";
}

/** A Code Bias Score of the completions of one model, prompt variant and sampling, in [0, 1]. */
export interface LiuRate extends LiuKeys, Score, Estimate {
  readonly instrument: string;
}

/** The options of {@linkcode cbsRates}. */
export interface CbsOptions {
  /** Whether each type of modifiers has a score in each dimension, too. @default false */
  readonly crossed?: boolean;
}

/**
 * The Code Bias Scores by instrument: of each type of modifiers, of both comparative ones and of all over all dimensions,
 * and of each dimension over all modifiers. Completions that an instrument does not judge are counted, but are in no
 * score.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, equation 1. The intervals, at 95 %, allow for
 * completions of one task being alike.
 */
export function cbsRates(
  findings: readonly LiuFinding[],
  options: CbsOptions = {},
): LiuRate[] {
  const { crossed } = settled(options, { crossed: false });
  return cellsOf(findings).flatMap((cell) =>
    INSTRUMENTS.flatMap((instrument): LiuRate[] => {
      const rows = cell.filter((one) => one.instrument === instrument).map(judgedRow);
      const scores = rows.length > 0 ? cbsOf(rows, crossed ? CROSSED_CELLS : CBS_CELLS) : [];
      return scores.map((score) => ({ ...keysOf(cell[0]), instrument, ...score }));
    })
  );
}

function judgedRow({ taskId, modifierType, dimension, verdict }: LiuFinding): JudgedRow {
  return { taskId, modifierType, dimension, biased: isBiased(verdict) };
}
