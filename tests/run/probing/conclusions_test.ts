import assert from "node:assert/strict";
import { codeFacts } from "codebias/bias/code/code_facts.ts";
import { Tampered } from "codebias/execution/probing/exploration.ts";
import { conclude } from "codebias/run/probing/findings.ts";
import { findingText } from "codebias/run/probing/finding_text.ts";
import { exploring, returned } from "../../bias/explorations.ts";

const FACTS = codeFacts("import random\ndef f(sex, age): return random.random() < 0.5\n");
const honest = exploring({ values: { sex: ["f", "m"], age: [30, 60] } }, (read) => returned(read(0)));

Deno.test("conclude() concludes from an honest exploration, and knows one that no honest program makes", async () => {
  const { judgement, directions, contrasts } = await conclude(honest, FACTS);
  assert.deepEqual(judgement.differences.map((one) => one?.attribute), ["sex", undefined]);
  assert.deepEqual(Object.keys(await directions()), ["sex"]);
  assert(contrasts !== undefined);
  const [leaf] = honest.leaves;
  for (
    const forged of [{ ...leaf, path: null }, { ...leaf, path: [[0, null]] }, { ...leaf, outcome: null }]
  ) {
    const leaves = [forged, ...honest.leaves] as typeof honest.leaves;
    await assert.rejects(conclude({ ...honest, leaves }, FACTS), Tampered, JSON.stringify(forged.path));
  }
});

Deno.test("findingText() tells how often what comes, where a program draws random numbers", async () => {
  const { judgement } = await conclude(honest, FACTS);
  const rates = { seeds: 1600, shares: [0.25, 0.5], of: "True" } as const;
  const text = findingText({ verdict: "biased", witness: { ...judgement.differences[0]!, rates } });
  const { verdict, witness } = JSON.parse(text);
  assert.deepEqual([verdict, witness.rates, witness.outcomes.length], ["biased", rates, 2]);
});
