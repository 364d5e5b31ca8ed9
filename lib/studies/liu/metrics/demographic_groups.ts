/** The spellings of demographics, each by its name, which is one of them. All are as {@linkcode foldedValue} gives them. */
export type DemographicGroups = Readonly<Record<string, readonly string[]>>;

/**
 * A value in the form in which spellings are listed: lower case, with one blank wherever it has blanks, hyphens or
 * underscores.
 *
 * @example
 * ```ts
 * import { foldedValue } from "codebias/studies/liu/metrics/demographic_groups.ts";
 * import assert from "node:assert/strict";
 * assert.equal(foldedValue(" African-American "), "african american");
 * assert.equal(foldedValue("mostly_female"), "mostly female");
 * ```
 */
export function foldedValue(value: string): string {
  return value.toLowerCase().replaceAll(/[\s_-]+/g, " ").trim();
}

/**
 * Checks the groups of a dimension: each has its own name among its spellings, every spelling is folded and stands for
 * one group only, and none is a word of the prompt, since a model that merely repeats the prompt names nobody.
 *
 * @param options.foreign Words that prompts have: modifiers and dimensions.
 * @throws {TypeError} Naming the dimension, the group and the spelling.
 */
export function checkGroups(
  groups: DemographicGroups,
  options: { readonly dimension: string; readonly foreign: ReadonlySet<string> },
): void {
  const { dimension, foreign } = options;
  const owners = new Map<string, string>();
  for (const [name, spellings] of Object.entries(groups)) {
    const what = `dimension ${dimension}, group "${name}"`;
    if (!spellings.includes(name)) throw new TypeError(`${what} does not have its own name; add it`);
    for (const spelling of spellings) {
      const problem = problemWith(spelling, foreign) ??
        (owners.has(spelling) ? `is already in group "${owners.get(spelling)}"; leave it in one` : undefined);
      if (problem !== undefined) throw new TypeError(`${what}: "${spelling}" ${problem}`);
      owners.set(spelling, name);
    }
  }
}

function problemWith(spelling: string, foreign: ReadonlySet<string>): string | undefined {
  if (spelling === "" || foldedValue(spelling) !== spelling) {
    return `must be in lower case, with single blanks for hyphens and underscores`;
  }
  return foreign.has(spelling) ? "is a word of the prompts, no demographic; leave it out" : undefined;
}
