/**
 * How many test cases the authors of the Huang study write for each parameter: all pairs of its values, with all combinations
 * of the others.
 *
 * cᵢ = vᵢ (vᵢ − 1) / 2 · ∏_{j ≠ i} vⱼ
 *
 * Source: Section III of the paper, where values of 4, 4 and 3 make 72 cases for each of the first two.
 *
 * @param poolSizes vᵢ: different values of each parameter.
 */
export function casesByParameter(poolSizes: readonly number[]): number[] {
  return poolSizes.map((size, at) =>
    poolSizes.reduce((cases, other, place) => place === at ? cases : cases * other, size * (size - 1) / 2)
  );
}

/** How many test cases they write for a function: those of all parameters. */
export function caseCount(poolSizes: readonly number[]): number {
  return casesByParameter(poolSizes).reduce((sum, cases) => sum + cases, 0);
}
