import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";

Deno.test("modelFiles are of models that the paper has, splitFiles of nine parts", () => {
  assert.deepEqual(
    liu.modelFiles.map(({ model }) => model).filter((model) => !liu.paper.numbers.models.includes(model)),
    [],
  );
  assert.equal(new Set(liu.splitFiles.map(({ path }) => path)).size, 9);
});
