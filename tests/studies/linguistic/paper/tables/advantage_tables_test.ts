import assert from "node:assert/strict";
import type { Advantage, Winner } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import {
  advantageCounts,
  advantageGrid,
  advantageGridTable,
  advantageTable,
} from "codebias/studies/linguistic/paper/tables/advantage_tables.ts";

/** A task that both languages solve, with the language of the better program. */
function won(taskId: string, winner: Winner, given: Partial<Advantage> = {}): Advantage {
  return {
    ...{ model: "A", prompt: "DI", temperature: 0.2, taskId, winner },
    ...{ solved: { en: true, zh: true }, timed: { en: 1, zh: 1 }, best: { en: 1, zh: 1 } },
    ...given,
  };
}

const unsolved = { solved: { en: false, zh: false }, timed: { en: 0, zh: 0 }, best: { en: null, zh: null } };

Deno.test("advantageCounts() counts tasks by the language of the better program", () => {
  const tasks = [
    ...[won("a", "en"), won("b", "both"), won("c", "zh"), won("d", "zh"), won("e", "both", unsolved)],
    ...[won("a", "en", { model: "B" }), won("a", "zh", { temperature: 0.8 })],
  ];
  assert.deepEqual(advantageCounts(tasks), [
    { model: "A", prompt: "DI", temperature: 0.2, en: 1, both: 1, zh: 2, n: 4 },
    { model: "B", prompt: "DI", temperature: 0.2, en: 1, both: 0, zh: 0, n: 1 },
    { model: "A", prompt: "DI", temperature: 0.8, en: 0, both: 0, zh: 1, n: 1 },
  ]);
  assert.match(
    advantageTable(advantageCounts(tasks)).toCSV(),
    /^model,prompt,temperature,en,both,zh,n\nA,DI,0.2,1,1,2,4\n/,
  );
});

Deno.test("advantageGrid() counts tasks by the number of open models that are better from each language", () => {
  const winners: Readonly<Record<string, readonly Winner[]>> = {
    a: ["en", "en", "both"],
    b: ["en", "zh", "zh"],
    c: ["both", "both", "both"],
    d: ["zh", "zh", "zh"],
    e: ["both", "both", "both"],
  };
  const tasks = Object.entries(winners).flatMap(([task, all]) =>
    all.map((winner, at) => won(task, winner, { model: "ABC"[at] }))
  );
  const closed = Object.keys(winners).map((task) => won(task, "en", { model: "GPT-3.5-Turbo" }));
  const grid = advantageGrid([...tasks, ...closed]);
  assert.equal(grid.length, 4 + 3 + 2 + 1);
  const found = grid.filter(({ tasks }) => tasks > 0).map((
    { zhModels, enModels, tasks },
  ) => [zhModels, enModels, tasks]);
  assert.deepEqual(found, [[0, 0, 2], [0, 2, 1], [2, 1, 1], [3, 0, 1]]);
  assert.match(
    advantageGridTable(grid).toCSV(),
    /^prompt,temperature,zhModels,enModels,tasks\nDI,0.2,0,0,2\n/,
  );
});

Deno.test("advantageGrid() keeps temperatures apart, and counts tasks that nobody solves as won by none", () => {
  const grid = advantageGrid([won("a", "both", unsolved), won("a", "zh", { temperature: 0.8 })]);
  const found = grid.filter(({ tasks }) => tasks > 0);
  assert.deepEqual(found.map(({ temperature, zhModels, enModels }) => [temperature, zhModels, enModels]), [
    [0.2, 0, 0],
    [0.8, 1, 0],
  ]);
  assert.deepEqual(advantageGrid([]), []);
});
