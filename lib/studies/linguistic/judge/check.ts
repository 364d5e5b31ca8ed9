import counts from "../../../../data/linguistic/draws.json" with { type: "json" };
import { integerFrom, seedFrom } from "../../../statistics/random.ts";
import { wilson } from "../../../statistics/intervals/wilson.ts";
import type {
  Call,
  Draw,
  DrawProblem,
  ExecutionRequest,
  Program,
  ReferenceCheck,
  TaskReport,
} from "../../../core/types.ts";
import { encode } from "../../../values/mod.ts";
import type { LinguisticTask } from "../tasks/layout.ts";
import type { SuiteTask } from "../tasks/suite.ts";
import { GENERATOR_CALL, generatorOf, PROGRAM_CALL, referenceOf, type Rule, RULES } from "./programs.ts";

/** The largest input size that the authors draw, even if the task's own maximum is larger. */
const LARGEST_SIZE = 2000;

/** The number of draws for each program, unless data/linguistic/draws.json has another because they cost too much. */
export const DRAWS = 100;

/**
 * The programs and calls that check answers to a task.
 *
 * The first input has size N = min(maxSize, 2000), the others have sizes uniform in [N/2, N], as in the authors'
 * scripts; size and seed of each draw are functions of the run's seed, the task and the number of the draw.
 * For a task of our own suite, examples and tests come first, then inputs of sizes from 1 to
 * {@linkcode suiteSize}.
 *
 * @param options.draws Number of draws. Defaults to the task's number in data/linguistic/draws.json, else 100.
 * @throws {RangeError} If there is no such rule, or fewer than one draw is requested.
 */
export function check(
  task: LinguisticTask,
  options: { rule: Rule; seed: number; draws?: number },
): ReferenceCheck {
  const { rule, seed, draws = drawsOf(task) } = options;
  if (!RULES.includes(rule)) {
    throw new RangeError(`Cannot check by the rule "${rule}": it must be one of ${RULES.join(", ")}`);
  }
  if (!Number.isInteger(draws) || draws < 1) {
    throw new RangeError(`Cannot check with ${draws} draws: expected at least 1`);
  }
  const calls = Array.from({ length: draws }, (_, index): Call => {
    const draw = drawOf(task, [seed, index], index === 0);
    return { args: encode([draw.n]), seed: draw.seed };
  });
  return {
    ...(task.suite && { cases: casesOf(task.suite, seed), passes: "args" }),
    generator: { program: generatorOf(task), calls, limits: GENERATOR_CALL },
    reference: referenceOf(task, rule),
    limits: PROGRAM_CALL,
  };
}

/** A program that evaluates a Python expression: one of ours, never a model's. */
const VALUE: Program = {
  kind: "program",
  source: "def value(text):\n    return eval(text, {})\n",
  entryPoint: "value",
  namespace: "one",
};

function casesOf({ id, examples, tests }: SuiteTask, seed: number): ReferenceCheck["cases"] {
  const all = [...examples, ...tests];
  const values = (field: "args" | "result"): ExecutionRequest => ({
    program: VALUE,
    calls: all.map((one, index) => ({
      args: encode([one[field]]),
      seed: seedFrom(seed, id, "case", index),
    })),
    limits: GENERATOR_CALL,
  });
  return { inputs: values("args"), results: values("result") };
}

/**
 * The largest random input for checking answers to a task of our own suite: 60, or 14 where a reference takes
 * exponential time. Both references were found to agree at these sizes, which are small enough for any correct program;
 * how programs cope with larger inputs is a question of efficiency.
 */
export function suiteSize({ references, maxSize }: SuiteTask): number {
  return Math.min(maxSize, references.some((reference) => reference.class === "exponential") ? 14 : 60);
}

/** The default number of draws for checking a task's programs. */
export function drawsOf(task: LinguisticTask): number {
  return (counts.draws as Readonly<Record<string, number>>)[task.id] ?? DRAWS;
}

/** The number of trials of the input generator alone, which show whether it fails occasionally. */
export function generatorDrawsOf(task: LinguisticTask): number {
  return (counts.generatorDraws as Readonly<Record<string, number>>)[task.id] ?? 3000;
}

/**
 * Size and seed of one draw: N = min(maxSize, 2000) if it is the first, else uniform in [N/2, N]; for our own
 * suite N is {@linkcode suiteSize}, and the others are uniform in [1, N].
 *
 * @param parts The run's seed, followed by values that distinguish this draw from others.
 */
export function drawOf(
  { id, maxSize, suite }: LinguisticTask,
  parts: readonly (string | number)[],
  first = false,
): { n: number; seed: number } {
  const top = suite ? suiteSize(suite) : Math.min(maxSize, LARGEST_SIZE);
  const seed = seedFrom(parts[0], id, ...parts.slice(1));
  return { n: first ? top : integerFrom(seed, suite ? 1 : Math.floor(top / 2), top), seed };
}

/**
 * Whether a task can be used to judge programs.
 *
 * Under `published`, a task can never be passed if so many draws fail by themselves that 100 clean ones have a
 * probability below 1 in 1,000; with few draws, the upper end of the Wilson interval is used, in favour of the task.
 * Under `corrected`, unusable draws are left out, and a task is invalid when fewer than a tenth of its draws are
 * usable.
 */
export function validate(task: LinguisticTask, draws: readonly Draw[], rule: Rule): TaskReport {
  const problems: Record<string, number> = {};
  for (const draw of draws) {
    if (!("problem" in draw)) continue;
    const name = describe(draw.problem);
    problems[name] = (problems[name] ?? 0) + 1;
  }
  const usable = draws.filter((draw) => "expected" in draw).length;
  const report = { taskId: task.id, draws: draws.length, usable, problems };
  const hopeless = rule === "published"
    ? Math.pow(wilson(usable, draws.length).high, DRAWS) < 0.001
    : usable < draws.length / 10;
  return hopeless ? { ...report, invalid: Object.keys(problems).join("; ") } : report;
}

const STAGES: Readonly<Record<DrawProblem["stage"], string>> = {
  case: "fixed case",
  generator: "input generator",
  reference: "reference solution",
};

function describe({ stage, outcome }: DrawProblem): string {
  const where = STAGES[stage];
  switch (outcome.kind) {
    case "raised":
      return `${where} raised ${outcome.type}`;
    case "syntax-error":
      return `${where} is not valid Python`;
    case "unserialisable":
      return `${where} returned ${outcome.message}`;
    default:
      return `${where}: ${outcome.kind}`;
  }
}
