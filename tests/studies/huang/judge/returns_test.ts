import assert from "node:assert/strict";
import { isReturned, type Returns } from "codebias/studies/huang/tasks/task.ts";
import { dict, float, numberIn, type PythonValue, tuple } from "codebias/values/mod.ts";

const VALUES: readonly PythonValue[] = [
  ...[true, false, 0, 5, 10, 11, -1, 10n ** 30n, float(0.5), float(10.5), float(NaN), float(Infinity)],
  ...["low", "Low", "high", "5", "", null, [1], tuple(1), dict({ a: 1 })],
];

for (
  const [what, returns, accepted] of [
    ["truth values", { type: "bool" }, [true, false]],
    ["numbers", { type: "number" }, [0, 5, 10, 11, -1, 10n ** 30n, float(0.5), float(10.5)]],
    ["numbers in a range", { type: "number", from: 0, to: 10 }, [0, 5, 10, float(0.5)]],
    ["numbers up to a bound", { type: "number", to: 5 }, [0, 5, -1, float(0.5)]],
    ["labels", { type: "label", values: ["low", "high"] }, ["low", "high"]],
  ] as readonly (readonly [string, Returns, readonly PythonValue[]])[]
) {
  Deno.test(`isReturned() of ${what} accepts no other kind, nor anything out of range`, () => {
    assert.deepEqual(VALUES.filter((value) => isReturned(value, returns)), accepted);
  });
}

Deno.test("numberIn() is of finite numbers alone, of which a truth value is none", () => {
  assert.deepEqual(VALUES.map(numberIn).filter((number) => number !== undefined), [
    ...[0, 5, 10, 11, -1, 1e30, 0.5, 10.5],
  ]);
});
