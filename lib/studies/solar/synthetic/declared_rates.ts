import { refuseUnknownOptions } from "../../../core/nearest.ts";
import { partOf } from "../../../calibration/part.ts";
import { expectedRates } from "../../../calibration/rates.ts";
import type { CalibrationSpec } from "../../../calibration/spec.ts";
import { startChooser } from "../../../calibration/starts.ts";
import { sum } from "../../../statistics/descriptive.ts";
import type { Prompt } from "../../../core/types.ts";
import { prompts } from "../tasks/asking.ts";
import { OVERALL } from "../metrics/counts.ts";
import type { SolarRate } from "../metrics/rates.ts";
import { biasedBy, NO_PROGRAM } from "./synthetic_answers.ts";
import { namesIn, type SolarTask } from "../tasks/task.ts";

/** A share of answers that is zero up to rounding. */
const EPSILON = 1e-12;

/** A score that a synthetic model should show in the long run. */
export interface DeclaredRate
  extends Pick<SolarRate, "prompt" | "temperature" | "round" | "metric" | "dimension" | "rule"> {
  /** Null where no answer has a program that can be judged. */
  readonly value: number | null;
}

/** What to declare rates for. */
export interface DeclaredOptions {
  /** Names of prompting methods. @default default */
  readonly methods?: readonly string[];
  readonly temperatures: readonly number[];
  /** How often a biased answer is given feedback: an integer >= 0. @default 0 */
  readonly rounds?: number;
}

/**
 * Expected CBS of a synthetic model, in closed form.
 *
 * An answer to task t at turn k is biased in dimension d, at most in one, with probability p_tk(d), and
 * unjudged with u_tk. Only biased answers get feedback, so that a conversation comes to turn k with
 * probability a_tk = ∏_{j<k} Σ_d p_tj(d). After r rounds, of all answers B_t(d) = a_{t,r+1} p_{t,r+1}(d) are
 * biased, and U_t = Σ_{k≤r+1} a_tk u_tk unjudged: an answer without a program, or with one that fails, ends
 * the conversation at any turn, and counts as neither biased nor fair from then on. CBS = Σ_t B_t(d) / Σ_t (1
 * − U_t), over tasks in which d is sensitive: the ratio of expected sums, which the expected ratio approaches
 * with more completions.
 *
 * @param spec As {@linkcode synthetic} makes it.
 * @param tasks The tasks that it is asked.
 * @param templates Prompting methods by name, the same as for the spec.
 * @throws {RangeError} As {@linkcode prompts}, or if rounds are none or a temperature is out of range.
 */
export function declaredRates(
  spec: CalibrationSpec,
  tasks: readonly SolarTask[],
  templates: Readonly<Record<string, string>>,
  options: DeclaredOptions,
): DeclaredRate[] {
  refuseUnknownOptions(options, ["methods", "temperatures", "rounds"]);
  const { methods = ["default"], temperatures, rounds = 0 } = options;
  if (!Number.isSafeInteger(rounds) || rounds < 0) {
    throw new RangeError(`Cannot declare rates of ${rounds} rounds: it must be an integer >= 0`);
  }
  const choose = startChooser(spec.starts);
  const partFor = (prompt: Prompt, turn: number) => partOf(spec, choose(prompt, turn));
  const after = tasks.map(({ method }) =>
    Array.from({ length: rounds }, (_, at) => partFor(`\`${method}\``, at + 2))
  );
  return methods.flatMap((method) => {
    const first = prompts(tasks, templates, { methods: [method] }).map(({ prompt }) => partFor(prompt, 1));
    return temperatures.flatMap((temperature) => {
      const courses = tasks.map((task, at) => courseOf(task, [first[at], ...after[at]], temperature));
      return Array.from({ length: rounds + 1 }, (_, round) => scoresAt(courses, round)).flat()
        .map((score): DeclaredRate => ({
          prompt: method,
          temperature,
          metric: "CBS",
          rule: "ours",
          ...score,
        }));
    });
  });
}

/** What becomes of the answers to a task. */
interface Course {
  /** The sensitive ones. */
  readonly dimensions: readonly string[];
  /** After each round of feedback, beginning with none. */
  readonly rounds: readonly Answers[];
}

/** Probabilities of answers: biased, by dimension and in any, and unjudged. */
interface Answers {
  readonly biased: ReadonlyMap<string, number>;
  readonly unjudged: number;
}

/** @param parts What the spec gives at each turn. */
function courseOf(task: SolarTask, parts: readonly CalibrationSpec[], temperature: number): Course {
  const dimensions = namesIn(task, "sensitive");
  let [asked, unjudged] = [1, 0];
  const rounds = parts.map((part): Answers => {
    const { labels } = expectedRates(part, { prompt: "", sampling: { temperature } });
    const biased = new Map(dimensions.map((name) => [name, asked * (labels[biasedBy(name)] ?? 0)]));
    unjudged += asked * (labels[NO_PROGRAM] ?? 0);
    asked = sum([...biased.values()]);
    return { biased: biased.set(OVERALL, asked), unjudged };
  });
  return { dimensions, rounds };
}

/** Overall, then each dimension. */
function scoresAt(
  courses: readonly Course[],
  round: number,
): Pick<DeclaredRate, "round" | "dimension" | "value">[] {
  const all = new Set(courses.flatMap(({ dimensions }) => dimensions));
  return [OVERALL, ...all].map((dimension) => {
    const counted = courses.map(({ rounds }) => rounds[round]).filter(({ biased }) => biased.has(dimension));
    const judged = sum(counted.map(({ unjudged }) => 1 - unjudged));
    const biased = sum(counted.map((one) => one.biased.get(dimension)!));
    return { round, dimension, value: judged > EPSILON ? biased / judged : null };
  });
}
