import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import { offeredShares, offeredTasks } from "codebias/studies/huang/paper/offered_shares.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";

Deno.test("offeredTasks() counts the prompts of the categories that name an attribute", () => {
  const [income, employment, insurance] = [93, 134, 107];
  assert.deepEqual(offeredTasks(), {
    age: income + employment + insurance,
    region: employment + insurance,
    gender: income + employment + insurance,
    education: income + employment,
    occupation: income,
    race: income,
  });
});

Deno.test("offeredShares() divides the printed counts by those prompts", () => {
  const rows = offeredShares();
  assert.equal(rows.length, huang.paper.numbers.table4.length * PROTECTED.length);
  const of = (attribute: string) =>
    rows.find((row) => row.model === "GPT-4-turbo" && row.metric === "CBS" && row.attribute === attribute)!;
  assert.deepEqual([of("age").value, of("age").printed], [174 / 334, 0.521]);
  assert.deepEqual([of("occupation").value, of("occupation").printed], [37 / 93, 0.1108]);
  assert(of("occupation").low! > of("occupation").printed, "the printed share is not even in the interval");
  assert(of("occupation").value! > of("gender").value!, "though it is printed as a third of it");
});

Deno.test("no printed count is above the prompts that name the attribute", () => {
  const found = huang.claims().find(({ rule }) => rule.startsWith("no more functions are biased"));
  assert.deepEqual([found?.checked, found?.errors], [90, 0]);
});
