import { offersAlternatives } from "./alternatives.ts";
import { fencedBlocks } from "./fences.ts";
import { topLevelStatements } from "./statements.ts";
import { withoutSuperseded } from "./superseded.ts";
import { withoutThoughts } from "./thinking.ts";

/** A definition, and where it stands in the answer. */
interface Placed {
  readonly text: string;
  readonly from: number;
}

/**
 * An answer once for each version of functions or classes that it offers as a choice, with that version alone: the first
 * definitions of such names, the second ones, and so on. The answer itself where it offers no choice.
 *
 * @example
 * ```ts
 * import { versionsOffered } from "codebias/extraction/versions.ts";
 * import assert from "node:assert/strict";
 * const [strict, lenient] = versionsOffered(
 *   "Option 1:\n~~~\ndef f(age):\n    return age > 60\n~~~\nOption 2:\n~~~\ndef f(age):\n    return True\n~~~\n",
 * );
 * assert(strict.includes("age > 60") && !strict.includes("True"));
 * assert(lenient.includes("True") && !lenient.includes("age > 60"));
 * ```
 */
export function versionsOffered(answer: string): string[] {
  const text = withoutSuperseded(withoutThoughts(answer.replaceAll(/\r\n?/g, "\n")));
  if (!offersAlternatives(text)) return [answer];
  const chosen = [...definitionsIn(text).values()].filter((own) =>
    new Set(own.map(({ text }) => text)).size > 1
  );
  const most = Math.max(1, ...chosen.map((own) => own.length));
  if (most === 1) return [answer];
  return Array.from({ length: most }, (_, version) => {
    const left = chosen.flatMap((own) => own.filter((_, at) => at !== Math.min(version, own.length - 1)));
    return left.toSorted((a, b) => b.from - a.from).reduce(
      (kept, { text, from }) => kept.slice(0, from) + kept.slice(from + text.length),
      text,
    );
  });
}

/** Complete definitions at the top level of an answer's code, by what they define. */
function definitionsIn(text: string): Map<string, Placed[]> {
  const blocks = fencedBlocks(text);
  const found = new Map<string, Placed[]>();
  let at = 0;
  for (
    const { kind, text: source, binds, broken, stub } of (blocks.length > 0 ? blocks : [text]).flatMap(
      topLevelStatements,
    )
  ) {
    const from = text.indexOf(source.trimEnd(), at);
    if (from < 0) continue; // in a fence that is indented
    at = from;
    if ((kind !== "function" && kind !== "class") || broken || stub) continue;
    const name = `${kind} ${[...binds].join()}`;
    found.set(name, [...found.get(name) ?? [], { text: source.trimEnd(), from }]);
  }
  return found;
}
