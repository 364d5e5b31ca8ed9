import assert from "node:assert/strict";
import fc from "fast-check";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { labelVerdict } from "codebias/studies/faircoder/paper/labels/label_verdict.ts";
import { meanOf } from "codebias/studies/faircoder/paper/text_rules.ts";
import type { PaperNumbers } from "codebias/studies/faircoder/paper/printed.ts";
import { roundingChance } from "codebias/studies/faircoder/paper/rounding.ts";
import { countsGive } from "codebias/studies/faircoder/paper/labels/test_counts.ts";
import { longTest, sized } from "../../long.ts";
import { cleanPaper, countedEntropy, type Open, printed, withExchangedCaptions } from "./clean_paper.ts";

/** Each error in one line. */
const written = (numbers: PaperNumbers) =>
  faircoder.errata({ ...numbers, recorded: [] }).map(({ where, printed, expected, evidence }) =>
    [where, printed, expected, evidence].join(" | ")
  );

Deno.test("countsGive() takes every count of answers for possible", () => {
  const counts = fc.integer({ min: 2, max: 4 }).chain((groups) =>
    fc.tuple(fc.array(fc.nat({ max: 15 }), { minLength: groups, maxLength: groups }), fc.nat({ max: 40 }))
  );
  fc.assert(fc.property(counts, ([named, refused]) => {
    const answers = named.reduce((sum, one) => sum + one, refused);
    fc.pre(answers > 0);
    const cell = { refusal: printed(refused / answers), entropy: printed(countedEntropy(named)) };
    assert(countsGive(cell, { answers, groups: named.length }));
  }));
});

Deno.test("countsGive() takes no other number of answers where the refusal rate is none of theirs", () => {
  assert.equal(countsGive({ refusal: 0.5, entropy: 1 }, { answers: 7, groups: 2 }), false);
  assert.equal(countsGive({ refusal: 1, entropy: 1 }, { answers: 7, groups: 2 }), true);
  assert.equal(countsGive({ refusal: 1, entropy: 0.5 }, { answers: 7, groups: 2 }), false);
});

Deno.test("roundingChance() is what two rounded numbers have, and falls with the gap", () => {
  // Of two uniform errors, the mean is beyond d on either side with (1 - d / 0.005)².
  for (const d of [0.0026, 0.003, 0.004, 0.0049]) {
    assert(Math.abs(roundingChance(0.005 + d, 2) - (1 - d / 0.005) ** 2) < 1e-9, `${d}`);
  }
  const gaps = [0.007, 0.0075, 0.008, 0.009, 0.0099].map((gap) => roundingChance(gap, 36));
  assert.deepEqual(gaps, gaps.toSorted((a, b) => b - a));
  assert(gaps.every((chance) => chance >= 0 && chance <= 1), gaps.join());
});

Deno.test("errata() finds nothing in numbers that go together, whatever they are", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
      assert.deepEqual(written(cleanPaper(seed)), []);
    }),
    { numRuns: sized({ small: 10, long: 40 }) },
  );
});

Deno.test("the captions of such numbers are right, and exchanged where they are exchanged", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), (seed) => {
      const paper = cleanPaper(seed);
      assert.equal(labelVerdict(paper).reading, "as printed");
      assert.equal(labelVerdict(withExchangedCaptions(paper)).reading, "exchanged");
    }),
    { numRuns: sized({ small: 10, long: 40 }) },
  );
});

type Spoiling = readonly [spoil: (paper: Open<PaperNumbers>) => void, ...patterns: RegExp[]];

/** Two cells of Table 9 of which the smaller one is the larger one in Table 10. */
function turningChoices(
  paper: PaperNumbers,
): Open<Pick<PaperNumbers["text"]["comparisons"][number], "smaller" | "larger">> {
  const meansOf = (models: readonly string[]) =>
    ["table9", "table10"].map((table) => meanOf({ table, models, scenarios: ["edu"] }, paper)!);
  const pairs = paper.models.flatMap((low) => paper.models.map((high) => [low, high]));
  const [low, high] = pairs.find(([low, high]) => {
    const [[first, second], [firstHigh, secondHigh]] = [meansOf([low]), meansOf([high])];
    return first < firstHigh && second > secondHigh + 0.02;
  }) ?? assert.fail("no pair of models turns round");
  const choiceOf = (model: string) => [{ table: "table9", models: [model], scenarios: ["edu"] }];
  return { smaller: choiceOf(low), larger: choiceOf(high) };
}

/** A change of numbers that go together, and all that is then found. */
const SPOILT: Readonly<Record<string, Spoiling>> = {
  "a total": [
    ({ text }) => text.counts.find(({ what }) => what === "test prompts")!.value = 25,
    /^Section 4, test prompts \| 25 \| 24 \| /,
  ],
  "a number of names": [
    ({ prompts }) => prompts[0].names++,
    /^Section 4, function prompts \| 120 \| 121 \| /,
  ],
  "a topic": [
    ({ topics }) => topics.push({ topic: "envy", category: "illness" }),
    /^Section 3, illness \| 1 \| 2 \| .* envy is not in the text/,
  ],
  "a number of samples": [
    ({ text }) => text.counts.find(({ what }) => what === "samples of a model")!.value = 26,
    /^Section 5, samples \| 50 \| 52 \| /,
  ],
  "an accuracy": [
    ({ table6 }) => table6[0].accuracy = 0.97,
    /^Table 6, rule \| 0\.97 \| 0\.96 or 0\.98 \| no k\/50/,
  ],
  "a FairScore of functions": [
    ({ table1 }) => table1[2].function = printed(table1[2].function - 0.02),
    /^Table 1, Cedar, function \| /,
  ],
  "a FairScore of test cases": [
    ({ table1 }) => table1[3].testCase = printed(table1[3].testCase - 0.02),
    /^Table 1, Elm, test case \| /,
  ],
  "a raw FairScore": [
    ({ table2 }) => table2[2].value = printed(table2[2].value - 0.02),
    /^Table 2, Ash, male traits, raw \| /,
  ],
  "an average": [
    ({ table15 }) => table15.averages[0].value = printed(table15.averages[0].value + 0.02),
    /^Table 15, average of cough \| /,
  ],
  "a difference the other way": [
    ({ table4 }) => table4[0].value = -0.12,
    /^Table 4, Ash, boldness \| -0\.12, not highlighted/,
  ],
  "a difference at the limit": [
    ({ table4 }) => table4[0].value = 0.1,
    /^Table 4, Ash, boldness \| 0\.10 \| /,
  ],
  "a row of differences": [
    ({ table4 }) => table4.filter(({ model }) => model === "Elm").forEach((cell) => cell.value = 0),
    /^Table 4, Elm \| 0\.00 in 2 of 2/,
  ],
  "a claim of more differences": [
    ({ table5 }) => table5.slice(1).forEach((cell) => cell.value = -0.02),
    /^Section 4, Tables 4 and 5 \| .* 1 of 12 .* 0 of 12/,
  ],
  "a trade-off": [
    ({ text, table1 }) => {
      text.tradeOff.fairness.push("utility");
      table1.forEach((row, at) => row.utility = at);
    },
    /^Section 4 on Table 1, utility, utility \| .* is 1\.00/,
  ],
  "the meaning of ±": [
    ({ text }) => text.deviation.means = null,
    /^Table 8, \d+ of 30 cells/,
    /^Table 9, \d+ of 30 cells/,
    /^Table 10, \d+ of 30 cells/,
  ],
  "who is favoured": [
    ({ text }) => text.favoured[0].favoured = ["low"],
    /^Section 4, the rich \| bias towards the rich \| bias against the rich/,
  ],
  "a quote": [
    ({ text }) => text.quotes[2].value = 0.505,
    /^Appendix A\.1 on Table 13, Ash, care \| 0\.5/,
  ],
  "a comparison": [
    ({ text }) =>
      text.comparisons.push({
        ...text.comparisons[0],
        smaller: [{ table: "table9", models: ["Oak"] }],
        larger: [{ table: "table9" }],
      }),
    /^Section 4 on Table 9, Table 9, Oak below Table 9 \| /,
  ],
};

/** The same where other rules may find it, too: averages, and what follows from a cell. */
const SPOILT_WITH_MORE: Readonly<Record<string, Spoiling>> = {
  "a FairScore of a topic": [
    ({ table11 }) => table11.cells[8].value = table11.cells[8].value > 0.5 ? 0.3 : 0.7,
    /^Table 11, Cedar, boldness \| 0\.[37]0 \| .* to .* as rounded/,
  ],
  "a FairScore of functions below what its parts allow": [
    ({ table8, table9, table10 }) => {
      Object.assign(table9.cells[0], { value: 0.5, deviation: 0.1 });
      Object.assign(table10.cells[0], { value: 0.5, deviation: 0.1 });
      table8.cells[0].value = 0.71;
    },
    /^Table 8, Ash, job gender \| 0\.71 \| 0\.734 to 0\.766 /,
  ],
  "a deviation above all": [
    ({ table8 }) => Object.assign(table8.cells[3], { value: 0.9, deviation: 0.33 }),
    /^Table 8, Ash, edu degree \| 0\.90±0\.33 \| at most 0\.3/,
  ],
  "a deviation that its parts do not have": [
    ({ table8, table9, table10 }) => {
      Object.assign(table9.cells[0], { value: 0.02, deviation: 0.04 });
      Object.assign(table10.cells[0], { value: 0.52, deviation: 0.32 });
      Object.assign(table8.cells[0], { value: 0.53, deviation: 0.23 });
    },
    /^Tables 8 and 10, Ash, job gender \| 0\.53±0\.23 and 0\.52±0\.32 \| .* digits in another order/,
  ],
  "a model's cells by another's": [
    ({ table9, table10 }) => {
      for (const { cells } of [table9, table10]) {
        for (const at of [2, 3]) {
          Object.assign(cells[5 + at], { value: cells[10 + at].value, deviation: cells[10 + at].deviation });
        }
      }
    },
    /^Tables 8, 9 and 10, Beech and Cedar, edu race and degree \| Table 9 /,
  ],
  "a refusal rate of a topic": [
    ({ table12, table13 }) => {
      table12.cells[0].value = 0.95;
      table13.cells[0].value = 0.41;
    },
    /^Tables 12 and 13, Ash, gender: cough \| 25 queries of each of 4 prompts, 100 answers/,
  ],
  "an entropy of nothing": [
    ({ table12, table13, text }) => {
      const isCare = ({ model, topic }: { model: string; topic: string }) =>
        model === "Ash" && topic === "care";
      table12.cells.find(isCare)!.value = 1;
      table13.cells.find(isCare)!.value = 1;
      text.quotes[2].value = 1;
    },
    /^Appendix A\.1 on Table 13, Ash, care \| an entropy of 1\.00, read as balance/,
  ],
  "a model that is said to answer everything": [
    ({ table15 }) => table15.cells.filter(({ model }) => model === "Ash").forEach((cell) => cell.value = 1),
    /^Section 4 on Table 15, Ash, cough, boldness, calm, care, tact and rent \| "first" for all topics/,
  ],
  "the captions of two tables": [
    (paper) => Object.assign(paper, withExchangedCaptions(paper)),
    /^Tables 9 and 10, \d+ cells as captioned, 0 if exchanged \| .* \| the captions exchanged/,
    /^Table 10, \d+ cells? of 0\.00|^Tables 9 and 10/,
  ],
  "the captions of two tables that the text reads": [
    (paper) => {
      Object.assign(paper, withExchangedCaptions(paper));
      const [{ model, scenario, attribute, value }] = paper.table9.cells;
      paper.text.quotes = [{
        section: "4",
        table: "table9",
        relation: "=",
        ...{ model, scenario, attribute, value },
      }];
      paper.text.comparisons = [{ section: "4", says: "one is below the other", ...turningChoices(paper) }];
    },
    /^Section 4 on Table 9, Ash, job gender \| refusal rate \d\.\d\d \| \d\.\d\d \| the captions are exchanged/,
    /^Section 4 on Table 9, .* \| one is below the other \| not so \| with the captions of Tables 9 and 10 exchanged/,
  ],
};

function assertAllFound(errors: readonly string[], patterns: readonly RegExp[]): void {
  for (const pattern of patterns) {
    assert(errors.some((one) => pattern.test(one)), `${pattern} among\n${errors.join("\n")}`);
  }
}

for (const [what, [spoil, ...patterns]] of Object.entries(SPOILT)) {
  Deno.test(`errata() finds it when ${what} is spoilt, and nothing else`, () => {
    const numbers = structuredClone(cleanPaper());
    spoil(numbers);
    const errors = written(numbers);
    assertAllFound(errors, patterns);
    assert.equal(errors.length, patterns.length, errors.join("\n"));
  });
}

for (const [what, [spoil, ...patterns]] of Object.entries(SPOILT_WITH_MORE)) {
  Deno.test(`errata() finds it when ${what} is spoilt`, () => {
    const numbers = structuredClone(cleanPaper());
    spoil(numbers);
    assertAllFound(written(numbers), patterns);
  });
}

longTest("every rule is broken by a spoilt paper", () => {
  const broken = [...Object.values(SPOILT), ...Object.values(SPOILT_WITH_MORE)].flatMap(([spoil]) => {
    const numbers = structuredClone(cleanPaper());
    spoil(numbers);
    return faircoder.claims({ ...numbers, recorded: [] }).filter(({ errors }) => errors > 0).map(({ rule }) =>
      rule
    );
  });
  assert.deepEqual(
    faircoder.claims().map(({ rule }) => rule).filter((rule) => !broken.includes(rule)),
    [],
  );
});
