import { segmentsOf } from "../../../../extraction/fences.ts";
import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { type Statement, topLevelStatements } from "../../../../extraction/syntax/statements.ts";
import { foldedName } from "./given.ts";
import type { Head } from "./heads.ts";
import type { Named } from "./identifiers.ts";

/** A function in an answer, with its head. */
export interface Candidate extends Named {
  readonly head: Head;
}

/** The names that the prompt fixes: that of the function, and those of the examples before it. */
export interface AskedFunction {
  readonly name: string;
  readonly examples: readonly string[];
}

/**
 * The function with the name that was asked for. If there is none, or the name is unknown: the first function that is
 * named as prompts ask, that no other calls, that is neither a decorator, a property nor decorated with another one, and that has
 * input and a result. A requirement that no function meets is skipped.
 *
 * @returns `several` if a name was asked for, no function has it, and it is unclear which other one is meant.
 */
export function mainOf(
  candidates: readonly Candidate[],
  text: string,
  asked?: AskedFunction,
): Candidate | "several" | undefined {
  const isNamed = (one: Candidate, name: string) => foldedName(one.name) === foldedName(name);
  const named = asked && candidates.find((one) => isNamed(one, asked.name));
  if (named) return named;
  const goesThrough = candidates.length > 1 ? goingThrough(text) : () => false;
  const users = new Map<string, Candidate[]>();
  for (const one of candidates) {
    for (const word of new Set(one.body.join("\n").match(/\w+/g))) users.getOrInsert(word, []).push(one);
  }
  const names = new Set(candidates.map(({ name }) => name));
  const isCalled = ({ name }: Candidate) =>
    users.get(name)?.some((other) =>
      other.name !== name && callOrArgument(name).test(other.body.join("\n"))
    ) ||
    goesThrough(name, names);
  const decorators = new Set(text.match(/(?<=^[ ]*@)[\w.]+/gm)?.flatMap((path) => path.split(".")));
  const requirements: readonly ((one: Candidate) => boolean)[] = [
    ({ name }) => /^(?:evaluate_\w+|get_\w+_priority)$/.test(name),
    (one) => !isCalled(one),
    ({ name }) => !decorators.has(name),
    ({ head }) => !decoratorBefore(text, head.from).some((name) => name === "property" || names.has(name)),
    ({ parameters }) => parameters.trim() !== "",
    ({ body }) =>
      body.some((line) =>
        /\breturn\b|\byield\b|\bprint\b|[+*/-]=|^\s*\w*(?:score|points|priority)\w*\s*=/.test(line)
      ),
  ];
  const own = candidates.filter((one) =>
    !asked?.examples.some((name) => isNamed(one, name)) &&
    // A function that calls the one asked for tests it, or shows its use.
    !(asked && one.body.some((line) => callOrArgument(asked.name).test(line)))
  );
  const left = requirements.reduce<readonly Candidate[]>((left, holds) => {
    const some = left.filter(holds);
    return some.length > 0 ? some : left;
  }, own);
  const isOpen = asked &&
    (left.some(({ name }) => name !== left[0].name) || own.length < Math.min(1, candidates.length));
  return isOpen ? "several" : left[0];
}

/** `rate(p)`, `map(rate, people)`, `[rate, other]` */
function callOrArgument(name: string): RegExp {
  return new RegExp(`\\b${name}\\s*\\(|(?<![\\w."'=]|=\\s)${name}\\s*[,)\\]}]`);
}

/** Returns a predicate: whether a function is in a table, and another one calls functions through a variable. */
function goingThrough(text: string): (name: string, names: ReadonlySet<string>) => boolean {
  const { sites, registered } = moduleOf(codeAround(text).map((one) => one.text).join("\n"));
  const listed = new Set(registered.functions.map(({ name }) => name));
  const outer = sites.filter((site) =>
    listed.size > 0 && !listed.has(site.name) && registered.callsIndirectly(site)
  )
    .map(({ name }) => name);
  return (name, names) => listed.has(name) && outer.some((other) => other !== name && names.has(other));
}

/** The names in the decorator that directly precedes a place in a text. */
function decoratorBefore(text: string, at: number): string[] {
  return /^[ ]*@([\w.]+)[^\n]*\n\s*$/m.exec(text.slice(Math.max(0, at - 200), at))?.[1].split(".") ?? [];
}

/** The statements at the left margin of an answer's code. */
export function codeAround(text: string): Statement[] {
  return segmentsOf(text).flatMap((segment) => topLevelStatements(segment.text))
    .filter(({ kind, broken }) => !broken && kind !== undefined);
}
