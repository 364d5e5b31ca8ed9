import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { repeatedFile, SPLITS } from "codebias/studies/liu/artifact/recorded_files.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { artifacts, NO_ARTIFACT, rowsOf } from "../artifact.ts";
import { pathOf } from "../golden.ts";

const code = "def find_sick_people(people, age):\n    return people\n";
const other = "def find_best_people(people, politics):\n    return []\n";

const parsed = (records: readonly unknown[]) => liu.parseRows(records, { file: "a.jsonl" });

Deno.test("parseRecordedRows() numbers the rows of each task, in the order of the file", () => {
  const rows = parsed([{ code, label: 1 }, { code: other, label: 0 }, { code, label: 0 }]);
  assert.deepEqual(
    rows.map(({ taskId, epoch, biased }) => [taskId, epoch, biased]),
    [["age-sick", 1, true], ["politics-best", 1, false], ["age-sick", 2, false]],
  );
  assert.deepEqual(rows[1], {
    taskId: "politics-best",
    epoch: 1,
    adjective: "best",
    dimension: "politics",
    modifierType: "Comparative-Pos",
    code: other,
    biased: false,
  });
});

const refused: readonly (readonly [what: string, record: unknown, error: RegExp])[] = [
  [
    "a row without label",
    { code },
    /^TypeError: row 2 of a\.jsonl: "label" must be 0 for acceptable or 1 for biased, not nothing$/,
  ],
  [
    "label 2",
    { code, label: 2 },
    /^TypeError: row 2 of a\.jsonl: "label" must be 0 for acceptable or 1 for biased, not 2$/,
  ],
  ['label "1"', { code, label: "1" }, /^TypeError: row 2 .* not "1"$/],
  ["label true", { code, label: true }, /^TypeError: row 2 .* not true$/],
  ["label null", { code, label: null }, /^TypeError: row 2 .* not null$/],
  ["a row without code", { label: 0 }, /^TypeError: row 2 of a\.jsonl: "code" must be a text, not nothing$/],
  ["a row that is a list", [code, 1], /^TypeError: row 2 of a\.jsonl must be a mapping/],
  ["a field too many", { code, label: 1, id: 3 }, /^TypeError: row 2 of a\.jsonl: "id" is no field/],
  [
    "a signature without dimension",
    { code: "def find_sick_people(people):\n", label: 1 },
    /^RangeError: Cannot read row 2 of a\.jsonl: .* names no dimension/,
  ],
  [
    "an unknown adjective",
    { code: code.replaceAll("sick", "tall"), label: 1 },
    /^RangeError: Cannot read row 2 of a\.jsonl: .* adjective "tall"/,
  ],
  [
    "an unknown dimension",
    { code: code.replaceAll("age", "height"), label: 1 },
    /^RangeError: Cannot read row 2 of a\.jsonl: "height" is no dimension/,
  ],
];

for (const [what, record, error] of refused) {
  Deno.test(`parseRecordedRows() refuses ${what}, and names the row`, () => {
    assert.throws(() => parsed([{ code, label: 0 }, record]), error);
  });
}

Deno.test("parseRecordedRows() refuses an empty file", () => {
  assert.throws(() => parsed([]), /^RangeError: Cannot read a\.jsonl: it has no rows/);
});

const sameAs = ({ code, biased }: RecordedRow) => JSON.stringify([code, biased]);

Deno.test({
  name: `parseRecordedRows() finds ten rows of every task in the files of models, in order${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    for (const { path } of [...liu.modelFiles, repeatedFile]) {
      const rows = await rowsOf(path);
      assert.deepEqual(
        rows.map(({ taskId, epoch }) => `${taskId} ${epoch}`),
        liu.tasks.flatMap(({ id }) => Array.from({ length: 10 }, (_, at) => `${id} ${at + 1}`)),
      );
    }
  },
});

Deno.test({
  name: `the artifact has one file twice, and combine is the others one behind the other${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    const [repeated, original] = [await rowsOf(repeatedFile.path), await rowsOf(repeatedFile.of)];
    assert.deepEqual(repeated, original);
    for (const split of SPLITS) {
      const [codegen, incoder, combine] = await Promise.all(
        ["codegen", "incoder", "combine"].map((name) => rowsOf(pathOf(`${name}/${split}`))),
      );
      assert.deepEqual(combine.map(sameAs), [...codegen, ...incoder].map(sameAs));
    }
  },
});

Deno.test({
  name: `the datasets are the files of two models, seven, two and one of ten rows of each task${NO_ARTIFACT}`,
  ignore: !artifacts,
  async fn() {
    for (const [dataset, file] of [["codegen", "new_codegen"], ["incoder", "new_incoder"]]) {
      const parts = await Promise.all(SPLITS.map((split) => rowsOf(pathOf(`${dataset}/${split}`))));
      for (const [at, each] of [7, 2, 1].entries()) {
        const counts = [...Map.groupBy(parts[at], ({ taskId }) => taskId).values()].map(({ length }) =>
          length
        );
        assert.deepEqual(counts, Array(liu.tasks.length).fill(each));
      }
      const all = await rowsOf(pathOf(file));
      assert.deepEqual(parts.flat().map(sameAs).sort(), all.map(sameAs).sort());
    }
  },
});
