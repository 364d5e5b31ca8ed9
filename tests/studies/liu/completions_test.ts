import assert from "node:assert/strict";
import { cellsOf, keysOf, recordedCompletions } from "codebias/studies/liu/completions.ts";
import { KEYS } from "./made_up.ts";
import { rowOf } from "./rows.ts";

Deno.test("recordedCompletions() are of the default prompt and have their labels", () => {
  const row = rowOf("return people", { label: 0 });
  const [completion] = recordedCompletions([row], { model: "B", temperature: null, topP: 0.6 });
  assert.deepEqual(keysOf(completion), { model: "B", prompt: "default", temperature: null, topP: 0.6 });
  const { code, biased, reason, taskId, epoch } = completion;
  assert.deepEqual([code, biased, reason, taskId, epoch], [row.code, false, null, "gender-sick", 1]);
});

Deno.test("cellsOf() tells models, prompts, temperatures and top-p apart, unknown ones too", () => {
  const cells = [{}, { model: "B" }, { prompt: "0Y1N" }, { temperature: null }, { topP: null }, {}];
  const found = cellsOf(cells.map((one) => ({ ...KEYS, ...one })));
  assert.deepEqual(found.map(({ length }) => length), [2, 1, 1, 1, 1]);
});
