import { shannonEntropy } from "codebias/statistics/mod.ts";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { leastEntropy } from "codebias/studies/faircoder/paper/least_entropy.ts";
import type { PaperNumbers } from "codebias/studies/faircoder/paper/printed.ts";

/** The same without `readonly`, so that a test can spoil a cell. */
export type Open<T> = T extends object ? { -readonly [K in keyof T]: Open<T[K]> } : T;

/** To two decimals, as printed. */
export const printed = (value: number) => Math.round(100 * value) / 100;

const MODELS = ["Ash", "Beech", "Cedar", "Elm", "Fir", "Oak"];
const COLUMNS = [
  ["job", "gender", 2, 30, 2],
  ["job", "age", 1, 25, 3],
  ["edu", "race", 1, 30, 4],
  ["edu", "degree", 1, 20, 4],
  ["med", "insurance", 1, 15, 3],
] as const;
const CATEGORIES = {
  "illness": ["cough"],
  "male traits": ["boldness", "calm"],
  "female traits": ["care", "tact"],
  "society": ["rent"],
} as const;
const TOPICS = Object.entries(CATEGORIES).flatMap(([category, topics]) =>
  topics.map((topic: string) => ({ topic, category }))
);

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;

/** Mean and standard deviation as Tables 8 to 10 print them. */
function summary(values: readonly number[]): { value: number; deviation: number } {
  const center = mean(values);
  return {
    value: printed(center),
    deviation: printed(Math.sqrt(mean(values.map((one) => (one - center) ** 2)))),
  };
}

/** Refusal rates and entropies of prompts with ten answers each: entropy 1 where all refuse, above the least elsewhere. */
export function promptScores(
  { prompts, groups, refusing, seed }: {
    readonly prompts: number;
    readonly groups: number;
    /** About how many of ten answers refuse. */
    readonly refusing: number;
    readonly seed: number;
  },
): { readonly refusal: number; readonly entropy: number }[] {
  const draw = (what: string, at: number, most: number) => integerFrom(seedFrom(seed, what, at), 0, most);
  return Array.from({ length: prompts }, (_, at) => {
    const refusal = Math.min(10, Math.max(0, refusing + draw("refusal", at, 4) - 2)) / 10;
    const least = leastEntropy(30, groups);
    const entropy = refusal === 1 ? 1 : least + (1 - least) * draw("entropy", at, 1000) / 1000;
    return { refusal, entropy };
  });
}

/** The entropy of counts as the authors compute it. */
export function countedEntropy(counts: readonly number[]): number {
  if (counts.every((count) => count === 0)) return 1;
  const scores = counts.includes(0) ? counts.map((count) => count + 0.2) : counts;
  return shannonEntropy(scores, { normalized: true });
}

function averagesOf(cells: readonly { readonly model: string; readonly value: number }[], models: boolean) {
  return models
    ? MODELS.map((model) => ({
      model,
      value: printed(mean(cells.filter((cell) => cell.model === model).map(({ value }) => value))),
    }))
    : [];
}

function scenarioTables(seed: number): Open<Pick<PaperNumbers, "table8" | "table9" | "table10">> {
  const rows = MODELS.flatMap((model, at) =>
    COLUMNS.map(([scenario, attribute, , names, groups]) => ({
      keys: { model, scenario, attribute },
      scores: promptScores({
        prompts: names,
        groups,
        refusing: 2 * at - 1,
        seed: seedFrom(seed, model, scenario, attribute),
      }),
    }))
  );
  const tableOf = (score: (one: { refusal: number; entropy: number }) => number) => {
    const cells = rows.map(({ keys, scores }) => ({ ...keys, ...summary(scores.map(score)) }));
    const columns = COLUMNS.map(([scenario, attribute]) => ({
      scenario,
      attribute,
      value: printed(
        mean(
          cells.filter((one) => one.scenario === scenario && one.attribute === attribute).map(({ value }) =>
            value
          ),
        ),
      ),
    }));
    return { cells, averages: [...columns, ...averagesOf(cells, true)] };
  };
  return {
    table8: tableOf(({ refusal, entropy }) => refusal + entropy - refusal * entropy),
    table9: tableOf(({ refusal }) => refusal),
    table10: tableOf(({ entropy }) => entropy),
  };
}

/** FairScores, refusal rates and entropies of 100 answers to each topic. */
function topicTables(seed: number, attribute: string, groups: number): Open<PaperNumbers["table11"]>[] {
  const rows = TOPICS.flatMap(({ topic }) =>
    MODELS.map((model) => {
      const draw = (what: string, most: number) =>
        integerFrom(seedFrom(seed, attribute, topic, model, what), 0, most);
      let left = 100 - draw("refusals", 99);
      const refusal = 1 - left / 100;
      const counts = Array.from({ length: groups }, (_, at) => {
        const count = at === groups - 1 ? left : draw(`group ${at}`, left);
        left -= count;
        return count;
      });
      const entropy = countedEntropy(counts);
      return { topic, model, scores: [refusal + entropy - refusal * entropy, refusal, entropy] };
    })
  );
  return [0, 1, 2].map((which) => {
    const cells = rows.map(({ topic, model, scores }) => ({ topic, model, value: printed(scores[which]) }));
    const ofTopics = TOPICS.map(({ topic }) => ({
      topic,
      value: printed(mean(cells.filter((cell) => cell.topic === topic).map(({ value }) => value))),
    }));
    return { attribute, cells, averages: [...ofTopics, ...averagesOf(cells, true)] };
  });
}

/** Numbers of a paper about six models that go together in all respects; others for another seed. */
export function cleanPaper(seed = 1): Open<PaperNumbers> {
  const scenarios = scenarioTables(seed);
  const [table11, table12, table13] = topicTables(seed, "gender", 2);
  const [table14, table15, table16] = topicTables(seed, "race", 4);
  const valuesOf = (cells: readonly { readonly model: string; readonly value: number }[], model: string) =>
    cells.filter((cell) => cell.model === model).map(({ value }) => value);
  const table1 = MODELS.map((model, at) => ({
    model,
    function: printed(mean(valuesOf(scenarios.table8.cells, model))),
    testCase: printed(mean([...valuesOf(table11.cells, model), ...valuesOf(table14.cells, model)])),
    utility: 9 - at / 2,
  }));
  const table2 = (["male traits", "female traits"] as const).flatMap((category) =>
    ["PT", "PE", "raw"].map((method) => ({
      model: "Ash",
      category,
      method,
      value: printed(mean(
        table11.cells.filter(({ model, topic }) =>
          model === "Ash" && (CATEGORIES[category] as readonly string[]).includes(topic)
        ).map(({ value }) => value),
      )),
    }))
  );
  const differences = (category: "male traits" | "female traits", value: number) =>
    MODELS.flatMap((model) => CATEGORIES[category].map((topic) => ({ model, topic, value })));
  const count = (section: string, what: string, value: number) => ({ section, what, value });
  const low = { table: "table9", models: ["Ash"] };
  return {
    models: [...MODELS],
    prompts: COLUMNS.map(([scenario, attribute, lists, names]) => ({ scenario, attribute, lists, names })),
    topics: TOPICS,
    table1,
    table2,
    table4: differences("male traits", 0.02),
    table5: differences("female traits", -0.15),
    table6: [{ method: "rule", accuracy: 0.96 }, { method: "model", accuracy: 0.6 }],
    ...scenarios,
    ...{ table11, table12, table13, table14, table15, table16 },
    text: {
      counts: [
        ...[count("3", "occupations", 55), count("3", "majors", 50), count("3", "treatments", 15)],
        ...[count("4", "function prompts", 120), count("4", "queries of a function prompt", 10)],
        ...[count("3", "illness", 1), count("3", "society", 1)],
        ...[count("3", "male traits", 2), count("3", "female traits", 2)],
        ...[count("4", "topics", 6), count("4", "codes of a topic", 4), count("4", "test prompts", 24)],
        ...[count("4", "queries of a test prompt", 25), count("4", "models", 6)],
        ...[count("5", "samples of a model", 25), count("5", "samples", 50)],
      ],
      deviation: { section: "4", means: "standard deviation" },
      traits: { section: "3", male: ["boldness", "calm"], female: ["care", "tact"] },
      detector: { section: "5", models: ["Ash", "Beech"] },
      highlight: { section: "4", beyond: 0.1, less: "table4", more: "table5" },
      tradeOff: { section: "4", utility: "utility", fairness: [] },
      answersToAll: [{ section: "4", model: "Ash", answer: "first", table: "table15" }],
      favoured: [{ section: "4", named: "the rich", groups: ["high"], favoured: ["high"] }],
      quotes: [
        { section: "4", table: "table9", relation: "=", ...quoted(scenarios.table9.cells[0]) },
        { section: "4", table: "table10", relation: "=", ...quoted(scenarios.table10.cells[1]) },
        {
          ...{ section: "A.1", table: "table13", relation: "=", reads: "balance" },
          ...{ model: "Ash", topics: ["care"] },
          value: table13.cells.find(({ model, topic }) => model === "Ash" && topic === "care")!.value,
        },
      ],
      comparisons: [
        { section: "4", says: "Ash refuses least", smaller: [low], larger: [{ ...low, models: ["Oak"] }] },
        {
          section: "4",
          says: "Oak refuses most",
          smaller: [{ table: "table9" }],
          larger: [{ ...low, models: ["Oak"] }],
        },
      ],
    },
  };
}

function quoted({ model, scenario, attribute, value }: PaperNumbers["table8"]["cells"][number]) {
  return { model, scenario, attribute, value };
}

/** The same paper with Tables 9 and 10 below each other's captions. */
export function withExchangedCaptions<P extends PaperNumbers>(paper: P): P {
  return { ...paper, table9: paper.table10, table10: paper.table9 };
}
