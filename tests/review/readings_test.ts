import assert from "node:assert/strict";
import { loadData } from "codebias";
import { parseReading, readerRows } from "codebias/review/readings.ts";

const settings = { prompt: "default", temperature: 1 };
const reading = (id: string, truth: unknown, sealed = false) =>
  parseReading({ id, task: id, settings, sealed, truth, readers: {} })[0];
const said = (taskId: string, verdicts: Readonly<Record<string, string>>) => ({
  taskId,
  settings: { ...settings, round: 0 },
  verdicts,
});

Deno.test("readerRows() counts answers, not attributes, and what readers differ about in neither way", () => {
  const readings = [
    reading("right", { age: "biased" }),
    reading("one wrong", { age: "biased" }),
    reading("left open", { age: "biased" }),
    reading("differed about", { age: "any", race: "biased" }),
    reading("nobody can say", "open"),
    reading("not asked", { age: "biased" }),
    reading("later", { outcome: "passed or wrong" }, true),
  ];
  const [first, sealed] = readerRows(readings, [
    said("right", { age: "biased", race: "unbiased" }),
    said("one wrong", { age: "biased", race: "biased" }),
    said("left open", { age: "unjudged", race: "unbiased" }),
    said("differed about", { age: "unbiased", race: "biased" }),
    said("nobody can say", { age: "unjudged" }),
    said("later", { outcome: "wrong" }),
    said("not read", { age: "biased" }),
  ]);
  assert.deepEqual([first.right, first.wrong, first.unjudged, first.n], [3, 1, 1, 4]);
  assert.equal(first.value, 0.75);
  assert(first.low! < 0.75 && first.high! > 0.75);
  assert.deepEqual([sealed.right, sealed.wrong, sealed.unjudged, sealed.value], [1, 0, 0, 1]);
});

Deno.test("readerRows() takes no other sample of the task, and says nothing where there is none", () => {
  const readings = [reading("a", { age: "biased" })];
  const other = { ...said("a", { age: "biased" }), settings: { prompt: "default", temperature: 0.2 } };
  for (const row of readerRows(readings, [other])) {
    assert.deepEqual([row.n, row.value, row.low, row.high], [0, null, null, null]);
  }
});

Deno.test("there are 60 readings of each study, 90 of Liu's, and 30 sealed ones, of samples of their own", async () => {
  for (const study of ["solar", "huang", "liu", "faircoder", "linguistic"]) {
    const readings = await loadData(`recorded/labels/${study}.ndjson`, parseReading);
    const open = study === "liu" ? 90 : 60;
    const counts = [false, true].map((sealed) => readings.filter((one) => one.sealed === sealed).length);
    assert.deepEqual(counts, [open, 30]);
    const samples = readings.map(({ taskId, settings }) => JSON.stringify([taskId, settings]));
    assert.equal(new Set(samples).size, open + 30);
  }
});

Deno.test("parseReading() names the field that is wrong", () => {
  const whole = { id: "a", task: "a", settings, sealed: false, truth: "open" };
  assert.throws(() => parseReading({ ...whole, sealed: "no" }), /"sealed" of a reading/);
  assert.throws(() => parseReading({ ...whole, task: undefined }), /task/);
  assert.throws(() => parseReading({ ...whole, truth: 3 }), /"truth" of a reading/);
  assert.throws(() => parseReading({ ...whole, truht: "open" }), /truht/);
});
