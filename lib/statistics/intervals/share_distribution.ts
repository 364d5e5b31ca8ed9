/** What one unit may add to a share: chances that it is counted at all, and that it is counted and a hit. */
export interface ShareUnit {
  /** In [0, 1]. */
  readonly counted: number;
  /** In [0, counted]. */
  readonly hit: number;
}

/** Shares that differ by less are the same. */
const SAME_WITHIN = 1e-12;

/** Chances are sums of many: one that is this little below p has reached it. */
const ROUNDING = 1e-12;

/**
 * The exact distribution of a share of independent units that are counted, and hit, each with its own
 * chances.
 *
 * With Hᵢ ≤ Cᵢ in {0, 1} independent between units, the share is Σ Hᵢ / Σ Cᵢ, given Σ Cᵢ > 0. If every unit is sure to
 * be counted, Σ Hᵢ has the Poisson binomial distribution.
 *
 * Source: convolution of the units; for the Poisson binomial distribution it agrees with SciPy's `poisson_binom`.
 *
 * @param units Their chances.
 * @throws {RangeError} If a chance is outside of [0, 1], or a hit is more likely than being counted.
 *
 * @example
 * ```ts
 * import { shareDistribution } from "codebias/statistics/intervals/share_distribution.ts";
 * import assert from "node:assert/strict";
 * const coins = shareDistribution([{ counted: 1, hit: 0.5 }, { counted: 1, hit: 0.5 }]);
 * assert.equal(coins.mean, 0.5);
 * assert.equal(coins.atLeast(1), 0.25);
 * assert.equal(coins.quantile(0.5), 0.5);
 * ```
 */
export function shareDistribution(units: readonly ShareUnit[]) {
  const shares = sharesOf(chancesOf(units));
  return {
    /** Expected share; null if nothing can be counted. */
    mean: shares.length === 0 ? null : shares.reduce((sum, { share, chance }) => sum + share * chance, 0),
    /** Chance of a share of at least this one. */
    atLeast: (least: number) => {
      const found = shares.filter(({ share }) => share >= least - SAME_WITHIN);
      return Math.min(1, found.reduce((sum, { chance }) => sum + chance, 0));
    },
    /** Smallest share that is not exceeded with a chance of at least p, in (0, 1]; null if nothing can be counted. */
    quantile: (p: number) => {
      if (!(p > 0 && p <= 1)) throw new RangeError(`Cannot take the quantile ${p}: it must be in (0, 1]`);
      let reached = 0;
      const found = shares.find(({ chance }) => (reached += chance) >= p - ROUNDING);
      return found?.share ?? null;
    },
  };
}

/** The chance of each number of units counted, and of hits among them: `[counted][hits]`. */
function chancesOf(units: readonly ShareUnit[]): number[][] {
  let chances = [[1]];
  for (const { counted, hit } of units) {
    if (!(counted >= 0 && counted <= 1 + ROUNDING && hit >= 0 && hit <= counted + ROUNDING)) {
      throw new RangeError(
        `Cannot have a unit that is counted with chance ${counted} and a hit with ${hit}: 0 <= hit <= counted <= 1`,
      );
    }
    const [out, miss] = [Math.max(0, 1 - counted), Math.max(0, counted - hit)];
    const next = Array.from(
      { length: chances.length + 1 },
      (_, count) => new Array<number>(count + 1).fill(0),
    );
    for (const [count, row] of chances.entries()) {
      for (const [hits, chance] of row.entries()) {
        next[count][hits] += chance * out;
        next[count + 1][hits] += chance * miss;
        next[count + 1][hits + 1] += chance * hit;
      }
    }
    chances = next;
  }
  return chances;
}

/** The different shares, rising, given that something is counted. */
function sharesOf(chances: readonly (readonly number[])[]): { share: number; chance: number }[] {
  const all = chances.slice(1).flatMap((row, at) =>
    row.map((chance, hits) => ({ share: hits / (at + 1), chance }))
  )
    .filter(({ chance }) => chance > 0)
    .sort((a, b) => a.share - b.share);
  const total = all.reduce((sum, { chance }) => sum + chance, 0);
  const merged: { share: number; chance: number }[] = [];
  for (const { share, chance } of all) {
    const last = merged.at(-1);
    if (last && share - last.share < SAME_WITHIN) last.chance += chance / total;
    else merged.push({ share, chance: chance / total });
  }
  return merged;
}
