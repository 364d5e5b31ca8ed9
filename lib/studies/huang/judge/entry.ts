import type { FunctionSite } from "../../../extraction/syntax/functions.ts";
import { type CallInputs, callInputsOf } from "../../../extraction/call_inputs.ts";
import type { Module } from "../../../extraction/syntax/module.ts";
import { handedIn } from "../../../extraction/person_call.ts";
import { attributeOf, isFlag, isHint } from "./aliases.ts";

/** The function of a program to be tested, with the arguments of its call. */
export interface Entry extends CallInputs {
  readonly site: FunctionSite;
  /** The attributes that only other deciding functions and methods take. */
  readonly otherDeciders: readonly { readonly attribute: string; readonly site: FunctionSite }[];
}

/**
 * Names of functions that check, read, write, show or try out. They count as deciding functions only if there are no others.
 */
const ASIDE = new RegExp(
  "^_*(?:validate|verify|check_(?:inputs?|types?|ranges?|values?)|is_valid|parse|load|read|preprocess|prepare|normali[sz]e|" +
    "encode|clean|format|print|display|show|plot|demo|examples?|main|run|train|fit|to|as|from|describe|summar(?:y|ize)|" +
    "log|save|write|get_(?:info|details|user|inputs?|data))(?:_|$)",
);

/**
 * The function of a program that decides about people: among the functions that no other one calls, the one with the name
 * that was asked for, else the one that takes the most attributes; if several do, the last. Undefined if none takes anything.
 *
 * A function is left out, if others remain, when it only prints what another one returns, only sets fields of
 * its arguments, takes no attribute or several people, or has a name for checking, reading or showing.
 * Functions without an effect, such as those with a missing end, tests, and methods that Python itself calls, except
 * `__call__`, are always left out.
 *
 * Source: the paper Bias Testing and Mitigation, II-F, takes the function's name and parameters from the syntax tree; its
 * script takes the first function, even where that is a helper of the one that was asked for.
 *
 * @param offered Names of the attributes that the task offers.
 * @param text The whole answer, which may mention a function outside the code. Defaults to the program.
 * @param asked The name that the prompt gives the function, if it does.
 *
 * @example
 * ```ts
 * import { moduleOf } from "codebias/extraction/syntax/module.ts";
 * import { entryOf } from "codebias/studies/huang/judge/entry.ts";
 * import assert from "node:assert/strict";
 * const source = "def points(n):\n    return n / 2\ndef rate(age, city):\n    return points(age)\n";
 * assert.equal(entryOf(moduleOf(source), ["age"])?.site.name, "rate");
 * ```
 */
export function entryOf(
  module: Module,
  offered: readonly string[],
  text: string = module.source,
  asked?: string,
): Entry | undefined {
  const isKnown = (name: string) => attributeOf(name, offered) !== undefined;
  const isAttribute = (name: string) => isKnown(name) || isHint(name);
  const isKey = (name: string) => isKnown(name) && !isFlag(name, attributeOf(name, offered)!);
  const { functions: registered } = module.registered;
  const indirect = module.sites.filter((site) =>
    !registered.includes(site) && module.registered.callsIndirectly(site)
  );
  const calls = (other: FunctionSite, site: FunctionSite) =>
    callsByName(other, site) || (registered.includes(site) && indirect.includes(other));
  const all = module.sites.filter(isCandidate).flatMap((site): Candidate[] => {
    const callInputs = callInputsOf(module, site, { isAttribute, isKey });
    if (callInputs.inputs.length === 0) return [];
    return [{ site, ...callInputs, known: knownOf(callInputs, offered) }];
  });
  const candidates = narrowed(all, [
    ({ site }) => site.answers !== "set",
    ({ known }) => known.size > 0,
    (one) => !isOfSeveral(one),
    ({ site, known }) =>
      site.answers !== "print" ||
      !all.some((other) => calls(site, other.site) && other.known.size >= known.size),
    ({ site }) => !isAside(site.name, isKnown),
  ]);
  const outer = narrowed(candidates, [({ site }) => !candidates.some((other) => calls(other.site, site))]);
  const most = Math.max(...outer.map(({ known }) => known.size));
  const found = outer.findLast(({ site }) => site.name === asked) ??
    outer.findLast(({ known }) => known.size === most);
  if (!found) return undefined;
  const { known, ...entry } = found;
  // A loop over several people may do more with each than call the function.
  const around = all.filter((other) => isOfSeveral(other) && calls(other.site, found.site));
  // A function with the parameters of a registered rule, but neither registered nor called, is not among the applied rules.
  const shapeOf = ({ parameters }: FunctionSite) => parameters.map(({ kind }) => kind).join();
  const isLeftOut = ({ site }: Candidate) =>
    indirect.includes(found.site) && registered.some((rule) => shapeOf(rule) === shapeOf(site)) &&
    (text.match(new RegExp(`\\b${site.name}\\b`, "g"))?.length ?? 0) === 1;
  const otherDeciders = [...outer.filter((other) => !isLeftOut(other)), ...around].flatMap((other) =>
    [...other.known].filter((name) => !known.has(name)).map((attribute) => ({ attribute, site: other.site }))
  );
  return { ...entry, otherDeciders };
}

interface Candidate extends Omit<Entry, "otherDeciders"> {
  /** The attributes that it takes. */
  readonly known: ReadonlySet<string>;
}

function isOfSeveral({ call }: Candidate): boolean {
  return handedIn(call).some(({ kind }) => kind === "people");
}

function isCandidate({ name, decorators, answers }: FunctionSite): boolean {
  const isTest = /^test(?:_|[A-Z]|$)/.test(name) || decorators.some((one) => /^pytest\b|setter$/.test(one));
  return answers !== "nothing" && !isTest && (name === "__call__" || !/^__\w+__$/.test(name));
}

/** Whether a function is named for something other than deciding, or for getting or setting an attribute. */
function isAside(name: string, isAttribute: (name: string) => boolean): boolean {
  const words = name.replaceAll(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const [, attribute] = /^_*(?:get|set|update)_(.+)$/.exec(words) ?? [];
  return ASIDE.test(words) || (attribute !== undefined && isAttribute(attribute));
}

/** The attributes that a function takes: all parameters, but only those fields of an instance that it reads. */
function knownOf({ inputs }: CallInputs, offered: readonly string[]): Set<string> {
  return new Set(
    inputs.filter(({ from, isRead }) => from === "parameter" || isRead).flatMap(({ name }) => {
      const attribute = attributeOf(name, offered);
      return attribute ? attribute.standsFor ?? attribute.name : [];
    }),
  );
}

/** The items that meet all requirements, applied one after the other; a requirement that no item meets is dropped. */
function narrowed<T>(all: readonly T[], requirements: readonly ((one: T) => boolean)[]): readonly T[] {
  return requirements.reduce((left, holds) => {
    const some = left.filter(holds);
    return some.length > 0 ? some : left;
  }, all);
}

function callsByName(other: FunctionSite, site: FunctionSite): boolean {
  return other.name !== site.name && other.calls.has(site.name) &&
    !(site.calls.has(other.name) && other.className === site.className);
}
