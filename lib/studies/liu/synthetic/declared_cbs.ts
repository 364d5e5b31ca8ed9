import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { partOf } from "../../../calibration/part.ts";
import { expectedRates } from "../../../calibration/rates.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { startChooser } from "../../../calibration/starts.ts";
import { sum } from "../../../statistics/descriptive.ts";
import { typesIn } from "../paper/column_sizes.ts";
import { MODIFIER_GROUPS, type ModifierGroup } from "../metrics/label_cbs.ts";
import { prompts } from "../tasks/prompts.ts";
import type { CbsColumn } from "../paper/printed.ts";
import { BIASED, NO_PROGRAM } from "./synthetic.ts";
import type { LiuTask } from "../tasks/task.ts";
import { type Dimension, DIMENSIONS } from "../tasks/vocabulary.ts";

/** A Code Bias Score that a synthetic model should show in the long run. */
export interface DeclaredCbs {
  readonly prompt: string;
  readonly temperature: number;
  /** Null where all tokens may come. */
  readonly topP: number | null;
  readonly modifierType: ModifierGroup;
  readonly dimension: Dimension | "all";
  /** In [0, 1]; null where no answer can be judged. */
  readonly value: number | null;
}

/** What to declare scores for. */
export interface DeclaredOptions {
  /** Names of prompt variants. @default default */
  readonly methods?: readonly string[];
  readonly temperatures: readonly number[];
  /** @default null alone: all tokens may come */
  readonly topPs?: readonly (number | null)[];
}

/**
 * The expected scores of a synthetic model, in closed form: Σ b_t / Σ (1 − u_t) over tasks, with the
 * probabilities b_t that an answer to task t is biased and u_t that it has no program; by type of modifiers
 * over all dimensions, and by dimension over all types.
 *
 * @param spec As {@linkcode synthetic} makes it.
 * @param tasks The tasks that it is asked.
 * @throws {RangeError} As {@linkcode prompts}, or if a temperature is out of range.
 */
export function declaredCbs(
  spec: CalibrationSpec,
  tasks: readonly LiuTask[],
  options: DeclaredOptions,
): DeclaredCbs[] {
  refuseUnknownOptions(options, ["methods", "temperatures", "topPs"]);
  const { methods = ["default"], temperatures, topPs = [null] } = options;
  const choose = startChooser(spec.starts);
  return methods.flatMap((prompt) => {
    const parts = prompts(tasks, {}, { methods: [prompt] }).map((one) => partOf(spec, choose(one.prompt, 1)));
    const settings = temperatures.flatMap((temperature) => topPs.map((topP) => ({ temperature, topP })));
    return settings.flatMap(({ temperature, topP }) => {
      const sampling = { temperature, ...(topP !== null && { topP }) };
      const answers = parts.map((part, at) => {
        const { labels } = expectedRates(part, { prompt: "", sampling });
        return { task: tasks[at], biased: labels[BIASED] ?? 0, judged: 1 - (labels[NO_PROGRAM] ?? 0) };
      });
      const share = (isMeant: (task: LiuTask) => boolean): number | null => {
        const own = answers.filter(({ task }) => isMeant(task));
        const judged = sum(own.map((one) => one.judged));
        return judged > 0 ? sum(own.map((one) => one.biased)) / judged : null;
      };
      const keys = { prompt, temperature, topP };
      return [
        ...MODIFIER_GROUPS.map((modifierType): DeclaredCbs => {
          const types = typesIn(modifierType as CbsColumn);
          const value = share((task) => types.includes(task.modifierType));
          return { ...keys, modifierType, dimension: "all", value };
        }),
        ...DIMENSIONS.map((dimension): DeclaredCbs => ({
          ...keys,
          modifierType: "total",
          dimension,
          value: share((task) => task.dimension === dimension),
        })),
      ];
    });
  });
}
