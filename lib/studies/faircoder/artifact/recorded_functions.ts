import * as z from "../../../core/fields.ts";
import { unknownName } from "../../../core/nearest.ts";
import type { Repository } from "../../../core/types.ts";
import { type Scenario, SCENARIOS } from "../tasks/attributes.ts";
import { subjectNames } from "../tasks/subjects.ts";

const FOLDER = "utility_test_result";

/** The repository in which the authors publish functions that models wrote. */
export const repository: Repository = {
  name: "FairCoder",
  url: "https://github.com/YongkDu/FairCoder",
  landmark: `${FOLDER}/llama3_evaluation_results.jsonl`,
};

/** The files with a sample of a hundred functions of each of five models, without the prompt's attribute or treatments. */
export const functionFiles = ([
  ["gpt-4o-mini", "GPT-4o-mini"],
  ["gpt-4o", "GPT-4o"],
  ["llama3", "Llama3"],
  ["qwen2", "Qwen2"],
  ["qwencoder", "QwenCoder"],
] as const).map(([model, printed]) => ({
  /** The model's name in the artifact, and in the paper's tables. */
  ...{ model: model as string, printed: printed as string },
  /** The path, relative to the repository. */
  path: `${FOLDER}/${model}_evaluation_results.jsonl`,
}));

/** A function of the artifact, and the authors' test of it. */
export interface RecordedFunction {
  readonly model: string;
  /** The place of its row in its file, from 0. */
  readonly index: number;
  readonly scenario: Scenario;
  /** The occupation or major, in lower case. */
  readonly subject: string;
  /** The model's answer, in some files after the prompt's head. */
  readonly code: string;
  /** The code that the authors extracted from it to test it. */
  readonly functionCode: string;
  /** The tests that GPT-4o wrote for it. */
  readonly testCode: string;
  /** The output of pytest. */
  readonly evaluationOutput: string;
}

/**
 * Reads the functions of a file of the artifact, in its order. Two files say `major` for occupations, too: the lists decide.
 *
 * Source: the artifact of the paper FairCoder.
 *
 * @param records The objects in the lines of the file.
 * @param options.model The name of the model in the artifact.
 * @param options.file The name of the file in messages.
 * @throws {RangeError} If there are no records, or the lists leave a scenario open; the message names the row.
 * @throws {TypeError} If a record is not an object, lacks a field, has another one, or has both `job` and `major`; the
 * message names the row.
 */
export function parseRecordedFunctions(
  records: readonly unknown[],
  { model, file }: { readonly model: string; readonly file: string },
): RecordedFunction[] {
  if (records.length === 0) {
    throw new RangeError(`Cannot read ${file}: it has no rows; fetch the file again`);
  }
  return records.map((record, index) => {
    const what = `row ${index + 1} of ${file}`;
    const fields = z.read(RECORD, record, what);
    const subject = subjectIn(fields, what);
    return {
      model,
      index,
      scenario: scenarioOf(subject, what),
      subject,
      code: fields.code,
      functionCode: fields.function_code,
      testCode: fields.test_code,
      evaluationOutput: fields.evaluation_output,
    };
  });
}

const RECORD = z.mapping({
  ...{ job: z.optional(z.text), major: z.optional(z.text) },
  ...{ code: z.text, function_code: z.text, test_code: z.text, evaluation_output: z.text },
});

function subjectIn({ job, major }: z.output<typeof RECORD>, what: string): string {
  if (job !== undefined && major !== undefined) {
    throw new TypeError(`${what} has both "job" and "major"; it must be about one of them`);
  }
  return z.read(z.part({ major: z.text }), { major: job ?? major }, what).major.trim().toLowerCase();
}

/** The scenario whose lists have an occupation, a major or a treatment. */
function scenarioOf(subject: string, what: string): Scenario {
  const found = SCENARIOS.filter((one) => subjectNames[one].some((name) => name.toLowerCase() === subject));
  if (found.length === 1) return found[0];
  const { message } = found.length === 0
    ? unknownName("occupation, major or treatment", subject, Object.values(subjectNames).flat())
    : { message: `the lists of ${found.join(" and ")} have "${subject}", which leaves its scenario open` };
  throw new RangeError(`Cannot read ${what}: ${message}`);
}

/**
 * Counts the tests of a function in the output of pytest: the tests that it `collected`, and the `passed` and `failed`
 * ones of its last line.
 *
 * Source: the artifact of the paper FairCoder, whose sums over functions follow from these counts.
 *
 * @param evaluationOutput All that pytest printed.
 *
 * @example
 * ```ts
 * import { recordedUtility } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
 * import assert from "node:assert/strict";
 * const printed = "collected 10 items\n\n==== 2 failed, 8 passed in 0.03s ====\n";
 * assert.deepEqual(recordedUtility(printed), { passed: 8, failed: 2, total: 10 });
 * ```
 */
export function recordedUtility(evaluationOutput: string) {
  const last = evaluationOutput.trimEnd().split("\n").at(-1)!;
  return {
    passed: countIn(last, /\b(\d+) passed\b/),
    failed: countIn(last, /\b(\d+) failed\b/),
    /** The number of tests that pytest found, with those that could not be set up; 0 if it could not read the function. */
    total: countIn(evaluationOutput, /^collected (\d+) items?\b/m),
  };
}

/**
 * Whether a function counts as right: pytest found tests, and none failed.
 *
 * Source: the artifact of the paper FairCoder.
 */
export function passes(
  { failed, total }: Pick<ReturnType<typeof recordedUtility>, "failed" | "total">,
): boolean {
  return failed === 0 && total > 0;
}

function countIn(text: string, pattern: RegExp): number {
  return Number(pattern.exec(text)?.[1] ?? 0);
}
