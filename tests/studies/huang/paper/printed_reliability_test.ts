import assert from "node:assert/strict";
import { cleanPaper } from "../clean_paper.ts";
import {
  printedReliability,
  printedReliabilityTable,
} from "codebias/studies/huang/paper/printed_reliability.ts";

Deno.test("printedReliability() has exact intervals", () => {
  const [precision, recall] = printedReliability();
  // With no failure in n, the lower bound L is the one with L^n = 0.025.
  assert(Math.abs(precision.low! ** 141 - 0.025) < 1e-12);
  assert.equal(precision.high, 1);
  assert(recall.low! < 141 / 153 && recall.value === 141 / 153 && recall.high! < 1);
});

Deno.test("printedReliability() says nothing of a matrix without positives", () => {
  const paper = cleanPaper();
  paper.table9 = [{ pools: "original", tp: 0, fn: 0, fp: 0, tn: 9, seconds: 1 }];
  const values = printedReliability(paper).map(({ metric, value, n }) => [metric, value, n]);
  assert.deepEqual(values, [["precision", null, 0], ["recall", null, 0], ["falsePositiveRate", 0, 9]]);
});

Deno.test("printedReliabilityTable() has a row for each rate", () => {
  const shown = printedReliabilityTable(printedReliability());
  assert.equal(shown.rows.length, 6);
  assert.match(shown.toString(), /92\.2 % \[86\.7, +95\.9\], n = +153/);
});
