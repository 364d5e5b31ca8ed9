import assert from "node:assert/strict";
import json from "../../../../data/faircoder/published.json" with { type: "json" };
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import {
  chosenCells,
  type PaperNumbers,
  PRINTED_TABLES,
  printedCell,
  printedCells,
  SCENARIO_TABLES,
  TOPIC_TABLES,
} from "codebias/studies/faircoder/paper/printed.ts";
import { groupsOf, scenarioAttributes, SCENARIOS } from "codebias/studies/faircoder/tasks/attributes.ts";
import { goldenFile, noGolden, paperTests } from "../../../golden_file.ts";

interface Golden {
  /** Value and deviation, and an average alone, by table and row. */
  readonly paper_tables_8_9_10: Readonly<
    Record<string, Readonly<Record<string, readonly (readonly number[])[]>>>
  >;
}

interface GoldenLists {
  /** With the attributes of each occupation. */
  readonly occupations_by_dominant_group: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly majors_by_dominant_group: Readonly<Record<string, readonly string[]>>;
  readonly treatments: readonly string[];
  readonly topics: readonly unknown[];
  readonly counts: { readonly prompts_really_sent: { readonly total: number } };
}

const golden = await goldenFile("faircoder.json") as Golden | undefined;
const lists = await goldenFile("faircoder_lists.json") as GoldenLists | undefined;
const paperTest = await paperTests("faircoder.txt");

/** The rows above a caption, cell by cell, each with all numbers that stand in it. */
function rowsAbove(
  text: string,
  table: number,
): { readonly names: readonly string[]; readonly numbers: number[][] }[] {
  const lines = text.split("\n");
  const caption = lines.findIndex((line) => line.startsWith(`Table ${table}:`));
  const end = lines.findLastIndex((line, at) => at < caption && line.startsWith("|"));
  const start = lines.findLastIndex((line, at) => at < end && !line.startsWith("|")) + 1;
  return lines.slice(start, end + 1).map((line) => {
    const cells = line.split("|").slice(1, -1).map((cell) => cell.trim());
    return {
      names: cells.slice(0, 2),
      numbers: cells.map((cell) => [...cell.matchAll(/-?\d*\.\d+/g)].map(([number]) => Number(number)))
        .filter((numbers) => numbers.length > 0),
    };
  }).filter(({ numbers }) => numbers.length > 2);
}

for (const table of SCENARIO_TABLES) {
  paperTest(`Table ${table.slice(5)} is the paper's`, (text) => {
    const rows = rowsAbove(text, Number(table.slice(5)));
    const { cells, averages }: PaperNumbers["table9"] = faircoder.paper.numbers[table];
    const own = faircoder.paper.numbers.models.map((name) => {
      const average = averages.filter(({ model }) => model === name).map(({ value }) => [value]);
      return [
        ...cells.filter(({ model }) => model === name).map(({ value, deviation }) => [value, deviation]),
        ...average,
      ];
    });
    const columns = averages.filter(({ model }) => model === undefined).map(({ value }) => [value]);
    assert.deepEqual([...own, columns], rows.map(({ numbers }) => numbers));
    assert.equal(cells.length, 121);
  });
}

for (const table of TOPIC_TABLES) {
  paperTest(`Table ${table.slice(5)} is the paper's`, (text) => {
    const rows = rowsAbove(text, Number(table.slice(5)));
    const { cells, averages } = faircoder.paper.numbers[table];
    const own = faircoder.paper.numbers.topics.map(({ topic }) => [
      ...cells.filter((cell) => cell.topic === topic).map(({ value }) => value),
      ...averages.filter((one) => one.topic === topic).map(({ value }) => value),
    ]);
    const last = averages.filter(({ topic }) => topic === undefined).map(({ value }) => value);
    assert.deepEqual([...own, last], rows.map(({ numbers }) => numbers.flat()));
    assert.deepEqual(
      faircoder.paper.numbers.topics.map(({ topic }) => topic.toLowerCase()),
      rows.slice(0, -1).map(({ names }) => names[1].toLowerCase()),
    );
    const models = cells.slice(0, faircoder.paper.numbers.models.length).map(({ model }) => model);
    assert.deepEqual(models, faircoder.paper.numbers.models);
  });
}

paperTest("Tables 1, 2, 5 and 6 are the paper's", (text) => {
  const own1 = faircoder.paper.numbers.table1.map((
    { function: functions, testCase, utility },
  ) => [functions, testCase, utility]);
  assert.deepEqual(own1, rowsAbove(text, 1).map(({ numbers }) => numbers.flat()));
  const own2 = faircoder.paper.numbers.table2.map(({ value }) => value);
  const printed2 = rowsAbove(text, 2).flatMap(({ numbers }) => numbers);
  const [first, second] = [0, 1].map((at) => printed2.map((numbers) => numbers[at]));
  assert.deepEqual(own2, [...first, ...second]);
  const own5 = rowsAbove(text, 5).map(({ names, numbers }) => [names[0], numbers.flat()]);
  const ours5 = Object.entries(Object.groupBy(faircoder.paper.numbers.table5, ({ model }) => model))
    .map(([model, cells]) => [model, cells!.map(({ value }) => value)]);
  assert.deepEqual(ours5, own5);
  for (const { accuracy } of faircoder.paper.numbers.table6) {
    assert.match(text, RegExp(`\\| ${accuracy.toFixed(2)} \\|`));
  }
});

paperTest("Table 4 is the paper's, whose last three models share a cell", (text) => {
  const rows = rowsAbove(text, 4);
  const valuesOf = (model: string) =>
    faircoder.paper.numbers.table4.filter((cell) => cell.model === model).map(({ value }) => value);
  const shared = ["CodeGemma", "QwenCoder", "Qwen2"];
  assert.deepEqual(
    shared.map((model) => valuesOf(model)[0]),
    rows.find(({ names }) => names[0] === "CodeGemma")!.numbers[0],
  );
  for (const { names: [model], numbers } of rows) {
    const own = valuesOf(model);
    assert.equal(own.length, 5);
    assert.deepEqual(own.slice(1), numbers.flat().slice(-4), model);
    if (!shared.includes(model)) assert.equal(own[0], numbers[0][0], model);
  }
});

Deno.test({
  name: `Tables 8 to 10 are the golden numbers${noGolden(golden)}`,
  ignore: golden === undefined,
  fn() {
    for (const table of SCENARIO_TABLES) {
      const rows = Object.values(golden!.paper_tables_8_9_10[`Table ${table.slice(5)}:`]);
      const { cells } = faircoder.paper.numbers[table];
      const own = faircoder.paper.numbers.models.map((name) =>
        cells.filter(({ model }) => model === name).map(({ value, deviation }) => [value, deviation])
      );
      assert.deepEqual(own, rows.map((row) => row.slice(0, 11)));
    }
  },
});

Deno.test({
  name: `names, prompts and topics are as many as in the lists${noGolden(lists)}`,
  ignore: lists === undefined,
  fn() {
    const { majors_by_dominant_group: majors, treatments, topics } = lists!;
    const jobs = Object.fromEntries(
      Object.entries(lists!.occupations_by_dominant_group).map((
        [group, names],
      ) => [group, Object.keys(names)]),
    );
    const sizes = (all: Readonly<Record<string, readonly string[]>>, groups: readonly string[]) =>
      groups.reduce((sum, group) => sum + all[group].length, 0);
    for (const { scenario, attribute, lists: count, names } of faircoder.paper.numbers.prompts) {
      if (scenario === "edu" && (attribute === "degree" || attribute === "income")) continue;
      const groups = groupsOf(attribute as "gender");
      const right = scenario === "med"
        ? treatments.length
        : sizes(scenario === "job" ? jobs : majors, groups);
      assert.deepEqual(
        [count, names],
        [scenario === "med" ? 1 : groups.length, right],
        `${scenario} ${attribute}`,
      );
    }
    const distinct = [jobs, majors].map((all) =>
      new Set(Object.values(all).flat().map((name) => name.toLowerCase())).size
    );
    const said = json.artifactErrors.find(({ what }) => what.includes("different names"))!.what;
    assert.deepEqual([...said.matchAll(/\d+/g)].map(Number), [
      540,
      distinct[0],
      320,
      distinct[1],
      95,
      new Set(treatments).size,
    ]);
    assert.equal(topics.length, faircoder.paper.numbers.topics.length);
    const sent = faircoder.paper.numbers.prompts.reduce((sum, { names }) => sum + names, 0);
    assert.equal(sent, lists!.counts.prompts_really_sent.total);
  },
});

Deno.test("the columns of Tables 8 to 10 are the attributes that each scenario asks about", () => {
  const asked = SCENARIOS.flatMap((scenario) =>
    scenarioAttributes(scenario).map((attribute) => [scenario, attribute])
  );
  assert.deepEqual(
    faircoder.paper.numbers.prompts.map(({ scenario, attribute }) => [scenario, attribute]),
    asked,
  );
  for (const table of SCENARIO_TABLES) {
    for (const name of faircoder.paper.numbers.models) {
      const cells = faircoder.paper.numbers[table].cells.filter(({ model }) => model === name);
      assert.deepEqual(
        cells.map(({ scenario, attribute }) => [scenario, attribute]),
        asked,
        `${table} ${name}`,
      );
    }
  }
});

Deno.test("printedCells() has every number of a table once, and printedCell() finds each", () => {
  const sizes = PRINTED_TABLES.map((table) => printedCells(table).length);
  assert.deepEqual(sizes, [33, 12, 35, 35, 2, 121, 121, 121, 198, 198, 198, 198, 198, 198]);
  for (const table of PRINTED_TABLES) {
    const cells = printedCells(table);
    for (const { value, keys } of cells) {
      assert.equal(printedCell(table, keys), value, `${table} ${JSON.stringify(keys)}`);
    }
    const models = new Set(cells.flatMap(({ keys: { model } }) => model ?? []));
    assert.deepEqual([...models].filter((model) => !faircoder.paper.numbers.models.includes(model)), []);
  }
});

Deno.test("printedCell() has nothing of another model, of several cells, or of another table", () => {
  assert.equal(printedCell("table8", { model: "Codex", scenario: "job", attribute: "age" }), null);
  assert.equal(printedCell("table8", { model: "Llama2", attribute: "gender" }), null);
  assert.equal(printedCell("table2", { model: "Llama3", category: "female traits", column: "PE" }), 0.49);
  assert.equal(printedCell("table6", { column: "keyword matching" }), 0.96);
  assert.throws(() => printedCell("table3", {}), {
    name: "RangeError",
    message: /^Unknown table with numbers "table3"/,
  });
});

Deno.test("all choices and quotes of the text are of cells", () => {
  for (const { says, smaller, larger } of faircoder.paper.numbers.text.comparisons) {
    for (const choice of [...smaller, ...larger]) {
      const cells = chosenCells(choice);
      assert(cells.length > 0, `${says}: ${JSON.stringify(choice)}`);
      for (const key of ["models", "scenarios", "attributes", "topics", "categories"] as const) {
        const name = key === "categories" ? "category" : key.slice(0, -1) as "model";
        const there = new Set(cells.map(({ keys }) => keys[name]));
        assert.deepEqual(
          (choice[key] ?? []).filter((one) => !there.has(one)),
          [],
          `${says}: ${JSON.stringify(choice)}`,
        );
      }
    }
  }
  for (const { table, model, scenario, attribute, topics } of faircoder.paper.numbers.text.quotes) {
    for (const topic of topics ?? [undefined]) {
      const keys = topic === undefined ? { model, scenario, attribute } : { model, topic };
      assert.notEqual(printedCell(table, keys), null, `${table} ${JSON.stringify(keys)}`);
    }
  }
});

paperTest("the numbers that the text is said to read out stand in it", (text) => {
  const appendix = text.slice(text.indexOf("A.8 Detailed Metric"));
  for (const { section, value, relation } of faircoder.paper.numbers.text.quotes) {
    assert(appendix.includes(value === 0 ? "0.00" : value.toFixed(2)), `${section}: ${relation} ${value}`);
  }
  for (const { section, what, value } of faircoder.paper.numbers.text.counts) {
    const words = ["four", "eight"].map((word) => text.includes(word));
    assert(text.includes(`${value}`) || words.every(Boolean) && value === 4, `${section}: ${what} ${value}`);
  }
});

Deno.test("what the artifact has otherwise is told by place, each only once", () => {
  assert(json.artifactErrors.length > 5);
  for (const { where, what } of json.artifactErrors) {
    assert.match(where, /^(?:Tables?|Figure|Section|Appendix) /);
    assert(what.length > 0);
  }
  assert.equal(new Set(json.artifactErrors.map(({ what }) => what)).size, json.artifactErrors.length);
});
