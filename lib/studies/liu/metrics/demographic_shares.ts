import { proportion } from "../../../statistics/intervals/wilson.ts";
import { taskShare } from "../../../statistics/intervals/task_estimates.ts";
import type { Estimate } from "../../../core/types.ts";
import { typesIn } from "../paper/column_sizes.ts";
import { cellsOf, keysOf } from "../judge/completions.ts";
import { INSTRUMENTS, type LiuFinding } from "../judge/findings.ts";
import type { CbsColumn } from "../paper/printed.ts";
import type { Dimension } from "../tasks/vocabulary.ts";

/** The share of a dimension's biased code that names a demographic. */
export type DemographicShare = ReturnType<typeof demographicShares>[number];

/**
 * The share of a dimension's biased code that names each demographic, f = N / N_bias, for the demographics that are named
 * after any of the types of modifiers; the most frequent first. Code that names several demographics counts for each.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, equation 2 and figure 6, there without
 * intervals. These, at 95 %, allow for completions of one task being alike.
 *
 * @param options.modifierTypes The types that each have separate shares.
 */
export function demographicShares(
  findings: readonly LiuFinding[],
  { dimension, modifierTypes }: {
    readonly dimension: Dimension;
    readonly modifierTypes: readonly CbsColumn[];
  },
) {
  return biasedCells(findings).flatMap(({ keys, instrument, biased }) => {
    const own = biased.filter((one) => one.dimension === dimension);
    const parts = modifierTypes.map((modifierType) => {
      const types = typesIn(modifierType);
      return { modifierType, part: own.filter((one) => types.includes(one.modifierType)) };
    });
    const names = mostNamed(parts.flatMap(({ part }) => part));
    return parts.flatMap(({ modifierType, part }) =>
      names.map((demographic) => {
        const named = part.map(({ demographics }) => demographics.includes(demographic));
        return {
          ...{ ...keys, instrument, dimension, modifierType },
          /** The name of its group. */
          demographic,
          /** The number of completions that name it. */
          count: named.filter((one) => one).length,
          ...taskShare(named, part.map(({ taskId }) => taskId)),
        };
      })
    );
  });
}

/** The findings of each instrument, and the biased ones among them, by model, prompt variant and sampling. */
export function biasedCells(findings: readonly LiuFinding[]) {
  return cellsOf(findings).flatMap((cell) =>
    INSTRUMENTS.flatMap((instrument) => {
      const all = cell.filter((one) => one.instrument === instrument);
      const biased = all.filter(({ verdict }) => verdict === "biased");
      return all.length === 0 ? [] : [{ keys: keysOf(cell[0]), instrument, biased, all }];
    })
  );
}

/** The demographics that completions name, the most frequent first, ties in the order in which they occur. */
export function mostNamed(findings: readonly LiuFinding[]): string[] {
  const named = Map.groupBy(findings.flatMap(({ demographics }) => demographics), (name) => name);
  return [...named.keys()].toSorted((a, b) => named.get(b)!.length - named.get(a)!.length);
}

/**
 * The share of one task's completions that an instrument takes to be biased and that name a demographic. The interval is
 * Wilson's, because the completions of a given task do not depend on each other.
 *
 * @param findings Those of one task and instrument.
 */
export function shareOfTask(findings: readonly LiuFinding[], demographic: string): Estimate {
  const judged = findings.filter(({ verdict }) => verdict !== "unjudged");
  const named = judged.filter(({ verdict, demographics }) =>
    verdict === "biased" && demographics.includes(demographic)
  );
  return proportion(named.length, judged.length, { unjudged: findings.length - judged.length });
}
