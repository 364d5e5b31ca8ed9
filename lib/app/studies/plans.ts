import type { Experiment } from "../../core/types.ts";

/** Prompts by some methods, asked at some settings. */
export interface Plan {
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** @default 1 */
  readonly topP?: number;
  /** Rounds of feedback. @default 0 */
  readonly rounds?: number;
  /** Whether another plan has the answers before feedback, too. @default false */
  readonly isAgain?: boolean;
}

/** What a model is asked of an experiment. */
export interface PlanOptions {
  /** The usual prompting method. */
  readonly usual: string;
  /** The methods that are named. */
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** Whether more is asked than the usual prompt. @default true */
  readonly isWhole?: boolean;
}

/**
 * What is asked of a model, in order: the usual prompt at all temperatures, the other ones, lower values of top-p, and again after
 * feedback.
 *
 * @example
 * ```ts
 * import { plansOf } from "codebias/app/studies/plans.ts";
 * import assert from "node:assert/strict";
 * const experiment = { othersOnce: true, rounds: 3 };
 * const asked = { usual: "default", methods: ["COT"], temperatures: [1, 0.2] };
 * assert.deepEqual(plansOf(experiment, asked), [
 *   { methods: ["default"], temperatures: [1, 0.2] },
 *   { methods: ["COT"], temperatures: [1] },
 *   { methods: ["default"], temperatures: [1], rounds: 3, isAgain: true },
 * ]);
 * assert.equal(plansOf(experiment, { ...asked, isWhole: false }).length, 1);
 * ```
 */
export function plansOf(
  { asNamed, othersOnce, topPs = [], rounds = 0 }: Pick<
    Experiment,
    "asNamed" | "othersOnce" | "topPs" | "rounds"
  >,
  { usual, methods, temperatures, isWhole = true }: PlanOptions,
): Plan[] {
  const others = methods.filter((method) => method !== usual);
  const plain = { methods: [usual], temperatures };
  if (asNamed) return [{ methods, temperatures }];
  if (!isWhole) return [plain];
  if (!othersOnce) return [{ ...plain, methods: [usual, ...others], ...(rounds > 0 && { rounds }) }];
  const first = { ...plain, temperatures: temperatures.slice(0, 1) };
  return [
    plain,
    ...(others.length > 0 ? [{ ...first, methods: others }] : []),
    ...topPs.map((topP) => ({ ...first, topP })),
    ...(rounds > 0 ? [{ ...first, rounds, isAgain: true }] : []),
  ];
}
