import assert from "node:assert/strict";
import { boundsOf, sized } from "../long.ts";
import { SEED } from "../property.ts";
import { type CoverageCell, coverageCells, coverageOf, isApart } from "./coverage.ts";

const RUNS = sized({ small: 100, long: 1000 });

/** In `deno task test`: few and many tasks, rare and usual rates, each design. */
const SMALL = ({ tasks, epochs, rates: [a, b], icc }: CoverageCell) =>
  (tasks === 8 || tasks === 40) && epochs === 5 && icc === 0.3 && (a < b || a === 0.5);

/** Of all cells, which take an hour, a fifth: another one by another seed. */
const FIFTH = (_: CoverageCell, at: number) => at % 5 === SEED % 5;

const cells = sized({ small: coverageCells().filter(SMALL), long: coverageCells().filter(FIFTH) });

Deno.test(`95 % intervals of a difference of shares cover it in 92.5 to 98.5 % of the runs in nearly all of ${cells.length} cells, in more where levels have different tasks, or there is none`, () => {
  const found = cells.map((cell) => ({ ...cell, ...coverageOf(cell, RUNS) })).filter(({ shown }) =>
    shown >= 0.05
  );
  for (const { shown, covered, ...cell } of found) {
    const [low] = boundsOf([0.9, 1], Math.round(RUNS * shown));
    assert(covered >= low, `${covered} in ${JSON.stringify(cell)}`);
  }
  const share = found.filter(({ design, shown, covered }) => {
    const [low, high] = boundsOf([0.925, 0.985], Math.round(RUNS * shown));
    return covered >= low && (isApart(design) || covered <= high);
  }).length / found.length;
  console.log(`${found.length} cells, ${share} within`);
  assert(found.length > cells.length / 2 && share >= 0.95);
});

Deno.test("rows taken as independent would cover much too seldom", () => {
  // What compare() did before, and what an analyst gets from a test of independent rows.
  const cell: CoverageCell = {
    design: "separate",
    tasks: 40,
    epochs: 10,
    icc: 0.6,
    alike: 0,
    rates: [0.3, 0.3],
  };
  assert(coverageOf(cell, 200).covered > 0.9);
  assert(coverageOf(cell, 200, { independent: true }).covered < 0.8);
});

Deno.test("there is no interval, with a reason, where tasks or events are few", () => {
  const few = { design: "paired", epochs: 5, icc: 0.3, alike: 0.5 } as const;
  assert.equal(coverageOf({ ...few, tasks: 7, rates: [0.3, 0.3] }, 50).shown, 0);
  assert.equal(coverageOf({ ...few, tasks: 8, rates: [0.001, 0.001] }, 50).shown, 0);
});
