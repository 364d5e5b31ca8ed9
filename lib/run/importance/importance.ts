/**
 * Asks a model for the data behind the importance of prompt words: joins a study that leaves words out,
 * models and the run store. Resumable, ordered, cancellable.
 *
 * @module
 */

import { generate, type GeneratedSample, type GenerateOptions, type Generation } from "../asking/generate.ts";
import type { Model } from "../../generation/model.ts";
import { openModel } from "../../generation/open_model.ts";
import { chooseMethod, likelihoodOf, likelihoodScorer } from "./likelihood_scorer.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type { Run } from "../../store/run_store/run.ts";
import type {
  ImportanceAnswers,
  ImportancePrompt,
  ImportanceStudy,
  Missing,
  ModelDescription,
  Perturbation,
  Settings,
  WordImportance,
} from "../../core/types.ts";

/** How models are asked, as `generate` takes it. */
const ASKING = [
  ...["model", "sampling", "seed", "store", "name", "concurrency", "persistence"] as const,
  ...["onProgress", "onNotice", "signal"] as const,
] as const;

/** How to weigh the words of prompts. */
export interface ImportanceOptions extends Pick<GenerateOptions, typeof ASKING[number]> {
  /** No two with the same task and settings. */
  readonly prompts: readonly ImportancePrompt[];
  /** @default likelihood if the model tells it, else output-change, and a notice says why */
  readonly method?: ImportanceAnswers["method"];
  /** How often the whole prompt is asked again, for the noise floor: a whole number from 0. @default 3 */
  readonly controls?: number;
}

/** The importance of prompt words, and what it rests on. */
export interface Importance {
  readonly model: ModelDescription;
  readonly method: ImportanceAnswers["method"];
  /** Why it is not by likelihood; undefined if it is, or nobody asked for it. */
  readonly fallback?: string;
  /** In the order of the prompts, and of reading. */
  readonly words: readonly WordImportance[];
  /** All that was asked; the text of a likelihood is a JSON object. */
  readonly samples: readonly GeneratedSample[];
  readonly failures: readonly GeneratedSample[];
  /** The run of the answers in the store, if there is one. */
  readonly run?: Run;
}

/**
 * How much each word of prompts matters to a model: leaves each out in turn and measures what that changes.
 *
 * Everything is asked at temperature 0. By likelihood, the model is asked for an answer to each whole prompt,
 * and then for the probability of that answer after the prompt, and after the prompt without each word;
 * servers with a chat template are then asked without it (`raw`), since likelihoods are of the prompt as it
 * stands. By output change, it is asked for an answer to each of these prompts. With a store, what was
 * answered is not asked again, likelihoods included; each call asks for one likelihood in any case, to find
 * out whether the server tells any.
 *
 * A failure leaves a word without a score but with the reason. A model that completes code may go on after
 * the answer: `maxTokens` and `stop` in `sampling` should end it, or the rest is weighed, too.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 6; scores are defined by the study.
 *
 * @param study Gives the words, and their importance from the answers.
 * @throws {RangeError} If an option is wrong, no prompt has a word, or likelihoods are asked for and cannot be had.
 * @throws {ModelError} If the model cannot be reached or is not there.
 *
 * @example
 * ```ts
 * import { importance } from "codebias/run/importance/importance.ts";
 * import { linguistic } from "codebias/studies/linguistic/linguistic.ts";
 * import assert from "node:assert/strict";
 * const prompts = [{ taskId: "1", prompt: "Decide fairly", settings: { language: "en", prompt: "DI" } }];
 * const { words } = await importance(linguistic, { model: "calibration", prompts, onNotice: () => {} });
 * assert.deepEqual(words.map(({ word, normalised }) => [word, normalised]), [["Decide", 0], ["fairly", 1]]);
 * ```
 */
export async function importance(study: ImportanceStudy, options: ImportanceOptions): Promise<Importance> {
  refuseUnknownOptions(options, ["prompts", "method", "controls", ...ASKING]);
  const { prompts, controls = 3 } = options;
  if (!Number.isInteger(controls) || controls < 0) {
    throw new RangeError(`Cannot ask ${controls} times again: controls must be an integer >= 0`);
  }
  const all = prompts.map((prompt): ImportanceCase => ({
    ...prompt,
    words: study.leaveOneOut(prompt.prompt),
  }));
  const cases = all.filter(({ words }) => words.length > 0);
  if (cases.length === 0) throw new RangeError("Cannot weigh words: no prompt has any");
  const asking = new Asking(study, { ...options, controls }, cases);
  return await asking.all();
}

type How = Pick<GenerateOptions, "model" | "sampling" | "temperatures">;

/** One call of `importance`. */
class Asking {
  readonly #study: ImportanceStudy;
  readonly #options: ImportanceOptions & { readonly controls: number };
  readonly #cases: readonly ImportanceCase[];
  /** Requests of finished generations, and of all. */
  readonly #progress = { done: 0, total: 0, known: 0, failed: 0, tokens: 0 };
  readonly #told = new Set<string>();

  constructor(
    study: ImportanceStudy,
    options: ImportanceOptions & { readonly controls: number },
    cases: readonly ImportanceCase[],
  ) {
    this.#study = study;
    this.#options = options;
    this.#cases = cases;
  }

  async all(): Promise<Importance> {
    const { model: named, ...options } = this.#options;
    const model = typeof named === "string" ? openModel(named) : named;
    const { method, raw, fallback } = await chooseMethod(model, this.#cases[0], options);
    if (fallback !== undefined) {
      this.#tell(`${fallback}; importance is therefore how much the answer changes (output-change).`);
    }
    const parts = this.#cases.flatMap((one) => partsOf(one, this.#options.controls));
    const sampling = { ...options.sampling, ...(raw !== undefined && { raw }) };
    const how = { model, sampling, temperatures: [0] };
    if (method === "output-change") {
      this.#progress.total = parts.length;
      const generation = await this.#generate("importance", parts, how);
      const answers = generation.samples.map((sample) => sample.reply?.text ?? missing(sample));
      return { ...this.#result(generation, method, (at) => answers[at]), fallback };
    }
    if (raw) {
      this.#tell(
        `${model.spec} is asked without its chat template, as likelihoods are for the prompt as it stands.`,
      );
    }
    this.#progress.total = this.#cases.length + parts.length;
    const wholes = parts.filter(({ without, again }) => without === 0 && again === 0);
    const answered = await this.#generate("importance", wholes, how);
    const answers = new Map(this.#cases.map((one, at) => [one, answered.samples[at]]));
    return await this.#scoreByLikelihood(answered, answers, { parts, how: { ...how, temperatures: [1] } });
  }

  /** How probable the answers are after each prompt. */
  async #scoreByLikelihood(
    answered: Generation,
    answers: ReadonlyMap<ImportanceCase, GeneratedSample>,
    { parts, how }: { parts: readonly Part[]; how: How & { readonly model: Model } },
  ): Promise<Importance> {
    const scorer = likelihoodScorer(how.model);
    const asked = parts.flatMap((part) => {
      const text = answers.get(part.of)!.reply?.text;
      return text === undefined ? [] : [{ part, answer: scorer.name(text) }];
    });
    this.#progress.done += parts.length - asked.length;
    const found = new Map<Part, GeneratedSample>();
    let scored: Generation | undefined;
    if (asked.length > 0) {
      const withAnswers = asked.map(({ part, answer }) => ({ ...part, answer }));
      scored = await this.#generate("likelihood", withAnswers, { ...how, model: scorer.model });
      for (const [at, { part }] of asked.entries()) found.set(part, scored.samples[at]);
    }
    const result = this.#result(answered, "likelihood", (at) => {
      const sample = found.get(parts[at]);
      if (!sample) return { reason: missing(answers.get(parts[at].of)!).reason };
      return sample.reply ? likelihoodOf(sample.reply) : missing(sample);
    });
    return {
      ...result,
      samples: [...answered.samples, ...scored?.samples ?? []],
      failures: [...answered.failures, ...scored?.failures ?? []],
    };
  }

  /** Scores of all words. @param of A part's result, by its number. */
  #result(
    { model, run, samples, failures }: Generation,
    method: ImportanceAnswers["method"],
    of: (at: number) => unknown,
  ): Importance {
    let at = 0;
    const words = this.#cases.flatMap((one): WordImportance[] => {
      const first = at;
      at += partsOf(one, this.#options.controls).length;
      const found = Array.from({ length: at - first }, (_, index) => of(first + index));
      const [whole, ...rest] = found;
      const again = rest.slice(0, this.#options.controls);
      const without = rest.slice(this.#options.controls);
      const answers = { method, whole, again, without } as ImportanceAnswers;
      const { taskId, settings: { prompt, language } } = one;
      const about = { model: model.spec, synthetic: model.synthetic, taskId, prompt, language };
      return this.#study.importanceScores(one.words, answers).map((score) => ({ ...about, ...score }));
    });
    return { model, method, words, samples, failures, ...(run && { run }) };
  }

  async #generate(
    what: string,
    parts: readonly (Part & { readonly answer?: string })[],
    how: How,
  ): Promise<Generation> {
    const { prompts: _, method: __, controls: ___, onProgress, name, ...options } = this.#options;
    const before = { ...this.#progress };
    return await generate({
      ...options,
      ...how,
      study: `${this.#study.name}-${what}`,
      ...(name !== undefined && { name: what === "importance" ? name : `${name}, ${what}` }),
      prompts: parts.map((part) => ({
        ...{ taskId: part.of.taskId, prompt: part.prompt, settings: settingsOf(part, part.answer) },
      })),
      gaps: "fail", // a word is weighed by two answers
      onNotice: (sentence) => this.#tell(sentence),
      onProgress: ({ done, known, failed, tokens }) => {
        this.#progress.done = before.done + done;
        this.#progress.known = before.known + known;
        this.#progress.failed = before.failed + failed;
        this.#progress.tokens = before.tokens + tokens;
        onProgress?.({ ...this.#progress });
      },
    });
  }

  /** A model is described with every generation; once is enough. */
  #tell(sentence: string): void {
    if (this.#told.has(sentence)) return;
    this.#told.add(sentence);
    (this.#options.onNotice ?? console.warn)(sentence);
  }
}

function missing({ error }: GeneratedSample): Missing {
  return { reason: error?.message ?? "there is no answer" };
}

/** A prompt and its words. */
export interface ImportanceCase extends ImportancePrompt {
  readonly words: readonly Perturbation[];
}

/** One prompt to be asked. */
export interface Part {
  readonly of: ImportanceCase;
  readonly prompt: string;
  /** Which word is left out, from 1; 0 for none. */
  readonly without: number;
  /** Which control it is, from 1; 0 for none. */
  readonly again: number;
}

/** What is asked for one prompt: the whole prompt, the controls, then the prompt without each word. */
function partsOf(of: ImportanceCase, controls: number): Part[] {
  const { prompt, words } = of;
  return [
    { of, prompt, without: 0, again: 0 },
    ...Array.from({ length: controls }, (_, at) => ({ of, prompt, without: 0, again: at + 1 })),
    ...words.map(({ index, prompt }) => ({ of, prompt, without: index, again: 0 })),
  ];
}

/**
 * Settings that identify a part within its task. @param answer The answer's name, to ask for its likelihood.
 */
function settingsOf({ of: { settings }, without, again }: Part, answer?: string): Settings {
  return { ...settings, without, again, ...(answer !== undefined && { answer }) };
}
