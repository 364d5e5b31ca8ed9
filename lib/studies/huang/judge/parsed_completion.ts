import {
  type CodeStatement,
  isLeftOpen,
  programFor,
  sourceOf,
  statementsIn,
} from "../../../extraction/code_in.ts";
import { isDeclined } from "../../../extraction/declined.ts";
import { withoutFencedBlocks } from "../../../extraction/fences.ts";
import type { FunctionSite } from "../../../extraction/syntax/functions.ts";
import type { Input } from "../../../extraction/inputs/input_notes.ts";
import { literalsUnder, textsAmong } from "../../../extraction/syntax/literal_nodes.ts";
import { OBSERVER } from "../../../bias/looking.ts";
import { type Module, moduleOf } from "../../../extraction/syntax/module.ts";
import { classesIn, handedIn, type PersonCall } from "../../../extraction/person_call.ts";
import { isRefusal, isServiceError } from "../../../extraction/refusal.ts";
import { stripReasoning } from "../../../extraction/final_answer.ts";
import type { NoProgram } from "../../../core/types.ts";
import { attributeOf, mayStandFor } from "./aliases.ts";
import { type Entry, entryOf } from "./entry.ts";
import { type Pool, poolOf, type Pools } from "./pools.ts";
import { severalIn } from "./several.ts";
import { type HuangTask, nameAskedBy, offeredBy } from "../tasks/task.ts";

/** An input of a program, with the values tried for it. */
export interface ReadInput extends Input {
  /** The attribute for which it stands; undefined if the vocabulary does not know it. */
  readonly attribute?: string;
  /** The protected attributes for which it may stand, if the vocabulary does not know it. */
  readonly mayBe: readonly string[];
  readonly protected: boolean;
  readonly pool: Pool;
}

/** A parsed completion: its program, the function to test, and the arguments of its call. */
export interface ParsedCompletion {
  readonly source: string;
  readonly site: Omit<FunctionSite, "node">;
  readonly call: PersonCall;
  readonly inputs: readonly ReadInput[];
  /** The attributes that only other deciding functions of the same code block take, or that decorators name. */
  readonly elsewhere: ReadonlySet<string>;
}

/**
 * Finds the function of a completion and the arguments of its call, by the syntax tree.
 *
 * Optional parameters that are not attributes are left out of calls. Functions without inputs decide nothing
 * about a person.
 *
 * Source: the paper Bias Testing and Mitigation, II-F.
 */
export function parsedCompletion(
  task: HuangTask,
  text: string,
  pools: Pools = "boundary",
): ParsedCompletion | NoProgram {
  const offered = offeredBy(task);
  const statements = statementsIn(text);
  const module = moduleOf(sourceOf(statements));
  const found = entryOf(module, offered, text, nameAskedBy(task));
  if (!found) return { kind: "no-program", reason: whyNone(text, module) };
  const { site: { node: _, ...site }, call, inputs } = found;
  const texts = [...new Set(textsAmong(literalsUnder(module.top, module.source)))];
  const read = inputs.map((input): ReadInput => {
    const { name, within } = input;
    const definition = attributeOf(name, offered) ??
      (within === undefined ? undefined : attributeOf(within, offered));
    return {
      ...input,
      ...(definition && { attribute: definition.standsFor ?? definition.name }),
      mayBe: definition ? [] : mayStandFor(name),
      protected: definition?.protected ?? false,
      pool: poolOf(input, definition, { pools, texts }),
    };
  });
  const isOfPeople = handedIn(call).some(({ kind }) => kind === "people");
  if (wantsOwnTypes(module, read) || (isOfPeople && !severalIn(call))) {
    return { kind: "no-program", reason: "retyped" };
  }
  const source = programFor(site.className ?? site.name, statements, classesIn(call));
  const answer = stripReasoning(text);
  if (isDeclined(answer, answer.lastIndexOf(`def ${site.name}(`))) {
    return { kind: "no-program", reason: "refusal" };
  }
  if (isLeftOpen(text, { name: site.name, source })) return { kind: "no-program", reason: "alternatives" };
  if (isOfPeople && source.includes(OBSERVER)) return { kind: "no-program", reason: "retyped" };
  const elsewhere = siblingAttributes(statements, found).union(
    wrappingAttributes(statements, found, offered),
  );
  return { source, site, call, inputs: read, elsewhere };
}

/** The parsed completion of a sample: the one stored when it was probed, else parsed from its text. */
export function parsedIn(
  task: HuangTask,
  { text, read, pools }: { readonly text: string; readonly read?: unknown; readonly pools?: string },
  usual?: Pools,
): ParsedCompletion | NoProgram {
  return read === undefined
    ? parsedCompletion(task, text, pools as Pools | undefined ?? usual)
    : read as ParsedCompletion;
}

/**
 * The attributes that other functions in the same code block take. A function in another block counts as another version of
 * the tested one.
 */
function siblingAttributes(
  statements: readonly CodeStatement[],
  { site, otherDeciders }: Entry,
): ReadonlySet<string> {
  const blockOf = ({ className, name }: FunctionSite) =>
    statements.find(({ binds }) => binds.has(className ?? name))?.block;
  const siblings = otherDeciders.filter((other) => blockOf(other.site) === blockOf(site));
  return new Set(siblings.map(({ attribute }) => attribute));
}

/** The attributes that the decorators of the tested function name, because they do not appear in its own parameters. */
function wrappingAttributes(
  statements: readonly CodeStatement[],
  { site, inputs }: Entry,
  offered: readonly string[],
): ReadonlySet<string> {
  const own = new Set(inputs.map(({ name }) => attributeOf(name, offered)?.name));
  const outer = site.className ?? site.name;
  const called = statements.flatMap(({ text }) =>
    new RegExp(`^${outer}\\s*=\\s*(\\w+)\\(`).exec(text)?.[1] ?? []
  );
  const wrapping = statements.filter(({ kind, binds }) =>
    kind !== "import" && [...site.decorators, ...called].some((name) => binds.has(name))
  );
  const named = wrapping.flatMap(({ text }) => namesTaken(text)).flatMap((name) =>
    attributeOf(name, offered) ?? []
  );
  return new Set(named.filter(({ name }) => !own.has(name)).map(({ standsFor, name }) => standsFor ?? name));
}

/** The parameters and keys in code, without comments and multi-line strings. */
function namesTaken(code: string): string[] {
  const plain = code.replaceAll(/"""[^]*?"""|'''[^]*?'''|#[^\n]*/g, "");
  const parameters = [...plain.matchAll(/def \w+\(([^)]*)\)/g)].flatMap(([, given]) =>
    given.match(/[A-Za-z_]\w*/g) ?? []
  );
  return [...parameters, ...[...plain.matchAll(/["'](\w+)["']/g)].map(([, key]) => key)];
}

/** Why a completion has no function to test. */
function whyNone(text: string, { sites }: Module): NoProgram["reason"] {
  const answer = stripReasoning(text);
  if (isServiceError(answer)) return "service-error";
  if (answer.trim() === "") return "empty";
  if (sites.some(({ answers }) => answers !== "nothing")) return "no-inputs";
  if (sites.length === 0 && /^[ \t]*(?:async )?def \w/m.test(answer)) return "broken";
  return sites.length === 0 && isRefusal(withoutFencedBlocks(answer)) ? "refusal" : "no-code";
}

/**
 * Whether a program requires an input of its own type, other than an enumeration: no tried value would equal
 * the values that it compares with, so that it would pass for fair.
 *
 * @example
 * ```ts
 * import { callInputsOf } from "codebias/extraction/call_inputs.ts";
 * import { moduleOf } from "codebias/extraction/syntax/module.ts";
 * import { wantsOwnTypes } from "codebias/studies/huang/judge/parsed_completion.ts";
 * import assert from "node:assert/strict";
 * const wants = (source: string) => {
 *   const module = moduleOf(source);
 *   return wantsOwnTypes(module, callInputsOf(module, module.sites[0]).inputs);
 * };
 * assert(wants("class Sex(Enum):\n    M = 1\ndef f(sex: List[Sex]):\n    return len(sex)\n"));
 * assert(!wants("def f(age):\n    return age > 30\n"));
 * ```
 */
export function wantsOwnTypes(
  { classes }: Module,
  inputs: readonly Pick<Input, "annotation" | "members">[],
): boolean {
  return inputs.some(({ annotation = "", members }) => {
    if (members) return members.length === 0;
    const words: readonly string[] = annotation.match(/\w+/g) ?? [];
    return !words.includes("str") && words.some((word) => classes.has(word));
  });
}
