import assert from "node:assert/strict";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { FAKE, fakeOllama, tag } from "../fake_ollama.ts";
import { assertFails, request } from "./asking.ts";
import { type Behaviour, noSuchModel, noSuchPath, refuse } from "./behaviours.ts";

const NAMES = ["llama3.2:3b", "qwen2.5-coder:32b", "qwen2.5:7b", "gemma2:latest"];

Deno.test("a model that is missing is named with those that are there and how to get it", async () => {
  await using server = fakeOllama({ models: NAMES.map((name) => ({ name })) });
  await assertFails(openOllama("qwen2.5-coder:7b", { host: server.url }).describe(), {
    failure: "no-such-model",
    retry: false,
    message:
      "does not have the model qwen2.5-coder:7b: it has qwen2.5-coder:32b, qwen2.5:7b, llama3.2:3b, gemma2:latest; " +
      "to get it, use `ollama pull qwen2.5-coder:7b`, `deno task generate --model ollama/qwen2.5-coder:7b --pull` " +
      'or `await pullModel("qwen2.5-coder:7b")`',
  });
});

Deno.test("of many models the nearest ten are listed", async () => {
  const models = Array.from({ length: 23 }, (_, index) => ({ name: `model${index}:latest` }));
  await using server = fakeOllama({ models: [...models, { name: "wanted2:latest" }] });
  const error = await assertFails(openOllama("wanted", { host: server.url }).describe(), {
    failure: "no-such-model",
    retry: false,
    message: /: it has wanted2:latest, .* and 14 more; to get it/,
  });
  assert.equal(error.message.match(/model\d+:latest/g)!.length, 9);
});

Deno.test("a server without models says so", async () => {
  await using server = fakeOllama({ models: [] });
  await assertFails(openOllama("m", { host: server.url }).describe(), {
    failure: "no-such-model",
    retry: false,
    message: /^does not have the model m: it has none yet; to get it, use `ollama pull m`/,
  });
});

Deno.test("a model that goes away later is named in the same way, and found again when it is back", async () => {
  await using server = fakeOllama({ models: [{ name: "fake:latest" }, { name: "other:latest" }] });
  const model = openOllama("fake", { host: server.url });
  await model.describe();
  server.script = noSuchModel;
  await assertFails(model.ask(request()), {
    failure: "no-such-model",
    retry: false,
    message:
      /^does not have the model fake: it has fake:latest, other:latest; to get it, use `ollama pull fake`/,
  });
  const before = server.requests.length;
  await model.describe();
  assert.equal(server.requests.length, before + 3, "it is described anew");
});

Deno.test("a model that is missing is named even if the server cannot list any", async () => {
  for (const failing of [noSuchPath(), refuse(500, "broken")]) {
    let fails = false;
    const tags: Behaviour = (asked) => fails ? failing(asked) : Response.json({ models: [tag(FAKE)] });
    await using server = fakeOllama({ routes: { "/api/tags": tags }, script: noSuchModel });
    const model = openOllama("fake", { host: server.url });
    await model.describe();
    fails = true;
    await assertFails(model.ask(request()), {
      failure: "no-such-model",
      retry: false,
      message: /^does not have the model fake; to get it, use `ollama pull fake`/,
    });
  }
});
