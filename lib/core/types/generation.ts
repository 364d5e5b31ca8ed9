import type { Finish, Settings } from "./dataset.ts";

/** One turn of a conversation. */
export interface Message {
  readonly role: "system" | "user" | "assistant";
  readonly content: string;
}

/** What a model is asked: one text, or the turns of a conversation so far, the last one the user's. */
export type Prompt = string | readonly Message[];

/** How a model chooses each token. Every server is told all of it, since servers' own defaults differ. */
export interface Sampling {
  /** Divides the log-probabilities; 0 takes the most probable token. */
  readonly temperature: number;
  /** Only this many most probable tokens; 0 for all. */
  readonly topK: number;
  /** Only the most probable tokens that together have this probability, in (0, 1]. */
  readonly topP: number;
  /** Only tokens with this share of the most probable one's probability, in [0, 1]. */
  readonly minP: number;
  /** Above 1, tokens that occurred are made less probable. */
  readonly repeatPenalty: number;
  /** Longest completion, tokens. */
  readonly maxTokens: number;
  /** Texts that end a completion and are no part of it. */
  readonly stop: readonly string[];
  /** Whether a prompt that is one text is sent without the model's chat template. */
  readonly raw: boolean;
  /** Of a stored sample: the settings that the server refused, see {@linkcode Reply}. */
  readonly without?: readonly string[];
}

/** One request for one completion. */
export interface GenerationRequest {
  readonly prompt: Prompt;
  readonly sampling: Sampling;
  /** The seed of the server's random numbers, in [0, 2^31). */
  readonly seed: number;
  /** Which sample this is. Servers are not told; recorded completions are found by it. */
  readonly sample: SampleId;
  /** Tokens of a conversation without its last message, as the server counted them, if it did. Servers are not told. */
  readonly tokensBefore?: number;
}

/** Task, settings and repetition, which together with the model identify a sample. */
export interface SampleId {
  /** The purpose of the completions, e.g. a study's name. */
  readonly study: string;
  readonly taskId: string;
  /** The settings that were varied besides model, task and epoch, the temperature included. */
  readonly settings: Settings;
  /** Repetition of this task at these settings, from 1. */
  readonly epoch: number;
  /** Turn of the conversation, from 1. */
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
  /** Tokens of the prompt as the server counted them; undefined if it did not say. */
  readonly promptTokens?: number;
  /** Tokens of the completion as the server counted them; undefined if it did not say. */
  readonly completionTokens?: number;
  /** Of an answer that was recorded elsewhere: the seed that was sent to the server then; undefined if it was not noted. */
  readonly seed?: number;
  /** The settings that the server refuses, by its names for them; it was asked without them. */
  readonly without?: readonly string[];
  /** The time from sending the request to the first token and, below, to the last one, milliseconds. */
  readonly firstTokenMs?: number;
  readonly totalMs: number;
}

/** What is known of a model: enough to say which one it was. */
export interface ModelDescription {
  /** As the analyst named it, e.g. `ollama/qwen2.5-coder:7b`. */
  readonly spec: string;
  /**
   * A text that differs whenever the completions come from another distribution, as far as the server tells: e.g. a digest
   * of the weights. It is part of every completion's key.
   */
  readonly identity: string;
  /** Whether it only imitates a model, so that nothing it gives is a finding. */
  readonly synthetic: boolean;
  /** Longest prompt and completion together, tokens; undefined if the server does not say. */
  readonly contextTokens?: number;
  /** Everything else the server tells: digest, quantisation, template, versions. Plain JSON. */
  readonly details: Readonly<Record<string, unknown>>;
  /** What the analyst should know before asking, each a sentence. */
  readonly notices: readonly string[];
}
