import { offersAlternatives } from "./alternatives.ts";
import { allStatementsIn, isDefinition, isUnfinished, sourceOf, textOf } from "./code_in.ts";

/**
 * The code of an answer once for each version of a function or class that it offers as a choice, in a fence: what stands before
 * the first version and is not defined anew, and that version with what stands between it and the one before. Versions that are
 * the same are given once. The answer itself where it offers no choice between complete definitions.
 *
 * @example
 * ```ts
 * import { versionsOffered } from "codebias/extraction/versions.ts";
 * import assert from "node:assert/strict";
 * const [strict, lenient] = versionsOffered(
 *   "Option 1:\n~~~\ndef f(age):\n    return age > 60\n~~~\nOption 2:\n~~~\ndef f(age):\n    return True\n~~~\n",
 * );
 * assert.equal(strict, "~~~\ndef f(age):\n    return age > 60\n~~~\n");
 * assert(lenient.includes("True"));
 * ```
 */
export function versionsOffered(answer: string): string[] {
  const text = textOf(answer);
  if (!offersAlternatives(text)) return [answer];
  const statements = allStatementsIn(text);
  const complete = statements.filter((one) => isDefinition(one) && !isUnfinished(one));
  const byName = [...Map.groupBy(complete, ({ kind, binds }) => `${kind} ${[...binds].join()}`).values()];
  const most = Math.max(0, ...byName.map((own) => own.length));
  // Helpers come first: of names that are defined equally often, the last is the one with versions.
  const versions = byName.filter((own) => own.length === most).at(-1) ?? [];
  const ends = versions.map((one) => statements.indexOf(one) + 1);
  const common = statements.slice(0, (ends[0] ?? 0) - 1);
  const sources = ends.map((end, at) => {
    const own = statements.slice(at === 0 ? ends[0] - 1 : ends[at - 1], end);
    const bound = new Set(own.flatMap(({ binds }) => [...binds]));
    const kept = common.filter(({ binds }) => binds.size === 0 || !binds.isSubsetOf(bound));
    return `~~~\n${sourceOf([...kept, ...own])}~~~\n`;
  });
  const distinct = [...new Set(sources)];
  return distinct.length > 1 ? distinct : [answer];
}
