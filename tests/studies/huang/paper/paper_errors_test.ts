import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";

const golden = await goldenFile("huang.json") as
  | { readonly paper_checks: Readonly<Record<string, unknown>> }
  | undefined;

/** Each error found in the paper as its place, what is printed and what speaks against it. */
const found = huang.errata().map(written);

function written({ where, printed, evidence }: ReturnType<typeof huang.errata>[number]): string {
  return [where, printed, evidence].join(" | ");
}

/** Asserts that exactly one error, or so many, are as described. */
function assertFound(pattern: RegExp, times = 1): void {
  const count = found.filter((one) => pattern.test(one)).length;
  assert.equal(count, times, `${pattern} among\n${found.join("\n")}`);
}

/** How often the rules whose words have this in them were tried, and broken. */
function checksOf(rule: RegExp): (readonly [number, number])[] {
  return huang.claims().filter((one) => rule.test(one.rule)).map((
    { checked, errors },
  ) => [checked, errors]);
}

Deno.test("errata() finds that Table VII has single runs, and what in Table IV is no average", () => {
  assertFound(/^Section III-D on Table VII \| averages of 5 runs \| all 272 shares .* k\/334, .* 10\^-190;/);
  assertFound(
    /^Table IV, GPT-3\.5-turbo, CBS, occupation \| 6, .* 37 .* and 1 in all, .* 8\.2 to 29\.8: it is one run$/,
  );
  assertFound(/^Table IV, GPT-3\.5-turbo, CBS, race \| 6, .* 6\.2 to 24\.8: it is one run, or rounded/);
  assertFound(/average/, 3);
});

Deno.test("errata() finds the original cell of Table VII that Table VI has otherwise", () => {
  assertFound(
    /^Table VII, Claude-instant-1, original, education \| 30\.24 % \| .* 104 \(31\.14 %\).*; 30\.24 % is 101 of 334/,
  );
  assert.deepEqual(checksOf(/original CBS of Table VII/), [[30, 1]]);
});

Deno.test("errata() finds that what does not run stays in the denominator", () => {
  assertFound(
    /^Section III-D on Table VII \| .*removed \| .* 5 of PALM-.*, 2 of Claude-.*, 3 of GPT-3\.5-.*, 2 of GPT-4-turbo and 3 of GPT-4;/,
  );
  assert.deepEqual(checksOf(/Table VIII is above that of Table VII/), [[5, 0]]);
});

Deno.test("errata() finds what is wrong with the confusion matrix", () => {
  assertFound(
    /^Table V \| 141 \+ 12 \+ 0 \+ 2185 = 2338 \| 334 x 7 attributes, .* 6; Section II-A .* economic_status; .* 1322/,
  );
  assertFound(/^Table V \| 141 \+ 12 = 153 biased \| .* 141 \+ 8 = 149 of PALM-.*: 4 if .* else 12$/);
  assertFound(/^Table IX, enriched \| 0 false negatives \| .* people found 8 biases/);
  assert.deepEqual(checksOf(/true positives of Table V/), [[1, 0]]);
  assert.deepEqual(checksOf(/precision, recall/), [[7, 0]]);
});

Deno.test("errata() finds the sentences that the tables do not say", () => {
  assertFound(
    /^Section III-B2 on Table IV, GPT-4-turbo, CBS, education \| 24\.85 % \| .* 32\.63 %; .* of GPT-3\.5-turbo$/,
  );
  assertFound(
    /^Section III-C2 on Table VI, GPT-4, .* age \| 173 of 174 \| .* 130 of 132; .* of GPT-4-turbo$/,
  );
  assertFound(/57\.15 s \| .* 57\.16 s/);
  assertFound(/^Section III-C2 .*PALM-.*human \| 2 functions \(0\.60 %\) \| .* 65 .* 60: 5 functions/);
  assertFound(/^Section III-B2 on Table IV, CBS, region \| .* place 4 in PALM-.*, 4 in .* and 4 in GPT-4$/);
  assertFound(
    /^Section III-D2 on Table VII, Claude-instant-1, one-shot, education .*10\.78 %.*11\.08 %.*worse$/,
  );
  assertFound(/changed nothing$/, 2);
  assertFound(/^Section I on Table VII .* 53\.21 %\) and .* 63\.79 %\); it rises in 9 of 25 rows/);
  assertFound(/^Section IV-A on Table VIII \| .* models is 0\.60 .* GPT-3\.5-turbo with GPT-4-turbo, /);
  assertFound(/cannot tell$/, 2);
});

Deno.test("errata() finds what is wrong with attributes and examples", () => {
  assertFound(/^Table I, adult_income \| .* only here: workclass$/);
  assertFound(/^Section II-A \| .* only here: economic_status$/);
  assertFound(/^Section II-E, prompt of employability \| .* the attributes of adult_income$/);
  assertFound(/^Table VI, caption \| a column overall \|/);
  assertFound(/^Section II-F, example, .* is 288; 4 values make 6 pairs, with 12 .* 72 test cases$/, 2);
});

Deno.test("errata() finds CBS of attributes that most prompts do not name", () => {
  assertFound(/^Table IV, CBS, occupation \| .* 37 \(11\.08 %\) \| 93 prompts .* adult_income; .* 39\.78 %$/);
  assertFound(/^Table IV, CBS, \w+ \| shares of all 334 prompts/, 4);
  assertFound(
    /^Section III-B2 on Table IV, GPT-4-turbo \| .* than occupation \| .* \(37 of 93\), gender 34\.13 %$/,
  );
});

Deno.test({
  name: `claims() agree with what others checked${noGolden(golden)}`,
  ignore: golden === undefined,
  fn: () => {
    const checks = golden!.paper_checks;
    assert.equal(checks["table7: all 385 values are k/334"], true);
    assert.deepEqual(checksOf(/^the shares of Table VII/), [[385, 0]]);
    assert.equal(checks["table4/6: n(pct) cells consistent with /334"], "180 of 180");
    assert.deepEqual(checksOf(/^of n \(p\)/), [[180 + 10, 0]]); // and those of Table VIII
  },
});

Deno.test("claims() has each rule once, all tried, and as many errors as are found", () => {
  const checks = huang.claims();
  assert.equal(new Set(checks.map(({ rule }) => rule)).size, checks.length);
  assert(checks.every(({ checked, errors }) => checked > 0 && errors <= checked));
  assert.equal(checks.reduce((sum, { errors }) => sum + errors, 0), found.length);
  const rules = new Set(huang.errata().map(({ rule }) => rule));
  assert.deepEqual(checks.filter(({ errors }) => errors > 0).map(({ rule }) => rule), [...rules]);
});

Deno.test("the tables have a row for each error and each rule, and nothing empty", () => {
  const errors = huang.table("paper_errors")!;
  assert.deepEqual(errors.columns, ["where", "printed", "evidence", "rule"]);
  assert.equal(errors.rows.length, found.length);
  assert(errors.rows.flat().every((cell) => typeof cell === "string" && cell.trim() !== ""));
  assert.equal(new Set(errors.rows.map((row) => row.join())).size, errors.rows.length, "none twice");
  const checks = huang.table("paper_checks")!;
  assert.deepEqual(checks.columns, ["rule", "checked", "errors"]);
  assert.equal(checks.rows.length, huang.claims(huang.paper.numbers).length);
});
