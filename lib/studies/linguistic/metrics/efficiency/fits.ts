import { type AuthorsClass, CLASSES, type ComplexityClass } from "../../../../complexity/classes.ts";
import { fitByAuthorsRule } from "../../../../complexity/authors_rule.ts";
import type { Profile, Timing } from "../../../../core/types.ts";
import type { LinguisticSettings } from "../../tasks/layout.ts";
import type { ClassFit } from "../../../../complexity/ours.ts";
import { cellsBy } from "../../../../statistics/cells.ts";
import { tableFrom } from "../../../../report/tables/table_with.ts";
import type { SampleProgram } from "./sample_programs.ts";

/** The complexity of a sample's program by its running times. */
export interface FittedProgram
  extends Pick<Timing<LinguisticSettings>, "taskId" | "model" | "settings" | "epoch"> {
  /** The class of complexity; null if none can be named. */
  readonly class: AuthorsClass | null;
  /** The score; lower is more efficient. Null if no class can be named. */
  readonly score: number | null;
  /** Why no class can be named, else null. */
  readonly reason: string | null;
}

/**
 * The complexity of every program with recorded running times, by the rule of the authors' scripts.
 *
 * Source: the authors' repository; see {@linkcode fitByAuthorsRule} for the differences from the paper.
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

/** The result of measuring a program. */
export interface MeasuredComplexity {
  readonly class: ComplexityClass | null;
  readonly score: number | null;
  readonly reason?: string;
  /** The measured times; undefined if the program could not be measured. */
  readonly profile?: Pick<Profile, "n" | "seconds">;
  /** The fits of all classes, best first. @default none */
  readonly fits?: readonly Pick<ClassFit, "class" | "cost">[];
}

/**
 * The complexity of the samples' programs by our own measurements, in the form of {@linkcode fitTimings}.
 * Scores are the paper's 1 to 7.
 *
 * @param programs The programs of {@linkcode samplePrograms}.
 * @param measured The result of `profilePrograms` for each, in the same order.
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
 * The number of programs by model, temperature, language and class of complexity, cheap classes first, null for programs
 * without one.
 *
 * @param fits The complexity of programs of one prompting method.
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

/** The table of {@linkcode classCounts}; the class of programs without one is `none`. */
export const classTable = tableFrom(
  (fits: readonly FittedProgram[]) =>
    classCounts(fits).map((row) => ({ ...row, class: row.class ?? "none" })),
  ["model", "temperature", "language", "class", "programs"],
);
