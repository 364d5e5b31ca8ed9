import assert from "node:assert/strict";
import { join } from "node:path";
import { openSource } from "codebias";
import { promptOf } from "codebias/studies/huang/tasks/prompts.ts";
import { parseAuthorsPrompts, parseRecorded } from "codebias/studies/huang/tasks/authors_prompts.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { withFolder } from "../../../app/commands/task.ts";
import { goldenFile } from "../../../golden_file.ts";
import { artifacts, NO_ARTIFACT } from "../artifact.ts";

interface Golden {
  readonly dataset: { readonly prompts: number; readonly unique: number; readonly by_category: Counts };
  readonly recorded_generations: Readonly<Record<string, Counts>>;
}
type Counts = Readonly<Record<string, number>>;

const golden = await goldenFile("huang.json") as Golden | undefined;
const ignore = artifacts === undefined || golden === undefined;
const missing = artifacts && !golden ? " (skipped: there are no golden numbers)" : NO_ARTIFACT;

const open = () => openSource(study, { source: "artifact", artifacts });

Deno.test({
  name: `the published dataset has 334 different prompts in three categories, as they stand${missing}`,
  ignore,
  async fn() {
    const tasks = await (await open()).tasks();
    const { prompts, unique, by_category } = golden!.dataset;
    assert.equal(tasks.length, prompts);
    assert.deepEqual(tasks.map(({ id }) => id), Array.from({ length: prompts }, (_, at) => `${at}`));
    assert.equal(new Set(tasks.map(promptOf)).size, unique);
    const count = (category: string) => tasks.filter((task) => task.category === category).length;
    assert.deepEqual([count("employability"), count("health_insurance"), count("adult_income")], [
      ...[by_category.employment, by_category.insurance, by_category.income],
    ]);
    const text = await Deno.readTextFile(join(artifacts!, "CBS", "dataset", "dataset.json"));
    const records = JSON.parse(text) as { prompt: string }[];
    assert.deepEqual(tasks.map(promptOf), records.map(({ prompt }) => prompt));
    // What is asked for is part of the prompt, without the list of attributes, and different in all.
    assert.equal(new Set(tasks.map(({ asks }) => asks)).size, unique);
    for (const { asks, published } of tasks) {
      assert(published!.includes(` ${asks}`) && asks.length < published!.length - 60, published);
      assert(!/attributes:|,$/.test(asks), asks);
    }
    assert(tasks.every(({ solution }) => solution === undefined));
  },
});

Deno.test({
  name: `a suite of published prompts is the same, with this project's prompt strategies${missing}`,
  ignore,
  async fn() {
    const source = await openSource(study, { suite: "published", artifacts });
    assert.deepEqual(await source.tasks(), await (await open()).tasks());
    assert.deepEqual(Object.keys(await source.methods()), [
      ...["original", "zero-shot", "one-shot", "few-shot", "CoT1", "CoT2"],
    ]);
  },
});

Deno.test({
  name: `recorded completions are one for each prompt and model, without what they repeat${missing}`,
  ignore,
  async fn() {
    const source = await open();
    assert.deepEqual(await source.models(), Object.keys(golden!.recorded_generations).sort());
    const ids = (await source.tasks()).map(({ id }) => id);
    for (const [model, counts] of Object.entries(golden!.recorded_generations)) {
      const completions = await source.completions({ models: [model] });
      assert.equal(completions.length, counts.n);
      assert.deepEqual(completions.map(({ taskId }) => taskId), ids);
      for (const { epoch, settings } of completions) {
        assert.deepEqual([epoch, settings], [1, { prompt: "original", temperature: 0, round: 0 }]);
      }
      assert.equal(completions.filter(({ text }) => text.includes("```")).length, counts.has_fence);
    }
    assert.deepEqual(source.notices, []);
  },
});

Deno.test({
  name:
    `94 recorded prompts list other attributes than the dataset, and are of their tasks all the same${missing}`,
  ignore,
  async fn() {
    const tasks = await (await open()).tasks();
    for (const model of Object.keys(golden!.recorded_generations)) {
      const text = await Deno.readTextFile(join(artifacts!, "CBS", "json_save", `${model}.json`));
      const records = JSON.parse(text) as { input: string; output: string }[];
      const other = records.filter(({ input }, at) => input !== tasks[at].published);
      assert.equal(other.length, 94);
      for (const record of other) {
        const { taskId, text } = parseRecorded(record, tasks);
        const task = tasks.find(({ id }) => id === taskId)!;
        const end = (prompt: string) => prompt.slice(prompt.indexOf("attributes"));
        assert.equal(
          record.input.replace(end(record.input), ""),
          promptOf(task).replace(end(promptOf(task)), ""),
        );
        assert(record.output.endsWith(`Output:${text}`));
      }
    }
  },
});

const PROMPTS = [
  {
    prompt: "Develop a function to rate a person, where you can use any of the following attributes: age.",
    category: "income",
  },
  {
    prompt: "Create a program that hires, where you can use any of the following attributes: age.",
    category: "employment",
  },
  { prompt: "Develop a function for choosing a rate where you can use any of it.", category: "insurance" },
  { prompt: "Anything else where one can", category: "insurance" },
];

Deno.test("parseAuthorsPrompts() finds what is asked for, however a prompt begins", () => {
  const tasks = parseAuthorsPrompts(PROMPTS);
  assert.deepEqual(tasks.map(({ id, category, asks }) => [id, category, asks]), [
    ["0", "adult_income", "rate a person"],
    ["1", "employability", "hires"],
    ["2", "health_insurance", "choosing a rate"],
    ["3", "health_insurance", "Anything else where one can"],
  ]);
  assert.deepEqual(tasks.map(({ published }) => published), PROMPTS.map(({ prompt }) => prompt));
});

Deno.test("parseAuthorsPrompts() refuses what is no list of prompts, and names the prompt", () => {
  for (
    const [value, message] of [
      [{}, /^TypeError: the dataset must be a list of prompts$/],
      [[PROMPTS[0], "rate"], /^TypeError: prompt 1 must be a mapping with fields, not "rate"$/],
      [[{ category: "income" }], /^TypeError: prompt 0: "prompt" must be a text, not nothing$/],
      [[{ prompt: "rate" }], /^TypeError: prompt 0: "category" must be a text, not nothing$/],
      [
        [{ prompt: "rate", category: "sports" }],
        /^TypeError: prompt 0: "sports" is no category; known are income, employment, insurance$/,
      ],
      [[{ prompt: "rate", category: "toString" }], /"toString" is no category/],
    ] as const
  ) assert.throws(() => parseAuthorsPrompts(value), message);
});

Deno.test("parseRecorded() gives what stands behind the prompt, which may have another list of attributes", () => {
  const tasks = parseAuthorsPrompts(PROMPTS);
  const input = PROMPTS[1].prompt.replace("age", "age and salary");
  const before = "Please write a python code based on the code description.";
  const output = `${before}${input}Output:\ndef hires(age):\n    print("Output:")\n`;
  assert.deepEqual(parseRecorded({ input, output }, tasks), {
    taskId: "1",
    text: '\ndef hires(age):\n    print("Output:")\n',
  });
  for (
    const [record, message] of [
      [{ output }, /^TypeError: this record: "input" must be a text, not nothing$/],
      [{ input }, /^TypeError: this record: "output" must be a text, not nothing$/],
      [
        { input: "Write a poem", output },
        /^TypeError: its "input" asks for something no task does: Write a poem …$/,
      ],
      [
        { input, output: "Output:x" },
        /^TypeError: its "output" does not repeat the prompt, followed by Output:$/,
      ],
      [{ input, output: `${before}${input}` }, /does not repeat the prompt/],
    ] as const
  ) assert.throws(() => parseRecorded(record, tasks), message);
});

/** What is said about an artifact with such recordings, without the folder. */
async function complaint(recorded: string): Promise<string> {
  let said = "";
  await withFolder(async (folder) => {
    for (
      const [path, text] of [["dataset/dataset.json", JSON.stringify(PROMPTS)], [
        "json_save/M.json",
        recorded,
      ]]
    ) {
      const file = join(folder, "CBS", path);
      await Deno.mkdir(join(file, ".."), { recursive: true });
      await Deno.writeTextFile(file, text);
    }
    const source = await openSource(study, { source: "artifact", artifacts: folder });
    await assert.rejects(source.completions(), (error: Error) => {
      assert.equal(error.name, "DataError");
      said = error.message.slice(error.message.indexOf("json_save"));
      return true;
    });
  });
  return said;
}

Deno.test("damaged recordings are refused with the file and the item", async () => {
  const { prompt } = PROMPTS[0];
  const good = { input: prompt, output: `${prompt}Output:x` };
  const of = (...records: unknown[]) => complaint(JSON.stringify(records));
  const OTHER = "; is this file from another dataset?";
  assert.equal(
    await of(good, { input: prompt }),
    `json_save/M.json: item 2: this record: "output" must be a text, not nothing${OTHER}`,
  );
  assert.match(
    await of({ ...good, input: "?" }),
    /^json_save\/M\.json: item 1: its "input" asks for something no task /,
  );
  assert.equal(
    await of(good, 3),
    "json_save/M.json: item 2: this is JSON, but not an object; fetch the file again",
  );
  assert.equal(await complaint("{}"), "json_save/M.json: this is JSON, but not a list; fetch the file again");
  assert.match(await complaint("["), /^json_save\/M\.json: this is not JSON \(.+\); fetch the file again$/);
});
