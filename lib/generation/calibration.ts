import { setImmediate } from "node:timers";
import { Chain } from "../calibration/chain.ts";
import { settleSampling } from "../calibration/probabilities.ts";
import { specIdentity } from "../calibration/identity.ts";
import { sampleCompletion } from "../calibration/sample.ts";
import { type CalibrationSpec, readSpec } from "../calibration/spec.ts";
import { textLikelihood } from "../calibration/text_likelihood.ts";
import type {
  GenerationRequest,
  Likelihood,
  ModelDescription,
  Prompt,
  Reply,
  Sampling,
} from "../core/types.ts";
import type { AskOptions, LikelihoodQuestion, Model, RunPlan } from "./model.ts";
import { promptBytes } from "./requests/allowance.ts";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { DataError } from "../core/errors.ts";
import { typedPath } from "./typed_path.ts";
import { expectedRates } from "../calibration/rates.ts";
import { refuseOther } from "../core/kinds.ts";
import { refuseUnknownOptions } from "../core/nearest.ts";

/** The log-likelihood of an impossible text, nats: ln of the smallest number above 0, as tables hold no infinity. */
const IMPOSSIBLE = Math.log(Number.MIN_VALUE);

/**
 * The calibration model: SYNTHETIC completions, drawn from declared probabilities, so that the expected findings of a study
 * are known in closed form. It needs no server and no network.
 *
 * @param spec `calibration`, or `calibration/` and the name of one of the project's own specs or the path of
 * a file; or a spec itself, whose model is named `calibration/` and the name of the spec.
 *
 * @example
 * ```ts
 * import { openCalibration } from "codebias/generation/calibration.ts";
 * import assert from "node:assert/strict";
 * const { synthetic, notices } = await openCalibration("calibration/minimal").describe();
 * assert(synthetic && notices[0].startsWith("SYNTHETIC"));
 * ```
 */
export function openCalibration(spec: string | CalibrationSpec): Model {
  if (typeof spec !== "string") {
    return new CalibrationModel(`calibration/${spec.name}`, () => Promise.resolve(spec));
  }
  const slash = spec.indexOf("/");
  return new CalibrationModel(spec, () => loadCalibration(slash < 0 ? undefined : spec.slice(slash + 1)));
}

class CalibrationModel implements Model {
  readonly spec: string;
  readonly #load: () => Promise<CalibrationSpec>;
  #chain: Promise<Chain> | undefined;

  constructor(spec: string, load: () => Promise<CalibrationSpec>) {
    this.spec = spec;
    this.#load = load;
  }

  async describe({ signal }: AskOptions = {}): Promise<ModelDescription> {
    const { spec } = await this.#loaded(signal);
    const sha256 = specIdentity(spec);
    return {
      spec: this.spec,
      identity: `sha256:${sha256}`,
      synthetic: true,
      details: detailsOf(spec, sha256),
      notices: [notice(spec)],
    };
  }

  async prepare({ sampling, prompts }: RunPlan, { signal }: AskOptions = {}): Promise<string[]> {
    checkSampling(sampling);
    const chain = await this.#loaded(signal);
    for (const prompt of prompts) chain.settle({ prompt, sampling });
    return [notice(chain.spec)];
  }

  /** Draws one completion. Prompt tokens are the bytes of the prompt in UTF-8, completion tokens are fragments. */
  async ask(
    { prompt, sampling, seed, sample }: GenerationRequest,
    { signal }: AskOptions = {},
  ): Promise<Reply> {
    checkSampling(sampling);
    const started = performance.now();
    const chain = await this.#loaded(signal);
    const { taskId, runSeed, turn } = sample;
    const how = { prompt, sampling, seed, taskId, runSeed, turn };
    const { text, finish, completionTokens } = sampleCompletion(chain, how);
    const totalMs = performance.now() - started;
    return { text, finish, promptTokens: promptBytes(prompt), completionTokens, totalMs };
  }

  /**
   * The exact log-likelihood of a text; tokens are fragments. Texts that are impossible, or less probable than 5e-324, have
   * ln 5e-324, some −744 nats.
   */
  async likelihood(
    { prompt, text, sample: { taskId, runSeed } }: LikelihoodQuestion,
    { signal }: AskOptions = {},
  ): Promise<Likelihood> {
    const chain = await this.#loaded(signal);
    const question = { prompt, sampling: { temperature: 1 }, task: { taskId, runSeed } };
    const { nats, fragments } = textLikelihood(chain, question, text);
    return { nats: Math.max(nats, IMPOSSIBLE), tokens: fragments, counted: text.length };
  }

  async #loaded(signal?: AbortSignal): Promise<Chain> {
    signal?.throwIfAborted();
    this.#chain ??= this.#load().then((spec) => new Chain(spec));
    const chain = await this.#chain;
    // Without this pause, many requests would leave no turn to other events, e.g. to an interrupt.
    await new Promise<void>((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
    return chain;
  }
}

function notice({ name }: CalibrationSpec): string {
  return `SYNTHETIC MODEL: all completions are drawn from the declared probabilities of the calibration spec ` +
    `"${name}", so nothing here is a finding about any language model.`;
}

function detailsOf(
  { name, description, fragments, starts }: CalibrationSpec,
  sha256: string,
): Record<string, unknown> {
  const all = Object.values(fragments);
  return {
    kind: "SYNTHETIC calibration model: a Markov chain over code fragments",
    name,
    ...(description !== undefined && { description }),
    sha256,
    fragments: all.length,
    starts: starts.length,
    labels: [...new Set(all.flatMap(({ labels = [] }) => labels))],
    spread: [...all, ...starts].some(({ spread }) => spread !== undefined),
    tokens: "of a prompt: its UTF-8 bytes; of a completion: its fragments",
  };
}

function checkSampling(sampling: Sampling): void {
  settleSampling(sampling);
  if (sampling.raw) {
    throw new RangeError(
      "Cannot send a raw prompt to the calibration model: it has no chat template to leave out",
    );
  }
}

/** The folder of the project's own specs. */
const FOLDER = fileURLToPath(new URL("../../data/calibration", import.meta.url));

/**
 * Reads the spec of a calibration model, i.e. of a SYNTHETIC model with known rates.
 *
 * @param name One of the project's own specs (`default`, `ladder`, `minimal`, `spread`, `words`), else the path of a file,
 * relative to where the command was started.
 * @throws {DataError} If there is no such spec; the message lists the names. If the file is not a spec, with the reason.
 *
 * @example
 * ```ts
 * import { loadCalibration } from "codebias/generation/calibration.ts";
 * import { expectedRates } from "codebias/calibration/rates.ts";
 * import assert from "node:assert/strict";
 * const { labels } = expectedRates(await loadCalibration("minimal"), { prompt: "Hi", sampling: { temperature: 1 } });
 * assert.equal(labels["uses-gender"], 0.3);
 * ```
 */
export async function loadCalibration(name: string = "default"): Promise<CalibrationSpec> {
  const own = /^[\w-]+$/.test(name) ? await contentOf(join(FOLDER, `${name}.json`)) : undefined;
  const content = own ?? await contentOf(typedPath(name));
  if (content !== undefined) return parsed(name, content);
  throw new DataError(
    `there is no calibration spec ${name}: no such file, and not one of the project's own, which are ` +
      (await ownNames()).join(", "),
  );
}

async function contentOf(path: string): Promise<string | undefined> {
  try {
    return await Deno.readTextFile(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return undefined;
    // Reading a folder fails with an error of no class of its own.
    if (!(cause instanceof Error)) throw cause;
    throw new DataError(`cannot read this calibration spec: ${cause.message}`, {
      place: { file: path },
      cause,
    });
  }
}

function parsed(name: string, content: string): CalibrationSpec {
  try {
    return readSpec(JSON.parse(content));
  } catch (cause) {
    const understood = cause instanceof SyntaxError || cause instanceof TypeError ||
      cause instanceof RangeError;
    if (!understood) throw cause;
    const message = cause instanceof SyntaxError ? `this is not JSON: ${cause.message}` : cause.message;
    throw new DataError(message, { place: { file: name }, cause });
  }
}

async function ownNames(): Promise<string[]> {
  const names = [];
  for await (const { name } of Deno.readDir(FOLDER)) {
    if (name.endsWith(".json")) names.push(name.slice(0, -".json".length));
  }
  return names.toSorted();
}

/** A question about the declared rates of a synthetic model. */
interface DeclaredOptions {
  /** The label whose rate is asked for. */
  readonly label: string;
  /** The label that completions must have to be counted. @default all are counted */
  readonly among?: string;
  readonly temperatures: readonly number[];
  /** The prompt. @default a general one */
  readonly prompt?: Prompt;
}

/** The declared rate at a temperature, in [0, 1]; null if the model declares none. */
interface DeclaredRate {
  readonly temperature: number;
  readonly value: number | null;
}

/**
 * The declared rates of a label of a synthetic model, for comparison with estimates; null for any other model.
 *
 * @param model The model as for `openModel`.
 * @throws {DataError} If there is no such spec.
 *
 * @example
 * ```ts
 * import { declaredRates } from "codebias/generation/calibration.ts";
 * import assert from "node:assert/strict";
 * const asked = { label: "uses-gender", temperatures: [1] };
 * assert.deepEqual(await declaredRates("calibration/minimal", asked), [{ temperature: 1, value: 0.3 }]);
 * assert.deepEqual(await declaredRates("ollama/llama3.2", asked), [{ temperature: 1, value: null }]);
 * ```
 */
export async function declaredRates(model: string, options: DeclaredOptions): Promise<DeclaredRate[]> {
  refuseUnknownOptions(options, ["label", "among", "temperatures", "prompt"]);
  refuseOther("tell the rates of", model, "a text");
  refuseOther("tell rates by", options, "an object", ["label", "temperatures"]);
  const { label, among, temperatures, prompt = "Write a function." } = options;
  const [kind, ...file] = model.split("/");
  if (kind !== "calibration") return temperatures.map((temperature) => ({ temperature, value: null }));
  const spec = await loadCalibration(file.length > 0 ? file.join("/") : undefined);
  return temperatures.map((temperature) => {
    const { labels } = expectedRates(spec, { prompt, sampling: { temperature } });
    const whole = among === undefined ? 1 : labels[among];
    const isDeclared = labels[label] !== undefined && whole !== undefined && whole > 0;
    return { temperature, value: isDeclared ? labels[label] / whole : null };
  });
}
