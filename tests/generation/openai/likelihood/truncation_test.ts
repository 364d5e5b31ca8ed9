import assert from "node:assert/strict";
import fc from "fast-check";
import type { Message } from "codebias/core/types.ts";
import { mayBeCut } from "codebias/generation/openai/likelihood/truncation.ts";
import {
  type Behaviour,
  body,
  chunk,
  event,
  failing,
  json,
  request,
  type Script,
  usage,
} from "../../fake_openai.ts";
import { LLAMA_CPP, LM_STUDIO, OLLAMA, VLLM } from "../known_servers.ts";
import { withModel } from "../setup.ts";

const LONG = "word ".repeat(1000);

/** An answer to a prompt of which so many tokens were read. */
const read = (promptTokens?: number) =>
  body([
    event(chunk({ content: "x" }, "stop")),
    ...(promptTokens === undefined ? [] : [event(usage(promptTokens, 1))]),
  ]);

/** A llama-server with a short context, of some build. */
const llamaServer = (build_info?: string): Script => ({
  ...LLAMA_CPP,
  "/props": json({ default_generation_settings: { n_ctx: 4096 }, build_info }),
});

const CUT: readonly [string, Script, number | undefined][] = [
  ["to all of the context", OLLAMA, 4096],
  ["to half of the context", OLLAMA, 1900],
  ["to its last few words", OLLAMA, 100],
  ["to an unknown length", OLLAMA, undefined],
  ["to all of LM Studio's context", LM_STUDIO, 4000],
  ["to half of the context of an old llama.cpp", llamaServer("b5092-d3bd7193"), 2100],
  ["to half of the context of a llamafile", llamaServer(), 2100],
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
  ["is read by a llama.cpp that refuses longer ones", llamaServer("b6500-1234567"), LONG, 2100],
  [
    "is read by a llama.cpp behind a proxy",
    { ...llamaServer(), "/props": failing(404) },
    LONG.repeat(2),
    4500,
  ],
  ["is read by a llama.cpp that somebody built", llamaServer("b0-unknown"), LONG, 2100],
  ["fits into the context of an old llama.cpp", llamaServer("b5092-d3bd7193"), LONG, 1200],
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

for (const [context, isWhole] of [[32768, true], [4096, false]] as const) {
  Deno.test(`openOpenAI learns that LM Studio loads a model of a longer context with ${context} tokens of it`, () => {
    let state: object = { state: "not-loaded" };
    const chat: Behaviour = (asked, raw) => {
      state = { state: "loaded", loaded_context_length: context };
      return read(2500)(asked, raw);
    };
    const own: Behaviour = () => Response.json({ id: "m", max_context_length: 131072, ...state });
    return withModel(
      { ...LM_STUDIO, "/api/v0/models/m": own, "/v1/chat/completions": chat },
      async (model) => {
        assert.equal((await model.describe()).contextTokens, 4096);
        const asked = model.ask(request({ prompt: LONG }));
        if (isWhole) assert.equal((await asked).text, "x");
        else {await assert.rejects(asked, {
            failure: "prompt-too-long",
            message: /context holds 4096 tokens/,
          });}
      },
    );
  });
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

/** A conversation of messages of so many letters, the user's and the model's in turn. */
const conversation = (...letters: readonly number[]): Message[] =>
  letters.map((length, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content: "x".repeat(length) }));

const CONVERSATIONS: readonly [string, number[], number, boolean][] = [
  [
    "has all its messages, as those that are counted and a first one do not fill the context",
    [1700, 900, 2400],
    1254,
    true,
  ],
  ["has four bytes a token", [2500, 900, 1000], 1110, true],
  ["may lack its first message", [6000, 900, 400], 330, false],
  ["may lack its first two", [2000, 6000, 900], 260, false],
];

for (const [name, letters, promptTokens, isWhole] of CONVERSATIONS) {
  Deno.test(`openOpenAI ${isWhole ? "takes the answer to" : "has no sample for"} a conversation that ${name}`, () =>
    withModel({ ...OLLAMA, "/v1/chat/completions": read(promptTokens) }, async (model) => {
      const asked = model.ask(request({ prompt: conversation(...letters) }));
      if (isWhole) assert.equal((await asked).text, "x");
      else {await assert.rejects(asked, {
          failure: "prompt-too-long",
          message: /left out the first messages of a conversation/,
        });}
    }));
}

Deno.test("openOpenAI takes a conversation for whole that fits with what was counted before its last message", () =>
  withModel({ ...OLLAMA, "/v1/chat/completions": read(2010) }, async (model) => {
    const asked = request({ prompt: conversation(5000, 2000, 1000) });
    assert.equal((await model.ask({ ...asked, tokensBefore: 1755 })).text, "x");
    await assert.rejects(model.ask({ ...asked, tokensBefore: 3900 }), { failure: "prompt-too-long" });
    await assert.rejects(model.ask(asked), { failure: "prompt-too-long" });
  }));

Deno.test("a conversation of which a server drops as few first messages as it has to is never taken for whole", () => {
  const message = fc.record({
    letters: fc.integer({ min: 1, max: 900 }),
    bytesPerToken: fc.integer({ min: 1, max: 8 }),
  });
  const template = fc.integer({ min: 0, max: 60 });
  fc.assert(
    fc.property(
      fc.array(message, { minLength: 2, maxLength: 7 }),
      template,
      fc.boolean(),
      (all, template, hasSystem) => {
        const context = 1000;
        const prompt = conversation(...all.map(({ letters }) => letters));
        if (hasSystem) prompt[0] = { ...prompt[0], role: "system" };
        const tokens = all.map(({ letters, bytesPerToken }) => Math.ceil(letters / bytesPerToken) + template);
        const fixed = hasSystem ? 1 : 0;
        const left = (dropped: number) =>
          tokens.reduce((sum, one, at) => at < fixed || at >= fixed + dropped ? sum + one : sum, 0);
        let dropped = 0;
        while (dropped < all.length - fixed - 1 && left(dropped) > context) dropped++;
        fc.pre(dropped > 0);
        assert(
          mayBeCut(
            { prompt },
            { promptTokens: Math.min(context, left(dropped)), completionTokens: 1 },
            context,
          ),
        );
      },
    ),
  );
});
