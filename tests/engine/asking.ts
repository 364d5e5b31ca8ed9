/** Asking the server under test as an analyst's code does. */

import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import type { Model, Patience } from "codebias/generation/model.ts";
import { samplingOf } from "codebias/generation/sampling.ts";
import { seedFrom } from "codebias/statistics/random.ts";
import type { GenerationRequest, Prompt, Reply, Sampling } from "codebias/core/types.ts";
import type { Ollama } from "./server.ts";

/** The two ways to ask an Ollama server. */
export const CLIENTS = ["ollama", "openai"] as const;

export type Client = (typeof CLIENTS)[number];

/** Opens a model of a server. */
export function open(client: Client, server: Ollama, name: string, patience: Partial<Patience> = {}): Model {
  return client === "ollama"
    ? openOllama(name, { host: server.host, patience })
    : openOpenAI(name, { baseUrl: `${server.host}/v1`, patience });
}

/** What to ask. */
export interface Question {
  /** @default a short text */
  readonly prompt?: Prompt;
  /** @default plain sampling */
  readonly sampling?: Partial<Sampling>;
}

/** Asked unless a test says otherwise. */
export const PROMPT = "Write a function.\n";

/** A request with a seed. */
export function request(seed: number, { prompt = PROMPT, sampling = {} }: Question = {}): GenerationRequest {
  const sample = { study: "engine", taskId: "one", settings: {}, epoch: 1, turn: 1, runSeed: seed };
  return { prompt, sampling: samplingOf({ maxTokens: 64, ...sampling }), seed, sample };
}

/** Prepares a model for a question, as a run does. */
export function prepare(model: Model, question: Question = {}): Promise<string[]> {
  const { prompt, sampling } = request(0, question);
  return model.prepare({ prompts: [prompt], sampling });
}

/** How to take many samples. */
export interface Many extends Question {
  /** What they are for: the same seeds each time, others for other purposes. */
  readonly purpose: string;
  /** Requests at a time. @default 2 */
  readonly atOnce?: number;
}

/** Many samples of one question, in the order of their seeds. */
export async function sampleMany(
  model: Model,
  count: number,
  { purpose, atOnce = 2, ...question }: Many,
): Promise<Reply[]> {
  const replies: Reply[] = [];
  let next = 0;
  await Promise.all(Array.from({ length: atOnce }, async () => {
    for (let at = next++; at < count; at = next++) {
      replies[at] = await model.ask(request(seedFrom(purpose, at), question));
    }
  }));
  return replies;
}
