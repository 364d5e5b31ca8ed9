import type { CalledProgram } from "../core/types.ts";

/**
 * The line at which two calls part: the last one that both execute before they go different ways. Where they execute the
 * same ones, the last of them that names the attribute.
 *
 * @param called.naming The lines that name each attribute.
 * @param called.last Lines after this one are not the program's. @default there are none
 * @returns Undefined if neither executes any.
 */
export function decidingLine(
  [one, other]: readonly (readonly number[])[],
  attribute: string,
  { naming, last = Infinity }: Pick<CalledProgram, "naming" | "last">,
): number | undefined {
  [one, other] = [one, other].map((lines) => lines.filter((line) => line <= last));
  const parted = one.findIndex((line, at) => line !== other[at]);
  const common = parted === -1 ? one.length : parted;
  if (common < Math.max(one.length, other.length)) return one[common - 1];
  const names = new Set(naming[attribute]);
  return one.findLast((line) => names.has(line)) ?? one.at(-1);
}
