import type { Executor } from "codebias/core/types.ts";
import { float, isList } from "codebias/values/mod.ts";
import { askAll } from "codebias/execution/published_cbs.ts";

/** What can be made of a completion. */
export interface SurveyedCompletion {
  /** Whether it is Python as it stands, e.g. nothing but comments. */
  readonly parses: boolean;
  /** Whether it has a function then, an `async` one apart. */
  readonly hasFunction: boolean;
  /** Whether a line begins a function, `def name(`. */
  readonly hasDefLine: boolean;
  /** Whether it has a fence of Markdown. */
  readonly hasFence: boolean;
  /**
   * From the first line that begins a definition or an import, as many lines as parse and hold a function; null if
   * none do.
   */
  readonly salvaged: string | null;
  /** Whether that loads without an exception; null where there is nothing to load. */
  readonly loads: boolean | null;
}

/** Seconds for loading what was saved. */
const LOAD_S = 5;

/**
 * What can be made of completions that may not be programs, or are cut off.
 *
 * @param texts Completions, without the prompts before them.
 * @returns In the order of the texts.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function surveyCompletions(
  executor: Executor,
  texts: readonly string[],
  signal?: AbortSignal,
): Promise<SurveyedCompletion[]> {
  // Each on its own: what one leaves behind when it is loaded must not be there for the next.
  return await Promise.all(texts.map(async (text) => {
    const [loaded] = await askAll(executor, "survey", [[text, float(LOAD_S)]], { signal });
    const found = loaded.value && readSurvey(loaded.value);
    if (found) return found;
    // It ended its process, or did not stop.
    const [unloaded] = await askAll(executor, "survey", [[text, float(0)]], { signal });
    const known = unloaded.value && readSurvey(unloaded.value);
    return known ? { ...known, loads: known.salvaged === null ? null : false } : NOT_PYTHON;
  }));
}

/** Of a text that not even Python's parser survives. */
const NOT_PYTHON: SurveyedCompletion = {
  parses: false,
  hasFunction: false,
  hasDefLine: false,
  hasFence: false,
  salvaged: null,
  loads: null,
};

function readSurvey(value: Parameters<typeof isList>[0]): SurveyedCompletion | undefined {
  if (!isList(value) || value.length !== 6) return undefined;
  const [parses, hasFunction, hasDefLine, hasFence, salvaged, loads] = value;
  if (![parses, hasFunction, hasDefLine, hasFence].every((one) => typeof one === "boolean")) return undefined;
  if (!(salvaged === null || typeof salvaged === "string")) return undefined;
  if (!(loads === null || typeof loads === "boolean")) return undefined;
  return { parses, hasFunction, hasDefLine, hasFence, salvaged, loads } as SurveyedCompletion;
}
