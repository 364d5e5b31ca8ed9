import { CLASSES, type ComplexityClass } from "../../../../complexity/classes.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import type { ProfiledProgram, Sample } from "../../../../core/types.ts";
import { hasPassed } from "./advantages.ts";
import type { EfficiencyMetric } from "./efficiency.ts";
import type { FittedProgram } from "./fits.ts";
import type { LinguisticSettings, LinguisticTask } from "../../tasks/layout.ts";
import { programOf } from "../../judge/programs.ts";
import type { Rate } from "../rates.ts";
import type { Verdict } from "../../judge/verdict.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** The program of a sample, as it is measured. */
export interface SampleProgram {
  readonly sample: LinguisticSample;
  readonly program: ProfiledProgram & {
    /** Smallest and largest size of an input. */
    readonly smallest: number;
    readonly largest: number;
  };
}

/** What a measurement says about a program. */
export interface MeasuredComplexity {
  readonly class: ComplexityClass | null;
  readonly score: number | null;
  readonly reason?: string;
}

/**
 * Sizes of the authors' tasks span this factor: their generators are not meant for the smallest. Theirs span
 * 50.
 */
const SPAN = 128;

/** The entry point of a program that is called with named inputs. */
const BY_NAME = "called_by_name";

/**
 * The programs whose efficiency is measured: those of the samples that passed, under rule `corrected`, with the inputs of
 * their tasks up to the largest size.
 *
 * @param samples Judged samples; programs that did not pass are left out.
 * @throws {RangeError} If the task of a sample is not among the tasks.
 */
export function samplePrograms(
  tasks: readonly LinguisticTask[],
  samples: readonly LinguisticSample[],
): SampleProgram[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return samples.filter(hasPassed).flatMap((sample) => {
    const task = byId.get(sample.taskId);
    if (!task) throw new RangeError(`Cannot measure programs of ${sample.taskId}: hand over that task, too`);
    const program = programOf(task, sample, "corrected");
    return program.kind === "program" ? [{ sample, program: profiled(task, program) }] : [];
  });
}

function profiled(
  { suite, generator, maxSize: largest }: LinguisticTask,
  { source, entryPoint }: { readonly source: string; readonly entryPoint: string },
): SampleProgram["program"] {
  if (suite) return { source, entryPoint, generator, smallest: 2, largest };
  return {
    source: `${source}\n\n\ndef ${BY_NAME}(given):\n    return ${entryPoint}(**given)\n`,
    entryPoint: BY_NAME,
    generator: `${generator}\n\n\ndef make(n):\n    return [rules(n)]\n`,
    smallest: Math.max(2, Math.ceil(largest / SPAN)),
    largest,
  };
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

/** How many programs of a language have a class, or none. */
export interface ClassCount {
  readonly model: string;
  readonly temperature: number;
  readonly language: string;
  /** Null for programs without a class. */
  readonly class: string | null;
  readonly programs: number;
}

/**
 * Counts programs by model, temperature, language and class of complexity, the cheap classes first.
 *
 * @param fits Complexity of programs of one prompting method.
 */
export function classCounts(fits: readonly FittedProgram[]): ClassCount[] {
  const order: readonly (string | null)[] = [...CLASSES, "polynomial", null];
  const groups = Map.groupBy(
    fits,
    ({ model, settings: { temperature, language }, class: name }) =>
      JSON.stringify([model, temperature, language, name]),
  );
  return [...groups.values()].map((group): ClassCount => {
    const { model, settings: { temperature, language }, class: name } = group[0];
    return { model, temperature, language, class: name, programs: group.length };
  }).toSorted((a, b) =>
    a.model.localeCompare(b.model, "en") || a.temperature - b.temperature ||
    a.language.localeCompare(b.language, "en") ||
    order.indexOf(a.class) - order.indexOf(b.class)
  );
}

/** The same as a table; programs without a class are `none`. */
export function classTable(
  fits: readonly FittedProgram[],
  options: TableOptions<keyof ClassCount> = {},
): Table {
  const columns = ["model", "temperature", "language", "class", "programs"] as const;
  return table(classCounts(fits).map((row) => ({ ...row, class: row.class ?? "none" })), {
    columns,
    ...options,
  });
}

/** Efficiency from measurements of ours, as a table: every metric under every denominator. */
export function measuredTable(
  rates: readonly Rate<EfficiencyMetric>[],
  options: TableOptions<keyof Rate> = {},
): Table {
  const columns = ["model", "prompt", "temperature", "metric", "value", "low", "high", "n"] as const;
  return table(rates, { columns, ...options });
}
