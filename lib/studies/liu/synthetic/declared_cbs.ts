import { SYNTHETIC } from "./synthetic.ts";
import { CBS_CELLS, type CbsCell, isIn, type LiuRate } from "../metrics/cbs_rates.ts";
import { besideDeclared, type Calibration } from "../../../report/tables/beside_declared.ts";
import { biasedShare, coursesOf, type DeclaredOptions as Options } from "../../../calibration/courses.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { prompts } from "../tasks/prompts.ts";
import type { LiuTask } from "../tasks/task.ts";

/** A Code Bias Score that a synthetic model should show in the long run. */
export interface DeclaredCbs extends CbsCell {
  readonly prompt: string;
  readonly temperature: number;
  /** Null if top-p excludes no token. */
  readonly topP: number | null;
  /** In [0, 1]; null if no answer can be judged. */
  readonly value: number | null;
}

/** The options of {@linkcode declaredCbs}. */
export interface DeclaredOptions extends Omit<Options, "rounds"> {
  /** @default null alone: top-p excludes no token */
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
  return coursesOf(spec, {
    ...{ methods, temperatures, topPs },
    asked: (prompt) => prompts(tasks, {}, { methods: [prompt] }),
  }).flatMap(({ courses, ...keys }) =>
    CBS_CELLS.map((cell): DeclaredCbs => {
      const isMeant = isIn(cell);
      return { ...keys, ...cell, value: biasedShare(courses.filter((_, at) => isMeant(tasks[at]))) };
    })
  );
}

/** A measured score of the synthetic model beside the declared one. */
export type CalibrationRow =
  & Pick<LiuRate, "prompt" | "temperature" | "topP" | "instrument" | "modifierType" | "dimension">
  & Calibration;

/**
 * The scores of the synthetic model by each instrument beside the declared ones, at the settings at which it was asked;
 * none if it was not asked, or declares nothing.
 *
 * @param rates As `cbsRates` gives them, of all models.
 */
export function calibrated(rates: readonly LiuRate[], declared: readonly DeclaredCbs[]): CalibrationRow[] {
  const settingOf = ({ prompt, temperature, topP }: LiuRate | DeclaredCbs) =>
    JSON.stringify([prompt, temperature, topP]);
  const measured = rates.filter(({ model }) => model === SYNTHETIC);
  const asked = new Set(measured.map(settingOf));
  const own = declared.filter((one) => asked.has(settingOf(one)));
  const judges = [...new Set(measured.map(({ instrument }) => instrument))];
  const known = judges.flatMap((instrument) => own.map((one) => ({ ...one, instrument })));
  return besideDeclared(measured, known, {
    on: ["instrument", "prompt", "temperature", "topP", "modifierType", "dimension"],
  });
}
