import assert from "node:assert/strict";
import fc from "fast-check";
import { liu } from "codebias/studies/liu/liu.ts";
import { cleanPaper, fairnessOf, rowOf } from "./clean_paper.ts";

/** Each error as its place, what is printed and what speaks against it. */
const written = (errors: ReturnType<typeof liu.errata>) =>
  errors.map(({ where, printed, evidence, consequence }) =>
    [where, printed, evidence, consequence].join(" | ")
  );

type Spoil = (paper: ReturnType<typeof cleanPaper>) => unknown;

/** One number or sentence spoilt, and all that must be found then. */
const SPOILT: Readonly<Record<string, readonly [Spoil, ...RegExp[]]>> = {
  "a number of prompts": [
    ({ text }) => text.counts[0].value = 390,
    /^Section 1 \| 390 prompts .* 392 prompts$/,
  ],
  "a ratio": [({ table3 }) => table3[1].ratio = 2, /^Table 3, InCoder, val \| 260 and 524, ratio 2\.00/],
  "a row of both models": [
    ({ table3 }) => Object.assign(table3[8], { pos: 309, neg: 475, ratio: 0.65 }),
    /^Table 3, total, test \| 309 and 475 \| .* make 310 and 474/,
  ],
  "shares of a split": [
    ({ text }) => text.split.train = 0.8,
    ...["InCoder", "CodeGen", "total"].map((name) => RegExp(`^Table 3, ${name} \\| train \\d+, val`)),
  ],
  "a model that is not in the dataset": [
    ({ text }) => text.annotatedModels.models.push("Codex"),
    /^Section 1 on Table 3 \| .* none of Codex/,
  ],
  "classes": [
    ({ table3 }) => {
      for (const row of table3) {
        const { pos, neg } = row;
        Object.assign(row, { pos: neg, neg: pos, ratio: Math.round(100 * neg / pos) / 100 });
      }
    },
    /^Table 3, InCoder \| Pos 67\.09 %/,
    /^Table 3, CodeGen \| Pos 53\.83 %/,
  ],
  "an accuracy": [
    ({ figure3 }) => figure3[0].test = 0.892,
    /^Figure 3, alpha, test \| 89\.20 % \| no k\/784/,
  ],
  "an accuracy of rows that are not there": [
    ({ table3 }) =>
      table3.splice(table3.findIndex((row) => row.dataset === "total" && row.split === "test"), 1),
    /^Table 3, total \| train 5488 and val 1568 \|/,
    /^Figure 3, alpha, test \| .* \| no k\/0/,
  ],
  "an accuracy below the majority": [
    ({ figure3 }) => figure3[0].val = 0.5,
    /^Figure 3, alpha, val \| 50\.00 % \| .* has 60\.46 %/,
  ],
  "an automatic score": [
    ({ table4 }) => table4[0].cbs["Random-Pos"] = 0.1876,
    /^Table 4, InCoder-1B \| Random-Pos 18\.76 % \| with 10 completions of a prompt, no k\/800/,
  ],
  "a human score": [
    ({ table7 }) => table7[2].cbs["Comparative"] = 0.1751,
    /^Table 7, CodeGen-1B \| Comparative 17\.51 % \| with 5 completions of a prompt, no k\/160/,
  ],
  "a total": [
    ({ table7 }) => table7[3].cbs.total = rowOf("", [455, 193, 198, 98], 5).cbs.total,
    /^Table 7, CodeGen-2B \| total 48\.16 % \| .*, weighted 25, 10, 10 and 4, make 47\.04 %/,
  ],
  "rows of two tables": [
    ({ table4, table7 }) => {
      table7[0].cbs = rowOf("", [401, 171, 151, 61], 10).cbs;
      table4[0].cbs = { ...table4[0].cbs, "RoBERTa-Neg": 0.2001 };
    },
    /^Tables 4 and 7, InCoder-1B \| .* 401 \+ 171 \+ 151 \+ 61 = 784 .* exchanged/,
    /^Table 4, InCoder-1B \| RoBERTa-Neg/,
    /^Table 7, InCoder-1B \| .* all cells are k\/n of 10/,
  ],
  "a larger model with less bias": [
    ({ table4 }) => table4[1].cbs = rowOf("", [640, 160, 370, 110], 10).cbs,
    /^Section 5 on Table 4, Random-Neg \| .* InCoder-1B 21\.25 %, InCoder-2B 20\.00 %/,
  ],
  "an Unfairness Score": [
    ({ table5 }) => table5.rows[3].politics = 0.41,
    /^Table 5, Comparative-Neg, politics \| UFS 0\.41 \| no two counts of together 20/,
  ],
  "a sign": [
    ({ text }) => text.signs[0].judged = "second gender",
    /^Section 3 on Table 5, .* of first gender/,
  ],
  "a dash": [
    ({ table6 }) => table6.rows[1].religion = null,
    /^Tables 5 and 6, Random-Neg, religion \| UFS 0\.40, SD - .* one of first religion and second religion/,
  ],
  "a caption": [
    ({ text }) => text.emptyColumns.push({ section: "caption", table: "table6", dimensions: ["age"] }),
    /^Table 6, age \| .* 5 of 5 cells/,
  ],
  "a standard deviation above all": [
    ({ table6 }) => table6.rows[0].age = 50.01,
    /^Table 6, RoBERTa-Neg, age \| SD 50\.01/,
  ],
  "a standard deviation too small for the pair": [
    ({ table6 }) => table6.rows[4].gender = 0.2,
    /^Tables 5 and 6, Comparative-Pos, gender \| UFS 0\.40, SD 0\.20 \| .* in 20 completions/,
  ],
  "a number of samples": [
    ({ text }) => text.human.samples = 7480,
    /^Section 2 \| 7480 samples.* \| 7480 is a slip for 7840$/,
  ],
  "a number of annotations": [
    ({ text }) => text.human.annotations = 20_000,
    /^Section 2 \| 7840 samples.* \| it is not known how many samples people saw$/,
  ],
  "a family that people did not see": [
    ({ text }) => Object.assign(text.human, { families: ["InCoder"], samples: 3920, annotations: 11_760 }),
    /^Table 7, CodeGen-1B \| a human evaluation/,
    /^Table 7, CodeGen-2B \| a human evaluation/,
  ],
  "a scale": [
    ({ figure4 }) => figure4.axis.to = 0.36,
    /^Figure 4, CodeGen-2B \| scales numbered from 0 to 36 %/,
  ],
  "the same prompt with another score": [
    ({ table8 }) => table8.rows[2].InCoder = table8.rows[3].InCoder,
    /^Table 8, InCoder, relevance 0Y2N \| .* functions 2 is the same prompt/,
  ],
  "a default prompt with another score": [
    ({ table8 }) => table8.rows[1].CodeGen = table8.rows[2].CodeGen = 0.475,
    /^Table 8, CodeGen, 0Y2N \| 47\.50 % \| in Table 4 it is Random-Neg of CodeGen-2B, no total/,
  ],
  "a score of a prompt": [
    ({ table8 }) => table8.rows[0].CodeGen = 0.3501,
    /^Table 8, CodeGen \| 35\.01 % \| no k\/3920 \| /,
  ],
  "more functions with less bias": [
    ({ table8 }) => table8.rows[0].InCoder = table8.rows[3].InCoder,
    /^Section 6 on Table 8, InCoder \| .* with 1 40\.31 %, with 2 32\.65 %/,
  ],
  "an order with little effect": [
    ({ table8 }) => table8.rows[4].InCoder = table8.rows[3].InCoder,
    /^Section 6 on Table 8, InCoder \| 1Y1N POS .* it may be chance/,
  ],
  "a demographic of another dimension": [
    ({ table9: { demographics } }) => demographics.age.push("males"),
    /^Table 9, age \| males \| Table 9 has it under gender, too/,
  ],
  "a demographic that repeats": [
    ({ table9: { demographics } }) => demographics.religion.push("religious"),
    /^Table 9, religion \| religious \| /,
  ],
  "shares above 1": [
    ({ table10 }) => table10.rows[0].shares.Asian = 0.1,
    /^Table 10, Random-Neg, inept \| .* sum to 110\.00 %/,
  ],
  "a share that is no tenth": [
    ({ table10 }) => table10.rows[0].shares.White = 0.65,
    /^Table 10, .* White 0\.65/,
  ],
  "a modifier of another type": [
    ({ table10 }) => table10.rows[0].adjective = "superb",
    /^Table 10, Random-Neg, superb \| .* superb is Random-Pos/,
  ],
  "a function": [({ text }) => text.demonstrations[0].appends = "mug", /^Figure 1, find_cups \| .* mug/],
};

for (const [what, [spoil, ...patterns]] of Object.entries(SPOILT)) {
  Deno.test(`errata() finds it when ${what} is spoilt, and nothing else`, () => {
    const paper = cleanPaper();
    spoil(paper);
    const errors = written(liu.errata(paper));
    for (const pattern of patterns) {
      assert(errors.some((one) => pattern.test(one)), `${pattern} among\n${errors.join("\n")}`);
    }
    assert.equal(errors.length, patterns.length, errors.join("\n"));
  });
}

Deno.test("each rule is broken by some spoilt paper", () => {
  const broken = Object.values(SPOILT).flatMap(([spoil]) => {
    const paper = cleanPaper();
    spoil(paper);
    return liu.errata(paper).map(({ rule }) => rule);
  });
  assert.deepEqual(new Set(broken), new Set(liu.claims().map(({ rule }) => rule)));
});

Deno.test("errata() takes no Unfairness Score and standard deviation as impossible that counts give", () => {
  const counts = fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 2, maxLength: 12 })
    .map(([first, second, ...others]) => [first, second, ...others.filter((count) => count > 0)])
    .filter((all) => all.reduce((sum, one) => sum + one, 0) <= 20);
  fc.assert(fc.property(counts, (named) => {
    const { ufs, sd } = fairnessOf(named);
    const paper = cleanPaper();
    paper.table5.rows[3].gender = ufs;
    paper.table6.rows[3].gender = sd;
    assert.deepEqual(written(liu.errata(paper)), []);
  }));
});
