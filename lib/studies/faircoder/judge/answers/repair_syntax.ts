import { parse } from "../../../../extraction/syntax/readable.ts";
import { indentOf } from "./body.ts";

/** The most broken statements that are mended in one answer. */
const MAX_BROKEN = 8;

/**
 * Repairs a function that may be cut off or have broken lines, so that Python can read it: a broken end is left out, a
 * broken condition never holds, and another broken statement does nothing.
 *
 * @returns The source; the lines that were left out or emptied, unchanged; and those of them after which the function
 * goes on. Undefined if more is broken than a few lines.
 */
export function repairSyntax(source: string) {
  let lines = source.trimEnd().split("\n");
  const lost: string[] = [];
  const emptied: string[] = [];
  for (let round = 0; round <= 2 * MAX_BROKEN; round++) {
    const at = brokenLine(lines);
    if (at === undefined) return { source: lines.join("\n") + "\n", lost, emptied };
    if (lost.length >= MAX_BROKEN || lines.length < 2) return undefined;
    const line = lines[at];
    const isLast = lines.slice(at + 1).every((one) => one.trim() === "" || /^\s*#/.test(one));
    lost.push(line.trim());
    if (!isLast) emptied.push(line.trim());
    lines = isLast ? lines.slice(0, at) : lines.with(at, stand(line));
    while (/^\s*#|^\s*$/.test(lines.at(-1) ?? "x")) lines.pop();
  }
  return undefined;
}

/** The replacement of a broken line: nothing is done, and no condition holds. */
function stand(line: string): string {
  const space = " ".repeat(indentOf(line));
  const keyword = /^\s*(if|elif|while|else|for)\b/.exec(line)?.[1];
  if (keyword === undefined || !line.trimEnd().endsWith(":")) return `${space}pass`;
  if (keyword === "else") return `${space}else:`;
  return keyword === "for" ? `${space}for _ in ():` : `${space}${keyword} 0:`;
}

/** The number of the first line with a syntax error, from 0; undefined if there is none. */
function brokenLine(lines: readonly string[]): number | undefined {
  const hollow = hollowLine(lines);
  const source = lines.join("\n") + "\n";
  let found: number | undefined;
  parse(source).iterate({
    enter({ type, from, to, name, node }) {
      if (found !== undefined || !(type.isError || name === "PrintStatement")) return found === undefined;
      // The parser reports what is missing after the line that lacks it.
      const at = from === to ? Math.max(0, source.slice(0, from).trimEnd().length - 1) : from;
      let start = node;
      while (start.parent && !/Statement$|Script|Body/.test(start.name)) start = start.parent;
      const opened = /Statement$/.test(start.name) && source.slice(start.from, at).includes("\n") &&
          source.slice(start.to).trim() === "" && !/^(?:If|For|While|Function|With|Try)/.test(start.name)
        ? start.from
        : at;
      found = source.slice(0, opened).split("\n").length - 1;
    },
  });
  return found === undefined ? hollow : hollow === undefined ? found : Math.min(found, hollow);
}

/** The number of the first line, from 0, that opens a block and has none; undefined if there is none. */
function hollowLine(lines: readonly string[]): number | undefined {
  const code = lines.map((line, at) => ({ line, at })).filter(({ line }) => !/^\s*(?:#|$)/.test(line));
  const found = code.findIndex(({ line }, index) =>
    /^\s*(?:if|elif|else|for|while|try|except|finally|with|def|class)\b[^#]*:\s*(?:#.*)?$/.test(line) &&
    !(index + 1 < code.length && indentOf(code[index + 1].line) > indentOf(line))
  );
  return found < 0 ? undefined : code[found].at;
}
