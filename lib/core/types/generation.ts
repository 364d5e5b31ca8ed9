import type { Finish, Settings } from "./dataset.ts";

/** One turn of a conversation. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** The prompt for a model: one text, or the turns of a conversation so far, the last one the user's. */
export type Prompt = string | readonly Message[];

/** The settings by which a model chooses each token. Every server is told all of them, because servers' own defaults differ. */
export interface Sampling {
  /** The divisor of the log-probabilities; 0 takes the most probable token. */
  readonly temperature: number;
  /** The number of most probable tokens to choose from; 0 for all. */
  readonly topK: number;
  /** The probability that the most probable tokens to choose from have together, in (0, 1]. */
  readonly topP: number;
  /** The least probability of tokens to choose from, as a share of the most probable one's, in [0, 1]. */
  readonly minP: number;
  /** The penalty on tokens that occurred: above 1, they are made less probable. */
  readonly repeatPenalty: number;
  /** The length of the longest completion, tokens. */
  readonly maxTokens: number;
  /** Texts that end a completion and are no part of it. */
  readonly stop: readonly string[];
  /** Whether a prompt that is one text is sent without the model's chat template. */
  readonly raw: boolean;
  /** The settings that the server refused, in a stored sample; see {@linkcode Reply}. */
  readonly without?: readonly string[];
}

/** One request for one completion. */
export interface GenerationRequest {
  readonly prompt: Prompt;
  readonly sampling: Sampling;
  /** The seed of the server's random numbers, in [0, 2^31). */
  readonly seed: number;
  /** The sample that is asked for. Servers are not told; recorded completions are found by it. */
  readonly sample: SampleId;
  /** The tokens of a conversation without its last message, as the server counted them, if it did. Servers are not told. */
  readonly tokensBefore?: number;
}

/** Task, settings and repetition, which together with the model identify a sample. */
export interface SampleId {
  /** The purpose of the completions, e.g. a study's name. */
  readonly study: string;
  readonly taskId: string;
  /** The settings that were varied besides model, task and epoch, the temperature included. */
  readonly settings: Settings;
  /** The repetition of this task at these settings, from 1. */
  readonly epoch: number;
  /** The turn of the conversation, from 1. */
  readonly turn: number;
  /** The seed of the whole run. */
  readonly runSeed: number;
}

/** A sample to be made: its identity, and the beginning of its conversation. */
export interface Job extends Pick<GenerationRequest, "prompt" | "sampling"> {
  readonly sample: Omit<SampleId, "turn">;
}

/** The answer of a model to one request. */
export interface Reply {
  readonly text: string;
  readonly finish: Finish;
  /** The reasoning that a model wrote before its answer; undefined if it wrote none apart from the answer. */
  readonly reasoning?: string;
  /** The number of tokens of the prompt, as the server counted them; undefined if it did not say. */
  readonly promptTokens?: number;
  /** The number of tokens of the completion, as the server counted them; undefined if it did not say. */
  readonly completionTokens?: number;
  /** The seed that was sent to the server for an answer recorded elsewhere; undefined if it was not noted. */
  readonly seed?: number;
  /** The settings that the server refuses, by its names for them; it was asked without them. */
  readonly without?: readonly string[];
  /** The time from sending the request to the first token and, below, to the last one, milliseconds. */
  readonly firstTokenMs?: number;
  readonly totalMs: number;
}

/** The description of a model: enough to say which one it was. */
export interface ModelDescription {
  /** The name that the analyst gave, e.g. `ollama/qwen2.5-coder:7b`. */
  readonly spec: string;
  /**
   * A text that differs whenever the completions come from another distribution, as far as the server tells: e.g. a digest
   * of the weights. It is part of every completion's key.
   */
  readonly identity: string;
  /** Whether it only imitates a model, so that nothing it gives is a finding. */
  readonly synthetic: boolean;
  /** The length of the longest prompt and completion together, tokens; undefined if the server does not say. */
  readonly contextTokens?: number;
  /** Everything else the server tells: digest, quantisation, template, versions. Plain JSON. */
  readonly details: Readonly<Record<string, unknown>>;
  /** The sentences that the analyst should read before asking. */
  readonly notices: readonly string[];
}
