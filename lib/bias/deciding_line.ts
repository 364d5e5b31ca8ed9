import type { CalledProgram } from "../core/types.ts";
import { moduleOf } from "../extraction/syntax/module.ts";
import { childrenOf, nodesIn } from "../extraction/syntax/nodes.ts";

/**
 * The line at which two calls part: the last one that both execute before they go different ways. Where they execute the
 * same ones, the last of them that names the attribute.
 *
 * Between the operands of `and` and `or` that stand on several lines, Python goes back to the first line: then it is the operand
 * before that decides.
 *
 * @param called.naming The lines that name each attribute.
 * @param called.last Lines after this one are not the program's. @default there are none
 * @returns Undefined if neither executes any.
 */
export function decidingLine(
  [one, other]: readonly (readonly number[])[],
  attribute: string,
  { source, naming, last = Infinity }: Pick<CalledProgram, "source" | "naming" | "last">,
): number | undefined {
  [one, other] = [one, other].map((lines) => lines.filter((line) => line <= last));
  const parted = one.findIndex((line, at) => line !== other[at]);
  const common = parted === -1 ? one.length : parted;
  if (common < Math.max(one.length, other.length)) {
    const [before, end] = [one[common - 2], one[common - 1]];
    return before > end && areOperands(source, end, before) ? before : end;
  }
  const names = new Set(naming[attribute]);
  return one.findLast((line) => names.has(line)) ?? one.at(-1);
}

/** Whether an expression of `and` or `or` begins at a line and goes on at another one, or behind it. */
function areOperands(source: string, first: number, line: number): boolean {
  const lineAt = (at: number) => source.slice(0, at).split("\n").length;
  return nodesIn(moduleOf(source).top).some((node) =>
    node.name === "BinaryExpression" && childrenOf(node).some(({ name }) =>
      name === "and" || name === "or"
    ) &&
    lineAt(node.from) === first && lineAt(node.to) >= line
  );
}
