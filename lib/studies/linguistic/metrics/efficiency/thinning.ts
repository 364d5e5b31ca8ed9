import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import type { AuthorsClass, ComplexityClass } from "../../../../complexity/classes.ts";
import { complexityOf } from "../../../../complexity/ours.ts";
import { fitByAuthorsRule } from "../../../../complexity/authors_rule.ts";
import type { Series } from "../../../../complexity/series.ts";
import type { Timing } from "../../../../core/types.ts";
import type { ProgramAnswers } from "../importance/convergence.ts";
import type { LinguisticSettings } from "../../tasks/layout.ts";

/** The instruments that name a class. */
export type FitRule = "published" | "ours";

/** What to fit to which sizes. */
export interface ThinningOptions {
  /** Every k-th size is kept; 1, all of them, is the reference. @default [1, 2, 5, 10] */
  readonly every?: readonly number[];
  /** @default "published" */
  readonly rule?: FitRule;
}

/**
 * A series with every k-th of its sizes, counted from the largest one, which stays: its running time decides
 * most.
 *
 * @param every k, a whole number from 1.
 * @throws {RangeError} If it is none.
 *
 * @example
 * ```ts
 * import { thinned } from "codebias/studies/linguistic/metrics/efficiency/thinning.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(thinned({ n: [1, 2, 3, 4, 5], t: [5, 6, 7, 8, 9] }, 2), { n: [1, 3, 5], t: [5, 7, 9] });
 * ```
 */
export function thinned({ n, t }: Series, every: number): Series {
  if (!Number.isInteger(every) || every < 1) {
    throw new RangeError(`Cannot keep every size of ${every}: expected a whole number from 1`);
  }
  const kept = (_: number, at: number) => (n.length - 1 - at) % every === 0;
  return { n: n.filter(kept), t: t.filter(kept) };
}

/**
 * The classes of programs from all of their recorded sizes and from fewer, for `convergence`: what a measurement with fewer
 * sizes would have said, without measuring anew.
 *
 * Sizes that are left out were measured in the same session as those that stay, so that this shows what the
 * number of sizes does, not how much two sessions differ. With evenly spaced sizes, fewer also span less, as
 * in a measurement that divides the same range more coarsely; where they span too little, the rule `ours`
 * names no class. Under the rule `published`, sums of squares are over fewer sizes while the bias for simple
 * classes stays 1e-6 s², so that simple classes win more often.
 *
 * Source: the BilingualCodeEval paper, appendix A.5, for the question; thinning is this project's.
 *
 * @param timings Recorded running times.
 * @returns By settings such as `50 sizes`; where series are not equally long, `every 2nd size` and the like.
 * @throws {RangeError} If a number is not a whole one from 1, or stands there twice.
 */
export function thinnedAnswers(
  timings: readonly Timing<LinguisticSettings>[],
  options: ThinningOptions = {},
): ProgramAnswers<AuthorsClass>[] {
  refuseUnknownOptions(options, ["every", "rule"]);
  const { every = [1, 2, 5, 10], rule = "published" } = options;
  if (rule !== "published" && rule !== "ours") {
    throw new RangeError(`Cannot fit by the rule ${rule}: the rules are published and ours`);
  }
  if (new Set(every).size < every.length) {
    throw new RangeError(`Cannot thin twice the same way: every is ${every.join(", ")}`);
  }
  const lengths = new Set(timings.map(({ n }) => n.length));
  const nameOf = (step: number): string => {
    if (lengths.size === 1) return `${Math.ceil([...lengths][0] / step)} sizes`;
    return step === 1 ? "all sizes" : `every ${step}${ending(step)} size`;
  };
  const names = every.map(nameOf);
  if (new Set(names).size < names.length) {
    throw new RangeError(`Cannot thin to ${names.join(", ")}: two of them are the same`);
  }
  const classOf = rule === "published" ? authorsClass : oursClass;
  return timings.map(({ taskId, model, settings, epoch, n, t }) => ({
    program: [model, settings.prompt, `t${settings.temperature}`, settings.language, taskId, epoch].join(" "),
    taskId,
    classes: Object.fromEntries(every.map((step, at) => [names[at], classOf(thinned({ n, t }, step))])),
  }));
}

function authorsClass(series: Series): AuthorsClass | null {
  const fit = fitByAuthorsRule(series);
  return "class" in fit ? fit.class : null;
}

function oursClass(series: Series): ComplexityClass | null {
  return complexityOf(series).class;
}

function ending(count: number): string {
  const [tens, units] = [Math.floor(count / 10) % 10, count % 10];
  return tens === 1 ? "th" : ["th", "st", "nd", "rd"][units] ?? "th";
}
