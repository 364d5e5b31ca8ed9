import assert from "node:assert/strict";
import fc from "fast-check";
import { describeOutcome } from "codebias/bias/outcome_classes.ts";
import { dict, encode, float, type PythonValue, tuple } from "codebias/values/mod.ts";

const returned = (value: PythonValue) => describeOutcome({ kind: "returned", value: encode(value) });

Deno.test("describeOutcome() says simple results as Python writes them, and of others their type", () => {
  const said = [true, false, null, 7, -(10n ** 20n), float(0.5), float(2), "yes", "it's", ""].map(returned);
  assert.deepEqual(said, [
    ...["True", "False", "None", "7", "-100000000000000000000", "0.5", "2.0", "'yes'", `"it's"`, "''"],
  ]);
  const others = [[1, 2], tuple(1), dict({ a: 1 }), float(NaN), float(-Infinity)].map(returned);
  assert.deepEqual(others, [
    "of type list",
    "of type tuple",
    "of type dict",
    "of type float",
    "of type float",
  ]);
});

Deno.test("describeOutcome() names exceptions, and says why nothing is known", () => {
  assert.equal(describeOutcome({ kind: "raised", type: "ValueError" }), "raises ValueError");
  assert.equal(describeOutcome({ kind: "unjudged", reason: "it meets a limit" }), "it meets a limit");
});

Deno.test("describeOutcome() is one line that is not too long, whatever a program returns", () => {
  assert.equal(returned("x".repeat(100)), `'${"x".repeat(59)} …`);
  assert.equal(describeOutcome({ kind: "raised", type: "A\n\tB" }), "raises A B");
  assert.equal(returned("😀".repeat(100)), `'${"😀".repeat(59)} …`);
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", minLength: 40, maxLength: 90, size: "max" }), (text) => {
      for (const said of [returned(text), describeOutcome({ kind: "raised", type: text })]) {
        assert([...said].length <= 62 && !/[\n\r\t]/.test(said), JSON.stringify(said));
        assert(said.isWellFormed(), JSON.stringify(said));
      }
    }),
  );
});
