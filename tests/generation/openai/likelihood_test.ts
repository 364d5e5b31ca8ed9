import assert from "node:assert/strict";
import type { ModelError } from "codebias/core/errors.ts";
import type { LikelihoodQuestion, Model } from "codebias/generation/model.ts";
import type { Likelihood } from "codebias/core/types.ts";
import {
  type Behaviour,
  failing,
  type FakeOpenAI,
  inTurn,
  json,
  type Script,
  silence,
} from "../fake_openai.ts";
import { LLAMA_CPP, OLLAMA, VLLM } from "./known_servers.ts";
import { withModel } from "./setup.ts";

/** How a fake server divides texts into tokens. */
type Tokens = (text: string) => string[];

const byThree: Tokens = (text) => text.match(/[\s\S]{1,3}/gu) ?? [];
const bySign: Tokens = (text) => [...text];

/** What a token counts, by its place and its text. */
const nats = (token: string, at: number) => -(at + 1) / 8 - token.length / 64;

interface Echoing {
  readonly tokens?: Tokens;
  /** How tokens are written, if not as what they stand for. */
  readonly written?: (token: string, at: number) => string;
  readonly change?: (answer: Answer) => unknown;
}

interface Answer {
  choices: { index: number; text: string; finish_reason: string; logprobs: Logprobs | null }[];
  usage: { prompt_tokens: number; completion_tokens: number } | undefined;
}

interface Logprobs {
  tokens: string[];
  token_logprobs: (number | null | string)[];
  text_offset: number[];
}

/** Answers as vLLM does to `echo`, with one token of its own at the end. */
function echoes(
  { tokens = byThree, written = (token) => token, change = (answer) => answer }: Echoing = {},
): Behaviour {
  return (asked, request) => {
    const { prompt } = asked.body as { prompt: string };
    const all = [...tokens(prompt), " more"];
    const answer: Answer = {
      choices: [{
        index: 0,
        text: prompt + " more",
        finish_reason: "length",
        logprobs: {
          tokens: all.map(written),
          token_logprobs: all.map((token, at) => at === 0 ? null : nats(token, at)),
          text_offset: [],
        },
      }],
      usage: { prompt_tokens: all.length - 1, completion_tokens: 1 },
    };
    return json(change(answer))(asked, request);
  };
}

const QUESTION: LikelihoodQuestion = {
  prompt: "abcdef",
  text: "ghijk",
  sample: { taskId: "1", runSeed: 1 },
};

/** Asks for a likelihood on a vLLM server that answers so. */
function onVllm(
  completions: Behaviour,
  test: (model: Model, server: FakeOpenAI) => Promise<void>,
  script: Script = VLLM,
): Promise<void> {
  return withModel({ ...script, "/v1/completions": completions }, test);
}

const reasonOf = (found: unknown) =>
  (found as { reason?: string }).reason ?? assert.fail(Deno.inspect(found));

Deno.test("the likelihood is the sum over the tokens of the text, without the prompt's and what the server adds", () =>
  onVllm(echoes(), async (model, server) => {
    const found = await model.likelihood!(QUESTION) as Likelihood;
    assert.deepEqual(found, { nats: nats("ghi", 2) + nats("jk", 3), tokens: 2, counted: 5 });
    const [{ body }] = server.completions();
    assert.deepEqual(body, {
      ...{
        model: "m",
        prompt: "abcdefghijk",
        echo: true,
        logprobs: 1,
        max_tokens: 1,
        temperature: 0,
        stream: false,
      },
    });
  }));

Deno.test("a token that begins in the prompt and ends in the text is not counted", () =>
  onVllm(echoes(), async (model) => {
    const found = await model.likelihood!({ ...QUESTION, prompt: "abcd", text: "efghijk" });
    // abc|def|ghi|jk: "ef" belongs to a token of the prompt, too.
    assert.deepEqual(found, { nats: nats("ghi", 2) + nats("jk", 3), tokens: 2, counted: 5 });
  }));

Deno.test("a text that lies within one token of the prompt cannot be weighed, others can", () =>
  onVllm(echoes(), async (model) => {
    assert.match(
      reasonOf(await model.likelihood!({ ...QUESTION, prompt: "ab", text: "c" })),
      /no token .* begins/,
    );
    assert.deepEqual((await model.likelihood!(QUESTION) as Likelihood).tokens, 2);
  }));

Deno.test("a mark of the beginning before the prompt shifts nothing", () =>
  onVllm(echoes({ tokens: (text) => ["<s>", ...byThree(text)] }), async (model, server) => {
    const found = await model.likelihood!(QUESTION);
    assert.deepEqual(found, { nats: nats("ghi", 3) + nats("jk", 4), tokens: 2, counted: 5 });
    assert.equal(server.completions().length, 1);
  }));

Deno.test("signs outside of the first plane are counted as texts count them", () =>
  onVllm(echoes({ tokens: bySign }), async (model) => {
    const found = await model.likelihood!({ ...QUESTION, prompt: "😀😀", text: "𠮷a" });
    assert.deepEqual(found, { nats: nats("𠮷", 2) + nats("a", 3), tokens: 2, counted: 3 });
  }));

Deno.test("where tokens do not add up to the text, the prompt's own echo says where it ends", () =>
  onVllm(
    echoes({ tokens: bySign, written: (token) => /\p{Script=Han}/u.test(token) ? "�" : `Ġ${token}` }),
    async (model, server) => {
      const found = await model.likelihood!({ ...QUESTION, prompt: "a写b", text: "写c" });
      assert.deepEqual(found, { nats: nats("写", 3) + nats("c", 4), tokens: 2, counted: 2 });
      assert.deepEqual(server.completions().map(({ body }) => body!.prompt), ["a写b写c", "a写b"]);
    },
  ));

Deno.test("where tokens do not add up to the text and are not counted, it says so", () =>
  onVllm(
    echoes({ written: (token) => `Ġ${token}`, change: (answer) => ({ ...answer, usage: null }) }),
    async (model) => {
      assert.match(reasonOf(await model.likelihood!(QUESTION)), /does not say how many/);
    },
  ));

/** Ways of servers that cannot do it, and what is said then. */
const UNABLE: readonly (readonly [string, Behaviour, RegExp])[] = [
  [
    "ignores echo",
    echoes({
      change: (answer) => {
        answer.choices[0].text = " more";
        return answer;
      },
    }),
    /ignores echo/,
  ],
  [
    "gives no probabilities",
    echoes({
      change: (answer) => {
        answer.choices[0].logprobs = null;
        return answer;
      },
    }),
    /no log-probabilities/,
  ],
  [
    "has another form",
    echoes({
      change: (answer) => ({ ...answer, choices: [{ ...answer.choices[0], logprobs: { content: [] } }] }),
    }),
    /not in the form/,
  ],
  [
    "weighs only what it writes itself",
    echoes({
      change: (answer) => {
        const { logprobs } = answer.choices[0];
        return {
          ...answer,
          choices: [{
            ...answer.choices[0],
            logprobs: { tokens: [logprobs!.tokens.at(-1)], token_logprobs: [-1] },
          }],
        };
      },
    }),
    /not of the prompt/,
  ],
  [
    "refuses",
    failing(400, { message: "echo is not supported", type: "invalid_request_error" }),
    /400: echo is not supported/,
  ],
  [
    "refuses as its own fault",
    failing(500, { message: "Only no echo is supported", type: "server_error" }),
    /Only no echo/,
  ],
  ["has no such address", failing(404, { message: "Not Found" }), /404/],
];

for (const [what, behaviour, expected] of UNABLE) {
  Deno.test(`a server that ${what} is asked once, and it is said why`, () =>
    onVllm(behaviour, async (model, server) => {
      const first = reasonOf(await model.likelihood!(QUESTION));
      assert.match(first, expected);
      assert.match(first, /^The server at http/);
      assert.equal(reasonOf(await model.likelihood!({ ...QUESTION, text: "other" })), first);
      assert.equal(server.completions().length, 1);
    }));
}

Deno.test("kinds of servers with a chat template around every prompt are not asked at all", () =>
  onVllm(echoes(), async (model, server) => {
    assert.match(reasonOf(await model.likelihood!(QUESTION)), /chat template/);
    assert.equal(server.completions().length, 0);
  }, OLLAMA));

Deno.test("llama.cpp is tried, as it completes raw prompts", () =>
  onVllm(failing(400, { message: "Only no echo is supported" }), async (model) => {
    assert.match(reasonOf(await model.likelihood!(QUESTION)), /Only no echo/);
  }, LLAMA_CPP));

Deno.test("conversations and empty prompts are refused before anything is sent; an empty text is certain", () =>
  onVllm(echoes(), async (model, server) => {
    const messages = [{ role: "user", content: "abc" }] as const;
    assert.match(reasonOf(await model.likelihood!({ ...QUESTION, prompt: messages })), /one text/);
    assert.match(reasonOf(await model.likelihood!({ ...QUESTION, prompt: "" })), /not empty/);
    assert.deepEqual(await model.likelihood!({ ...QUESTION, text: "" }), { nats: 0, tokens: 0, counted: 0 });
    assert.equal(server.completions().length, 0);
  }));

const spoiled = (value: number | null | string) =>
  echoes({
    change: (answer) => {
      answer.choices[0].logprobs!.token_logprobs[2] = value;
      return answer;
    },
  });

/** Failures that may pass, or concern one request. */
const FAILURES: readonly (readonly [string, Behaviour, string, boolean])[] = [
  ["a token without a probability", spoiled(null), "garbage", true],
  ["a probability above 1", spoiled(0.5), "garbage", true],
  ["a text as a number", spoiled("-Infinity"), "garbage", true],
  [
    "NaN",
    () =>
      new Response(
        '{"choices": [{"text": "abcdefghijk", "logprobs": {"tokens": ["a"], "token_logprobs": [NaN]}}]}',
      ),
    "garbage",
    true,
  ],
  [
    "lists of two lengths",
    echoes({
      change: (answer) => {
        answer.choices[0].logprobs!.tokens.pop();
        return answer;
      },
    }),
    "garbage",
    true,
  ],
  ["no choice", json({ choices: [] }), "garbage", true],
  ["a web page", () => new Response("<html>"), "garbage", true],
  ["too much to do", failing(503, { message: "busy" }), "busy", true],
  ["a fault of its own", failing(500, { message: "out of memory" }), "server-error", true],
  [
    "a prompt that is too long",
    failing(400, { message: "maximum context length is 8 tokens" }),
    "prompt-too-long",
    false,
  ],
  ["a key that is none", failing(401, { message: "no key" }), "refused-request", false],
  [
    "no such model",
    failing(404, { message: "The model `m` does not exist", code: "model_not_found" }),
    "no-such-model",
    false,
  ],
];

for (const [what, behaviour, failure, retry] of FAILURES) {
  Deno.test(`${what} is a failure, and no reason never to ask again`, () =>
    onVllm(inTurn(behaviour, echoes()), async (model) => {
      await assert.rejects(model.likelihood!(QUESTION), (error: ModelError) => {
        assert.deepEqual([error.failure, error.retry], [failure, retry], error.message);
        return true;
      });
      assert.equal((await model.likelihood!(QUESTION) as Likelihood).tokens, 2);
    }));
}

Deno.test("rounding that puts a probability above 1 by a little counts as 1", () =>
  onVllm(spoiled(1e-6), async (model) => {
    assert.equal((await model.likelihood!(QUESTION) as Likelihood).nats, nats("jk", 3));
  }));

Deno.test("a request can be given up", () =>
  onVllm(silence, async (model) => {
    await model.describe();
    const reason = new Error("enough");
    await assert.rejects(model.likelihood!(QUESTION, { signal: AbortSignal.abort(reason) }), reason);
    const stop = new AbortController();
    const asking = model.likelihood!(QUESTION, { signal: stop.signal });
    setTimeout(() => stop.abort(reason), 50);
    await assert.rejects(asking, reason);
  }));
