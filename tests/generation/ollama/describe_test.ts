import assert from "node:assert/strict";
import { listModels } from "codebias/generation/ollama/endpoints.ts";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { type FakeModel, fakeOllama, shown, tag } from "../fake_ollama.ts";
import { assertFails, request } from "./asking.ts";
import { type Behaviour, noSuchPath, page, refuse, silence } from "./behaviours.ts";

const QWEN: FakeModel = {
  name: "qwen2.5-coder:7b",
  digest: "dae161e27b0e90dd1856c8bb3209201fd6736d8eb66298e75ed87571486f4364",
  size: 4_683_087_519,
  contextTokens: 32_768,
  template: "{{ .System }}<|im_start|>user\n{{ .Prompt }}",
  system: "You are Qwen.",
  parameters: `stop                           "<|im_end|>"`,
};

Deno.test("describe tells all that the server tells", async () => {
  await using server = fakeOllama({ models: [QWEN], version: "0.12.3" });
  const description = await openOllama("qwen2.5-coder:7b", { host: server.url }).describe();
  assert.match(
    String(description.details.notVisible),
    /OLLAMA_NUM_PARALLEL, OLLAMA_KV_CACHE_TYPE and OLLAMA_FLASH_ATTENTION/,
  );
  assert.deepEqual({ ...description, details: { ...description.details, notVisible: undefined } }, {
    spec: "ollama/qwen2.5-coder:7b",
    identity: `sha256:${QWEN.digest}`,
    synthetic: false,
    contextTokens: 32_768,
    details: {
      name: "qwen2.5-coder:7b",
      digest: `sha256:${QWEN.digest}`,
      sizeBytes: 4_683_087_519,
      parameterSize: "7.6B",
      quantization: "Q4_K_M",
      format: "gguf",
      family: "fake",
      template: QWEN.template,
      systemPrompt: "You are Qwen.",
      parameters: QWEN.parameters,
      contextTokens: 32_768,
      serverVersion: "0.12.3",
      capabilities: ["completion"],
      notVisible: undefined,
    },
    notices: [],
  });
  assert.deepEqual(JSON.parse(JSON.stringify(description.details)), description.details);
  assert.deepEqual(server.requests.map(({ method, path, body }) => [method, path, body?.model]), [
    ["GET", "/api/tags", undefined],
    ["POST", "/api/show", "qwen2.5-coder:7b"],
    ["GET", "/api/version", undefined],
  ]);
});

Deno.test("a name without a tag is that with the tag latest, and case does not matter", async () => {
  const models = [{ name: "m:7b", digest: "a".repeat(64) }, { name: "M:latest", digest: "b".repeat(64) }];
  await using server = fakeOllama({ models, routes: { "/api/show": () => Response.json(shown(models[0])) } });
  const identity = async (name: string) => (await openOllama(name, { host: server.url }).describe()).identity;
  assert.equal(await identity("m"), `sha256:${"b".repeat(64)}`);
  assert.equal(await identity("m:latest"), `sha256:${"b".repeat(64)}`);
  assert.equal(await identity("library/m:7B"), `sha256:${"a".repeat(64)}`);
});

Deno.test("describe asks once, and again only after it failed", async () => {
  await using server = fakeOllama({ models: [] });
  const model = openOllama("fake", { host: server.url });
  await assert.rejects(model.describe(), { failure: "no-such-model" });
  await assert.rejects(model.describe(), { failure: "no-such-model" });
  assert.equal(server.requests.length, 4);
  await using other = fakeOllama();
  const there = openOllama("fake", { host: other.url });
  assert.equal(await there.describe(), await there.describe());
  await there.ask(request());
  assert.equal(other.requests.length, 4);
});

Deno.test("prepare notices that another model has taken the name", async () => {
  const digests = ["a", "b"].map((digit) => digit.repeat(64));
  let now = 0;
  await using server = fakeOllama({
    routes: {
      "/api/tags": () => Response.json({ models: [tag({ name: "fake:latest", digest: digests[now] })] }),
    },
  });
  const model = openOllama("fake", { host: server.url });
  assert.equal((await model.describe()).identity, `sha256:${digests[0]}`);
  now = 1;
  assert.equal((await model.describe()).identity, `sha256:${digests[0]}`);
  await model.prepare({ sampling: request().sampling, prompts: ["f"] });
  assert.equal((await model.describe()).identity, `sha256:${digests[1]}`);
});

Deno.test("a server that answers completions only is used, and what it does not tell is said", async () => {
  const routes = {
    "/api/tags": noSuchPath(),
    "/api/show": refuse(501, "not here"),
    "/api/version": page("", "text/plain", 405),
  };
  await using server = fakeOllama({ routes });
  const model = openOllama("fake:x", { host: server.url });
  const { identity, contextTokens, details, notices } = await model.describe();
  assert.equal(identity, "fake:x unknown digest");
  assert.equal(contextTokens, undefined);
  assert.equal(details.name, "fake:x");
  assert.equal(notices.length, 3);
  assert.match(
    notices[0],
    /does not report the digest of fake:x: if the model behind this name changes, nobody notices\.$/,
  );
  assert.match(
    notices[1],
    /cannot say what fake:x is: its template, context length and stop texts are unknown\.$/,
  );
  assert.match(notices[2], /does not say its version\.$/);
  assert.deepEqual(await model.prepare({ sampling: request().sampling, prompts: ["f"] }), []);
});

Deno.test("odd answers about a model are unknown values, not errors", async () => {
  const odd: Record<string, unknown>[] = [
    {},
    { details: null, model_info: null, template: 1, parameters: 7, capabilities: "completion", messages: {} },
    { details: [], model_info: { "general.architecture": "fake", "fake.context_length": "many" } },
    { model_info: { "general.architecture": "fake" }, capabilities: [1, "completion"] },
  ];
  for (const answer of odd) {
    await using server = fakeOllama({
      routes: {
        "/api/show": () => Response.json(answer),
        "/api/tags": () => Response.json({ models: [{ name: "fake:latest", details: null }, null, {}] }),
        "/api/version": () => Response.json({}),
      },
    });
    const model = openOllama("fake", { host: server.url });
    const { contextTokens, identity } = await model.describe();
    assert.deepEqual([contextTokens, identity], [undefined, "fake unknown digest"]);
    assert.equal((await model.ask(request())).text, "ok");
  }
});

Deno.test("a model that reasons is announced", async () => {
  await using server = fakeOllama({
    models: [{ name: "fake:latest", capabilities: ["completion", "thinking"] }],
  });
  const { notices } = await openOllama("fake", { host: server.url }).describe();
  assert.deepEqual(notices, [
    "fake reasons before it answers: its thoughts are kept separate from the text and count towards maxTokens.",
  ]);
});

Deno.test("a server that fails or is silent while it is asked about a model is named", async () => {
  const describe = async (path: string, behaviour?: Behaviour) => {
    await using server = fakeOllama({ routes: { [path]: behaviour ?? silence() } });
    const connectMs = behaviour ? 60_000 : 300; // short only where nothing is to come
    return await openOllama("fake", { host: server.url, patience: { connectMs } }).describe();
  };
  for (const path of ["/api/tags", "/api/show", "/api/version"]) {
    await assertFails(describe(path), {
      failure: "silence",
      retry: true,
      message: /^did not begin to answer: nothing came for 0.3 s/,
    });
    await assertFails(describe(path, refuse(500, "broken")), {
      failure: "server-error",
      retry: true,
      message: "answered 500: broken; see its log",
    });
    await assertFails(describe(path, page("<html>Sign in</html>")), {
      failure: "garbage",
      retry: true,
      message: /^sent an answer that is not JSON: an HTML page; check that OLLAMA_HOST/,
    });
    await assertFails(describe(path, page("[]")), {
      failure: "garbage",
      retry: true,
      message: /^sent an answer that is not a JSON object/,
    });
    await assertFails(describe(path, page("")), {
      failure: "garbage",
      retry: true,
      message: /^sent an answer without anything/,
    });
  }
});

Deno.test("listModels lists what the server has", async () => {
  await using server = fakeOllama({ models: [QWEN, { name: "b:latest" }] });
  assert.deepEqual((await listModels({ host: server.url }))[0], {
    name: "qwen2.5-coder:7b",
    digest: `sha256:${QWEN.digest}`,
    sizeBytes: 4_683_087_519,
    parameterSize: "7.6B",
    quantization: "Q4_K_M",
    format: "gguf",
    family: "fake",
  });
  assert.deepEqual((await listModels({ host: server.url })).map(({ name }) => name), [
    "qwen2.5-coder:7b",
    "b:latest",
  ]);
  await using none = fakeOllama({ models: [] });
  assert.deepEqual(await listModels({ host: none.url }), []);
  await using other = fakeOllama({ routes: { "/api/tags": noSuchPath() } });
  await assertFails(listModels({ host: other.url }), {
    failure: "refused-request",
    retry: false,
    message: "cannot list its models; check that OLLAMA_HOST names an Ollama server",
  });
});

Deno.test("openOllama refuses names and contexts that cannot be", () => {
  assert.throws(() => openOllama(""), { name: "RangeError", message: /^Cannot name an Ollama model ""/ });
  assert.throws(() => openOllama("a b"), { name: "RangeError" });
  for (const contextTokens of [0, -1, 1.5, NaN, Infinity]) {
    assert.throws(() => openOllama("m", { contextTokens }), {
      name: "RangeError",
      message: `Cannot use a context of ${contextTokens} tokens: expected an integer of at least 1`,
    });
  }
});
