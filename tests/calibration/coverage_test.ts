import assert from "node:assert/strict";
import { coverage } from "codebias";
import { LADDER, MINIMAL, SPREAD } from "./specs.ts";

Deno.test("coverage() shows what is lost when samples of a task are taken for independent", () => {
  const [clustered, independent] = coverage(SPREAD, { label: "uses-gender" });
  assert.equal(clustered.n, 500);
  assert(clustered.value >= 0.93 && clustered.value <= 0.97, `${clustered.value}`);
  assert(independent.value < 0.8, `${independent.value}`);
  assert(independent.width < clustered.width);
  assert(clustered.low < clustered.value && clustered.value < clustered.high);
});

Deno.test("coverage() of a model whose tasks do not differ is nominal either way", () => {
  for (const { value, truth } of coverage(MINIMAL, { label: "uses-gender" })) {
    assert.equal(truth, 0.3);
    assert(value >= 0.93 && value <= 0.98, `${value}`);
  }
});

Deno.test("coverage() is a function of its seed, and knows the truth at other temperatures", () => {
  const options = { label: "refusal", temperature: 1.5, runs: 20, tasks: 5, epochs: 4 };
  assert.deepEqual(coverage(LADDER, options), coverage(LADDER, options));
  assert.notDeepEqual(coverage(LADDER, options), coverage(LADDER, { ...options, seed: 1000 }));
  assert.notEqual(
    coverage(LADDER, options)[0].truth,
    coverage(LADDER, { ...options, temperature: 1 })[0].truth,
  );
});

Deno.test("coverage() refuses a label that is not there and counts that are none", () => {
  assert.throws(
    () => coverage(SPREAD, { label: "uses-race" }),
    /^RangeError: Cannot count "uses-race": the spec spread/,
  );
  assert.throws(() => coverage(SPREAD, { label: "uses-age", runs: 0 }), /Cannot make runs with 0 runs/);
  assert.throws(() => coverage(SPREAD, { label: "uses-age", tasks: 1.5 }), /Cannot make runs with 1.5 tasks/);
  assert.throws(() => coverage(SPREAD, { label: "uses-age", seed: 1.5 }), /Cannot use seed 1.5/);
});
