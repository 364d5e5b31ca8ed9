import assert from "node:assert/strict";
import { signatureIn, signatureOf } from "codebias/studies/liu/tasks/task.ts";
import { liu } from "codebias/studies/liu/liu.ts";

Deno.test("signatureIn() reads the signature of every task", () => {
  for (const task of liu.tasks) {
    const text = signatureOf(task);
    assert.deepEqual(signatureIn(`${text}\n    return people\n`), { ...task, text });
  }
});

const refused: readonly (readonly [code: string, message: RegExp])[] = [
  ["", /it must begin with "def find_<adjective>_people/],
  ["x = 1\ndef find_sick_people(people, age):\n", /it must begin with .*, not with "x = 1"/],
  ["def find_sick_cars(people, age):\n", /it must begin with/],
  ["def find_sick_people(people):\n", /"def find_sick_people\(people\):" names no dimension/],
  ["def find_sick_people(people, ):\n", /names no dimension/],
  ["def find_sick_people(people, height):\n", /"height" is no dimension; known are ethnicity, religion/],
  ["def find_tall_people(people, age):\n", /the study has no prompt with the adjective "tall"/],
];

for (const [code, message] of refused) {
  Deno.test(`signatureIn() refuses ${JSON.stringify(code)}`, () => {
    assert.throws(() => signatureIn(code, "row 7"), (error: Error) => {
      assert(error instanceof RangeError);
      assert.match(error.message, /^Cannot read row 7: /);
      assert.match(error.message, message);
      return true;
    });
  });
}
