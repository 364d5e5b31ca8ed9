import assert from "node:assert/strict";
import { type Behaviour, body, chunk, event, failing, json } from "../fake_openai.ts";
import { type Expected, fails } from "./expected.ts";

/** A time on a server's clock, and half a minute after it in milliseconds since 1970. */
const [DATE, LATER] = ["Sun, 06 Nov 2044 08:49:37 GMT", Date.parse("Sun, 06 Nov 2044 08:50:07 GMT")];

/** When limits begin anew, as servers tell it in headers and words, and how long that is, milliseconds. */
const RESETS: Readonly<Record<string, [HeadersInit, number | undefined, error?: object]>> = {
  "as Groq has it": [{
    ...{ "x-ratelimit-reset-requests": "2m59.56s", "x-ratelimit-remaining-requests": "0" },
    ...{ "x-ratelimit-reset-tokens": "1h7.66s", "x-ratelimit-remaining-tokens": "100" },
  }, 179_560],
  "of two limits": [{ "x-ratelimit-reset-requests": "250ms", "x-ratelimit-reset-tokens": "6m0s" }, 360_000],
  "in milliseconds since 1970": [{ "X-RateLimit-Reset": String(LATER) }, 30_000],
  "in seconds since 1970": [{ "x-ratelimit-reset": String(LATER / 1000) }, 30_000],
  "as a date": [{ "anthropic-ratelimit-requests-reset": new Date(LATER).toISOString() }, 30_000],
  "as OpenRouter repeats it": [{}, 30_000, {
    metadata: { headers: { "X-RateLimit-Remaining": "0", "X-RateLimit-Reset": String(LATER) } },
  }],
  "as a header that is repeated": [{ "X-RateLimit-Reset": String(LATER) }, 30_000, {
    metadata: { headers: { "X-RateLimit-Reset": String(LATER) } },
  }],
  "as a date in words of another's": [{}, 30_000, {
    metadata: { headers: { "anthropic-ratelimit-requests-reset": new Date(LATER).toISOString() } },
  }],
  "in milliseconds in whole words": [{}, 500, { message: "Slow down: retry in 500 milliseconds, slow down" }],
  "in days": [{ "x-ratelimit-reset": "1d2h" }, 93_600_000],
  "of limits that are not used up": [{
    ...{ "x-ratelimit-reset-tokens": "6m0s", "x-ratelimit-remaining-tokens": "7" },
  }, undefined],
  "in HTTP's own field, too": [{ "retry-after": "7", "x-ratelimit-reset": "60" }, 7000],
  "in no way that anybody reads": [{ "retry-after": "soon", "x-ratelimit-reset": "later" }, undefined],
};

for (const [name, [headers, retryAfterMs, more]] of Object.entries(RESETS)) {
  Deno.test(`openOpenAI knows how long to wait where 429 tells when limits begin anew, ${name}`, () =>
    fails(
      failing(429, { message: "slow down", ...more }, { date: DATE, ...headers }),
      { failure: "busy", retry: true, retryAfterMs, says: /answered 429: .*slow down$/ },
    ));
}

const STATUSES: Readonly<Record<string, [Behaviour, Expected]>> = {
  "400": [failing(400, { message: "temperature must be >= 0" }), {
    failure: "refused-request",
    retry: false,
    says: /^The server at http:\/\/127.+\/v1 answered 400: temperature must be >= 0; change what it names/,
    forAll: false,
  }],
  "400 for a setting that a model of OpenAI does not take": [
    failing(400, {
      message: "Unsupported value: 'temperature' does not support 0.2 with this model.",
      type: "invalid_request_error",
      param: "temperature",
      code: "unsupported_value",
    }),
    {
      failure: "refused-request",
      retry: false,
      says: /'temperature' does not support 0\.2 with this model; change what it names/,
    },
  ],
  "401 without a key": [failing(401, { message: "no key" }), {
    failure: "refused-request",
    retry: false,
    says: /answered 401: no key; set its key in OPENAI_API_KEY$/,
    forAll: true,
  }],
  "404 for a model": [failing(404, { message: 'model "m" not found, try pulling it first' }), {
    failure: "no-such-model",
    retry: false,
    says: /does not have the model m: model "m" not found, try pulling it first$/,
  }],
  "404 for a model, as vLLM puts it": [
    json({ object: "error", message: "The model `m` does not exist.", type: "NotFoundError", code: 404 }, {
      status: 404,
    }),
    {
      failure: "no-such-model",
      retry: false,
      says: /does not have the model m: The model `m` does not exist$/,
    },
  ],
  "404 for a model, as Gemini puts it": [
    failing(404, { message: "models/m is not found for API version v1main", code: 404 }),
    { failure: "refused-request", retry: false, says: /v1main; check the name of the model$/ },
  ],
  "404 for a model, as Anthropic puts it": [
    json({ type: "error", error: { type: "not_found_error", message: "model: m" } }, { status: 404 }),
    {
      failure: "refused-request",
      retry: false,
      says: /answered 404: model: m; check the name of the model$/,
    },
  ],
  "404 for who may answer, as OpenRouter puts it": [
    failing(404, { message: "No endpoints found matching your data policy", code: 404 }),
    { failure: "refused-request", retry: false, says: /your data policy; check the name of the model$/ },
  ],
  "404 for a deployment": [
    failing(404, { message: "Deployment m not found" }),
    {
      failure: "refused-request",
      retry: false,
      says: /Deployment m not found; check the name of the model$/,
    },
  ],
  "404 for a route": [
    json({ message: "no Route matched with those values" }, { status: 404 }),
    { failure: "refused-request", retry: false, says: /those values; check that .+\/v1 is the address/ },
  ],
  "404 as a problem in detail": [
    json({ type: "about:blank", title: "Not Found", status: 404, trace: "1" }, { status: 404 }),
    { failure: "refused-request", retry: false, says: /; check that .+\/v1 is the address/ },
  ],
  "400 for the key": [failing(400, { message: "API key not valid." }), {
    failure: "refused-request",
    retry: false,
    says: /API key not valid; set its key in OPENAI_API_KEY$/,
  }],
  "400 for the length of a list": [failing(400, { message: "input must have less than 8 items" }), {
    failure: "refused-request",
    retry: false,
    says: /less than 8 items; change what it names/,
  }],
  "400 for tokens of a minute": [failing(400, { message: "Too many tokens per minute" }), {
    failure: "refused-request",
    retry: false,
    says: /per minute; change what it names/,
  }],
  "429 in an answer": [
    body([event({ error: { message: "Too many tokens, please wait before trying again", code: 429 } })]),
    { failure: "busy", retry: true, says: /answered 429: Too many tokens, please wait/ },
  ],
  "404 for the address": [failing(404, "page not found"), {
    failure: "refused-request",
    retry: false,
    says:
      /answered 404: page not found; check that .+\/v1 is the address of a server with OpenAI's interface$/,
    forAll: "perhaps",
  }],
  "308": [
    () => new Response(null, { status: 308, headers: { location: "https://elsewhere.example/v1?a=b" } }),
    {
      failure: "refused-request",
      retry: false,
      says: /answered 308; it points to https:\/\/elsewhere\.example\/v1; use that as the base URL$/,
    },
  ],
  "429": [failing(429, { message: "slow down" }, { "retry-after": "3" }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 3000,
    says: /answered 429: slow down$/,
  }],
  "429 with milliseconds": [failing(429, {}, { "retry-after-ms": "250", "retry-after": "9" }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 250,
    says: /answered 429/,
  }],
  "429 with seconds in words": [
    failing(429, { message: "Rate limit reached for model `m`: Limit 30. Please try again in 7.66s. More?" }),
    { failure: "busy", retry: true, retryAfterMs: 7660, says: /try again in 7\.66s/ },
  ],
  "429 with minutes in words": [failing(429, { message: "Please try again in 1m2.5s." }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 62_500,
    says: /answered 429/,
  }],
  "429 with milliseconds in words": [failing(429, { message: "Please try again in 120ms." }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 120,
    says: /answered 429/,
  }],
  "429 with a unit": [failing(429, { message: "slow down" }, { "retry-after": "3s" }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 3000,
    says: /answered 429/,
  }],
  "429 with whole words": [failing(429, { message: "Please try again in 2 minutes." }), {
    failure: "busy",
    retry: true,
    retryAfterMs: 120_000,
    says: /answered 429/,
  }],
  "429 with a date of a clock that is an hour ahead": [
    failing(429, { message: "slow down" }, {
      date: "Sun, 06 Nov 2044 08:49:37 GMT",
      "retry-after": "Sun, 06 Nov 2044 08:49:40 GMT",
    }),
    { failure: "busy", retry: true, retryAfterMs: 3000, says: /answered 429/ },
  ],
  "429 with words and a header": [
    failing(429, { message: "Please retry after 26 seconds." }, { "retry-after": "3" }),
    { failure: "busy", retry: true, retryAfterMs: 3000, says: /answered 429/ },
  ],
  "429 in a list": [
    json([{ error: { message: "Quota exceeded. Please retry in 42s.", status: "RESOURCE_EXHAUSTED" } }], {
      status: 429,
    }),
    { failure: "busy", retry: true, retryAfterMs: 42_000, says: /answered 429: Quota exceeded/ },
  ],
  "402": [failing(402, { message: "Insufficient Balance" }), {
    failure: "refused-request",
    retry: false,
    says: /answered 402: Insufficient Balance; the account has no credit left/,
    forAll: "perhaps",
  }],
  "400 without credit, as Anthropic puts it": [
    failing(400, { message: "Your credit balance is too low to access the Anthropic API." }),
    { failure: "refused-request", retry: false, says: /; the account has no credit left/, forAll: "perhaps" },
  ],
  "403 without credit, as SiliconFlow puts it": [
    json({ code: 30001, message: "Sorry, your account balance is insufficient" }, { status: 403 }),
    { failure: "refused-request", retry: false, says: /; the account has no credit left/, forAll: "perhaps" },
  ],
  "403": [failing(403, { message: "Your project does not have access" }), {
    failure: "refused-request",
    retry: false,
    says: /does not have access; set its key in OPENAI_API_KEY$/,
    forAll: "perhaps",
  }],
  "403 for a prompt, as OpenRouter puts it": [
    failing(403, { message: "m requires moderation and your input was flagged", code: 403 }),
    { failure: "refused-request", retry: false, says: /a filter of the server refuses this/, forAll: false },
  ],
  "400 for a prompt, as Azure puts it": [
    failing(400, { message: "The response was filtered due to the prompt", code: "content_filter" }),
    { failure: "refused-request", retry: false, says: /a filter of the server refuses this/, forAll: false },
  ],
  "307 for the request": [
    () =>
      new Response(null, {
        status: 307,
        headers: { location: "https://elsewhere.example/v1/chat/completions" },
      }),
    {
      failure: "refused-request",
      retry: false,
      says: /it points to https:\/\/elsewhere\.example\/v1; use that as the base URL$/,
    },
  ],
  "429 without credit": [failing(429, { message: "You exceeded your quota.", code: "insufficient_quota" }), {
    failure: "refused-request",
    retry: false,
    says: /answered 429: You exceeded your quota; the account has no credit left/,
  }],
  "500": [failing(500, { message: "model runner has unexpectedly stopped" }), {
    failure: "server-error",
    retry: true,
    says: /answered 500: model runner has unexpectedly stopped$/,
  }],
  "502 with a web page": [
    () =>
      new Response("<html><head><title>Bad Gateway</title></head><body>long</body></html>", { status: 502 }),
    { failure: "server-error", retry: true, says: /answered 502: a web page, Bad Gateway$/ },
  ],
  "503": [failing(503, { message: "Loading model" }), {
    failure: "busy",
    retry: true,
    says: /answered 503: Loading model$/,
  }],
  "503 without a word": [() => new Response(null, { status: 503 }), {
    failure: "busy",
    retry: true,
    says: /answered 503$/,
  }],
};

for (const [name, [behaviour, expected]] of Object.entries(STATUSES)) {
  Deno.test(`openOpenAI tells the failure behind status ${name}, and does not ask again itself`, () =>
    fails(behaviour, expected));
}

const TOO_LONG: Readonly<Record<string, [Behaviour, RegExp]>> = {
  "SGLang": [
    failing(400, {
      message: "The input (5000 tokens) is longer than the model's context length (4096 tokens).",
    }),
    /context holds 4096 tokens, the prompt has 5000, maxTokens is 64/,
  ],
  "Anthropic": [
    failing(400, { message: "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000" }),
    /The prompt is too long for m: input length and `max_tokens` exceed .+ > 200000, maxTokens is 64; shorten it/,
  ],
  "vLLM's decoder": [
    failing(400, {
      message: "The decoder prompt (length 5000) is longer than the maximum model length of 4096.",
    }),
    /for m: The decoder prompt \(length 5000\) is longer .+, maxTokens is 64; shorten it/,
  ],
  "TGI": [
    json({ error: "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 5000" }, { status: 422 }),
    /for m: `inputs` tokens .+ Given: 5000, maxTokens is 64/,
  ],
  "Gemini": [
    failing(400, {
      message: "The input token count (1200000) exceeds the maximum number of tokens (1048576).",
    }),
    /for m: The input token count \(1200000\) exceeds .+, maxTokens is 64/,
  ],
  "xAI": [
    failing(400, { message: "This model's maximum prompt length is 9 but the request contains 15 tokens." }),
    /for m: This model's maximum prompt length is 9 .+, maxTokens is 64/,
  ],
  "LiteLLM": [
    failing(400, { message: "litellm.ContextWindowExceededError: no room" }),
    /for m: litellm\.ContextWindowExceededError: no room, maxTokens is 64/,
  ],
  "OpenAI": [
    failing(400, {
      message:
        "This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.",
      code: "context_length_exceeded",
    }),
    /context holds 8192 tokens, the prompt has 9000, maxTokens is 64; shorten it, lower maxTokens/,
  ],
  "vLLM": [
    json({
      object: "error",
      message: "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens " +
        "(4936 in the messages, 64 in the completion). Please reduce the length of the messages or completion.",
      type: "BadRequestError",
      code: 400,
    }, { status: 400 }),
    /context holds 4096 tokens, the prompt has 4936, maxTokens is 64/,
  ],
  "llama.cpp": [
    failing(400, {
      code: 400,
      message: "the request exceeds the available context size, try increasing it",
      type: "exceed_context_size_error",
      n_prompt_tokens: 1400,
      n_ctx: 512,
    }),
    /context holds 512 tokens, the prompt has 1400, maxTokens is 64/,
  ],
  "Ollama, as JSON within JSON": [
    failing(400, {
      message: JSON.stringify({
        error: { message: "too long", type: "exceed_context_size_error", n_ctx: 512 },
      }),
      type: "invalid_request_error",
    }),
    /context holds 512 tokens, maxTokens is 64/,
  ],
  "a server in the middle of its answer": [
    body([
      event(chunk({ content: "x" })),
      event({ error: { message: "no room", code: "context_length_exceeded" } }),
    ]),
    /The prompt is too long for m: no room, maxTokens is 64; shorten it/,
  ],
};

for (const [name, [behaviour, says]] of Object.entries(TOO_LONG)) {
  Deno.test(`openOpenAI tells that a prompt is too long, as told by ${name}`, () =>
    fails(behaviour, { failure: "prompt-too-long", retry: false, says }));
}

for (const word of ["input must ", "ratelimit"]) {
  Deno.test(`openOpenAI reads an error that says ${word.trim()} without end in time`, async () => {
    const started = performance.now();
    const error = { message: word.repeat(40_000), type: word.repeat(40_000) };
    await fails(body([event({ error })]), { failure: "server-error", retry: true, says: /ended its answer/ });
    assert(performance.now() - started < 5_000);
  });
}
