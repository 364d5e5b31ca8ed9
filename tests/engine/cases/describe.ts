import assert from "node:assert/strict";
import { listModels } from "codebias/generation/ollama/endpoints.ts";
import { CLIENTS, open } from "../asking.ts";
import { CURRENT, ENGINE } from "../engine.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { BRANCHES, importModel, LOOP } from "../models.ts";

const server = serverOfFile({ prepare: (server) => importModel(server, BRANCHES, { contextTokens: 3000 }) });

/** What the server itself says. */
async function tell(path: string, body?: unknown) {
  const init = body ? { method: "POST", body: JSON.stringify(body) } : {};
  return await (await fetch(server().host + path, init)).json();
}

/** The digest as the server lists it. */
async function digestOf(name: string): Promise<string> {
  const { models } = await tell("/api/tags");
  return models.find((model: { name: string }) => model.name === `${name}:latest`).digest;
}

engineTest("ollama/ describes the model as the server does", async () => {
  const { identity, contextTokens, synthetic, details, notices } = await open("ollama", server(), "branches")
    .describe();
  const shown = await tell("/api/show", { model: "branches" });
  assert.equal(identity, `sha256:${await digestOf("branches")}`);
  assert.equal(contextTokens, 3000);
  assert.equal(synthetic, false); // an engine cannot tell
  assert.equal(details.digest, identity);
  assert.equal(details.serverVersion, ENGINE!.version);
  assert.equal(details.quantization, shown.details.quantization_level);
  assert.equal(details.template, shown.template);
  assert.equal(details.family, "llama");
  assert.match(String(details.parameters), /^num_thread +1$/);
  assert.deepEqual(details.capabilities, ["completion"]);
  assert.deepEqual(notices, []);
});

engineTest("openai/ describes the model of an Ollama server as ollama/ does", async () => {
  const { identity, details, notices } = await open("openai", server(), "branches").describe();
  assert.ok(identity.includes(await digestOf("branches")) && identity.includes(ENGINE!.version), identity);
  assert.equal(details.flavour, "ollama");
  assert.equal(details.serverVersion, ENGINE!.version);
  const penalty = CURRENT ? 1 : 1.1; // the server's own, which cannot be told here
  assert.deepEqual(details.effectiveSampling, { topK: 40, minP: 0, repeatPenalty: penalty });
  assert.match(notices.join("\n"), /taken to be 3000 tokens/);
});

for (const client of CLIENTS) {
  engineTest(`${client}/ tells another model under the same name by its identity`, async () => {
    await importModel(server(), BRANCHES, { name: "changing" });
    const before = await open(client, server(), "changing").describe();
    await importModel(server(), LOOP, { name: "changing" });
    const after = await open(client, server(), "changing").describe();
    assert.notEqual(after.identity, before.identity);
    await importModel(server(), BRANCHES, { name: "changing" });
    assert.equal(
      (await open(client, server(), "changing:latest").describe()).identity.includes(
        before.identity.split(" ")[0],
      ),
      true,
    );
  });
}

engineTest("listModels() has the models of the server", async () => {
  const [model] = (await listModels({ host: server().host })).filter(({ name }) =>
    name === "branches:latest"
  );
  assert.equal(model.digest, `sha256:${await digestOf("branches")}`);
  assert.equal(model.format, "gguf");
  assert.ok(model.sizeBytes! > 100_000);
});
