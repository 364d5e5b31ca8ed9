import { compare } from "../../../comparison/compare.ts";
import { type Compared, tried } from "../../../comparison/compared.ts";
import type { LiuFinding } from "../judge/findings.ts";
import { rowsOf } from "../judge/rows.ts";

/** The setting that goes up along a ladder. */
export type Ladder = "temperature" | "topP";

const PAIRED = { metric: "biased", within: "model", pairedBy: "taskId", unpaired: "drop" } as const;

const NOT_VARIED: Readonly<Record<Ladder, string>> = {
  temperature: "There is one temperature, and so no trend.",
  topP: "Top-p was not varied.",
};

/**
 * Compares prompt variants in pairs, over tasks, for the models that were asked with several of them.
 *
 * @param findings Those of one instrument and sampling.
 */
export function comparePrompts(findings: readonly LiuFinding[]): Compared {
  const byModel = Map.groupBy(findings, ({ model }) => model);
  const asked = [...byModel.values()].filter((own) => new Set(own.map(({ prompt }) => prompt)).size > 1)
    .flat();
  if (asked.length === 0) return { reason: "No other prompt variant was asked." };
  return tried(() => compare(rowsOf(asked), { ...PAIRED, across: "prompt" }));
}

/**
 * Tests for a trend over all steps of a ladder, by model.
 *
 * @param findings Those of one instrument, prompt and sampling, except for the setting that goes up.
 */
export function compareTrend(findings: readonly LiuFinding[], across: Ladder): Compared {
  if (stepsOf(findings, across).size < 2) return { reason: NOT_VARIED[across] };
  return tried(() =>
    compare(rowsOf(findings), { across, metric: "biased", within: "model", test: "trend", cluster: "taskId" })
  );
}

/**
 * Compares the lowest and the highest step of a ladder, over tasks, by model.
 *
 * @param findings As {@linkcode compareTrend} takes them.
 */
export function compareEnds(findings: readonly LiuFinding[], across: Ladder): Compared {
  const steps = [...stepsOf(findings, across)];
  if (steps.length < 2) return { reason: NOT_VARIED[across] };
  const ends = [Math.min(...steps), Math.max(...steps)];
  const own = findings.filter((one) => ends.includes(one[across]!));
  return tried(() => compare(rowsOf(own), { ...PAIRED, across }));
}

/** The steps of a ladder: the distinct values of its setting, without unknown ones. */
export function stepsOf<K extends Ladder>(
  items: readonly { readonly [key in K]: number | null }[],
  across: K,
): Set<number> {
  return new Set(items.flatMap((one) => one[across] ?? []));
}
