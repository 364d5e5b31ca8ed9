/**
 * `deno task generate`: a model as a pipe. NDJSON in, one prompt a line; NDJSON out, one sample a line.
 *
 * @module
 */

import { mustBe } from "../../core/kinds.ts";
import { ModelError } from "../../core/errors.ts";
import {
  beginGeneration,
  type BegunGeneration,
  type GeneratedSample,
  type GenerateOptions,
} from "../../run/asking/generate.ts";
import { describeForecast, forecast } from "../../run/asking/forecast.ts";
import type { Model } from "../../generation/model.ts";
import { listModels, sameModel } from "../../generation/ollama/endpoints.ts";
import { ollamaHosts } from "../../generation/ollama/server.ts";
import { pullModel } from "../../generation/ollama/pull.ts";
import { type ModelOptions, openModel } from "../../generation/open_model.ts";
import { writeBatch } from "../../run/asking/write_batch.ts";
import { visible } from "../../core/visible.ts";
import { planJobs, requestFor } from "../../generation/plan.ts";
import { type PromptLine, readPromptLine } from "../../generation/prompt_line.ts";
import { type Options, runCommand, type Values } from "../command_line/command.ts";
import { pipe } from "../command_line/pipe.ts";
import { print } from "../command_line/print.ts";
import { numberOf } from "../command_line/numbers.ts";
import { progress } from "../notebook/progress.ts";
import { openStore } from "../../store/run_store/run_store.ts";

const OPTIONS = {
  model: "MODEL  ollama/NAME[:TAG], openai/NAME, recorded/FILE, calibration[/FILE]",
  url:
    "URL  where the server is, several with commas (default: OLLAMA_HOST or OPENAI_BASE_URL); a key: OPENAI_API_KEY",
  run: "NAME  keep the samples under this name; those already there are not asked again",
  store: "FILE  where to keep them (default: outputs/runs.sqlite)",
  temperature: "T  (default 1)",
  "top-k": "N  (default: plain)",
  "top-p": "P  (default: plain)",
  "min-p": "P  (default: plain)",
  "repeat-penalty": "R  (default: plain)",
  epochs: "N  samples of each prompt (default 1)",
  seed: "S  another seed gives other samples (default 1)",
  "max-tokens": "N  longest completion (default 2048)",
  stop: "TEXT*  ends a completion; may be given several times",
  raw: "send prompts without the model's chat template",
  context: "N  context window for Ollama, tokens (default: what the longest prompt needs)",
  concurrency: "N  requests at a time, of each server (default: what the server sustains)",
  tries: "N  requests for one sample (default 5), more while a server is busy or away",
  "idle-limit": "SECONDS  longest wait for the first token and each later one (default 300 and 60)",
  pull: "fetch the model first, if the Ollama server does not have it",
  "write-batch": "FILE  ask nothing: write what the store lacks in OpenAI's batch format, for openai/NAME",
  "read-batch": "FILE  read the output of such a batch in place of asking",
  engine: "vllm  what answers the batch, where no server runs that could be asked for the model",
  estimate: "only ask for a few samples and say how long all of them would take",
} as const satisfies Options;

type Typed = Values<typeof OPTIONS>;

const generate = pipe({
  name: "generate",
  usage: "--model MODEL [options] < prompts.ndjson > samples.ndjson",
  about: `
Asks a model. Each line of standard input is a prompt,
  {"id": 1, "prompt": "Write a function …"}  or  {"id": 1, "messages": [{"role": "user", "content": "…"}]}
and each line of standard output a sample, in the same order, as soon as it is ready,
  {"id":1,"epoch":1,"seed":7,"text":"…","finish":"stop","promptTokens":12,"completionTokens":80}
or, when all tries failed, {"id":1,"epoch":1,"seed":7,"error":"…"}. A bad line gives {"line":…,"error":…}. The exit
status is 0 only if every sample is there.`,
  options: OPTIONS,
  open(values) {
    const model = readModel(values);
    const how = readOptions(values);
    refuseTogether(values);
    // All lines by their ids; they are answered at the end, since the longest prompt decides the context window for all.
    const lines = new Map<string, PromptLine>();
    return {
      read(text) {
        const line = readPromptLine(text);
        if (lines.has(line.taskId)) throw new RangeError(`the id ${line.id} was used before`);
        lines.set(line.taskId, line);
        return line;
      },
      answer: () => {},
      async end(good, say) {
        if (lines.size === 0) {
          if (good) console.error("Standard input has no prompts; -h says what a line looks like");
          return good;
        }
        const prompts = Array.from(lines, ([taskId, { prompt }]) => ({ taskId, prompt }));
        if (values.pull) await pull(values);
        const isKept = values.run !== undefined || values.store !== undefined;
        using store = isKept ? openStore(values.store) : undefined;
        const onNotice = (sentence: string) => console.error(sentence);
        const options = { ...how, model, study: STUDY, prompts, store, name: values.run, onNotice };
        const file = values["write-batch"];
        if (file !== undefined) {
          sayWritten(await writeBatch(options, file), file);
          return good;
        }
        if (values.estimate) {
          const predicted = await forecast(options);
          await print([describeForecast(predicted) + "\n"]);
          return good && (predicted.measured > 0 || predicted.left === 0);
        }
        let all = true;
        for await (const sample of samplesOf({ ...options, onProgress: progress("Generating") })) {
          all &&= sample.reply !== undefined;
          await say(lines.get(sample.sample.taskId)!.id, answerOf(sample));
        }
        return all && good;
      },
    };
  },
});

/** Prints how many requests a batch file has. */
function sayWritten({ written, total }: Awaited<ReturnType<typeof writeBatch>>, file: string): void {
  const known = total - written;
  console.error(visible(
    `${file} has ${written} ${written === 1 ? "request" : "requests"}, one a line` +
      (known > 0 ? `; ${known} samples are kept already` : "") +
      "; give their answers, with the same prompts and options, to --read-batch",
  ));
}

function refuseTogether(values: Typed): void {
  const batch = (["write-batch", "read-batch"] as const).filter((name) => values[name] !== undefined);
  const others = (["estimate", "pull"] as const).filter((name) => values[name]);
  if (batch.length > 0 && batch.length + others.length > 1) {
    const both = [...batch, ...others].slice(0, 2).map((name) => `--${name}`).join(" and ");
    throw new RangeError(`Cannot do both ${both}: leave one out`);
  }
  if (values.engine !== undefined && batch.length === 0) {
    throw new RangeError(
      `Cannot ask --engine ${values.engine} live: it is for --write-batch and --read-batch`,
    );
  }
}

/** The study name of this command's completions, part of every seed. */
const STUDY = "generate";

function readModel(values: Typed): Model {
  const { model, url } = values;
  if (model === undefined) throw new RangeError("Name a model with --model; -h lists the kinds of model");
  const idle = numberOf("idle-limit", values["idle-limit"]);
  mustBe(idle === undefined || idle > 0, `wait --idle-limit ${idle} seconds`, "above 0");
  const ms = 1000 * (idle ?? 0);
  const patience = idle === undefined ? {} : { connectMs: ms, firstTokenMs: ms, idleMs: ms };
  const engine = values.engine as ModelOptions["engine"]; // checked where it is used
  return openModel(model, { url, patience, contextTokens: numberOf("context", values.context), engine });
}

function readOptions(values: Typed): Omit<GenerateOptions, "model" | "prompts"> {
  const temperature = numberOf("temperature", values.temperature);
  const tries = numberOf("tries", values.tries);
  const file = values["read-batch"];
  return {
    epochs: numberOf("epochs", values.epochs),
    seed: numberOf("seed", values.seed),
    ...(temperature !== undefined && { temperatures: [temperature] }),
    ...(tries !== undefined && { persistence: { tries } }),
    concurrency: numberOf("concurrency", values.concurrency),
    ...(file !== undefined && { readBatch: file }),
    sampling: {
      topK: numberOf("top-k", values["top-k"]),
      topP: numberOf("top-p", values["top-p"]),
      minP: numberOf("min-p", values["min-p"]),
      repeatPenalty: numberOf("repeat-penalty", values["repeat-penalty"]),
      maxTokens: numberOf("max-tokens", values["max-tokens"]),
      stop: values.stop,
      raw: values.raw,
    },
  };
}

async function pull({ model, url }: Typed): Promise<void> {
  const name = model!.startsWith("ollama/") ? model!.slice("ollama/".length) : undefined;
  if (name === undefined) throw new RangeError(`Cannot fetch ${model}: --pull is for models of Ollama`);
  for (const host of ollamaHosts(url)) await pullFrom(host, name);
}

async function pullFrom(host: string, name: string): Promise<void> {
  const there = await listModels({ host });
  if (there.some((one) => sameModel(one.name, name))) return;
  const show = progress("Fetching the model, MB");
  const mega = (bytes: number) => Math.round(bytes / 1e6);
  await pullModel(name, {
    host,
    onProgress: ({ completedBytes, totalBytes }) => {
      if (totalBytes) show({ done: mega(completedBytes ?? 0), total: mega(totalBytes) });
    },
  });
}

/** The samples of a generation; if it cannot begin because of the model, all samples have this error. */
async function* samplesOf(options: GenerateOptions & { readonly model: Model }) {
  let begun: BegunGeneration;
  try {
    begun = await beginGeneration(options);
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    console.error(error.message);
    const { spec } = options.model;
    for (const job of planJobs({ ...options, study: STUDY, model: spec })) {
      const { sample, seed, prompt } = requestFor(spec, job, job.prompt, 1);
      yield { sample, seed, prompt, replies: [], turns: [], error } satisfies GeneratedSample;
    }
    return;
  }
  yield* begun.samples();
}

function answerOf(
  { sample: { epoch }, seed, reply, error }: Pick<GeneratedSample, "sample" | "seed" | "reply" | "error">,
): string {
  if (!reply) return JSON.stringify({ epoch, seed, error: error!.message });
  const { text, finish, promptTokens = null, completionTokens = null } = reply;
  return JSON.stringify({ epoch, seed, text, finish, promptTokens, completionTokens });
}

if (import.meta.main) {
  await runCommand(generate, {
    interrupted: "with --run, the same command goes on where this one stopped",
  });
}
