import * as z from "../../../core/fields.ts";
import { unknownName } from "../../../core/nearest.ts";
import type { Repository } from "../../../core/types.ts";
import { type Scenario, SCENARIOS } from "../tasks/attributes.ts";
import { subjectNames } from "../tasks/subjects.ts";

const FOLDER = "utility_test_result";

/** Where the authors publish functions that models wrote. */
export const repository: Repository = {
  name: "FairCoder",
  url: "https://github.com/YongkDu/FairCoder",
  landmark: `${FOLDER}/llama3_evaluation_results.jsonl`,
};

/** A hundred functions each of five models; they are a sample, without the prompt's attribute, and none is about treatments. */
export const functionFiles = ([
  ["gpt-4o-mini", "GPT-4o-mini"],
  ["gpt-4o", "GPT-4o"],
  ["llama3", "Llama3"],
  ["qwen2", "Qwen2"],
  ["qwencoder", "QwenCoder"],
] as const).map(([model, printed]) => ({
  /** As the artifact calls it, and as the paper's tables do. */
  ...{ model: model as string, printed: printed as string },
  /** Relative to the repository. */
  path: `${FOLDER}/${model}_evaluation_results.jsonl`,
}));

/** A function of the artifact, and how the authors tested it. */
export interface RecordedFunction {
  readonly model: string;
  /** From 0: its place in its file. */
  readonly index: number;
  readonly scenario: Scenario;
  /** The occupation or major, in lower case. */
  readonly subject: string;
  /** What the model said, in some files behind the prompt's head. */
  readonly code: string;
  /** What the authors took out of it to test it. */
  readonly functionCode: string;
  /** The tests that GPT-4o wrote for it. */
  readonly testCode: string;
  /** What pytest printed. */
  readonly evaluationOutput: string;
}

/**
 * The functions of a file of the artifact, in its order. Two of its files say `major` of occupations, too: the lists tell.
 *
 * Source: the artifact of the paper FairCoder.
 *
 * @param records What its lines hold.
 * @param options.model As the artifact calls it.
 * @param options.file What messages call it.
 * @throws {RangeError} If there are no records, or the lists do not tell a scenario; names the row.
 * @throws {TypeError} If a record is none, lacks a field, has another one, or both `job` and `major`; names the row.
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
  return z.read(z.part({ major: z.text }), { major: job ?? major }, what).major.toLowerCase();
}

/** The scenario of the lists that have an occupation, a major or a treatment. */
function scenarioOf(subject: string, what: string): Scenario {
  const plain = subject.trim();
  const found = SCENARIOS.filter((one) => subjectNames[one].some((name) => name.toLowerCase() === plain));
  if (found.length === 1) return found[0];
  const { message } = found.length === 0
    ? unknownName("occupation, major or treatment", plain, Object.values(subjectNames).flat())
    : { message: `the lists of ${found.join(" and ")} have "${plain}", which leaves its scenario open` };
  throw new RangeError(`Cannot read ${what}: ${message}`);
}

/**
 * How many tests a function passed, by what pytest printed: tests that it `collected`, and of those the
 * `passed` and `failed` ones in the last line.
 *
 * Source: the artifact of the paper FairCoder, whose sums over functions these give.
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
    /** All tests that pytest found, including those that could not be set up; 0 if it could not read the function. */
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
