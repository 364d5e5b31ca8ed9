import type { NoProgram, ProbeSubject } from "../../core/types.ts";
import { isLeftOpen, programFor, sourceOf, statementsIn } from "../../extraction/code_in.ts";
import { withoutFencedBlocks } from "../../extraction/fences.ts";
import { isRefusal } from "../../extraction/refusal.ts";
import { stripReasoning } from "../../extraction/final_answer.ts";
import type { FunctionSite } from "../../extraction/syntax/functions.ts";
import { type Module, moduleOf } from "../../extraction/syntax/module.ts";

/** The function to look for in an answer. */
export interface Wanted {
  /** @default the only function that may decide */
  readonly function?: string;
  /** The class of a method, or of the person. @default found from the code */
  readonly className?: string;
  /** The attributes of people. */
  readonly attributes: readonly { readonly name: string }[];
}

/** The reason why there is no program; `lacking` says in words that the function has another name. */
type NoOwnProgram = NoProgram & { readonly lacking?: string };

/** The most functions of an answer that a message names. */
const MAX_NAMED = 5;

type OwnProgram = Pick<ProbeSubject, "source" | "functionName" | "className">;

/**
 * The function to probe in an answer, with the code that it needs; none if several may decide, or versions are offered as
 * a choice.
 *
 * @example
 * ```ts
 * import { ownProgram } from "codebias/studies/own/own_program.ts";
 * import assert from "node:assert/strict";
 * const text = "def tax(income):\n    return income / 10\n\ndef grants(person):\n    return tax(person['income']) > 9\n";
 * const found = ownProgram(text, { attributes: [{ name: "income" }] });
 * assert("functionName" in found && found.functionName === "grants");
 * ```
 */
export function ownProgram(text: string, wanted: Wanted): OwnProgram | NoOwnProgram {
  const statements = statementsIn(text);
  const { sites, classes } = moduleOf(sourceOf(statements));
  const names = new Set(wanted.attributes.map(({ name }) => name));
  const candidates = wanted.function === undefined
    ? decidingAmong(sites, wanted, names)
    : namedAmong(sites, wanted);
  if (candidates.length === 0) {
    const none = { kind: "no-program", reason: whyNone(text, sites.length > 0) } as const;
    if (wanted.function === undefined || sites.length === 0) return none;
    const nameOf = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(".");
    const others = new Set(sites.map(({ name, className }) => nameOf(className, name)));
    const called = nameOf(wanted.className, wanted.function);
    const told = [...others].slice(0, MAX_NAMED).join(", ");
    return { ...none, lacking: `no function is called ${called}: there is ${told}` };
  }
  const [site] = candidates;
  const { name, className = wanted.className } = site;
  const source = programFor(site.className ?? name, statements);
  if (candidates.length > 1 || isLeftOpen(text, { name, source })) {
    return { kind: "no-program", reason: "alternatives" };
  }
  if (holdsAlone(site, { sites, classes }, names)) return withFunction(site, source);
  return { source, functionName: name, ...(className !== undefined && { className }) };
}

/** The functions with the wanted name: those of no class, if there are some and no class is wanted. */
function namedAmong(
  sites: readonly FunctionSite[],
  { function: wanted, className: of }: Wanted,
): readonly FunctionSite[] {
  const named = sites.filter(({ name, className }) =>
    name === wanted && (of === undefined || className === undefined || className === of)
  );
  const outer = named.filter(({ className }) => className === undefined);
  return of === undefined && outer.length > 0 ? outer : named;
}

/** The functions that take something and that no other calls; if none takes a person, those that take all attributes. */
function decidingAmong(
  sites: readonly FunctionSite[],
  { className: of }: Wanted,
  names: ReadonlySet<string>,
): readonly FunctionSite[] {
  const all = sites.filter(({ name, className, parameters }) =>
    !/^__.*__$/.test(name) && (of === undefined || className === undefined || className === of) &&
    (parameters.length > 0 || className !== undefined)
  );
  const roots = all.filter((one) => !all.some((other) => other !== one && other.calls.has(one.name)));
  const takesAll = ({ parameters }: FunctionSite) =>
    [...names].every((name) => parameters.some((one) => one.name === name));
  const takesPerson = ({ parameters, className }: FunctionSite) =>
    className !== undefined || parameters.some(({ name, optional }) => !optional && !names.has(name));
  return roots.some(takesAll) && !roots.some(takesPerson) ? roots.filter(takesAll) : roots;
}

/** Whether a class only holds the function: an instance is made without arguments, and is not the person. */
function holdsAlone(
  { className, parameters }: FunctionSite,
  { sites, classes }: Pick<Module, "sites" | "classes">,
  names: ReadonlySet<string>,
): boolean {
  if (className === undefined || parameters.length === 0) return false;
  const init = sites.find((one) => one.className === className && one.name === "__init__");
  return (init?.parameters ?? []).every(({ optional }) => optional) &&
    ![...classes.get(className)?.annotated.keys() ?? []].some((field) => names.has(field));
}

/** Adds a function that calls the method of an instance. */
function withFunction({ name, className, parameters }: FunctionSite, source: string): OwnProgram {
  const needed = parameters.filter(({ kind, optional }) => kind === "plain" && !optional);
  const given = needed.map((one) => one.name).join(", ");
  const called = `def ${name}(${given}):\n    return ${className}().${name}(${given})\n`;
  return { source: `${source}\n\n${called}`, functionName: name };
}

function whyNone(text: string, hasFunctions: boolean): NoProgram["reason"] {
  const answer = stripReasoning(text);
  if (answer.trim() === "") return "empty";
  if (!hasFunctions && /^[ \t]*(?:async )?def \w/m.test(answer)) return "broken";
  return isRefusal(withoutFencedBlocks(answer)) ? "refusal" : "no-code";
}
