import pl from "nodejs-polars";
import type { LiuFinding } from "./findings.ts";

/**
 * Findings as a polars DataFrame, as `compare` and `summarize` take them, a row for each completion and instrument.
 *
 * Columns: `model`, `prompt`, `temperature`, `topP`, `taskId`, `dimension`, `modifierType`, `adjective`, `epoch`, `instrument`;
 * `biased`, null where the instrument cannot say; and then why, `unjudged`.
 *
 * @example
 * ```ts
 * import { findingsOf } from "codebias/studies/liu/judge/findings.ts";
 * import { lexiconFinding, ownLexicon } from "codebias/studies/liu/judge/lexicon.ts";
 * import { rowsOf } from "codebias/studies/liu/judge/rows.ts";
 * import { completionsOf } from "codebias/studies/liu/judge/samples.ts";
 * import { tasks } from "codebias/studies/liu/tasks/task.ts";
 * import assert from "node:assert/strict";
 * const settings = { prompt: "default", temperature: 1 };
 * const said = ["    return people\n", ""].map((text, at) => (
 *   { taskId: tasks[0].id, model: "A", settings, epoch: at + 1, text }
 * ));
 * const lexicon = (code: string) => lexiconFinding(code, ownLexicon);
 * const rows = rowsOf(findingsOf(completionsOf(tasks, said), { lexicon }));
 * assert.deepEqual(rows.getColumn("biased").toArray(), [false, null]);
 * assert.deepEqual(rows.getColumn("unjudged").toArray(), [null, "empty"]);
 * ```
 */
export function rowsOf(findings: readonly LiuFinding[]): pl.DataFrame {
  const texts = (
    name: "model" | "prompt" | "taskId" | "dimension" | "modifierType" | "adjective" | "instrument",
  ) => pl.Series(name, findings.map((one) => one[name]), pl.Utf8);
  const numbers = (name: "temperature" | "topP") =>
    pl.Series(name, findings.map((one) => one[name]), pl.Float64);
  return pl.DataFrame([
    ...[texts("model"), texts("prompt"), numbers("temperature"), numbers("topP"), texts("taskId")],
    ...[texts("dimension"), texts("modifierType"), texts("adjective")],
    pl.Series("epoch", findings.map(({ epoch }) => epoch), pl.Int64),
    texts("instrument"),
    pl.Series(
      "biased",
      findings.map(({ verdict }) => verdict === "unjudged" ? null : verdict === "biased"),
      pl.Bool,
    ),
    pl.Series(
      "unjudged",
      findings.map(({ verdict, reason }) => verdict === "unjudged" ? reason : null),
      pl.Utf8,
    ),
  ]);
}
