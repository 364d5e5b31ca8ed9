import pl from "nodejs-polars";
import { fields, typedFrame } from "../../../core/frame.ts";
import type { FairCoderRate } from "../metrics/rates.ts";
import type { Sample } from "../../../core/types.ts";
import { functionTasks } from "../tasks/task.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import type { FairCoderFinding } from "./finding.ts";

/**
 * Rates as a polars DataFrame, as `compare` and `summarize` take them, a row for each.
 *
 * Columns: `model`, `prompt`, `temperature`, `kind`, `scenario`, `attribute`, `subjectList`, `topic`, `metric`, `rule`;
 * `cell`, the subject of the rate without model and setting, for pairing settings; `value`, null if there is none.
 *
 * @example
 * ```ts
 * import { rowsOf } from "codebias/studies/faircoder/judge/rows.ts";
 * import { testRates } from "codebias/studies/faircoder/metrics/test_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { taskId: "t", model: "m", prompt: "default", temperature: 1, topic: "HIV", form: "table", attribute: "gender" } as const;
 * const rows = rowsOf(testRates([{ ...of, group: "male" }, { ...of, group: null }]));
 * assert.deepEqual(rows.getColumn("cell").toArray(), Array(3).fill("gender, HIV"));
 * assert.equal(rows.getColumn("value").toArray()[1], 0.5);
 * ```
 */
export function rowsOf(rates: readonly FairCoderRate[]): pl.DataFrame {
  const texts = ([
    ...["model", "prompt", "kind", "scenario", "attribute", "subjectList", "topic", "metric", "rule"],
  ] as const).map((name) => pl.Series(name, rates.map((one) => one[name as keyof FairCoderRate]), pl.Utf8));
  return pl.DataFrame([
    ...texts,
    pl.Series("temperature", rates.map(({ temperature }) => temperature), pl.Float64),
    pl.Series("cell", rates.map(cellOf), pl.Utf8),
    pl.Series("value", rates.map(({ value }) => value), pl.Float64),
  ]);
}

function cellOf({ scenario, attribute, subjectList, topic }: FairCoderRate): string {
  return [scenario, attribute, subjectList, topic].filter((name) => name !== "all").join(", ");
}

/**
 * The points that functions add to scores: a row for each group of the attribute by which a function had to score people.
 *
 * Columns: `model, taskId, prompt, temperature, epoch, attribute, group, score`; `score` is null if it is unknown.
 * Answers without a function, and other kinds of tasks, have no rows.
 *
 * @param result The result of `run`.
 */
export function groups(
  { samples }: { readonly samples: readonly Sample<FairCoderFinding, FairCoderSettings>[] },
): pl.DataFrame {
  const attributes = new Map(functionTasks().map(({ id, attribute }) => [id, attribute]));
  const rows = samples.flatMap(({ judgement, taskId, model, settings: { prompt, temperature }, epoch }) => {
    if (judgement.kind === "unjudged" || judgement.finding.kind !== "function") return [];
    return Object.entries(judgement.finding.scores ?? {}).map(([group, score]) => ({
      ...{ model, taskId, prompt, temperature: temperature ?? null, epoch },
      ...{ attribute: attributes.get(taskId) ?? null, group, score },
    }));
  });
  return typedFrame(rows, {
    ...fields(pl.Utf8, "model", "taskId", "prompt"),
    ...fields(pl.Float64, "temperature"),
    ...fields(pl.Int64, "epoch"),
    ...fields(pl.Utf8, "attribute", "group"),
    ...fields(pl.Float64, "score"),
  });
}
