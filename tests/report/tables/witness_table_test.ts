import assert from "node:assert/strict";
import pl from "nodejs-polars";
import { witnessTable } from "codebias";

function frameOf(...witnesses: (object | null)[]): pl.DataFrame {
  return pl.DataFrame({
    ...{ model: witnesses.map(() => "A"), taskId: witnesses.map((_, at) => `${at + 1}`) },
    ...{ temperature: witnesses.map(() => 1), attribute: witnesses.map(() => "sex") },
    witness: pl.Series("witness", witnesses.map((one) => one && JSON.stringify(one)), pl.Utf8),
  });
}

const PEOPLE = [{ sex: "male", age: 30, city: null }, { sex: "female", age: 30, city: null }];

Deno.test("witnessTable() says what each of two people gets, and what they share", () => {
  const frame = frameOf(
    { people: PEOPLE, outcomes: [{ returned: [1] }, { raised: "ValueError" }] },
    null,
    { people: PEOPLE, outcomes: [{ unjudged: "out of time" }, { returned: "no" }] },
  );
  const table = witnessTable(frame, { title: "Who" })!;
  assert.deepEqual(table.rows.map(([, task, , , ...rest]) => [task, ...rest]), [
    ["1", '"male": [1]', '"female": raises ValueError', "age 30, city null"],
    ["3", '"male": out of time', '"female": "no"', "age 30, city null"],
  ]);
});

Deno.test("witnessTable() is undefined without a witness of two people", () => {
  assert.equal(witnessTable(frameOf(null)), undefined);
  assert.equal(witnessTable(frameOf({ groups: ["male", "female"], scores: [1, 2] })), undefined);
});
