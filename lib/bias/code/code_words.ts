import type { SyntaxNode } from "@lezer/common";
import { textOf as written } from "../../extraction/syntax/nodes.ts";
import lists from "./code_words.json" with { type: "json" };

/** The text of a node as Python reads names: those in other forms of letters, as `ｅxec`, are the plain ones. */
export function textOf(node: SyntaxNode, source: string): string {
  return written(node, source).normalize("NFKC");
}

/**
 * Names of Python by what they say of the code that has them. `surroundings` give it access to its process without any import;
 * in `blindModules` it can leave nothing, as long as it only calls what they define, and attributes of `holders` among these:
 * others are modules, or can be changed. By `reaching` names it reaches what it does not name, or leaves something in a module;
 * `harmless` ones have underscores, and reach nothing.
 */
export const WORDS: Words = Object.fromEntries(
  Object.entries(lists).map(([kind, names]) => [kind, new Set(names)]),
) as unknown as Words;

type Words = Readonly<Record<keyof typeof lists, ReadonlySet<string>>>;
