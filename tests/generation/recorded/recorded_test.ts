import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { join } from "node:path";
import pl from "nodejs-polars";
import { generate, ModelError } from "codebias";
import type { Model } from "codebias/generation/model.ts";
import { openRecorded } from "codebias/generation/recorded/recorded.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { GenerationRequest, SampleId, Sampling } from "codebias/core/types.ts";
import { lines, withFiles } from "../../store/repository.ts";

/** Runs a test with a model whose completions were recorded so. */
function withModel(
  rows: readonly unknown[],
  test: (model: Model, path: string) => Promise<void>,
): Promise<void> {
  return withFiles({ "answers.jsonl": lines(...rows) }, async (folder) => {
    const path = join(folder, "answers.jsonl");
    await test(openRecorded(path), path);
  });
}

/** A request for a task. */
function request(
  sample: Partial<SampleId> = {},
  { sampling, prompt = "def f():" }: { sampling?: Partial<Sampling>; prompt?: GenerationRequest["prompt"] } =
    {},
): GenerationRequest {
  return {
    prompt,
    sampling: { ...PLAIN, temperature: 0.2, ...sampling },
    seed: 1,
    sample: {
      study: "s",
      taskId: "1",
      settings: { temperature: 0.2 },
      epoch: 1,
      turn: 1,
      runSeed: 1,
      ...sample,
    },
  };
}

/** Fails unless there is no recording, for this reason. */
async function none(model: Model, asked: GenerationRequest, says: RegExp): Promise<void> {
  await assert.rejects(model.ask(asked), (error) => {
    assert(error instanceof ModelError);
    assert.deepEqual([error.failure, error.retry], ["no-recording", false]);
    assert.match(error.message, says);
    return true;
  });
}

const TWO = [0.2, 0.8].flatMap((temperature) =>
  [1, 2, 3, 5].map((epoch) => ({
    task: 1,
    epoch,
    settings: { temperature },
    text: `${temperature} ${epoch}`,
  }))
);

Deno.test("openRecorded gives the completion of the task, epoch and settings", () =>
  withModel(TWO, async (model) => {
    for (const [temperature, epoch] of [[0.2, 1], [0.8, 1], [0.8, 5]]) {
      const reply = await model.ask(request({ settings: { temperature }, epoch }));
      assert.deepEqual(reply, { text: `${temperature} ${epoch}`, finish: "stop", totalMs: 0 });
    }
  }));

Deno.test("openRecorded says which completions there are instead", () =>
  withModel([...TWO, { task: "f/2", epoch: 1, text: "" }], async (model) => {
    await none(
      model,
      request({ epoch: 4 }),
      /answers\.jsonl has no completion of task "1", epoch 4, temperature 0\.2: for this task it has epoch 1-3, 5; temperature 0\.2, 0\.8$/,
    );
    await none(
      model,
      request({ settings: { temperature: 1 } }),
      /epoch 1, temperature 1: .+ temperature 0\.2, 0\.8$/,
    );
    await none(model, request({ taskId: "2" }), /has no completion of task "2": its tasks are "1", "f\/2"$/);
  }));

Deno.test("openRecorded names a few tasks of many", () =>
  withModel(Array.from({ length: 30 }, (_, task) => ({ task, text: "" })), async (model) => {
    await none(model, request({ taskId: "x" }), /its tasks are "0", "1", .+"7" and 22 more$/);
  }));

Deno.test("openRecorded looks for recorded settings among the sample's, then among the sampling's", () =>
  withModel(
    [{ task: "1", settings: { topP: 0.9, language: "zh", temperature: "0.20" }, text: "a" }],
    async (model) => {
      const settings = { temperature: 0.2, language: "zh", more: 1 };
      assert.equal((await model.ask(request({ settings }, { sampling: { topP: 0.9 } }))).text, "a");
      await none(model, request({ settings }), /language zh/);
      await none(
        model,
        request({ settings: { temperature: 0.2 } }, { sampling: { topP: 0.9 } }),
        /language zh/,
      );
      const other = { ...settings, topP: 0.5 };
      await none(model, request({ settings: other }, { sampling: { topP: 0.9 } }), /topP 0\.5: .+topP 0\.9/);
    },
  ));

Deno.test("openRecorded takes numbers in single precision for the same", () =>
  withModel([{ task: "1", settings: { temperature: Math.fround(0.2) }, text: "a" }], async (model) => {
    assert.equal((await model.ask(request())).text, "a");
    await none(model, request({ settings: { temperature: 0.200001 } }), /has no completion/);
  }));

Deno.test("openRecorded prefers the completion that says more, and does not choose between equals", () =>
  withModel([
    { task: "1", text: "any" },
    { task: "1", settings: { temperature: 0.2 }, text: "cold" },
    { task: "2", settings: { a: 1 }, text: "a" },
    { task: "2", settings: { b: 1 }, text: "b" },
  ], async (model) => {
    assert.equal((await model.ask(request())).text, "cold");
    assert.equal((await model.ask(request({ settings: { temperature: 1 } }))).text, "any");
    await none(
      model,
      request({ taskId: "2", settings: { a: 1, b: 1 } }),
      /has two completions for task "2", epoch 1, a 1, b 1: lines 3 and 4$/,
    );
  }));

Deno.test("openRecorded gives completions that were recorded for the same prompt only", () => {
  const messages = [{ role: "system", content: "Be brief." }, { role: "user", content: "def f():" }] as const;
  return withModel([
    { task: "text", prompt: "def f():", text: "a" },
    { task: "messages", prompt: messages, text: "b" },
    { task: "json", prompt: JSON.stringify(messages), text: "c" },
    { task: "nothing", text: "d" },
  ], async (model) => {
    assert.equal((await model.ask(request({ taskId: "text" }))).text, "a");
    const one = [{ role: "user", content: "def f():" }] as const;
    assert.equal((await model.ask(request({ taskId: "text" }, { prompt: one }))).text, "a");
    assert.equal((await model.ask(request({ taskId: "messages" }, { prompt: messages }))).text, "b");
    assert.equal((await model.ask(request({ taskId: "json" }, { prompt: messages }))).text, "c");
    assert.equal((await model.ask(request({ taskId: "nothing" }, { prompt: "whatever" }))).text, "d");
    const says =
      /has another prompt for task "text", epoch 1, temperature 0\.2, in line 1, than the one asked$/;
    await none(model, request({ taskId: "text" }, { prompt: "def f() :" }), says);
    await none(model, request({ taskId: "messages" }, { prompt: "def f():" }), /another prompt.+in line 2/);
    await none(model, request({ taskId: "json" }, { prompt: one }), /another prompt.+in line 3/);
  });
});

Deno.test("openRecorded has later turns of a conversation only where the file tells the turn", () =>
  withModel([
    { task: "1", text: "first" },
    { task: "2", settings: { turn: 1 }, text: "first" },
    { task: "2", settings: { turn: 2 }, text: "second" },
  ], async (model) => {
    assert.equal((await model.ask(request())).text, "first");
    await none(
      model,
      request({ turn: 2 }),
      /has no completion of task "1", epoch 1, temperature 0\.2, turn 2/,
    );
    assert.equal((await model.ask(request({ taskId: "2", turn: 1 }))).text, "first");
    assert.equal((await model.ask(request({ taskId: "2", turn: 2 }))).text, "second");
  }));

Deno.test("openRecorded gives back why a completion ended and its tokens", () =>
  withModel(
    [{ task: "1", text: "a", finish: "length", promptTokens: 3, completionTokens: 1 }],
    async (model) => {
      assert.deepEqual(await model.ask(request()), {
        text: "a",
        finish: "length",
        promptTokens: 3,
        completionTokens: 1,
        totalMs: 0,
      });
    },
  ));

Deno.test("openRecorded describes the file", () =>
  withModel([...TWO, { task: 2, epoch: 1, model: "m", text: "" }], async (model, path) => {
    const sha256 = createHash("sha256").update(await Deno.readFile(path)).digest("hex");
    const { notices, ...description } = await model.describe();
    assert.deepEqual(description, {
      spec: `recorded/${path}`,
      identity: `sha256:${sha256}`,
      synthetic: false,
      details: { file: "answers.jsonl", rows: 9, tasks: 2, models: ["m"] },
    });
    assert.match(
      notices.join(" "),
      /sampled as their settings say cannot be checked\. They do not say why they ended;/,
    );
    assert.deepEqual(await model.prepare({ sampling: PLAIN, prompts: [] }), []);
  }));

Deno.test("openRecorded warns where the file does not tell the temperature", () =>
  withModel([{ task: 1, text: "" }], async (model) => {
    const [notice, ...others] = await model.prepare({ sampling: PLAIN, prompts: [] });
    assert.match(
      notice,
      /answers\.jsonl does not say at which temperature its completions were sampled: they are used/,
    );
    assert.deepEqual(others, []);
  }));

Deno.test("openRecorded reads the file once, and again only after it was damaged", () =>
  withFiles({ "answers.jsonl": "oops" }, async (folder) => {
    const path = join(folder, "answers.jsonl");
    const model = openRecorded(path);
    for (const asking of [() => model.describe(), () => model.ask(request())]) {
      await assert.rejects(asking, { name: "DataError" });
    }
    await Deno.writeTextFile(path, lines({ task: "1", text: "a" }));
    assert.equal((await model.ask(request())).text, "a");
    await Deno.remove(path);
    assert.equal((await model.ask(request())).text, "a");
  }));

Deno.test("openRecorded can be given up", () =>
  withModel([{ task: "1", text: "a" }], async (model) => {
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(model.ask(request(), { signal }), { message: "enough" });
    await assert.rejects(model.describe({ signal }), { message: "enough" });
  }));

/** A folder as `deno task record` leaves it: two tasks at one temperature, sampled plainly. */
function withFolder(test: (folder: string) => Promise<void>, manifest: unknown = MANIFEST): Promise<void> {
  const rows = ["1", "2"].map((task) => ({
    task,
    text: `answer ${task}`,
    epoch: 1,
    settings: SETTINGS,
    model: "m",
  }));
  return withFiles({ "0001.json": JSON.stringify(manifest) }, async (folder) => {
    pl.readJSON(Buffer.from(lines(...rows)), { format: "lines" }).writeParquet(join(folder, "0001.parquet"));
    await test(folder);
  });
}

const SETTINGS = { temperature: 0.2 };
const MANIFEST = {
  model: { spec: "ollama/m:1b" },
  sampling: { topK: 0, topP: 1, minP: 0, repeatPenalty: 1 },
};

Deno.test("a folder of recordings is called by its model's name, and knows what it has", () =>
  withFolder(async (folder) => {
    const model = openRecorded(folder);
    assert.equal(model.spec, "ollama/m:1b (recorded)");
    const { spec, synthetic, details } = await model.describe();
    assert.deepEqual([spec, synthetic, details.manifests], [model.spec, false, [MANIFEST]]);
    assert.equal((await model.ask(request({ taskId: "2" }))).text, "answer 2");
    const asked = [
      request(),
      request({ taskId: "3" }),
      request({ epoch: 2 }),
      request({ turn: 2 }),
      request({ settings: { temperature: 1 } }, { sampling: { temperature: 1 } }),
      request({}, { sampling: { topP: 0.5 } }), // manifests say how all of it was sampled
      request({}, { sampling: { topK: 40 } }),
    ];
    assert.deepEqual(await Promise.all(asked.map((one) => model.has!(one))), [
      true,
      ...asked.slice(1).map(() => false),
    ]);
    await assert.rejects(model.ask(asked[5]), /has no completion of task "1"/);
  }));

Deno.test("a folder is one whatever its name, and a file none: what is wrong with it is said in words", () =>
  withFolder(async (folder) => {
    const dotted = `${folder}.5`;
    await Deno.rename(folder, dotted);
    try {
      assert.equal(openRecorded(dotted).spec, "ollama/m:1b (recorded)");
      await Deno.writeTextFile(join(dotted, "LICENSE"), "free");
      await assert.rejects(
        openRecorded(join(dotted, "LICENSE")).describe(),
        /expected a file \.jsonl, \.ndjson or/,
      );
      await Deno.remove(join(dotted, "0001.parquet"));
      await assert.rejects(openRecorded(dotted).describe(), /there is no Parquet file in this folder/);
    } finally {
      await Deno.rename(dotted, folder);
    }
  }));

Deno.test("a folder whose manifest is damaged is called by its path, and says so when it is opened", () =>
  withFolder(async (folder) => {
    assert.equal(openRecorded(folder).spec, `recorded/${folder}`);
    await assert.rejects(openRecorded(folder).describe(), /0001\.json: this is not a recording's manifest/);
  }, [1]));

Deno.test("generate leaves out what a folder lacks and says it, or has it fail; a file's gaps always fail", () =>
  withFolder(async (folder) => {
    const prompts = ["1", "2", "3"].map((taskId) => ({ taskId, prompt: "p" }));
    const told: string[] = [];
    const asking = { prompts, temperatures: [0.2, 1], onNotice: (sentence: string) => told.push(sentence) };
    const { completions, failures } = await generate({ model: openRecorded(folder), ...asking });
    assert.deepEqual(completions.map(({ model, text }) => [model, text]), [
      ["ollama/m:1b (recorded)", "answer 1"],
      ["ollama/m:1b (recorded)", "answer 2"],
    ]);
    assert.equal(failures.length, 0);
    assert(told.includes("ollama/m:1b (recorded) lacks 4 of 6 answers: they are left out."), told.join("\n"));
    const strict = await generate({ model: openRecorded(folder), ...asking, gaps: "fail" });
    assert.deepEqual(strict.failures.map(({ error }) => error!.failure), Array(4).fill("no-recording"));
    const file = await generate({ model: openRecorded(join(folder, "0001.parquet")), ...asking });
    assert.equal(file.failures.length, 4);
    const nothing = await generate({ model: openRecorded(folder), ...asking, prompts: prompts.slice(2) });
    assert.deepEqual([nothing.samples, nothing.completions], [[], []]);
  }));
