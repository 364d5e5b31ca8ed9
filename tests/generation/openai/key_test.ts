import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { generate } from "codebias/run/asking/generate.ts";
import type { Model } from "codebias/generation/model.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import {
  answer,
  type Behaviour,
  body,
  chunk,
  event,
  fakeOpenAI,
  inTurn,
  models,
  nobody,
  PLAIN_SERVER,
  request,
  says,
  type Script,
} from "../fake_openai.ts";

import { withEnvironment } from "./setup.ts";

const KEY = 'sk-proj-"A1b2C3/d4+';

/** All that can be seen of an error or a model, its causes and hidden properties included. */
function visible(thing: unknown): string {
  const parts = [
    Deno.inspect(thing, { depth: 100, showHidden: true, strAbbreviateSize: 1e6 }),
    JSON.stringify(thing),
  ];
  for (let error = thing; error instanceof Error; error = error.cause) {
    parts.push(error.message, String(error.stack), JSON.stringify(Object.getOwnPropertyDescriptors(error)));
  }
  return parts.join("\n");
}

function assertSecret(thing: unknown): void {
  const seen = visible(thing);
  for (const form of [KEY, JSON.stringify(KEY).slice(1, -1), encodeURIComponent(KEY), btoa(KEY), "A1b2C3"]) {
    assert(!seen.includes(form), `${form} is in ${seen}`);
  }
}

/** What happens to a model's methods. */
async function outcomes(model: Model): Promise<unknown[]> {
  const caught = (error: unknown) => error;
  return [
    model,
    await model.describe().catch(caught),
    await model.ask(request()).catch(caught),
  ];
}

/** Repeats the key that came with the request in all the ways of which servers are capable. */
const echo = (answer: (key: string) => Response): Behaviour => ({ headers }) =>
  answer(headers.get("authorization")!.replace("Bearer ", ""));

const wrongKey = (status: number) =>
  echo((key) =>
    Response.json({
      error: { message: `Incorrect API key provided: ${key}.`, code: "invalid_api_key", param: key, key },
    }, { status, headers: { "x-key": key } })
  );

const LEAKS: Readonly<Record<string, Script>> = {
  "in its list of models": {
    "/v1/models": echo((key) => Response.json({ data: [{ id: "m", owned_by: key, key }] })),
  },
  "when it refuses to list models": { "/v1/models": wrongKey(401) },
  "with 400": { ...PLAIN_SERVER, "/v1/chat/completions": wrongKey(400) },
  "with 401": { ...PLAIN_SERVER, "/v1/chat/completions": wrongKey(401) },
  "with 404": { ...PLAIN_SERVER, "/v1/chat/completions": wrongKey(404) },
  "with 429": { ...PLAIN_SERVER, "/v1/chat/completions": wrongKey(429) },
  "with 500": { ...PLAIN_SERVER, "/v1/chat/completions": wrongKey(500) },
  "in a text": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) => new Response(`no ${key}`, { status: 403 })),
  },
  "in a web page": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) => new Response(`<title>${key}</title>`, { status: 502 })),
  },
  "at the limit of what is quoted": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) => new Response("x".repeat(292) + key, { status: 500 })),
  },
  "in a redirection": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) =>
      new Response(null, {
        status: 307,
        headers: { location: `http://elsewhere.example/${encodeURIComponent(key)}` },
      })
    ),
  },
  "in an error in its answer": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": (asked, raw) =>
      echo((key) => body([event({ error: { message: `for ${key}` } })])(asked, raw) as Response)(asked, raw),
  },
  "in garbage": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) => new Response(`data: ${key}\n\n`)),
  },
  "in a chunk that is none": {
    ...PLAIN_SERVER,
    "/v1/chat/completions": echo((key) => new Response(event(chunk({ content: [key] })))),
  },
};

for (const [where, script] of Object.entries(LEAKS)) {
  Deno.test(`openOpenAI shows no key that the server repeats ${where}`, () =>
    withEnvironment({ OPENAI_API_KEY: KEY, OPENAI_LOG: "debug" }, async () => {
      await using server = fakeOpenAI(script);
      const results = await outcomes(openOpenAI("m", { baseUrl: server.baseUrl }));
      results.forEach(assertSecret);
      assert(results.some((result) => result instanceof Error) || where === "in its list of models");
      assert(server.asked.some(({ headers }) => headers.get("authorization") === `Bearer ${KEY}`));
    }));
}

Deno.test("openOpenAI shows no key that the server repeats in part", () =>
  withEnvironment({ OPENAI_API_KEY: KEY }, async () => {
    const masked =
      "Incorrect API key provided: sk-proj-****************d4+. You can find yours in the settings.";
    await using server = fakeOpenAI({
      ...PLAIN_SERVER,
      "/v1/chat/completions": () => Response.json({ error: { message: masked } }, { status: 401 }),
    });
    await assert.rejects(openOpenAI("m", { baseUrl: server.baseUrl }).ask(request()), (error) => {
      assert(error instanceof ModelError);
      assert.equal(
        error.message,
        `The server at ${server.baseUrl} answered 401: Incorrect API key provided: [key]. ` +
          "You can find yours in the settings; check the key in OPENAI_API_KEY",
      );
      return true;
    });
  }));

Deno.test("generate() asks no more once a key is refused, and says of each sample why", () =>
  withEnvironment({ OPENAI_API_KEY: KEY }, async () => {
    await using server = fakeOpenAI({
      ...PLAIN_SERVER,
      "/v1/chat/completions": inTurn(...Array(5).fill(says("fine")), wrongKey(401)),
    });
    const { completions, failures } = await generate({
      model: openOpenAI("m", { baseUrl: server.baseUrl }),
      ...{ prompts: [{ taskId: "a", prompt: "x" }], temperatures: [1], epochs: 100, concurrency: 2 },
      onNotice: () => {},
    });
    assert.deepEqual([completions.length, failures.length], [5, 95]);
    for (const { error } of failures) {
      assert.match(error!.message, /answered 401: .*; check the key in OPENAI_API_KEY$/);
    }
    assert(server.asked.length < 15, `${server.asked.length} requests`);
  }));

Deno.test("openOpenAI shows no key when nobody answers", () =>
  withEnvironment({ OPENAI_API_KEY: KEY }, async () => {
    (await outcomes(openOpenAI("m", { baseUrl: `${nobody()}?key=${encodeURIComponent(KEY)}` }))).forEach(
      assertSecret,
    );
  }));

Deno.test("openOpenAI shows no password and no query of an address", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("a") });
    const { host } = new URL(server.root);
    const model = openOpenAI("m", {
      baseUrl: `http://anna:${encodeURIComponent(KEY)}@${host}/v1?token=abcdefgh`,
    });
    const results = await outcomes(model);
    results.forEach(assertSecret);
    for (const result of results) assert(!/anna|abcdefgh/.test(visible(result)), visible(result));
    assert.equal((await model.describe()).details.baseUrl, server.baseUrl);
    assert.equal(server.completions()[0].headers.get("authorization"), `Basic ${btoa(`anna:${KEY}`)}`);
    assert.equal(server.completions()[0].path, "/v1/chat/completions?token=abcdefgh");
  }));

for (
  const [key, own, bearer] of [[KEY, KEY, null], ["eyJ0b2tlbg.x.y", null, "Bearer eyJ0b2tlbg.x.y"]] as const
) {
  Deno.test(`openOpenAI sends ${own ? "a key" : "a token"} as Azure takes it, and does not hide its dates`, () =>
    withEnvironment({ OPENAI_API_KEY: key }, async () => {
      await using server = fakeOpenAI({ "/openai/deployments/m/chat/completions": says("a") });
      const baseUrl = `${server.root}/openai/deployments/m?api-version=2024-10-21`;
      const model = openOpenAI("gpt-4o-2024-10-21", { baseUrl });
      (await outcomes(model)).forEach(assertSecret);
      assert.equal((await model.describe()).identity, "unknown gpt-4o-2024-10-21");
      const [{ headers, path }] = server.completions();
      assert.deepEqual([headers.get("api-key"), headers.get("authorization")], [own, bearer]);
      assert.equal(path, "/openai/deployments/m/chat/completions?api-version=2024-10-21");
    }));
}

Deno.test("openOpenAI does not choose between a key and a password", () =>
  withEnvironment({ OPENAI_API_KEY: KEY }, () => {
    assert.throws(() => openOpenAI("m", { baseUrl: "http://anna:secret@localhost:8000/v1" }), {
      name: "RangeError",
      message:
        "Cannot use both OPENAI_API_KEY and the password in the address http://localhost:8000/v1: leave one out",
    });
    return Promise.resolve();
  }));

Deno.test("openOpenAI takes the key from CODEBIAS_API_KEY before OPENAI_API_KEY, an empty one for none", () =>
  withEnvironment({ OPENAI_API_KEY: "key-of-openai", CODEBIAS_API_KEY: "" }, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": body(answer(["a"])) });
    await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request());
    Deno.env.set("CODEBIAS_API_KEY", " key-of-codebias\n");
    await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request());
    Deno.env.set("OPENAI_API_KEY", "");
    Deno.env.set("CODEBIAS_API_KEY", "");
    await openOpenAI("m", { baseUrl: server.baseUrl }).ask(request());
    assert.deepEqual(server.completions().map(({ headers }) => headers.get("authorization")), [
      "Bearer key-of-openai",
      "Bearer key-of-codebias",
      "Bearer unused",
    ]);
  }));

Deno.test("openOpenAI gives the same identity whatever the key is", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({
      "/v1/models": models({ id: "m", owned_by: "vllm", root: "org/m" }),
      "/v1/chat/completions": says("a"),
    });
    const identities = new Set<string>();
    for (const key of ["", "EMPTY", "vllm", "sk-something"]) {
      Deno.env.set("OPENAI_API_KEY", key);
      identities.add((await openOpenAI("m", { baseUrl: server.baseUrl }).describe()).identity);
    }
    assert.deepEqual([...identities], ["vllm m org/m"]);
  }));

Deno.test("openOpenAI refuses to ask OpenAI without a key, and a key that cannot be one", () =>
  withEnvironment({}, () => {
    assert.throws(() => openOpenAI("gpt-5"), {
      name: "RangeError",
      message: "Cannot ask OpenAI without a key: set OPENAI_API_KEY in the environment, " +
        "or OPENAI_BASE_URL to another server",
    });
    Deno.env.set("OPENAI_API_KEY", "sk-ключ");
    assert.throws(() => openOpenAI("gpt-5"), (error) => {
      assert(error instanceof RangeError);
      assert.equal(
        error.message,
        "Cannot use the key in OPENAI_API_KEY: it has characters that no key has; copy it again",
      );
      return true;
    });
    return Promise.resolve();
  }));

for (const address of ["localhost:8000", "localhost", "", "ftp://host/v1", "sk-secret@host"]) {
  Deno.test(`openOpenAI refuses the address ${JSON.stringify(address)}`, () =>
    withEnvironment({}, () => {
      assert.throws(() => openOpenAI("m", { baseUrl: address }), {
        name: "RangeError",
        message: `Cannot use ${address.replace(/^.*@/, "")} as the address of a model server: ` +
          "expected e.g. http://localhost:8000/v1",
      });
      return Promise.resolve();
    }));
}
