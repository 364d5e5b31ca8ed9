import assert from "node:assert/strict";
import fc from "fast-check";
import { literalText, mostTokens, windowFor } from "codebias/generation/ollama/context.ts";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import type { Message, Prompt } from "codebias/core/types.ts";
import { type FakeModel, fakeOllama } from "../fake_ollama.ts";
import { answer, assertFails, type Expected, request } from "./asking.ts";
import { type Behaviour, cutting, lastLine, say, sendLines, tokenLine } from "./behaviours.ts";

const FACTS = { limit: undefined, templateTokens: 0, refusesLong: false };

Deno.test("literalText is what a template itself says, in the language of Go or in Jinja", () => {
  assert.equal(literalText("<s>{{ .Prompt }}</s>"), "<s></s>");
  assert.equal(literalText('{{- if .System }}sys{{ "\\n" }}{{ end }}'), 'sys"\\n"');
  assert.equal(
    literalText("{% if x == 'a' %}b{{ '<|im_start|>' + role }}{# said to nobody #}"),
    "'a'b'<|im_start|>'",
  );
  assert.equal(literalText("{{ `raw` }}"), "`raw`");
  assert.equal(literalText("plain"), "plain");
});

Deno.test("no prompt is counted shorter than its bytes", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), fc.boolean(), (text, raw) => {
    const bytes = new TextEncoder().encode(text).length;
    assert(mostTokens(text, { raw }, FACTS) >= bytes);
    assert(mostTokens([{ role: "user", content: text }], { raw }, FACTS) >= bytes);
  }));
  assert.equal(mostTokens("求", { raw: true }, FACTS) - mostTokens("a", { raw: true }, FACTS), 2);
});

Deno.test("the window is a power of two that holds what is needed, as far as the model can", () => {
  const windows = [[1, 4096], [4096, 4096], [4097, 8192], [8192, 8192], [100_000, 131_072]];
  for (const [tokens, window] of windows) assert.equal(windowFor(tokens, {}), window);
  assert.equal(windowFor(10_000, { limit: 8192 }), 8192);
  assert.equal(windowFor(10, { limit: 512 }), 512);
  assert.equal(windowFor(5000, { limit: 6000 }), 6000);
});

const { sampling } = request();

/** The window that requests for these prompts ask for, one after the other. */
async function windows(
  model: Omit<FakeModel, "name">,
  prompts: readonly Prompt[],
  { prepared, contextTokens }: { prepared?: readonly Prompt[]; contextTokens?: number } = {},
) {
  await using server = fakeOllama({ models: [{ name: "fake:latest", ...model }] });
  const opened = openOllama("fake", { host: server.url, contextTokens });
  const notices = prepared ? await opened.prepare({ sampling, prompts: prepared }) : [];
  for (const prompt of prompts) await opened.ask(request(prompt));
  return { notices, windows: server.completions().map(({ body }) => body.options.num_ctx) };
}

const long = (bytes: number) => "x".repeat(bytes);

Deno.test("a run has one window, that of its longest prompt", async () => {
  const prompts = [long(10), long(20_000), long(100)];
  const run = await windows({ contextTokens: 131_072 }, prompts, { prepared: prompts });
  assert.deepEqual(run, { notices: [], windows: [32_768, 32_768, 32_768] });
});

Deno.test("short prompts have the window that the server has anyway", async () => {
  assert.deepEqual((await windows({ contextTokens: 131_072 }, ["f"], { prepared: ["f"] })).windows, [4096]);
  assert.deepEqual((await windows({ contextTokens: 131_072 }, ["f"])).windows, [4096]);
});

Deno.test("template, system prompt, number of messages and the limit of tokens count", async () => {
  const window = async (model: Omit<FakeModel, "name">, prompt: Prompt) =>
    (await windows({ contextTokens: 131_072, ...model }, [prompt])).windows[0];
  assert.equal(await window({}, long(3500)), 4096);
  assert.equal(await window({ template: `${long(500)}{{ .Prompt }}` }, long(3500)), 8192);
  assert.equal(await window({ system: long(500) }, long(3500)), 8192);
  const turn: Message = { role: "user", content: long(100) };
  assert.equal(await window({}, Array.from({ length: 35 }, () => turn)), 8192);
  await using server = fakeOllama({ models: [{ name: "fake:latest", contextTokens: 131_072 }] });
  await openOllama("fake", { host: server.url }).ask(request("f", { maxTokens: 5000 }));
  assert.equal(server.completions()[0].body.options.num_ctx, 8192);
});

Deno.test("without preparation the window grows and never shrinks", async () => {
  const { windows: all } = await windows({ contextTokens: 131_072 }, [
    long(10),
    long(9000),
    long(10),
    long(40_000),
    long(10),
  ]);
  assert.deepEqual(all, [4096, 16_384, 16_384, 65_536, 65_536]);
});

Deno.test("another run has its own window", async () => {
  await using server = fakeOllama({ models: [{ name: "fake:latest", contextTokens: 131_072 }] });
  const model = openOllama("fake", { host: server.url });
  for (const prompt of [long(20_000), "f"]) {
    await model.prepare({ sampling, prompts: [prompt] });
    await model.ask(request(prompt));
  }
  assert.deepEqual(server.completions().map(({ body }) => body.options.num_ctx), [32_768, 4096]);
});

Deno.test("a run without prompts can be prepared", async () => {
  assert.deepEqual((await windows({}, [], { prepared: [] })).notices, []);
});

Deno.test("the window is at most the model's context, and prompts beyond it are announced", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  const prompts = [long(10), long(12_345), long(9000)];
  assert.deepEqual(await model.prepare({ sampling, prompts }), [
    "2 of 3 prompts may not fit into the context of 8,192 tokens together with their completions " +
    "(the longest has 12,345 bytes): one that is cut gives an error and no sample.",
  ]);
  await model.ask(request("f"));
  assert.equal(server.completions()[0].body.options.num_ctx, 8192);
});

Deno.test("a long window is announced", async () => {
  const prompts = [long(50_000)];
  const { notices } = await windows({ contextTokens: 131_072 }, [], { prepared: prompts });
  assert.deepEqual(notices, [
    "The context has 65,536 tokens for the longest prompt, which may take much memory.",
  ]);
});

Deno.test("the analyst may choose the window, but none that the model cannot have", async () => {
  const prompts = [long(3000)];
  const run = await windows({}, ["f"], { prepared: prompts, contextTokens: 2048 });
  assert.deepEqual(run.windows, [2048]);
  assert.match(run.notices[0], /^1 of 1 prompts may not fit into the context of 2,048 tokens/);
  const refused = {
    name: "RangeError",
    message: /^Cannot use a context of 8193 tokens: fake has at most 8192, .*; set contextTokens up to it/,
  };
  await assert.rejects(windows({}, [], { prepared: prompts, contextTokens: 8193 }), refused);
  await assert.rejects(windows({}, ["f"], { contextTokens: 8193 }), refused);
});

const tooLong = { failure: "prompt-too-long", retry: false } as const;

/** What becomes of a prompt of so many bytes if the server counts so many tokens, where the context has 8,192. */
function counted(
  bytes: number,
  prompt_eval_count: number | undefined,
  more: { version?: string; eval_count?: number; maxTokens?: number } = {},
) {
  const { version, eval_count, maxTokens = 100 } = more;
  return answer(say("yes", { prompt_eval_count, eval_count }), {
    prompt: long(bytes),
    version,
    sampling: { maxTokens },
  });
}

async function assertRefused(asked: Promise<unknown>, message: RegExp): Promise<void> {
  const expected: Expected = { ...tooLong, message };
  const error = await assertFails(asked, expected);
  assert.match(
    error.message,
    /; shorten the prompt or maxTokens, or use a model with a longer context(?:, or Ollama 0\.13 or newer, .*)?$/,
  );
}

Deno.test("a prompt that was cut gives no reply", async () => {
  await assertRefused(
    answer(cutting(), { prompt: long(20_000) }),
    /^cut a prompt, .*: it fills the context of 8192 tokens/,
  );
  await assertRefused(
    answer(cutting("half"), { prompt: long(20_000) }),
    /^may have cut a prompt: it counted 4098 tokens where the context has 8192/,
  );
  await assertRefused(answer(cutting(), { prompt: long(20_000), version: "0.33.0" }), /^cut a prompt/);
  await assertRefused(
    answer(cutting("half"), { prompt: long(20_000), version: "0.33.0" }),
    /^may have cut a prompt/,
  );
  const turns: Message[] = ["user", "assistant", "user"].map((role) =>
    ({ role, content: long(9000) }) as Message
  );
  await assertRefused(answer(cutting(), { prompt: turns }), /^cut a prompt/);
});

Deno.test("a prompt that was not cut gives a reply, however few tokens it has", async () => {
  assert.equal((await answer(cutting(), { prompt: long(7000) })).text, "yes");
  assert.equal((await counted(7000, 3)).promptTokens, 3);
  assert.equal((await counted(7000, 7900)).promptTokens, 7900);
  assert.equal((await counted(7000, undefined)).promptTokens, undefined);
});

Deno.test("where a prompt may be too long, the count decides", async () => {
  assert.equal((await counted(12_000, 3600)).promptTokens, 3600);
  await assertRefused(counted(12_000, 3700), /^may have cut a prompt/);
  await assertRefused(counted(12_000, 1400), /^may have cut a prompt/);
  assert.equal((await counted(12_000, 1500)).promptTokens, 1500);
  await assertRefused(counted(12_000, 8192), /^cut a prompt/);
  await assertRefused(counted(12_000, 9000), /^cut a prompt/);
  await assertRefused(
    counted(12_000, undefined),
    /^does not say whether it cut a prompt that may not fit into the context of 8192 tokens/,
  );
});

Deno.test("a server that refuses long prompts is believed when it takes one", async () => {
  const version = "0.33.0";
  for (const tokens of [3600, 3700, 5000, 8000]) {
    assert.equal((await counted(12_000, tokens, { version })).promptTokens, tokens);
  }
  for (const tokens of [4096, 4098, 8192]) {
    await assertRefused(counted(12_000, tokens, { version }), /cut a prompt/);
  }
  await assertRefused(counted(12_000, 1400, { version }), /^may have cut a prompt/);
  await assertRefused(counted(12_000, undefined, { version }), /^does not say/);
});

Deno.test("a conversation of which messages may have been dropped gives no reply", async () => {
  const turns = (bytes: number) =>
    ["user", "assistant", "user"].map((role) => ({ role, content: long(bytes) }) as Message);
  const asked = (bytes: number, prompt_eval_count: number, version?: string) =>
    answer(say("yes", { prompt_eval_count }), { prompt: turns(bytes), version });
  assert.equal((await asked(2000, 1500)).text, "yes");
  await assertRefused(asked(4000, 3600), /^may have cut a prompt: .*, or Ollama 0\.13 or newer/);
  assert.equal((await asked(4000, 3600, "0.33.0")).text, "yes");
  await assertRefused(asked(4000, 1400, "0.33.0"), /^may have cut a prompt/);
});

Deno.test("a prompt that went out of the context while the model wrote gives no reply", async () => {
  const maxTokens = 8000;
  await assertRefused(
    counted(1000, 300, { eval_count: 8000, maxTokens }),
    /^dropped the beginning of a prompt while it answered, since the context of 8192 tokens was full/,
  );
  assert.equal((await counted(1000, 300, { eval_count: 7800, maxTokens })).completionTokens, 7800);
  assert.equal((await counted(1000, 193, { eval_count: 8000, maxTokens })).completionTokens, 8000);
  await assertRefused(counted(1000, 194, { eval_count: 8000, maxTokens }), /^dropped the beginning/);
});

Deno.test("a completion that loops is judged in the same way", async () => {
  const loops: Behaviour = sendLines((asked) => Array.from({ length: 31 }, () => tokenLine(asked, "a")));
  assert.equal((await answer(loops, { prompt: long(1000) })).finish, "looping");
  await assertRefused(answer(loops, { prompt: long(12_000) }), /^does not say whether it cut a prompt/);
});

Deno.test("a server that does not tell the model's context gets any window", async () => {
  await using server = fakeOllama({
    routes: { "/api/show": () => Response.json({}) },
    script: () => sendLines((asked) => [lastLine(asked, { prompt_eval_count: 30_000 })]),
  });
  await openOllama("fake", { host: server.url }).ask(request(long(200_000)));
  assert.equal(server.completions()[0].body.options.num_ctx, 262_144);
});
