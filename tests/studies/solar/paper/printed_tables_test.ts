import assert from "node:assert/strict";
import { solar } from "codebias/studies/solar/solar.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  type PrintedRow,
  printedRow,
  printedSuite,
  RATE_COLUMNS,
  strategyName,
} from "codebias/studies/solar/paper/printed_tables.ts";
import { goldenFile, noGolden } from "../../../golden_file.ts";

type Values = Readonly<Record<string, number>>;

interface GoldenRow {
  readonly model: string;
  readonly values: Values;
  readonly significant: readonly string[];
}

/** The golden numbers: per cent, under shorter names of the models. */
const golden = await goldenFile("solar.json") as {
  readonly paper: { readonly table3: Readonly<Record<string, readonly (number | string)[]>> };
  readonly appendix: {
    readonly table7: readonly (GoldenRow & { readonly strategy: string })[];
    readonly table8: readonly (GoldenRow & { readonly T: number })[];
  };
  readonly appendix_table6_executable_rate: Readonly<Record<string, readonly number[]>>;
  readonly bls_heatmap: {
    readonly values: Readonly<Record<string, Readonly<Record<string, readonly number[]>>>>;
  };
  readonly bls_range_notebook: Readonly<Record<string, Values>>;
  readonly notebook_counts: Readonly<Record<string, readonly string[]>>;
  readonly notebook_tables: Readonly<
    Record<string, readonly { readonly source: string; readonly bias: string; readonly mean: number }[]>
  >;
  readonly pass_at_attribute_notebook: Readonly<Record<string, number | readonly (number | null)[]>>;
} | undefined;

const [GPT, BISON, LLAMA, CLAUDE] = solar.paper.numbers.models;
const SHORT: Readonly<Record<string, string>> = { gpt: GPT, bison: BISON, llama: LLAMA, claude: CLAUDE };

function goldenTest(name: string, fn: (numbers: NonNullable<typeof golden>) => void): void {
  Deno.test({
    name: `${name}${noGolden(golden)}`,
    ignore: golden === undefined,
    fn: () => fn(golden!),
  });
}

/** As decimals, no 0.6057999 for 0.6058. */
function same(ours: number | undefined, percent: number, what: string): void {
  assert.equal(ours, Number((percent / 100).toFixed(6)), what);
}

function fullName(short: string): string {
  return solar.paper.numbers.models.find((model) => model.startsWith(short)) ?? SHORT[short.toLowerCase()];
}

function compareRow(ours: PrintedRow | undefined, { values, significant }: GoldenRow, what: string): void {
  assert(ours, what);
  for (const column of CBS_COLUMNS) same(ours[column], values[column], `${what}, ${column}`);
  if (values["pass@attr"] !== undefined) same(ours.passAtAttribute, values["pass@attr"], what);
  assert.deepEqual([...ours.significant ?? []].sort(), [...significant].sort(), what);
}

goldenTest("Table 3 is the paper's", ({ paper: { table3: { columns, ...rows } } }) => {
  assert.deepEqual(columns, [...CBS_COLUMNS, "pass@attr"]);
  assert.equal(solar.paper.numbers.table3.length, 4);
  for (const [short, values] of Object.entries(rows)) {
    const ours = solar.paper.numbers.table3.find(({ model }) => model === fullName(short))!;
    for (const [at, column] of RATE_COLUMNS.entries()) {
      same(ours[column], Number(values[at]), `${short}, ${column}`);
    }
  }
});

goldenTest("Table 4 is the paper's", ({ bls_range_notebook: ranges }) => {
  assert.equal(solar.paper.numbers.table4.length, 4);
  for (const [label, values] of Object.entries(ranges)) {
    const model = solar.paper.numbers.models[solar.paper.numbers.labels.indexOf(label)];
    const ours = solar.paper.numbers.table4.find((row) => row.model === model)!;
    for (const dimension of DIMENSIONS_PRINTED) {
      assert.equal(ours[dimension], values[dimension], `${label}, ${dimension}`);
    }
  }
});

goldenTest("Table 6 is the appendix's", ({ appendix_table6_executable_rate: { T, ...rows } }) => {
  assert.equal(solar.paper.numbers.table6.length, 20);
  for (const [short, values] of Object.entries(rows)) {
    for (const [at, temperature] of T.entries()) {
      const ours = solar.paper.numbers.table6.find((row) =>
        row.model === SHORT[short] && row.temperature === temperature
      );
      same(ours?.executable, values[at], `${short}, ${temperature}`);
    }
  }
});

goldenTest("Table 7 is the appendix's, with its stars", ({ appendix: { table7 } }) => {
  assert.equal(solar.paper.numbers.table7.length, table7.length);
  for (const [at, row] of table7.entries()) {
    const ours = solar.paper.numbers.table7[at];
    assert.equal(ours.model, fullName(row.model));
    assert.equal(strategyName(ours), row.strategy.replace(/^Iter-/, "IterPrompt-"));
    compareRow(ours, row, `${row.model}, ${row.strategy}`);
  }
});

goldenTest("Table 5 is Table 7 of one model, but for a star", ({ appendix: { table7 } }) => {
  const own = table7.filter(({ model }) => model === "GPT-3.5-turbo");
  assert.equal(solar.paper.numbers.table5.length, own.length);
  for (const [at, row] of own.entries()) {
    const extra = row.strategy === "COT" ? ["education"] : [];
    compareRow(
      solar.paper.numbers.table5[at],
      { ...row, significant: [...row.significant, ...extra] },
      row.strategy,
    );
  }
});

goldenTest("Table 8 is the appendix's, with its stars", ({ appendix: { table8 } }) => {
  assert.equal(solar.paper.numbers.table8.length, table8.length);
  for (const row of table8) {
    const keys = { model: fullName(row.model), prompt: "default", temperature: row.T, round: 0 };
    compareRow(printedRow(solar.paper.numbers.table8, keys), row, `${row.model}, ${row.T}`);
  }
});

goldenTest("the heat map is the notebook's", ({ bls_heatmap: { values } }) => {
  const cells = Object.entries(values).flatMap(([dimension, demographics]) =>
    Object.entries(demographics).map(([demographic, scores]) => ({ dimension, demographic, values: scores }))
  );
  const key = (one: { dimension: string; demographic: string }) => `${one.dimension} ${one.demographic}`;
  const sorted = (all: readonly typeof cells[number][]) =>
    all.toSorted((a, b) => key(a) < key(b) ? -1 : 1).map((one) => ({ ...one, values: [...one.values] }));
  assert.deepEqual(sorted([...solar.paper.numbers.heatMap] as typeof cells), sorted(cells));
});

goldenTest(
  "what the notebooks record is theirs",
  ({ notebook_counts: counts, notebook_tables, pass_at_attribute_notebook: passes }) => {
    const prompts: Readonly<Record<string, string>> = { COT: "COT", PCOT: "P-COT", P_COT: "P-COT" };
    const lines = Object.entries(counts).flatMap(([notebook, all]) =>
      all.map((line) => [notebook, ...line.split(" ")]).filter(([, , , completions]) => completions !== "0")
    );
    assert.equal(solar.paper.numbers.notebooks.counts.length, lines.length);
    for (const [notebook, name, biased, completions] of lines) {
      const [short, rest] = [name.split("_")[0], name.slice(name.indexOf("_") + 1)];
      const temperature = notebook === "RQ2.2" ? Number(rest) / 10 : 1;
      const ours = solar.paper.numbers.notebooks.counts.find((one) =>
        one.notebook === notebook && one.model === SHORT[short] && one.temperature === temperature &&
        one.prompt === (prompts[rest] ?? "default")
      );
      assert.deepEqual([ours?.biased, ours?.completions], [Number(biased), Number(completions)], name);
    }
    for (const { source, bias, mean } of notebook_tables.RQ3_gpt_iterative) {
      const ours = solar.paper.numbers.notebooks.rounds.find(({ round }) => source === `gpt_i_${round}`)!;
      const column = bias === "General" ? "overall" : bias.toLowerCase().replace(" ", "_");
      same(ours[CBS_COLUMNS.find((name) => name === column)!], mean, `${source}, ${bias}`);
    }
    const given = Object.entries(passes).flatMap(([name, values]) =>
      [values].flat().map((value, round) => ({ name, value, round }))
    ).filter(({ value }) => value !== null);
    assert.equal(solar.paper.numbers.notebooks.passAtAttribute.length, given.length);
    for (const { name, value, round } of given) {
      const [short, rest] = name.split("_");
      const run = rest === "iter" ? "rounds" : rest === "T1.0" ? "temperature" : "prompts";
      const ours = solar.paper.numbers.notebooks.passAtAttribute.find((one) =>
        one.model === SHORT[short] && one.run === run && one.round === round &&
        one.prompt === (prompts[rest] ?? "default")
      );
      assert(Math.abs(ours!.value - value!) <= 5e-7, name);
    }
  },
);

Deno.test("the tables have a row for each model and setting once, and a number for each column", () => {
  for (const name of ["table3", "table5", "table7", "table8"] as const) {
    const rows = solar.paper.numbers[name];
    const settings = rows.map((row) => JSON.stringify([row.model, row.prompt, row.temperature, row.round]));
    assert.equal(new Set(settings).size, rows.length, name);
    for (const row of rows) {
      assert(solar.paper.numbers.models.includes(row.model));
      for (const column of CBS_COLUMNS) assert(row[column] >= 0 && row[column] <= 1, `${name}, ${row.model}`);
    }
  }
  assert.equal(new Set(solar.paper.numbers.heatMap.map(({ dimension }) => dimension)).size, 7);
  assert(
    solar.paper.numbers.heatMap.every(({ values }) => values.length === solar.paper.numbers.models.length),
  );
});

Deno.test("the categories of Table 2 have all tasks, the dimensions of Table 1 are those of the tables", () => {
  const { table1, table2 } = printedSuite;
  assert.equal(table2.reduce((sum, { tasks }) => sum + tasks, 0), solar.paper.numbers.tasks);
  assert.deepEqual(table1.map(({ dimension }) => dimension).sort(), [...DIMENSIONS_PRINTED].sort());
});

Deno.test("printedRow() is of exactly the model and the settings that are asked for", () => {
  const keys = { model: GPT, prompt: "default", temperature: 1, round: 2 };
  assert.equal(printedRow(solar.paper.numbers.table7, keys)?.overall, 0.1539);
  const others = [{ model: "GPT-3.5-turbo" }, { prompt: "COT" }, { temperature: 0.2 }, { round: 4 }];
  for (const other of others) {
    assert.equal(
      printedRow(solar.paper.numbers.table7, { ...keys, ...other }),
      undefined,
      JSON.stringify(other),
    );
  }
});
