import type { DatasetLayout, Task, TaskLines } from "../../../core/types.ts";
import { type Language, LANGUAGES, parseSuiteTask, promptsOf, type SuiteTask } from "./suite.ts";

export { type Language, LANGUAGES };

/** A programming task described in English and in Chinese, with the code that checks an answer. */
export interface LinguisticTask extends Task {
  readonly entryPoint: string;
  /** Python source that ends inside the function to write, one text per language. */
  readonly prompts: Readonly<Record<Language, string>>;
  /** The body of the reference solution, which follows the English prompt; for our own suite, a whole module. */
  readonly reference: string;
  /**
   * The source of `rules(n)`, which returns the keyword arguments of one call of size n; for our own suite, of
   * `make(n)`, which returns its positional arguments.
   */
  readonly generator: string;
  /** The largest size for which the generator is meant. */
  readonly maxSize: number;
  /** The fields that only a task of our own suite has: fixed cases, a comparison, two references. */
  readonly suite?: SuiteTask;
}

/** The settings that vary in this study. */
export type LinguisticSettings = {
  /** The prompting method: DI, BP, CoT, QA or QA+CoT. */
  readonly prompt: string;
  readonly temperature: number;
  readonly language: Language;
};

/**
 * The locations of data in the authors' artifact, and in our demonstration, which has the same layout.
 *
 * `data/passed` holds completions with the verdict that the authors recorded, `data/gencodes` the same
 * completions without it; `data/time` holds the running times of programs at 50 sizes, if they passed and were fast enough.
 */
export const layout: DatasetLayout<LinguisticTask, LinguisticSettings> & {
  readonly tasks: TaskLines<LinguisticTask>;
} = {
  repository: {
    name: "BilingualCodeEval",
    url: "https://github.com/lenijwp/BilingualCodeEval",
    landmark: "data/testsuite/testsuite.jsonl",
  },
  tasks: { path: "data/testsuite/testsuite.jsonl", parse: parseTask },
  methods: "data/prompts.json",
  suite: { tasks: "suite", methods: "prompts.json", parse: (value) => suiteTask(parseSuiteTask(value)) },
  recordings: [
    { folder: "data/passed", settings: (name) => parseFileName(name, "_passed.jsonl"), parse: parseVerdict },
    { folder: "data/gencodes", settings: (name) => parseFileName(name, ".jsonl"), parse: parseCompletion },
  ],
  timings: {
    folder: "data/time",
    settings: (name) => parseFileName(name, "_seg50_t6.pickle"),
    parse: parseTiming,
  },
};

/** A task of our own suite as a task of the study; its reference is the more efficient solution. */
export function suiteTask(suite: SuiteTask): LinguisticTask {
  const { id, entryPoint, references, generator, maxSize } = suite;
  const prompts = promptsOf(suite);
  return { id, entryPoint, prompts, reference: references[0].source, generator, maxSize, suite };
}

/** A parsed line of JSON. */
type JsonRecord = Readonly<Record<string, unknown>>;

/** The text in a field, read without a schema, which is several times as fast: files have many thousands of records. */
function text(record: JsonRecord, field: string): string {
  const value = record[field];
  if (typeof value !== "string") throw new TypeError(`"${field}" must be a text, not ${typeof value}`);
  return value;
}

function parseTask(record: JsonRecord): LinguisticTask {
  return {
    id: text(record, "task_id"),
    entryPoint: text(record, "entry_point"),
    prompts: { en: text(record, "prompt"), zh: text(record, "zh_prompt") },
    reference: text(record, "canonical_solution"),
    generator: text(record, "rules"),
    maxSize: positiveInteger(record, "max_n"),
  };
}

/** `CoT_t0.2-zh_passed.jsonl` stands for prompt CoT, temperature 0.2, language zh. */
function parseFileName(name: string, ending: string): LinguisticSettings | undefined {
  if (!name.endsWith(ending)) return undefined;
  const match = /^(.+)_t(\d+(?:\.\d+)?)-(en|zh)$/.exec(name.slice(0, -ending.length));
  if (!match) return undefined;
  return { prompt: match[1], temperature: Number(match[2]), language: match[3] as Language };
}

function parseCompletion(record: JsonRecord) {
  const { completion_id: number } = record;
  return {
    taskId: text(record, "task_id"),
    text: text(record, "completion"),
    ...(typeof number === "number" && { number }),
  };
}

function parseVerdict(record: JsonRecord) {
  if (typeof record.passed !== "boolean") throw new TypeError(`"passed" must be true or false`);
  const recorded = { passed: record.passed, result: text(record, "result") };
  return { ...parseCompletion(record), recorded };
}

/** The running times in a record. Completions are numbered from 0 there; each point is a pair of a size and seconds. */
function parseTiming(record: JsonRecord) {
  const { completion_id: number, time } = record;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 0) {
    throw new TypeError(`"completion_id" must be a whole number from 0, not ${JSON.stringify(number)}`);
  }
  if (!Array.isArray(time) || !time.every(isPair)) {
    throw new TypeError(`"time" must be a list of pairs of a size and seconds`);
  }
  const pairs: readonly (readonly [number, number])[] = time;
  return {
    taskId: text(record, "task_id"),
    epoch: number + 1,
    n: pairs.map(([n]) => n),
    t: pairs.map(([, seconds]) => seconds),
  };
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === "number");
}

/** A positive integer in a field; the artifact writes its numbers as text. */
function positiveInteger(record: JsonRecord, field: string): number {
  const value = record[field];
  const number = typeof value === "string" && /^[0-9]+$/.test(value) ? Number(value) : value;
  if (typeof number !== "number" || !Number.isSafeInteger(number) || number < 1) {
    throw new TypeError(`"${field}" must be a positive integer, not ${JSON.stringify(value)}`);
  }
  return number;
}
