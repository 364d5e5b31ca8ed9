import assert from "node:assert/strict";
import { goodnessOfFit } from "codebias/statistics/mod.ts";
import { permutationSampler } from "codebias/statistics/bootstrap/resample.ts";

Deno.test("permutationSampler() draws every order about as often, one after the other independently", () => {
  const draw = permutationSampler(7);
  const drawn = Array.from({ length: 24_000 }, () => draw(4).join(""));
  const counts = [...Map.groupBy(drawn, (order) => order).values()].map((own) => own.length);
  assert.equal(counts.length, 24);
  // The seed is fixed, so that this is always the same.
  assert.ok(goodnessOfFit(counts, Array(24).fill(1 / 24)).p > 0.01);
  const repeated = drawn.filter((order, at) => at > 0 && order === drawn[at - 1]).length;
  assert.ok(Math.abs(repeated - 1000) < 100, `${repeated}`);
});

Deno.test("permutationSampler() refuses what is no seed and no count", () => {
  assert.throws(() => permutationSampler(0.5), /seed 0.5/);
  assert.throws(() => permutationSampler(1)(0), RangeError);
});
