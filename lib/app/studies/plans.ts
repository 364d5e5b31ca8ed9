import type { Experiment } from "../../core/types.ts";

/** A part of an experiment: prompts of some methods, asked at some settings. */
export interface Plan {
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** @default 1 */
  readonly topP?: number;
  /** The number of rounds of feedback. @default 0 */
  readonly rounds?: number;
  /** Whether another plan also has the answers before feedback. @default false */
  readonly isAgain?: boolean;
}

/** The settings by which an experiment is divided into plans. */
export interface PlanOptions {
  /** The usual prompting method. */
  readonly usual: string;
  /** The chosen methods. */
  readonly methods: readonly string[];
  readonly temperatures: readonly number[];
  /** Whether other prompts than the usual one are asked, too. @default true */
  readonly isWhole?: boolean;
}

/**
 * The plans for a model, in order: the usual prompt at all temperatures, the other prompts, lower values of top-p, and again
 * after feedback.
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
