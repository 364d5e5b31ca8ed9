import defects from "../../../../data/linguistic/defects.json" with { type: "json" };
import { tableWith } from "../../../report/tables/table_with.ts";
import type { Sample } from "../../../core/types.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { type LanguageNull, languageNull } from "./language_null.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";
import type { Verdict } from "../judge/verdict.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/** What is wrong with tasks of the published suite, by their ids. */
export const taskDefects: Readonly<Record<"impossible" | "unequal", Readonly<Record<string, string>>>> = {
  impossible: defects.impossible,
  unequal: defects.unequal,
};

/** A rate of difference over some of the tasks. */
export interface SensitivityRow extends LanguageNull {
  /** Which tasks are left. */
  readonly tasks: string;
}

const WITHOUT: Readonly<Record<string, (id: string) => boolean>> = {
  "all": () => true,
  "without impossible ones": (id) => !Object.hasOwn(defects.impossible, id),
  "with equal descriptions only": (id) => !Object.hasOwn(defects.unequal, id),
  "without either": (id) => !Object.hasOwn(defects.impossible, id) && !Object.hasOwn(defects.unequal, id),
};

/**
 * The rates of difference, and how they compare with those of a language-blind model, without the tasks that
 * no program can pass or whose two descriptions do not ask for the same thing in the same form.
 *
 * Source: not in the paper; the tasks are in data/linguistic/defects.json with a reason each. The list was made by people
 * who had seen the recorded verdicts, so it is no test by itself.
 *
 * @param samples Judged samples, both languages of each task.
 * @param fits Complexity of the programs that passed. @default CDR alone
 * @param options.invalidTasks See `rates`.
 * @returns Rows by selection of tasks; p is adjusted within a selection and metric.
 */
export function sensitivity(
  samples: readonly LinguisticSample[],
  fits?: readonly FittedProgram[],
  options: { invalidTasks?: "unsolved" | "left-out" } = {},
): SensitivityRow[] {
  return Object.entries(WITHOUT).flatMap(([tasks, keeps]) =>
    languageNull(
      samples.filter(({ taskId }) => keeps(taskId)),
      fits?.filter(({ taskId }) => keeps(taskId)),
      options,
    ).map((row) => ({ tasks, ...row }))
  );
}

/** Rates of difference over some of the tasks, as a table. */
export const sensitivityTable = tableWith<SensitivityRow>([
  ...["tasks", "model", "prompt", "temperature", "metric", "value", "n", "expected", "p"] as const,
]);
