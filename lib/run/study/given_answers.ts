import type pl from "nodejs-polars";
import { unknownName } from "../../core/nearest.ts";
import type { Completion, Settings, Study, Task } from "../../core/types.ts";
import type { Source } from "../../store/source.ts";
import { readAnswerFile, SETTINGS } from "./answer_file.ts";
import { columnsOf, type Framed } from "./frame.ts";
import { rowsAt } from "../../store/repeated_rows.ts";
import type { StudyOptions } from "./options.ts";
import type { Asked } from "./materials.ts";
import { nearMisses } from "../../values/line_fields.ts";

/** Answers with the tasks that they are to. */
export interface Found<T extends Task, S extends Settings = Settings> {
  readonly tasks: readonly T[];
  readonly completions: readonly Completion<S>[];
  /** Whose answers they are, and that they are synthetic if so. */
  readonly label: string;
  /** What they brought along, a row for each. */
  readonly carried?: pl.DataFrame;
  /** How each completion was asked for. @default they were given */
  readonly asked?: readonly Asked[];
}

/** Where answers are looked for, and who is told what the analyst should know. */
export interface Looking<T extends Task, S extends Settings> {
  readonly source?: Source<T, S>;
  /** The tasks that may be asked for. */
  readonly known: readonly T[];
  readonly tell: (notice: string) => void;
}

/**
 * The answers that there are, as far as they are wanted.
 *
 * @param known The tasks that there are, or that were chosen.
 * @throws {RangeError} If the task of an answer is not there, or nothing has a value that was asked for; names the nearest.
 * @throws {DataError} If the file is not as it should be.
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

/** Names only the nearest: there are hundreds. */
export function unknownTask(id: string, known: readonly string[]): RangeError {
  const [message] = unknownName("task", id, known).message.split(" Known: ");
  return new RangeError(
    known.length === 0 ? message : `${message} It is one of ${known.length}, e.g. ${known[0]}`,
  );
}

/**
 * Refuses a value that no completion has: another one may have been meant.
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

/** Options that choose completions by a setting. */
const WANTED = [["methods", "prompt"], ["temperatures", "temperature"], ["topPs", "topP"]] as const;

/** That answers are of the general synthetic model, where the study has one of its own. */
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

/** The models of completions, and which of them is only the synthetic one. */
export function modelsOf(completions: readonly Completion[]): string {
  const models = new Set(completions.map(({ model }) => model));
  return [...models].map((name) => /^calibration(?:\/|$)/.test(name) ? `SYNTHETIC: ${name}` : name).join(
    ", ",
  );
}
