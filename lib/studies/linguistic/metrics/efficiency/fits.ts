import { type AuthorsClass, CLASSES, type ComplexityClass } from "../../../../complexity/classes.ts";
import { fitByAuthorsRule } from "../../../../complexity/authors_rule.ts";
import type { Profile, Timing } from "../../../../core/types.ts";
import type { LinguisticSettings } from "../../tasks/layout.ts";
import type { ClassFit } from "../../../../complexity/ours.ts";
import { cellsBy } from "../../../../statistics/cells.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { SampleProgram } from "./sample_programs.ts";

/** What the running times of a sample's program say about its complexity. */
export interface FittedProgram
  extends Pick<Timing<LinguisticSettings>, "taskId" | "model" | "settings" | "epoch"> {
  /** Null if no class can be named. */
  readonly class: AuthorsClass | null;
  /** Lower is more efficient; null if no class can be named. */
  readonly score: number | null;
  /** Why no class can be named. */
  readonly reason: string | null;
}

/**
 * The complexity of every program with recorded running times, as the authors' scripts find it.
 *
 * Source: the authors' repository; see {@linkcode fitByAuthorsRule} for what differs from the paper.
 */
export function fitTimings(timings: readonly Timing<LinguisticSettings>[]): FittedProgram[] {
  return timings.map(({ taskId, model, settings, epoch, n, t }) => {
    const fit = fitByAuthorsRule({ n, t });
    const found = "class" in fit
      ? { class: fit.class, score: fit.score, reason: null }
      : { class: null, score: null, reason: fit.reason };
    return { taskId, model, settings, epoch, ...found };
  });
}

/** What a measurement says about a program. */
export interface MeasuredComplexity {
  readonly class: ComplexityClass | null;
  readonly score: number | null;
  readonly reason?: string;
  /** Undefined if the program could not be measured. */
  readonly profile?: Pick<Profile, "n" | "seconds">;
  /** All classes, the best first. @default none */
  readonly fits?: readonly Pick<ClassFit, "class" | "cost">[];
}

/**
 * The complexity of the samples' programs, from measurements of ours, as {@linkcode fitTimings} finds it from
 * recorded ones. Scores are the paper's 1 to 7.
 *
 * @param programs As {@linkcode samplePrograms} gives them.
 * @param measured What `profilePrograms` says of each, in the same order.
 */
export function fitPrograms(
  programs: readonly SampleProgram[],
  measured: readonly MeasuredComplexity[],
): FittedProgram[] {
  if (programs.length !== measured.length) {
    throw new RangeError(`Cannot match ${measured.length} measurements with ${programs.length} programs`);
  }
  return programs.map(({ sample: { taskId, model, settings, epoch } }, at) => {
    const { class: name, score, reason = null } = measured[at];
    return { taskId, model, settings, epoch, class: name, score, reason };
  });
}

/**
 * Counts programs by model, temperature, language and class of complexity, the cheap classes first, null for programs without one.
 *
 * @param fits Complexity of programs of one prompting method.
 */
export function classCounts(fits: readonly FittedProgram[]) {
  const order: readonly (string | null)[] = [...CLASSES, "polynomial", null];
  const groups = cellsBy(fits, ({ model, settings: { temperature, language }, class: name }) => ({
    ...{ model, temperature, language, class: name },
  }));
  return groups.map(({ keys, own }) => ({ ...keys, programs: own.length })).toSorted((a, b) =>
    a.model.localeCompare(b.model, "en") || a.temperature - b.temperature ||
    a.language.localeCompare(b.language, "en") ||
    order.indexOf(a.class) - order.indexOf(b.class)
  );
}

/** The same as a table; programs without a class are `none`. */
export function classTable(
  fits: readonly FittedProgram[],
  options: TableOptions<keyof ReturnType<typeof classCounts>[number]> = {},
): Table {
  const columns = ["model", "temperature", "language", "class", "programs"] as const;
  return table(classCounts(fits).map((row) => ({ ...row, class: row.class ?? "none" })), {
    columns,
    ...options,
  });
}
