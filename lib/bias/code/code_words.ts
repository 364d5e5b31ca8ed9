import type { SyntaxNode } from "@lezer/common";
import { textOf as written } from "../../extraction/syntax/nodes.ts";
import lists from "./code_words.json" with { type: "json" };

/** The text of a node as Python reads names: letters in other forms, as in `ｅxec`, become the plain ones. */
export function textOf(node: SyntaxNode, source: string): string {
  return written(node, source).normalize("NFKC");
}

/**
 * Python names by what they show of the code that uses them. `surroundings` give access to the process without an import.
 * Code can leave nothing in `blindModules` if it only calls their definitions, and the attributes of `holders` among these:
 * other attributes are modules, or can be changed. `reaching` names give access to things that the code does not name, or
 * leave something in a module; `harmless` names have underscores, and give access to nothing.
 */
export const WORDS: Words = Object.fromEntries(
  Object.entries(lists).map(([kind, names]) => [kind, new Set(names)]),
) as unknown as Words;

type Words = Readonly<Record<keyof typeof lists, ReadonlySet<string>>>;
