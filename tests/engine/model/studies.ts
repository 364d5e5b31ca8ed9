/** A real model through every study: `deno task test:model`. */

import assert from "node:assert/strict";
import { generate, openModel } from "codebias";
import { openJudge } from "codebias/app/commands/judge/judges.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";
import { readAnswer } from "codebias/app/commands/judge/line.ts";
import { wantedAnswers } from "../../commands/record/plan.ts";
import { STUDIES, suiteOf } from "codebias/app/studies.ts";
import { REAL_MODEL } from "../../commands/test_engine/real_model.ts";
import { engineTest, serverOfFile } from "../engine_case.ts";
import { giveModel } from "../models.ts";

const FILE = Deno.env.get("CODEBIAS_REAL_MODEL");
const { name, sha256: digest } = REAL_MODEL;

/** A test that needs the model; left out, with the reason in its name, where there is none. */
function modelTest(what: string, fn: () => Promise<void>): void {
  if (FILE) return engineTest(what, fn);
  Deno.test({ name: `${what} (left out: no model: run deno task test:model)`, ignore: true, fn });
}

const server = serverOfFile({
  prepare: async (started) => {
    if (!FILE) return;
    const file = (await Deno.open(FILE)).readable;
    await giveModel(started, { name, digest, file: () => file, parameters: { stop: ["<|im_end|>"] } });
  },
});

const sampling = { maxTokens: 160 };

/** What a study asks first, of so many tasks. */
async function firstPrompts(study: AskedStudy, count: number) {
  const suite = await suiteOf(study);
  const wanted = wantedAnswers(new Map([[study, suite]]), name);
  const ids = [...new Set(wanted.map(({ job }) => job.sample.taskId))].slice(0, count);
  const prompts = suite.prompts(suite.tasks.filter(({ id }) => ids.includes(id)), suite.methods.slice(0, 1));
  return prompts.filter(({ settings }) => settings?.language !== "zh");
}

/** Whether something is found, or there is a reason why not. */
function isWhole(said: Readonly<Record<string, string | undefined>>): boolean {
  const found = Object.fromEntries(
    Object.entries(said).map(([name, json]) => [name, json && JSON.parse(json)]),
  );
  if ("verdict" in found) return found.verdict === "judged" || Boolean(found.reason);
  if ("outcome" in found) return found.outcome !== "unjudged" || Boolean(found.reason);
  const { scores, usesSensitive, groups, filled, reason, reasons, unjudged } = found;
  return Boolean(scores ?? groups ?? filled) || typeof usesSensitive === "boolean" ||
    Boolean(reason ?? reasons ?? unjudged);
}

for (const study of Object.keys(STUDIES) as AskedStudy[]) {
  for (const kind of ["ollama", "openai"]) {
    modelTest(`${name} answers ${study} through ${kind}/, and its answers are judged`, async () => {
      const url = kind === "ollama" ? server().host : `${server().host}/v1`;
      const model = openModel(`${kind}/${name}`, { url, ...kind === "ollama" && { contextTokens: 8192 } });
      const more = kind === "ollama" ? {} : { topK: 40 }; // which its other interface cannot be told
      const prompts = await firstPrompts(study, 3);
      const { completions, failures } = await generate({
        ...{ model, study, prompts, temperatures: [0.2], onNotice: () => {} },
        sampling: { ...sampling, ...more },
      });
      assert.deepEqual(failures.map(({ error }) => error!.message), []);
      assert.equal(completions.length, 3);
      await using judge = await openJudge(study as AskedStudy, "own");
      for (const { taskId, text, settings } of completions) {
        assert(text.trim() !== "");
        const { prompt, language } = settings as Record<string, unknown>;
        const line = JSON.stringify({ id: 1, task: taskId, text, settings: { prompt, language } });
        const said = await judge.judge(readAnswer(line, judge.methods));
        assert(isWhole(said), `${taskId} is judged, or it is said why not: ${JSON.stringify(said)}`);
      }
    });
  }
}

modelTest(`${name} gives the same answers to the same seeds, one at a time`, async () => {
  const prompts = await firstPrompts("liu", 3);
  const ask = async () => {
    const model = openModel(`ollama/${name}`, { url: server().host, contextTokens: 8192 });
    const asking = { model, study: "liu", prompts, temperatures: [1], sampling, concurrency: 1 };
    const { completions } = await generate({ ...asking, onNotice: () => {} });
    return completions.map(({ text }) => text);
  };
  const first = await ask();
  assert.equal(new Set(first).size, 3);
  assert.deepEqual(await ask(), first);
});
