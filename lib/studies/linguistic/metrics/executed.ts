import { proportion } from "../../../statistics/intervals/wilson.ts";
import type { Completion, TaskReport } from "../../../core/types.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";
import { type Rate, rates } from "./rates.ts";
import { type Rule, RULES } from "../judge/programs.ts";
import { hasPassed, type LinguisticSample, rowKey } from "./sample_keys.ts";

/** The model and setting whose programs are executed by default, which takes minutes, not hours. */
const DEFAULT_EXECUTED = { model: "CodeLlama", prompt: "DI", temperature: 0.2 } as const;

/**
 * The completions whose programs should be executed besides their recorded verdicts.
 *
 * These are all completions without recorded verdicts, and those with prompting method DI at t = 0.2 of some models, by
 * default of one.
 *
 * @param models The models to execute. Defaults to CodeLlama, or the first model if CodeLlama is not there.
 * @throws {RangeError} If one of them has no completions.
 */
export function toExecute(
  completions: readonly Completion<LinguisticSettings>[],
  models?: "all" | "none" | readonly string[],
): Completion<LinguisticSettings>[] {
  if (models === "none") return [];
  const names = new Set(completions.map(({ model }) => model));
  const usual = names.has(DEFAULT_EXECUTED.model) ? [DEFAULT_EXECUTED.model] : [...names].slice(0, 1);
  const wanted = models === "all" ? [...names] : models ?? usual;
  const unknown = wanted.find((name) => !names.has(name));
  if (unknown !== undefined) {
    throw new RangeError(`Cannot execute programs of ${unknown}: it is not among ${[...names].join(", ")}`);
  }
  return completions.filter(({ model, settings, recorded }) =>
    !recorded ||
    (wanted.includes(model) && settings.prompt === DEFAULT_EXECUTED.prompt &&
      settings.temperature === DEFAULT_EXECUTED.temperature)
  );
}

/** A rate from executed verdicts beside the rate from recorded verdicts. */
export type ExecutedRow = ReturnType<typeof executedRows>[number];

/**
 * Rates from executed verdicts by several rules, beside those from recorded verdicts.
 *
 * By `published`, a task that cannot be passed counts as unsolved, as in the paper; by `corrected` it is left
 * out, so that n is smaller.
 *
 * @param runs Executed samples by rule.
 * @param recorded Rates from the recorded verdicts.
 */
export function executedRows(
  runs: Readonly<Record<Rule, readonly LinguisticSample[]>>,
  recorded: readonly Rate[],
) {
  return RULES.flatMap((rule) => {
    const invalidTasks = rule === "published" ? "unsolved" : "left-out";
    return rates(runs[rule], { invalidTasks }).map(({ unjudged: _, ...rate }) => {
      const other = recorded.find((row) => row.metric === rate.metric && rowKey(row) === rowKey(rate));
      const value = other?.value ?? null;
      const comparable = rate.value !== null && value !== null && rate.n === other?.n;
      return {
        ...{ rule, ...rate },
        /** The same metric from the recorded verdicts, null where there are none. */
        recorded: value,
        /** value - recorded; null where they are shares of different tasks. */
        difference: comparable ? rate.value! - value! : null,
      };
    });
  });
}

/** The agreement of our own execution with the verdicts that the authors recorded. */
export type Agreement = ReturnType<typeof agreement>;

/**
 * Compares executed with recorded verdicts.
 *
 * @param samples Executed samples of completions that carry a recorded verdict.
 * @param tasks Reports of the same run; samples of tasks that cannot pass are left out. A task with a pass
 *   recorded by the authors can pass, whatever our report says.
 */
export function agreement(samples: readonly LinguisticSample[], tasks: readonly TaskReport[]) {
  const invalid = new Set(tasks.filter((task) => task.invalid !== undefined).map(({ taskId }) => taskId));
  for (const { taskId, recorded } of samples) if (recorded?.passed) invalid.delete(taskId);
  const compared = samples.filter(({ recorded, taskId }) => recorded && !invalid.has(taskId));
  const judged = compared.filter(({ judgement }) => judgement.kind === "judged");
  const disagreements = judged.filter((sample) => hasPassed(sample) !== sample.recorded!.passed);
  return {
    /** The share of samples with the same answer to "did it pass?", over tasks that can pass. */
    estimate: proportion(judged.length - disagreements.length, judged.length, {
      unjudged: compared.length - judged.length,
    }),
    disagreements,
  };
}
