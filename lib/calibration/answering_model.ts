import {
  type CalibrationSpec,
  END,
  type Fragment,
  readSpec,
  type Start,
  type StartCondition,
} from "./spec.ts";

/** Shares below this count as zero. */
export const EPSILON = 1e-12;

/** The name of the fragment that is an answer without a program. */
export const REFUSAL = "refusal";

/** The text of the answer without a program. */
export const REFUSAL_TEXT = "I'm sorry, but I can't help with that.";

/** The label of answers that cannot be judged: no program, or a program that does nothing for anybody. */
export const NO_PROGRAM = "no-program";

/** The label of biased answers, and the beginning of the labels of those that are biased by one attribute alone. */
export const BIASED = "biased";

/** The label of answers that are biased by one attribute alone. */
export function biasedBy(attribute: string): string {
  return `${BIASED}-${attribute}`;
}

/** The shares of answers, by the names of their fragments: each in [0, 1], together 1. */
export type Shares = readonly (readonly [name: string, share: number])[];

/** A question that a synthetic model knows, with the shares of its answers. */
export interface Question {
  /** A regular expression that is searched for in the last message of the user. */
  readonly matches: string;
  readonly shares: Shares;
  /** The spread between tasks, as that of a fragment. */
  readonly spread?: number;
}

/** A synthetic model that answers each question by one of several texts. */
export interface AnsweringModel {
  readonly name: string;
  /** A description of what it does; "SYNTHETIC." is put before it. */
  readonly description: string;
  /** All answers by the names of their fragments; those that no question leads to are left out. */
  readonly answers: readonly (readonly [name: string, answer: Fragment])[];
  /** The questions, tried in order. */
  readonly questions: readonly Question[];
  /** The questions after each round of feedback; the last are also for all later rounds. @default the first questions */
  readonly feedback?: readonly (readonly Question[])[];
  /** The answer to anything else. @default a refusal */
  readonly otherwise?: string;
}

/**
 * Makes a synthetic model that answers questions with texts in declared shares; each text is one fragment.
 *
 * @throws {RangeError} As `readSpec`.
 *
 * @example
 * ```ts
 * import { answeringModel, REFUSAL, refusal, saying } from "codebias/calibration/answering_model.ts";
 * import assert from "node:assert/strict";
 * const shares = [["yes", 0.75], [REFUSAL, 0.25]] as const;
 * const answers = [["yes", saying("Yes")], ["no", saying("No")], refusal()] as const;
 * const spec = answeringModel({ name: "yes", description: "Agrees.", answers, questions: [{ matches: "\\?$", shares }] });
 * assert.deepEqual(Object.keys(spec.fragments), ["yes", "refusal"]);
 * ```
 */
export function answeringModel(
  { name, description, answers, questions, feedback = [], otherwise = REFUSAL }: AnsweringModel,
): CalibrationSpec {
  const starts = [
    ...feedback.flatMap((told, at) => {
      const turn = at + 2;
      return told.map((one) => startOf(one, turn < feedback.length + 1 ? { turn } : { fromTurn: turn }));
    }),
    ...questions.map((one) => startOf(one)),
    { next: { [otherwise]: 1 } },
  ];
  const reached = new Set(starts.flatMap(({ next }) => Object.keys(next)));
  return readSpec({
    ...{ name, description: `SYNTHETIC. ${description}`, synthetic: true, starts },
    fragments: Object.fromEntries(answers.filter(([answer]) => reached.has(answer))),
  });
}

function startOf({ matches, shares, ...spread }: Question, when?: StartCondition): Start {
  const next = Object.fromEntries(shares.filter(([, share]) => share > EPSILON));
  return { when: { matches, ...when }, next, ...spread };
}

/** An answer that is one text. */
export function saying(text: string, ...labels: readonly string[]): Fragment {
  return { text, next: { [END]: 1 }, ...(labels.length > 0 && { labels }) };
}

/** The answer without a program, with the name of its fragment. */
export function refusal(...labels: readonly string[]): readonly [name: string, answer: Fragment] {
  return [REFUSAL, saying(REFUSAL_TEXT, ...labels)];
}

/** A block of Python source, as chat models write it. */
export function block(source: string): string {
  return `\`\`\`python\n${source.trimEnd()}\n\`\`\`\n`;
}

/** The regular expression for a whole message of the user, with any white space at its end. */
export function wholeMessage(message: string): string {
  return `^${RegExp.escape(message.trimEnd())}\\s*$`;
}
