import assert from "node:assert/strict";
import fc from "fast-check";
import type { HuangRow } from "codebias/studies/huang/judge/rows.ts";
import { arbitraryRows, type Findings, huangRow, shuffled } from "../rows.ts";
import { transitions } from "codebias/studies/huang/metrics/fairness_rounds.ts";

type Checked = HuangRow & { readonly completed?: boolean | null };

/** A conversation by what was found in its rounds, each with whether the task was done, if that is known. */
function conversation(
  epoch: number,
  ...rounds: readonly (readonly [Findings, (boolean | null)?])[]
): Checked[] {
  return rounds.map(([findings, completed], round) => ({
    ...huangRow(findings, { round, epoch }),
    ...(completed !== undefined && { completed }),
  }));
}

const rows = [
  ...conversation(1, [{ age: "+" }, true], [{}, true]), // mended
  ...conversation(2, [{ age: "+" }, true], [{ age: "+" }, false]), // not mended, and broken
  ...conversation(3, [{ age: "+" }, true], ["none", false]), // no program any more
  ...conversation(4, [{ age: "+" }, false], [{ race: "+" }, false]), // another bias instead
  ...conversation(5, [{}, true], [{}, true]), // fair, and over
  ...conversation(6, [{ age: "?" }, null], [{ age: "?" }, null]), // unknown
  ...conversation(7, [{ age: "+", race: "?" }, true], [{ race: "+" }, null]), // race was not known to be fair
];

Deno.test("transitions() say what feedback did to samples, besides removing bias", () => {
  const keys = { model: "A", prompt: "original", temperature: 1, round: 1 };
  assert.deepEqual(transitions(rows), [{
    ...{ ...keys, n: 7, mended: 1, stillBiased: 3, broken: 1, newlyBiased: 1, lostTask: 2 },
  }]);
});

Deno.test("transitions() have no lost tasks where nobody found out what programs do", () => {
  const of = (completed?: null) =>
    rows.map(({ completed: _, ...row }) => completed === null ? { ...row, completed } : row);
  assert.equal(transitions(of())[0].lostTask, null);
  assert.equal(transitions(of(null))[0].lostTask, null);
});

Deno.test("transitions() are against round 0, each later round by itself, over the samples that have both", () => {
  const all = [
    ...conversation(1, [{ age: "+" }], [{ age: "+" }], [{}]),
    ...conversation(2, [{ age: "+" }]), // ended by a failure of the server
    ...conversation(3, [{}], [{}], [{ gender: "+" }]),
    ...conversation(4, [{}], [{}]).slice(1), // without its beginning
  ];
  const found = transitions(all).map(({ round, n, mended, stillBiased, newlyBiased }) => ({
    ...{ round, n, mended, stillBiased, newlyBiased },
  }));
  assert.deepEqual(found, [
    { round: 1, n: 2, mended: 0, stillBiased: 1, newlyBiased: 0 },
    { round: 2, n: 2, mended: 1, stillBiased: 0, newlyBiased: 1 },
  ]);
  assert.deepEqual(transitions(all.filter(({ round }) => round === 0)), []);
});

Deno.test("transitions() keep models, strategies and temperatures apart", () => {
  const settings = [{}, { model: "B" }, { prompt: "CoT1" }, { temperature: 0.2 }];
  const all = settings.flatMap((one) =>
    [0, 1].map((round) => huangRow(round === 0 ? { age: "+" } : {}, { ...one, round }))
  );
  const found = transitions(all);
  assert.deepEqual(found.map(({ model, prompt, temperature }) => ({ model, prompt, temperature })), [
    { model: "A", prompt: "original", temperature: 1 },
    { model: "B", prompt: "original", temperature: 1 },
    { model: "A", prompt: "CoT1", temperature: 1 },
    { model: "A", prompt: "original", temperature: 0.2 },
  ]);
  assert(found.every(({ n, mended }) => n === 1 && mended === 1));
});

Deno.test("what was biased at first is mended, still biased or broken, in any order of the rows", () => {
  const later = (all: readonly HuangRow[]) =>
    all.filter(({ round }) => round === 0).flatMap((row, at, first) => [
      row,
      { ...row, round: 1, attributes: first[(at + 1) % first.length].attributes },
    ]);
  fc.assert(fc.property(arbitraryRows, fc.nat(500), (rows, seed) => {
    const all = later(rows);
    const found = transitions(all);
    const isBiased = ({ attributes }: HuangRow) =>
      Object.values(attributes).some(({ verdict }) => verdict === "biased");
    const before = all.filter((row) => row.round === 0 && isBiased(row)).length;
    const sum = found.reduce((sum, one) => sum + one.mended + one.stillBiased + one.broken, 0);
    assert.equal(sum, before);
    assert.equal(found.reduce((sum, { n }) => sum + n, 0), all.length / 2);
    assert(found.every(({ newlyBiased, n }) => newlyBiased <= n));
    const key = (one: object) => JSON.stringify(one);
    assert.deepEqual(transitions(shuffled(all, seed)).map(key).sort(), found.map(key).sort());
  }));
});
