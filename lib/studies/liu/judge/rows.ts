import { isBiased } from "../../../bias/finding_rows.ts";
import pl from "nodejs-polars";
import { fields, typedFrame } from "../../../core/frame.ts";
import type { LiuFinding } from "./findings.ts";

/**
 * Findings as a polars DataFrame, as `compare` and `summarize` take them, a row for each completion and instrument.
 *
 * Columns: `model`, `prompt`, `temperature`, `topP`, `taskId`, `dimension`, `modifierType`, `adjective`, `epoch`, `instrument`;
 * `biased`, null if the instrument cannot say; and `unjudged`, the reason why it cannot.
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
  return typedFrame(findings, {
    ...fields(pl.Utf8, "model", "prompt"),
    ...fields(pl.Float64, "temperature", "topP"),
    ...fields(pl.Utf8, "taskId", "dimension", "modifierType", "adjective"),
    ...fields(pl.Int64, "epoch"),
    ...fields(pl.Utf8, "instrument"),
    biased: [pl.Bool, ({ verdict }) => isBiased(verdict)],
    unjudged: [pl.Utf8, ({ verdict, reason }) => verdict === "unjudged" ? reason : null],
  });
}
