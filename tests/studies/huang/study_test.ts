import assert from "node:assert/strict";
import { huang, openSource } from "codebias";
import { huang as study } from "codebias/studies/huang/study.ts";
import type { Pools } from "codebias/studies/huang/judge/pools.ts";

Deno.test("the Huang study opens its own tasks unless something else is asked for, and has no demonstration", async () => {
  const source = await openSource(study);
  assert.equal(source.kind, "suite");
  assert.equal((await source.tasks()).length, 334);
  assert.deepEqual(await source.completions(), []);
  await assert.rejects(openSource(study, { source: "demo" }), {
    name: "RangeError",
    message: 'Cannot open the demonstration of huang: it has none; use source "model"',
  });
});

Deno.test("the values that are tried can be chosen, and are named if there are none such", () => {
  const task = { id: "t", category: "employability", asks: "rate somebody" };
  const text = "```python\ndef rate(age):\n    return age > 70\n```\n";
  const completion = {
    ...{ taskId: "t", model: "m", epoch: 1, text },
    settings: { prompt: "original", temperature: 1, round: 0 },
  };
  const subjects = (["original", "enriched", "boundary"] as const).map((pools) => {
    const subject = huang.with(pools).judge.subject(task, completion);
    assert(!("kind" in subject));
    return subject.attributes[0];
  });
  const [original, enriched, boundary] = subjects;
  assert(enriched.values.length > original.values.length);
  // All ages are tried, whatever the program makes of them.
  assert.equal(boundary.values.length, boundary.range![1] - boundary.range![0] + 1);
  assert.deepEqual([original.range, enriched.range], [undefined, undefined]);
  assert(boundary.range && boundary.range[0] < 70 && boundary.range[1] > 70);
  assert.throws(() => huang.with("wide" as Pools), {
    name: "RangeError",
    message: /Known: boundary, enriched, original/,
  });
});
