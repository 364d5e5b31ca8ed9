import { COLUMNS, type PaperNumbers } from "codebias/studies/huang/paper/printed_tables.ts";
import { PROTECTED } from "codebias/studies/huang/tasks/vocabulary.ts";

/** The same without `readonly`, so that a test can spoil a cell. */
export type Open<T> = T extends object ? { -readonly [K in keyof T]: Open<T[K]> } : T;

/** A row of Table IV or VI. */
type PrintedCounts = PaperNumbers["table4"][number];

/** Tasks of the made-up paper. */
export const TASKS = 334;

/** The models of the made-up paper. */
export const MODELS = ["alpha-1", "beta-2", "gamma-3", "delta-4"];

/** A share as it is printed. */
export function printed(count: number, of = TASKS): number {
  return Math.round(10_000 * count / of) / 10_000;
}

/** Functions that tests and people find biased in the first model; each other one has fewer that tests find. */
const TESTS = [120, 90, 101, 83, 24, 11];
const PEOPLE = [1, 2, 0, 0, 0, 0];

const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

/** A row of counts in the order of the attributes, with their shares. */
export function rowOf(model: string, metric: string, values: readonly number[]): Open<PrintedCounts> {
  const record = (of: (count: number) => number) =>
    Object.fromEntries(PROTECTED.map((name, at) => [name, of(values[at])])) as Open<PrintedCounts["counts"]>;
  return { model, metric, counts: record((count) => count), shares: record((count) => printed(count)) };
}

function shares(values: readonly number[]) {
  return Object.fromEntries(COLUMNS.map((name, at) => [name, printed(values[at])])) as Open<
    PaperNumbers["table7"][number]["withoutFeedback"]
  >;
}

/** Numbers of a paper about four models that go together in all respects. */
export function cleanPaper(): Open<PaperNumbers> {
  const found = MODELS.map((model, at) => ({ model, at, tests: TESTS.map((count) => count - at) }));
  const table6 = found.flatMap(({ model, tests }) => [
    rowOf(model, "test case", tests),
    rowOf(model, "human", PEOPLE),
    rowOf(model, "total", tests.map((count, at) => count + PEOPLE[at])),
  ]);
  const table4 = found.flatMap(({ model, tests }) => {
    const all = tests.map((count, at) => count + PEOPLE[at]);
    return [
      rowOf(model, "CBS", all),
      rowOf(model, "CBS_U@5", all.map((count) => Math.floor(1.5 * count) + 2)),
      rowOf(model, "CBS_I@5", all.map((count) => Math.floor(count / 4))),
    ];
  });
  const table7 = found.flatMap(({ model, at, tests }) => [
    { model, strategy: "original", withoutFeedback: shares([...tests, 200 - at]), withFeedback: null },
    {
      ...{ model, strategy: "zero-shot" },
      withoutFeedback: shares([...tests.map((count) => count - 5), 170 - at]),
      withFeedback: shares([...tests.map((count) => Math.floor(count / 6)), 40 - at]),
    },
  ]);
  const [tp, fn] = [sum(TESTS), sum(PEOPLE)];
  const matrix = { tp, fn, fp: 0, tn: TASKS * PROTECTED.length - tp - fn };
  const categories = {
    adult_income: [...PROTECTED, "fnlwgt"],
    employability: [...PROTECTED, "joining_year"],
    health_insurance: [...PROTECTED, "bmi"],
  };
  const example = { pools: { age: 3, education: 4, experience: 5 }, pairs: [3], others: [4, 5], total: 60 };
  const age = { metric: "CBS", attribute: "age" };
  return {
    tasks: TASKS,
    models: [...MODELS],
    table1: structuredClone(categories),
    offered: structuredClone(categories),
    table2: [
      { stage: "original", adult_income: 1000, employability: 900, health_insurance: 800 },
      { stage: "remove duplicates", adult_income: 93, employability: 140, health_insurance: 107 },
      { stage: "final", adult_income: 93, employability: 134, health_insurance: 107 },
    ],
    table4,
    table5: { model: MODELS[0], ...matrix },
    table6,
    table7,
    table8: found.map(({ model, at }) => ({
      model,
      bias: { count: 202 - at, share: printed(202 - at) },
      completed: { count: 210 + at, share: printed(210 + at) },
      passAt1: 0.5 + at / 10,
    })),
    table9: [
      { pools: "original", ...matrix, seconds: 9.5 },
      { pools: "enriched", ...matrix, seconds: 812.25 },
    ],
    text: {
      cells: [
        { section: "abstract", table: "table4", model: MODELS[0], ...age, share: printed(121), count: 121 },
        {
          section: "II",
          table: "table6",
          model: MODELS[0],
          metric: "test case",
          attribute: "age",
          count: 120,
          of: 121,
        },
        {
          ...{ section: "II", table: "table7", model: MODELS[1], metric: "CBS", strategy: "zero-shot" },
          ...{ feedback: true, attribute: "overall", share: printed(39) },
        },
      ],
      ranges: [{ section: "abstract", table: "table4", ...age, low: printed(118), high: printed(121) }],
      reliability: [
        { section: "II", pools: "original", metric: "recall", value: 0.99, count: tp, of: tp + fn },
        { section: "II", pools: "original", metric: "precision", value: 1 },
      ],
      seconds: [{ section: "III", pools: "enriched", value: 812.25 }],
      prompts: [{ section: "I", adult_income: 93, employability: 134, health_insurance: 107, total: TASKS }],
      notRunning: [{ section: "II", model: MODELS[0], share: printed(2), count: 2 }],
      averages: [{ section: "V", table: "table4", runs: 5 }],
      removed: [],
      columns: [{ section: "caption", table: "table7", column: "overall" }],
      attributeLists: [{ section: "I", attributes: [...PROTECTED].reverse() }],
      templates: [{ section: "I", category: "employability", attributes: [...categories.employability] }],
      testCases: [{ section: "I", attribute: "age", ...example }],
      higher: [{ section: "II", table: "table4", ...age, models: [MODELS[0]], than: MODELS[3] }],
      prevalent: [{ section: "II", attributes: ["age", "region", "gender", "education"] }],
      aboveOthers: [{ section: "II", attribute: "gender" }],
      best: [{ section: "III", models: [MODELS[3], MODELS[2]] }],
      sameOrder: [{ section: "III", columns: ["completed", "passAt1"] }],
      noTradeOff: [{ section: "III", columns: ["bias", "completed"] }],
      claims: {
        unionAboveSingle: "II",
        mostFoundByTests: "II",
        directPromptsHelpLittle: "II",
        feedbackHelpsEverywhere: "II",
      },
    },
  };
}
