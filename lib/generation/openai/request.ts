import type { GenerationRequest, Prompt, Sampling } from "../../core/types.ts";
import { PLAIN } from "../sampling.ts";
import type { Described } from "./description.ts";
import { type Extra, EXTRAS } from "./flavour.ts";
import type { JsonObject } from "../json.ts";

/** The format for lists in messages: "a, b and c". */
const LIST = new Intl.ListFormat("en-GB");

/**
 * Refuses sampling settings that a server would not follow.
 *
 * @param model The model's name on the server.
 * @throws {RangeError} If a setting would be ignored; names it.
 */
export function checkSampling(model: string, sampling: Sampling, described: Described): void {
  const { traits, fixed } = described;
  const who = traits.called;
  for (const name of EXTRAS) {
    const value = sampling[name];
    if (name in traits.fields || value === PLAIN[name] || value === fixed[name]) continue;
    throw new RangeError(
      `Cannot ask ${model} with ${name} ${value}: ${who} does not take it; omit ${name}` +
        instead(model, described),
    );
  }
  if (sampling.raw && !traits.raw) {
    throw new RangeError(
      `Cannot ask ${model} with raw: ${who} always applies the chat template${instead(model, described)}`,
    );
  }
  if (sampling.stop.length > traits.mostStops) {
    throw new RangeError(
      `Cannot ask ${model} with ${sampling.stop.length} stop texts: ${who} takes at most ${traits.mostStops}`,
    );
  }
}

/**
 * Refuses a prompt that cannot be sent raw.
 *
 * @throws {RangeError} If it is a conversation.
 */
export function checkRaw(model: string, prompt: Prompt, { raw }: Sampling): void {
  if (!raw || typeof prompt === "string") return;
  throw new RangeError(
    `Cannot ask ${model} with raw: a conversation needs the chat template; pass one text`,
  );
}

/** Notices about sampling settings that cannot be sent to the server. */
export function samplingNotices(model: string, sampling: Sampling, described: Described): string[] {
  const { traits, fixed, flavour } = described;
  const differs = EXTRAS.filter((name) => !(name in traits.fields) && fixed[name] !== sampling[name]);
  if (differs.length === 0) return [];
  const known = differs.filter((name) => fixed[name] !== undefined).map((name) => `${name} ${fixed[name]}`);
  const unknown = differs.filter((name) => fixed[name] === undefined);
  const parts = [
    known.length > 0 ? `it answers with ${LIST.format(known)}` : "",
    unknown.length > 0 ? `its own ${LIST.format(unknown)} cannot be known` : "",
  ].filter((part) => part !== "");
  const cure = flavour === "ollama" ? `; ollama/${model} sends all of them` : "";
  return [
    `${traits.called} does not take ${LIST.format(differs)}: ${parts.join(", and ")}. ` +
    `Rare answers may be missing from its samples${cure}.`,
  ];
}

function instead(model: string, { flavour }: Described): string {
  return flavour === "ollama" ? `, or use ollama/${model}` : "";
}

/** The facts about a server that a request to it depends on. */
type Wording = Pick<Described, "flavour" | "traits"> & {
  /** The model's name on the server. */
  readonly model: string;
  /** The fields that the server refuses: these are left out or renamed, if the request allows it. */
  readonly refused: ReadonlySet<string>;
};

/** The fields that a request may omit, with the values for which it may; undefined stands for any value. */
const SPARE: Readonly<Record<string, readonly unknown[] | undefined>> = {
  ...{ stream: undefined, stream_options: undefined, seed: undefined, temperature: [1], top_p: [1] },
  stop: undefined, // since answers are cut at stop texts here in any case
  ...{ top_k: [0, -1], min_p: [0], repetition_penalty: [1], repeat_penalty: [1] },
};

function isSpare(name: string, value: unknown): boolean {
  return name in SPARE && (SPARE[name]?.includes(value) ?? true);
}

/** The fields that a refusal names and that the request may omit, in the order in which the refusal names them. */
function sparedBy(refusal: string, body: JsonObject): string[] {
  const at = (name: string) => refusal.search(new RegExp(`\\b${name.replaceAll("_", "_?")}\\b`, "i"));
  const isNamed = (name: string) => at(name) >= 0;
  return Object.keys(body).filter((name) =>
    name === "max_tokens" && isNamed(name) && isNamed("max_completion_tokens") ||
    isSpare(name, body[name]) && (isNamed(name) || name === "stream_options" && isNamed("include_usage"))
  ).sort((one, other) => at(one) - at(other));
}

/** The part of a refusal in which validators repeat the request, sometimes all of it. */
const ECHO = /["']input["']:[^]*/;

/**
 * A search for the fields that a server refuses, which omits as few as possible. A refusal may also name fields that the
 * server accepts, so the named fields are omitted one at a time, and all together only if that does not help.
 */
export class Sparing {
  /** The fields to omit in the next request. */
  without: ReadonlySet<string>;
  #refused: ReadonlySet<string>;
  #named: readonly string[] = [];
  #trials: string[][] = [];

  /** @param refused The fields that are known to be refused. */
  constructor(refused: ReadonlySet<string>) {
    this.without = this.#refused = refused;
  }

  /** Whether there is another set of fields to omit. @param body The body that was refused. */
  goesOn(refusal: string, body: JsonObject): boolean {
    const named = sparedBy(refusal.replace(ECHO, ""), body);
    if (!named.every((name) => this.#named.includes(name))) {
      this.#trials = [...named.map((name) => [name]), ...named.length > 1 ? [named] : []];
      [this.#named, this.#refused] = [named, this.without];
    }
    const trial = this.#trials.shift();
    this.without = this.#refused.union(new Set(trial));
    return trial !== undefined;
  }
}

/**
 * A request in the form of OpenAI's interface: one choice, as a stream, with every setting that the server follows.
 *
 * @param request The request; `raw` only for a prompt that is one text.
 * @returns The body, and its path below the base URL.
 */
export function requestBody(
  request: GenerationRequest,
  wording: Wording,
): { readonly path: string; readonly body: JsonObject } {
  const { prompt, sampling: { raw } } = request;
  const { model } = wording;
  if (raw) return { path: "/completions", body: { model, prompt, ...settings(request, wording) } };
  const messages = typeof prompt === "string"
    ? [{ role: "user", content: prompt }]
    : prompt.map(({ role, content }) => ({ role, content }));
  return { path: "/chat/completions", body: { model, messages, ...settings(request, wording) } };
}

function settings({ sampling, seed }: GenerationRequest, { flavour, traits, refused }: Wording) {
  const { temperature, topK, topP, maxTokens, stop, raw } = sampling;
  const { fields, allTokens, neutral } = traits;
  const values = { ...sampling, topK: topK || allTokens };
  const limit = flavour === "openai" && !raw || refused.has("max_tokens")
    ? "max_completion_tokens"
    : "max_tokens";
  const all = {
    stream: true,
    stream_options: { include_usage: true },
    temperature,
    top_p: topP,
    seed,
    [limit]: maxTokens,
    ...(stop.length > 0 ? { stop } : {}),
    ...neutral,
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [field, values[name as Extra]])),
  };
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => !(refused.has(name) && isSpare(name, value))),
  );
}
