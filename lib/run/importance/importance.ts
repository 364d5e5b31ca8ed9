/**
 * Asks a model for the data behind the importance of prompt words: connects a study that leaves words out,
 * models and the run store. Resumable, ordered, cancellable.
 *
 * @module
 */

import { generate, type GeneratedSample, type GenerateOptions, type Generation } from "../asking/generate.ts";
import type { Model } from "../../generation/model.ts";
import { openModel } from "../../generation/open_model.ts";
import { chooseMethod, likelihoodOf, likelihoodScorer } from "./likelihood_scorer.ts";
import { isWhole, mustBe, refuseOther } from "../../core/kinds.ts";
import { refuseUnknownOptions } from "../../core/nearest.ts";
import type {
  ImportanceAnswers,
  ImportancePrompt,
  ImportanceStudy,
  Missing,
  Perturbation,
  Reply,
  Settings,
  WordImportance,
} from "../../core/types.ts";

/** The options of asking a model, as `generate` takes them. */
const ASKING = [
  ...["model", "sampling", "seed", "store", "name", "concurrency", "persistence"] as const,
  ...["onProgress", "onNotice", "signal"] as const,
] as const;

/** The options of {@linkcode importance}. */
export interface ImportanceOptions extends Pick<GenerateOptions, typeof ASKING[number]> {
  /** The prompts; no two have the same task and settings. */
  readonly prompts: readonly ImportancePrompt[];
  /** The method. @default likelihood if the model supports it, else output-change, with a notice that says why */
  readonly method?: ImportanceAnswers["method"];
  /** How often the whole prompt is asked again, for the noise floor: a whole number from 0. @default 3 */
  readonly controls?: number;
}

/**
 * The importance of prompt words, with its basis: all samples, of which a sample of likelihoods has a JSON
 * object as its text, and the run of the answers in the store, if there is one.
 */
export interface Importance extends Pick<Generation, "model" | "samples" | "failures" | "run"> {
  readonly method: ImportanceAnswers["method"];
  /** Why the method is not likelihood; undefined if it is, or if another method was requested. */
  readonly fallback?: string;
  /** The words, in the order of the prompts and of reading. */
  readonly words: readonly WordImportance[];
}

/**
 * The importance of each word of prompts to a model: leaves out each word in turn and measures the change.
 *
 * Everything is asked at temperature 0. By likelihood, the model is asked for an answer to each whole prompt,
 * and then for the probability of that answer after the prompt, and after the prompt without each word.
 * Servers with a chat template are then asked without it (`raw`), because likelihoods are of the prompt exactly
 * as given. By output change, the model is asked for an answer to each of these prompts. With a store, nothing
 * is asked twice, likelihoods included; only one likelihood is requested by every call, to find
 * out whether the server supports them.
 *
 * After a failure, a word has no score but a reason. A model that completes code may continue after
 * the answer: `maxTokens` and `stop` in `sampling` should end it, or the rest is weighed as well.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 6; scores are defined by the study.
 *
 * @param study The study that divides prompts into words, and computes their importance from the answers.
 * @throws {RangeError} If an option is wrong, no prompt has a word, or likelihoods are requested and not available.
 * @throws {ModelError} If the model cannot be reached or does not exist.
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
  refuseOther("weigh words for", study, "an object", ["leaveOneOut"]);
  const { prompts, controls = 3, model: named } = options;
  refuseOther("weigh words of", prompts, "a list of objects", ["prompt"]);
  mustBe(isWhole(controls), `ask ${controls} times again as controls`, "an integer >= 0");
  const cases = prompts.map((prompt) => caseOf(prompt, study.leaveOneOut(prompt.prompt), controls))
    .filter(({ words }) => words.length > 0);
  if (cases.length === 0) throw new RangeError("Cannot weigh words: no prompt has any");
  const told = new Set<string>();
  const onNotice = (sentence: string) => {
    if (told.has(sentence)) return; // a model is described with every generation; once is enough
    told.add(sentence);
    (options.onNotice ?? console.warn)(sentence);
  };
  const model = typeof named === "string" ? openModel(named) : named;
  const { method, raw, fallback } = await chooseMethod(model, cases[0], options);
  if (fallback !== undefined) {
    onNotice(`${fallback}; importance is therefore how much the answer changes (output-change).`);
  }
  const parts = cases.flatMap((one) => one.parts);
  const sampling = { ...options.sampling, ...(raw !== undefined && { raw }) };
  const total = parts.length + (method === "likelihood" ? cases.length : 0);
  const ask = askerOf(study, { ...options, model, sampling, onNotice }, total);
  if (method === "output-change") {
    const answered = await ask(parts);
    const found = parts.map((part, at) => [part, answerIn(answered.samples[at], textOf)] as const);
    return { ...resultOf(study, cases, { method, answered, found }), fallback };
  }
  if (raw) {
    onNotice(
      `${model.spec} is asked without its chat template, as likelihoods are for the prompt as it stands.`,
    );
  }
  const answered = await ask(cases.map(({ parts: [whole] }) => whole));
  const scorer = likelihoodScorer(model);
  const answers = cases.flatMap((one, at) =>
    one.parts.map((part) => [part, answerIn(answered.samples[at], textOf)] as const)
  );
  const asked = answers.flatMap(([part, text]) =>
    typeof text === "string" ? { part, answer: scorer.name(text) } : []
  );
  const scored = asked.length > 0
    ? await ask(asked.map(({ part, answer }) => ({ ...part, answer })), scorer.model)
    : undefined;
  const found = [
    ...answers,
    ...asked.map(({ part }, at) => [part, answerIn(scored!.samples[at], likelihoodOf)] as const),
  ];
  const result = resultOf(study, cases, { method, answered, found });
  return {
    ...result,
    samples: [...answered.samples, ...scored?.samples ?? []],
    failures: [...answered.failures, ...scored?.failures ?? []],
  };
}

/** Asks for the parts' answers or, with a scoring model, for the likelihoods of the answers that the parts name. */
type Ask = (parts: readonly (Part & { readonly answer?: string })[], scorer?: Model) => Promise<Generation>;

/** @param total The number of all requests, for the progress; requests that turn out to be unnecessary count as done. */
function askerOf(study: ImportanceStudy, options: ImportanceOptions, total: number): Ask {
  const { prompts: _, method: __, controls: ___, onProgress, name, ...asking } = options;
  const sum = { done: 0, total, known: 0, failed: 0, tokens: 0 };
  return async (parts, scorer) => {
    const before = { ...sum, done: scorer ? total - parts.length : 0 };
    return await generate({
      ...{ ...asking, ...(scorer && { model: scorer }), temperatures: [scorer ? 1 : 0] },
      study: `${study.name}-${scorer ? "likelihood" : "importance"}`,
      ...(name !== undefined && { name: scorer ? `${name}, likelihood` : name }),
      prompts: parts.map((part) => ({
        ...{ taskId: part.of.taskId, prompt: part.prompt, settings: settingsOf(part, part.answer) },
      })),
      gaps: "fail", // a word is weighed by two answers
      onProgress: (now) => {
        for (const name of ["done", "known", "failed", "tokens"] as const) {
          sum[name] = before[name] + now[name];
        }
        onProgress?.({ ...sum });
      },
    });
  };
}

/** The scores of all words. */
function resultOf(
  study: ImportanceStudy,
  cases: readonly ImportanceCase[],
  { method, answered: { model, run, samples, failures }, found }: {
    readonly method: ImportanceAnswers["method"];
    readonly answered: Generation;
    readonly found: readonly (readonly [Part, unknown])[];
  },
): Importance {
  const byPart = new Map(found);
  const words = cases.flatMap(
    ({ taskId, settings: { prompt, language }, words, parts }): WordImportance[] => {
      const [whole, ...rest] = parts.map((part) => byPart.get(part));
      const [again, without] = [rest.slice(0, -words.length), rest.slice(-words.length)];
      const answers = { method, whole, again, without } as ImportanceAnswers;
      const about = { model: model.spec, synthetic: model.synthetic, taskId, prompt, language };
      return study.importanceScores(words, answers).map((score) => ({ ...about, ...score }));
    },
  );
  return { model, method, words, samples, failures, ...(run && { run }) };
}

/** The value that is read from a reply, or the reason why there is none. */
function answerIn<R>({ reply, error }: GeneratedSample, read: (reply: Reply) => R): R | Missing {
  return reply ? read(reply) : { reason: error?.message ?? "there is no answer" };
}

const textOf = ({ text }: Reply) => text;

/** A prompt, its words, and its requests: the whole prompt, the controls, then the prompt without each word. */
type ImportanceCase = ReturnType<typeof caseOf>;

/** One request of a prompt. */
type Part = ImportanceCase["parts"][number];

function caseOf(of: ImportancePrompt, words: readonly Perturbation[], controls: number) {
  const whole = {
    ...{ of, prompt: of.prompt },
    /** The number of the word that is left out, from 1; 0 for none. */
    without: 0,
    /** The number of the control, from 1; 0 for none. */
    again: 0,
  };
  const again = Array.from({ length: controls }, (_, at) => ({ ...whole, again: at + 1 }));
  const without = words.map(({ index, prompt }) => ({ ...whole, prompt, without: index }));
  return { ...of, words, parts: [whole, ...again, ...without] };
}

/** The settings that identify a part within its task. @param answer The name of the answer whose likelihood is requested. */
function settingsOf({ of: { settings }, without, again }: Part, answer?: string): Settings {
  return { ...settings, without, again, ...(answer !== undefined && { answer }) };
}
