import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import {
  beside,
  compare,
  comparisonTable,
  generate,
  intervals,
  lines,
  measured,
  openModel,
  openSource,
  openStore,
  ownStudy,
  run,
  save,
  solar,
  summarize,
  table,
} from "codebias";
import { contained } from "../../execution/containment.ts";
import { withFiles } from "../../store/repository.ts";

/** Every way from a synthetic completion to what somebody sees, without anybody passing a note on. */
const SAYS = /SYNTHETIC/;

const prompts = Array.from({ length: 8 }, (_, at) => ({ taskId: `t${at}`, prompt: `Decide about ${at}.` }));

/** Samples of a synthetic model as a run's frame has them, with something measured. */
async function samplesIn(folder: string): Promise<pl.DataFrame> {
  using store = openStore(join(folder, "runs.sqlite"));
  const asking = {
    model: "calibration",
    prompts,
    temperatures: [0.2, 1],
    epochs: 2,
    store,
    onNotice: () => {},
  };
  const { run } = await generate(asking);
  return measured(run!.frame(), "isLong", ({ text }) => String(text).length % 2 === 0);
}

/** Files of a saved folder, but for samples and tables as numbers, whose columns are fixed. */
async function saidIn(folder: string): Promise<string[]> {
  const said = [];
  for (const part of ["tables", "figures"]) {
    for await (const { name } of Deno.readDir(join(folder, part))) {
      if (/\.(?:md|tex|svg)$/.test(name)) {
        said.push(`${name}: ${await Deno.readTextFile(join(folder, part, name))}`);
      }
    }
  }
  return [...said, `manifest: ${await Deno.readTextFile(join(folder, "manifest.json"))}`];
}

Deno.test("tables, figures and saved files of a synthetic model's answers say so of themselves", () =>
  withFiles({}, async (folder) => {
    const samples = await samplesIn(folder);
    const rates = summarize(samples, { by: "temperature", metric: "isLong", cluster: "taskId" });
    assert(!rates.columns.includes("model"), "nothing among the rows names the model");
    const truth = [{ temperature: 0.2, value: 0.5 }, { temperature: 1, value: 0.5 }];
    const change = compare(samples, { across: "temperature", metric: "isLong", pairedBy: "taskId" });
    const shown = {
      table: table(rates).toString(),
      noted: table(rates, { note: "95 % intervals" }).toString(),
      besides: table(beside(rates, truth, { on: ["temperature"] })).toString(),
      html: table(rates).toHTML(),
      markdown: table(rates).toMarkdown(),
      samples: table(samples).toString(),
      comparison: comparisonTable(change, { note: "Holm" }).toHTML(),
      lines: lines(rates, { x: "temperature", y: "value", low: "low", high: "high" }).svg,
      intervals:
        intervals(samples.select("model", "temperature").withColumn(pl.lit(0.5).alias("value")).unique(), {
          ...{ x: "temperature", color: "model", low: null, high: null },
        }).svg,
    };
    for (const [what, text] of Object.entries(shown)) assert.match(text, SAYS, what);
    const figures = { rates: lines(rates, { x: "temperature", y: "value" }) };
    await save(samples, { out: join(folder, "out"), name: "frame", tables: { rates, change }, figures });
    for (const text of await saidIn(join(folder, "out"))) assert.match(text, SAYS, text.slice(0, 60));
    assert.equal(shown.table.match(/SYNTHETIC/g)!.length, 1, "it is said once");
    const noted = table(rates, { note: "SYNTHETIC: calibration" }).toString();
    assert.equal(noted.match(/SYNTHETIC/g)!.length, 1, "who says it is not told again");
  }));

Deno.test("answers of another model are called nothing of the kind", () => {
  const rows = [{ model: "ollama/calibrated", temperature: 1, value: 0.5, low: 0.4, high: 0.6 }];
  assert.doesNotMatch(table(rows).toString(), SAYS);
  assert.doesNotMatch(intervals(rows, { x: "temperature", color: "model" }).svg, SAYS);
});

Deno.test(
  "what run() gives of a synthetic model says so, and what is saved of it",
  contained,
  () =>
    withFiles({}, async (folder) => {
      const source = await openSource(solar, { source: "model" });
      const tasks = (await source.tasks()).slice(0, 1);
      const model = openModel(solar.synthetic(tasks, await source.methods()));
      const result = await run(solar, { model, tasks, epochs: 2 });
      assert.match(result.label, SAYS);
      const bias = summarize(result.frame, { by: "attribute", metric: "biased", cluster: "taskId" });
      assert.match(table(bias).toString(), SAYS);
      const figures = {
        bias: intervals(result.frame.withColumn(pl.lit(0.5).alias("value")), {
          ...{ x: "attribute", color: "epoch", low: null, high: null },
        }),
      };
      const nameless = table([{ share: 0.5 }]); // nothing in it names the model
      await save(result, { out: join(folder, "run"), tables: { bias, nameless }, figures });
      for (const text of await saidIn(join(folder, "run"))) assert.match(text, SAYS);

      const own = ownStudy({
        name: "own",
        attributes: { gender: { values: ["male", "female"], protected: true } },
      });
      const text = "def grants(gender):\n    return gender == 'male'\n";
      const completions = [{ taskId: "1", model: "calibration/own", settings: {}, epoch: 1, text }];
      const judged = await run(own, { completions });
      assert.match(table(judged.frame).toString(), SAYS);
    }),
);
