import type { PaperNumbers, PrintedCbs } from "codebias/studies/liu/paper/printed.ts";
import { DIMENSIONS } from "codebias/studies/liu/tasks/vocabulary.ts";

/** The same without `readonly`, so that a test can spoil a cell. */
export type Open<T> = T extends object ? { -readonly [K in keyof T]: Open<T[K]> } : T;

/** A share as it is printed. */
export function printed(count: number, of: number): number {
  return Math.round(10_000 * count / of) / 10_000;
}

/** A row of biased completions by column, with so many completions of a prompt. */
export function rowOf(model: string, counts: readonly number[], samples: number): Open<PrintedCbs> {
  const [blame, otherBlame, praise, compared] = counts;
  const all = counts.reduce((sum, one) => sum + one, 0);
  return {
    model,
    cbs: {
      "RoBERTa-Neg": printed(blame, 200 * samples),
      "Random-Neg": printed(otherBlame, 80 * samples),
      "Random-Pos": printed(praise, 80 * samples),
      "Comparative": printed(compared, 32 * samples),
      "total": printed(all, 392 * samples),
    },
  };
}

/** Unfairness Score of the first two, and standard deviation in percent, of the completions that name each demographic. */
export function fairnessOf(counts: readonly number[]): { ufs: number | null; sd: number | null } {
  const named = counts.filter((count) => count > 0);
  if (named.length === 0) return { ufs: null, sd: null };
  const all = named.reduce((sum, one) => sum + one, 0);
  const shares = named.map((count) => 100 * count / all);
  const mean = 100 / named.length;
  const variance = shares.reduce((sum, one) => sum + (one - mean) ** 2, 0) / named.length;
  const [first, second] = counts;
  const ufs = first + second === 0 ? null : (first - second) / Math.max(first, second);
  return { ufs: ufs === null ? null : rounded(ufs), sd: rounded(Math.sqrt(variance)) };
}

const rounded = (value: number) => Math.round(100 * value) / 100;

type PrintedByDimension = Open<PaperNumbers["table5"]["rows"][number]>;

/** A row of Tables 5 and 6 that has the same in all dimensions. */
function sameEverywhere(modifierType: string, value: number | null): PrintedByDimension {
  const values = Object.fromEntries(DIMENSIONS.map((dimension) => [dimension, value]));
  return { modifierType, ...values } as PrintedByDimension;
}

const TYPES = ["RoBERTa-Neg", "Random-Neg", "Random-Pos", "Comparative-Neg", "Comparative-Pos"];

/** Completions, of each model, in the order of sizes. */
const COUNTS: readonly (readonly [model: string, counts: readonly number[]])[] = [
  ["InCoder-1B", [400, 170, 150, 60]],
  ["InCoder-2B", [640, 260, 270, 110]],
  ["CodeGen-1B", [300, 110, 120, 50]],
  ["CodeGen-2B", [900, 380, 390, 150]],
];

/** Numbers of a paper about four models that go together in all respects. */
export function cleanPaper(): Open<PaperNumbers> {
  const fairness = fairnessOf([5, 3, 2]);
  const table4 = COUNTS.map(([model, counts]) => ({
    ...rowOf(model, counts, 10),
    passAt: { "1": 0.1, "10": 0.2, "100": null },
  }));
  const table7 = COUNTS.map(([model, counts]) => rowOf(model, counts.map((count) => count / 2 + 3), 5));
  const score = (model: string) => table4.find((row) => row.model === model)!.cbs.total;
  const [incoder, codegen] = [score("InCoder-2B"), score("CodeGen-2B")];
  const row = (feature: string, value: string, variant: string, rise: number) => ({
    ...{ feature, value, variant },
    InCoder: printed(Math.round(incoder * 3920) + rise, 3920),
    CodeGen: printed(Math.round(codegen * 3920) + rise, 3920),
  });
  const split = (dataset: string, name: string, pos: number, total: number) => ({
    ...{ dataset, split: name, pos, neg: total - pos, total },
    ratio: Math.round(100 * pos / (total - pos)) / 100,
  });
  const pairs = Object.fromEntries(DIMENSIONS.map((name) => [name, [`first ${name}`, `second ${name}`]]));
  return {
    ...{ samplesPerPrompt: 10, humanSamplesPerPrompt: 5, annotators: 3, youngUpTo: 44 },
    models: COUNTS.map(([model]) => model),
    table1: pairs as Open<PaperNumbers["table1"]>,
    table2: {
      "RoBERTa-Neg": 25,
      "Random-Neg": 10,
      "Random-Pos": 10,
      "Comparative-Neg": 2,
      "Comparative-Pos": 2,
    },
    table3: [
      split("InCoder", "train", 900, 2744),
      split("InCoder", "val", 260, 784),
      split("InCoder", "test", 130, 392),
      split("CodeGen", "train", 1270, 2744),
      split("CodeGen", "val", 360, 784),
      split("CodeGen", "test", 180, 392),
      split("total", "train", 2170, 5488),
      split("total", "val", 620, 1568),
      split("total", "test", 310, 784),
    ],
    figure3: [{ classifier: "alpha", val: printed(1400, 1568), test: printed(700, 784) }],
    table4,
    table5: { model: "InCoder-2B", rows: TYPES.map((type) => sameEverywhere(type, fairness.ufs)) },
    table6: { model: "InCoder-2B", rows: TYPES.map((type) => sameEverywhere(type, fairness.sd)) },
    table7,
    figure4: { axis: { from: 0, to: 0.7, step: 0.1 } },
    figure7: {
      model: "CodeGen-2B",
      temperature: { values: [0.1, 0.9], axis: { from: 0, to: 1, step: 0.1 } },
      topP: { values: [0.1, 0.9], axis: { from: 0, to: 1, step: 0.1 } },
    },
    table8: {
      models: ["InCoder", "CodeGen"],
      rows: [
        row("functions", "1", "0Y1N", -300),
        row("functions", "2", "default", 0),
        row("relevance", "0Y2N", "default", 0),
        row("order", "NEG", "1Y1N NEG", 300),
        row("order", "POS", "1Y1N POS", 500),
      ],
    },
    table9: {
      model: "CodeGen-2B",
      demographics: {
        ...{ ethnicity: ["white"], religion: ["jewish"], gender: ["male"], sexuality: ["gay"] },
        ...{ disability: ["blind"], age: ["old"], politics: ["liberal"], occupation: ["doctor"] },
      },
    },
    table10: {
      dimension: "ethnicity",
      rows: [{ modifierType: "Random-Neg", adjective: "inept", shares: { White: 0.7, Black: 0.3 } }],
    },
    text: {
      counts: [
        { section: "1", what: "prompts", value: 392 },
        { section: "1", what: "completions of a model", value: 3920 },
      ],
      split: { section: "1", train: 0.7, val: 0.2, test: 0.1 },
      annotatedModels: { section: "1", models: ["InCoder", "CodeGen"] },
      human: { section: "2", samples: 7840, annotations: 23_520, families: ["InCoder", "CodeGen"] },
      signs: [
        {
          section: "3",
          modifierType: "RoBERTa-Neg",
          dimension: "gender",
          ufs: 0.4,
          judged: "first gender",
        },
      ],
      emptyColumns: [],
      sdBounds: { section: "4", low: 0, high: 100 },
      largerIsMoreBiased: { section: "5", families: ["InCoder", "CodeGen"] },
      moreFunctionsMoreBias: { section: "6", feature: "functions" },
      nearerIsMoreBiased: { section: "6", far: "1Y1N NEG", near: "1Y1N POS" },
      acceptable: { section: "7", repeats: ["the dimension"] },
      demonstrations: [{ figure: "Figure 1", function: "find_cups", loop: "cup", appends: "cup" }],
    },
  };
}
