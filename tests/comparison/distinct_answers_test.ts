import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { distinctAnswers } from "codebias";

const SAMPLES = pl.DataFrame({
  model: ["A", "A", "A", "A", "B", "B"],
  taskId: ["1", "1", "1", "2", "1", "1"],
  text: ["x", "x", null, "x", "y", "z"],
});

Deno.test("distinctAnswers() counts copies within a task, and leaves out empty answers", () => {
  assert.deepEqual(distinctAnswers(SAMPLES, { by: "model" }).toRecords(), [
    { model: "A", total: 3, distinct: 2, repeated: 1 / 3, effective: 2 },
    { model: "B", total: 2, distinct: 2, repeated: 0, effective: 2 },
  ]);
});

Deno.test("distinctAnswers() takes the columns that are named, and refuses what it does not know", () => {
  const named = SAMPLES.rename({ taskId: "question", text: "answer" });
  const [one] = distinctAnswers(named, { by: "model", cluster: "question", text: "answer" }).toRecords();
  assert.equal(one.total, 3);
  assert.throws(() => distinctAnswers(named, { by: "model" }), /^RangeError: Unknown column "taskId"/);
  assert.throws(
    () => distinctAnswers(SAMPLES, { by: "model", txt: "text" } as never),
    /Unknown option "txt": did you mean text\?/,
  );
  assert.throws(() => distinctAnswers([] as never, { by: "model" }), /Cannot count answers of /);
});
