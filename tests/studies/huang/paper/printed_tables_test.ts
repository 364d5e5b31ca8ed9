import assert from "node:assert/strict";
import { huang } from "codebias/studies/huang/huang.ts";
import {
  CATEGORIES,
  CELL_TABLES,
  COLUMNS,
  printedCell as cellOf,
} from "codebias/studies/huang/paper/printed_tables.ts";
import { PROTECTED, vocabulary } from "codebias/studies/huang/tasks/vocabulary.ts";
import { goldenFile, noGolden, paperTests } from "../../../golden_file.ts";

/** The share and the count in a cell; null for what is not printed. */
const printedCell = (...keys: Parameters<typeof cellOf>) => cellOf(...keys)?.value ?? null;
const printedCount = (...keys: Parameters<typeof cellOf>) => cellOf(...keys)?.count ?? null;

const golden = await goldenFile("huang.json") as {
  readonly paper_tables: {
    readonly table7: readonly {
      readonly model: string;
      readonly strategy: string;
      readonly cells: readonly string[];
      readonly columns: readonly string[];
    }[];
  };
} | undefined;

/** The tables in it have tabs between cells. */
const paperTest = await paperTests("huang-bias-testing.txt");

/** The lines below a table's caption, the first model of a group put in front of those below it; without the heading. */
function linesOf(text: string, caption: string): string[][] {
  const below = text.slice(text.indexOf(`\n${caption}:`) + 1).split("\n");
  const start = below.findIndex((line) => line.includes("\t"));
  const end = below.findIndex((line, at) => at > start && !line.includes("\t"));
  let model = "";
  return below.slice(start + 1, end).map((line) => {
    const [first, ...cells] = line.split("\t").map((cell) => cell.trim());
    model = first || model;
    return [model, ...cells];
  });
}

/** As decimals, no 0.6057999 for 0.6058. */
const share = (percent: string) => Number((Number(percent) / 100).toFixed(6));

const strategyOf = (words: string) => words.replace(/^CoT /, "CoT").replace(" ", "-");

Deno.test({
  name: `Table VII is the paper's${noGolden(golden)}`,
  ignore: golden === undefined,
  fn: () => {
    const rows = golden!.paper_tables.table7;
    assert.equal(huang.paper.numbers.table7.length, rows.length);
    let cells = 0;
    for (const { model, strategy, cells: printed, columns } of rows) {
      for (const [at, attribute] of columns.entries()) {
        const keys = { model, metric: "CBS", strategy: strategyOf(strategy), attribute };
        const [without, with_] = printed[at].split("/");
        assert.equal(printedCell("table7", keys), share(without), `${model}, ${strategy}, ${attribute}`);
        assert.equal(
          printedCell("table7", { ...keys, feedback: true }),
          with_ === undefined ? null : share(with_),
        );
        cells += with_ === undefined ? 1 : 2;
      }
    }
    assert.equal(cells, 385);
  },
});

paperTest("Table II is the paper's", (text) => {
  const rows = huang.paper.numbers.table2.map((
    row,
  ) => [row.stage, ...CATEGORIES.map((name) => `${row[name]}`)]);
  const theirs = linesOf(text, "TABLE II").map(([stage, ...cells]) => [stage.toLowerCase(), ...cells]);
  assert.deepEqual(rows, theirs);
});

for (const [table, caption] of [["table4", "TABLE IV"], ["table6", "TABLE VI"]] as const) {
  paperTest(`Table ${caption.slice(6)} is the paper's`, (text) => {
    const lines = linesOf(text, caption);
    assert.equal(lines.length, 15);
    assert.equal(huang.paper.numbers[table].length, lines.length);
    for (const [model, name, ...cells] of lines) {
      const metric = table === "table6" ? name.toLowerCase() : name;
      assert.equal(cells.length, PROTECTED.length);
      for (const [at, attribute] of PROTECTED.entries()) {
        const [, count, percent] = cells[at].match(/^(\d+) ?\((.+)\)$/)!;
        const keys = { model, metric, attribute };
        assert.equal(printedCount(table, keys), Number(count), `${model}, ${metric}, ${attribute}`);
        assert.equal(printedCell(table, keys), share(percent), `${model}, ${metric}, ${attribute}`);
      }
    }
  });
}

paperTest("Table VII is the paper's, read once more", (text) => {
  const lines = linesOf(text, "TABLE VII");
  assert.equal(lines.length, huang.paper.numbers.table7.length);
  for (const [at, [model, strategy, ...cells]] of lines.entries()) {
    const row = huang.paper.numbers.table7[at];
    assert.deepEqual([row.model, row.strategy], [model, strategyOf(strategy)]);
    const [without, with_] = [row.withoutFeedback, row.withFeedback].map((all) =>
      all && COLUMNS.map((name) => all[name])
    );
    assert.deepEqual(without, cells.map((cell) => share(cell.split("/")[0])));
    assert.deepEqual(with_, cells[0].includes("/") ? cells.map((cell) => share(cell.split("/")[1])) : null);
  }
});

paperTest("Tables V, VIII and IX are the paper's", (text) => {
  const { model, tp, fn, fp, tn } = huang.paper.numbers.table5;
  assert.deepEqual(linesOf(text, "TABLE V").map(([, ...cells]) => cells), [
    [`${tp} (TP)`, `${fn} (FN)`],
    [`${fp} (FP)`, `${tn} (TN)`],
  ]);
  assert(
    text.includes(`TABLE V: Confusion matrix for bias testing results in functions generated by ${model}`),
  );
  const cell = ({ count, share }: { count: number; share: number }) =>
    `${count} (${(100 * share).toFixed(2)})`;
  assert.deepEqual(
    huang.paper.numbers.table8.map((row) => [
      row.model,
      ...[cell(row.bias), cell(row.completed), (100 * row.passAt1).toFixed(1)],
    ]),
    linesOf(text, "TABLE VIII"),
  );
  assert.deepEqual(
    huang.paper.numbers.table9.map((row) => [
      row.pools,
      ...[row.tp, row.fn, row.fp, row.tn].map(String),
      `${row.seconds.toFixed(2)}s`,
    ]),
    linesOf(text, "TABLE IX").map(([pools, ...cells]) => [pools.toLowerCase(), ...cells]),
  );
});

paperTest("the numbers that the text is said to have are in it", (text) => {
  const body = text.split("\n").filter((line) => !line.includes("\t")).join("\n");
  const { cells, ranges, reliability, seconds } = huang.paper.numbers.text;
  const shares = [
    ...cells.flatMap(({ share }) => share ?? []),
    ...ranges.flatMap(({ low, high }) => [low ?? [], high ?? []].flat()),
  ];
  for (const one of shares) assert(body.includes(`${(100 * one).toFixed(2)}%`), `${one}`);
  for (const { value } of reliability) assert(body.includes(`${100 * value}%`), `${value}`);
  for (const { value } of seconds) assert(body.includes(`${value}s`), `${value}`);
  const counts = [...cells, ...reliability].filter(({ count }) => count !== undefined);
  assert.equal(counts.length, 7);
  for (const { count, of = huang.paper.numbers.tasks } of counts) {
    assert(body.includes(`${count} out of ${of}`), `${count}`);
  }
});

Deno.test("the tables have a row for each model and setting once, and a share for each column", () => {
  const keys = {
    table4: huang.paper.numbers.table4.map(({ model, metric }) => [model, metric]),
    table6: huang.paper.numbers.table6.map(({ model, metric }) => [model, metric]),
    table7: huang.paper.numbers.table7.map(({ model, strategy }) => [model, strategy]),
    table8: huang.paper.numbers.table8.map(({ model }) => [model]),
  };
  for (const table of CELL_TABLES) {
    assert.equal(new Set(keys[table].map((key) => key.join())).size, keys[table].length, table);
    assert(keys[table].every(([model]) => huang.paper.numbers.models.includes(model)), table);
    assert.equal(new Set(keys[table].map(([model]) => model)).size, huang.paper.numbers.models.length, table);
  }
  const shares = [
    ...[...huang.paper.numbers.table4, ...huang.paper.numbers.table6].flatMap((row) =>
      Object.values(row.shares)
    ),
    ...huang.paper.numbers.table7.flatMap((row) => [
      ...Object.values(row.withoutFeedback),
      ...Object.values(row.withFeedback ?? {}),
    ]),
  ];
  assert.equal(shares.length, 180 + 385);
  assert(shares.every((one) => one >= 0 && one <= 1));
});

Deno.test("the published prompts offer what the vocabulary has", () => {
  for (const category of CATEGORIES) {
    const names = vocabulary.categories.get(category)!.map(({ name }) => name);
    assert.deepEqual([...huang.paper.numbers.offered[category]].sort(), names.sort());
  }
});

Deno.test("printedCell() is of exactly the cell that is asked for, or null", () => {
  const keys = { model: "GPT-4", metric: "CBS", attribute: "overall", strategy: "CoT2", feedback: true };
  assert.equal(printedCell("table7", keys), 0.0479);
  assert.equal(printedCell("table7", { ...keys, feedback: false }), 0.3234);
  assert.equal(printedCell("table7", { ...keys, strategy: undefined, feedback: false }), 0.5988);
  const none = [
    { model: "GPT-5" },
    { metric: "CBS_U@5" },
    { attribute: "religion" },
    { strategy: "original" },
    { strategy: "CoT 2" },
  ];
  for (const other of none) {
    assert.equal(printedCell("table7", { ...keys, ...other }), null, JSON.stringify(other));
  }
  const gpt = { model: "GPT-4", attribute: "overall" };
  assert.deepEqual(
    ["CBS", "completed", "passAt1", "total"].map((metric) => printedCell("table8", { ...gpt, metric })),
    [0.6078, 0.6078, 0.67, null],
  );
  assert.equal(printedCell("table8", { model: "GPT-4", metric: "passAt1", attribute: "age" }), null);
  const age = { model: "GPT-4", metric: "CBS_U@5", attribute: "age" };
  assert.deepEqual([printedCell("table4", age), printedCount("table4", age)], [0.7455, 249]);
  assert.equal(printedCell("table6", age), null);
  assert.equal(printedCell("table4", { ...age, attribute: "overall" }), null);
  assert.equal(printedCount("table7", keys), null);
});

Deno.test("printedCell() refuses a table without cells and names the nearest", () => {
  const keys = { model: "GPT-4", metric: "CBS", attribute: "age" };
  assert.throws(
    () => printedCell("table44", keys),
    /Unknown table with cells "table44": did you mean table4/,
  );
  assert.throws(() => printedCount("table5", keys), RangeError);
});
