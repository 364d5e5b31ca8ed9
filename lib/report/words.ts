/** A number of things, e.g. `1 model`, `2 models`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** A number with its decimals; one that is rounded to zero has no sign. */
export function fixed(value: number, decimals: number): string {
  const text = value.toFixed(decimals);
  return Number(text) === 0 ? text.replace("-", "") : text;
}

/** A share in percent with one decimal. */
export function percent(share: number): string {
  return `${fixed(100 * share, 1)} %`;
}

/** Names in a row: `A`, `A and B`, `A, B and C`. */
export function enumerated(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}
