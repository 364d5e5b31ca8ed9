import { biasedShare, coursesOf, type DeclaredOptions } from "../../../calibration/courses.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { OVERALL, type SolarRate } from "../metrics/counts.ts";
import { prompts } from "../tasks/asking.ts";
import { namesIn, type SolarTask } from "../tasks/task.ts";

/** The expected score of a synthetic model. */
export interface DeclaredRate
  extends Pick<SolarRate, "prompt" | "temperature" | "round" | "metric" | "dimension" | "rule"> {
  /** Null where no answer has a program that can be judged. */
  readonly value: number | null;
}

/**
 * Expected CBS of a synthetic model, in closed form (see {@linkcode coursesOf}), overall and by dimension, over the
 * tasks in which the dimension is sensitive. An answer without a program, or with a program that fails, counts as
 * neither biased nor fair.
 *
 * @param spec The specification from {@linkcode synthetic}.
 * @param tasks The tasks that the model is asked.
 * @param templates Prompting methods by name, the same as for the spec.
 * @throws {RangeError} As {@linkcode prompts}, or if `rounds` is not an integer >= 0 or a temperature is out of range.
 */
export function declaredRates(
  spec: CalibrationSpec,
  tasks: readonly SolarTask[],
  templates: Readonly<Record<string, string>>,
  options: DeclaredOptions,
): DeclaredRate[] {
  refuseUnknownOptions(options, ["methods", "temperatures", "rounds"]);
  const { methods = ["default"], temperatures, rounds = 0 } = options;
  const sensitive = tasks.map((task) => [OVERALL, ...namesIn(task, "sensitive")]);
  const dimensions = new Set([OVERALL, ...sensitive.flat()]);
  return coursesOf(spec, {
    ...{ methods, temperatures, rounds },
    asked: (method) => prompts(tasks, templates, { methods: [method] }),
    told: tasks.map(({ method }) => `\`${method}\``),
  }).flatMap(({ prompt, temperature, courses }) =>
    Array.from({ length: rounds + 1 }, (_, round) =>
      [...dimensions].map((dimension): DeclaredRate => {
        const own = courses.filter((_, at) => sensitive[at].includes(dimension));
        const value = biasedShare(own, { attribute: dimension, round });
        return { prompt, temperature, metric: "CBS", rule: "ours", round, dimension, value };
      })).flat()
  );
}
