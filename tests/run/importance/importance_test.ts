import assert from "node:assert/strict";
import { importance, linguistic, ModelError, openStore } from "codebias";
import type { GenerationProgress } from "codebias/run/asking/generate.ts";
import type { Model } from "codebias/generation/model.ts";
import type { ImportanceOptions } from "codebias/run/importance/importance.ts";
import { outputChange } from "codebias/studies/linguistic/metrics/importance/importance_scores.ts";
import type { GenerationRequest, ImportancePrompt, Likelihood, Missing } from "codebias/core/types.ts";
import { join } from "node:path";
import { failing, json } from "../../generation/fake_openai.ts";
import { says } from "../../generation/fake_openai.ts";
import { VLLM } from "../../generation/openai/known_servers.ts";
import { withModel } from "../../generation/openai/setup.ts";
import { failure, type Script, scriptedModel } from "../../generation/scripted_model.ts";
import { withFiles } from "../../store/repository.ts";

const QUICK = { tries: 2, firstWaitMs: 1 };

const prompt = (text: string, given: Partial<ImportancePrompt> = {}): ImportancePrompt => ({
  ...{ taskId: "1", prompt: text, settings: { language: "en", prompt: "QA" } },
  ...given,
});

/** A model that answers with its prompt in capitals, and to which texts are the likelier the longer their prompt is. */
function shouting(script: Script = ({ prompt }) => ({ text: String(prompt).toUpperCase() })) {
  const scored: { prompt: string; text: string }[] = [];
  const model = scriptedModel(script);
  const scoring: Model = {
    ...model,
    likelihood({ prompt, text }) {
      scored.push({ prompt: String(prompt), text });
      return Promise.resolve({ nats: String(prompt).length - 100, tokens: 4, counted: text.length });
    },
  };
  return { model, scoring, scored };
}

const options = (model: Model | string, more: Partial<ImportanceOptions> = {}): ImportanceOptions => ({
  ...{ model, prompts: [prompt("Be very brief")], persistence: QUICK, onNotice: () => {} },
  ...more,
});

Deno.test("without likelihoods, importance is how much the greedy answer changes, and it is said why", async () => {
  const { model } = shouting();
  const notices: string[] = [];
  const found = await importance(
    linguistic,
    options(model, { onNotice: (sentence) => notices.push(sentence) }),
  );
  assert.equal(found.method, "output-change");
  assert.deepEqual(notices, [
    `${found.fallback}; importance is therefore how much the answer changes (output-change).`,
  ]);
  assert.match(found.fallback!, /scripted\/model gives no log-likelihoods/);
  const whole = "BE VERY BRIEF";
  assert.deepEqual(
    found.words.map(({ word, score }) => [word, score]),
    [["Be", "VERY BRIEF"], ["very", "BE BRIEF"], ["brief", "BE VERY"]].map((
      [word, answer],
    ) => [word, outputChange(whole, answer)]),
  );
  const { index, normalised, floor, aboveFloor, ...rest } = found.words[2];
  assert.deepEqual([index, normalised, floor, aboveFloor], [3, 1, 0, true]);
  assert.deepEqual(rest, {
    ...{ model: "scripted/model", synthetic: true, taskId: "1", prompt: "QA", language: "en", word: "brief" },
    ...{ method: "output-change", score: 6 / 13, perToken: null, reason: null },
  });
  assert(model.requests.every(({ sampling }) => sampling.temperature === 0));
  assert.deepEqual(model.requests.map(({ prompt }) => prompt), [
    ...Array(4).fill("Be very brief"),
    ...["very brief", "Be brief", "Be very"],
  ]);
});

Deno.test("the noise floor is what the whole prompt's other answers differ by", async () => {
  const { model } = shouting(({ prompt, sample: { settings } }) =>
    settings.again === 2 ? { text: "BE VERY GRUFF" } : { text: String(prompt).toUpperCase() }
  );
  const { words } = await importance(linguistic, options(model));
  assert.deepEqual(
    words.map(({ floor }) => floor),
    Array(3).fill(outputChange("BE VERY BRIEF", "BE VERY GRUFF")),
  );
  assert(words.every(({ aboveFloor, score, floor }) => aboveFloor === score! > floor!));
});

Deno.test("by likelihood, the answer to the whole prompt is weighed after every prompt", async () => {
  const { scoring, scored, model } = shouting();
  const { words, method } = await importance(linguistic, options(scoring, { controls: 1 }));
  assert.equal(method, "likelihood");
  assert.deepEqual(words.map(({ word, score, perToken, floor }) => [word, score, perToken, floor]), [
    ["Be", 3, 0.75, 0],
    ["very", 5, 1.25, 0],
    ["brief", 6, 1.5, 0],
  ]);
  assert.equal(model.requests.length, 1);
  const [, ...asked] = scored; // the first finds out whether it can
  assert.deepEqual(asked.map(({ prompt }) => prompt), [
    ...["Be very brief", "Be very brief", "very brief", "Be brief", "Be very"],
  ]);
  assert(asked.every(({ text }) => text === "BE VERY BRIEF"));
});

Deno.test("a method that cannot be had is refused; the other one is taken without a word", async () => {
  const { model, scoring } = shouting();
  await assert.rejects(
    importance(linguistic, options(model, { method: "likelihood" })),
    /Cannot weigh words by likelihood: .* gives no/,
  );
  const notices: string[] = [];
  const onNotice = (sentence: string) => notices.push(sentence);
  const { method } = await importance(linguistic, options(scoring, { method: "output-change", onNotice }));
  assert.deepEqual([method, notices], ["output-change", []]);
});

Deno.test("wrong options are refused before anything is asked", async () => {
  const { model } = shouting();
  const wrong: [Partial<ImportanceOptions>, RegExp][] = [
    [{ controls: -1 }, /Cannot ask -1 times again/],
    [{ controls: 0.5 }, /as controls: it must be an integer/],
    [{ prompts: [] }, /no prompt has any/],
    [{ prompts: [prompt("1 + 1")] }, /no prompt has any/],
    [{ method: "shapley" as "likelihood" }, /by shapley: methods are/],
    [{ epochs: 2 } as Partial<ImportanceOptions>, /Unknown option "epochs"/],
    [{ prompts: [prompt("Be"), prompt("Do")] }, /twice/],
  ];
  for (const [given, message] of wrong) {
    await assert.rejects(importance(linguistic, options(model, given)), message);
  }
  assert.equal(model.requests.length, 0);
});

Deno.test("a store answers what it knows: a second call asks for nothing but the trial, and finds the same", () =>
  withFiles({}, async (folder) => {
    for (const method of ["likelihood", "output-change"] as const) {
      using store = openStore(join(folder, `${method}.sqlite`));
      const { scoring, scored, model } = shouting();
      const first = await importance(linguistic, options(scoring, { store, method, name: "words" }));
      const [asked, likelihoods] = [model.requests.length, scored.length];
      const second = await importance(linguistic, options(scoring, { store, method, name: "words" }));
      assert.deepEqual(second.words, first.words);
      assert.equal(model.requests.length, asked);
      assert.equal(scored.length - likelihoods, method === "likelihood" ? 1 : 0);
      assert.equal(second.run?.id, first.run?.id);
    }
  }));

Deno.test("what fails is a word without a score, with its reason, and is no change of the answer", async () => {
  const { model } = shouting(({ prompt }) => {
    if (prompt === "Be brief") throw failure("cut");
    return { text: String(prompt) };
  });
  const { words, failures } = await importance(linguistic, options(model));
  assert.deepEqual(words.map(({ score }) => score === null), [false, true, false]);
  assert.match(words[1].reason!, /The server failed: cut/);
  assert.equal(failures.length, 1);
});

Deno.test("a prompt whose answer fails has words without scores; other prompts have theirs", async () => {
  const script: Script = ({ prompt }: GenerationRequest) => {
    if (prompt === "Be brief") throw failure("cut");
    return { text: "ok" };
  };
  const prompts = [prompt("Be brief"), prompt("Be long", { taskId: "2" })];
  for (const method of ["likelihood", "output-change"] as const) {
    const { words } = await importance(linguistic, options(shouting(script).scoring, { prompts, method }));
    assert.deepEqual(words.map(({ taskId, score }) => [taskId, score !== null]), [
      ...[["1", false], ["1", false], ["2", true], ["2", true]],
    ]);
    assert.match(words[0].reason!, /nothing to compare with: .*cut/);
  }
});

Deno.test("a likelihood that is not known of one text leaves that word unjudged", async () => {
  const { scoring } = shouting();
  const likelihood = ({ prompt, text }: { prompt: unknown; text: string }): Promise<Likelihood | Missing> =>
    Promise.resolve(
      prompt === "Be very" ? { reason: "no token begins" } : { nats: -1, tokens: 1, counted: text.length },
    );
  const { words } = await importance(linguistic, options({ ...scoring, likelihood }));
  assert.deepEqual(words.map(({ score }) => score), [0, 0, null]);
  assert.match(words[2].reason!, /is not known: no token begins/);
});

Deno.test("progress counts everything that will be asked, and ends with all of it", async () => {
  for (const [method, total] of [["likelihood", 1 + 7], ["output-change", 7]] as const) {
    const seen: GenerationProgress[] = [];
    await importance(
      linguistic,
      options(shouting().scoring, { method, onProgress: (state) => seen.push(state) }),
    );
    assert(seen.every((state, at) => state.total === total && state.done >= (seen[at - 1]?.done ?? 0)));
    assert.equal(seen.at(-1)!.done, total);
  }
});

Deno.test("it can be given up at any time", async () => {
  const reason = new Error("enough");
  await assert.rejects(
    importance(linguistic, options(shouting().scoring, { signal: AbortSignal.abort(reason) })),
    reason,
  );
  const stop = new AbortController();
  const { model } = shouting((_, index) => {
    if (index === 2) stop.abort(reason);
    return { text: "a" };
  });
  await assert.rejects(
    importance(linguistic, options(model, { signal: stop.signal, concurrency: 1 })),
    reason,
  );
  assert(model.requests.length < 7);
});

Deno.test("a server that echoes is asked without its chat template, all of it", () => {
  const tokensOf = (text: string) => text.match(/\s?\S+|\s+/g) ?? [];
  return withModel({
    ...VLLM,
    "/v1/completions": (asked, request) => {
      const { prompt: text, echo } = asked.body as { prompt: string; echo?: boolean };
      if (!echo) {
        return json({ choices: [{ index: 0, text: " pass", finish_reason: "stop" }] })(asked, request);
      }
      const tokens = [...tokensOf(text), " x"];
      const likely = text.includes("brief") ? -1 : -3;
      return json({
        choices: [{
          ...{ index: 0, text: `${text} x`, finish_reason: "length" },
          logprobs: { tokens, token_logprobs: tokens.map((_, at) => at === 0 ? null : likely) },
        }],
      })(asked, request);
    },
  }, async (model, server) => {
    const notices: string[] = [];
    const found = await importance(
      linguistic,
      options(model, { onNotice: (sentence) => notices.push(sentence) }),
    );
    assert.deepEqual(found.words.map(({ word, score, perToken }) => [word, score, perToken]), [
      ...[["Be", 0, 0], ["very", 0, 0], ["brief", 2, 2]],
    ]);
    assert(notices.some((sentence) => /without its chat template/.test(sentence)));
    assert(server.completions().every(({ path }) => path === "/v1/completions"));
  });
});

Deno.test("a server that does not echo is asked once for likelihoods, then for answers with its template", () =>
  withModel({
    ...VLLM,
    "/v1/completions": failing(400, { message: "echo is not supported" }),
    "/v1/chat/completions": says("pass"),
  }, async (model, server) => {
    const { method, fallback, words } = await importance(linguistic, options(model));
    assert.equal(method, "output-change");
    assert.match(fallback!, /echo is not supported/);
    assert.deepEqual(words.map(({ score }) => score), [0, 0, 0]);
    const paths = server.completions().map(({ path }) => path);
    assert.deepEqual(paths, ["/v1/completions", ...Array(7).fill("/v1/chat/completions")]);
  }));

Deno.test("who wants the chat template gets output changes, with the reason", () =>
  withModel({ ...VLLM, "/v1/chat/completions": says("pass") }, async (model) => {
    const { fallback } = await importance(linguistic, options(model, { sampling: { raw: false } }));
    assert.match(fallback!, /raw is false/);
  }));

Deno.test("a server that cannot be reached is no reason for another method", async () => {
  const { scoring } = shouting();
  const likelihood = () => Promise.reject(failure("unreachable"));
  await assert.rejects(importance(linguistic, options({ ...scoring, likelihood })), ModelError);
});
