import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { type Statement, topLevelStatements } from "../../../../extraction/syntax/statements.ts";
import { foldedName } from "./given.ts";
import type { Head } from "./heads.ts";

/** A function as it stands in an answer. */
export interface Candidate {
  readonly head: Head;
  readonly name: string;
  readonly parameters: string;
  readonly body: readonly string[];
}

/** What the prompt fixes: the name of the function, and those of the examples before it. */
export interface AskedFunction {
  readonly name: string;
  readonly examples: readonly string[];
}

/**
 * The function that was asked for by its name; where none has it, or it is not known, the first function named as prompts ask, not
 * called by another, no decorator, with input and result, if any.
 *
 * @returns `several` where a name is known, and there are several of these.
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
  const isCalled = (one: Candidate) =>
    candidates.some((other) =>
      other.name !== one.name &&
      (other.body.some((line) => callOrArgument(one.name).test(line)) || goesThrough(other.name, one.name))
    );
  const requirements: readonly ((one: Candidate) => boolean)[] = [
    ({ name }) => /^(?:evaluate_\w+|get_\w+_priority)$/.test(name),
    (one) => !isCalled(one),
    ({ name }) => !new RegExp(`^[ ]*@(?:\\w+\\.)*${name}\\b`, "m").test(text),
    ({ head }) => !candidates.some(({ name }) => registers(name, text.slice(0, head.from))),
    ({ parameters }) => parameters.trim() !== "",
    ({ body }) =>
      body.some((line) =>
        /\breturn\b|\byield\b|\bprint\b|[+*/-]=|^\s*\w*(?:score|points|priority)\w*\s*=/.test(line)
      ),
  ];
  const own = candidates.filter((one) => !asked?.examples.some((name) => isNamed(one, name)));
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

/** Whether a function calls, through a variable, another one that is in a table. */
function goingThrough(text: string): (name: string, other: string) => boolean {
  const { sites, registered } = moduleOf(codeAround(text).map((one) => one.text).join("\n"));
  const names = new Set(registered.functions.map(({ name }) => name));
  const outer = sites.filter((site) =>
    names.size > 0 && !names.has(site.name) && registered.callsIndirectly(site)
  )
    .map(({ name }) => name);
  return (name, other) => names.has(other) && outer.includes(name);
}

/** Whether a text ends with a function's name as a decorator. */
function registers(name: string, before: string): boolean {
  return new RegExp(`^[ ]*@(?:\\w+\\.)*${name}\\b[^\\n]*\\n\\s*$`, "m").test(before.slice(-200));
}

/** Statements at the left margin of an answer's code. */
export function codeAround(text: string): Statement[] {
  const blocks = text.split(/^[ ]*(?:```|~~~)[^\n]*$/m);
  return blocks.flatMap((block) => topLevelStatements(block))
    .filter(({ kind, broken }) => !broken && kind !== undefined);
}
