import assert from "node:assert/strict";
import type { COLUMNS, PaperNumbers } from "codebias/studies/huang/paper/printed_tables.ts";
import { cleanPaper, MODELS, type Open, printed, rowOf, TASKS } from "./clean_paper.ts";
import { huang } from "codebias/studies/huang/huang.ts";

/** The errors in a paper as place, what is printed and what speaks against it. */
function writtenErrors(paper: PaperNumbers): string[] {
  return huang.errata(paper).map(({ where, printed, evidence }) => [where, printed, evidence].join(" | "));
}

Deno.test("errata() finds nothing in numbers that go together", () => {
  assert.deepEqual(huang.errata(cleanPaper()), []);
});

type Spoil = (paper: Open<PaperNumbers>) => void;

type PrintedColumn = (typeof COLUMNS)[number];

/** The share of a cell of Table VII, changed by so many functions. */
function move(cells: Open<Record<PrintedColumn, number>>, column: PrintedColumn, by: number): void {
  cells[column] = printed(Math.round(cells[column] * TASKS) + by);
}

/** A way to spoil the made-up paper, and the errors that must be found then. */
const SPOILT: Readonly<Record<string, readonly [Spoil, ...RegExp[]]>> = {
  "a stage that adds prompts": [
    ({ table2 }) => table2[1].adult_income = 92,
    /^Table II, final, adult_income \| 93 \| .* left 92/,
  ],
  "another number of tasks": [
    ({ text }) => text.prompts[0].employability = 135,
    /^Section I, final prompts, employability \| 135 \| elsewhere they are 134/,
  ],
  "an attribute that no prompt names": [
    ({ table1 }) => table1.health_insurance.push("workclass"),
    /^Table I, health_insurance \| .* only here: workclass/,
  ],
  "an attribute that some prompts do not name": [
    ({ table1, offered }) => table1.adult_income = offered.adult_income = table1.adult_income.slice(1),
    /^Table IV, CBS, age \| shares of all 334 prompts, e\.g\. alpha-1 121 \(36\.23 %\) \| 241 prompts .* employability and health/,
  ],
  "more functions than prompts name an attribute": [
    ({ table1, offered, text }) => {
      text.templates = [];
      for (const name of ["adult_income", "employability"] as const) {
        table1[name] = offered[name] = offered[name].filter((attribute) => attribute !== "age");
      }
    },
    ...MODELS.map((model) => RegExp(`^Table IV, ${model}, CBS, age \\| 1\\d\\d \\| 107 prompts name`)),
    ...MODELS.map((model) => RegExp(`^Table IV, ${model}, CBS_U@5, age \\| 1\\d\\d \\| 107 prompts name`)),
    /^Table IV, CBS, age \| shares of all/,
  ],
  "a less prevalent attribute that is prevalent where it is named": [
    ({ table1, offered, text }) => {
      text.templates = [];
      for (const name of ["employability", "health_insurance"] as const) {
        table1[name] = offered[name] = offered[name].filter((attribute) => attribute !== "occupation");
      }
    },
    /^Table IV, CBS, occupation \| .* 93 prompts/,
    /^Section II on Table IV, alpha-1 \| .* than occupation \| .* 25\.81 % \(24 of 93\), education 24\.85 %/,
    /^Section II on Table IV, beta-2 \| .* than occupation \| .* 24\.73 % \(23 of 93\), education 24\.55 %/,
  ],
  "a share that is not that of its count": [
    ({ table8 }) => table8[1].completed.share = 0.62,
    /^Table VIII, beta-2, completed, overall \| 211 \(62\.00 %\) \| 211 of 334 are 63\.17 %/,
  ],
  "a sum that is none, and a total that Table IV has otherwise": [
    ({ table6 }) => table6[2] = rowOf(MODELS[0], "total", [121, 92, 101, 84, 24, 11]),
    /^Table VI, alpha-1, total, education \| 84 \| tests found 83, people 0, which is 83/,
    /^Table IV, alpha-1, CBS, education \| 83 \| Table VI has 84/,
  ],
  "a share that is none of all tasks": [
    ({ table7 }) => table7[1].withFeedback!.age = 0.061,
    /^Table VII, alpha-1, zero-shot, with feedback, age \| 6\.10 % \| no k\/334$/,
  ],
  "an average that is none of shares of all tasks": [
    ({ table7, text }) => {
      text.averages = [{ section: "II", table: "table7", runs: 3 }];
      table7[1].withFeedback!.age = 0.0615;
    },
    /^Table VII, alpha-1, zero-shot, with feedback, age \| 6\.15 % \| no k\/334, nor an average of 3 such$/,
  ],
  "averages that are whole numbers": [
    ({ text }) => text.averages = [{ section: "II", table: "table7", runs: 3 }],
    /^Section II on Table VII \| averages of 3 runs \| all 72 shares .* 10\^-34/,
  ],
  "a CBS above that of any run": [
    ({ table4, text }) => {
      table4[1] = rowOf(MODELS[0], "CBS_U@5", [183, 140, 153, 82, 38, 18]);
      text.averages = [];
    },
    /^Table IV, alpha-1, CBS, education \| 83 \| in all runs 20 are biased, in any 82/,
    /^Section II on Table IV, alpha-1, education \| CBS_U@5 is above CBS \| 82 and 83/,
  ],
  "a CBS below that of all runs": [
    ({ table4, text }) => {
      table4[2] = rowOf(MODELS[0], "CBS_I@5", [30, 23, 25, 20, 6, 12]);
      text.averages = [];
    },
    /^Table IV, alpha-1, CBS, race \| 11 \| in all runs 12 are biased, in any 18/,
  ],
  "an average that no five runs have": [
    ({ table4 }) => table4[1] = rowOf(MODELS[0], "CBS_U@5", [183, 140, 153, 126, 97, 50]),
    /^Table IV, alpha-1, CBS, occupation \| 24, .*\(Section V\) \| 97 .* and 6 in all, .* 24\.2 to 78\.8: .* rounded/,
    /^Table IV, alpha-1, CBS, race \| 11, .* 50 are biased .* 2 in all, .* 11\.6 to 40\.4: it is one run$/,
  ],
  "an overall CBS below an attribute's": [
    ({ table7 }) => move(table7[1].withoutFeedback, "overall", -60),
    /^Table VII, alpha-1, zero-shot, overall \| 32\.93 % \| age alone has 34\.43 %/,
  ],
  "an overall CBS above all attributes": [
    ({ table7 }) => move(table7[1].withFeedback!, "overall", 40),
    /^Table VII, alpha-1, zero-shot, with feedback, overall \| 23\.95 % \| all attributes together have 20\.66 %/,
  ],
  "an original that tests did not find": [
    ({ table7 }) => move(table7[2].withoutFeedback, "gender", 1),
    /^Table VII, beta-2, original, gender \| 30\.24 % \| Table VI has 100 \(29\.94 %\) .* is 101 of 334/,
  ],
  "an overall CBS that people do not explain": [
    ({ table8, text }) => {
      table8[0].bias = { count: 204, share: printed(204) };
      text.notRunning = [];
    },
    /^Table VIII, alpha-1, CBS, overall \| 204 \| Table VII has 200 .* 2 to 3 by Table VI/,
  ],
  "functions that are said to be removed": [
    ({ text }) => text.removed = [{ section: "III", table: "table7" }],
    /^Section III on Table VII \| .* removed \| .* 2 of alpha-1, .* all 21 shares of a model are k\/334/,
  ],
  "a number in two columns": [
    ({ table8, text }) => {
      table8[0].completed = { ...table8[0].bias };
      text.best = text.sameOrder = text.noTradeOff = [];
    },
    /^Table VIII, alpha-1 \| .* 202 \(60\.48 %\) \| the same/,
  ],
  "a matrix of seven attributes": [
    ({ table5, table9, text }) => {
      for (const row of [table5, ...table9]) row.tn += TASKS;
      text.attributeLists.push({
        section: "IV",
        attributes: [...text.attributeLists[0].attributes, "creed"],
      });
    },
    /^Table V \| .* = 2338 \| 334 x 7 .*; Section IV lists so many, with creed; .* make 2004/,
    /^Section IV \| .* only here: creed/,
  ],
  "a matrix that is of no number of attributes": [
    ({ table5, table9 }) => {
      for (const row of [table5, ...table9]) row.tn += 1;
    },
    /^Table V \| .* = 2005 \| no multiple of 334; /,
  ],
  "true positives that tests did not find, and biases that CBS leaves out": [
    ({ table5, table9, text }) => {
      for (const row of [table5, ...table9]) [row.tp, row.tn] = [row.tp + 4, row.tn - 4];
      text.reliability = [];
    },
    /^Table V \| 433 true positives \| Table VI has 429 of alpha-1/,
    /^Table V \| 433 \+ 3 = 436 biased \| .* 429 \+ 3 = 432 of alpha-1; .*: 4 if .* else 7/,
  ],
  "a matrix that Table IX has otherwise": [
    ({ table9, text }) => {
      table9[0].fp = 2;
      text.reliability = [];
    },
    /^Table IX, original, FP \| 2 \| Table V has 0/,
  ],
  "value pools that change functions, and find bias in what does not run": [
    ({ table9 }) => [table9[1].tp, table9[1].fn, table9[1].tn] = [435, 0, table9[1].tn - 3],
    /^Table IX, enriched \| 435 biased \| Table V has 432/,
    /^Table IX, enriched \| \d+ not biased \| Table V has/,
    /^Table IX, enriched \| 0 false negatives \| .* people found 3 biases/,
  ],
  "a share in the text": [
    ({ text }) => text.cells[0] = { ...text.cells[0], share: printed(120), count: 120 },
    /^Abstract on Table IV, alpha-1, CBS, age \| 120 35\.93 % \| Table IV has 121 36\.23 %; it is the number of beta-2$/,
  ],
  "a count in the text": [
    ({ text }) => text.cells[1].of = 122,
    /^Section II on Table VI, alpha-1, test case, age \| 120 of 122 \| Table VI has 120 of 121$/,
  ],
  "a cell in the text that no table has": [
    ({ text }) => text.cells[2].strategy = "one-shot",
    /^Section II on Table VII, beta-2, one-shot, with feedback, overall \| 11\.68 % \| Table VII has no such number$/,
  ],
  "a range in the text": [
    ({ text }) => text.ranges[0].high = 0.4,
    /^Abstract on Table IV, CBS, age \| the highest is 40\.00 % \| Table IV has 36\.23 %/,
  ],
  "a rate in the text": [
    ({ text }) => text.reliability[1].value = 0.98,
    /^Section II on Table IX, original \| precision 98\.00 % \| 100\.00 %: TP 429, FN 3/,
  ],
  "a fraction in the text": [
    ({ text }) => text.reliability[0].of = 430,
    /^Section II on Table IX, original \| recall 99\.00 %, 429 of 430 \| 99\.31 %: TP 429, FN 3/,
  ],
  "a time in the text": [
    ({ text }) => text.seconds[0].value = 812,
    /^Section III on Table IX, enriched \| 812\.00 s \| Table IX has 812\.25 s/,
  ],
  "functions in the text that do not run": [
    ({ text }) => text.notRunning[0].count = 1,
    /^Section II on Table VI, alpha-1, human \| 1 functions .* \| .* 202 .* 200: 2 functions/,
  ],
  "a model that is not above another": [
    ({ text }) => [text.higher[0].models, text.higher[0].than] = [[MODELS[3]], MODELS[0]],
    /^Section II on Table IV, delta-4, CBS, age \| above alpha-1 \| 35\.33 %, alpha-1 has 36\.23 %/,
  ],
  "bias that people find": [
    (paper) => {
      const [tests, people] = [[120, 90, 101, 83, 24, 0], [1, 2, 0, 0, 0, 11]];
      paper.table6[0] = rowOf(MODELS[0], "test case", tests);
      paper.table6[1] = rowOf(MODELS[0], "human", people);
      paper.table7[0].withoutFeedback.race = 0;
      for (const row of [paper.table5, ...paper.table9]) [row.tp, row.fn] = [row.tp - 11, row.fn + 11];
      paper.text.reliability = paper.text.notRunning = [];
      paper.table7[0].withoutFeedback.overall = printed(190);
      for (const at of [0, 1, 2, 3]) paper.table8[at].bias = { count: 201 - at, share: printed(201 - at) };
      for (const at of [1, 2, 3]) paper.table7[2 * at].withoutFeedback.overall = printed(199 - at);
    },
    /^Section II on Table VI, alpha-1, race \| tests find most \| tests found 0, people 11/,
  ],
  "prevalent attributes that are not": [
    ({ text }) => text.prevalent[0].attributes = ["age", "race"],
    ...MODELS.map((model) =>
      RegExp(`^Section II on Table IV, ${model} \\| .*than others \\| gender has .*, race (?:3|2)\\.`)
    ),
    ...MODELS.map((model) => RegExp(`^Section II on Table IV, ${model} \\| .*than gender \\| `)),
  ],
  "an attribute that is not high": [
    ({ text }) => text.aboveOthers[0].attribute = "occupation",
    /^Section II on Table IV, CBS, occupation \| .* place 5 in alpha-1, 5 in .* and 5 in delta-4/,
  ],
  "models that are not the best": [
    ({ text }) => text.best[0].models = [MODELS[3], MODELS[1]],
    /^Section III on Table VIII, completed \| .* \| the best are delta-4 63\.77 % and gamma-3 63\.47 %/,
    /^Section III on Table VIII, passAt1 \| .* the best are delta-4 80\.00 %/,
  ],
  "columns that do not agree, and a trade-off": [
    ({ text }) =>
      [text.sameOrder[0].columns, text.noTradeOff[0].columns] = [text.noTradeOff[0].columns, [
        "completed",
        "passAt1",
      ]],
    /^Section III on Table VIII \| bias and completed agree \| .* 4 models is -1\.00 .* alpha-1 with beta-2, /,
    /^Section III on Table VIII \| no trade-off between completed and passAt1 \| .* is 1\.00 .*cannot tell/,
  ],
  "a direct prompt that helps much": [
    ({ table7 }) => {
      for (const column of ["age", "region", "gender", "education"] as const) {
        move(table7[1].withoutFeedback, column, -60);
      }
      move(table7[1].withoutFeedback, "overall", -90);
    },
    /^Section II on Table VII \| .* alpha-1, zero-shot \(59\.88 % to 23\.95 %, by 60\.00 %\); it rises in 0 of 4 rows/,
  ],
  "feedback that makes it worse, and feedback without effect": [
    ({ table7 }) => {
      move(table7[1].withFeedback!, "race", 8); // to 9, of 6
      table7[3].withFeedback!.race = table7[3].withoutFeedback.race;
    },
    /^Section II on Table VII, alpha-1, zero-shot, race \| .* 1\.80 % without and 2\.69 % with feedback: it made it worse/,
    /^Section II on Table VII, beta-2, zero-shot, race \| .* 1\.50 % without and 1\.50 % with feedback: it changed nothing/,
  ],
  "a list of attributes": [
    ({ text }) => text.attributeLists[0].attributes.pop(),
    /^Section I \| .* against the tables, only there: age/,
  ],
  "an example of another category": [
    ({ text, table1 }) => text.templates[0].attributes = [...table1.adult_income],
    /^Section I, prompt of employability \| .* fnlwgt \| in Table I these are the attributes of adult_income/,
  ],
  "a column that is not there": [
    ({ text }) => text.columns[0].table = "table6",
    /^Table VI, caption \| a column overall \| the columns are age, .* and race/,
  ],
  "test cases that are no product": [
    ({ text }) => text.testCases[0].pairs = [3, 2],
    /^Section I, example, age \| 3 x 2 pairs, 4 x 5 others, 60 test cases \| .* is 120; 3 values make 3 pairs, .* 60 test cases/,
  ],
};

for (const [what, [spoil, ...expected]] of Object.entries(SPOILT)) {
  Deno.test(`errata() finds ${what}, and nothing else`, () => {
    const paper = cleanPaper();
    spoil(paper);
    const errors = writtenErrors(paper);
    assert.equal(errors.length, expected.length, errors.join("\n"));
    for (const pattern of expected) {
      assert(errors.some((one) => pattern.test(one)), `${pattern} among\n${errors.join("\n")}`);
    }
  });
}

Deno.test("each rule is broken by some spoilt paper", () => {
  const broken = Object.values(SPOILT).flatMap(([spoil]) => {
    const paper = cleanPaper();
    spoil(paper);
    return huang.errata(paper).map(({ rule }) => rule);
  });
  assert.deepEqual(new Set(broken), new Set(huang.claims().map(({ rule }) => rule)));
});
