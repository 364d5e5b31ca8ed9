import assert from "node:assert/strict";
import { body, chunk, event, json, request, type Script, usage } from "../../fake_openai.ts";
import { LM_STUDIO, OLLAMA, VLLM } from "../known_servers.ts";
import { withModel } from "../setup.ts";

const LONG = "word ".repeat(1000);

/** An answer to a prompt of which so many tokens were read. */
const read = (promptTokens?: number) =>
  body([
    event(chunk({ content: "x" }, "stop")),
    ...(promptTokens === undefined ? [] : [event(usage(promptTokens, 1))]),
  ]);

const CUT: readonly [string, Script, number | undefined][] = [
  ["to all of the context", OLLAMA, 4096],
  ["to half of the context", OLLAMA, 1900],
  ["to its last few words", OLLAMA, 100],
  ["to an unknown length", OLLAMA, undefined],
  ["to all of LM Studio's context", LM_STUDIO, 4000],
];

for (const [name, script, promptTokens] of CUT) {
  Deno.test(`openOpenAI has no sample for a prompt that may have been cut ${name}`, () =>
    withModel({ ...script, "/v1/chat/completions": read(promptTokens) }, async (model) => {
      await assert.rejects(model.ask(request({ prompt: LONG })), {
        name: "ModelError",
        failure: "prompt-too-long",
        retry: false,
        message:
          /^The prompt is too long for m: the context holds 4096 tokens, (the prompt has \d+, )?maxTokens is 64;/,
      });
    }));
}

const WHOLE: readonly [string, Script, string, number | undefined][] = [
  ["is short", OLLAMA, "word", undefined],
  ["has few tokens for its length", OLLAMA, LONG, 1002],
  ["is read by a server that refuses longer ones", VLLM, LONG, 4000],
  [
    "fits into the window of the loaded model",
    {
      ...OLLAMA,
      "/api/ps": json({ models: [{ name: "m:latest", context_length: 32768 }] }),
    },
    LONG,
    2500,
  ],
  [
    "fits into the Modelfile's window",
    { ...OLLAMA, "/api/show": json({ parameters: "num_ctx 16384" }) },
    LONG,
    2500,
  ],
];

for (const [name, script, prompt, promptTokens] of WHOLE) {
  Deno.test(`openOpenAI takes the answer to a prompt that ${name}`, () =>
    withModel({ ...script, "/v1/chat/completions": read(promptTokens) }, async (model) => {
      assert.equal((await model.ask(request({ prompt }))).text, "x");
    }));
}

Deno.test("openOpenAI learns the window once the model is loaded", async () => {
  let loaded = false;
  const script: Script = {
    ...OLLAMA,
    "/api/ps": () => Response.json({ models: loaded ? [{ name: "m:latest", context_length: 32768 }] : [] }),
    "/v1/chat/completions": (asked, raw) => {
      loaded = true;
      return read(2500)(asked, raw);
    },
  };
  await withModel(script, async (model) => {
    assert.equal((await model.describe()).contextTokens, 4096);
    assert.equal((await model.ask(request({ prompt: LONG }))).text, "x");
  });
});
