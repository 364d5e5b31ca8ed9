import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import type { GenerationRequest, Message, Prompt, Sampling } from "codebias/core/types.ts";
import { type Client, CLIENTS, open, prepare, request } from "../asking.ts";
import { CURRENT } from "../engine.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { BRANCHES, importModel } from "../models.ts";

/** Tokens of the small model's context. */
const SMALL = 512;

const server = serverOfFile({
  async prepare(server) {
    await importModel(server, BRANCHES);
    await importModel(server, BRANCHES, { name: "small", contextTokens: SMALL });
  },
});

/** The failure of an action that must have one. */
async function failure(action: Promise<unknown>): Promise<ModelError> {
  try {
    assert.fail(`Nothing failed: ${JSON.stringify(await action)}`);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

for (const client of CLIENTS) {
  engineTest(`${client}/ says that the model is missing, which there are and how to get it`, async () => {
    const model = open(client, server(), "brunches");
    for (const action of [() => model.describe(), () => prepare(model), () => model.ask(request(1))]) {
      const error = await failure(action());
      assert.deepEqual([error.failure, error.retry], ["no-such-model", false]);
      assert.match(error.message, /does not have the model brunches: it has branches(?::latest)?, small/);
      assert.match(error.message, /ollama pull brunches/);
    }
  });

  engineTest(`${client}/ says so when the model goes during a run`, async () => {
    await importModel(server(), BRANCHES, { name: "going" });
    const model = open(client, server(), "going");
    await prepare(model);
    assert.equal((await model.ask(request(1))).finish, "stop");
    const gone = await fetch(`${server().host}/api/delete`, {
      method: "DELETE",
      body: JSON.stringify({ model: "going" }),
    });
    assert.equal(gone.status, 200);
    await gone.body?.cancel();
    const error = await failure(model.ask(request(2)));
    assert.deepEqual([error.failure, error.retry], ["no-such-model", false]);
    assert.match(error.message, /does not have the model going: it has .*\bbranches\b/);
  });

  for (const [form, promptOf] of [["text", text], ["conversation", conversation]] as const) {
    engineTest(`${client}/ refuses a ${form} longer than the context, which gives no sample`, async () => {
      for (const bytes of [SMALL + 1, 2 * SMALL, 5 * SMALL, 20 * SMALL]) {
        const error = await failure(askSmall(client, promptOf(bytes)));
        assert.deepEqual([error.failure, error.retry], ["prompt-too-long", false], error.message);
        assert.match(error.message, /\b512\b/);
      }
    });

    engineTest(`${client}/ asks with a ${form} that certainly fits into the context`, async () => {
      for (const bytes of [10, 100, 180]) {
        const { text, promptTokens } = await askSmall(client, promptOf(bytes));
        assert.equal(promptTokens, bytes);
        assert.match(text, /^def choose/);
      }
    });
  }
}

engineTest("ollama/ asks with a raw text that just fits into the context", async () => {
  const { text: completion, promptTokens } = await askSmall("ollama", text(SMALL - 12), { raw: true });
  assert.equal(promptTokens, SMALL - 12);
  assert.match(completion, /^def choose/);
});

engineTest("openai/ asks with a text that just fits into the context", async () => {
  const { text: completion, promptTokens } = await askSmall("openai", text(SMALL - 12));
  assert.equal(promptTokens, SMALL - 12);
  assert.match(completion, /^def choose/);
});

engineTest("ollama/ answers what may not fit, but does, if the server tells so", async () => {
  const long = text(SMALL - 100);
  if (CURRENT) assert.match((await askSmall("ollama", long)).text, /^def choose/);
  // An old server does not tell a whole prompt from one that it cut.
  else assert.equal((await failure(askSmall("ollama", long))).failure, "prompt-too-long");
});

function text(bytes: number): string {
  return "Choose a person. ".repeat(bytes).slice(0, bytes - 1) + "\n";
}

function conversation(bytes: number): Prompt {
  return [{ role: "user", content: text(bytes) }];
}

async function askSmall(client: Client, prompt: Prompt, sampling: Partial<Sampling> = {}) {
  const question = { prompt, sampling: { maxTokens: 8, ...sampling } };
  const model = open(client, server(), "small");
  await prepare(model, question);
  return await model.ask(request(1, question));
}

for (const client of CLIENTS) {
  engineTest(`${client}/ refuses a conversation whose first messages the server dropped`, async () => {
    for (const sizes of [[200, 200, 190], [500, 10, 130], [300, 20, 300, 20, 150]]) {
      const prompt = sizes.map((bytes, at): Message => ({
        role: at % 2 === 0 ? "user" : "assistant",
        content: text(bytes),
      }));
      // The current server uses the model's own template, which has the last message alone. Through openai/ nobody can tell
      // that from messages that the server dropped, as it does there without a word.
      if (CURRENT && client === "ollama") {
        assert.equal((await askSmall(client, prompt)).promptTokens, sizes.at(-1));
        continue;
      }
      const refused = await failure(askSmall(client, prompt));
      assert.equal(refused.failure, "prompt-too-long");
      if (CURRENT) assert.match(refused.message, /may have left out the first messages of a conversation/);
    }
  });
}

engineTest("ollama/ chooses a context that the longest prompt fits into", async () => {
  await importModel(server(), BRANCHES, { name: "large", contextTokens: 32_768 });
  const model = open("ollama", server(), "large");
  for (const bytes of [3900, 4096, 5000]) {
    const question = { prompt: text(bytes), sampling: { maxTokens: 8 } };
    assert.deepEqual(await prepare(model, question), []);
    const { promptTokens } = await model.ask(request(1, question));
    assert.equal(promptTokens, bytes);
  }
});

engineTest("ollama/ says before a run which prompts may not fit", async () => {
  const model = open("ollama", server(), "small");
  const { sampling } = request(1, { sampling: { maxTokens: 8 } });
  const notices = await model.prepare({ prompts: [text(10), text(600)], sampling });
  assert.match(notices.join("\n"), /of 2 prompts may not fit into the context of 512 tokens/);
});

engineTest("openai/ refuses settings that Ollama's /v1 would ignore, and names them", async () => {
  for (const sampling of [{ topK: 2 }, { minP: 0.1 }, { repeatPenalty: 1.2 }, { raw: true }]) {
    const [name] = Object.keys(sampling);
    const model = open("openai", server(), "branches");
    for (const action of [() => prepare(model, { sampling }), () => model.ask(request(1, { sampling }))]) {
      await assert.rejects(action, (error) => error instanceof RangeError && error.message.includes(name));
    }
  }
});

/** A request with a setting of a type that TypeScript does not let pass, as from a notebook cell that is not checked. */
function wrong(setting: Record<string, unknown>): GenerationRequest {
  const good = request(1);
  return { ...good, sampling: { ...good.sampling, ...setting } } as GenerationRequest;
}

for (const client of CLIENTS) {
  engineTest(
    `${client}/ says what the server says of a setting of the wrong type, and does not retry`,
    async () => {
      const model = open(client, server(), "branches");
      const error = await failure(model.ask(wrong({ temperature: "hot" })));
      assert.deepEqual([error.failure, error.retry], ["refused-request", false], error.message);
      assert.match(error.message, /temperature/);
    },
  );
}

engineTest("the server cuts long prompts without a word unless it is current and told not to", async () => {
  // What the clients have to guard against; if it changes, their guard may, too.
  for (const guarded of [false, true]) {
    const body = {
      model: "small",
      prompt: text(1000),
      stream: false,
      options: { num_ctx: SMALL, num_predict: 4 },
      ...(guarded ? { truncate: false, shift: false } : {}),
    };
    const response = await fetch(`${server().host}/api/generate`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    assert.equal(response.status, CURRENT && guarded ? 400 : 200);
    if (response.ok) assert.ok(answer.prompt_eval_count <= SMALL, `${answer.prompt_eval_count}`);
    else assert.match(answer.error, /exceed_context_size_error/);
  }
});
