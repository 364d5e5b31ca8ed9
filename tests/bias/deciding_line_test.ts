import assert from "node:assert/strict";
import fc from "fast-check";
import { decidingLine } from "codebias/bias/deciding_line.ts";

const deciding = (
  one: readonly number[],
  other: readonly number[],
  lines: readonly number[],
  last = 99,
  source = "",
) => decidingLine([one, other], "age", { source, naming: { age: lines }, last });

Deno.test("decidingLine() is the operand that decides, where Python goes back to the first one of several lines", () => {
  const source = "def f(age):\n    return (\n        a > 3\n        and age != 1\n        and b > 5\n    )\n";
  assert.equal(deciding([2, 3, 4, 3, 5], [2, 3, 4, 3, 2], [4], 99, source), 4);
  assert.equal(deciding([2, 3, 4], [2, 3, 2], [4], 99, source), 3);
  const loop = "def f(age):\n    n = 0\n    for one in age:\n        n += one\n    return n\n";
  assert.equal(deciding([2, 3, 4, 3, 5], [2, 3, 4, 3, 4], [4], 99, loop), 3);
});

Deno.test("decidingLine() is the last line before two calls go different ways", () => {
  assert.equal(deciding([2, 3, 5], [2, 4, 5], []), 2);
  assert.equal(deciding([2, 3, 4, 3, 6], [2, 3, 4, 3, 4], [2]), 3);
});

Deno.test("decidingLine() is where the longer call goes on if the other ends there", () => {
  assert.equal(deciding([2, 3], [2, 3, 4], [2]), 3);
  assert.equal(deciding([2, 3, 4], [2, 3], [2]), 3);
});

Deno.test("decidingLine() of the same lines is the last that names the attribute or, without one, the last", () => {
  assert.equal(deciding([2, 3, 2, 4], [2, 3, 2, 4], [2, 9]), 2);
  assert.equal(deciding([2, 3, 4], [2, 3, 4], []), 4);
});

Deno.test("decidingLine() of calls that part before any line, or have none, is unknown", () => {
  assert.equal(deciding([2], [3], [2]), undefined);
  assert.equal(deciding([], [], [2]), undefined);
  assert.equal(deciding([], [4], [4]), undefined);
});

Deno.test("decidingLine() does not depend on who comes first, and is a line that both execute", () => {
  const lines = fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 8 });
  fc.assert(fc.property(lines, lines, lines, (one, other, naming) => {
    const line = deciding(one, other, naming);
    assert.equal(deciding(other, one, naming), line);
    if (line !== undefined) assert(one.includes(line) && other.includes(line));
  }));
});

Deno.test("decidingLine() is none of what stands behind the program", () => {
  assert.equal(deciding([2, 9, 8, 7], [2, 9], [9], 5), 2);
  assert.equal(deciding([9, 2, 3], [9, 2, 4], [9], 5), 2);
  assert.equal(deciding([9], [9, 8], [9], 5), undefined);
});
