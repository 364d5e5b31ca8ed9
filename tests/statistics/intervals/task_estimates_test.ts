import assert from "node:assert/strict";
import { orNull } from "codebias/statistics/intervals/task_estimates.ts";

Deno.test("orNull() is null where something cannot be computed, and hides no other error", () => {
  const failing = (error: Error) => () =>
    orNull(() => {
      throw error;
    });
  assert.equal(failing(new RangeError("no samples"))(), null);
  assert.throws(failing(new TypeError("a defect")), /a defect/);
  assert.equal(orNull(() => 3), 3);
});
