/**
 * Sentences about estimates that several studies use in their answers to research questions.
 *
 * @module
 */

import type { Estimate } from "../core/types.ts";
import { enumerated, fixed, percent, plural } from "./words.ts";

/** An estimate, or a difference, with its interval if there is one. */
export type Bounded = Pick<Estimate, "value" | "low" | "high">;

/** The most things that a sentence names. */
export const MAX_NAMED = 3;

/** The settings that answers of one model have in common. */
export interface Setting {
  readonly model: string;
  readonly prompt?: string;
  readonly temperature?: number | null;
  readonly topP?: number | null;
}

/**
 * A model with its settings in words, without unknown ones.
 *
 * @param usual A prompt that is not mentioned. @default all are mentioned
 *
 * @example
 * ```ts
 * import { settingName } from "codebias/report/sentences.ts";
 * import assert from "node:assert/strict";
 * assert.equal(settingName({ model: "A", prompt: "equality", temperature: 0.2 }), "A, equality, t = 0.2");
 * assert.equal(settingName({ model: "A", prompt: "default", temperature: null }, "default"), "A");
 * ```
 */
export function settingName(
  { model, prompt = "", temperature = null, topP = null }: Setting,
  usual = "",
): string {
  return [
    model,
    ...(prompt === usual ? [] : [prompt]),
    ...(temperature === null ? [] : [temperatureName(temperature)]),
    ...(topP === null ? [] : [`top-p = ${topP}`]),
  ].filter((part) => part !== "").join(", ");
}

/** A temperature in words, e.g. `t = 0.2`; unknown if answers do not name it. */
export function temperatureName(temperature: number | null): string {
  return temperature === null ? "an unknown temperature" : `t = ${temperature}`;
}

/**
 * An estimate with its interval, if it has one: `61.2 % (54.8 % to 67.3 %)`.
 *
 * @param shown Formats a number. @default as a percentage
 * @param to The text between the bounds.
 */
export function estimated(
  { value, low, high }: Bounded,
  shown: (number: number) => string = percent,
  to = " to ",
): string {
  return shown(value!) + (low === null || high === null ? "" : ` (${shown(low)}${to}${shown(high)})`);
}

/** A share in percentage points, without the unit, e.g. `-3.0`. */
export function points(share: number): string {
  return fixed(100 * share, 1);
}

/** A difference in percentage points, with its interval: `+2.0 percentage points over 50 tasks, -1.0 to +5.0`. */
export function changed(
  { difference, low, high }: Readonly<Record<"difference" | "low" | "high", number | null>>,
  over = "",
): string {
  const [change, from, to] = [difference!, low!, high!].map((one) =>
    `${Number(points(one)) > 0 ? "+" : ""}${points(one)}`
  );
  return `${change} percentage points${over}, ${from} to ${to}`;
}

/** A sentence on the share of a model's completions with a property, or that none could be judged. */
export function judgedSentence(name: string, rate: Estimate, found: string): string {
  if (rate.value === null) return `${name}: no completion could be judged.`;
  return `${name}: ${estimated(rate)} of ${plural(rate.n, "completion")} that could be judged ${found}; ` +
    `${rate.unjudged} could not be judged.`;
}

/**
 * A sentence on the least and the greatest of several estimates; none if there are fewer than two.
 *
 * @param shown Formats a number. @default as a percentage
 */
export function rangeSentences<E extends Bounded>(
  what: string,
  estimates: readonly E[],
  nameOf: (one: E) => string,
  shown: (number: number) => string = percent,
): string[] {
  const known = estimates.filter(({ value }) => value !== null).toSorted((a, b) => a.value! - b.value!);
  if (known.length < 2) return [];
  const [first, last] = [known[0], known.at(-1)!];
  const [least, most] = [shown(first.value!), shown(last.value!)];
  if (least === most) return [`${what} is the same everywhere.`];
  return [`${what} goes from ${least} (${nameOf(first)}) to ${most} (${nameOf(last)}).`];
}

/** Whether an interval excludes 0. */
export function leavesOutZero({ low, high }: Pick<Bounded, "low" | "high">): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

/** The estimates whose interval excludes 0, the farthest from 0 first. */
export function clearOf<E extends Bounded>(estimates: readonly E[]): E[] {
  return estimates.filter(leavesOutZero).toSorted((a, b) => Math.abs(b.value!) - Math.abs(a.value!));
}

/** A number of things that have something: `none has`, `1 has`, `2 have`. */
export function having(count: number): string {
  return count === 0 ? "none has" : `${count} ${count === 1 ? "has" : "have"}`;
}

/**
 * Sentences on the levels at which the share of biased completions is clearly lower, clearly higher, or neither.
 *
 * @param the The beginning of the sentences: `The`, or a model and `the`.
 * @param compared The comparisons, with intervals.
 */
export function changeSentences<C extends Pick<Bounded, "low" | "high">>(
  the: string,
  compared: readonly C[],
  nameOf: (one: C) => string,
): string[] {
  const lower = compared.filter(({ high }) => high! < 0);
  const higher = compared.filter(({ low }) => low! > 0);
  const neither = compared.filter((one) => !leavesOutZero(one));
  const said = (how: string, some: readonly C[]) =>
    some.length === 0
      ? []
      : [`${the} share of biased completions is ${how} with ${enumerated(some.map(nameOf))}.`];
  return [
    ...said("lower", lower),
    ...said("higher", higher),
    ...said("neither clearly lower nor clearly higher", neither),
  ];
}

/**
 * A sentence on how many declared values of the synthetic model lie in the measured intervals.
 *
 * @param rows The rows; `agrees` is null where a value was not measured, or not declared.
 * @param alike A clause on the rows that depend on the same answers, e.g. `metrics are of the same answers`.
 * @param what A name for the declared values. @default rates
 */
export function calibrationSentence(
  rows: readonly { readonly agrees: boolean | null }[],
  alike: string,
  what = "rates",
): string {
  const known = rows.filter(({ agrees }) => agrees !== null);
  if (known.length === 0) return `No model here has declared ${what}, and so there is nothing to compare.`;
  const agreeing = known.filter(({ agrees }) => agrees).length;
  return `${agreeing} of ${known.length} declared ${what} lie in the interval that was measured, and 95 % should; ` +
    `${alike}, so that they miss together.`;
}
