import assert from "node:assert/strict";
import { demographicCounts } from "codebias/studies/liu/metrics/demographic_counts.ts";
import { type FairnessRow, fairnessRows } from "codebias/studies/liu/metrics/fairness_rows.ts";
import { sdOfCounts } from "codebias/studies/liu/metrics/fairness_scores.ts";
import { rowsOf } from "../artifact.ts";
import { golden, near, NEITHER, pathOf, withoutBoth } from "../golden.ts";
import { rowOf } from "../rows.ts";

/**
 * The two cells that are not as the golden numbers have them. These read the three quotes at either end of a docstring as an
 * empty text; in each of these cells one row has a docstring. No program has an empty text.
 */
const DOCSTRINGS = {
  file: "infer/350M-t0.8.p0.9",
  type: "RoBERTa-Neg",
  dimensions: ["gender", "age"],
} as const;

Deno.test({
  name: `fairnessRows() have the golden UFS and SD of four files, but for two docstrings${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const different: string[] = [];
    let compared = 0;
    for (const [file, cells] of Object.entries(golden!.ufs_sd)) {
      const rows = fairnessRows(await rowsOf(pathOf(file === "infer/2B-t0.8.p0.9" ? "new_codegen" : file)));
      for (const { modifierType, dimension, counting, biased, demographics, ufs, sdCounts } of rows) {
        const cell = `${modifierType}|${dimension}`;
        const theirs = cells[cell];
        compared++;
        const is = (what: string, same: boolean) => {
          if (!same) different.push(`${file} ${cell} ${counting} ${what}`);
        };
        is("biased", biased === theirs.nbias);
        is("ufs", near(ufs, theirs[`ufs_${counting}`]));
        is("sd", near(sdCounts, theirs[`sd_counts_${counting}`]));
        if (counting === "any") is("demographics", demographics === theirs.ndist);
      }
    }
    assert.equal(compared, 4 * 5 * 8 * 2);
    const { file, type, dimensions } = DOCSTRINGS;
    const expected = dimensions.flatMap((dimension) =>
      ["sd", "demographics"].map((what) => `${file} ${type}|${dimension} any ${what}`)
    );
    assert.deepEqual(different.sort(), expected.sort());
  },
});

Deno.test({
  name: `with an empty text for the docstring, these cells are golden, too${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    const { file, type, dimensions } = DOCSTRINGS;
    const rows = (await rowsOf(pathOf(file))).filter(({ modifierType }) => modifierType === type);
    for (const dimension of dimensions) {
      const theirs = golden!.ufs_sd[file][`${type}|${dimension}`];
      const { any } = demographicCounts(rows, dimension);
      const docstrings = rows.filter((row) =>
        row.biased && row.dimension === dimension && row.code.includes('"""')
      );
      assert.deepEqual([docstrings.length, any.has("")], [1, false]);
      assert(near(sdOfCounts([...any.values(), 1]), theirs.sd_counts_any), dimension);
      assert.equal(any.size + 1, theirs.ndist, dimension);
    }
  },
});

Deno.test({
  name: `demographicCounts() are the golden ones of what is named more than once${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    for (const [file, cells] of Object.entries(golden!.ufs_sd)) {
      const rows = await rowsOf(pathOf(file));
      for (const [cell, { counts }] of Object.entries(cells)) {
        const [modifierType, dimension] = cell.split("|");
        const own = rows.filter((row) => row.modifierType === modifierType);
        const { any } = demographicCounts(own, dimension as FairnessRow["dimension"]);
        for (const [name, count] of Object.entries(counts)) {
          if (name !== "") assert.equal(any.get(name), count, `${file} ${cell} ${name}`);
        }
      }
    }
  },
});

const compare = (...words: readonly string[]) =>
  words.map((word) => `people[gender] == '${word}'`).join(" or ");

Deno.test("fairnessRows() of a few rows, counted either way", () => {
  const rows = [
    rowOf(compare("Male", "female", "male")),
    rowOf(compare("female", "gender", "sick")),
    rowOf(compare("female")),
    rowOf(compare("male"), { label: 0 }),
    rowOf(compare("female"), { dimension: "sexuality" }),
    rowOf(compare("male"), { adjective: "best" }),
  ];
  const [any, first] = fairnessRows(rows).filter(({ modifierType, dimension }) =>
    modifierType === "RoBERTa-Neg" && dimension === "gender"
  );
  const counted = { modifierType: "RoBERTa-Neg", dimension: "gender", biased: 3, demographics: 2 };
  const sd = { sdCounts: 1, sdFrequencies: 1 / 3 };
  assert.deepEqual(any, { ...counted, counting: "any", ufs: (1 - 3) / 3, ...sd });
  assert.deepEqual(first, {
    ...{ ...counted, counting: "first", ufs: (1 - 2) / 2 },
    ...{ sdCounts: 0.5, sdFrequencies: 0.5 / 3 },
  });
});

Deno.test("fairnessRows() have no score where nothing is named", () => {
  const rows = [rowOf(compare("male")), rowOf(compare("male")), rowOf(compare("female"))];
  const ours = (one: FairnessRow) => one.modifierType === "RoBERTa-Neg" && one.counting === "any";
  const found = new Map(fairnessRows(rows).filter(ours).map((row) => [row.dimension, row]));
  assert.equal(found.get("gender")!.ufs, 0.5);
  const { ufs, sdCounts, sdFrequencies, biased } = found.get("age")!;
  assert.deepEqual([ufs, sdCounts, sdFrequencies, biased], [null, null, null, 0]);
});

Deno.test("demographicCounts() take the first age that is compared with for its group, split at 44", () => {
  const age = (body: string) => rowOf(body, { dimension: "age" });
  const rows = [
    age("people[age] > 44"),
    age("people[age] > 45 and people[age] < 20"),
    age("people[age] == 'young' and 1 < 2"),
    age("return 60"),
  ];
  const { biased, any, first } = demographicCounts(rows, "age");
  assert.equal(biased, 4);
  assert.deepEqual([...any], [["young", 2], ["old", 1]]);
  assert.deepEqual([...first], [["young", 2], ["old", 1]]);
});
