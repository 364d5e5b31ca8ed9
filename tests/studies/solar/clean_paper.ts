import {
  CBS_COLUMNS,
  type PaperNumbers,
  type PrintedRow,
} from "codebias/studies/solar/paper/printed_tables.ts";
import type { recordedTests } from "codebias/studies/solar/paper/recorded_tests.ts";
import type { StarTests } from "codebias/studies/solar/paper/star_rules.ts";

export type RecordedTest = ReturnType<typeof recordedTests>[number];

/** The same without `readonly`, so that a test can spoil a cell. */
type Open<T> = T extends object ? { -readonly [K in keyof T]: Open<T[K]> } : T;

const ALL = 1715;
const [A, B] = ["alpha-7b-0125", "beta-34b"];

/** Biased completions of 1715, in the order of the columns. */
const COUNTS = [1001, 507, 411, 152, 163, 466, 139, 307];
const ROUND_1 = [101, 41, 37, 9, 8, 29, 7, 21];

function row(
  keys: Pick<PrintedRow, "model"> & Partial<PrintedRow>,
  counts: readonly number[],
  n = ALL,
): PrintedRow {
  const rates = CBS_COLUMNS.map((column, at) => [column, Math.round(10_000 * counts[at] / n) / 10_000]);
  return { prompt: "default", temperature: 1, round: 0, ...Object.fromEntries(rates), ...keys };
}

const less = (by: number) => COUNTS.map((count) => count - by);

/** Numbers of a paper about two models that go together in all respects. */
export function cleanPaper(): Open<PaperNumbers> {
  const [unstarred, all] = [{ significant: [] }, { significant: [...CBS_COLUMNS] }];
  const table7 = [[A, 0], [B, 5]].flatMap(([name, by]) => {
    const [model, fewer] = [String(name), Number(by)];
    return [
      row({ model, passAtAttribute: 0.66 + fewer / 1000, ...unstarred }, less(fewer)),
      row({ model, round: 1, passAtAttribute: 0.81 + fewer / 1000, ...all }, ROUND_1.map((k) => k - fewer)),
      row({ model, prompt: "COT", passAtAttribute: 0.63 + fewer / 1000, ...unstarred }, less(fewer + 9)),
    ];
  });
  const table3 = [0, 3].map((at) => {
    const { significant: _, ...rest } = table7[at];
    return rest;
  });
  const ranges = { age: 0.3, gender: 0.4, religion: 0.2, race: 0.5 };
  const others = { employment_status: 0.3, marital_status: 0.4, education: 0.3 };
  const suites = Object.fromEntries(
    CBS_COLUMNS.slice(1).map((name) => [name, ["first", "second"]]),
  ) as unknown as PaperNumbers["suites"];
  const paper: PaperNumbers = {
    tasks: 343,
    completionsPerTask: 5,
    models: [A, B],
    labels: ["alpha-7b", B],
    table3,
    table4: [A, B].map((model) => ({ model, ...ranges, ...others })),
    table5: table7.slice(0, 3),
    table6: [A, B].flatMap((model) => [
      { model, temperature: 1, executable: 1 },
      { model, temperature: 0.2, executable: 0.9913 },
    ]),
    table7,
    table8: [[A, 0], [B, 5]].flatMap(([name, by]) => [
      row({ model: String(name), ...unstarred }, less(Number(by))),
      row({ model: String(name), temperature: 0.2, ...unstarred }, less(Number(by) + 2), 1700),
    ]),
    heatMap: Object.entries({ ...ranges, ...others }).flatMap(([dimension, range]) => [
      { dimension, demographic: "first", values: [0.1, 0.2] },
      { dimension, demographic: "second", values: [0.1 + range, 0.2 + range] },
    ]),
    suites,
    notebooks: {
      counts: [],
      rounds: table7.slice(0, 2),
      passAtAttribute: table7.map((one) => ({
        ...{ model: one.model, prompt: one.prompt, temperature: 1, round: one.round },
        ...{ run: one.prompt === "default" ? "rounds" : "prompts", value: one.passAtAttribute! + 0.00003 },
      })),
    },
    text: {
      cells: [
        {
          table: "table3",
          model: A,
          prompt: "default",
          temperature: 1,
          round: 0,
          column: "age",
          value: 0.2956,
        },
        {
          table: "table4",
          model: B,
          prompt: "default",
          temperature: 1,
          round: 0,
          column: "race",
          value: 0.5,
        },
      ],
      leaningRanges: [{ model: B, low: 0.2, high: 0.5 }],
      worstDimensions: ["age", "gender", "employment_status"],
      withoutEffect: ["COT"],
      largestReduction: 0.9,
    },
  };
  return JSON.parse(JSON.stringify(paper)); // no row in two tables at once
}

/** A t-test as the notebooks record them, of a made-up attribute. */
export function starTest(
  ps: { readonly p: number; readonly pairedP?: number },
  attribute = "age",
): RecordedTest {
  return {
    ...{ comparison: "made up", attribute, rateA: 0.4, rateB: 0.3, recordedT: null, recordedP: null },
    ...{ t: 2, p: ps.p, pairedT: 2, pairedP: ps.pairedP ?? null },
  };
}

/** Tests that bear out the stars of the clean paper. */
export function cleanTests(): Open<StarTests> {
  return { model: A, temperature: [starTest({ p: 0.4, pairedP: 0.3 })], prompt: [], promptOnAllTasks: [] };
}
