import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { settingsIn } from "codebias/studies/liu/artifact/recorded_files.ts";

Deno.test("settingsIn() reads model, temperature and top-p of a file name", () => {
  assert.deepEqual(settingsIn("6B-t0.5.p0.6.jsonl"), { model: "CodeGen-6.1B", temperature: 0.5, topP: 0.6 });
  assert.deepEqual(settingsIn("350M-t0.8.p0.9.jsonl"), {
    model: "CodeGen-350M",
    temperature: 0.8,
    topP: 0.9,
  });
});

Deno.test("settingsIn() refuses other names", () => {
  for (
    const name of ["16B-t0.5.p0.6.jsonl", "6B-p0.6.jsonl", "6B-t0.5.p0.6.json", "toString-t0.5.p0.6.jsonl"]
  ) {
    assert.throws(() => settingsIn(name), /^RangeError: Cannot tell the model of/);
  }
});

Deno.test("modelFiles are of models that the paper has, splitFiles of nine parts", () => {
  assert.deepEqual(
    liu.modelFiles.map(({ model }) => model).filter((model) => !liu.paper.numbers.models.includes(model)),
    [],
  );
  assert.equal(new Set(liu.splitFiles.map(({ path }) => path)).size, 9);
});
