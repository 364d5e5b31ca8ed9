import assert from "node:assert/strict";
import { failing, json, models, PLAIN_SERVER, request, type Script } from "../fake_openai.ts";
import { LLAMA_CPP, LM_STUDIO, OLLAMA, SGLANG, VLLM } from "./known_servers.ts";
import { withModel } from "./setup.ts";

interface Expected {
  readonly script: Script;
  readonly flavour: string;
  readonly identity: string;
  readonly version?: string;
  readonly contextTokens?: number;
  readonly effective: Readonly<Record<string, number | null>>;
}

const SERVERS: Readonly<Record<string, Expected>> = {
  "a vLLM": {
    script: VLLM,
    flavour: "vllm",
    identity: "vllm m org/m-7b",
    version: "0.11.0",
    contextTokens: 4096,
    effective: {},
  },
  "an SGLang": {
    script: SGLANG,
    flavour: "sglang",
    identity: "sglang m org/m-7b",
    contextTokens: 4096,
    effective: {},
  },
  "a llama-server": {
    script: LLAMA_CPP,
    flavour: "llama.cpp",
    identity: "llama.cpp m.gguf m.gguf 7000000000 4000000000 32000 f24189f08c85a1eb",
    version: "b10488",
    contextTokens: 8000,
    effective: {},
  },
  "an Ollama": {
    script: OLLAMA,
    flavour: "ollama",
    identity: "ollama m:latest 5e8f 0.9.6",
    version: "0.9.6",
    contextTokens: 4096,
    effective: { topK: 40, minP: 0, repeatPenalty: 1.1 },
  },
  "an LM Studio": {
    script: LM_STUDIO,
    flavour: "lm-studio",
    identity: "lm-studio m qwen2 Q4_K_M gguf",
    contextTokens: 4096,
    effective: { minP: null },
  },
  "a server that nobody knows": {
    script: PLAIN_SERVER,
    flavour: "unknown",
    identity: "unknown m",
    effective: { topK: null, minP: null, repeatPenalty: null },
  },
};

for (const [name, expected] of Object.entries(SERVERS)) {
  Deno.test(`openOpenAI knows ${name}, and what it can be told`, () =>
    withModel(expected.script, async (model, server) => {
      const { spec, identity, synthetic, contextTokens, details } = await model.describe();
      assert.deepEqual({ spec, identity, synthetic, contextTokens }, {
        spec: "openai/m",
        identity: expected.identity,
        synthetic: false,
        contextTokens: expected.contextTokens,
      });
      assert.equal(details.baseUrl, server.baseUrl);
      assert.equal(details.flavour, expected.flavour);
      assert.equal(details.serverVersion, expected.version);
      assert.deepEqual(details.effectiveSampling, expected.effective);
      assert.deepEqual(JSON.parse(JSON.stringify(details)), details);
    }));
}

Deno.test("openOpenAI knows an Ollama and a llama-server also when their lists do not tell", async () => {
  const list = { "/v1/models": models({ id: "someone/m:latest", owned_by: "someone" }) };
  await withModel({ ...OLLAMA, ...list }, async (model) => {
    assert.equal((await model.describe()).details.flavour, "ollama");
  }, "someone/m");
  await withModel({ ...LLAMA_CPP, "/v1/models": failing(404) }, async (model) => {
    const { details, notices } = await model.describe();
    assert.equal(details.flavour, "llama.cpp");
    assert.match(notices.join(" "), /does not list its models, so m was not looked for/);
  });
});

for (
  const [name, probes] of Object.entries({
    "errors": failing(500),
    "web pages": () => new Response("<html>", { headers: { "content-type": "text/html" } }),
    "other JSON": json(["no"]),
    "nothing": () => new Response(),
  })
) {
  Deno.test(`openOpenAI takes a server that answers other questions with ${name} for an unknown one`, () =>
    withModel({ ...PLAIN_SERVER, "/api/version": probes, "/props": probes }, async (model) => {
      const { details, notices } = await model.describe();
      assert.equal(details.flavour, "unknown");
      assert.equal(notices.length, 1);
      assert.match(
        notices[0],
        /is of a kind unknown to codebias: it is not known whether it follows the seed/,
      );
      assert.equal((await model.ask(request())).text, "a");
    }));
}

Deno.test("openOpenAI has no path and no prompt template of the server's machine in its sentences", () =>
  withModel(LLAMA_CPP, async (model) => {
    const { details, notices } = await model.describe();
    assert.equal(details.file, "m.gguf");
    assert(!JSON.stringify(details).includes("/somewhere/private"));
    assert.match(notices[0], /answers with m\.gguf, whatever name is given\.$/);
  }));

Deno.test("openOpenAI gives another identity to other weights or another template", async () => {
  const identities: string[] = [];
  const props = (changes: Record<string, unknown>) => ({
    ...LLAMA_CPP,
    "/props": json({ default_generation_settings: {}, chat_template: "a", model_path: "m.gguf", ...changes }),
  });
  const tags = (digest: string) => ({
    ...OLLAMA,
    "/api/tags": json({ models: [{ name: "other:latest", digest: "1" }, { name: "m:latest", digest }] }),
  });
  const scripts: Script[] = [
    props({}),
    props({ chat_template: "b" }),
    props({ model_path: "n.gguf" }),
    tags("2"),
    tags("3"),
    { ...tags("3"), "/api/version": json({ version: "0.33.0" }) },
  ];
  for (const script of scripts) {
    await withModel(script, async (model) => void identities.push((await model.describe()).identity));
  }
  assert.equal(new Set(identities).size, scripts.length, identities.join("\n"));
});

Deno.test("openOpenAI gives the same identity although a server's list is of another moment", async () => {
  const identities = new Set<string>();
  for (const created of [1, 2]) {
    const list = { "/v1/models": models({ id: "m", owned_by: "vllm", created, root: "org/m" }) };
    await withModel(list, async (model) => void identities.add((await model.describe()).identity));
  }
  assert.equal(identities.size, 1);
});

Deno.test("openOpenAI asks with a key that may not list models, and says so", () =>
  withModel(
    { "/v1/models": failing(403, { message: "Missing scopes: api.model.read" }) },
    async (model) => {
      const [notice] = (await model.describe()).notices;
      assert.match(notice, /does not list its models, so m was not looked for\.$/);
      assert.equal((await model.ask(request())).text, "a");
    },
  ));

Deno.test("openOpenAI goes on with a model that the list of a proxy lacks, and says so", () =>
  withModel({ "/v1/models": models({ id: "other" }) }, async (model) => {
    assert.match(
      (await model.describe()).notices[0],
      /does not list m; some servers have more models than they list/,
    );
    assert.equal((await model.ask(request())).text, "a");
  }));
