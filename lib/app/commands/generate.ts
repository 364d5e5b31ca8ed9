/**
 * `deno task generate`: a model as a pipe. NDJSON in, one prompt a line; NDJSON out, one sample a line.
 *
 * @module
 */

import { parseArgs } from "node:util";
import { ModelError } from "../../core/errors.ts";
import {
  beginGeneration,
  type BegunGeneration,
  type GeneratedSample,
  type GenerateOptions,
} from "../../run/asking/generate.ts";
import { describeForecast, forecast } from "../../run/asking/forecast.ts";
import type { Model } from "../../generation/model.ts";
import { listModels } from "../../generation/ollama/endpoints.ts";
import { sameModel } from "../../generation/ollama/names.ts";
import { pullModel } from "../../generation/ollama/pull.ts";
import { openModel } from "../../generation/open_model.ts";
import { planJobs, requestFor } from "../../generation/plan.ts";
import { type PromptLine, readPromptLine } from "../../generation/prompt_line.ts";
import { runCommand } from "../notebook/command_line.ts";
import { tellRemarks } from "../notebook/answer_input.ts";
import { linesOf, print, READER_GONE, ReaderGone, textOf } from "../notebook/pipe.ts";
import { progress } from "../notebook/progress.ts";
import { typedPath } from "../../store/paths.ts";
import { openStore, type RunStore } from "../../store/run_store/run_store.ts";

const USAGE = `Usage: deno task generate --model MODEL [options] < prompts.ndjson > samples.ndjson

Asks a model. Each line of standard input is a prompt,
  {"id": 1, "prompt": "Write a function …"}  or  {"id": 1, "messages": [{"role": "user", "content": "…"}]}
and each line of standard output a sample, in the same order, as soon as it is ready,
  {"id":1,"epoch":1,"seed":7,"text":"…","finish":"stop","promptTokens":12,"completionTokens":80}
or, when all tries failed, {"id":1,"epoch":1,"seed":7,"error":"…"}. A bad line gives {"line":…,"error":…}. The exit
status is 0 only if every sample is there.

  --model MODEL          ollama/NAME[:TAG], openai/NAME, recorded/FILE, calibration[/FILE]
  --url URL              where the server is (default: OLLAMA_HOST or OPENAI_BASE_URL); a key: OPENAI_API_KEY
  --run NAME             keep the samples under this name; those already there are not asked again
  --store FILE           where to keep them (default: outputs/runs.sqlite)
  --temperature T        (default 1)         --top-k N, --top-p P, --min-p P, --repeat-penalty R  (default: plain)
  --epochs N             samples of each prompt (default 1)
  --seed S               another seed gives other samples (default 1)
  --max-tokens N         longest completion (default 2048)
  --stop TEXT            ends a completion; may be given several times
  --raw                  send prompts without the model's chat template
  --context N            context window for Ollama, tokens (default: what the longest prompt needs)
  --concurrency N        requests at a time (default: what the server sustains)
  --tries N              requests for one sample at most (default 5)
  --idle-limit SECONDS   longest wait for the first token and each later one (default 300 and 60)
  --pull                 fetch the model first, if the Ollama server does not have it
  --estimate             only ask for a few samples and say how long all of them would take
`;

const OPTIONS = {
  model: { type: "string" },
  url: { type: "string" },
  run: { type: "string" },
  store: { type: "string" },
  temperature: { type: "string" },
  "top-k": { type: "string" },
  "top-p": { type: "string" },
  "min-p": { type: "string" },
  "repeat-penalty": { type: "string" },
  epochs: { type: "string" },
  seed: { type: "string" },
  "max-tokens": { type: "string" },
  stop: { type: "string", multiple: true },
  raw: { type: "boolean" },
  context: { type: "string" },
  concurrency: { type: "string" },
  tries: { type: "string" },
  "idle-limit": { type: "string" },
  pull: { type: "boolean" },
  estimate: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

type Values = ReturnType<typeof parse>;

function parse(args: string[]) {
  return parseArgs({ args, options: OPTIONS }).values;
}

async function generateCommand(args: string[]): Promise<boolean> {
  const values = parse(args);
  try {
    if (!values.help) return await answerStandardInput(values);
    await print([USAGE]);
    return true;
  } catch (error) {
    if (!(error instanceof ReaderGone)) throw error;
    Deno.exit(READER_GONE);
  }
}

/** Asks for all samples of all prompts on standard input; returns whether all came. */
async function answerStandardInput(values: Values): Promise<boolean> {
  const model = readModel(values);
  const how = readOptions(values);
  const { lines, bad } = await readLines();
  for (const line of bad) await print([JSON.stringify(line) + "\n"]);
  if (lines.size === 0) {
    if (bad.length === 0) console.error("Standard input has no prompts; -h says what a line looks like");
    return bad.length === 0;
  }
  const prompts = Array.from(lines, ([taskId, { prompt }]) => ({ taskId, prompt }));
  if (values.pull) await pull(values);
  using store = storeFor(values);
  const onNotice = (sentence: string) => console.error(sentence);
  const options = { ...how, model, study: STUDY, prompts, store, name: values.run, onNotice };
  if (values.estimate) {
    const predicted = await forecast(options);
    await print([describeForecast(predicted) + "\n"]);
    return bad.length === 0 && (predicted.measured > 0 || predicted.left === 0);
  }
  const all = await printSamples({ ...options, onProgress: progress("Generating") }, lines);
  return all && bad.length === 0;
}

/** The study name of this command's completions, part of every seed. */
const STUDY = "generate";

function readModel(values: Values): Model {
  const { model, url } = values;
  if (model === undefined) throw new RangeError("Name a model with --model; -h lists the kinds of model");
  const idle = number(values, "idle-limit");
  if (idle !== undefined && idle <= 0) {
    throw new RangeError(`Cannot wait --idle-limit ${idle} seconds: it must be above 0`);
  }
  const ms = 1000 * (idle ?? 0);
  const patience = idle === undefined ? {} : { connectMs: ms, firstTokenMs: ms, idleMs: ms };
  return openModel(model, { url, patience, contextTokens: number(values, "context") });
}

function readOptions(values: Values): Omit<GenerateOptions, "model" | "prompts"> {
  const temperature = number(values, "temperature");
  const tries = number(values, "tries");
  return {
    epochs: number(values, "epochs"),
    seed: number(values, "seed"),
    ...(temperature !== undefined && { temperatures: [temperature] }),
    ...(tries !== undefined && { persistence: { tries } }),
    concurrency: number(values, "concurrency"),
    sampling: {
      topK: number(values, "top-k"),
      topP: number(values, "top-p"),
      minP: number(values, "min-p"),
      repeatPenalty: number(values, "repeat-penalty"),
      maxTokens: number(values, "max-tokens"),
      stop: values.stop,
      raw: values.raw,
    },
  };
}

function number(values: Values, name: keyof Values): number | undefined {
  const text = values[name];
  if (text === undefined) return undefined;
  const value = Number(text);
  if (typeof text !== "string" || text.trim() === "" || !Number.isFinite(value)) {
    throw new RangeError(`Cannot read --${name} ${text}: expected a number`);
  }
  return value;
}

/** Where samples are kept, if they are. */
function storeFor({ run, store }: Values): RunStore | undefined {
  if (run === undefined && store === undefined) return undefined;
  return store === undefined ? openStore() : openStore(typedPath(store));
}

interface BadLine {
  readonly line: number;
  readonly error: string;
}

/** All prompts of standard input by their ids: the longest decides the context window for all. */
async function readLines(): Promise<{ lines: Map<string, PromptLine>; bad: BadLine[] }> {
  const lines = new Map<string, PromptLine>();
  const bad: BadLine[] = [];
  for await (const { number, bytes } of linesOf(Deno.stdin.readable)) {
    try {
      const line = readPromptLine(textOf(bytes));
      if (lines.has(line.taskId)) throw new RangeError(`the id ${line.id} was used before`);
      lines.set(line.taskId, line);
      tellRemarks(line);
    } catch (error) {
      const known = [SyntaxError, TypeError, RangeError].some((type) => error instanceof type);
      if (!known) throw error;
      bad.push({ line: number, error: (error as Error).message });
    }
  }
  return { lines, bad };
}

async function pull({ model, url }: Values): Promise<void> {
  const name = model!.startsWith("ollama/") ? model!.slice("ollama/".length) : undefined;
  if (name === undefined) throw new RangeError(`Cannot fetch ${model}: --pull is for models of Ollama`);
  const there = await listModels({ host: url });
  if (there.some((one) => sameModel(one.name, name))) return;
  const show = progress("Fetching the model, MB");
  const mega = (bytes: number) => Math.round(bytes / 1e6);
  await pullModel(name, {
    host: url,
    onProgress: ({ completedBytes, totalBytes }) => {
      if (totalBytes) show({ done: mega(completedBytes ?? 0), total: mega(totalBytes) });
    },
  });
}

/** Prints a line for every sample; returns whether all came. */
async function printSamples(
  options: GenerateOptions & { readonly model: Model },
  lines: ReadonlyMap<string, PromptLine>,
): Promise<boolean> {
  let all = true;
  for await (const sample of samplesOf(options)) {
    all &&= sample.reply !== undefined;
    await print([lineOf(sample, lines.get(sample.sample.taskId)!.id)]);
  }
  return all;
}

/** The samples; all have the same error if the model is missing. */
async function* samplesOf(options: GenerateOptions & { readonly model: Model }) {
  const begun = await begin(options);
  if (!(begun instanceof ModelError)) return yield* begun.samples();
  console.error(begun.message);
  const { spec } = options.model;
  for (const job of planJobs({ ...options, study: STUDY, model: spec })) {
    const { sample, seed, prompt } = requestFor(spec, job, job.prompt, 1);
    yield { sample, seed, prompt, replies: [], error: begun } satisfies GeneratedSample;
  }
}

async function begin(options: GenerateOptions): Promise<BegunGeneration | ModelError> {
  try {
    return await beginGeneration(options);
  } catch (error) {
    if (error instanceof ModelError) return error;
    throw error;
  }
}

function lineOf({ sample: { epoch }, seed, reply, error }: Sample, id: string): string {
  const rest = reply
    ? {
      text: reply.text,
      finish: reply.finish,
      promptTokens: reply.promptTokens ?? null,
      completionTokens: reply.completionTokens ?? null,
    }
    : { error: error!.message };
  return `{"id":${id},${JSON.stringify({ epoch, seed, ...rest }).slice(1)}\n`;
}

type Sample = Pick<GeneratedSample, "sample" | "seed" | "reply" | "error">;

if (import.meta.main) {
  await runCommand(generateCommand, {
    interrupted: "with --run, the same command goes on where this one stopped",
  });
}
