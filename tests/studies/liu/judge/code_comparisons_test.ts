import assert from "node:assert/strict";
import { comparisonsIn } from "codebias/studies/liu/judge/code_parts.ts";

const sides = (code: string) => comparisonsIn(code).map(({ left, right }) => [left, right]);

Deno.test("comparisonsIn() has both sides of comparisons as they stand, without space", () => {
  assert.deepEqual(sides("if p[ 'age' ] >= 18:\n    pass\n"), [["p['age']", "18"]]);
  assert.deepEqual(sides("a != b or c not in d\n"), [["a", "b"], ["c", "d"]]);
  assert.deepEqual(sides("x = [p for p in people if p in q]\n"), [["p", "q"]]);
  assert.deepEqual(sides("x = a + b\nfor a in b:\n    f(a)\n"), []);
});

Deno.test("comparisonsIn() says which must hold together, through brackets but not through or", () => {
  const together = (code: string) => comparisonsIn(code).map((one) => one.together);
  const [one, two, three] = together("a == 1 and (b == 2 and c == 3)\n");
  assert(one !== null && one === two && two === three);
  assert.deepEqual(together("a == 1 or b == 2\n"), [null, null]);
  const [first, second, last] = together("a == 1 and (b == 2 or c == 3)\n");
  assert(first !== null && second === null && last === null, "either of the two would do");
  const [left, , right] = together("(a == 1 and b == 2) or (c == 3 and d == 4)\n");
  assert(left !== null && right !== null && left !== right);
  assert.deepEqual(together("a == 1\nb == 2\n"), [null, null]);
});

Deno.test("comparisonsIn() reads what is cut off as far as it can be", () => {
  assert.deepEqual(sides("if a == 1:\n    if b == "), [["a", "1"]].concat(sides("if b == ")));
  assert.deepEqual(sides(""), []);
});
