/**
 * `deno task shard`: divides the samples that a model is asked for into shards, on which machines work side by side.
 *
 * @module
 */

import { refuseUnknown, unknownTask } from "../../../core/nearest.ts";
import { planJobs } from "../../../generation/plan.ts";
import { openModel } from "../../../generation/open_model.ts";
import { describeForecast, forecast } from "../../../run/asking/forecast.ts";
import { beginGeneration } from "../../../run/asking/generate.ts";
import { type Asked, partsOf, positions } from "../../../run/shards/parts.ts";
import { shortPath, typedPath } from "../../../store/paths.ts";
import { checkoutHashes, writePlan } from "../../../store/shards/plan.ts";
import { command, oneOf, type Options, runCommand, type Values } from "../../command_line/command.ts";
import { print } from "../../command_line/print.ts";
import { listOf, numberOf, wholeOf } from "../../command_line/numbers.ts";
import { type AskedStudy, FORMS } from "../../studies/forms.ts";
import { type Suite, suiteOf } from "../../studies.ts";

const OPTIONS = {
  model: `MODEL  ollama/NAME[:TAG], openai/NAME, recorded/FILE, calibration[/FILE]
    (default: calibration, a synthetic model that answers at declared rates)`,
  methods: "NAMES  prompting methods, comma-separated (default: the usual one)",
  temperatures: "LIST  comma-separated (default: 1)",
  epochs: "N  samples of each task at each setting (default: 1)",
  limit: "N  only the first N tasks",
  tasks: "IDS  only these tasks, comma-separated",
  seed: "N  another seed gives other samples (default: 1)",
  shards: "N  how many (default: as many as --minutes needs); the model is not asked then",
  minutes: "M  about how long a shard takes, from a few samples that are asked for (default: 20)",
  out: "DIR  where plan.json and the shards go",
} as const satisfies Options;

/** The assumed time for judging a sample, seconds; between 0.002 and 3 were measured. */
const JUDGING_SECONDS = 0.1;

/** The maximum number of shards of a plan; each has a file and an entry of the plan. */
const MAX_SHARDS = 100_000;

/** `deno task shard`: makes a plan. */
export const shardCommand = command({
  name: "shard",
  usage: "STUDY [options] --out DIR",
  about: `
Divides what a model is asked of a study (${
    Object.keys(FORMS).join(", ")
  }) into shards: DIR/plan.json and DIR/shard-001.json, …
deno task work does a shard, anywhere and in any order; deno task merge puts the results together, as run() in one process with
the same options gives them.`,
  takes: {},
  options: OPTIONS,
  async does(values, words) {
    const { out } = values;
    // An absolute path, as jobs may start in another folder.
    const model = (values.model ?? "calibration").replace(
      /^((?:recorded|calibration)\/)(.+)/,
      (_, kind, file) => kind + typedPath(file),
    );
    if (out === undefined) throw new RangeError("Name the folder of the shards with --out DIR; -h says more");
    if (words.length !== 1) {
      throw new RangeError(`Name one study: ${Object.keys(FORMS).join(", ")}; -h says more`);
    }
    const study = oneOf("study", words[0], Object.keys(FORMS)) as AskedStudy;
    if (values.shards !== undefined && values.minutes !== undefined) {
      throw new RangeError("Cannot heed --minutes beside --shards: leave out one");
    }
    const suite = await suiteOf(study);
    const asked = askedOf(suite, values);
    const seed = wholeOf("seed", values.seed, 0) ?? 1;
    planJobs({ ...asked, study, model, seed, epochs: 1 }); // throws if these settings are invalid
    positions(asked); // throws if the order of the samples could not be restored
    const given = wholeOf("shards", values.shards);
    const synthetic = model === "calibration" ? suite.synthetic(suite.methods.slice(1)) : undefined;
    // With --shards no server is asked, so its address may be known only in the jobs.
    const isServed = given !== undefined && /^(?:ollama|openai)\//.test(model);
    const opened = openModel(synthetic ?? model, isServed ? { url: "http://localhost" } : {});
    const { prompts, temperatures, epochs } = asked;
    const generation = { model: opened, study, prompts, temperatures, epochs, seed, onNotice: tell };
    const sized: Sized = given === undefined
      ? await sizedBy(minutesOf(values.minutes), generation)
      : { count: given, ...!isServed && { identity: (await opened.describe()).identity } };
    const shards = partsOf(asked, sized.count);
    const samples = shards.reduce((sum, one) => sum + one.samples, 0);
    if (samples !== prompts.length * temperatures.length * epochs) {
      throw new RangeError(`Cannot divide ${study}: its prompts are not those of its methods alone`);
    }
    const { tasks, methods } = asked;
    const settings = { model, methods, temperatures, epochs, seed, tasks };
    await writePlan(out, {
      ...{ study, settings, identity: sized.identity, samples },
      checkout: await checkoutHashes(),
    }, shards);
    const most = Math.max(...shards.map((one) => one.samples));
    await print([
      `${shards.length} shards of at most ${most} samples, ${samples} in all, in ${shortPath(out)}\n` +
      `Next: deno task work --all -j 2 ${shortPath(out)}, or deno task slurm ${
        shortPath(out)
      }; then deno task merge ${shortPath(out)}\n`,
    ]);
  },
});

function tell(sentence: string): void {
  console.error(sentence);
}

interface Sized {
  readonly count: number;
  /** The model's identity; undefined if no server was asked. */
  readonly identity?: string;
}

/** The number of shards of about the given minutes each. */
async function sizedBy(minutes: number, generation: Parameters<typeof forecast>[0]): Promise<Sized> {
  const predicted = await forecast(generation);
  const { seconds, samples } = predicted;
  if (seconds === undefined) {
    throw new RangeError("Cannot tell how long a sample takes: none was answered; name --shards N instead");
  }
  tell(`${describeForecast(predicted)}, and ${JUDGING_SECONDS} s a sample for judging`);
  const { model: { identity } } = await beginGeneration({ ...generation, onNotice: () => {} });
  const count = Math.ceil((seconds + samples * JUDGING_SECONDS) / (60 * minutes));
  return { count: Math.min(Math.max(1, count), MAX_SHARDS), identity };
}

/** The tasks, prompts and settings for the typed options. */
function askedOf(suite: Suite, values: Values<typeof OPTIONS>): Asked {
  const methods = listOf("methods", values.methods) ?? suite.methods.slice(0, 1);
  methods.forEach((one) => refuseUnknown("prompting method", one, suite.methods));
  const temperatures =
    listOf("temperatures", values.temperatures)?.map((one) => numberOf("temperatures", one)) ?? [1];
  const ids = suite.tasks.map(({ id }) => id);
  const named = listOf("tasks", values.tasks);
  for (const one of named ?? []) {
    if (!ids.includes(one)) throw unknownTask(one, ids);
  }
  const tasks = (named ?? ids).slice(0, wholeOf("limit", values.limit));
  const prompts = suite.promptsOf(tasks, methods);
  return { prompts, tasks, methods, temperatures, epochs: wholeOf("epochs", values.epochs) ?? 1 };
}

function minutesOf(text: string | undefined): number {
  const minutes = numberOf("minutes", text ?? "20");
  if (minutes > 0) return minutes;
  throw new RangeError(`Cannot use --minutes ${text}: expected a number above 0`);
}

if (import.meta.main) await runCommand(shardCommand);
