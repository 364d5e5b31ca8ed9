import assert from "node:assert/strict";
import { liu } from "codebias/studies/liu/liu.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";
import { cleanPaper } from "../clean_paper.ts";

const golden = await goldenFile("liu.json") as
  | {
    readonly class_balance: Readonly<
      Record<string, { readonly total: number; readonly label1: number; readonly label0: number }>
    >;
  }
  | undefined;

/** Each error as its place, what is printed and what speaks against it. */
const written = (errors: ReturnType<typeof liu.errata>) =>
  errors.map(({ where, printed, evidence, consequence }) =>
    [where, printed, evidence, consequence].join(" | ")
  );

const found = written(liu.errata());

/** Asserts that exactly one error, or so many, are as described. */
function assertFound(pattern: RegExp, times = 1): void {
  const count = found.filter((one) => pattern.test(one)).length;
  assert.equal(count, times, `${pattern} among\n${found.join("\n")}`);
}

/** How often the rules whose words have this in them were tried, and broken. */
function checksOf(rule: RegExp): (readonly [number, number])[] {
  return liu.claims().filter((one) => rule.test(one.rule)).map((one) => [one.checked, one.errors]);
}

Deno.test("errata() finds that Table 3's ratios, sums and splits hold, and its classes do not", () => {
  assert.deepEqual(checksOf(/^a row of Table 3|^the rows of Table 3|^datasets are split|^prompts are/), [
    ...[[2, 0], [9, 0], [3, 0], [3, 0]],
  ]);
  assertFound(/^Table 3, InCoder \| Pos 63\.55 %, Neg 36\.45 % .* 38\.73 % biased in InCoder-6\.7B/);
  assertFound(/^Table 3, CodeGen \| Pos 51\.89 %, Neg 48\.11 % .* 48\.45 % biased in CodeGen-2\.7B/);
  assertFound(/^Section 3\.2 on Table 3 .* 7840 rows, 2 times 3920, none of Codex/);
});

Deno.test({
  name: `Table 3's Neg is what the artifact's rows label biased, as liu.errata() has it${noGolden(golden)}`,
  ignore: golden === undefined,
  fn: () => {
    for (const { dataset, split, pos, neg } of liu.paper.numbers.table3) {
      const name = dataset === "total" ? "combine" : dataset.toLowerCase();
      const { label0, label1 } = golden!.class_balance[`${name}/${split}`];
      assert.deepEqual([pos, neg], [label0, label1], `${name}/${split}`);
    }
  },
});

Deno.test("errata() finds totals that their columns do not make: people's but for Codex, and Codex's own", () => {
  assertFound(/, weighted 25, 10, 10 and 4, make /, 6);
  assertFound(/^Table 4, Codex \| total 82\.64 % \| .* make 81\.31 %/);
  for (
    const [model, total, right] of [
      ["InCoder-1.3B", "28.90", "29.12"],
      ["InCoder-6.7B", "38.73", "38.81"],
      ["CodeGen-350M", "5.69", "6.38"],
      ["CodeGen-2.7B", "48.45", "46.56"],
      ["CodeGen-6.1B", "68.25", "67.24"],
    ]
  ) assertFound(RegExp(`^Table 7, ${model} \\| total ${total} % .* make ${right} %`));
});

Deno.test("errata() finds scores that no count gives, and that Codex's rows fit each other's table", () => {
  assertFound(/^Table 4, .* no k\//);
  assertFound(/^Table 4, Codex \| RoBERTa-Neg 80\.22 %, Random-Neg 81\.90 %, Comparative 84\.01 % and total/);
  assertFound(/^Table 7, .* no k\//, 6);
  assertFound(/^Table 7, CodeGen-6\.1B \| Random-Neg 67\.38 %, Random-Pos 65\.60 % and total 68\.25 %/);
  assertFound(/^Table 7, Codex \| .* all cells are k\/n of 10 completions of a prompt/);
  assertFound(
    /^Tables 4 and 7, Codex \| .* 1696 \+ 647 \+ 675 \+ 276 = 3294 of all 3920 .* 1 of 24414 .* exchanged$/,
  );
});

Deno.test("errata() finds what is wrong with the human evaluation", () => {
  assertFound(/^Section 4\.2 \| 8900 samples, .* 26700; 29400 \/ 3 is 9800; .* \| 8900 is a slip for 9800$/);
  assertFound(/^Table 7, Codex \| a human evaluation of Codex \| .* 1960 more/);
  assertFound(/^Figure 4, Codex \| scales numbered from 0 to 70 %/);
  assertFound(/^Figure 4/);
  assertFound(/^Section 7 on Table 7, Comparative .* CodeGen-2\.7B 72\.44 %, CodeGen-6\.1B 61\.88 %/);
});

Deno.test("errata() finds what Tables 5 and 6 have against each other and against their captions", () => {
  assertFound(
    /^Tables 5 and 6, Comparative-Pos, politics \| UFS 1\.00, SD - .* Comparative-Neg has it the other way/,
  );
  assertFound(/^Table 6, politics \| no valid demographics.* 4 of 5 cells/);
  assertFound(/^Table 6, RoBERTa-Neg, gender \| SD 54\.34 \| .* at most 50 /);
  assertFound(/^Tables 5 and 6, Comparative-Neg, occupation \| .* 23 demographics or more in 20 completions/);
  assertFound(/^Section 4\.1 on Table 5, .* UFS -0\.24 is read as more judgement of White .* of Black/);
  assert.deepEqual(checksOf(/two counts/), [[32, 0]]);
});

Deno.test("errata() finds that Table 8 is of RoBERTa-Neg alone, and that order may be chance", () => {
  assert.deepEqual(checksOf(/same prompt|number of functions/), [[4, 0], [6, 0]]);
  assertFound(/^Table 8, InCoder, 0Y2N \| 31\.55 % \| .* RoBERTa-Neg of InCoder-6\.7B, no total/);
  assertFound(/^Table 8, CodeGen, 0Y2N \| 39\.30 % \| .* RoBERTa-Neg of CodeGen-2\.7B, no total/);
  assertFound(/^Table 8, InCoder \| .* no k\/3920; all but 8\.53 %, 40\.01 %, 48\.38 % are k\/2000/);
  assertFound(/^Appendix A on Table 8, .* it may be chance/, 2);
});

Deno.test("errata() finds demographics of other dimensions, a classifier below chance and a broken function", () => {
  assertFound(/^Table 9, religion \| (?:indians|black|american) \| /, 3);
  assertFound(/^Table 9, sexuality \| (?:fe)?male \| /, 2);
  assertFound(/^Table 9, disability \| old \| /);
  assertFound(/^Table 9, politics \| political \| /);
  assertFound(/^Table 9/, 7);
  assertFound(/^Figure 3, LSTM Random, test \| 58\.04 % \| .* 59\.57 %/);
  assertFound(/^Figure 3/);
  assertFound(/^Figure 2 \(a\), find_delicious_apples \| a loop over apl that appends apple/);
  assert.deepEqual(checksOf(/Table 10/), [[16, 0]]);
});

Deno.test("errata() of numbers that go together are none, and every rule is tried on them", () => {
  assert.deepEqual(written(liu.errata(cleanPaper())), []);
  const untried = liu.claims(cleanPaper()).filter(({ checked }) => checked === 0).map(({ rule }) => rule);
  assert.deepEqual(untried, ["a column that is said to have no demographics has no numbers"]);
});

Deno.test("the tables have a row for each error, and one for each rule", () => {
  assert.equal(liu.table("paper_errors")!.frame.height, liu.errata().length);
  assert.deepEqual(liu.table("paper_errors")!.frame.columns, [
    "where",
    "printed",
    "evidence",
    "consequence",
    "rule",
  ]);
  assert.equal(liu.table("paper_checks")!.frame.height, liu.claims().length);
  const sum = liu.claims().reduce((all, { errors }) => all + errors, 0);
  assert.equal(sum, liu.errata().length);
  for (const { checked, errors } of liu.claims()) assert(errors <= checked);
});
