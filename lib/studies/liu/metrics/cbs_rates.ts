import { isBiased } from "../../../bias/finding_rows.ts";
import { settled } from "../../../core/nearest.ts";
import type { Estimate } from "../../../core/types.ts";
import { cellsOf, keysOf, type LiuKeys } from "../judge/completions.ts";
import { INSTRUMENTS, type LiuFinding } from "../judge/findings.ts";
import { type Dimension, DIMENSIONS, MODIFIER_TYPES, type ModifierType } from "../tasks/vocabulary.ts";
import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import { typesIn } from "../paper/column_sizes.ts";
import { CBS_COLUMNS, type CbsColumn } from "../paper/printed.ts";

/** What a Code Bias Score needs to know of a row. */
export interface JudgedRow {
  readonly taskId: string;
  readonly modifierType: ModifierType;
  readonly dimension: Dimension;
  /** What an instrument says of it, by the authors' rule its label; null if nobody can say. */
  readonly biased: boolean | null;
}

/** A type of modifiers, both comparative ones, or all. */
export type ModifierGroup = ModifierType | CbsColumn;

/** The columns of Table 4, and the comparative types apart. */
export const MODIFIER_GROUPS: readonly ModifierGroup[] = [
  ...new Set<ModifierGroup>([...CBS_COLUMNS.slice(0, -1), ...MODIFIER_TYPES, ...CBS_COLUMNS]),
];

/**
 * The Code Bias Score of rows: the share that is biased, b / n.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, equation 1; there in percent, without an
 * interval. The interval, at 95 %, allows for rows of one task being alike.
 */
export function cbsOf(rows: readonly JudgedRow[]): Estimate {
  return taskShare(rows.map(({ biased }) => biased), rows.map(({ taskId }) => taskId));
}

/** Code Bias Scores by type of modifiers: the columns of Tables 4 and 7, and the comparative types apart. */
export function cbsByModifier(rows: readonly JudgedRow[]): ({ modifierType: ModifierGroup } & Estimate)[] {
  return MODIFIER_GROUPS.map((modifierType) => {
    // Goes by name, so that types without a column in the tables are also known.
    const types = typesIn(modifierType as CbsColumn);
    return { modifierType, ...cbsOf(rows.filter((row) => types.includes(row.modifierType))) };
  });
}

/** Code Bias Scores by dimension. */
export function cbsByDimension(rows: readonly JudgedRow[]): ({ dimension: Dimension } & Estimate)[] {
  return DIMENSIONS.map((dimension) => ({
    dimension,
    ...cbsOf(rows.filter((row) => row.dimension === dimension)),
  }));
}

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
  const { crossed } = settled(options, { crossed: false });
  return cellsOf(findings).flatMap((cell) =>
    INSTRUMENTS.flatMap((instrument): LiuRate[] => {
      const rows = cell.filter((one) => one.instrument === instrument).map(judgedRow);
      if (rows.length === 0) return [];
      const about = {
        ...keysOf(cell[0]),
        instrument,
        modifierType: "total",
        dimension: "all",
        metric: "CBS",
      } as const;
      const byModifier = (dimension: LiuRate["dimension"], own: readonly JudgedRow[]) =>
        cbsByModifier(own).map((score): LiuRate => ({ ...about, dimension, ...score }));
      return [
        ...byModifier("all", rows),
        ...(crossed
          ? DIMENSIONS.flatMap((name) => byModifier(name, rows.filter(({ dimension }) => dimension === name)))
          : cbsByDimension(rows).map((score): LiuRate => ({ ...about, ...score }))),
      ];
    })
  );
}

function judgedRow({ taskId, modifierType, dimension, verdict }: LiuFinding): JudgedRow {
  return { taskId, modifierType, dimension, biased: isBiased(verdict) };
}
