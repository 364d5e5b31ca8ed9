import { CLASSES } from "../../../complexity/classes.ts";
import * as z from "../../../core/fields.ts";

/** The two languages in which each task is described, in the order of tables and figures. */
export const LANGUAGES = ["en", "zh"] as const;

/** One of the two languages. */
export type Language = (typeof LANGUAGES)[number];

const POSITIVE = z.must("a positive integer");

const positiveInteger = z.int(POSITIVE).check(z.positive(POSITIVE));

const listOf = <T>(item: z.Schema<T>) => z.array(item, z.must("a list"));

/** The arguments and the result of a correct program for them, both as Python expressions. */
const CASE = z.part({
  /** A list of positional arguments. */
  args: z.text,
  result: z.text,
});

const REFERENCE = z.part({
  class: z.oneOf(CLASSES),
  /** A module that defines the function. */
  source: z.text,
});

/** A solution of known complexity. */
export type SuiteReference = z.output<typeof REFERENCE>;

const REFERENCES = listOf(REFERENCE).check(
  z.refine(({ length }) => length === 2, {
    error: ({ input }) => `must have two, not ${(input as []).length}`,
  }),
) as z.Schema<unknown> as z.Schema<readonly [SuiteReference, SuiteReference]>;

const TASK = z.mapping({
  id: z.text,
  entryPoint: z.text,
  /** The parameters as in the function's signature. */
  parameters: z.text,
  returns: z.text,
  ...{ en: z.text.check(z.trim()), zh: z.text.check(z.trim()) },
  /** The cases shown in the prompt. */
  examples: listOf(CASE),
  /** Edge cases, which are not shown. */
  tests: listOf(CASE),
  /** `close`: floats equal to 1e-6 of their size. `any-order`: a list in any order. */
  compare: z.oneOf(["equal", "close", "any-order"]),
  /** The largest size for which the generator is meant. */
  maxSize: positiveInteger,
  /** A module with `make(n)`, which returns a list of positional arguments of size n. */
  generator: z.text,
  /** Two references, the more efficient one first. */
  references: REFERENCES,
}, "a task");

/** A task of the project's own suite. */
export interface SuiteTask extends Omit<z.output<typeof TASK>, Language> {
  /** A description of the function, with the same content in both languages. */
  readonly descriptions: Readonly<Record<Language, string>>;
}

/** The comparison of a program's return value with the reference's. */
export type Comparison = SuiteTask["compare"];

/**
 * Reads a task from the content of a file of data/linguistic/suite.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type; names the field.
 */
export function parseSuiteTask(value: unknown): SuiteTask {
  const { en, zh, ...task } = z.read(TASK, value);
  return { ...task, descriptions: { en, zh } };
}

/**
 * The prompts of a task: the head of the function and a docstring, which differs between languages only in the
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

/** The first line of the function in every solution of a task. */
export function signatureOf({ entryPoint, parameters, returns }: SuiteTask): string {
  return `def ${entryPoint}(${parameters}) -> ${returns}:`;
}
