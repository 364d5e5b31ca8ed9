/** A count with its noun, e.g. `1 model`, `2 models`, `2 strategies`, `2 series`. */
export function plural(count: number, noun: string): string {
  const many = noun.endsWith("s") ? noun : `${noun.replace(/([^aeiou])y$/, "$1ie")}s`;
  return `${count} ${count === 1 ? noun : many}`;
}

/** The name of a column in words: `modifierType` is `modifier type`, `age_group` is `age group`. */
export function worded(column: string): string {
  return column.replace(/_|(?<=[a-z])[A-Z]/g, (sign) => sign === "_" ? " " : ` ${sign.toLowerCase()}`);
}

/** A number with a fixed number of decimals; one that is rounded to zero has no sign. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A share in percent with one decimal. */
export function percent(share: number): string {
  return `${fixed(100 * share, 1)} %`;
}

/**
 * Code in a sentence that is shown as Markdown, whatever characters it has; its lines are joined.
 *
 * @example
 * ```ts
 * import { inCode } from "codebias/report/words.ts";
 * import assert from "node:assert/strict";
 * assert.equal(inCode("a < b"), "`a < b`");
 * assert.equal(inCode("x = `<b>`\n"), "`` x = `<b>` ``");
 * ```
 */
export function inCode(text: string): string {
  const line = text.trim().replace(/\s*\n\s*/g, " ");
  const ticks = line.match(/`+/g);
  if (!ticks) return `\`${line}\``;
  const fence = "`".repeat(1 + Math.max(...ticks.map(({ length }) => length)));
  return `${fence} ${line} ${fence}`;
}

/** Names in a list: `A`, `A and B`, `A, B and C`. */
export function enumerated(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
