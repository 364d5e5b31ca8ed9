import type pl from "nodejs-polars";
import { unknownName, unknownTask } from "../../core/nearest.ts";
import type { Completion, Settings, Study, Task } from "../../core/types.ts";
import type { Source } from "../../store/source.ts";
import { readAnswerFile, SETTINGS } from "./answer_file.ts";
import { columnsOf, type Framed } from "./frame.ts";
import { rowsAt } from "../../store/repeated_rows.ts";
import type { StudyOptions } from "./options.ts";
import type { Asked } from "./materials.ts";
import { nearMisses } from "../../values/line_fields.ts";

/** Answers with their tasks. */
export interface Found<T extends Task, S extends Settings = Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** The label of the answers: their origin, marked if they are synthetic. */
  readonly label: string;
  /** The columns that completions brought along, with a row for each completion. */
  readonly carried?: pl.DataFrame;
  /** The request of each completion. @default the completions were given */
  readonly asked?: readonly Asked[];
}

/** The places where answers are looked up, and the receiver of notices. */
export interface Looking<T extends Task, S extends Settings> {
  readonly source?: Source<T, S>;
  /** The tasks that may be requested. */
  readonly known: readonly T[];
  readonly tell: (notice: string) => void;
}

/**
 * The existing answers that match the options.
 *
 * @param known The existing or the chosen tasks.
 * @throws {RangeError} If the task of an answer does not exist, or no answer has a requested value; names the nearest.
 * @throws {DataError} If the file is invalid.
 */
export async function givenAnswers<T extends Task, S extends Settings, P>(
  study: Framed<T, P> & Pick<Study<T>, "taskOf">,
  options: StudyOptions<T, S>,
  { source, known, tell }: Looking<T, S>,
): Promise<Found<T, S>> {
  const { completions, tasks: chosen, limit } = options;
  const { completions: all, carried, notices = [] } = typeof completions === "string"
    ? await readAnswerFile<S>(
      completions,
      columnsOf(study as Framed<T, Completion>, options.measures ?? []),
    )
    : { completions: completions ?? await source!.completions(), carried: undefined };
  const settings = new Set(all.flatMap((one) => Object.keys(one.settings)));
  const misspelt = nearMisses(settings, Object.keys(SETTINGS)).map((one) =>
    `Completions: ${one.replace("field", "setting")}`
  );
  [...notices, ...misspelt].forEach(tell);
  const named = [...new Set(all.map(({ taskId }) => taskId))];
  const tasks = study.taskOf && !chosen ? named.map((id) => study.taskOf!(id)) : known;
  const ids = new Set(tasks.map(({ id }) => id));
  const unknown = chosen ? undefined : named.find((id) => !ids.has(id));
  if (unknown !== undefined) throw unknownTask(unknown, [...ids]);
  const without = chosen && [...ids].find((id) => !named.includes(id));
  if (without !== undefined) {
    throw new RangeError(`Cannot take the task ${without}: no completion answers it`);
  }
  checkWanted(all, options);
  const wanted = [...all.keys()].filter((at) => ids.has(all[at].taskId) && isWanted(all[at], options));
  const answered = new Set(wanted.map((at) => all[at].taskId));
  const kept = tasks.filter(({ id }) => answered.has(id)).slice(0, limit);
  const keptIds = new Set(kept.map(({ id }) => id));
  const places = wanted.filter((at) => keptIds.has(all[at].taskId));
  return {
    tasks: kept,
    completions: places.map((at) => all[at]),
    label: completions === undefined ? source!.label : modelsOf(all),
    ...(carried && { carried: rowsAt(carried, places) }),
  };
}

/**
 * Refuses a value that no completion has, because another one may have been meant.
 *
 * @throws {RangeError} Names the nearest.
 */
function checkWanted(all: readonly Completion[], options: WantedOptions): void {
  for (const [name, setting] of WANTED) {
    const known = [...new Set(all.map(({ settings }) => settings[setting]))];
    const missing = options[name]?.find((one) => !known.includes(one));
    if (missing !== undefined) {
      throw unknownName(`${setting} of completions`, `${missing}`, known.map(String));
    }
  }
}

function isWanted({ settings, epoch }: Completion, options: WantedOptions): boolean {
  return WANTED.every(([name, setting]) =>
    options[name] === undefined || options[name].some((one) => one === settings[setting])
  ) && epoch <= (options.epochs ?? Infinity);
}

type WantedOptions = Pick<StudyOptions, "methods" | "temperatures" | "topPs" | "epochs">;

/** The options that choose completions by a setting. */
const WANTED = [["methods", "prompt"], ["temperatures", "temperature"], ["topPs", "topP"]] as const;

/** A notice that answers are from the general synthetic model, where the study has one of its own. */
export function generalNotice(
  { name, calibration }: Pick<Study<never>, "name" | "calibration">,
  completions: readonly Completion[],
): string[] {
  if (!calibration || !completions.some(({ model }) => model === "calibration")) return [];
  return [
    `Answers of the general synthetic model mean nothing in ${name}: the study's own is asked by ` +
    `run(${name}, { model: "calibration" })`,
  ];
}

/** The models of completions, with a mark for the synthetic one. */
export function modelsOf(completions: readonly Completion[]): string {
  const models = new Set(completions.map(({ model }) => model));
  return [...models].map((name) => /^calibration(?:\/|$)/.test(name) ? `SYNTHETIC: ${name}` : name).join(
    ", ",
  );
}
