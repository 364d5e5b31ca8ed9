import assert from "node:assert/strict";
import { cellsOf } from "codebias/studies/liu/judge/completions.ts";
import { KEYS } from "../made_up.ts";

Deno.test("cellsOf() tells models, prompts, temperatures and top-p apart, unknown ones too", () => {
  const cells = [{}, { model: "B" }, { prompt: "0Y1N" }, { temperature: null }, { topP: null }, {}];
  const found = cellsOf(cells.map((one) => ({ ...KEYS, ...one })));
  assert.deepEqual(found.map(({ length }) => length), [2, 1, 1, 1, 1]);
});
