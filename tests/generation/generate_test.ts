import assert from "node:assert/strict";
import { describeForecast, forecast, generate, ModelError, openStore } from "codebias";
import {
  beginGeneration,
  type GenerateOptions,
  type GenerationProgress,
} from "codebias/run/asking/generate.ts";
import { Database } from "codebias/store/database/database.ts";
import { RunStore } from "codebias/store/run_store/run_store.ts";
import { RUN_STORE } from "codebias/store/run_store/run_store.ts";
import { join } from "node:path";
import { withFiles } from "../store/repository.ts";
import { failure, type ScriptedModel, scriptedModel } from "./scripted_model.ts";

const prompts = [
  { taskId: "a", prompt: "One" },
  { taskId: "b", prompt: [{ role: "user", content: "Two" }] },
] as const;
const quick = { tries: 2, firstWaitMs: 1 };

function options(model: ScriptedModel, more: Partial<GenerateOptions> = {}): GenerateOptions {
  return { model, prompts, epochs: 3, persistence: quick, onNotice: () => {}, ...more };
}

Deno.test("generate() gives a completion for every task, temperature and epoch, in order", async () => {
  const model = scriptedModel();
  const { completions, failures } = await generate(options(model, { temperatures: [0.2, 0.8] }));
  assert.equal(failures.length, 0);
  assert.deepEqual(
    completions.map(({ taskId, settings, epoch }) => `${taskId} ${settings.temperature} ${epoch}`),
    ["a", "b"].flatMap((id) => [0.2, 0.8].flatMap((t) => [1, 2, 3].map((epoch) => `${id} ${t} ${epoch}`))),
  );
  assert.deepEqual(new Set(completions.map(({ model }) => model)), new Set(["scripted/model"]));
});

Deno.test("generate() labels answers by their model, and synthetic ones as such", async () => {
  const made = scriptedModel();
  const description = { ...await made.describe(), synthetic: false };
  const real = Object.assign(scriptedModel(), { describe: () => Promise.resolve(description) });
  assert.equal((await generate(options(made))).label, "SYNTHETIC: scripted/model");
  assert.equal((await generate(options(real))).label, "scripted/model");
});

Deno.test("generate() sends every prompt as it is", async () => {
  const model = scriptedModel();
  await generate(options(model, { epochs: 1 }));
  assert.deepEqual(model.requests.map(({ prompt }) => prompt), prompts.map(({ prompt }) => prompt));
});

Deno.test("generate() counts a failed sample as a failure, never as a completion, and goes on", async () => {
  const model = scriptedModel((request) => {
    if (request.sample.taskId === "a" && request.sample.epoch === 2) throw failure("cut");
    return {};
  });
  const { completions, failures } = await generate(options(model));
  assert.equal(completions.length, 5);
  assert.deepEqual(failures.map(({ sample: { taskId, epoch } }) => [taskId, epoch]), [["a", 2]]);
  assert.match(failures[0].error!.message, /asked 2 times/);
  assert.equal(failures[0].reply, undefined);
});

Deno.test("generate() says so, and why, when it got no answer at all", async () => {
  const told: string[] = [];
  const model = scriptedModel(() => {
    throw failure("cut");
  });
  await generate(options(model, { onNotice: (notice) => told.push(notice) }));
  assert.match(told.at(-1)!, /^None of 6 samples has an answer: .*asked 2 times/);
});

Deno.test("generate() says what an answer is", async () => {
  const replies = [{ text: "" }, { finish: "length" }, { finish: "refusal" }] as const;
  const model = scriptedModel((request) => replies[request.sample.epoch - 1]);
  const { samples } = await generate(options(model));
  assert.deepEqual(samples.slice(0, 3).map(({ answer }) => answer), ["empty", "truncated", "refused"]);
});

Deno.test("generate() tells its progress", async () => {
  const states: GenerationProgress[] = [];
  const model = scriptedModel((request) => {
    if (request.sample.epoch === 1) throw failure("refused-request", { retry: false });
    return {};
  });
  await generate(options(model, { onProgress: (state) => states.push(state) }));
  assert.deepEqual(states[0], { done: 0, total: 6, known: 0, failed: 0, tokens: 0 });
  assert.deepEqual(states.at(-1), { done: 6, total: 6, known: 0, failed: 2, tokens: 8 });
});

Deno.test("generate() holds a conversation until there is no further question", async () => {
  const model = scriptedModel(({ sample: { turn } }) => ({
    text: `answer ${turn}`,
    promptTokens: 10 * turn,
  }));
  const { samples } = await generate(options(model, {
    prompts: [prompts[0]],
    epochs: 1,
    followUp: ({ replies }) => (replies.length < 3 ? `Improve ${replies.at(-1)!.text}` : undefined),
  }));
  assert.equal(model.requests.length, 3);
  assert.deepEqual(model.requests[2].prompt, [
    { role: "user", content: "One" },
    { role: "assistant", content: "answer 1" },
    { role: "user", content: "Improve answer 1" },
    { role: "assistant", content: "answer 2" },
    { role: "user", content: "Improve answer 2" },
  ]);
  assert.equal(new Set(model.requests.map(({ seed }) => seed)).size, 3);
  assert.deepEqual(model.requests.map(({ tokensBefore }) => tokensBefore), [undefined, 12, 22]);
  assert.equal(samples[0].reply!.text, "answer 3");
  assert.equal(samples[0].sample.turn, 3);
  assert.equal(samples[0].replies.length, 3);
});

Deno.test("generate() ends with its signal's reason", async () => {
  const stop = new AbortController();
  const model = scriptedModel((_, index) => {
    if (index === 2) stop.abort(new Error("enough"));
    return {};
  });
  await assert.rejects(generate(options(model, { signal: stop.signal, concurrency: 1 })), /enough/);
  assert.ok(model.requests.length <= 3);
});

Deno.test("generate() passes on what the model tells the analyst", async () => {
  const notices: string[] = [];
  const model = { ...scriptedModel(), prepare: () => Promise.resolve(["Mind this."]) };
  await generate({ ...options(model), onNotice: (sentence) => notices.push(sentence) });
  assert.deepEqual(notices, ["Mind this."]);
});

Deno.test("generate() fails at once where the model cannot be described", async () => {
  const model = {
    ...scriptedModel(),
    describe: () => Promise.reject(failure("no-such-model", { retry: false })),
  };
  await assert.rejects(generate(options(model)), ModelError);
  assert.equal(model.requests.length, 0);
});

Deno.test("generate() refuses an option that there is not", async () => {
  const wrong = { ...options(scriptedModel()), temperature: 0.2 };
  await assert.rejects(generate(wrong), {
    name: "RangeError",
    message: /^Unknown option "temperature": did you mean temperatures\?/,
  });
});

Deno.test("generate() says so when the model changed while it was asked", async () => {
  let identity = "digest 1";
  const model = {
    ...scriptedModel(() => {
      identity = "digest 2";
      return {};
    }),
    describe: () => Promise.resolve({ spec: "m", identity, synthetic: false, details: {}, notices: [] }),
  };
  const notices: string[] = [];
  await generate({ ...options(model), onNotice: (sentence) => notices.push(sentence) });
  assert.match(notices.join(), /changed while it was asked: it began as digest 1 and is now digest 2/);
});

Deno.test("generate() says so when the epochs of all prompts have one text", async () => {
  const told = async (
    text: (index: number) => string,
    temperatures: readonly number[],
    synthetic = false,
  ) => {
    const scripted = scriptedModel((_, index) => ({ text: text(index) }));
    const description = { spec: "m", identity: "i", synthetic, details: {}, notices: [] };
    const notices: string[] = [];
    const model = { ...scripted, describe: () => Promise.resolve(description) };
    const prompts = ["1", "2"].map((taskId) => ({ taskId, prompt: taskId }));
    const onNotice = (...said: string[]) => notices.push(...said);
    await generate({ model, prompts, temperatures, epochs: 6, concurrency: 1, onNotice });
    return notices;
  };
  const [same, ...others] = await told((index) => `${index < 6}`, [0.2]);
  assert.match(
    same,
    /^m gave the same text again in all 10 repetitions of prompts at temperatures above 0\. .+ cache/,
  );
  assert.deepEqual(others, []);
  assert.deepEqual(await told((index) => `${index < 11}`, [0.2]), []);
  assert.deepEqual(await told(() => "x", [0.2], true), []);
  assert.equal((await told(() => "", [0.2])).length, 1); // that none has a text
  const [greedy] = await told((index) => `${index === 3}`, [0]);
  assert.match(
    greedy,
    /^At temperature 0, 8 of 10 repetitions of prompts gave the text before again: count a prompt once/,
  );
  assert.deepEqual(await told((index) => `${index}`, [0]), []);
});

Deno.test("generate() says once that a server is too busy, while it goes on asking", async () => {
  const refused = new Map<number, number>();
  const model = scriptedModel(({ seed }) => {
    const times = refused.get(seed) ?? 0;
    refused.set(seed, times + 1);
    if (times < 4) throw failure("busy");
    return {};
  });
  const notices: string[] = [];
  const persistence = { firstWaitMs: 1, longestWaitMs: 1 };
  const { failures } = await generate(
    options(model, { persistence, concurrency: 1, onNotice: (said: string) => notices.push(said) }),
  );
  assert.deepEqual(failures, []);
  assert.deepEqual(notices, ["The server failed: busy; it is asked again for some minutes"]);
});

Deno.test("generate() ends with its signal's reason also when the store knows all", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel();
    await generate(options(model, { store }));
    const stop = new AbortController();
    const onProgress = ({ done }: GenerationProgress) => {
      if (done === 2) stop.abort(new Error("enough"));
    };
    await assert.rejects(
      generate(options(model, { store, onProgress, signal: stop.signal, concurrency: 1 })),
      /enough/,
    );
  }));

Deno.test("generate() stops when the disk is full, says so, and goes on when there is room", () =>
  withStore(async (path) => {
    const long = "x".repeat(4_000);
    const model = scriptedModel(() => ({ text: long }));
    {
      const database = new Database(path, RUN_STORE);
      database.get("PRAGMA max_page_count = 60");
      using store = new RunStore(database);
      await assert.rejects(generate(options(model, { store, epochs: 200 })), {
        name: "DataError",
        message: /the disk is full; what was stored before is safe/,
      });
    }
    using store = openStore(path);
    const [{ samples: kept }] = store.listRuns();
    const before = model.requests.length;
    assert.ok(kept > 0 && before < 400, `${kept} kept, ${before} asked`);
    const { completions } = await generate(options(model, { store, epochs: 200 }));
    assert.equal(completions.length, 400);
    assert.equal(model.requests.length - before, 400 - kept);
  }));

Deno.test("generate() gives a name to the run that has it last, and says so", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel();
    const notices: string[] = [];
    const named = { store, name: "pilot", onNotice: (sentence: string) => notices.push(sentence) };
    const first = await generate(options(model, named));
    const second = await generate(options(model, { ...named, epochs: 4 }));
    assert.equal(store.openRun("pilot").id, second.run!.id);
    assert.match(notices.join(), new RegExp(`"pilot" now names run ${second.run!.id}; run ${first.run!.id}`));
    assert.equal(store.openRun(first.run!.id).samples().length, 6);
  }));

const withStore = (test: (path: string) => Promise<void>) =>
  withFiles({}, (folder) => test(join(folder, "runs.sqlite")));

Deno.test("generate() asks nothing twice when it has a store", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel();
    const first = await generate(options(model, { store }));
    const again = await generate(options(model, { store }));
    assert.equal(model.requests.length, 6);
    assert.deepEqual(again.completions, first.completions);
  }));

Deno.test("generate() asks only for what is new: more epochs, another task, another temperature", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel();
    await generate(options(model, { store }));
    await generate(options(model, { store, epochs: 4 }));
    assert.equal(model.requests.length, 8);
    await generate(options(model, { store, prompts: [...prompts, { taskId: "c", prompt: "Three" }] }));
    assert.equal(model.requests.length, 11);
    await generate(options(model, { store, temperatures: [1, 0.5] }));
    assert.equal(model.requests.length, 17);
  }));

Deno.test("generate() asks again for what failed, and only for that", () =>
  withStore(async (path) => {
    using store = openStore(path);
    let broken = true;
    const model = scriptedModel((request) => {
      if (broken && request.sample.epoch === 2) throw failure("server-error");
      return {};
    });
    const first = await generate(options(model, { store }));
    assert.equal(first.failures.length, 2);
    broken = false;
    const before = model.requests.length;
    const again = await generate(options(model, { store }));
    assert.equal(again.failures.length, 0);
    assert.equal(model.requests.length - before, 2);
  }));

Deno.test("generate() resumes conversations in the middle", () =>
  withStore(async (path) => {
    using store = openStore(path);
    let broken = true;
    const model = scriptedModel(({ sample }) => {
      if (broken && sample.turn === 2) throw failure("server-error");
      return { text: `answer ${sample.turn}` };
    });
    const followUp: GenerateOptions["followUp"] = ({ replies }) =>
      replies.length < 2 ? `Improve ${replies[0].text}` : undefined;
    await generate(options(model, { store, followUp, prompts: [prompts[0]], epochs: 1 }));
    broken = false;
    const before = model.requests.length;
    const { completions } = await generate(
      options(model, { store, followUp, prompts: [prompts[0]], epochs: 1 }),
    );
    assert.equal(completions[0].text, "answer 2");
    assert.equal(model.requests.length - before, 1);
  }));

Deno.test("generate() asks anew, and says so, when another model stands under the same name", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const old = scriptedModel(() => ({ text: "old" }), "digest 1");
    await generate(options(old, { store }));
    const model = scriptedModel(() => ({ text: "new" }), "digest 2");
    const notices: string[] = [];
    const { completions, run } = await generate(
      options(model, { store, onNotice: (sentence) => notices.push(sentence) }),
    );
    assert.deepEqual(new Set(completions.map(({ text }) => text)), new Set(["new"]));
    assert.equal(model.requests.length, 6);
    assert.match(notices.join("\n"), /scripted\/model is not the model it was: 6 samples/);
    assert.deepEqual(new Set(run!.samples().map(({ text }) => text)), new Set(["new"]));
  }));

Deno.test("forecast() asks a few samples, spread over the run, and says what the rest takes", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel(() => ({ promptTokens: 10, completionTokens: 20 }));
    const many = Array.from({ length: 100 }, (_, task) => ({ taskId: `${task}`, prompt: `Task ${task}` }));
    const predicted = await forecast(options(model, { store, prompts: many, epochs: 2 }));
    assert.deepEqual([predicted.samples, predicted.left, predicted.measured], [200, 191, 8]);
    assert.deepEqual([predicted.promptTokens, predicted.completionTokens], [1910, 3820]);
    assert.ok(predicted.seconds! >= 0);
    assert.equal(new Set(model.requests.map(({ sample }) => sample.taskId)).size, 9);
    await generate(options(model, { store, prompts: many, epochs: 2 }));
    assert.equal(model.requests.length, 200);
  }));

Deno.test("forecast() knows when nothing is left, and when nothing is known", async () => {
  const broken = scriptedModel(() => {
    throw failure("cut");
  });
  const { seconds, measured } = await forecast(options(broken));
  assert.deepEqual([seconds, measured], [undefined, 0]);
  const kept = await forecast(options(scriptedModel()));
  assert.deepEqual([kept.samples, kept.left], [6, 6], "without a store nothing is kept");
  assert.equal(
    describeForecast({ samples: 5, left: 0, measured: 0, seconds: 0 }),
    "0 of 5 samples are left",
  );
  assert.match(describeForecast({ samples: 9, left: 5, measured: 0 }), /nothing is known/);
});

Deno.test("beginGeneration() says how many samples there will be and which are missing", () =>
  withStore(async (path) => {
    using store = openStore(path);
    const model = scriptedModel();
    const begun = await beginGeneration(options(model, { store }));
    assert.deepEqual([begun.total, begun.missing().length], [6, 6]);
    await Array.fromAsync(begun.samples(begun.missing().slice(0, 2)));
    assert.equal(begun.missing().length, 4);
  }));
