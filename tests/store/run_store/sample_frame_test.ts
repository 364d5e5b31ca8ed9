import assert from "node:assert/strict";
import { answered, begin, complete, description, jobs, request, textOf, withStore } from "./run_fixture.ts";

const COLUMNS = ["run", "runName", "model", "synthetic", "taskId"];
const AFTER = [
  "epoch",
  "turn",
  "seed",
  "text",
  "finish",
  "answer",
  "reasoning",
  "promptTokens",
  "completionTokens",
];
const LAST_COLUMNS = ["firstTokenMs", "totalMs", "tries", "answeredAt", "identity", "key"];

Deno.test("a run's frame has a row for each sample and a column for each setting", () =>
  withStore((store) => {
    const wanted = {
      settings: [{ language: "en", temperature: 0.2 }, { language: "zh", temperature: 1 }],
      name: "pilot",
    };
    const { run } = complete(store, wanted);
    const frame = run.frame();
    assert.deepEqual(frame.columns, [...COLUMNS, "language", "temperature", ...AFTER, ...LAST_COLUMNS]);
    const column = (name: string) => frame.getColumn(name).toArray();
    const planned = jobs(wanted);
    assert.deepEqual(column("taskId"), planned.map(({ sample }) => sample.taskId));
    assert.deepEqual(column("language"), planned.map(({ sample }) => sample.settings.language));
    assert.deepEqual(column("temperature"), planned.map(({ sample }) => sample.settings.temperature));
    assert.deepEqual(column("text"), planned.map(textOf));
    assert.deepEqual(new Set(column("run")), new Set([run.id]));
    assert.deepEqual(new Set(column("runName")), new Set(["pilot"]));
    assert.deepEqual(new Set(column("completionTokens")), new Set([5]));
    assert.deepEqual(new Set(column("reasoning")), new Set([null]));
    assert.deepEqual(new Set(column("synthetic")), new Set([false]));
    assert.deepEqual(column("key"), run.samples().map(({ key }) => key));
    assert.deepEqual(column("answeredAt"), run.samples().map(({ answeredAt }) => answeredAt.toISOString()));
  }));

Deno.test("a run's frame has its columns before the first sample is there", () =>
  withStore((store) => {
    const frame = begin(store).run.frame();
    assert.equal(frame.height, 0);
    assert.deepEqual(frame.columns, [...COLUMNS, ...AFTER, ...LAST_COLUMNS]);
  }));

Deno.test("a run's frame has the prompts if they are wanted, a conversation as one text", () =>
  withStore((store) => {
    const begun = begin(store, { tasks: ["a"], epochs: 2 });
    const [first, second] = jobs({ tasks: ["a"], epochs: 2 }).map((job) => request(job));
    begun.put(first, answered("1"));
    const prompt = [{ role: "system", content: "Be brief." }, { role: "user", content: "Solve a." }] as const;
    begun.put({ ...second, prompt }, answered("2"));
    assert.deepEqual(begun.run.frame({ prompts: true }).getColumn("promptText").toArray(), [
      "Solve a.",
      "[system]\nBe brief.\n\n[user]\nSolve a.",
    ]);
  }));

Deno.test("settings of both kinds become texts, and those that are called as a column get a prefix", () =>
  withStore((store) => {
    const wanted = { settings: [{ seed: 1, method: "a" }, { seed: 2, method: 7 }], tasks: ["a"], epochs: 1 };
    const frame = complete(store, wanted).run.frame();
    assert.deepEqual(frame.getColumn("setting_seed").toArray(), [1, 2]);
    assert.deepEqual(frame.getColumn("method").toArray(), ["a", "7"]);
    assert.deepEqual(frame.getColumn("seed").toArray(), [101, 101]);
  }));

Deno.test("a run's frame has null for what its run or sample lacks, and says whether its model is synthetic", () =>
  withStore((store) => {
    const model = description({ spec: "calibration", identity: "c", synthetic: true });
    const { run } = complete(
      store,
      { settings: [{ language: "en" }, { shots: 2 }], tasks: ["c"], epochs: 1 },
      model,
    );
    const frame = run.frame({ prompts: true });
    const column = (name: string) => frame.getColumn(name).toArray();
    assert.deepEqual(column("runName"), [null, null]);
    assert.deepEqual(column("synthetic"), [true, true]);
    assert.deepEqual(column("model"), ["calibration", "calibration"]);
    assert.deepEqual(column("language"), ["en", null]);
    assert.deepEqual(column("shots"), [null, 2]);
    assert.equal(column("promptText").at(-1), "Solve c.");
  }));

Deno.test("a run's frame refuses an option that it does not have", () =>
  withStore((store) => {
    const { run } = complete(store);
    assert.throws(() => run.frame({ prompt: true } as never), /RangeError: .*prompt.*prompts/);
  }));

Deno.test("a frame has a mark in the place of half a character, and the samples have the text", () =>
  withStore((store) => {
    const begun = begin(store, { tasks: ["a"], epochs: 1 });
    begun.put(request(jobs({ tasks: ["a"], epochs: 1 })[0]), answered("a\ud800\0b"));
    assert.deepEqual(begun.run.frame().getColumn("text").toArray(), ["a\ufffd\0b"]);
    assert.equal(begun.run.samples()[0].text, "a\ud800\0b");
  }));
