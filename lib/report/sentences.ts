/**
 * Sentences about estimates that several studies say: their answers to research questions are made of these.
 *
 * @module
 */

import type { Estimate } from "../core/types.ts";
import { enumerated, fixed, percent, plural } from "./words.ts";

/** An estimate, or a difference, with its interval if it has one. */
export type Bounded = Pick<Estimate, "value" | "low" | "high">;

/** How many things are named at most. */
export const MAX_NAMED = 3;

/** What answers of one model have in common. */
export interface Setting {
  readonly model: string;
  readonly prompt?: string;
  readonly temperature?: number | null;
  readonly topP?: number | null;
}

/**
 * A model with its settings in words, without those that nobody named.
 *
 * @param usual A prompt that need not be said. @default all are said
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

/** A temperature in words: `t = 0.2`, also where answers do not name theirs. */
export function temperatureName(temperature: number | null): string {
  return temperature === null ? "an unknown temperature" : `t = ${temperature}`;
}

/**
 * An estimate with its interval, if it has one: `61.2 % (54.8 % to 67.3 %)`.
 *
 * @param shown How numbers are written. @default per cent
 * @param to What stands between the bounds.
 */
export function estimated(
  { value, low, high }: Bounded,
  shown: (number: number) => string = percent,
  to = " to ",
): string {
  return shown(value!) + (low === null || high === null ? "" : ` (${shown(low)}${to}${shown(high)})`);
}

/** A share in percentage points, without the unit: `-3.0`. */
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

/** How much of a model's answers was found to do something, or that nothing could be judged. */
export function judgedSentence(name: string, rate: Estimate, found: string): string {
  if (rate.value === null) return `${name}: no completion could be judged.`;
  return `${name}: ${estimated(rate)} of ${plural(rate.n, "completion")} that could be judged ${found}; ` +
    `${rate.unjudged} could not be judged.`;
}

/**
 * The least and the greatest of several estimates; nothing where there are not two.
 *
 * @param shown How numbers are written. @default per cent
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

/** Whether an interval has no 0 in it. */
export function leavesOutZero({ low, high }: Pick<Bounded, "low" | "high">): boolean {
  return low !== null && high !== null && (low > 0 || high < 0);
}

/** Those with an interval that leaves out 0, the farthest from 0 first. */
export function clearOf<E extends Bounded>(estimates: readonly E[]): E[] {
  return estimates.filter(leavesOutZero).toSorted((a, b) => Math.abs(b.value!) - Math.abs(a.value!));
}

/** How many have something: `none has`, `1 has`, `2 have`. */
export function having(count: number): string {
  return count === 0 ? "none has" : `${count} ${count === 1 ? "has" : "have"}`;
}

/**
 * With what the share of biased completions is clearly lower, clearly higher, or neither: a sentence for each.
 *
 * @param the How they begin: `The`, or whose share it is and `the`.
 * @param compared With intervals.
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
 * How many declared values of the synthetic model lie in the intervals that were measured.
 *
 * @param rows Null `agrees` is one that was not measured, or not declared.
 * @param alike What is of the same answers, e.g. `metrics are of the same answers`.
 * @param what What is declared. @default rates
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
