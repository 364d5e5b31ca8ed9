import type { CalledProgram } from "../core/types.ts";
import { moduleOf } from "../extraction/syntax/module.ts";
import { childrenOf, nodesIn } from "../extraction/syntax/nodes.ts";

/**
 * The line at which two calls part: the last line that both execute before they execute different ones. If both execute the
 * same lines, the last of these that names the attribute, else the last one.
 *
 * Between operands of `and` and `or` that stand on several lines, Python goes back to the first line: then the operand
 * before that decides.
 *
 * @param called.naming The lines that name each attribute.
 * @param called.last The last line of the program; lines after it are not its own. @default there are none
 * @returns Undefined if neither call executes a line.
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

/** Whether an expression of `and` or `or` begins at a line and goes on to another one, or past it. */
function areOperands(source: string, first: number, line: number): boolean {
  const lineAt = (at: number) => source.slice(0, at).split("\n").length;
  return nodesIn(moduleOf(source).top).some((node) =>
    node.name === "BinaryExpression" && childrenOf(node).some(({ name }) =>
      name === "and" || name === "or"
    ) &&
    lineAt(node.from) === first && lineAt(node.to) >= line
  );
}
