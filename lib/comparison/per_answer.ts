import pl from "nodejs-polars";
import { metricNameOf } from "./columns.ts";

/** What `run` gave, as far as its answers are counted. */
interface Judged {
  readonly frame: pl.DataFrame;
  /** The tasks that were answered. */
  readonly about: readonly object[];
}

/** A task, as far as it says by which attributes a person must not be treated differently. */
interface Marked {
  readonly id?: string;
  readonly attributes?: readonly {
    readonly name: string;
    readonly role?: string;
    readonly protected?: boolean;
  }[];
}

/** Columns whose values tell answers apart. */
const OF_ANSWER = [
  ...["instrument", "model", "taskId", "prompt", "language", "temperature", "topP", "round", "epoch"],
];

type Row = Readonly<Record<string, string | number | boolean | null>>;

/**
 * A row for each answer, whatever the study, where results have one for each attribute of it: `isSo` says whether anything of the
 * answer is biased, or that its program passes; null if that could not be judged. Of tasks that mark attributes as sensitive or protected,
 * only these count.
 *
 * Columns: `study`, with what was measured where it is no bias, and the language where there is one (`linguistic, passes (en)`);
 * `model, taskId, prompt, temperature, topP, round, epoch`; `isSo`.
 *
 * @param results What `run` gave of any studies; of none, the frame has no rows.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { perAnswer } from "codebias/comparison/per_answer.ts";
 * import assert from "node:assert/strict";
 * const frame = pl.DataFrame({
 *   ...{ study: ["loans", "loans", "loans"], model: ["A", "A", "A"], taskId: ["1", "1", "2"] },
 *   ...{ attribute: ["age", "gender", "age"], biased: [false, true, null] },
 * });
 * assert.deepEqual(perAnswer([{ frame, about: [] }]).getColumn("isSo").toArray(), [true, null]);
 * ```
 */
export function perAnswer(results: readonly Judged[]): pl.DataFrame {
  const rows = results.flatMap(answersIn);
  const column = (name: string, type: pl.DataType) =>
    pl.Series(name, rows.map((row) => row[name] ?? null), type);
  return pl.DataFrame([
    ...["study", "model", "taskId", "prompt"].map((name) => column(name, pl.Utf8)),
    ...["temperature", "topP"].map((name) => column(name, pl.Float64)),
    ...["round", "epoch"].map((name) => column(name, pl.Int64)),
    column("isSo", pl.Bool),
  ]);
}

function answersIn({ frame, about }: Judged): Row[] {
  const metric = metricNameOf(frame, frame.columns.includes("biased") ? "biased" : undefined, []);
  const counted = new Map(about.map((task) => [(task as Marked).id, markedIn(task)]));
  const rows = (frame.toRecords() as Row[]).filter(({ taskId, attribute }) =>
    counted.get(String(taskId))?.includes(String(attribute)) ?? true
  );
  const answers = Map.groupBy(rows, (row) => JSON.stringify(OF_ANSWER.map((name) => row[name])));
  return [...answers.values()].map((own) => {
    const [first] = own;
    const values = own.map((row) => row[metric]);
    const isSo = values.includes(true) ? true : values.includes(null) ? null : false;
    return { ...first, study: nameOf(first, metric), isSo };
  });
}

/** The attributes that count; undefined if the task marks none. */
function markedIn({ attributes = [] }: Marked): string[] | undefined {
  const marked = attributes.filter((one) => one.role === "sensitive" || one.protected === true);
  return marked.length > 0 ? marked.map(({ name }) => name) : undefined;
}

function nameOf({ study, language }: Row, metric: string): string {
  const measured = { biased: "", passed: ", passes" }[metric] ?? `, ${metric}`;
  return `${study}${measured}${typeof language === "string" ? ` (${language})` : ""}`;
}
