import { CLASSES, type ComplexityClass } from "../../../complexity/classes.ts";
import { type JsonRecord, text } from "./fields.ts";
import { type Language, LANGUAGES } from "./languages.ts";

/** How a value that a program returns is compared with the reference's. */
export type Comparison = "equal" | "close" | "any-order";

const COMPARISONS: readonly Comparison[] = ["equal", "close", "any-order"];

/** Arguments and what a correct program returns for them, both as Python expressions. */
export interface SuiteCase {
  /** A list of positional arguments. */
  readonly args: string;
  readonly result: string;
}

/** A solution of known complexity. */
export interface SuiteReference {
  readonly class: ComplexityClass;
  /** A module that defines the function. */
  readonly source: string;
}

/** A task of the project's own suite. */
export interface SuiteTask {
  readonly id: string;
  readonly entryPoint: string;
  /** As in the function's signature. */
  readonly parameters: string;
  readonly returns: string;
  /** What the function does, the same in both languages. */
  readonly descriptions: Readonly<Record<Language, string>>;
  /** Shown in the prompt. */
  readonly examples: readonly SuiteCase[];
  /** Not shown: edge cases. */
  readonly tests: readonly SuiteCase[];
  /** `close`: floats to 1e-6 of their size. `any-order`: a list in any order. */
  readonly compare: Comparison;
  /** Largest size that the generator is meant for. */
  readonly maxSize: number;
  /** A module with `make(n)`, which returns a list of positional arguments of size n. */
  readonly generator: string;
  /** Two, the more efficient one first. */
  readonly references: readonly [SuiteReference, SuiteReference];
}

const FIELDS = [
  ...["id", "entryPoint", "parameters", "returns", "en", "zh", "examples", "tests", "compare", "maxSize"],
  ...["generator", "references"],
];

/**
 * A task from what a file of data/linguistic/suite holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the field.
 */
export function parseSuiteTask(value: unknown): SuiteTask {
  const record = recordOf(value, "a task");
  const unknown = Object.keys(record).find((name) => !FIELDS.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`"${unknown}" is no field of a task; known are ${FIELDS.join(", ")}`);
  }
  const compare = COMPARISONS.find((name) => name === record.compare);
  if (!compare) throw new TypeError(`"compare" must be one of ${COMPARISONS.join(", ")}`);
  const references = listOf(record, "references").map(referenceOf);
  if (references.length !== 2) throw new TypeError(`"references" must have two, not ${references.length}`);
  const maxSize = record.maxSize;
  if (!Number.isSafeInteger(maxSize) || (maxSize as number) < 1) {
    throw new TypeError(`"maxSize" must be a positive integer, not ${JSON.stringify(maxSize)}`);
  }
  return {
    id: text(record, "id"),
    entryPoint: text(record, "entryPoint"),
    parameters: text(record, "parameters"),
    returns: text(record, "returns"),
    descriptions: { en: text(record, "en").trim(), zh: text(record, "zh").trim() },
    examples: listOf(record, "examples").map(caseOf),
    tests: listOf(record, "tests").map(caseOf),
    compare,
    maxSize: maxSize as number,
    generator: text(record, "generator"),
    references: references as [SuiteReference, SuiteReference],
  };
}

/**
 * The prompts of a task: the head of the function and a docstring, which differs between languages in nothing but the
 * description.
 *
 * @example
 * ```ts ignore
 * promptsOf(task).en; // def f(x: int) -> int:\n    """\n    Twice `x`.\n    >>> f(2)\n    4\n    """\n
 * ```
 */
export function promptsOf(task: SuiteTask): Record<Language, string> {
  const examples = task.examples.flatMap(({ args, result }) => [
    `>>> ${task.entryPoint}(${args.trim().slice(1, -1)})`,
    result,
  ]);
  const [en, zh] = LANGUAGES.map((language) => {
    const lines = [...task.descriptions[language].split("\n"), ...examples];
    return `${signatureOf(task)}\n    """\n${
      lines.map((line) => `    ${line}`.trimEnd()).join("\n")
    }\n    """\n`;
  });
  return { en, zh };
}

/** The line that begins the function in every solution of a task. */
export function signatureOf({ entryPoint, parameters, returns }: SuiteTask): string {
  return `def ${entryPoint}(${parameters}) -> ${returns}:`;
}

function referenceOf(value: unknown): SuiteReference {
  const record = recordOf(value, "a reference");
  const name = CLASSES.find((known) => known === record.class);
  if (!name) {
    throw new TypeError(`"class" must be one of ${CLASSES.join(", ")}, not ${JSON.stringify(record.class)}`);
  }
  return { class: name, source: text(record, "source") };
}

function caseOf(value: unknown): SuiteCase {
  const record = recordOf(value, "an example or test");
  return { args: text(record, "args"), result: text(record, "result") };
}

function recordOf(value: unknown, what: string): JsonRecord {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as JsonRecord;
  throw new TypeError(`${what} must be a mapping with fields, not ${JSON.stringify(value)}`);
}

function listOf(record: JsonRecord, field: string): readonly unknown[] {
  const value = record[field];
  if (!Array.isArray(value)) throw new TypeError(`"${field}" must be a list, not ${typeof value}`);
  return value;
}
