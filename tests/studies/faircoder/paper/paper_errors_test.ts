import assert from "node:assert/strict";
import { mean } from "codebias/statistics/descriptive.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { labelVerdict } from "codebias/studies/faircoder/paper/labels/label_verdict.ts";
import type { PaperEvidence } from "codebias/studies/faircoder/paper/labels/label_verdict.ts";
import { chosenCells, type PaperNumbers } from "codebias/studies/faircoder/paper/printed.ts";
import { HALF_UNIT } from "codebias/studies/faircoder/paper/rounding.ts";
import { attributeOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import type { RecordedRefusals } from "codebias/studies/faircoder/paper/labels/label_verdict.ts";
import { goldenLines, noGolden } from "../../../golden_file.ts";
import { withExchangedCaptions } from "../clean_paper.ts";

interface GoldenScore {
  readonly model: string;
  readonly task: string;
  readonly attribute: string;
  readonly prompted_attribute: string;
  readonly refused: boolean;
}

const golden = await goldenLines<GoldenScore>("faircoder_authors_scores.jsonl");

/** Each error as its place, what is printed and what speaks against it. */
const written = (changed: Partial<PaperEvidence> = {}) =>
  faircoder.errata({ ...faircoder.paper.numbers, recorded: [], ...changed }).map((
    { where, printed, expected, evidence },
  ) => [where, printed, expected, evidence].join(" | "));

const found = written();

/** Asserts that exactly one error, or so many, are as described. */
function assertFound(pattern: RegExp, times = 1): void {
  const count = found.filter((one) => pattern.test(one)).length;
  assert.equal(count, times, `${pattern} among\n${found.join("\n")}`);
}

/** How often the rules whose words have this in them were tried, and broken. */
function checksOf(
  rule: RegExp,
  numbers: PaperNumbers = faircoder.paper.numbers,
): (readonly [number, number])[] {
  return faircoder.claims({ ...numbers, recorded: [] }).filter((one) => rule.test(one.rule)).map((
    one,
  ) => [one.checked, one.errors]);
}

/** For how many models Table 1 has the mean of some values of the model's cells in Table 8 as FairScore for functions. */
function modelsWithMeanOf(valuesOf: (cells: ReturnType<typeof chosenCells>) => readonly number[]): number {
  return faircoder.paper.numbers.table1.filter(({ model, function: printed }) => {
    const values = valuesOf(chosenCells({ table: "table8", models: [model] }));
    return Math.abs(printed - mean(values)) <= HALF_UNIT + 1e-9;
  }).length;
}

Deno.test("Table 1 is the mean of all cells of Table 8, not of scenarios, and of all cells of Tables 11 and 14", () => {
  const valuesOf = (cells: ReturnType<typeof chosenCells>) => cells.map(({ value }) => value);
  const scenarioMeans = (cells: ReturnType<typeof chosenCells>) =>
    [...Map.groupBy(cells, ({ keys }) => keys.scenario).values()].map((some) => mean(valuesOf(some)));
  assert.equal(faircoder.paper.numbers.table1.length, 11);
  assert.equal(modelsWithMeanOf(valuesOf), 11);
  assert.equal(modelsWithMeanOf(scenarioMeans), 7);
  assert.deepEqual(checksOf(/in Table 1 is the mean|raw FairScore/), [[11, 0], [11, 0], [4, 0]]);
});

Deno.test("errata() finds three averages that their cells do not make", () => {
  assert.deepEqual(checksOf(/an average of/), [[229, 3]]);
  assertFound(/^Table 8, average of job gender \| 0\.86 \| 0\.85 \| .* 0\.8518: .* 1 of 10,000 /);
  assertFound(/^Table 9, average of Llama3 \| 0\.80 \| 0\.79 \| .* 0\.7909: .* 1 of 20,000,000 /);
  assertFound(/^Table 10, average of med insurance \| 0\.19 \| 0\.17 \| .* 0\.1691: no rounding /);
});

Deno.test("FairScores follow from refusal rates and entropies, but for one deviation whose digits are turned", () => {
  assert.deepEqual(checksOf(/R \+ E - R E/), [[121, 0], [242, 1], [396, 0]]);
  assertFound(
    /^Tables 8 and 9, CodeLlama-13b, job gender \| 0\.52±0\.23 and 0\.52±0\.32 \| .* digits in another order/,
  );
});

Deno.test("what stands behind ± is possible as a deviation, and impossible as a standard error", () => {
  assert.deepEqual(checksOf(/a deviation of Tables 8 to 10/), [[363, 0]]);
  assertFound(/^Table 8, 107 of 121 cells, /);
  assertFound(
    /^Table 9, 110 of 121 cells, such as CodeLlama, med gender \| 0\.70±0\.33 \| at most ±0\.047 for 95 /,
  );
  assertFound(/^Table 10, 106 of 121 cells, /);
});

Deno.test("the captions of Tables 9 and 10 are exchanged: 42 cells speak against them, none for them", () => {
  const { reading, evidence: [asPrinted, exchanged] } = labelVerdict(faircoder.paper.numbers);
  assert.equal(reading, "exchanged");
  assert.deepEqual(asPrinted.failed, { tenths: 5, allRefused: 7, leastEntropy: 39 });
  assert.deepEqual(exchanged.failed, { tenths: 0, allRefused: 0, leastEntropy: 0 });
  assert.deepEqual([asPrinted.cells, exchanged.cells], [42, 0]);
  assertFound(/^Table 9, CodeLlama(?:-13b)?, edu income \| 0\.63±0\.00 \| .* entropy of 20, 10, 0, /, 2);
  assertFound(/^Table 10, 16 cells of 0\.00, in Table 9 0 \| .* 77 points or more/);
  assertFound(/^Tables 9 and 10, 5 cells .* Mistral, edu degree 0\.82±0\.01, at least ±0\.036 /);
  assertFound(
    /^Tables 9 and 10, 7 cells .* CodeLlama-13b, job age: refusal rate 0\.95 and entropy 0\.00, at least 0\.45/,
  );
});

Deno.test("with Tables 9 and 10 exchanged, the verdict turns round, and no rule speaks of exchanged captions", () => {
  const numbers = withExchangedCaptions(faircoder.paper.numbers);
  assert.equal(labelVerdict(numbers).reading, "as printed");
  assert.deepEqual(checksOf(/entropies, as captioned$|right captions/, numbers), [[121, 0], [34, 0], [
    19,
    0,
  ]]);
  assert.deepEqual(written(numbers).filter((one) => /captions/.test(one)), []);
  assert.deepEqual(checksOf(/R \+ E - R E/, numbers).map(([, errors]) => errors), [0, 1, 0]);
});

/** Refusals that the authors' rule finds in the artifact's functions that were asked about one attribute. */
function recordedRefusals(rows: readonly GoldenScore[]): RecordedRefusals[] {
  const asked = rows.filter((row) => row.attribute === row.prompted_attribute);
  const names: Readonly<Record<string, string>> = {
    "gpt-4o-mini": "GPT-4o-mini",
    llama3: "Llama3",
    qwencoder: "QwenCoder",
  };
  const byCell = Object.groupBy(asked, ({ model, task, attribute }) => [model, task, attribute].join("/"));
  return Object.values(byCell).map((cell) => {
    const [{ model, task, attribute }] = cell!;
    return {
      model: names[model],
      scenario: task,
      attribute: attributeOf(attribute)!,
      refused: cell!.filter(({ refused }) => refused).length,
      n: cell!.length,
    };
  });
}

Deno.test({
  name: `recorded refusals are far more likely with exchanged captions, too${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    const recorded = recordedRefusals(golden!);
    assert.equal(recorded.length, 21);
    const age = recorded.filter(({ attribute }) => attribute === "age").map((
      { model, refused, n },
    ) => [model, refused, n]);
    assert.deepEqual(age, [["GPT-4o-mini", 0, 20], ["Llama3", 0, 19], ["QwenCoder", 13, 21]]);
    const { reading, evidence: [asPrinted, exchanged] } = labelVerdict(
      faircoder.paper.numbers,
      recorded,
    );
    assert.equal(reading, "exchanged");
    const digits = (exchanged.logLikelihood! - asPrinted.logLikelihood!) / Math.LN10;
    assert(digits > 50, `10^${digits}`);
    assert(written({ recorded }).some((one) => /^Tables 9 and 10, .* times as likely /.test(one)));
    const swapped = labelVerdict(withExchangedCaptions(faircoder.paper.numbers), recorded);
    assert.equal(swapped.reading, "as printed");
  },
});

Deno.test("recorded refusals that speak against the cells leave the labels open, and wrong ones are refused", () => {
  const refused = { model: "CodeLlama-13b", scenario: "job", attribute: "age", n: 100 };
  assert.equal(labelVerdict(faircoder.paper.numbers, [{ ...refused, refused: 95 }]).reading, null);
  assert.equal(
    labelVerdict(faircoder.paper.numbers, [{ ...refused, refused: 0 }]).reading,
    "exchanged",
  );
  assert.equal(
    labelVerdict(faircoder.paper.numbers, [{ ...refused, model: "another", refused: 95 }]).reading,
    "exchanged",
  );
  assert.throws(() => labelVerdict(faircoder.paper.numbers, [{ ...refused, refused: 101 }]), {
    name: "RangeError",
    message: /^Cannot judge 101 refusals of 100 functions of CodeLlama-13b/,
  });
});

Deno.test("conclusions from Tables 9 and 10 fall with their captions", () => {
  assert.deepEqual(checksOf(/right captions/), [[34, 11], [19, 11]]);
  assertFound(
    /^Section 4\.3 on Table 9, .* Llama3 refuses more than Llama2 in functions \| .* 0\.454, .* 0\.215/,
  );
  assertFound(/^Appendix A\.8\.2 on Table 10, Llama2, job age \| entropy 0\.22 \| 0\.66 \| /);
  assertFound(/^Appendix A\.8\.1 on Table 9, CodeLlama-13b, job age \| refusal rate 0\.95 \| 0\.00 \| /);
  assertFound(/^Appendix A\.8\.1 on Table 9, \w+, job race \| /, 0);
});

Deno.test("errata() finds sentences that the tables contradict as captioned, and says whether they do exchanged", () => {
  assert.deepEqual(checksOf(/as captioned$/), [[121, 6], [109, 16]]);
  assertFound(/^Section 4\.2 on Tables (?:13|16) and 10, .* entropies are lower .* it holds if /, 2);
  assertFound(
    /^Appendix A\.8\.1 on Table 9, .* med insurance has 0\.735, .* med gender 0\.632; .* it holds if /,
  );
  assertFound(/^Section 4\.4 on Table 10, .* GPT-4o is more balanced .* nor does it hold if /);
  assertFound(/^Section 4\.2 on Table 1, .* Mistral has 0\.730, .* 0\.669/);
  assertFound(/^Section 4\.3 on Table 1, .* GPT-4o has 0\.750/);
  assertFound(/^Appendix A\.9\.2 on Table 13, .* CodeGemma, mental illness has 0\.740/);
});

Deno.test("errata() finds cells that the text reads out otherwise, and entropies of nothing", () => {
  assert.deepEqual(checksOf(/reads out is so in its table|takes for balance|answer all topics/), [[53, 4], [
    8,
    7,
  ], [1, 1]]);
  assertFound(/^Appendix A\.8\.2 on Table 10, CodeGemma, med insurance \| 0\.00 \| 0\.02 \| /);
  assertFound(
    /^Appendix A\.9\.1 on Table 12, .* \| 0\.72 \| 0\.15 or 0\.36 \| 0\.72 is the cell of Mistral, HIV/,
  );
  assertFound(/^Appendix A\.9\.3 on Table 15, Mistral, sympathy \| above 0\.80 \| 0\.80 /);
  assertFound(/^Appendix A\.9\.4 on Table 16, Qwen2, unf.* \| 0\.64 \| 0\.53 \| .* cell of QwenCoder, unf/);
  assertFound(/^Appendix A\.9\.4 on Table 16, Llama2, unf.* read as balance/);
  assertFound(/^Section 4\.3 on Table 15, Qwen2, HIV \| "Asian"/);
});

Deno.test("errata() finds that Llama2's test cases are of 40 answers, and all others of 100", () => {
  assert.deepEqual(checksOf(/counts of all answers/), [[22, 2]]);
  assertFound(
    /^Tables 12 and 13, Llama2, gender: cancer, .* 100 answers .* \| 40 answers to a topic \| of 18 cells, 9 /,
  );
  assertFound(
    /^Tables 15 and 16, Llama2, race: ambition and conservative thinking \| .* \| 40 answers to a topic \| /,
  );
});

Deno.test("errata() finds cells that two models share by no chance", () => {
  assert.deepEqual(checksOf(/next to each other/), [[55, 1]]);
  assertFound(
    /^Tables 8, 9 and 10, Llama2 and Llama3, edu degree and income \| .* 0\.70±0\.10 and 0\.66±0\.08 .* 1e-7 /,
  );
});

Deno.test("errata() finds counts of prompts, topics and traits that are others", () => {
  assertFound(/^Section 4\.1, topics \| 18 \| 16 \| /);
  assertFound(
    /^Section 4\.1, function prompts \| 955 \| 1360 \| .* 540 \(job\), 440 \(edu\) and 380 \(med\)/,
  );
  assertFound(/^Section 3\.2\.1, male traits \| 4 \| 5 \| .*: confidence is not in the text/);
  assertFound(/^Section 3\.2\.1, female traits \| 4 \| 5 \| .*: nurturing is not in the text/);
  assert.deepEqual(checksOf(/models and samples|accuracy of Table 6/), [[2, 0], [2, 0]]);
});

Deno.test("errata() finds what Tables 4 and 5 leave out, and a difference and a trade-off that may be chance", () => {
  assertFound(/^Table 4, Qwen2, ambition \| -0\.11, not highlighted/);
  assertFound(/^Table 5, CodeLlama, sympathy \| 0\.20, not highlighted/);
  assertFound(/^Table 4, .* \| 0\.10 \| a third decimal/, 3);
  assertFound(/^Table 4, (?:CodeLlama|Mistral) \| 0\.00 in 5 of 5/, 2);
  assertFound(/^Appendix A\.3, .* 7 of 35 .* 2 of 35: .* p = 0\.15/);
  assertFound(/^Section 4\.2 on Table 1, utility, (?:function|testCase) \| /, 2);
  assertFound(/^Section 4\.4, .* bias against /, 2);
});

Deno.test("claims() has a row a rule and all errors, and both tables are to be read", () => {
  const checks = faircoder.claims();
  assert.equal(new Set(checks.map(({ rule }) => rule)).size, checks.length);
  assert.equal(checks.reduce((all, { errors }) => all + errors, 0), found.length);
  assert.equal(faircoder.table("paper_errors")!.rows.length, found.length);
  assert.equal(faircoder.table("paper_checks")!.rows.length, checks.length);
});
