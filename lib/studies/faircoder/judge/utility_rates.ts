import { cellsBy } from "../../../statistics/cells.ts";
import { mean } from "../../../statistics/descriptive.ts";
import { unitEstimate } from "../../../statistics/intervals/unit_mean.ts";
import type { FunctionalReport } from "../../../core/types/functional_test.ts";
import { printedCell } from "../paper/printed.ts";
import type { Asked, Setting } from "../tasks/settings.ts";
import type { ScoredProgram } from "./scored_program.ts";
import { joinPrinted, printedTable, type WithPrinted } from "../../../paper/with_printed.ts";
import type { UtilityRate } from "../paper/tables/tables.ts";
import { judgeUtility } from "./utility.ts";

/** The utility of an answer's code. */
export interface UtilityAnswer extends Asked {
  /** The utility, in [0, 1]; null if unknown. */
  readonly value: number | null;
}

/**
 * The utility of answers by PyLint: a tenth of its points for their functions; null for answers without a function.
 */
export function lintedAnswers(
  programs: readonly ScoredProgram[],
  reports: readonly { readonly score: number | null }[],
): UtilityAnswer[] {
  return valued(programs, reports, ({ score }) => score === null ? null : score / 10, null);
}

/** Whether the functions of answers pass functional tests; answers without a function do not. */
export function testedAnswers(
  programs: readonly ScoredProgram[],
  reports: readonly FunctionalReport[],
): UtilityAnswer[] {
  const values = { passed: 1, failed: 0, unjudged: null } as const;
  return valued(programs, reports, (report) => values[judgeUtility(report).verdict], 0);
}

/** @param reports Those of the programs that have a function, in their order. */
function valued<R>(
  programs: readonly ScoredProgram[],
  reports: readonly R[],
  valueOf: (report: R) => number | null,
  without: number | null,
): UtilityAnswer[] {
  const functions = programs.filter(({ subject }) => subject).length;
  if (functions !== reports.length) {
    throw new RangeError(
      `Cannot rate ${functions} functions by ${reports.length} reports: give one for each answer with a function`,
    );
  }
  let next = 0;
  return programs.map(({ taskId, model, prompt, temperature, subject, isUnknown }) => ({
    ...{ taskId, model, prompt, temperature },
    value: subject ? valueOf(reports[next++]) : isUnknown ? null : without,
  }));
}

/**
 * The mean utility of answers by model and setting, over tasks, with an interval.
 *
 * @param scale The value that 1 stands for, e.g. 10 for points of PyLint. @default 1
 * @returns The rates: n counts tasks, unjudged counts answers; no interval for one task.
 *
 * @example
 * ```ts
 * import { utilityRates } from "codebias/studies/faircoder/judge/utility_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { model: "m", prompt: "default", temperature: 1 };
 * const [row] = utilityRates([{ ...of, taskId: "a", value: 0.5 }, { ...of, taskId: "b", value: 1 }], { scale: 10 });
 * assert.deepEqual([row.value, row.n], [7.5, 2]);
 * ```
 */
export function utilityRates(
  answers: readonly UtilityAnswer[],
  { scale = 1 }: { readonly scale?: number } = {},
): UtilityRate[] {
  const settings = cellsBy(answers, ({ model, prompt, temperature }) => ({ model, prompt, temperature }));
  return settings.map(({ keys, own }) => {
    const tasks = [...Map.groupBy(own, ({ taskId }) => taskId).values()].flatMap((all) => {
      const known = all.flatMap(({ value }) => value ?? []);
      return known.length === 0 ? [] : [mean(known)];
    });
    const unjudged = own.filter(({ value }) => value === null).length;
    const { value, low, high, n } = unitEstimate(tasks, unjudged);
    const scaled = (bound: number | null) => bound === null ? null : scale * bound;
    return { ...keys, value: scaled(value), low: scaled(low), high: scaled(high), n, unjudged };
  });
}

/** A rate of utility by one measure, beside the printed one. */
export interface UtilityTableRow extends Setting, WithPrinted {
  readonly measure: string;
}

/** The name of the measure that is PyLint's points. */
export const POINTS = "points of PyLint";

/**
 * Rates of utility by a measure beside the printed ones, which are PyLint's points alone.
 *
 * Source: the paper FairCoder, Table 1.
 */
export function utilityRows(rates: readonly UtilityRate[], measure: string): UtilityTableRow[] {
  return rates.map(({ model, prompt, temperature, ...estimate }) => {
    const printed = measure === POINTS ? printedCell("table1", { model, column: "utility" }) : null;
    return { model, prompt, temperature, measure, ...joinPrinted(estimate, printed) };
  });
}

/** Lays out rates of utility by several measures, one row each. */
export const utilityTable = printedTable<UtilityTableRow>(["model", "prompt", "temperature", "measure"]);
