import assert from "node:assert/strict";
import { agreementOf, agreementTable, disagreementTable, joinLabels } from "codebias";
import { filesOf, type Rated, ratedItems } from "./review_files.ts";

function agreement(ratings: Rated) {
  const items = ratedItems(ratings[0].length, ["y", "n", "u"]);
  return agreementOf(joinLabels(items, filesOf(items, ratings)));
}

const THREE = [["y", "y", "y", "n", null], ["y", "y", "n", "n", "n"], ["y", "n", "u", "n", "y"]];

Deno.test("agreementTable() has a row for each measure and each pair, with their numbers", () => {
  const found = agreement(THREE);
  const shown = agreementTable(found);
  assert.deepEqual(shown.columns, ["measure", "reviewers", "value", "low", "high", "n", "remark"]);
  const rows = [found.percent, ...found.pairs, found.fleiss!, found.alpha];
  const names = [
    ["percent agreement", "A, B, C"],
    ["Cohen's kappa", "A, B"],
    ["Cohen's kappa", "A, C"],
    ["Cohen's kappa", "B, C"],
    ["Fleiss' kappa", "A, B, C"],
    ["Krippendorff's alpha", "A, B, C"],
  ];
  assert.deepEqual(
    shown.rows,
    names.map((name, at) => {
      const { value, low, high, n, reason } = rows[at];
      return [...name, value, low, high, n, reason];
    }),
  );
  assert.deepEqual(shown.rows.map((row) => row[5]), [5, 4, 4, 5, 4, 5]);
});

Deno.test("agreementTable() says why there is no value, and leaves out a Fleiss that is not there", () => {
  const same = agreementTable(agreement([["y", "y"], ["y", "y"]]));
  assert.equal(same.rows.length, 4);
  for (const [measure, , value, , , , remark] of same.rows.slice(1)) {
    assert.equal(value, null);
    assert.match(String(remark), /chance/, String(measure));
  }
  const apart = agreementTable(agreement([["y", "n", null], [null, "n", "y"]]));
  assert.deepEqual(apart.rows.map(([measure]) => measure), [
    "percent agreement",
    "Cohen's kappa",
    "Krippendorff's alpha",
  ]);
});

Deno.test("agreementTable() can be shown, and takes another title", () => {
  const shown = agreementTable(agreement(THREE), { title: "How far they agree" });
  assert.match(shown.toString(), /percent agreement +A, B, C +0\.\d+ \[/);
  assert.match(shown.toCSV(), /^measure,reviewers,value,low,high,n,remark\n/);
  assert.match(shown.toMarkdown(), /Krippendorff/);
});

Deno.test("disagreementTable() lists what is left to settle first", () => {
  const shown = disagreementTable(agreement(THREE));
  assert.deepEqual(shown.columns, ["item", "labels", "majority"]);
  assert.deepEqual(shown.rows, [
    ["3", "A: y; B: n; C: u", null],
    ["5", "B: n; C: y", null],
    ["2", "A: y; B: y; C: n", "y"],
  ]);
});

Deno.test("disagreementTable() is empty where all agree", () => {
  const shown = disagreementTable(agreement([["y", "n"], ["y", "n"]]));
  assert.deepEqual([shown.columns, shown.rows], [["item", "labels", "majority"], []]);
  assert.equal(shown.toCSV(), "item,labels,majority\n");
});
