import assert from "node:assert/strict";
import { faircoder, huang, linguistic, liu, solar } from "codebias";
import {
  equal,
  type Erratum,
  type Inspection,
  rule,
  shareOf,
  unionOf,
  within,
} from "codebias/paper/rules.ts";
import { audit, checksOf, errataOf } from "codebias/paper/audit.ts";
import { cellsAt, lookup, percent } from "codebias/paper/cells.ts";

/** What a rule of a kind finds in items, without its words. */
const found = <T>(
  kind: (itemsIn: (items: T) => T) => Inspection<T>,
  items: T,
) => errataOf({ "a rule": kind((all) => all) }, items).map(({ rule: _, ...rest }: Erratum) => rest);

Deno.test("checksOf() counts what was tried and what was found, also where nothing was", () => {
  const small = {
    "no share is above 1": rule(
      (shares: readonly number[]) => shares,
      (share) => share > 1 && { where: "a cell", printed: percent(share), evidence: "1 is all" },
    ),
  };
  assert.deepEqual(checksOf(small, [0.4, 1.2, 1]), [{
    rule: "no share is above 1",
    checked: 3,
    errors: 1,
  }]);
  assert.deepEqual(checksOf(small, []), [{ rule: "no share is above 1", checked: 0, errors: 0 }]);
});

Deno.test("equal() finds what differs by more than rounding, and nothing where one of the two is missing", () => {
  const at = { where: "Table 1", says: "Table 2 has" };
  const items = [
    { ...at, value: 0.5, other: 0.504, rounding: 0.005 },
    { ...at, value: 0.5, other: 0.51, rounding: 0.005, write: percent },
    { ...at, value: null, other: 1 },
    { ...at, value: 1, other: undefined },
    {
      ...at,
      value: 3,
      other: 4,
      printed: "3 of 5",
      evidence: "4 are listed",
      consequence: "a slip",
      expected: "4",
    },
  ];
  assert.deepEqual(found(equal, items), [
    { where: "Table 1", printed: "50.00 %", evidence: "Table 2 has 51.00 %" },
    { where: "Table 1", printed: "3 of 5", evidence: "4 are listed", expected: "4", consequence: "a slip" },
  ]);
});

Deno.test("within() takes its bounds as possible, and no bound as none", () => {
  const at = { where: "Table 1", evidence: "of 5" };
  const items = [
    ...[-1, 0, 5, 6].map((value) => ({ ...at, value, low: 0, high: 5 })),
    { ...at, value: 1e9, low: 0 },
    { ...at, value: undefined, high: 0 },
  ];
  assert.deepEqual(found(within, items).map(({ printed }) => printed), ["-1", "6"]);
});

Deno.test("shareOf() finds shares that no count gives, by their decimals", () => {
  const items = [
    { where: "a", value: 0.6866, n: 485 },
    { where: "b", value: 0.6866, n: 1715, evidence: ", nor of a part" },
    { where: "c", value: 0.69, n: 3, digits: 2 },
    { where: "d", value: 0.67, n: 3, digits: 2 },
    { where: "e", value: 0.6866, n: 5145, called: "k/1715", evidence: ", nor an average of 3 such" },
    { where: "f", value: 0, n: 0 },
  ];
  assert.deepEqual(found(shareOf, items), [
    { where: "b", printed: "68.66 %", evidence: "no k/1715, nor of a part" },
    { where: "c", printed: "69.00 %", evidence: "no k/3" },
    { where: "e", printed: "68.66 %", evidence: "no k/1715, nor an average of 3 such" },
    { where: "f", printed: "0.00 %", evidence: "no k/0" },
  ]);
});

Deno.test("unionOf() takes a share of any as possible from the largest part to all of them together", () => {
  const of = (value: number) => ({
    ...{ where: `${value}`, value, parts: { age: 0.3, race: 0.2 }, called: "attributes", rounding: 0.0001 },
  });
  assert.deepEqual(found(unionOf, [0.29, 0.3, 0.5, 0.52].map(of)), [
    { where: "0.29", printed: "29.00 %", evidence: "age alone has 30.00 %" },
    { where: "0.52", printed: "52.00 %", evidence: "all attributes together have 50.00 %" },
  ]);
});

Deno.test("an audit's tables have the columns that have something in them, and a note that can be replaced", () => {
  const counts = {
    "counts agree": equal((numbers: readonly number[]) =>
      numbers.map((value) => ({ where: "Section 1", value, other: 3, expected: "3" }))
    ),
  };
  const { errata, claims, tables } = audit(counts, () => [2, 3], "made up");
  assert.equal(errata().length, 1);
  assert.deepEqual(errata([3]), []);
  assert.deepEqual(claims([3, 3, 4]), [{ rule: "counts agree", checked: 3, errors: 1 }]);
  const shown = tables.paper_errors.printed();
  assert.deepEqual(shown.columns, ["where", "printed", "expected", "evidence", "rule"]);
  assert.match(`${shown}`, /^Where the paper's numbers do not hold\n[^]*made up/);
  assert.deepEqual(tables.paper_checks.printed([]).columns, ["rule", "checked", "errors"]);
  assert.deepEqual(tables.paper_checks.printed([3, 4, 5]).rows, [["counts agree", 3, 2]]);
  assert.equal(tables.paper_errors.printed([3, 4, 5]).rows.length, 2);
});

Deno.test("lookup() finds the cells that numbers have now, not those that they had", () => {
  const { printedCells, printedValue } = lookup(
    ["table1"],
    { age: 0.2 },
    (numbers) => [{ table: "table1", keys: {}, value: numbers.age }],
  );
  const numbers = { age: 0.3 };
  assert.equal(printedValue("table1", {}, numbers), 0.3);
  numbers.age = 0.4;
  assert.deepEqual([printedValue("table1", {}, numbers), printedCells("table1").length], [0.4, 1]);
});

Deno.test("cellsAt() takes cells by the keys that are given, and undefined ones as not given", () => {
  const cells = [0, 1].flatMap((at) =>
    ["age", "race"].map((attribute) => ({ table: `table${at}`, keys: { model: "a", attribute }, value: at }))
  );
  assert.equal(cellsAt(cells, "table1", { attribute: "age" }).length, 1);
  assert.equal(cellsAt(cells, "table1", { attribute: undefined }).length, 2);
  assert.deepEqual(cellsAt(cells, "table2", {}), []);
});

Deno.test("errata() and claims() refuse a result, which says nothing of a paper, in a sentence", () => {
  const message =
    /^TypeError: Cannot audit this: errata and claims are about what the paper prints, and take no result$/;
  for (const { errata, claims } of [faircoder, huang, linguistic, liu, solar]) {
    assert(errata().length > 0 && claims().length > 0);
    for (const wrong of [{ samples: [], frame: undefined }, "table3", null]) {
      assert.throws(() => errata(wrong as never), message);
      assert.throws(() => claims(wrong as never), message);
    }
  }
});
