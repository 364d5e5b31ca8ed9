import pl from "nodejs-polars";
import { withRecipe } from "../../recipe.ts";
import type { Table } from "../../report/table.ts";
import { type Cell, table, type TableOptions } from "../../report/table.ts";
import type { Sample } from "../../types.ts";
import type { LinguisticSettings } from "./layout.ts";
import { rates } from "./rates.ts";
import { table3, type Table3Row } from "./table3.ts";
import type { Verdict, VerdictKind } from "./verdict.ts";

type LinguisticSample = Sample<Verdict, LinguisticSettings>;

/**
 * The samples as a polars DataFrame, a row for each, as `compare` and `summarize` take them.
 *
 * Columns: `model`, `prompt`, `temperature`, `language`, `taskId`, `epoch`; `passed`, null where there is no finding about
 * the model, be it that the sample is unjudged or that its task is invalid; `verdict` and its `detail`; `unjudged`, the
 * reason; `programHash`.
 *
 * @param samples Of a run, or a result of `run`.
 */
export function rows(
  samples: readonly LinguisticSample[] | { readonly samples: readonly LinguisticSample[] },
): pl.DataFrame {
  const all = "samples" in samples ? samples.samples : samples;
  const column = (name: string, type: pl.DataType, value: (sample: LinguisticSample) => Cell) =>
    pl.Series(name, all.map(value), type);
  return pl.DataFrame([
    column("model", pl.Utf8, ({ model }) => model),
    column("prompt", pl.Utf8, ({ settings }) => settings.prompt),
    column("temperature", pl.Float64, ({ settings }) => settings.temperature),
    column("language", pl.Utf8, ({ settings }) => settings.language),
    column("taskId", pl.Utf8, ({ taskId }) => taskId),
    column("epoch", pl.Int64, ({ epoch }) => epoch),
    column("passed", pl.Bool, passed),
    column(
      "verdict",
      pl.Utf8,
      ({ judgement }) => judgement.kind === "judged" ? judgement.finding.kind : null,
    ),
    column(
      "detail",
      pl.Utf8,
      ({ judgement }) => judgement.kind === "judged" ? judgement.finding.detail : null,
    ),
    column("unjudged", pl.Utf8, ({ judgement }) => judgement.kind === "judged" ? null : judgement.reason),
    column("programHash", pl.Utf8, ({ programHash }) => programHash ?? null),
  ]);
}

function passed({ judgement }: LinguisticSample): boolean | null {
  if (judgement.kind === "unjudged" || judgement.finding.kind === "invalid-task") return null;
  return judgement.finding.kind === "passed";
}

/** How the correctness half of Table 3 is computed. */
export interface CorrectnessOptions extends TableOptions<keyof Table3Row> {
  /** See {@linkcode rates}. */
  readonly invalidTasks?: "unsolved" | "left-out";
}

/**
 * The correctness half of the paper's Table 3, from rows of samples; `deno task verify` can compute it again.
 *
 * @param samples As {@linkcode rows} makes them.
 * @throws {RangeError} If they lack a column.
 */
export function correctness(samples: pl.DataFrame, options: CorrectnessOptions = {}): Table {
  const { invalidTasks, ...shown } = options;
  const lacking = NEEDED.find((name) => !samples.columns.includes(name));
  if (lacking !== undefined) {
    throw new RangeError(
      `Cannot compute correctness: the samples have no column "${lacking}"; expected what linguistic.rows gives`,
    );
  }
  const found = table(table3(rates(samplesOf(samples), { invalidTasks })), shown);
  const { columns } = shown;
  const recipe = { by: "linguistic.correctness", options: { invalidTasks }, samples };
  return withRecipe(found, { ...recipe, ...(columns && { columns }) });
}

const NEEDED = [
  "model",
  "prompt",
  "temperature",
  "language",
  "taskId",
  "epoch",
  "verdict",
  "detail",
  "unjudged",
];

/** What rates need of each sample. */
function samplesOf(frame: pl.DataFrame): LinguisticSample[] {
  return (frame.toRecords() as Readonly<Record<string, string>>[]).map((row) => ({
    model: row.model,
    settings: {
      prompt: row.prompt,
      temperature: Number(row.temperature),
      language: row.language as LinguisticSettings["language"],
    },
    taskId: row.taskId,
    epoch: Number(row.epoch),
    text: "",
    judgement: row.verdict === null
      ? { kind: "unjudged", reason: row.unjudged }
      : { kind: "judged", finding: { kind: row.verdict as VerdictKind, detail: row.detail, draws: 0 } },
  }));
}
