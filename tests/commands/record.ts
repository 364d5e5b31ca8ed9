/**
 * `deno task record`: asks a model for the answers that data/recorded lacks, and writes them down.
 *
 * @module
 */

import { join } from "node:path";
import { converse } from "codebias/run/asking/converse.ts";
import { Asker } from "codebias/generation/asker.ts";
import { inOrder } from "codebias/generation/requests/in_order.ts";
import { openModel } from "codebias/generation/open_model.ts";
import { Pace } from "codebias/generation/requests/concurrency.ts";
import { requestFor } from "codebias/generation/plan.ts";
import type { Model } from "codebias/generation/model.ts";
import { command, oneOf, type Options, runCommand, type Values } from "codebias/app/command_line/command.ts";
import { wholeOf } from "codebias/app/command_line/numbers.ts";
import { progress } from "codebias/app/notebook/progress.ts";
import { setUp } from "codebias/app/setup/setup.ts";
import { openProber } from "codebias/run/probing/probe.ts";
import { iterativePrompting } from "codebias/run/probing/iterative_prompting.ts";
import { paths, shortPath } from "codebias/store/paths.ts";
import { openStore } from "codebias/store/run_store/run_store.ts";
import { solar } from "codebias/studies/solar/study.ts";
import type { SolarTask } from "codebias/studies/solar/tasks/task.ts";
import { visible } from "codebias/core/visible.ts";
import { type WantedAnswer, wantedAnswers } from "./record/plan.ts";
import { type NewAnswer, StudyRecordings } from "./record/recordings.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";
import { STUDIES, type Suite, suiteOf } from "codebias/app/studies.ts";

const NAMES = Object.keys(STUDIES) as AskedStudy[];

/** Answers a file. */
const PER_FILE = 200;

/** Tokens of context: the same for all studies, since a server loads the model again for another. */
const CONTEXT_TOKENS = 8192;

const OPTIONS = {
  model: "MODEL  ollama/NAME or openai/NAME (default: ollama/qwen2.5-coder:1.5b)",
  url: "URL  where the server is (default: OLLAMA_HOST or OPENAI_BASE_URL)",
  answers: "N  stop after N first answers, and write them down (default: all wanted)",
  kept: "ask nothing: write down what was answered before it stopped, except conversations",
  concurrency: "N  requests at a time (default: what the server sustains)",
  engine: "TEXT  for the manifest, what the server does not tell: hardware, slots",
  out: "DIR  the folder (default: data/recorded)",
  store: "FILE  where answers are kept until they are written down (default: outputs/runs.sqlite)",
} as const satisfies Options;

const record = command({
  name: "record",
  usage: "[STUDY ...] [options]",
  about: `
Asks a model for the answers to the studies' own tasks that data/recorded does not have yet, in a fixed order, and adds
a file for each ${PER_FILE}, with a manifest. Each answer is kept at once: if stopped, the same command goes on from there.`,
  takes: { STUDY: `${NAMES.join(", ")} (default: all)` },
  options: OPTIONS,
  more: "Put nice in front of it to leave the machine to other work.",
  does: (values, words) => {
    const named = words.map((name) => oneOf("study", name, NAMES));
    return recordAnswers(named.length > 0 ? named : NAMES, values);
  },
});

/** Whether all requested answers are there. */
async function recordAnswers(
  studies: readonly AskedStudy[],
  { model: name = "ollama/qwen2.5-coder:1.5b", url, kept, engine, ...values }: Values<typeof OPTIONS>,
): Promise<boolean> {
  const contextTokens = name.startsWith("ollama/") ? CONTEXT_TOKENS : undefined;
  const model = openModel(name, { url, contextTokens });
  const most = wholeOf("answers", values.answers);
  const concurrency = wholeOf("concurrency", values.concurrency);
  const out = values.out ?? join(paths.data, "recorded");
  const suites = new Map(
    await Promise.all(studies.map(async (name) => [name, await suiteOf(name)] as const)),
  );
  const wanted = wantedAnswers(suites, model.spec);
  if (wanted.length === 0) {
    throw new RangeError(`Cannot record ${studies.join(", ")}: record/plan.ts wants no answers of it`);
  }
  const [{ job: { sampling } }] = wanted;
  const notices = await model.prepare({ sampling, prompts: wanted.map(({ job }) => job.prompt) });
  const described = await model.describe();
  const description = { ...described, notices: [...new Set([...described.notices, ...notices])] };
  for (const notice of description.notices) console.error(visible(notice));
  const recordings = new Map(
    await Promise.all(
      studies.map(async (study) =>
        [study, await StudyRecordings.open(join(out, study), description.identity)] as const
      ),
    ),
  );
  const lacking = wanted.filter(({ study, job, rounds }) =>
    !recordings.get(study)!.has({ ...job.sample, turn: 1 + rounds })
  );
  using store = openStore(values.store);
  const begun = new Map([...Map.groupBy(lacking, runOf)].map(([run, answers]) => {
    const jobs = answers.map(({ job }) => job);
    const variant = answers[0].rounds > 0 ? "feedback" : undefined;
    return [run, store.beginRun({ model: model.spec, jobs, variant }, description)];
  }));
  const isKept = (one: WantedAnswer) =>
    begun.get(runOf(one))!.known(requestFor(model.spec, one.job, one.job.prompt, 1)) !== undefined;
  // Conversations are not counted: whether one goes on is only known when it is examined again.
  const first = lacking.filter(({ rounds }) => rounds === 0);
  const conversations = lacking.filter(({ study, job, rounds }) =>
    rounds > 0 && recordings.get(study)!.has({ ...job.sample, turn: 1 })
  );
  const answers = (kept ? first.filter(isKept) : first).slice(0, most);
  const asked = kept ? answers : [...answers, ...conversations];
  console.error(
    `${wanted.length} answers are wanted, ${first.length} are missing, ${answers.length} come now` +
      (kept || conversations.length === 0 ? "" : `; ${conversations.length} conversations may go on`),
  );
  await using feedback = asked.some(({ rounds }) => rounds > 0) ? await openFeedback(suites) : undefined;
  const asker = new Asker(withRecorded(model, recordings), { pace: new Pace({ fixed: concurrency }) });
  const state = { done: 0, total: asked.length, failed: 0, tokens: 0 };
  const show = progress("Recording");
  const make = async (one: WantedAnswer) => {
    const { sample, tokens } = await converse(one.job, {
      model,
      prompts: [],
      begun: begun.get(runOf(one)),
      followUp: one.rounds > 0 ? feedback?.followUp : undefined,
      onAsked: () => {},
    }, asker);
    state.done++;
    state.tokens += tokens;
    if (sample.error) state.failed++;
    show({ ...state });
    return { one, sample };
  };
  const waiting = new Map<AskedStudy, NewAnswer[]>(studies.map((study) => [study, []]));
  const write = async (study: AskedStudy) => {
    const answers = waiting.get(study)!.splice(0, PER_FILE);
    const files = await recordings.get(study)!.add(answers, { study, model: description, engine });
    console.error(`${files.map(shortPath).join(", ")}: ${answers.length} answers`);
  };
  for await (const { one: { study, job, rounds }, sample } of inOrder(asked, asker.most + 1, make)) {
    const { error, reply, replies, prompt } = sample;
    if (error) {
      console.error(visible(`${study}, ${job.sample.taskId}: ${error.message}`));
    } else if (rounds === 0 || replies.length > 1) { // else the conversation did not go on
      const answers = waiting.get(study)!;
      answers.push({ request: requestFor(model.spec, job, prompt, replies.length), reply: reply! });
      if (answers.length === PER_FILE) await write(study);
    }
  }
  for (const [study, answers] of waiting) if (answers.length > 0) await write(study);
  return state.failed === 0;
}

/** A run of the store holds a study's samples that go on in the same way. */
function runOf({ study, rounds }: WantedAnswer): string {
  return `${study} ${rounds}`;
}

/** The model, asked only for what was not recorded before. */
function withRecorded(model: Model, recordings: ReadonlyMap<string, StudyRecordings>): Model {
  return {
    spec: model.spec,
    describe: (options) => model.describe(options),
    prepare: (plan, options) => model.prepare(plan, options),
    ask: async (request, options) =>
      recordings.get(request.sample.study)?.find(request) ?? await model.ask(request, options),
  };
}

/** How conversations go on: Solar's by probing's findings. */
async function openFeedback(suites: ReadonlyMap<AskedStudy, Suite>) {
  await setUp({ environment: paths.environment, notebooks: false });
  const prober = await openProber();
  const tasks = suites.get("solar")!.tasks as readonly SolarTask[];
  return {
    followUp: iterativePrompting(solar, { tasks, prober, rounds: 1 }),
    [Symbol.asyncDispose]: () => prober[Symbol.asyncDispose](),
  };
}

if (import.meta.main) {
  await runCommand(record, { interrupted: "answers so far are kept: the same command goes on from there" });
}
