import assert from "node:assert/strict";
import { ModelError, openEmbedder } from "codebias";
import type { ModelFailure } from "codebias/core/errors.ts";
import type { Embedder, EmbedderOptions } from "codebias/generation/embedding/embed.ts";
import { vectorsIn } from "codebias/generation/embedding/embedder.ts";
import { withEnvironment as withVariable } from "../../store/repository.ts";
import { fakeOllama } from "../fake_ollama.ts";
import {
  type Behaviour as OpenAIBehaviour,
  failing,
  fakeOpenAI,
  inTurn,
  json,
  models,
  nobody,
  silence,
} from "../fake_openai.ts";
import {
  type Behaviour as OllamaBehaviour,
  noSuchModel,
  page,
  refuse,
  silence as silent,
} from "../ollama/behaviours.ts";
import { withEnvironment } from "../openai/setup.ts";

const ONCE = { persistence: { tries: 1 } };
const SOON = { persistence: { firstWaitMs: 1, longestWaitMs: 1 } };

/** A vector that tells texts apart. */
const vectorOf = (text: string) => [text.length, text.charCodeAt(0)];

const embedding: OllamaBehaviour = ({ body }) =>
  Response.json({ model: body.model, embeddings: body.input.map(vectorOf) });

const openaiAnswer = (input: readonly string[]) => ({
  object: "list",
  data: input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
});
const listing: OpenAIBehaviour = ({ body }) => Response.json(openaiAnswer(body!.input as string[]));

/** Runs a test with an embedder on a fake Ollama server; gives what was asked. */
async function onOllama(
  behaviour: OllamaBehaviour,
  test: (embedder: Embedder) => Promise<unknown>,
  options: EmbedderOptions = {},
) {
  await using server = fakeOllama({ routes: { "/api/embed": behaviour } });
  await test(openEmbedder("ollama/fake", { url: server.url, ...options }));
  return server.requests.filter(({ path }) => path === "/api/embed");
}

/** The same on a server with OpenAI's interface. */
async function onOpenAI(
  behaviour: OpenAIBehaviour,
  test: (embedder: Embedder) => Promise<unknown>,
  options: EmbedderOptions = {},
) {
  await using server = fakeOpenAI({
    "/v1/embeddings": behaviour,
    "/v1/models": models({ id: "m", owned_by: "someone" }),
  });
  await withEnvironment({}, async () => {
    await test(openEmbedder("openai/m", { url: server.baseUrl, ...options }));
  });
  return server.asked.filter(({ path }) => path === "/v1/embeddings");
}

const fails = (failure: ModelFailure, retry: boolean, says: RegExp) => (embedder: Embedder) =>
  assert.rejects(embedder.embed(["rate a loan", "rate a team"]), (error) => {
    assert(error instanceof ModelError, Deno.inspect(error));
    assert.deepEqual([error.failure, error.retry], [failure, retry], error.message);
    assert.match(error.message, says);
    assert.doesNotMatch(error.message, /undefined|\[object|\n/);
    return true;
  });

Deno.test("openEmbedder() embeds on an Ollama server, in batches and in order, and lets nothing be cut off", async () => {
  const texts = ["one", "three", "fifteen", "two", "zero"];
  const asked = await onOllama(embedding, async (embedder) => {
    assert.equal(embedder.spec, "ollama/fake");
    assert.deepEqual(await embedder.embed(texts), texts.map(vectorOf));
  }, { batch: 2 });
  assert.deepEqual(
    asked.map(({ body }) => body),
    [["one", "three"], ["fifteen", "two"], ["zero"]].map((input) => ({
      ...{ model: "fake", input, truncate: false },
    })),
  );
});

Deno.test("openEmbedder() embeds on a server with OpenAI's interface, whatever order it answers in", async () => {
  const texts = ["one", "three", "fifteen"];
  const turned: OpenAIBehaviour = ({ body }) => {
    const { data, ...rest } = openaiAnswer(body!.input as string[]);
    return Response.json({ ...rest, data: data.toReversed() });
  };
  for (const behaviour of [listing, turned]) {
    const asked = await onOpenAI(behaviour, async (embedder) => {
      assert.equal(embedder.spec, "openai/m");
      assert.deepEqual(await embedder.embed(texts), texts.map(vectorOf));
    });
    assert.deepEqual(asked.map(({ body }) => body), [{ model: "m", input: texts, encoding_format: "float" }]);
  }
});

Deno.test("openEmbedder() asks nothing for no texts, and refuses empty ones before it asks", async () => {
  const asked = await onOllama(embedding, async (embedder) => {
    assert.deepEqual(await embedder.embed([]), []);
    await assert.rejects(embedder.embed(["a", " "]), {
      name: "RangeError",
      message: "Cannot embed text 2: it is empty; leave it out",
    });
  });
  assert.equal(asked.length, 0);
});

Deno.test("openEmbedder() asks again where that can help, for the batch that failed only", async () => {
  let times = 0;
  const busyOnce: OllamaBehaviour = (request) =>
    ++times === 2 ? refuse(503, "server busy, please try again")(request) : embedding(request);
  const asked = await onOllama(busyOnce, async (embedder) => {
    assert.deepEqual(await embedder.embed(["a", "b"]), ["a", "b"].map(vectorOf));
  }, { batch: 1, ...SOON });
  assert.deepEqual(asked.map(({ body }) => body.input), [["a"], ["b"], ["b"]]);
  const again = await onOpenAI(inTurn(failing(500), listing), async (embedder) => {
    assert.deepEqual(await embedder.embed(["a"]), [vectorOf("a")]);
  }, SOON);
  assert.equal(again.length, 2);
});

const OLLAMA_FAILURES: Readonly<Record<string, [OllamaBehaviour, ModelFailure, boolean, RegExp]>> = {
  "does not have the model": [
    noSuchModel(),
    ...["no-such-model", false] as const,
    /does not have the model fake: it has fake:latest; to get it, use `ollama pull fake`/,
  ],
  "does not know the request": [
    page("404 page not found", "text/plain", 404),
    ...["refused-request", false] as const,
    /gives no embeddings: either it is older than 0\.3, or fake does not embed; .* n-grams$/,
  ],
  "has a model that does not embed": [
    refuse(501, "this model does not support embeddings"),
    ...["refused-request", false] as const,
    /fake does not embed/,
  ],
  "got too long a text": [
    refuse(400, "input length exceeds maximum context length"),
    ...["prompt-too-long", false] as const,
    /refused a prompt that is too long: input length exceeds maximum context length; shorten/,
  ],
  "got too long a text, in newer words": [
    refuse(400, "the input length exceeds the context length"),
    ...["prompt-too-long", false] as const,
    /refused a prompt that is too long: the input length exceeds the context length; shorten/,
  ],
  "sends one embedding too few": [
    () => Response.json({ embeddings: [[1, 2]] }),
    ...["garbage", true] as const,
    /sent 1 embedding for 2 texts; check that OLLAMA_HOST/,
  ],
  "sends something else": [
    () => Response.json({ done: true }),
    "garbage",
    true,
    /sent an answer without embeddings/,
  ],
  "sends a web page": [page("<html>hello</html>"), "garbage", true, /an HTML page/],
};

for (const [name, [behaviour, failure, retry, says]] of Object.entries(OLLAMA_FAILURES)) {
  Deno.test(`an Ollama server that ${name} is named with what to do`, async () =>
    void await onOllama(behaviour, fails(failure, retry, says), ONCE));
}

const OPENAI_FAILURES: Readonly<Record<string, [OpenAIBehaviour, ModelFailure, boolean, RegExp]>> = {
  "does not have the model": [
    failing(404, { message: "The model `m` does not exist.", code: "model_not_found" }),
    ...["no-such-model", false] as const,
    /does not have the model m: The model `m` does not exist$/,
  ],
  "has no such address": [
    failing(404, "page not found"),
    "refused-request",
    false,
    /check that .+\/v1 is the address/,
  ],
  "wants a key": [
    failing(401, { message: "no key" }),
    "refused-request",
    false,
    /set its key in OPENAI_API_KEY/,
  ],
  "is busy": [failing(429, { message: "slow down" }), "busy", true, /answered 429: slow down$/],
  "sends no JSON": [() => new Response("hello"), "garbage", true, /sent what is not JSON: hello/],
  "sends one embedding too few": [
    json(openaiAnswer(["a"])),
    "garbage",
    true,
    /sent 1 embedding for 2 texts$/,
  ],
  "sends two for the same text": [
    json({ data: [0, 0].map((index) => ({ index, embedding: [1] })) }),
    ...["garbage", true] as const,
    /sent an answer without embeddings/,
  ],
  "sends text in the place of numbers": [
    json({ data: [{ index: 0, embedding: [1] }, { index: 1, embedding: "AACAPw==" }] }),
    ...["garbage", true] as const,
    /sent an embedding that is no list of numbers, for text 2 of 2$/,
  ],
};

for (const [name, [behaviour, failure, retry, says]] of Object.entries(OPENAI_FAILURES)) {
  Deno.test(`a server with OpenAI's interface that ${name} is named with what to do`, async () =>
    void await onOpenAI(behaviour, fails(failure, retry, says), ONCE));
}

Deno.test("a server that is silent is given up, and so is one that the caller gives up", async () => {
  const patience = { firstTokenMs: 300 };
  const said = fails("silence", true, /did not begin to answer: nothing came for 0\.3 s/);
  await onOllama(silent(), said, { patience, ...ONCE });
  await onOpenAI(silence, said, { patience, ...ONCE });
  const stopped = new Error("stop");
  for (const on of [onOllama.bind(null, silent()), onOpenAI.bind(null, silence)]) {
    await on(async (embedder) => {
      const ending = new AbortController();
      setTimeout(() => ending.abort(stopped), 50);
      await assert.rejects(embedder.embed(["a"], { signal: ending.signal }), stopped);
      await assert.rejects(embedder.embed(["a"], { signal: AbortSignal.abort(stopped) }), stopped);
    });
  }
});

Deno.test("embeddings of two lengths are no embeddings of one model", async () => {
  const growing: OllamaBehaviour = ({ body }) =>
    Response.json({ embeddings: [Array(body.input[0].length).fill(1)] });
  await onOllama(
    growing,
    (embedder) =>
      assert.rejects(
        embedder.embed(["ab", "abc"]),
        /sent embeddings of 2 and of 3 numbers; check that one model/,
      ),
    {
      batch: 1,
    },
  );
});

Deno.test("a server that does not run is named with how to start it", async () => {
  const address = nobody();
  await fails("unreachable", true, /cannot be reached: .*; start it with `ollama serve`/)(
    openEmbedder("ollama/fake", { url: new URL(address).host, ...ONCE }),
  );
  await withEnvironment(
    {},
    () =>
      fails("unreachable", true, /cannot be reached: .*; start it, or set OPENAI_BASE_URL/)(
        openEmbedder("openai/m", { url: address, ...ONCE }),
      ),
  );
});

Deno.test("openEmbedder() asks the server that OLLAMA_HOST names", async () => {
  await using server = fakeOllama({ routes: { "/api/embed": embedding } });
  await withVariable("OLLAMA_HOST", new URL(server.url).host, async () => {
    assert.deepEqual(await openEmbedder("ollama/fake").embed(["a"]), [vectorOf("a")]);
  });
});

Deno.test("openEmbedder() refuses what embeds nothing, and says what does", () => {
  for (const spec of ["calibration", "calibration/x.json", "recorded/x.jsonl"]) {
    assert.throws(() => openEmbedder(spec), {
      name: "RangeError",
      message: `Cannot embed with ${spec}: it gives only completions, no embeddings; ` +
        "without a server that embeds, compare texts by n-grams",
    });
  }
  for (const spec of ["", "gpt", "ollama", "ollama/", "openai/", "vllm/x"]) {
    assert.throws(
      () => openEmbedder(spec),
      /expected ollama\/NAME\[:TAG\] or openai\/NAME; .* n-grams$/,
      spec,
    );
  }
  assert.throws(() => openEmbedder("ollama/a b"), /Cannot name an Ollama model/);
  for (const batch of [0, 1.5, -1]) assert.throws(() => openEmbedder("ollama/fake", { batch }), RangeError);
});

Deno.test("vectorsIn() takes lists of finite numbers only, all of one length", () => {
  const garbage = (what: string) => new ModelError(what, { failure: "garbage" });
  assert.deepEqual(vectorsIn([[1, 2], [3, 4]], 2, garbage), [[1, 2], [3, 4]]);
  assert.deepEqual(vectorsIn([], 0, garbage), []);
  assert.throws(() => vectorsIn([[1], [1, 2]], 2, garbage), { message: "embeddings of different lengths" });
  for (const bad of [[], "x", null, [null], [NaN], ["1"]]) {
    const message = "an embedding that is no list of numbers, for text 2 of 2";
    assert.throws(() => vectorsIn([[1], bad], 2, garbage), { message });
  }
});
