import assert from "node:assert/strict";
import { type Metric, METRICS, type Rate } from "codebias/studies/linguistic/metrics/rates.ts";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
import { PRINTED_METRICS, type PrintedRow } from "codebias/studies/linguistic/paper/printed.ts";
import { impossibleCells, remarksOn } from "codebias/studies/linguistic/paper/rules.ts";
import { table3 } from "codebias/studies/linguistic/paper/tables/table3.ts";
import type { EfficiencyMetric } from "codebias/studies/linguistic/metrics/efficiency/efficiency.ts";
import { proportion } from "codebias/statistics/mod.ts";

const rate = (metric: Metric, count: number, given: Partial<Rate> = {}): Rate => ({
  model: "CodeLlama",
  prompt: "DI",
  temperature: 0.2,
  metric,
  ...proportion(count, 52),
  ...given,
});

const row = (CR_en: number, CR_zh: number, CR_bi: number, CDR: number): PrintedRow => ({
  ...linguistic.paper.numbers[0],
  CR_en,
  CR_zh,
  CR_bi,
  CDR,
});

const no52 = (printed: string) => `impossible as printed: ${printed} is no k/52`;
const implies = (value: string) => `impossible as printed: CR_en + CR_zh - 2 CR_bi of its row is ${value}`;
const above = (other: string) => `impossible beside ${other} of its row, which cannot be smaller`;

/** What cannot be right in the printed table, by label, temperature and metric. */
const IMPOSSIBLE: Readonly<Record<string, readonly string[]>> = {
  "CodeGeeX(6.7B) 0.8 CDR": [no52("0.14"), implies("0.09")],
  "CodeGen2.5(7B) 0.8 CDR": [implies("0.14")],
  "CodeLlama(7B) 0.8 CDR": [implies("0.10")],
  "DeepSeek(13B) 0.8 CDR": [implies("0.10")],
  "StarCoder(13B) 0.8 CDR": [no52("0.16"), implies("0.10")],
  "GPT-3.5 0.2 CR_zh": [no52("0.64")],
  "GPT-3.5 0.8 CR_en": [no52("0.70")],
  "GPT-3.5 0.8 CR_zh": [no52("0.66")],
  "GPT-3.5 0.8 CR_bi": [above("CR_zh = 0.66")],
  "GPT-3.5 0.8 CDR": [no52("0.05"), implies("0.02")],
  "GPT-4 0.2 CR_bi": [no52("0.61")],
  "CodeLlama(13B) 0.8 PDR": ["impossible as printed: PAR_en + PAR_zh of its row is 0.34"],
};

Deno.test("table3() puts the printed value beside ours", () => {
  const [found] = table3([rate("CR_zh", 28)]);
  const { value, low, high, n } = proportion(28, 52);
  assert.deepEqual(found, {
    ...{ model: "CodeLlama", prompt: "DI", temperature: 0.2, metric: "CR_zh" },
    ...{ value, low, high, n },
    ...{ published: 0.54, difference: 28 / 52 - 0.54, remark: null },
  });
});

Deno.test("table3() has nothing to compare with for other models, prompts and temperatures", () => {
  const others = [{ model: "Handwritten" }, { prompt: "CoT" }, { temperature: 0.5 }];
  for (const given of others) {
    const [{ published, difference, remark }] = table3([rate("CR_en", 26, given)]);
    assert.deepEqual([published, difference, remark], [null, null, null], JSON.stringify(given));
  }
});

Deno.test("table3() has no difference where we have no value", () => {
  const nothing = { value: null, low: null, high: null, n: 0 };
  const [{ published, difference, remark }] = table3([rate("CR_en", 26, nothing)]);
  assert.deepEqual([published, difference, remark], [0.5, null, null]);
});

Deno.test("table3() remarks on a printed value that does not reproduce, but not on rounding", () => {
  const remarkOf = (count: number) => table3([rate("CR_zh", count)])[0].remark;
  assert.equal(remarkOf(28), null, "28/52 = .5385 is printed .54");
  assert.equal(remarkOf(27), "the printed value does not reproduce");
  assert.equal(remarkOf(29), "the printed value does not reproduce");
});

Deno.test("table3() gives all remarks on a cell", () => {
  const [found] = table3([rate("CDR", 5, { model: "CodeGeeX", temperature: 0.8 })]);
  assert.equal(
    found.remark,
    "impossible as printed: 0.14 is no k/52; impossible as printed: CR_en + CR_zh - 2 CR_bi of its row is 0.09; " +
      "the printed value does not reproduce",
  );
});

Deno.test("table3() has one row a rate, in their order", () => {
  const given = METRICS.map((metric) => rate(metric, 26));
  assert.deepEqual(table3(given).map(({ metric }) => metric), METRICS);
  assert.deepEqual(table3([]), []);
});

Deno.test("table3() puts printed values beside efficiency under the authors' denominators only", () => {
  const efficient = (metric: EfficiencyMetric, count: number) => ({
    ...{ model: "CodeLlama", prompt: "DI", temperature: 0.2, metric },
    ...proportion(count, 30),
  });
  const rows = table3([
    efficient("PAR_zh", 8),
    efficient("PAR_zh_statedDefinition", 8),
    efficient("PDR", 9),
  ]);
  assert.deepEqual(rows.map(({ published }) => published), [0.27, null, 0.4]);
  assert.deepEqual(rows.map(({ remark }) => remark), [null, null, "the printed value does not reproduce"]);
});

Deno.test("impossibleCells() are exactly those that cannot be right", () => {
  const found = Map.groupBy(
    impossibleCells(),
    ({ label, temperature, metric }) => `${label} ${temperature} ${metric}`,
  );
  const remarks = [...found].map(([cell, all]) => [cell, all.map(({ remark }) => remark)]);
  assert.deepEqual(Object.fromEntries(remarks), IMPOSSIBLE);
});

Deno.test("impossibleCells() say what is printed there", () => {
  const cell = impossibleCells().find(({ label, metric }) => label === "GPT-4" && metric === "CR_bi");
  assert.deepEqual(cell, {
    ...{ label: "GPT-4", temperature: 0.2, metric: "CR_bi", published: 0.61, remark: no52("0.61") },
  });
});

Deno.test("remarksOn() has none on any printed row that is fine", () => {
  const impossible = new Set(Object.keys(IMPOSSIBLE).map((cell) => cell.split(" ").slice(0, -1).join(" ")));
  const fine = linguistic.paper.numbers.filter((row) => !impossible.has(`${row.label} ${row.temperature}`));
  assert.equal(fine.length, 11);
  for (const row of fine) for (const metric of PRINTED_METRICS) assert.deepEqual(remarksOn(row, metric), []);
});

Deno.test("remarksOn() has none on any row that 52 tasks can give, printed with two decimals", () => {
  const printed = (count: number) => Number((count / 52).toFixed(2));
  for (let both = 0; both <= 52; both++) {
    for (let english = 0; both + english <= 52; english++) {
      for (let chinese = 0; both + english + chinese <= 52; chinese++) {
        const given = row(...[both + english, both + chinese, both, english + chinese].map(printed) as [
          ...[number, number, number, number],
        ]);
        for (const metric of METRICS) assert.deepEqual(remarksOn(given, metric), [], JSON.stringify(given));
      }
    }
  }
});

Deno.test("remarksOn() finds each kind of impossible cell", () => {
  assert.deepEqual(remarksOn(row(0.5, 0.5, 0.49, 0.02), "CR_bi"), [no52("0.49")]);
  assert.deepEqual(remarksOn(row(0.5, 0.6, 0.52, 0.06), "CR_bi"), [above("CR_en = 0.50")]);
  assert.deepEqual(remarksOn(row(0.5, 0.6, 0.5, 0.12), "CDR"), [implies("0.10")]);
  assert.deepEqual(remarksOn(row(0.5, 0.6, 0.5, 0.1), "CDR"), []);
});

Deno.test("printedTable3 has ten models at two temperatures, six of them with data", () => {
  const cells = linguistic.paper.numbers.map(({ label, temperature }) => `${label} ${temperature}`);
  assert.equal(new Set(cells).size, 20);
  assert.equal(new Set(linguistic.paper.numbers.flatMap(({ model }) => model ?? [])).size, 6);
  for (const printed of linguistic.paper.numbers) {
    for (const metric of PRINTED_METRICS) assert(printed[metric] >= 0 && printed[metric] <= 1);
  }
});
