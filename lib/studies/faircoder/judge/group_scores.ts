import pl from "nodejs-polars";
import type { Sample } from "../../../core/types.ts";
import { functionTasks } from "../tasks/task.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import type { FairCoderFinding } from "./finding.ts";

/**
 * What functions add to scores, by group: a row for each group of the attribute that a function was asked to score people by.
 *
 * Columns: `model, taskId, prompt, temperature, epoch, attribute, group, score`; null where the score is unknown. Answers without a
 * function, and other kinds of tasks, have no rows.
 *
 * @param result What `run` gave.
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
  const column = (name: keyof (typeof rows)[number], type: pl.DataType) =>
    pl.Series(name, rows.map((row) => row[name]), type);
  return pl.DataFrame([
    ...(["model", "taskId", "prompt"] as const).map((name) => column(name, pl.Utf8)),
    ...[column("temperature", pl.Float64), column("epoch", pl.Int64)],
    ...(["attribute", "group"] as const).map((name) => column(name, pl.Utf8)),
    column("score", pl.Float64),
  ]);
}
