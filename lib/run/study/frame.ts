import pl from "nodejs-polars";
import { unknownName } from "../../core/nearest.ts";
import type { Completion, FindingRow, Settings, Study, Task } from "../../core/types.ts";
import { rowsAt, textColumn } from "../../store/repeated_rows.ts";
import { witnessText } from "../probing/finding_text.ts";

/** A sample as a run gives it. */
type JudgedSample = Completion & { readonly programHash?: string };

/** The parts of a study that its frame needs. */
export type Framed<T extends Task, P> = Pick<Study<T>, "name" | "instruments" | "classifier" | "metrics"> & {
  rows(task: T, sample: P, classifier?: unknown): readonly FindingRow[];
};

/** The data of a frame. */
export interface FrameOptions<T extends Task, P> {
  readonly study: Framed<T, P>;
  readonly tasks: readonly T[];
  readonly samples: readonly P[];
  /** The suite of the tasks. @default unknown */
  readonly suite?: string;
  /** The instruments whose rows are wanted: names, or all. @default the usual one */
  readonly instruments?: string | readonly string[];
  /** A trained classifier. @default none */
  readonly classifier?: unknown;
  /** The columns of measures of the samples' programs. @default none */
  readonly measured?: readonly MeasuredColumn<P>[];
  /** The columns that completions brought along, with a row for each sample. @default none */
  readonly carried?: pl.DataFrame;
}

/** The measured value of a sample's program. */
export type Measured = string | number | boolean | null;

/** A column of a measure of the samples' programs, or of each of their attributes; null where nothing was measured. */
export interface MeasuredColumn<P> {
  readonly name: string;
  readonly type: "text" | "number" | "truth";
  readonly values: ReadonlyMap<P, Measured | ReadonlyMap<string, Measured>>;
}

const TYPES = { text: pl.Utf8, number: pl.Float64, truth: pl.Bool } as const;

/** The name of the instrument that needs training. */
export const CLASSIFIER = "classifier";

/** The name of the instrument of a study that names none. */
const EXECUTION = "execution";

/**
 * The findings on samples, with a row for each instrument and attribute of a sample.
 *
 * Columns: `study, instrument, model, suite, taskId, prompt, language, temperature, topP, round, epoch, attribute,
 * verdict, reason`, the study's metrics (null where nothing can be said), the measures, `programHash`, `witness` as
 * JSON, and the columns that completions brought along. A cell is null where a study has no value.
 *
 * @throws {RangeError} If there is no such instrument.
 */
export function resultFrame<T extends Task, P extends JudgedSample>(
  options: FrameOptions<T, P>,
): pl.DataFrame {
  const { study, tasks, samples, suite, measured = [], carried, classifier } = options;
  const asked = instrumentsOf(study, options.instruments);
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const rows = samples.flatMap((sample, at) =>
    study.rows(byId.get(sample.taskId)!, sample, classifier).map((row) => checked(row, study))
      .filter(({ instrument = EXECUTION }) => asked.includes(instrument))
      .map((row) => ({ row, sample, at }))
  );
  const own = (name: string, type: pl.DataType, value: (sample: P) => string | number | undefined) =>
    pl.Series(name, samples.map((sample) => value(sample) ?? null), type);
  const setting = (name: string, type: pl.DataType) =>
    own(name, type, ({ settings }) => settingOf(settings, name, type));
  // The columns that are equal in all rows of a sample are filled once.
  const alike = rowsAt(
    pl.DataFrame([
      own("study", pl.Utf8, () => study.name),
      own("model", pl.Utf8, ({ model }) => model),
      own("suite", pl.Utf8, () => suite),
      own("taskId", pl.Utf8, ({ taskId }) => taskId),
      setting("prompt", pl.Utf8),
      setting("language", pl.Utf8),
      setting("temperature", pl.Float64),
      setting("topP", pl.Float64),
      setting("round", pl.Int64),
      own("epoch", pl.Int64, ({ epoch }) => epoch),
      own("programHash", pl.Utf8, ({ programHash }) => programHash),
      ...carried?.getColumns() ?? [],
    ]),
    rows.map(({ at }) => at),
  );
  const column = (
    name: string,
    type: pl.DataType,
    value: (row: (typeof rows)[number]) => Measured | undefined,
  ) => {
    const values = rows.map((row) => value(row) ?? null);
    return type === pl.Utf8 ? textColumn(name, values as (string | null)[]) : pl.Series(name, values, type);
  };
  const witnesses = new Map<FindingRow["witness"], string | null>();
  return pl.DataFrame([
    alike.getColumn("study"),
    column("instrument", pl.Utf8, ({ row }) => row.instrument ?? EXECUTION),
    ...["model", "suite", "taskId", "prompt", "language", "temperature", "topP", "round", "epoch"]
      .map((name) => alike.getColumn(name)),
    column("attribute", pl.Utf8, ({ row }) => row.attribute),
    column("verdict", pl.Utf8, ({ row }) => row.verdict),
    column("reason", pl.Utf8, ({ row }) => row.reason),
    ...Object.entries(study.metrics).map(([name, type]) =>
      column(name, TYPES[type], ({ row }) => row.metrics[name])
    ),
    ...measured.map(({ name, type, values }) =>
      column(name, TYPES[type], ({ sample, row }) => {
        const one = values.get(sample);
        return one instanceof Map ? one.get(row.attribute) : one as Measured | undefined;
      })
    ),
    alike.getColumn("programHash"),
    // Equal programs share one witness.
    column("witness", pl.Utf8, ({ row: { witness } }) => witnesses.getOrInsertComputed(witness, textOf)),
    ...(carried?.columns ?? []).map((name) => alike.getColumn(name)),
  ]);
}

/**
 * @throws {RangeError} If a row belongs to an instrument that its study does not name.
 * @throws {TypeError} If a row has other metrics than its study declares, because their values would be lost.
 */
function checked(
  row: FindingRow,
  study: Pick<Study, "name" | "metrics" | "instruments" | "classifier">,
): FindingRow {
  const { name, metrics } = study;
  const instruments = knownInstruments(study);
  if (!instruments.includes(row.instrument ?? EXECUTION)) {
    throw unknownName(`instrument of a row of ${name}`, row.instrument ?? EXECUTION, instruments);
  }
  const [own, known] = [Object.keys(row.metrics ?? {}), Object.keys(metrics)];
  const differs = own.find((one) => !known.includes(one)) ?? known.find((one) => !own.includes(one));
  if (differs === undefined) return row;
  throw new TypeError(
    `Cannot make the frame of ${name}: its metrics are ${known.join(", ") || "none"}, those of a row ${
      own.join(", ") || "none"
    }`,
  );
}

/** The names of the columns of a study's frame. @param measures The names of the measures. */
export function columnsOf<T extends Task, P extends JudgedSample>(
  study: Framed<T, P>,
  measures: readonly string[],
): string[] {
  return [...resultFrame({ study, tasks: [], samples: [] }).columns, ...measures];
}

/**
 * The requested instruments.
 *
 * @throws {RangeError} If there is no such instrument; names the nearest.
 */
export function instrumentsOf(
  study: Pick<Study, "instruments" | "classifier">,
  asked?: string | readonly string[],
): readonly string[] {
  const known = knownInstruments(study);
  if (asked === undefined) return known.slice(0, 1);
  const names = [asked].flat();
  if (names.length === 0) {
    throw new RangeError("Cannot judge by no instrument: name one, or leave instruments out");
  }
  const unknown = names.find((name) => name !== "all" && !known.includes(name));
  if (unknown !== undefined) throw unknownName("instrument", unknown, [...known, "all"]);
  return names.includes("all") ? known : names;
}

function knownInstruments(
  { instruments = [EXECUTION], classifier }: Pick<Study, "instruments" | "classifier">,
): string[] {
  return classifier ? [...instruments, CLASSIFIER] : [...instruments];
}

/** A setting, if it is of the column's type. */
function settingOf(settings: Settings, name: string, type: pl.DataType): string | number | undefined {
  const value = settings[name];
  const isText = type === pl.Utf8;
  return (isText ? typeof value === "string" : typeof value === "number") ? value : undefined;
}

function textOf(witness: FindingRow["witness"]): string | null {
  if (!witness) return null;
  return "people" in witness ? witnessText(witness) : JSON.stringify(witness);
}
