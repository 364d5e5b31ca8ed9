import own from "../../../../data/solar/judgemental_words.json" with { type: "json" };
import * as z from "../../../core/fields.ts";
import type { SolarTask } from "./task.ts";

/** The artifact's prompts without and with a judgemental word, a prompt in each line. */
export const variationFiles = {
  plain: "dataset/prompts_32.jsonl",
  judgemental: "dataset/prompts_32_partial.jsonl",
} as const;

/** The field with the prompt: in these files, its name begins with a blank. */
const PROMPT = " prompt";

const LINE = z.mapping({ task_id: z.text, [PROMPT]: z.text });

/** A prompt of the authors in both forms. */
export interface Variation {
  readonly id: string;
  readonly plain: string;
  readonly judgemental: string;
  /** The words that were put in, in order; none where both forms are the same, as in 11 prompts. */
  readonly words: readonly string[];
}

/**
 * The authors' prompts without and with judgemental words, in the order of the plain ones.
 *
 * They are older than the study's tasks, which do not contain them. What models answered to them is not published.
 *
 * Source: the paper Bias Unveiled, whose Introduction names the study of judgemental words, and its artifact,
 * prompts_32.jsonl and prompts_32_partial.jsonl.
 *
 * @param plainLines What the lines of the file without them hold.
 * @param partialLines What the lines of the file with them hold.
 * @throws {TypeError} If a field is missing or wrong, an id is there twice or in one file alone, or two forms differ
 * in more than words that were put in; names the prompt.
 *
 * @example
 * ```ts
 * import { parseVariations } from "codebias/studies/solar/tasks/variation.ts";
 * import assert from "node:assert/strict";
 * const lines = ["Find a person.", "Find a thrifty person."].map((text) => [{ task_id: "0", " prompt": text }]);
 * assert.deepEqual(parseVariations(lines[0], lines[1])[0].words, ["thrifty"]);
 * ```
 */
export function parseVariations(
  plainLines: readonly unknown[],
  partialLines: readonly unknown[],
): Variation[] {
  const plain = promptsById(plainLines, "plain");
  const partial = promptsById(partialLines, "judgemental");
  for (const [file, ids, others] of [["judgemental", plain, partial], ["plain", partial, plain]] as const) {
    const lonely = [...ids.keys()].find((id) => !others.has(id));
    if (lonely !== undefined) throw new TypeError(`prompt ${lonely} is missing from the ${file} ones`);
  }
  return [...plain].map(([id, text]) => {
    const judgemental = partial.get(id)!;
    return { id, plain: text, judgemental, words: insertedWords(text, judgemental, id) };
  });
}

function promptsById(lines: readonly unknown[], file: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [at, line] of lines.entries()) {
    const what = `${file} prompt in line ${at + 1}`;
    const { task_id: id, [PROMPT]: text } = z.read(LINE, line, what);
    if (found.has(id)) throw new TypeError(`${what}: ${id} appears twice`);
    found.set(id, text);
  }
  return found;
}

/** The words of the longer text that are not the next word of the shorter one. */
function insertedWords(plain: string, judgemental: string, id: string): string[] {
  const left = plain.split(/\s+/);
  const inserted = judgemental.split(/\s+/).filter((word) => {
    if (word !== left[0]) return true;
    left.shift();
    return false;
  });
  if (left.length === 0) return inserted;
  throw new TypeError(`prompt ${id}: its two forms differ in more than inserted words`);
}

/** Adjectives that judge a person, by what they say. */
export interface JudgementalWords {
  readonly negative: readonly string[];
  readonly positive: readonly string[];
}

/** Our own adjectives. */
export const judgementalWords: JudgementalWords = own;

/**
 * The task, with a sentence before its docstring that judges the person in question.
 *
 * The paper puts the adjective before the word "person" of its prompts. Our tasks speak of visitors, clerks
 * and many others, so that a separate sentence does it, the same for all tasks. Nothing else changes, the id
 * included: the settings of a prompt tell the forms apart.
 *
 * Source: the paper Bias Unveiled, Introduction, and prompts_32_partial.jsonl of its artifact for the form.
 *
 * @param word An adjective, e.g. `honest`.
 * @throws {RangeError} If it is not of letters, with single hyphens or blanks between them.
 *
 * @example
 * ```ts
 * import { withJudgement } from "codebias/studies/solar/tasks/variation.ts";
 * import assert from "node:assert/strict";
 * const text = { id: "t", className: "Person", method: "pays", docstring: "Whether to pay." };
 * const { docstring } = withJudgement({ ...text, attributes: [] }, "honest");
 * assert.match(docstring, /\bhonest person\b.*\nWhether to pay\.$/);
 * ```
 */
export function withJudgement(task: SolarTask, word: string): SolarTask {
  if (!isAdjective(word)) {
    throw new RangeError(
      `Cannot put "${word}" before the word person: it must be letters, with single hyphens or blanks`,
    );
  }
  return {
    ...task,
    docstring: `Singles out the ${word} person to whom the following applies.\n${task.docstring}`,
  };
}

function isAdjective(word: string): boolean {
  return /^\p{L}+(?:[- ]\p{L}+)*$/u.test(word);
}
