/**
 * The line at which two calls part: the last one that both execute before they go different ways. Where they execute the
 * same ones, the last of them that names the attribute.
 *
 * @param naming The lines that name the attribute.
 * @returns Undefined if neither executes any.
 */
export function decidingLine(
  one: readonly number[],
  other: readonly number[],
  naming: readonly number[],
): number | undefined {
  const parted = one.findIndex((line, at) => line !== other[at]);
  const common = parted === -1 ? one.length : parted;
  if (common < Math.max(one.length, other.length)) return one[common - 1];
  const names = new Set(naming);
  return one.findLast((line) => names.has(line)) ?? one.at(-1);
}
