import assert from "node:assert/strict";
import { codeFacts } from "codebias/bias/code_facts.ts";

/** Bodies of functions, and whether no call of them can notice or change anything of its process. */
const BLIND: readonly (readonly [blind: boolean, body: string, head?: string])[] = [
  [true, "return x > 3"],
  [true, "y: Decimal = x\n    return y", "from decimal import Decimal\n"],
  [true, "return Decimal(x)", "from decimal import Decimal\n"],
  [false, "y = Decimal\n    return y(x)", "from decimal import Decimal\n"],
  [false, "return x.gi_frame"],
  [false, "return (x"],
  [false, "return x.__globals__"],
  [false, "return x._hidden"],
  [true, "return self._hidden"],
  [false, "return ｅxec('x')"],
  [false, "return x.ｇi_frame"],
  [false, "return get_overloads(x)", "from typing import get_overloads\n"],
  [false, "return typing.overload(x)", "import typing\n"],
  [false, "return decimal.DefaultContext.prec", "import decimal\n"],
];

for (const [blind, body, head = ""] of BLIND) {
  Deno.test(`codeFacts() says whether calls notice one another: ${body.replaceAll("\n", " ")}`, () => {
    assert.equal(codeFacts(`${head}def f(self, x):\n    ${body}\n`).blind, blind);
  });
}

Deno.test("codeFacts() says whether values are handed on in a container, which multiplying them does not", () => {
  const handing = ["return g(*x)", "return g(**x)", "return [*x]", "return {**x}", "return max(map(int, x))"];
  const plain = ["return x * 2", "return x ** 2", "x *= 2\n    return x", "return [x]", "return g(x, y=x)"];
  for (const [bodies, handsOn] of [[handing, true], [plain, false]] as const) {
    for (const body of bodies) {
      assert.equal(codeFacts(`def f(x):\n    ${body}\n`).handsOn, handsOn, body);
    }
  }
});
