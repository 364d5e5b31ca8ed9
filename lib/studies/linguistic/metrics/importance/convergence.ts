import { refuseUnknownOptions } from "../../../../core/nearest.ts";
import { type Table, table, type TableOptions } from "../../../../report/tables/table.ts";
import { clusteredProportion } from "../../../../statistics/intervals/clustered_proportion.ts";
import { proportion } from "../../../../statistics/intervals/wilson.ts";
import type { Estimate } from "../../../../core/types.ts";

/** What was said about one program under several settings of the measurement. */
export interface ProgramAnswers<C extends string = string> {
  /** Its unique name. */
  readonly program: string;
  /** Programs for one task are alike. @default each program stands for itself */
  readonly taskId?: string;
  /** By the name of a setting, e.g. of a number of sizes: a class, or null where none was named. */
  readonly classes: Readonly<Record<string, C | null>>;
}

/** A program that a setting judges differently from the reference setting. */
export interface DifferingProgram<C extends string = string> {
  readonly program: string;
  readonly reference: C;
  /** Null where no class was named. */
  readonly class: C | null;
}

/** How often a setting says what the reference setting says. */
export interface Convergence<C extends string = string> extends Estimate {
  readonly setting: string;
  readonly reference: string;
  /** Programs among those that differ for which the setting names no class. */
  readonly abstained: number;
  readonly differing: readonly DifferingProgram<C>[];
}

/** What is compared with what. */
export interface ConvergenceOptions {
  /** The setting that is taken to be right, usually the most laborious one. @default the first of the first program */
  readonly reference?: string;
}

/**
 * Whether the parameters of a measurement are chosen so that more effort would change nothing: for each setting, the share of
 * programs whose class is that of the reference setting.
 *
 * Programs count if the reference names a class for them; a setting that names none for one of them does not
 * agree. Programs are unjudged if the reference names none, or they have no answer under the setting. The
 * interval is Wilson's, or `clusteredProportion`'s where several programs are for one task.
 *
 * A share of 1 says that a setting is as good as the reference, not that either is right.
 *
 * Source: the BilingualCodeEval paper, appendix A.5, which chooses its parameters this way; rule and interval are ours.
 *
 * @returns A row for each setting but the reference, in the order in which they come.
 * @throws {RangeError} If there are no programs, two have one name, or none has the reference setting.
 *
 * @example
 * ```ts
 * import { convergence } from "codebias/studies/linguistic/metrics/importance/convergence.ts";
 * import assert from "node:assert/strict";
 * const [row] = convergence([
 *   { program: "a", classes: { "50 sizes": "linear", "10 sizes": "linear" } },
 *   { program: "b", classes: { "50 sizes": "quadratic", "10 sizes": "linear" } },
 * ]);
 * assert.deepEqual([row.setting, row.value, row.differing[0].program], ["10 sizes", 0.5, "b"]);
 * ```
 */
export function convergence<C extends string>(
  programs: readonly ProgramAnswers<C>[],
  options: ConvergenceOptions = {},
): Convergence<C>[] {
  refuseUnknownOptions(options, ["reference"]);
  const settings = [...new Set(programs.flatMap(({ classes }) => Object.keys(classes)))];
  const { reference = settings[0] } = options;
  check(programs, settings, reference);
  return settings.filter((setting) => setting !== reference).map((setting): Convergence<C> => {
    const judged = programs.filter(({ classes }) =>
      (classes[reference] ?? null) !== null && classes[setting] !== undefined
    );
    const differing = judged.filter(({ classes }) => classes[setting] !== classes[reference]);
    return {
      ...{ setting, reference },
      ...share(judged, differing, programs.length - judged.length),
      abstained: differing.filter(({ classes }) => classes[setting] === null).length,
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

/** How often settings agree with the reference, as a table, with the number of programs that differ. */
export function convergenceTable(
  rows: readonly Convergence[],
  options: TableOptions<"setting" | "reference" | keyof Estimate | "differ" | "abstained"> = {},
): Table {
  const counted = rows.map(({ setting, reference, value, low, high, n, unjudged, differing, abstained }) => ({
    ...{ setting, reference, value, low, high, n, unjudged, differ: differing.length, abstained },
  }));
  return table(counted, options);
}

/** The programs that differ, as a table: a row per program and setting. */
export function differingTable(
  rows: readonly Convergence[],
  options: TableOptions<"setting" | "program" | "class" | "reference"> = {},
): Table {
  const differing = rows.flatMap(({ setting, differing }) =>
    differing.map(({ program, reference, class: name }) => ({ setting, program, class: name, reference }))
  );
  return table(differing, { columns: ["setting", "program", "class", "reference"], ...options });
}
