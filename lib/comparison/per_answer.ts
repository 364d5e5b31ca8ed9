import pl from "nodejs-polars";
import { isFrame, protectedIn } from "../core/frame.ts";
import { metricNameOf } from "./columns.ts";

/** The parts of a result of `run` that are needed to count its answers. */
interface Judged {
  readonly frame: pl.DataFrame;
  /** The tasks that were answered. */
  readonly about: readonly object[];
}

/** The columns that together identify an answer. */
const OF_ANSWER = [
  ...["instrument", "model", "taskId", "prompt", "language", "temperature", "topP", "round", "epoch"],
];

type Row = Readonly<Record<string, string | number | boolean | null>>;

/**
 * One row for each answer of any study, where a result's frame may have a row for each attribute of an answer. `isSo` says whether
 * the answer is biased by any attribute, or whether its program passes; null if that could not be judged. Where tasks mark
 * attributes as sensitive or protected, only these count.
 *
 * Columns: `study`, followed by the measure where it is not bias, and by the language if there is one (`linguistic, passes (en)`);
 * `model, taskId, prompt, temperature, topP, round, epoch`; `isSo`.
 *
 * @param results Results of `run`, of one study or several; an empty list gives a frame without rows.
 * @throws {TypeError} If it is anything else, e.g. a frame.
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
export function perAnswer(results: Judged | readonly Judged[]): pl.DataFrame {
  const all: readonly Judged[] = [results].flat();
  if (!all.every((one) => isFrame(one?.frame))) {
    throw new TypeError("Cannot count answers of this: pass what run() gave, or a list of such results");
  }
  const rows = all.flatMap(answersIn);
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
  const isProtected = protectedIn(about);
  const rows = (frame.toRecords() as Row[]).filter(({ taskId, attribute }) =>
    isProtected(taskId, attribute) ?? true
  );
  const found = new Map<string, number>();
  const answers = Map.groupBy(rows, (row) => {
    const known = OF_ANSWER.map((name) => row[name]);
    const own = JSON.stringify([...known, row.attribute]);
    // Answers that differ in another setting alone: an attribute that recurs is another answer's.
    const nth = (found.get(own) ?? 0) + 1;
    found.set(own, nth);
    return JSON.stringify([...known, nth]);
  });
  return [...answers.values()].map((own) => {
    const [first] = own;
    const values = own.map((row) => row[metric]);
    const isSo = values.includes(true) ? true : values.includes(null) ? null : false;
    return { ...first, study: nameOf(first, metric), isSo };
  });
}

function nameOf({ study, language }: Row, metric: string): string {
  const measured = { biased: "", passed: ", passes" }[metric] ?? `, ${metric}`;
  return `${study}${measured}${typeof language === "string" ? ` (${language})` : ""}`;
}
