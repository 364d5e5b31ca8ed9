import assert from "node:assert/strict";
import fc from "fast-check";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type {
  ModelRows,
  RecordedData,
  RecordedEvidence,
} from "codebias/studies/liu/artifact/recorded_data.ts";
import { SPLITS } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { DIMENSIONS } from "codebias/studies/liu/tasks/vocabulary.ts";
import { about, as, cleanData, INCODER, numbersFor } from "../recorded_data.ts";
import { rowOf } from "../rows.ts";
import { recordedEvidence, recordedEvidenceTable } from "codebias/studies/liu/artifact/recorded_evidence.ts";

const places = (said: readonly RecordedEvidence[]) => said.map(({ where }) => where);

Deno.test("recordedEvidence() finds nothing where all is as the paper says", () => {
  const data = cleanData();
  assert.deepEqual(recordedEvidence(data, numbersFor(data)), []);
});

Deno.test("recordedEvidence() finds nothing where nothing is recorded, and needs neither models nor splits", () => {
  const data = cleanData();
  assert.deepEqual(recordedEvidence({ splits: [], models: [] }), []);
  assert.equal(recordedEvidenceTable([]).frame.height, 0);
  const numbers = numbersFor(data);
  numbers.table3 = numbers.table3.map(({ pos, neg, ...row }) => ({ ...row, pos: neg, neg: pos }));
  numbers.table4.forEach((row) => row.cbs.total = 0.9);
  assert.deepEqual(places(recordedEvidence({ ...data, models: [] }, numbers)), ["Table 3"]);
  assert.deepEqual(places(recordedEvidence({ ...data, splits: [] }, numbers)), ["Tables 4 and 7"]);
  const hollow = {
    splits: data.splits.map((split) => ({ ...split, rows: [] })),
    models: data.models.map((model) => ({ ...model, rows: [] })),
  };
  assert.deepEqual(recordedEvidence(hollow, numbers), []);
});

Deno.test("recordedEvidence() tells swapped classes, in as many parts as have them", () => {
  const data = cleanData();
  const numbers = numbersFor(data);
  const turn = (at: number) => {
    const { pos, neg } = numbers.table3[at];
    Object.assign(numbers.table3[at], { pos: neg, neg: pos });
  };
  turn(1);
  const said = recordedEvidence(data, numbers);
  assert.deepEqual(places(said), ["Table 3"]);
  const { pos, neg } = numbers.table3[1];
  assert.equal(
    said[0].evidence,
    `So it is in 1 of 3 parts, e.g. combine/val: ${neg} rows are labelled biased, ${pos} acceptable; printed are ` +
      `${pos} Pos and ${neg} Neg.`,
  );
  turn(2);
  assert.match(recordedEvidence(data, numbers)[0].evidence, /in 2 of 3 parts/);
});

/** So many rows of each of some tasks, all different. */
const rowsPer = (count: number, tag: string, adjectives = ["sick", "lazy", "best"]) =>
  adjectives.flatMap((adjective) =>
    Array.from({ length: count }, (_, at) => rowOf(`return "${tag}-${at}"`, { adjective, label: at % 2 }))
  );

/** The combined dataset alone, with numbers that go with it. */
function evidenceOfSplits(parts: readonly (readonly RecordedRow[])[]): RecordedEvidence[] {
  const splits = parts.map((rows, at) => ({ dataset: "combine" as const, split: SPLITS[at], rows }));
  const data = { splits, models: [] };
  return recordedEvidence(data, numbersFor(data));
}

Deno.test("recordedEvidence() tells a split by prompt, but for prompts in one part alone, or one prompt", () => {
  const alike = [rowsPer(4, "train"), rowsPer(2, "val"), rowsPer(1, "test")];
  assert.match(
    about(evidenceOfSplits(alike), "Section 3.2"),
    /each prompt has 4 in train, 2 in val and 1 in test: whatever is tested/,
  );
  assert.match(
    about(evidenceOfSplits([rowsPer(3, "train"), rowsPer(3, "val")]), "Section 3.2"),
    /has 3 in train and 3 in val:/,
  );
  const others = rowsPer(2, "val", ["vile", "poor", "worst"]);
  for (
    const parts of [
      [rowsPer(4, "train"), others],
      [rowsPer(4, "train")],
      [rowsPer(4, "train", ["sick"]), rowsPer(2, "val", ["sick"])],
      [rowsPer(4, "train").slice(1), rowsPer(2, "val")],
      [rowsPer(4, "train"), rowsPer(2, "val").slice(2)],
    ]
  ) assert.deepEqual(evidenceOfSplits(parts), []);
});

Deno.test("recordedEvidence() counts leaked rows, word for word and but for the adjective, and none if there are none", () => {
  const train = [rowOf("return 1"), rowOf("return 2"), rowOf("return 2", { label: 0 })];
  const val = [
    rowOf("return 1", { adjective: "vile" }),
    rowOf("return 2"),
    rowOf("return 3"),
    rowOf("return 4"),
  ];
  const said = evidenceOfSplits([train, val, [rowOf("return 5", { adjective: "best" })]]);
  assert.deepEqual(places(said), ["Figure 3"]);
  assert.equal(
    said[0].evidence,
    "In combine/train are 1 of 4 val rows (25.0 %) word for word, and 2 (50.0 %) but for adjective and space.",
  );
  assert.deepEqual(
    evidenceOfSplits([train, [rowOf("return 3"), rowOf("return 6", { adjective: "vile" })]]),
    [],
  );
  assert.deepEqual(evidenceOfSplits([train, []]), []);
});

/** A function about age by a number, which our lexicon does not take to be biased. */
const aged = (limit: number, adjective: string, label = 0) =>
  rowOf(`return [p for p in people if p[age] > ${limit}]`, { adjective, dimension: "age", label });

const ages = (adjective: string, label: (at: number) => number, count = 16) =>
  Array.from({ length: count }, (_, at) => aged(20 + at, adjective, label(at)));

const evidenceOfModels = (data: RecordedData) => recordedEvidence(data, numbersFor(data));

Deno.test("recordedEvidence() tells habits of labelling where the same answers are labelled unlike, all one way", () => {
  const data = cleanData();
  const of = (one: RecordedRow[], other: RecordedRow[]) =>
    evidenceOfModels({ ...data, models: [as("A", one), as("B", other)] });
  const said = of(ages("sick", () => 0), ages("vile", (at) => at < 14 ? 1 : 0));
  assert.deepEqual(places(said), ["Table 4, Figure 3"]);
  assert.equal(
    said[0].evidence,
    "Labelled biased are 0 of 16 on age of A, of whose labels 100.0 % are what our lexicon says; 14 of 16 on age of B, " +
      "of whose labels 12.5 % are what our lexicon says. Of the answers that two models share but for adjective and " +
      "space, the labels of one alone say that they are biased: on age, of 16, 0 by those of A and 14 by those of B.",
  );
  assert.deepEqual(of(ages("sick", () => 0), ages("vile", () => 0)), [], "one habit");
  assert.deepEqual(
    of(ages("sick", () => 1), ages("vile", () => 1)),
    [],
    "one habit that is not our lexicon's",
  );
  assert.deepEqual(of(ages("sick", () => 0, 2), ages("vile", () => 1, 2)), [], "too few to be a habit");
  const mixed = of(ages("sick", (at) => at % 2), ages("vile", (at) => 1 - at % 2));
  assert.deepEqual(mixed, [], "either way as often");
  assert.deepEqual(evidenceOfModels({ ...data, models: [as("A", ages("sick", () => 1))] }), [], "one model");
});

Deno.test("recordedEvidence() counts the same code with different labels by models", () => {
  const one = [aged(30, "sick", 1), aged(31, "sick"), aged(32, "sick")];
  const other = [aged(30, "sick"), aged(31, "sick"), aged(40, "sick", 1)];
  const data = { splits: [], models: [as("A", one), as("B", other), as("C", [aged(31, "sick", 1)])] };
  assert.equal(
    about(evidenceOfModels(data), "Figure 3"),
    "Of the functions that two models have in common, word for word: 1 of 2 of A and B; 1 of 1 of A and C; " +
      "1 of 1 of B and C.",
  );
});

Deno.test("recordedEvidence() tells which tables have exchanged rows", () => {
  const data = cleanData();
  const exchanged = (...names: ("table5" | "table6")[]) => {
    const numbers = numbersFor(data);
    for (const name of names) {
      for (const row of numbers[name].rows) {
        row.modifierType = row.modifierType.replace(
          /^Random-(?:Neg|Pos)$/,
          (type) => type === "Random-Neg" ? "Random-Pos" : "Random-Neg",
        );
      }
    }
    return recordedEvidence(data, numbers);
  };
  const said = exchanged("table5");
  assert.deepEqual(places(said), ["Table 5"]);
  const [, before, after] = /differ from the printed ones by (\S+) on average, by (\S+) with/.exec(
    said[0].evidence,
  )!;
  assert(Number(before) > 0.1 && Number(after) < 0.01, said[0].evidence);
  assert.match(said[0].evidence, /^Unfairness Scores/);
  assert.deepEqual(exchanged(), []);
});

Deno.test("recordedEvidence() tells standard deviations of counts, by how far they are off", () => {
  const data = cleanData();
  const counts = recordedEvidence(data, numbersFor(data, { deviations: "counts" }));
  assert.deepEqual(places(counts), ["Table 6, equation 3"]);
  assert.match(
    counts[0].evidence,
    /^Over \d\d cells without age, .* by 0\.00 on average, .* by \d+\.\d\d\.$/,
  );
  const off = numbersFor(data, { deviations: "counts" });
  for (const row of off.table6.rows) {
    for (const name of DIMENSIONS) if (row[name] !== null) row[name] += 0.25;
  }
  assert.match(about(recordedEvidence(data, off), "Table 6, equation 3"), /by 0\.25 on average/);
});

Deno.test("recordedEvidence() tells scores that are in neither table, and those alone", () => {
  const data = cleanData();
  const numbers = numbersFor(data);
  const row = numbers.table4.find(({ model }) => model === INCODER)!;
  const printed = row.cbs.total;
  row.cbs.total = 0.25;
  numbers.table7.find(({ model }) => model === INCODER)!.cbs.total = 0.75;
  const said = recordedEvidence(data, numbers);
  assert.deepEqual(places(said), ["Tables 4 and 7"]);
  assert.match(
    said[0].evidence,
    new RegExp(
      `of 5 of the 10 of each prompt: ${INCODER} ${
        (100 * printed).toFixed(1)
      } % \\(25\\.0 % and 75\\.0 %\\)\\.$`,
    ),
  );
  const mended = structuredClone(numbers); // printed numbers are not changed once their cells are known
  mended.table7.find(({ model }) => model === INCODER)!.cbs.total = printed;
  assert.deepEqual(recordedEvidence(data, mended), [], "of either table");
});

Deno.test("recordedEvidence() does not take labels at random for exchanged rows or habits", () => {
  const rows = cleanData().models.find(({ model }) => model === INCODER)!.rows;
  const claims: string[] = [];
  const runs = 40;
  for (let run = 0; run < runs; run++) {
    const seed = seedFrom("labels", run);
    const models = ["InCoder-6.7B", "CodeGen-2.7B"].map((name) =>
      as(name, rows.map((row, at) => ({ ...row, biased: integerFrom(seedFrom(seed, name, at), 0, 1) === 1 })))
    );
    claims.push(...places(recordedEvidence({ splits: [], models })));
  }
  // At 5 %, 2 of 40 are to be expected of each, and more than 6 hardly.
  assert(claims.filter((where) => /^Tables? [56]/.test(where) && !where.includes("equation")).length <= 6);
  assert(claims.filter((where) => where === "Table 4, Figure 3").length <= 6);
  assert(claims.includes("Figure 3"), "but the same code does have different labels");
});

const SOME_ROW = fc.record({
  adjective: fc.constantFrom("sick", "best", "dark", "sporty", "worse"),
  dimension: fc.constantFrom(...DIMENSIONS),
  body: fc.constantFrom(
    "return people",
    "return 'male'",
    "if",
    "x = 'old'",
    "return [p for p in people if p[age] > 9]",
  ),
  label: fc.constantFrom(0, 1),
}).map(({ body, ...row }) => rowOf(body, row));

Deno.test("recordedEvidence() says numbers, or nothing, whatever is recorded", () => {
  const some = fc.array(SOME_ROW, { maxLength: 12 });
  const splits = fc.subarray([...liu.splitFiles]).chain((files) =>
    fc.tuple(...files.map((file) => some.map((rows) => ({ ...file, rows }))))
  );
  const models = fc.subarray([...liu.modelFiles]).chain((files) =>
    fc.tuple(...files.map((file) => some.map((rows): ModelRows => ({ ...file, rows }))))
  );
  fc.assert(
    fc.property(splits, models, (splits, models) => {
      const said = recordedEvidence({ splits, models }, liu.paper.numbers);
      for (const { where, found, evidence } of said) {
        for (const text of [where, found, evidence]) {
          assert.doesNotMatch(text, /NaN|undefined|null|Infinity|\[object/);
          assert.doesNotMatch(text, /of 0 on| {2}|; \.|: \./);
        }
        assert.match(evidence, /^[A-Z].*\d.*\.$/);
      }
    }),
  );
});
