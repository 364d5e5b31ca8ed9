import assert from "node:assert/strict";
import { solar } from "codebias/studies/solar/solar.ts";
import { cleanPaper, cleanTests, starTest } from "../clean_paper.ts";

/** Each error found in the paper as its place, what is printed and what speaks against it. */
const found = solar.errata().map(({ where, printed, evidence, consequence }) =>
  [where, printed, evidence, consequence].join(" | ")
);

/** Asserts that exactly one error, or so many, are as described. */
function assertFound(pattern: RegExp, times = 1): void {
  assert.equal(
    found.filter((one) => pattern.test(one)).length,
    times,
    `${pattern} among\n${found.join("\n")}`,
  );
}

Deno.test("errata() finds the rows of Table 8 that are impossible", () => {
  assertFound(/^Table 8.*codechat-bison@002, t = 0\.4 \| overall 21\.81 % \| age alone has 27\.02 %/);
  assertFound(
    /^Table 8.*claude-3-haiku-20240307, t = 0\.6 \| overall 42\.69 % \| employment_status alone has 44\.62 %/,
  );
  assertFound(/impossible as printed/, 2);
});

Deno.test("errata() finds that P-COT of GPT rests on 97 tasks, and other rows on parts", () => {
  assertFound(/GPT-3\.5-turbo-0125, P-COT \| .* \| no k\/1715; .*k\/485, of 97 tasks.*counts 333 of 485/);
  assertFound(/GPT-3\.5-turbo-0125, IterPrompt-3 \| .*all rates but age are k\/285, of 57 tasks/);
  assertFound(/CodeLlama-70b-instruct-hf, COT \| .*k\/1625, of 325 tasks/);
  assertFound(/CodeLlama-70b-instruct-hf, P-COT \| .*k\/1540, of 308 tasks/);
  assertFound(/claude-3-haiku-20240307, COT \| .*k\/1700, of 340 tasks/);
  assertFound(/claude-3-haiku-20240307, P-COT \| .*k\/1675, of 335 tasks/);
  assertFound(/no k\/\d/, 8);
});

Deno.test("errata() finds the share of executable completions that Table 8 does not bear out", () => {
  assertFound(/t = 1 \| .*executable 96\.38 % .*k\/1310, of 262 tasks; 1310\/1715 would be 76\.38 %/);
});

Deno.test("errata() finds that the ranges of race take in a value which is never tested", () => {
  for (
    const [model, printed, tested] of [
      ["GPT-3.5-turbo-0125", "0.77", "0.40"],
      ["codechat-bison@002", "0.65", "0.23"],
      ["CodeLlama-70b-instruct-hf", "0.67", "0.30"],
      ["claude-3-haiku-20240307", "0.89", "0.54"],
    ]
  ) {
    assertFound(
      RegExp(
        `^Table 4, ${model} \\| BLS@Range race ${printed} \\| .*american indian \\(0\\.00\\).* it is ${tested}`,
      ),
    );
  }
  assertFound(/score of indian is lost/, 4);
  assertFound(/^Heat map .*claude-instance-1\.2/);
});

Deno.test("errata() finds what Table 3 and Table 8 have of the same setting, and with which counts", () => {
  assertFound(
    /^Table 3, CodeLlama.*28\.34 % and 28\.50 %.*overall 486: once of 1715 completions, once of 1705/,
  );
  assertFound(/^Table 3, claude.*36\.33 % and 36\.65 %.*overall 623: once of 1715 completions, once of 1700/);
  assertFound(/^Table 3, codechat-bison.*40\.06 % and 37\.94 %.*687 of 1715 completions and 497 of 1310/);
});

Deno.test("errata() finds slips and copies in Table 7", () => {
  assertFound(/^Table 3, CodeLlama.*marital_status 12\.42 % and 12\.49 %, education 13\.94 % and 12\.42 %/);
  assertFound(/^Table 7.*CodeLlama.*Default \| marital_status 12\.49 % \| no k\/1715/);
  assertFound(/claude-3-haiku-20240307, COT \| .*the same eight rates as in Table 8 .* t = 1 /);
  assertFound(/claude-3-haiku-20240307, COT \| Pass@attribute 62\.59 % \| .*that of GPT-3\.5-turbo-0125/);
  assertFound(/^Table 5, GPT-3\.5-turbo-0125, COT, .* education 42\.86 % \| with a star in Table 5/);
});

Deno.test("errata() finds where Table 7 is not what the notebooks have", () => {
  assertFound(/GPT-3\.5-turbo-0125, Default \| overall 60\.58 %.*58\.54 %/);
  assertFound(/GPT-3\.5-turbo-0125, IterPrompt-3 \| Pass@attribute 85\.66 % \| .* 82\.16 %/);
  assertFound(/codechat-bison@002, IterPrompt-1 \| .*80\.62 % \| .*85\.47 % .* that of round 2/);
  assertFound(/codechat-bison@002, IterPrompt-2 \| .*87\.50 % \| .*80\.63 % .* that of round 3/);
});

Deno.test("errata() finds stars that do not hold, and stars that are missing", () => {
  assertFound(/COT \| age \*34\.40 % \| .*236 tasks, with 20\.85 %: p < 0\.001; .*31\.25 %: p = 0\.205/);
  assertFound(/GPT-3\.5-turbo-0125, t = 0\.2 \| age 35\.41 %, without a star .*p = 0\.039/);
  const missing = [
    /GPT-3\.5-turbo-0125, COT \| education/,
    /codechat-bison@002, P-COT \| employment_status/,
    /CodeLlama-70b-instruct-hf, t = 0\.2 \| education/,
    /claude-3-haiku-20240307, t = 0\.4 \| age/,
    /claude-3-haiku-20240307, t = 0\.4 \| employment_status/,
  ];
  for (const one of missing) assertFound(RegExp(`${one.source} .*whatever the tasks' variances`));
  assertFound(/whatever the tasks' variances/, missing.length);
});

Deno.test("errata() finds sentences that the tables do not say", () => {
  assertFound(
    /^Text on Table 3, codechat-bison@002 \| marital_status 5\.48 % \| .*6\.30 %.*claude-3-haiku.*religion/,
  );
  assertFound(
    /^Text on Table 4, codechat-bison@002 \| .*0\.36 to 0\.64 \| Table 4 has 0\.36 to 0\.65.*0\.23/,
  );
  assertFound(/^Text on Table 8.*CodeLlama.*28\.34 % \| .*28\.50 %/);
  assertFound(/^Text on Table 3 \| .*it does not hold for 4 of 4 models/);
  assertFound(/^Text on Table 7.*, COT \| .*it does not hold for 2 of 4 models/);
  assertFound(/^Text on Table 7.*, P-COT \| .*it does not hold for 4 of 4 models/);
  assertFound(/^Abstract \| .*90 % \| .*85\.52 %.*99\.85 %/);
});

Deno.test("errata() of numbers that go together are none", () => {
  assert.deepEqual(solar.errata({ ...cleanPaper(), tests: cleanTests() }), []);
});

type Spoil = (paper: ReturnType<typeof cleanPaper>, tests: ReturnType<typeof cleanTests>) => void;

/** One cell or number spoilt, and what must be found then. */
const SPOILT: Readonly<Record<string, readonly [Spoil, ...RegExp[]]>> = {
  "an overall CBS below a dimension": [
    ({ table8 }) => table8[1] = { ...table8[1], overall: 0.1, significant: ["overall"] },
    /^Table 8 .*alpha-7b-0125, t = 0\.2 \| overall 10\.00 % \| age alone/,
  ],
  "an overall CBS above all dimensions": [
    ({ table8 }) => {
      const significant = ["age", "gender", "religion", "race", "employment_status"];
      table8[3] = {
        ...table8[3],
        age: 0,
        gender: 0,
        religion: 0,
        race: 0,
        employment_status: 0,
        significant,
      };
    },
    /^Table 8 .*beta-34b, t = 0\.2 \| overall 58\.47 % \| .*all dimensions together have/,
  ],
  "a share of another number of completions": [
    ({ table6 }) => table6[1].executable = 1,
    /^Table 8 .*alpha-7b-0125, t = 0\.2 \| .*no k\/1715; all rates are k\/1700, of 340 tasks; .* 99\.13 %/,
  ],
  "a cell that is no share": [
    ({ table7, table5 }) => table7[1].race = table5[1].race = 0.0048,
    /^Table 7 .*alpha-7b-0125, IterPrompt-1 \| race 0\.48 % \| .*race is a slip/,
  ],
  "a value that is never tested": [
    ({ suites }) => suites.race = ["second", "third"],
    /^Table 4, alpha-7b-0125 \| BLS@Range race 0\.50 \| .*first \(0\.10\).* 0\.00 \| .*third is lost/,
    /^Table 4, beta-34b \| BLS@Range race 0\.50 \| .*first \(0\.20\)/,
  ],
  "a range that is not the heat map's": [
    ({ table4 }) => table4[0].age = 0.32,
    /^Table 4, alpha-7b-0125 \| BLS@Range age 0\.32 \| .* 0\.30 apart/,
  ],
  "another model's name": [
    ({ labels }) => labels[1] = "beta-13b",
    /^Heat map of BLS, beta-34b \| .*beta-13b/,
  ],
  "two tables that differ": [
    ({ table3 }) => table3[1].education = 0.1773, // 304 of 1715, not 302
    /^Table 3, beta-34b, Default, and Table 7 .* \| education 17\.73 % and 17\.61 %/,
    /^Table 3, beta-34b, Default, and Table 8 /,
  ],
  "a star in one table alone": [
    ({ table5 }) => table5[2].significant = ["race"],
    /^Table 5, alpha-7b-0125, COT, and Table 7 .* \| race .* \| with a star in Table 5, without in Table 7/,
  ],
  "a row that repeats another": [
    ({ table7, table8 }) => {
      const { passAtAttribute, significant } = table7[5];
      table7[5] = { ...table8[2], prompt: "COT", passAtAttribute, significant };
    },
    /^Table 7 .*beta-34b, COT \| .* \| the same eight rates as in Table 7 .*beta-34b, Default/,
  ],
  "a number of another model": [
    ({ table7, notebooks }) => {
      table7[5].passAtAttribute = notebooks.passAtAttribute[5].value = 0.63;
    },
    /^Table 7 .*beta-34b, COT \| Pass@attribute 63\.00 % \| .*that of alpha-7b-0125/,
  ],
  "another round's Pass@attribute": [
    ({ notebooks }) => {
      const value = notebooks.passAtAttribute[1].value;
      notebooks.passAtAttribute[1].value = 0.7;
      notebooks.passAtAttribute.push({ ...notebooks.passAtAttribute[1], round: 2, value });
    },
    /^Table 7 .*alpha-7b-0125, IterPrompt-1 \| Pass@attribute 81\.00 % \| .*70\.00 %.*that of round 2/,
  ],
  "another start of the rounds": [
    ({ notebooks }) => {
      notebooks.rounds[0].overall = 0.5;
      notebooks.passAtAttribute[0].value = 0.6;
    },
    /^Table 7 .*alpha-7b-0125, Default \| overall 58\.37 % \| .* 50\.00 % in round 0 \| .*did not start from/,
    /^Table 7 .*alpha-7b-0125, Default \| Pass@attribute 66\.00 % \| .* 60\.00 % in round 0 \| .*did not start/,
  ],
  "a star of fewer tasks": [
    ({ table7, table5 }, tests) => {
      table7[2].significant = table5[2].significant = ["age"];
      tests.prompt = [starTest({ p: 0.01 })];
      tests.promptOnAllTasks = [starTest({ p: 0.2, pairedP: 0.03 })];
    },
    /^Table 7 .*alpha-7b-0125, COT \| age \*40\.00 % \| .*p = 0\.010; .*p = 0\.200 \| .*paired, p = 0\.030/,
  ],
  "a difference that only the paired test finds": [
    (_, tests) => tests.temperature = [starTest({ p: 0.4, pairedP: 0.01 })],
    /^Table 8 .*alpha-7b-0125, t = 0\.2 \| age 40\.00 %, without a star .*p = 0\.010/,
  ],
  "a missing star": [
    ({ table7, table5 }) => {
      table7[1].significant = table5[1].significant = table7[1].significant!.filter((name) => name !== "age");
    },
    /^Table 7 .*alpha-7b-0125, IterPrompt-1 \| age 2\.39 %, without a star .*p < 1e-12 whatever/,
  ],
  "a number in the text": [
    ({ text }) => text.cells[0].value = 0.2397,
    /^Text on Table 3, alpha-7b-0125 \| age 23\.97 % \| Table 3 has 29\.56 %; .*Table 3, alpha-7b-0125, gender/,
  ],
  "a range in the text": [
    ({ text }) => text.leaningRanges[0].high = 0.4,
    /^Text on Table 4, beta-34b \| .*0\.20 to 0\.40 \| Table 4 has 0\.20 to 0\.50/,
  ],
  "a claim on dimensions": [
    ({ text }) => text.worstDimensions = ["age", "race", "employment_status"],
    /^Text on Table 3 \| .*race, employment_status \| .*it does not hold for 2 of 2 models/,
  ],
  "a claim on prompts": [
    ({ table7, table5 }) => table7[2].significant = table5[2].significant = ["overall"],
    /^Text on Table 7 .*, COT \| .*alpha-7b-0125 57\.84 % \| it does not hold for 1 of 2 models/,
  ],
  "a claim on reductions": [
    ({ text }) => text.largestReduction = 0.7,
    /^Abstract \| .*70 % \| .*alpha-7b-0125 89\.91 %/,
  ],
};

for (const [what, [spoil, ...expected]] of Object.entries(SPOILT)) {
  Deno.test(`errata() finds ${what}, and nothing else`, () => {
    const [paper, tests] = [cleanPaper(), cleanTests()];
    spoil(paper, tests);
    const errors = solar.errata({ ...paper, tests }).map((one) => Object.values(one).join(" | "));
    assert.equal(errors.length, expected.length, errors.join("\n"));
    for (const pattern of expected) {
      assert(errors.some((one) => pattern.test(one)), `${pattern} among\n${errors.join("\n")}`);
    }
  });
}

Deno.test("each rule is broken by some spoilt paper, and tried in the printed one", () => {
  const broken = Object.values(SPOILT).flatMap(([spoil]) => {
    const [paper, tests] = [cleanPaper(), cleanTests()];
    spoil(paper, tests);
    return solar.errata({ ...paper, tests }).map(({ rule }) => rule);
  });
  const checks = solar.claims();
  assert.deepEqual(new Set(broken), new Set(checks.map(({ rule }) => rule)));
  assert(checks.every(({ checked, errors }) => checked > 0 && errors <= checked));
});

Deno.test("the table of errors has a row for each error and nothing empty", () => {
  const shown = solar.table("paper_errors")!;
  assert.deepEqual(shown.columns, ["where", "printed", "evidence", "consequence", "rule"]);
  assert.equal(shown.rows.length, found.length);
  assert(shown.rows.flat().every((cell) => typeof cell === "string" && cell.trim() !== ""));
  assert.equal(new Set(shown.rows.map((row) => row.join())).size, shown.rows.length, "none twice");
});
