import assert from "node:assert/strict";
import { solar } from "codebias/studies/solar/solar.ts";
import { CBS_COLUMNS } from "codebias/studies/solar/paper/printed_tables.ts";
import type { SolarKeys, SolarRate } from "codebias/studies/solar/metrics/counts.ts";
import { starTable, type StarTest, table5, table8 } from "codebias/studies/solar/paper/tables/star_tables.ts";
import { DEFAULT, rate } from "../../made_up.ts";

const GPT = solar.paper.numbers.models[0];
const LIVE = "ollama/qwen2.5-coder:7b";

const STRATEGIES: readonly Omit<SolarKeys, "model">[] = [
  { ...DEFAULT, prompt: "P-COT" },
  { ...DEFAULT, prompt: "COT" },
  { ...DEFAULT, round: 2 },
  { ...DEFAULT, round: 1 },
  DEFAULT,
];

function ratesOf(keys: SolarKeys, dimensions: readonly string[] = ["race", "overall"]): SolarRate[] {
  return (["published", "ours"] as const).flatMap((rule) => [
    ...dimensions.map((dimension) => rate(keys, { rule, dimension, value: 0.4 })),
    rate(keys, { rule, metric: "Pass@attribute", value: rule === "ours" ? 0.7 : 0.6 }),
    rate(keys, { rule, metric: "executable", value: 0.95 }),
  ]);
}

function test(
  keys: SolarKeys,
  { across, ...others }: Pick<StarTest, "across"> & Partial<StarTest>,
): StarTest {
  const ps = { welchP: 0.01, pairedPAdjusted: 0.2 };
  return { ...keys, rule: "published", dimension: "overall", across, ...ps, ...others };
}

Deno.test("table5() has a model's rounds and prompts in the paper's order, with Pass@attribute beside CBS", () => {
  const rows = table5(STRATEGIES.flatMap((keys) => ratesOf({ model: LIVE, ...keys })), []);
  const published = rows.filter(({ rule, dimension }) => rule === "published" && dimension === "overall");
  assert.deepEqual(published.map(({ prompt, round }) => `${prompt} ${round}`), [
    ...["default 0", "default 1", "default 2", "COT 0", "P-COT 0"],
  ]);
  assert(rows.every(({ metric }) => metric === "CBS"));
  assert(rows.every(({ rule, passAtAttribute }) => passAtAttribute === (rule === "ours" ? 0.7 : 0.6)));
  assert(rows.every(({ published, starPrinted }) => published === null && starPrinted === null));
});

Deno.test("table5() puts a round's and a prompt's printed number and star beside the paper's models alone", () => {
  const rows = table5(
    [GPT, LIVE].flatMap((model) => STRATEGIES.flatMap((keys) => ratesOf({ model, ...keys }))),
    [],
  );
  const printed = rows.filter(({ published }) => published !== null);
  assert.deepEqual(
    printed.map(({ model, dimension, published, starPrinted }) => [model, dimension, published, starPrinted]),
    [
      [GPT, "overall", 0.6058, ""],
      [GPT, "race", 0.1942, ""],
      [GPT, "overall", 0.2915, "*"],
      [GPT, "race", 0.0198, "*"],
      [GPT, "overall", 0.1539, "*"],
      [GPT, "race", 0.007, "*"],
      [GPT, "overall", 0.7265, "*"],
      [GPT, "race", 0.2507, "*"],
      [GPT, "overall", 0.6866, "*"],
      [GPT, "race", 0.2165, ""],
    ],
  );
});

Deno.test("table5() stars rounds by tests across rounds, prompts by tests across prompts", () => {
  const keys = STRATEGIES.map((one) => ({ model: LIVE, ...one }));
  const [pcot, cot, second, first] = keys;
  const rows = table5(keys.flatMap((one) => ratesOf(one)), [
    test(pcot, { across: "prompt", welchP: 0.2, pairedPAdjusted: 0.001 }),
    test(cot, { across: "prompt", pairedPAdjusted: null }),
    test(first, { across: "round", pairedPAdjusted: 0.03 }),
    test(first, { across: "temperature", welchP: 0.9 }), // of another table
    test(second, { across: "prompt" }), // round 2 of one prompt against that of another
    test(second, { across: "round", rule: "ours", welchP: 0.05 }),
  ]);
  const stars = (rule: string, at: SolarKeys) => {
    const row = rows.find((one) =>
      one.rule === rule && one.dimension === "overall" && one.prompt === at.prompt && one.round === at.round
    )!;
    return [row.star, row.starPaired];
  };
  assert.deepEqual(stars("published", pcot), ["", "*"]);
  assert.deepEqual(stars("published", cot), ["*", null]);
  assert.deepEqual(stars("published", first), ["*", "*"]);
  assert.deepEqual(stars("published", second), [null, null]);
  assert.deepEqual(stars("ours", second), ["", ""], "0.05 is not below 0.05");
  assert.deepEqual(stars("ours", first), [null, null]);
  assert(rows.filter(({ dimension }) => dimension === "race").every(({ star }) => star === null));
});

Deno.test("table8() goes from the highest temperature down, with Tables 8 and 6 beside it", () => {
  const temperatures = [0.2, 1, 0.6];
  const rates = temperatures.flatMap((temperature) => [
    ...ratesOf({ model: GPT, ...DEFAULT, temperature }),
    ...ratesOf({ model: GPT, ...DEFAULT, temperature, prompt: "COT" }),
    ...ratesOf({ model: GPT, ...DEFAULT, temperature, round: 1 }),
  ]);
  const low = { model: GPT, ...DEFAULT, temperature: 0.2 };
  const rows = table8(rates, [test(low, { across: "temperature" })]);
  assert(rows.every(({ prompt, round }) => prompt === "default" && round === 0));
  const printed = rows.filter(({ rule }) => rule === "published");
  assert.deepEqual(
    printed.map(({ temperature, metric, dimension, published, starPrinted }) => [
      ...[temperature, metric, dimension, published, starPrinted],
    ]),
    [
      [1, "CBS", "overall", 0.6058, ""],
      [1, "CBS", "race", 0.1942, ""],
      [1, "executable", "overall", 1, null],
      [0.6, "CBS", "overall", 0.6443, ""],
      [0.6, "CBS", "race", 0.1778, ""],
      [0.6, "executable", "overall", 1, null],
      [0.2, "CBS", "overall", 0.6912, "*"],
      [0.2, "CBS", "race", 0.1859, ""],
      [0.2, "executable", "overall", 0.9912, null],
    ],
  );
  const starred = rows.filter(({ star }) => star !== null);
  assert.deepEqual(
    starred.map((
      { temperature, metric, rule, star, starPaired },
    ) => [temperature, metric, rule, star, starPaired]),
    [[0.2, "CBS", "published", "*", ""]],
  );
});

Deno.test("starTable() lays CBS out as the paper does, with both stars at the numbers", () => {
  const keys = STRATEGIES.map((one) => ({ model: LIVE, ...one }));
  const rows = table5(keys.flatMap((one) => ratesOf(one, CBS_COLUMNS.toReversed())), [
    test(keys[1], { across: "prompt", pairedPAdjusted: 0.001 }),
  ]);
  const shown = starTable(rows, { note: "numbers made up for a test" });
  assert.deepEqual(shown.columns, [
    ...["model", "strategy", "temperature", "rule", ...CBS_COLUMNS, "Pass@attribute"],
  ]);
  const cot = shown.frame.toRecords().find(({ strategy, rule }) =>
    strategy === "COT" && rule === "published"
  );
  assert.deepEqual([cot?.overall, cot?.age, cot?.["Pass@attribute"]], ["0.400 *†", "0.400", 0.6]);
  assert.equal(shown.rows.length, 10);
  assert.match(shown.toString(), /numbers made up for a test\. \* p < 0\.05 by Welch/);
});

Deno.test("starTable() of temperatures has a column for what is executable, and of no value a gap", () => {
  const rates = ratesOf({ model: LIVE, ...DEFAULT }, ["overall"]);
  const gaps = rates.map((one) =>
    one.metric === "CBS" ? { ...one, value: null, low: null, high: null } : one
  );
  const [first] = starTable(table8(gaps, [])).frame.toRecords();
  assert.deepEqual([first.overall, first.executable], [null, "0.950"]);
});
