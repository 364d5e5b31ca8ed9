import { refuseUnknownOptions, settled } from "../../../../core/nearest.ts";
import { fitByAuthorsRule } from "../../../../complexity/authors_rule.ts";
import type { AuthorsClass } from "../../../../complexity/classes.ts";
import { complexityOf } from "../../../../complexity/ours.ts";
import type { Series } from "../../../../complexity/series.ts";
import { tableFrom } from "../../../../report/tables/table_with.ts";
import { clusteredProportion } from "../../../../statistics/intervals/clustered_proportion.ts";
import { proportion } from "../../../../statistics/intervals/wilson.ts";
import type { Estimate, Timing } from "../../../../core/types.ts";
import type { LinguisticSettings } from "../../tasks/layout.ts";

/** The classes of one program under several settings of the measurement. */
export interface ProgramAnswers {
  /** Its unique name. */
  readonly program: string;
  /** The task; programs for one task are alike. @default each program is independent */
  readonly taskId?: string;
  /** The class by the name of a setting, e.g. of a number of sizes; null where none was named. */
  readonly classes: Readonly<Record<string, string | null>>;
}

/** How often a setting names the class that the reference setting names. */
export type Convergence = ReturnType<typeof convergence>[number];

/** The options of {@linkcode convergence}. */
export interface ConvergenceOptions {
  /** The setting that is taken to be right, usually the most laborious one. @default the first of the first program */
  readonly reference?: string;
}

/**
 * Whether more effort in a measurement would change its results: for each setting, the share of
 * programs whose class is that of the reference setting.
 *
 * A program counts if the reference names a class for it; a setting that names none for it does not
 * agree. A program is unjudged if the reference names none, or it has no answer under the setting. The
 * interval is Wilson's, or `clusteredProportion`'s where several programs are for one task.
 *
 * A share of 1 shows that a setting is as good as the reference, not that either is right.
 *
 * Source: the BilingualCodeEval paper, appendix A.5, which chooses its parameters this way; rule and interval are ours.
 *
 * @returns A row for each setting but the reference, in the order of their first occurrence.
 * @throws {RangeError} If there are no programs, two have one name, or none has the reference setting.
 *
 * @example
 * ```ts
 * import { convergence } from "codebias/studies/linguistic/metrics/efficiency/convergence.ts";
 * import assert from "node:assert/strict";
 * const [row] = convergence([
 *   { program: "a", classes: { "50 sizes": "linear", "10 sizes": "linear" } },
 *   { program: "b", classes: { "50 sizes": "quadratic", "10 sizes": "linear" } },
 * ]);
 * assert.deepEqual([row.setting, row.value, row.differing[0].program], ["10 sizes", 0.5, "b"]);
 * ```
 */
export function convergence(programs: readonly ProgramAnswers[], options: ConvergenceOptions = {}) {
  refuseUnknownOptions(options, ["reference"]);
  const settings = [...new Set(programs.flatMap(({ classes }) => Object.keys(classes)))];
  const { reference = settings[0] } = options;
  check(programs, settings, reference);
  return settings.filter((setting) => setting !== reference).map((setting) => {
    const judged = programs.filter(({ classes }) =>
      (classes[reference] ?? null) !== null && classes[setting] !== undefined
    );
    const differing = judged.filter(({ classes }) => classes[setting] !== classes[reference]);
    return {
      ...{ setting, reference },
      ...share(judged, differing, programs.length - judged.length),
      /** The number of differing programs for which the setting names no class. */
      abstained: differing.filter(({ classes }) => classes[setting] === null).length,
      /** The programs for which the setting names another class, or none (null). */
      differing: differing.map(({ program, classes }) => ({
        ...{ program, reference: classes[reference]!, class: classes[setting] },
      })),
    };
  });
}

function check(programs: readonly ProgramAnswers[], settings: readonly string[], reference: string): void {
  if (programs.length === 0) throw new RangeError("Cannot see what converges: there are no programs");
  if (!settings.includes(reference)) {
    throw new RangeError(`No program has the setting "${reference}": there are ${settings.join(", ")}`);
  }
  const seen = new Set<string>();
  for (const { program } of programs) {
    if (seen.has(program)) {
      throw new RangeError(`There are two programs named ${program}: give each its own name`);
    }
    seen.add(program);
  }
}

function share(
  judged: readonly ProgramAnswers[],
  differing: readonly ProgramAnswers[],
  unjudged: number,
): Estimate {
  const n = judged.length;
  const tasks = judged.map(({ taskId, program }) =>
    taskId === undefined ? `program ${program}` : `task ${taskId}`
  );
  const clusters = new Set(tasks).size;
  if (clusters === n) return proportion(n - differing.length, n, { unjudged });
  const value = 1 - differing.length / n;
  if (clusters < 2) return { value, low: null, high: null, n, unjudged };
  const { low, high } = clusteredProportion(judged.map((one) => !differing.includes(one)), tasks);
  return { value, low, high, n, unjudged };
}

/** The instruments that name a class. */
export type FitRule = "published" | "ours";

/** The options of {@linkcode thinnedAnswers}. */
export interface ThinningOptions {
  /** The steps k of which every k-th size is kept; 1, all sizes, is the reference. @default [1, 2, 5, 10] */
  readonly every?: readonly number[];
  /** The rule that names the class. @default "published" */
  readonly rule?: FitRule;
}

/**
 * A series with every k-th of its sizes, counted from the largest one, which is always kept because its running time
 * has the largest influence.
 *
 * @param every k, a whole number from 1.
 * @throws {RangeError} If `every` is not such a number.
 *
 * @example
 * ```ts
 * import { thinned } from "codebias/studies/linguistic/metrics/efficiency/convergence.ts";
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
 * The classes of programs from all of their recorded sizes and from fewer, for {@linkcode convergence}: the results of
 * a measurement with fewer sizes, without measuring again.
 *
 * The omitted sizes were measured in the same session as the kept ones, so that this shows the effect of the
 * number of sizes, not the difference between two sessions. With evenly spaced sizes, fewer also span less, as
 * in a measurement that divides the same range more coarsely; where they span too little, the rule `ours`
 * names no class. Under the rule `published`, sums of squares are over fewer sizes while the bias for simple
 * classes stays 1e-6 s², so that simple classes win more often.
 *
 * Source: the BilingualCodeEval paper, appendix A.5, for the question; thinning is this project's.
 *
 * @param timings Recorded running times.
 * @returns Classes by settings such as `50 sizes`; where series have different lengths, by `every 2nd size` and the like.
 * @throws {RangeError} If a number is not an integer from 1, or occurs twice.
 */
export function thinnedAnswers(
  timings: readonly Timing<LinguisticSettings>[],
  options: ThinningOptions = {},
): ProgramAnswers[] {
  const { every, rule } = settled(options, { every: [1, 2, 5, 10], rule: "published" });
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
  return timings.map(({ taskId, model, settings, epoch, n, t }) => ({
    program: [model, settings.prompt, `t${settings.temperature}`, settings.language, taskId, epoch].join(" "),
    taskId,
    classes: Object.fromEntries(every.map((step, at) => [names[at], classOf(thinned({ n, t }, step), rule)])),
  }));
}

function classOf(series: Series, rule: FitRule): AuthorsClass | null {
  if (rule === "ours") return complexityOf(series).class;
  const fit = fitByAuthorsRule(series);
  return "class" in fit ? fit.class : null;
}

function ending(count: number): string {
  const [tens, units] = [Math.floor(count / 10) % 10, count % 10];
  return tens === 1 ? "th" : ["th", "st", "nd", "rd"][units] ?? "th";
}

/** A table of how often settings agree with the reference, with the number of programs that differ. */
export const convergenceTable = tableFrom(
  (rows: readonly Convergence[]) => rows.map((row) => ({ ...row, differ: row.differing.length })),
  ["setting", "reference", "value", "low", "high", "n", "unjudged", "differ", "abstained"],
);

/** A table of the programs that differ, with a row per program and setting. */
export const differingTable = tableFrom(
  (rows: readonly Convergence[]) =>
    rows.flatMap(({ setting, differing }) => differing.map((program) => ({ setting, ...program }))),
  ["setting", "program", "class", "reference"],
);
