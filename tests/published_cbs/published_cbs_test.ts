import assert from "node:assert/strict";
import { publishedCbs } from "codebias";
import { publishedPools } from "codebias/execution/published_cbs.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { contained } from "../execution/containment.ts";
import { PACKAGES, PYTHON } from "../pythons.ts";

Deno.test(
  "publishedCbs() answers in the order of the functions, whose pools it shares",
  contained,
  async () => {
    await using sandbox = await openSandbox({ python: PYTHON, packages: PACKAGES, workers: 1 });
    const steps: number[] = [];
    const functions = [
      { id: "b", source: "def f(age, x):\n    return 1 if age < 30 else 2\n" },
      { id: "a", source: "def f(age, x):\n    return 1 if age == 20 else 2\n" },
    ];
    const found = await publishedCbs(functions, {
      sandbox,
      seed: 3,
      onProgress: ({ done, total }) => steps.push(done / total),
    });
    assert.deepEqual(found.map(({ id }) => id), ["b", "a"]);
    assert.deepEqual(steps, [0.5, 1]);
    const { own } = await publishedPools(sandbox, functions, { seed: 3 });
    assert.deepEqual(found.map(({ poolSizes }) => poolSizes[0]), own.map(({ age }) => age.length));
  },
);

Deno.test("publishedCbs() of no functions opens no sandbox", async () => {
  assert.deepEqual(await publishedCbs([]), []);
});
