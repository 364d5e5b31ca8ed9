import assert from "node:assert/strict";
import { checksOf, checkTable, errorTable, inspectEach, percent } from "codebias/report/paper_rules.ts";

/** No share is above 1. */
const RULES = [{
  rule: "no share is above 1",
  inspect: (shares: readonly number[]) =>
    inspectEach(shares, (share) => share <= 1 ? null : { where: "a cell", printed: percent(share) }),
}];

Deno.test("checksOf() counts what was tried and what was found, also where nothing was", () => {
  assert.deepEqual(checksOf(RULES, [0.4, 1.2, 1]), [{ rule: "no share is above 1", checked: 3, errors: 1 }]);
  assert.deepEqual(checksOf(RULES, []), [{ rule: "no share is above 1", checked: 0, errors: 0 }]);
});

Deno.test("errors and checks are tables to read, with a title and a note that can be replaced", () => {
  const { errors } = RULES[0].inspect([1.2, 3]);
  assert.deepEqual(errors.map(({ printed }) => printed), ["120.00 %", "300.00 %"]);
  const shown = errorTable(errors, { columns: ["where", "printed"], note: "made up" });
  assert.equal(shown.frame.height, 2);
  assert.match(`${shown}`, /^Where the paper's numbers do not hold\n[^]*made up/);
  assert.deepEqual(checkTable(checksOf(RULES, [2])).frame.columns, ["rule", "checked", "errors"]);
});
