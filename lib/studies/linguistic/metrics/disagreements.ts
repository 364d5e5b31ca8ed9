import type { Call, Execution, ExecutionRequest } from "../../../core/types.ts";
import { decode, dict, encode } from "../../../values/mod.ts";
import { drawOf, DRAWS, drawsOf, generatorDrawsOf } from "../judge/check.ts";
import type { LinguisticTask } from "../tasks/layout.ts";
import { COMPARISON_CALL, programOf, referenceOf } from "../judge/programs.ts";
import harness from "./disagreements.py" with { type: "text" };
import type { LinguisticSample } from "./sample_keys.ts";

/**
 * The cause of a difference between an executed and a recorded verdict.
 *
 * `luck`: the program agrees with the reference on some inputs and not on others (or the generator itself fails
 * occasionally), so that the verdict depends on the draws. `aliasing`: the authors pass the same input object to
 * program and reference, so that the reference saw the program's changes to it. `unexplained`: neither.
 */
export type Cause = "luck" | "aliasing" | "unexplained";

/** A disagreement with its cause. */
export interface ExplainedDisagreement {
  readonly sample: LinguisticSample;
  readonly cause: Cause;
  /** The evidence in words. */
  readonly evidence: string;
}

/** The number of draws that explain a disagreement, as a multiple of the task's own number. */
const DRAW_FACTOR = 5;

/** The code that runs program and reference on one input, in the authors' order, on one object or on copies. */
const HARNESS = `\n${harness}`;

/**
 * The next request that helps to explain a disagreement, or the explanation.
 *
 * Program and reference first run on one object, as the authors run them, then on copies, as we do: on our
 * own draws, and on four times as many new ones. A cause is named only if it makes both verdicts likely,
 * theirs on one object and ours on copies; if our verdict does not recur, the disagreement is unexplained. If a
 * recorded failure does not recur, the generator alone may have failed.
 *
 * @param executions The results of earlier requests for the same sample, in their order.
 * @param seed The seed of the run whose verdicts are explained.
 */
export function explain(
  sample: LinguisticSample,
  task: LinguisticTask,
  executions: readonly Execution[],
  seed = 1,
): ExecutionRequest | { conclusion: ExplainedDisagreement } {
  const program = programOf(task, sample, "published");
  if (program.kind !== "program") {
    throw new TypeError("Under the published rule every completion is a program");
  }
  const { source } = program;
  const conclude = (cause: Cause, evidence: string) => ({ conclusion: { sample, cause, evidence } });

  const broken = executions.map(breakdown).find((reason) => reason !== undefined);
  if (broken !== undefined) return conclude("unexplained", `could not be looked into: ${broken}`);
  const [shared, second] = executions.map(tally);
  if (!shared) return request(task, source, { shared: true, seed });
  const { passed, result } = sample.recorded!;
  const onOne = `on one object ${shared.text}`;
  if (!passed && shared.failed === 0) {
    if (!second) return request(task, null, { shared: false, seed });
    return chance(second, { passes: false }) >= LIKELY_CHANCE
      ? conclude("luck", `the input generator alone: ${second.text}`)
      : conclude("unexplained", `${onOne}; recorded: ${result}`);
  }
  if (chance(shared, { passes: passed }) < LIKELY_CHANCE) return conclude("unexplained", onOne);
  if (!second) return request(task, source, { shared: false, seed });
  const both = `${onOne}, on copies ${second.text}`;
  if (passed) {
    if (second.failed === 0) return conclude("unexplained", both);
    return conclude(shared.failed === 0 ? "aliasing" : "luck", both);
  }
  if (second.failed === 0) return conclude("aliasing", both);
  const ours = chance(second, { passes: true, draws: drawsOf(task) });
  return conclude(ours >= LIKELY_CHANCE ? "luck" : "unexplained", both);
}

/** The least probability, under the observed rate of failing draws, at which a verdict is attributed to a cause. */
const LIKELY_CHANCE = 0.01;

/** The probability of passing (or failing) that many draws, by default 100, at the observed rate of failing ones. */
function chance({ draws, failed }: Tally, what: { passes: boolean; draws?: number }): number {
  const pass = Math.pow(1 - failed / draws, what.draws ?? DRAWS);
  return what.passes ? pass : 1 - pass;
}

/** A request for the draws of the run itself and new ones; without a program, for many draws of the generator alone. */
function request(
  task: LinguisticTask,
  program: string | null,
  { shared, seed }: { shared: boolean; seed: number },
): ExecutionRequest {
  const { generator: rules, entryPoint: name } = task;
  const reference = referenceOf(task, "published").source;
  const own = program === null ? 0 : drawsOf(task);
  const fresh = program === null ? generatorDrawsOf(task) : (DRAW_FACTOR - 1) * own;
  const draws = [
    ...Array.from({ length: own }, (_, index) => drawOf(task, [seed, index], index === 0)),
    ...Array.from({ length: fresh }, (_, index) => drawOf(task, [seed, "evidence", index])),
  ];
  const calls = draws.map(({ n, seed }): Call => ({
    kwargs: encode(dict({ n, shared, rules, program, reference, name })),
    seed,
  }));
  return {
    program: { kind: "program", source: HARNESS, entryPoint: "draw", namespace: "one" },
    calls,
    limits: COMPARISON_CALL,
    stopAtLimit: true,
  };
}

type Tally = ReturnType<typeof tally>;

/** Why an execution says nothing about the program, e.g. a failure of the sandbox. */
function breakdown({ program, outcomes }: Execution): string | undefined {
  if (program.kind !== "loaded") return program.kind;
  return outcomes.find(({ kind }) => kind === "infrastructure-error" || kind === "wall-limit")?.kind;
}

function tally(execution: Execution) {
  const results = execution.outcomes.map((outcome) =>
    outcome.kind === "returned" ? decode(outcome.value) : outcome.kind
  );
  const failures = results.filter((result) => result !== "same" && result !== "generated");
  const kinds = [...Map.groupBy(failures, String)].map(([kind, group]) => `${kind} ${group.length}`);
  return {
    draws: results.length,
    failed: failures.length,
    text: `${failures.length} of ${results.length} draws fail${
      kinds.length > 0 ? ` (${kinds.join(", ")})` : ""
    }`,
  };
}
