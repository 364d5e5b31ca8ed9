import assert from "node:assert/strict";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import fc from "fast-check";
import pl from "nodejs-polars";
import { DataError } from "codebias/core/errors.ts";
import { type NumberedCompletion, readRecording } from "codebias/generation/recorded/read_recorded.ts";
import { lines, withEnvironment, withFiles } from "../../store/repository.ts";

/** The completions in a file with this content. */
async function read(content: string | Uint8Array, name = "answers.jsonl") {
  let completions: readonly NumberedCompletion[] = [];
  await withFiles({ [name]: content }, async (folder) => {
    ({ completions } = await readRecording(join(folder, name)));
  });
  return completions;
}

/** The rows as a Parquet file that polars wrote, with the types it infers. */
async function parquet(...rows: readonly Record<string, unknown>[]): Promise<Uint8Array> {
  let bytes = new Uint8Array();
  await withFiles({}, async (folder) => {
    const path = join(folder, "rows.parquet");
    pl.readJSON(Buffer.from(lines(...rows)), { format: "lines" }).writeParquet(path);
    bytes = await Deno.readFile(path);
  });
  return bytes;
}

const FULL = {
  task: "f/1",
  prompt: [{ role: "system", content: "Be brief." }, { role: "user", content: "def f():" }],
  epoch: 2,
  settings: { temperature: 0.2, language: "zh" },
  text: "return '求'\n",
  model: "m-7b",
  finish: "length",
  promptTokens: 0,
  completionTokens: 9,
  seed: 5,
};

const FULL_READ = [{ line: 1, taskId: "f/1", ...FULL, task: undefined }].map(({ task: _, ...rest }) => rest);

Deno.test("readRecording reads every column of JSON Lines", async () => {
  assert.deepEqual(await read(lines(FULL)), FULL_READ);
  assert.deepEqual(await read(lines(FULL), "answers.NDJSON"), FULL_READ);
});

Deno.test("readRecording reads every column of Parquet, structs and lists included", async () => {
  assert.deepEqual(await read(await parquet(FULL), "answers.parquet"), FULL_READ);
});

Deno.test("readRecording reads the Parquet files of a folder in the order of their names, and nothing else in it", async () => {
  const rows = ["b", "a", "c"].map((text) => ({ task: text, text }));
  const [first, second] = await Promise.all([parquet(rows[0], rows[1]), parquet(rows[2])]);
  await withFiles({ "0002.parquet": second, "0001.parquet": first, "0001.json": "{}" }, async (folder) => {
    assert.deepEqual((await readRecording(folder)).completions.map(({ text }) => text), ["b", "a", "c"]);
    await Deno.writeTextFile(join(folder, "0003.parquet"), "no Parquet");
    await assert.rejects(readRecording(folder), /0003\.parquet: this cannot be read as Parquet/);
  });
});

Deno.test("readRecording takes settings as JSON text", async () => {
  const row = { ...FULL, settings: JSON.stringify(FULL.settings) };
  assert.deepEqual(await read(lines(row)), FULL_READ);
  assert.deepEqual(await read(await parquet(row), "answers.parquet"), FULL_READ);
});

Deno.test("readRecording leaves out settings without a value, which Parquet gives to every row", async () => {
  const rows = [
    { task: "1", text: "a", settings: { temperature: 0.2 } },
    { task: "2", text: "b", settings: { language: "zh" } },
  ];
  const settings = (await read(await parquet(...rows), "answers.parquet")).map(({ settings }) => settings);
  assert.deepEqual(settings, [{ temperature: 0.2 }, { language: "zh" }]);
});

Deno.test("readRecording needs task and text only, and numbers the repetitions in order", async () => {
  const rows = [
    { task: 1, text: "a" },
    { task: 1, text: "b" },
    { task: "1", text: "c", settings: { temperature: 1 } },
    { task: 2, text: "" },
    { task: "1", text: "d", epoch: null, prompt: null, settings: null, model: null, finish: null },
  ];
  const expected = [
    ["1", 1, "a"],
    ["1", 2, "b"],
    ["1", 1, "c"],
    ["2", 1, ""],
    ["1", 3, "d"],
  ];
  const found = await read(lines(...rows).replaceAll("\n", "\r\n\n"));
  assert.deepEqual(found.map(({ taskId, epoch, text }) => [taskId, epoch, text]), expected);
  assert.deepEqual(found.map(({ line }) => line), [1, 3, 5, 7, 9]);
});

Deno.test("readRecording gives back every text unchanged", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), async (texts) => {
      const whole = texts.map((text) => text.toWellFormed());
      const rows = whole.map((text, index) => ({ task: index, text }));
      assert.deepEqual((await read(lines(...rows))).map(({ text }) => text), whole);
    }),
    { numRuns: 20 },
  );
  const texts = ["\u0000", "\r\n", "", " ", "求😀", "\u2028", '"'];
  const file = await parquet(...texts.map((text, index) => ({ task: index, text })));
  assert.deepEqual((await read(file, "answers.parquet")).map(({ text }) => text), texts);
});

Deno.test("readRecording finds relative paths where the command was started", () =>
  withFiles({ "answers.jsonl": lines({ task: "1", text: "a" }) }, async (folder) => {
    await withEnvironment("INIT_CWD", folder, async () => {
      assert.equal((await readRecording("answers.jsonl")).completions[0].text, "a");
    });
  }));

const good = { task: "1", text: "a" };

const WRONG: Readonly<Record<string, [string, number | undefined, RegExp]>> = {
  "an unknown column": [
    lines(good, { ...good, mood: 1 }),
    2,
    /there is no column "mood" in this schema: the columns are task, prompt, epoch, settings, text, model,/,
  ],
  "a misspelt column": [
    lines({ task: "1", txet: "a" }),
    1,
    /no column "txet" in this schema: did you mean "text"\?/,
  ],
  "a column in another style": [lines({ ...good, prompt_tokens: 1 }), 1, /did you mean "promptTokens"\?/],
  "a column under another name": [
    lines({ task: "1", completion: "a" }),
    1,
    /"completion".+did you mean "text"\?/,
  ],
  "a setting for a column": [
    lines({ ...good, temperature: 1 }),
    1,
    /"temperature".+ it belongs in the column "settings";/,
  ],
  "no text": [lines({ task: "1" }), 1, /the column "text" is missing$/],
  "no task": [lines({ text: "1" }), 1, /the column "task" is missing$/],
  "a text that is null": [
    lines(good, { task: "2", text: null }),
    2,
    /the column "text" is null: expected a text$/,
  ],
  "a text that is none": [
    lines({ task: "2", text: ["a"] }),
    1,
    /the column "text" is \["a"\]: expected a text$/,
  ],
  "an empty task": [
    lines({ task: "", text: "" }),
    1,
    /the column "task" is "": expected a non-empty text, or/,
  ],
  "a task that JSON cannot hold": [
    '{"task": 9007199254740993, "text": ""}',
    1,
    /the column "task" is 9007199254740992/,
  ],
  "epoch 0": [lines({ ...good, epoch: 0 }), 1, /the column "epoch" is 0: expected an integer from 1$/],
  "half an epoch": [
    lines({ ...good, epoch: 1.5 }),
    1,
    /the column "epoch" is 1\.5: expected an integer from 1$/,
  ],
  "an epoch as text": [
    lines({ ...good, epoch: "1" }),
    1,
    /the column "epoch" is "1": expected an integer from 1$/,
  ],
  "an epoch in some lines": [
    lines({ ...good, epoch: 1 }, { task: "2", text: "" }),
    2,
    /line 1 has an epoch and line 2 has none: give it to all or to none$/,
  ],
  "settings that are a list": [
    lines({ ...good, settings: [1] }),
    1,
    /"settings" is \[1\]: expected an object of texts/,
  ],
  "settings that are no JSON": [
    lines({ ...good, settings: "T=1" }),
    1,
    /"settings" is "T=1": expected an object of/,
  ],
  "a setting that is a list": [
    lines({ ...good, settings: { stop: ["a"] } }),
    1,
    /the setting "stop" is \["a"\]: expected a text or a number$/,
  ],
  "a prompt that is none": [
    lines({ ...good, prompt: [{ role: "tool", content: "" }] }),
    1,
    /expected a text, or messages/,
  ],
  "an unknown end": [
    lines({ ...good, finish: "eos" }),
    1,
    /"finish" is "eos": expected one of stop, length, refusal/,
  ],
  "a negative count": [
    lines({ ...good, promptTokens: -1 }),
    1,
    /"promptTokens" is -1: expected an integer from 0$/,
  ],
  "a model that is none": [lines({ ...good, model: 7 }), 1, /"model" is 7: expected a text$/],
  "a line that is cut off": [lines(good) + '{"task": "2", "te', 2, /this line is not JSON/],
  "a line that is a list": ["[1]\n", 1, /but not an object: each line is one completion$/],
  "nothing in it": ["\n\n", undefined, /there are no completions in this file$/],
  "the same twice": [
    lines({ ...good, epoch: 3 }, { task: "2", text: "", epoch: 3 }, { ...good, epoch: 3, text: "b" }),
    3,
    /task "1" has epoch 3 at these settings also in line 1$/,
  ],
  "the same twice, settings in another order": [
    lines({ ...good, epoch: 1, settings: { a: 1, b: 2 } }, { ...good, epoch: 1, settings: { b: 2, a: 1 } }),
    2,
    /also in line 1$/,
  ],
  "two models without epochs": [
    lines({ ...good, model: "m" }, { ...good, model: "n" }),
    2,
    /is of the model "n" and line 1 of "m": a file holds the completions of one model, so give each its own$/,
  ],
  "a column that every object has": [
    lines({ ...good, constructor: "x" }),
    1,
    /no column "constructor" in this schema: the columns are/,
  ],
  "two models": [
    lines({ ...good, epoch: 1, model: "m" }, { ...good, epoch: 1, model: "n" }),
    2,
    /also in line 1; a file holds the completions of one model$/,
  ],
};

for (const [name, [content, line, message]] of Object.entries(WRONG)) {
  Deno.test(`readRecording refuses a file with ${name}`, async () => {
    await assert.rejects(read(content), (error) => {
      assert(error instanceof DataError, String(error));
      assert.match(error.message, message);
      assert.equal(error.place?.line, line);
      assert.match(error.place!.file, /answers\.jsonl$/);
      return true;
    });
  });
}

Deno.test("readRecording names the row of a Parquet file", async () => {
  const file = await parquet(good, { task: "2", text: null });
  await assert.rejects(read(file, "answers.parquet"), {
    name: "DataError",
    message: /answers\.parquet:2: the column "text" is null: expected a text$/,
  });
  const other = await parquet({ task: "2", txet: "a" });
  await assert.rejects(read(other, "answers.parquet"), { message: /parquet:1: .+ did you mean "text"\?/ });
});

Deno.test("readRecording refuses files that are something else", async () => {
  await assert.rejects(read("PAR1 garbage", "answers.parquet"), {
    name: "DataError",
    message: /answers\.parquet: this cannot be read as Parquet: /,
  });
  await assert.rejects(read(Uint8Array.of(0x7b, 0xff), "answers.jsonl"), {
    name: "DataError",
    message: /answers\.jsonl: this is not UTF-8 text; save it as UTF-8$/,
  });
  await assert.rejects(read("task,text", "answers.csv"), {
    name: "RangeError",
    message: /^Cannot read completions from .+answers\.csv: expected a file \.jsonl, \.ndjson or \.parquet$/,
  });
  await assert.rejects(readRecording("/nowhere/answers.jsonl"), {
    name: "DataError",
    message: "/nowhere/answers.jsonl: there is no such file",
  });
});
