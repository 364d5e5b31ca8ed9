import pl from "nodejs-polars";
import { withRecipe } from "../../../core/recipe.ts";
import { type Table, table, type TableOptions } from "../../../report/tables/table.ts";
import { type TypedColumns, typedFrame } from "../../../core/frame.ts";
import { advantages } from "./efficiency/advantages.ts";
import { efficiency } from "./efficiency/efficiency.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { rates } from "./rates.ts";
import { table3, type Table3Row } from "../paper/tables/table3.ts";
import type { LinguisticSettings } from "../tasks/layout.ts";
import { type LinguisticSample, sampleKey } from "./sample_keys.ts";
import { passedIn, type Verdict, type VerdictKind } from "../judge/verdict.ts";

/**
 * The samples as a polars DataFrame with a row for each, as `compare` and `summarize` take it.
 *
 * Columns: `model`, `prompt`, `temperature`, `language`, `taskId`, `epoch`; `passed`, null where there is no
 * finding about the model because the sample is unjudged or its task is invalid; `verdict` and its `detail`;
 * `unjudged`, the reason; `programHash`. With fits also `timed`, whether the program has running times;
 * `class` and `score` of its complexity, null where there is none.
 *
 * @param samples The samples of a run.
 * @param fits The complexity of the programs that passed. @default no columns of efficiency
 */
export function rows(
  samples: readonly LinguisticSample[],
  fits?: readonly FittedProgram[],
): pl.DataFrame {
  const fitted = new Map(fits?.map((fit) => [sampleKey(fit), fit]));
  const fitOf = (sample: LinguisticSample) => fitted.get(sampleKey(sample));
  return typedFrame(samples, {
    model: [pl.Utf8, ({ model }) => model],
    prompt: [pl.Utf8, ({ settings }) => settings.prompt],
    temperature: [pl.Float64, ({ settings }) => settings.temperature],
    language: [pl.Utf8, ({ settings }) => settings.language],
    taskId: [pl.Utf8, ({ taskId }) => taskId],
    epoch: [pl.Int64, ({ epoch }) => epoch],
    passed: [pl.Bool, ({ judgement }) => passedIn(judgement)],
    verdict: [pl.Utf8, ({ judgement }) => judgement.kind === "judged" ? judgement.finding.kind : null],
    detail: [pl.Utf8, ({ judgement }) => judgement.kind === "judged" ? judgement.finding.detail : null],
    unjudged: [pl.Utf8, ({ judgement }) => judgement.kind === "judged" ? null : judgement.reason],
    programHash: [pl.Utf8, ({ programHash }) => programHash ?? null],
    ...(fits && {
      timed: [pl.Bool, (sample) => fitOf(sample) !== undefined],
      class: [pl.Utf8, (sample) => fitOf(sample)?.class ?? null],
      score: [pl.Float64, (sample) => fitOf(sample)?.score ?? null],
    } satisfies TypedColumns<LinguisticSample>),
  });
}

/** The columns that are needed to turn a frame back into samples. */
const NEEDED = [
  ...["model", "prompt", "temperature", "language", "taskId", "epoch", "verdict", "detail", "unjudged"],
] as const;

/**
 * The samples in a frame of {@linkcode rows}, as far as metrics need them, and their fits, if any.
 *
 * @throws {RangeError} If the frame lacks a column.
 */
function samplesOf(frame: pl.DataFrame): { samples: LinguisticSample[]; fits?: FittedProgram[] } {
  const lacking = NEEDED.find((name) => !frame.columns.includes(name));
  if (lacking !== undefined) {
    throw new RangeError(
      `Cannot compute metrics: the samples have no column "${lacking}"; expected those that tables were made of`,
    );
  }
  const records = frame.toRecords() as unknown[] as FrameRow[];
  const samples = records.map(sampleOf);
  if (!frame.columns.includes("score")) return { samples };
  const fits = records.flatMap((row, at) => {
    const { model, settings, taskId, epoch } = samples[at];
    const { class: name, score } = row;
    return row.timed ? [{ model, settings, taskId, epoch, class: name, score, reason: null }] : [];
  });
  return { samples, fits };
}

interface FrameRow
  extends
    Pick<FittedProgram, "model" | "taskId" | "epoch" | "class" | "score">,
    LinguisticSettings,
    Omit<Verdict, "kind" | "draws"> {
  readonly verdict: VerdictKind | null;
  readonly unjudged: string;
  readonly timed: boolean;
}

function sampleOf(row: FrameRow): LinguisticSample {
  const { model, prompt, language, taskId, verdict, detail, unjudged } = row;
  return {
    model,
    settings: {
      prompt,
      // Null where answers do not name the temperature.
      temperature: row.temperature === null ? row.temperature : Number(row.temperature),
      language,
    },
    taskId,
    epoch: Number(row.epoch),
    text: "",
    judgement: verdict === null
      ? { kind: "unjudged", reason: unjudged }
      : { kind: "judged", finding: { kind: verdict, detail, draws: 0 } },
  };
}

/** The options of {@linkcode metrics}. */
export interface MetricOptions extends TableOptions<keyof Table3Row> {
  /** See {@linkcode rates}. */
  readonly invalidTasks?: "unsolved" | "left-out";
}

/**
 * All metrics of the paper's Table 3 beside the printed values, from rows of samples; `deno task verify` can compute
 * the table again. Efficiency is included if the rows have it.
 *
 * @param samples The result of {@linkcode rows}.
 * @throws {RangeError} If it lacks a column.
 */
export function metrics(samples: pl.DataFrame, options: MetricOptions = {}): Table {
  const { invalidTasks, ...shown } = options;
  const { samples: list, fits } = samplesOf(samples);
  const found = [
    ...rates(list, { invalidTasks }),
    ...(fits ? efficiency(advantages(list, fits)) : []),
  ];
  const { columns } = shown;
  const recipe = { by: "linguistic.metrics", options: { invalidTasks }, samples };
  return withRecipe(table(table3(found), shown), { ...recipe, ...(columns && { columns }) });
}
