import assert from "node:assert/strict";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { PLAIN } from "codebias/generation/sampling.ts";
import type { Sampling } from "codebias/core/types.ts";
import { answer, event, request } from "../fake_openai.ts";
import { withEnvironment } from "./setup.ts";

/** Runs a test in which OpenAI itself is played by a function. */
async function withOpenAI(
  answers: (path: string, body: Record<string, unknown> | undefined) => Response,
  test: () => Promise<void>,
): Promise<void> {
  const original = globalThis.fetch;
  await withEnvironment({ OPENAI_API_KEY: "sk-of-a-test" }, async () => {
    globalThis.fetch = (input, init) => {
      const { origin, pathname } = new URL(String(input));
      assert.equal(origin, "https://api.openai.com");
      return Promise.resolve(answers(pathname, init?.body ? JSON.parse(String(init.body)) : undefined));
    };
    try {
      await test();
    } finally {
      globalThis.fetch = original;
    }
  });
}

Deno.test("openOpenAI asks OpenAI in its own words", () => {
  const asked: [string, unknown][] = [];
  return withOpenAI((path, sent) => {
    asked.push([path, sent]);
    if (path === "/v1/models") {
      return Response.json({ data: [{ id: "gpt-5", created: 1754425777, owned_by: "system" }] });
    }
    return new Response(answer(["a"]).join(""));
  }, async () => {
    const model = openOpenAI("gpt-5");
    const { identity, details, notices } = await model.describe();
    assert.equal(identity, "openai gpt-5 1754425777");
    assert.equal(details.baseUrl, "https://api.openai.com/v1");
    assert.deepEqual(notices, [
      "OpenAI follows a seed only roughly, and may change the model behind a name without a date.",
    ]);
    assert.deepEqual(await model.prepare({ sampling: PLAIN, prompts: ["x"] }), []);
    await model.ask(request());
    assert.deepEqual(asked.slice(1), [["/v1/models", undefined], ["/v1/chat/completions", {
      model: "gpt-5",
      messages: [{ role: "user", content: "def f(x):" }],
      stream: true,
      stream_options: { include_usage: true },
      temperature: 0.2,
      top_p: 1,
      seed: 11,
      max_completion_tokens: 64,
    }]]);
    const refused: [Partial<Sampling>, RegExp][] = [
      [{ stop: ["1", "2", "3", "4", "5"] }, /^Cannot ask gpt-5 with 5 stop texts: OpenAI takes at most 4$/],
      [{ topK: 3 }, /^Cannot ask gpt-5 with topK 3: OpenAI does not take it; omit topK$/],
      [{ raw: true }, /^Cannot ask gpt-5 with raw: OpenAI always applies the chat template$/],
    ];
    for (const [changes, message] of refused) {
      const sampling = { ...PLAIN, ...changes };
      await assert.rejects(model.prepare({ sampling, prompts: [] }), { name: "RangeError", message });
    }
    assert.equal(asked.filter(([path]) => path !== "/v1/models").length, 1);
  });
});

Deno.test("openOpenAI asks the models of OpenAI that have no chat without one", () =>
  withOpenAI((path, sent) => {
    if (path === "/v1/models") return Response.json({ data: [] });
    assert.equal(path, "/v1/completions");
    assert.equal(sent?.max_tokens, 2048);
    return new Response(event({ choices: [{ index: 0, text: "x", finish_reason: "stop" }] }));
  }, async () => {
    const model = openOpenAI("davinci-002");
    assert.equal((await model.ask(request({ sampling: { ...PLAIN, raw: true } }))).text, "x");
  }));
