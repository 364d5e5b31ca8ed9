import type { Call, Execution, ExecutionRequest } from "../../../core/types.ts";
import { decode, dict, encode } from "../../../values/mod.ts";
import { drawOf, DRAWS, drawsOf, generatorDrawsOf } from "../judge/check.ts";
import type { LinguisticTask } from "../tasks/layout.ts";
import { COMPARISON_CALL, programOf, referenceOf } from "../judge/programs.ts";
import harness from "./disagreements.py" with { type: "text" };
import type { LinguisticSample } from "./sample_keys.ts";

/**
 * Why an executed verdict is not the recorded one.
 *
 * `luck`: the program agrees with the reference on some inputs and not on others (or the generator itself
 * fails now and then), so that the verdict depends on the draws. `aliasing`: the authors give program and
 * reference the same input object; the reference saw what the program changed in it. `unexplained`: neither.
 */
export type Cause = "luck" | "aliasing" | "unexplained";

/** A disagreement with what was found about it. */
export interface ExplainedDisagreement {
  readonly sample: LinguisticSample;
  readonly cause: Cause;
  /** The evidence in words. */
  readonly evidence: string;
}

/** Draws that are made to explain a disagreement, as a multiple of the task's own number. */
const DRAW_FACTOR = 5;

/** Runs program and reference on one input, in the authors' order, on one object or on copies. */
const HARNESS = `\n${harness}`;

/**
 * What to execute next to explain a disagreement, or the explanation.
 *
 * Program and reference first run on one object, as the authors run them, then on copies, as we do: on our
 * own draws, and on four times as many fresh ones. A cause is named only if it makes both verdicts likely,
 * theirs on one object and ours on copies; a verdict of ours that does not recur is unexplained. If a
 * recorded failure does not recur, the generator alone may have failed.
 *
 * @param executions What earlier requests for the same sample gave, in their order.
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

/** A verdict less likely than this under the observed rate of failing draws is not attributed to a cause. */
const LIKELY_CHANCE = 0.01;

/** Probability of passing (or failing) so many draws, by default the authors' 100, at the observed rate of failing ones. */
function chance({ draws, failed }: Tally, what: { passes: boolean; draws?: number }): number {
  const pass = Math.pow(1 - failed / draws, what.draws ?? DRAWS);
  return what.passes ? pass : 1 - pass;
}

/** The draws of the run itself and fresh ones; without a program, only the generator's, and many more. */
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

/** Why an execution says nothing about the program, e.g. that the sandbox failed. */
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
