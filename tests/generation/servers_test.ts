import assert from "node:assert/strict";
import { join } from "node:path";
import { generate, openModel, openStore } from "codebias";
import type { GenerateOptions, GenerationProgress } from "codebias/run/asking/generate.ts";
import { progressLine } from "codebias/app/notebook/progress.ts";
import { Answering } from "codebias/generation/asker.ts";
import { addressesIn } from "codebias/generation/servers.ts";
import { withFiles } from "../store/repository.ts";
import { type FakeOllama, fakeOllama, type FakeOllamaOptions } from "./fake_ollama.ts";
import {
  answer,
  type Behaviour as OpenAIBehaviour,
  body,
  failing,
  fakeOpenAI,
  inTurn,
  json,
  models,
} from "./fake_openai.ts";
import { LLAMA_CPP, VLLM } from "./openai/known_servers.ts";
import { type Behaviour, refuse, say, sendLines, tokenLine } from "./ollama/behaviours.ts";

const persistence = { tries: 3, firstWaitMs: 1 };

function options(count: number, more: Partial<GenerateOptions> = {}): GenerateOptions {
  const prompts = Array.from(
    { length: count },
    (_, index) => ({ taskId: `${index}`, prompt: `Task ${index}` }),
  );
  return { model: "calibration", prompts, persistence, onNotice: () => {}, ...more };
}

const at = (servers: readonly FakeOllama[]) =>
  openModel("ollama/fake", { url: servers.map(({ url }) => url).join(", ") });

/** How often each seed was asked for, of all servers. */
function seeds(servers: readonly FakeOllama[]): Map<number, number> {
  const all = servers.flatMap((server) =>
    server.completions().map(({ body }) => body.options.seed as number)
  );
  return new Map(
    Object.entries(Object.groupBy(all, String)).map(([seed, same]) => [Number(seed), same!.length]),
  );
}

Deno.test("three servers of speeds 1, 2 and 4 share the samples so, each asked once", async () => {
  await using slow = fakeOllama({ slots: 1, delayMs: 100 });
  await using middle = fakeOllama({ slots: 1, delayMs: 50 });
  await using fast = fakeOllama({ slots: 1, delayMs: 25 });
  const servers = [slow, middle, fast];
  const { failures, completions } = await generate(options(210, { model: at(servers) }));
  assert.deepEqual([failures.length, completions.length], [0, 210]);
  assert(seeds(servers).values().every((count) => count === 1));
  const shares = servers.map((server) => server.completions().length / 30);
  for (const [index, share] of shares.entries()) {
    const wanted = [1, 2, 4][index];
    assert(share > 0.6 * wanted && share < 1.5 * wanted, `${shares}`);
  }
});

Deno.test("a server that dies hands its share to the others: all samples are there, each once", () =>
  withFiles({}, async (folder) => {
    await using one = fakeOllama({ slots: 2, delayMs: 10 });
    await using other = fakeOllama({ slots: 2, delayMs: 10 });
    let stopping: Promise<void> | undefined;
    const dying = fakeOllama({ slots: 2, delayMs: 10 });
    const told: string[] = [];
    using store = openStore(join(folder, "runs.sqlite"));
    const servers = [dying, one, other];
    const { completions, failures, run } = await generate(options(200, {
      ...{ model: at(servers), store, onNotice: (notice) => told.push(notice) },
      onProgress: ({ done }) => {
        if (done >= 40) stopping ??= Promise.resolve(dying[Symbol.asyncDispose]());
      },
    }));
    await stopping;
    assert.deepEqual([failures.length, completions.length], [0, 200]);
    assert.deepEqual(
      completions.map(({ taskId }) => taskId),
      Array.from({ length: 200 }, (_, index) => `${index}`),
    );
    assert.equal(run!.samples().length, 200);
    const twice = seeds(servers).values().filter((count) => count > 1).toArray().length;
    assert(twice <= 64, `${twice} were asked twice`); // no more than the dead one had under way
    assert(dying.completions().length < 120, `${dying.completions().length}`);
    assert.match(told.join("\n"), /cannot be reached: .*; the other servers answer in its place/);
  }));

const BROKEN: Readonly<Record<string, Behaviour>> = {
  "cuts every answer off": sendLines((asked) => [tokenLine(asked, "a")], { ending: "cut" }),
  "answers every request with an error": refuse(500, "out of memory"),
};

for (const [what, behaviour] of Object.entries(BROKEN)) {
  Deno.test(`a server that ${what} loses no sample as long as another answers`, async () => {
    await using bad = fakeOllama({ script: () => behaviour });
    await using good = fakeOllama({ slots: 2, delayMs: 10 });
    const { failures } = await generate(
      options(120, { model: at([bad, good]), persistence: { tries: 3, firstWaitMs: 1 } }),
    );
    assert.deepEqual(failures, []);
    assert.equal(good.completions().length, 120);
    assert(bad.completions().length <= 12, `${bad.completions().length}`);
  });
}

Deno.test("where all servers fail, each sample fails after its tries, and all fail at once when none can be reached", async () => {
  const bad = () => fakeOllama({ script: () => refuse(500, "out of memory") });
  await using one = bad();
  await using other = bad();
  const { failures } = await generate(options(20, { model: at([one, other]) }));
  assert.equal(failures.length, 20);
  assert(failures.every(({ error }) => /out of memory.*asked 3 times/.test(error!.message)));
  let stopping: Promise<unknown> | undefined;
  const [first, second] = [fakeOllama({ delayMs: 5 }), fakeOllama({ delayMs: 5 })];
  const { completions, failures: lost } = await generate(options(200, {
    model: at([first, second]),
    onProgress: ({ done }) => {
      if (done >= 20) {
        stopping ??= Promise.all([first, second].map((server) => server[Symbol.asyncDispose]()));
      }
    },
  }));
  await stopping;
  assert.equal(completions.length + lost.length, 200);
  assert(completions.length >= 20 && lost.length >= 50, `${lost.length}`);
  assert(lost.some(({ error }) => /^Not asked for, since before/.test(error!.message)));
});

Deno.test("a server that cannot be reached when a run begins is left out, with a notice; all of them are a failure", async () => {
  await using there = fakeOllama();
  const told: string[] = [];
  const nobody = "http://127.0.0.9:9";
  const model = openModel("ollama/fake", { url: `${nobody},${there.url}` });
  const { completions, model: { details } } = await generate(
    options(5, { model, onNotice: (notice) => told.push(notice) }),
  );
  assert.equal(completions.length, 5);
  assert.match(told[0], /127\.0\.0\.9:9 cannot be reached: .*; the other servers answer in its place$/);
  assert.deepEqual(details.servers, [`The Ollama server at ${there.url}`]);
  const none = openModel("ollama/fake", { url: `${nobody},http://127.0.0.9:10` });
  await assert.rejects(generate(options(5, { model: none })), {
    name: "ModelError",
    message: /cannot be reached/,
  });
});

Deno.test("servers that have different models under one name are refused, both named", async () => {
  const having = (digit: string): FakeOllamaOptions => ({
    models: [{ name: "fake:latest", digest: digit.repeat(64) }],
  });
  await using one = fakeOllama(having("a"));
  await using other = fakeOllama(having("b"));
  await assert.rejects(generate(options(3, { model: at([one, other]) })), {
    name: "ModelError",
    message:
      `The Ollama server at ${one.url} has ollama/fake as sha256:${
        "a".repeat(64)
      }, but the Ollama server at ` +
      `${other.url} as sha256:${
        "b".repeat(64)
      }: several servers must have the same; give one of them the model of the other`,
  });
  assert.equal(one.completions().length + other.completions().length, 0);
  await using lacking = fakeOllama({ models: [] });
  await assert.rejects(generate(options(3, { model: at([one, lacking]) })), /does not have the model fake/);
});

Deno.test("several servers with OpenAI's interface are asked alike, each a share", async () => {
  const script = {
    ...VLLM,
    "/v1/chat/completions": body(answer(["x"]), { pauseMs: 1 }),
  };
  await using one = fakeOpenAI(script);
  await using other = fakeOpenAI(script);
  const model = openModel("openai/m", { url: `${one.baseUrl},${other.baseUrl}` });
  const { completions } = await generate(options(60, { model, concurrency: 2 }));
  assert.equal(completions.length, 60);
  const counts = [one, other].map((server) => server.completions().length);
  assert(counts[0] + counts[1] === 60 && Math.min(...counts) >= 10, `${counts}`);
});

Deno.test("what a server has refused is said also when it has gone and the others stay", async () => {
  const refusing: OpenAIBehaviour = (asked, raw) =>
    ("seed" in asked.body! ? failing(400, { message: "no seed" }) : body(answer(["x"])))(asked, raw);
  const told: string[] = [];
  await using stays = fakeOpenAI({ ...VLLM, "/v1/chat/completions": body(answer(["x"])) });
  await using goes = fakeOpenAI({
    ...VLLM,
    // It is described when the run begins, and gone at the end.
    "/v1/models": inTurn(VLLM["/v1/models"], failing(503)),
    "/v1/chat/completions": refusing,
  });
  const model = openModel("openai/m", { url: `${stays.baseUrl},${goes.baseUrl}` });
  await generate(options(20, { model, concurrency: 2, onNotice: (notice) => told.push(notice) }));
  assert(goes.completions().length > 0);
  assert.equal(
    told.filter((notice) => notice.includes("refuses seed: it was asked without")).length,
    1,
    `${told}`,
  );
});

Deno.test("a list of servers is refused where one is empty or there twice", () => {
  assert.deepEqual(addressesIn("a"), ["a"]);
  assert.deepEqual(addressesIn("a ,b:1"), ["a", "b:1"]);
  for (const list of ["a,", ",a", "a,,b", "a, a"]) {
    assert.throws(() => openModel("ollama/m", { url: list }), {
      name: "RangeError",
      message: /list of servers/,
    });
  }
  assert.throws(
    () => openModel("openai/m", { url: "http://a/v1,http://a/v1" }),
    /http:\/\/a\/v1 is there twice/,
  );
});

Deno.test("as many requests may be under way as the engine batches: vLLM 1,024, llama.cpp its slots, others 64", async () => {
  const most = async (script: Parameters<typeof fakeOpenAI>[0]) => {
    await using server = fakeOpenAI(script);
    return (await openModel("openai/m", { url: server.baseUrl }).breadth!()).most;
  };
  const slots = {
    ...LLAMA_CPP,
    "/props": json({ default_generation_settings: { n_ctx: 8000 }, total_slots: 256 }),
  };
  assert.equal(await most(VLLM), 1024);
  assert.equal(await most(slots), 256);
  assert.equal(await most(LLAMA_CPP), 64);
  assert.equal(await most({ "/v1/models": models({ id: "m", owned_by: "someone" }) }), 64);
});

Deno.test("a model that is only partly on the GPU is named in a notice and in the description, also when it shows later", async () => {
  let loaded: unknown[] = [];
  const part = { name: "fake:latest", model: "fake:latest", size: 9_000, size_vram: 6_000 };
  await using server = fakeOllama({ routes: { "/api/ps": () => Response.json({ models: loaded }) } });
  const told: string[] = [];
  const model = openModel("ollama/fake", { url: server.url });
  const asked = (seed: number) =>
    generate(options(1, { model, seed, onNotice: (notice) => told.push(notice) }));
  const share = /^Only 66 % of fake is on the GPU, the rest in main memory/;
  assert.equal((await asked(1)).model.details.gpuShare, undefined);
  assert(!told.some((notice) => share.test(notice)));
  server.script = () => {
    loaded = [part];
    return say("ok");
  };
  await asked(2);
  assert.match(told.join("\n"), new RegExp(share.source, "m"));
  const { model: { details, notices } } = await asked(3);
  assert.equal(details.gpuShare, 6 / 9);
  assert(notices.some((notice) => share.test(notice)));
  loaded = [{ ...part, size_vram: 0 }];
  assert(!(await asked(4)).model.notices.some((notice) => /GPU/.test(notice)));
});

Deno.test("Answering tells how many answers are written at once, whatever waits", () => {
  let now = 0;
  const answering = new Answering(() => now);
  assert.equal(answering.atOnce, undefined);
  for (let time = 0; time < 40; time++) {
    now += 500; // two slots, each answer a second; the others wait for their first token
    answering.answered({ firstTokenMs: 30_000, totalMs: 31_000 }, 8);
  }
  assert.equal(answering.atOnce, 2);
  answering.answered({ totalMs: 1 }, 8);
  assert.equal(answering.atOnce, 2);
  for (let round = 0; round < 3; round++) {
    now += 60_000; // all begin and end together
    for (let answer = 0; answer < 16; answer++) answering.answered({ firstTokenMs: 0, totalMs: 60_000 }, 16);
  }
  assert.equal(answering.atOnce, 16);
});

Deno.test("the progress tells how many a server answers at once, and what raises that where others wait", async () => {
  await using server = fakeOllama({ slots: 1, delayMs: 20 });
  const model = openModel("ollama/fake", { url: server.url });
  const states: GenerationProgress[] = [];
  await generate(options(150, { model, concurrency: 4, onProgress: (state) => states.push(state) }));
  const { atOnce, raisedBy } = states.at(-20)!;
  assert.deepEqual([atOnce, raisedBy], [1, "OLLAMA_NUM_PARALLEL"]);
  assert.match(
    progressLine("Generating", { ...states.at(-20)!, done: 100, total: 150 }, 3),
    /, the server answers 1 at once \(OLLAMA_NUM_PARALLEL lets it answer more\), about/,
  );
  assert.equal(states[0].atOnce, undefined);
});
