import { callText, type Handed, handedText, type PersonCall } from "../../../extraction/person_call.ts";
import type { Person, Witness } from "../../../core/types.ts";
import { decode, isA, literal } from "../../../values/mod.ts";
import functions from "./assertions.py" with { type: "text" };
import type { ParsedCompletion } from "./parsed_completion.ts";

/**
 * A witness as an assertion that anybody can run after the program: both people get the same. The assertion fails,
 * because they do not, or raises if one of them gets an exception. The code that it needs besides the program is
 * {@linkcode preparationFor}.
 *
 * Source: the paper Bias Testing and Mitigation, Fig. 2.
 *
 * @example
 * ```ts
 * import { assertionOf } from "codebias/studies/huang/judge/assertions.ts";
 * import { parsedCompletion } from "codebias/studies/huang/judge/parsed_completion.ts";
 * import { encode } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * const task = { id: "t", category: "employability", asks: "rate somebody" };
 * const parsed = parsedCompletion(task, "def rate(age, experience):\n    return age > 40\n");
 * assert(!("kind" in parsed));
 * const person = (age: number) => ({ age: encode(age), experience: encode(3) });
 * const outcomes = [{ kind: "returned", value: encode(false) }, { kind: "returned", value: encode(true) }] as const;
 * const text = assertionOf(parsed, { attribute: "age", people: [person(30), person(50)], outcomes, seed: 0 });
 * assert.equal(text, "assert rate(age=30, experience=3) == rate(age=50, experience=3)");
 * ```
 */
export function assertionOf(parsed: ParsedCompletion, { people, outcomes, seed }: Witness): string {
  // Objects without a comparison of their own are never equal to one another.
  const areObjects = outcomes.every((one) => one.kind === "returned" && isA(decode(one.value), "instance"));
  const isByChance = /\brandom\b/.test(parsed.source);
  const [one, other] = people.map((person) => {
    const call = callOf(parsed, person);
    const seeded = isByChance ? `seeded(${seed}, lambda: ${call})` : call;
    return areObjects ? `vars(${seeded})` : seeded;
  });
  return `assert ${one} == ${other}`;
}

/**
 * A call of a program's function for a person, as Python source. If the function prints, yields or sets something, the
 * source evaluates to that.
 */
export function callOf({ site, call }: Pick<ParsedCompletion, "site" | "call">, person: Person): string {
  const textOf = (name: string) => literal(decode(person[name]));
  const text = callText(call, textOf);
  if (site.answers === "set") return settingText(call, textOf) ?? text;
  if (site.answers === "items") {
    return call.isAsync ? `asyncio.run(all_of(${text}))` : `list(${text})`;
  }
  if (/\bDataFrame\(/.test(text)) return `repr(${text})`; // frames are compared cell by cell
  const settled = call.isAsync ? `asyncio.run(${text})` : text;
  return site.answers === "print" ? `printed(lambda: ${settled})` : settled;
}

/**
 * The source that evaluates to the fields that a call sets in its arguments: in its instance, or in the one argument
 * that can have fields; undefined if several can.
 */
function settingText(call: PersonCall, textOf: (input: string) => string): string | undefined {
  const { owner, given: { positional, named } } = call;
  const inputs = [...positional, ...named.map(([, one]) => one)];
  const [handed, ...others] = typeof owner === "object"
    ? [owner]
    : inputs.filter(({ kind }) => kind !== "input");
  if (!handed || others.length > 0) return undefined;
  const inside = (one: Handed): Handed => one === handed ? { kind: "input", name: HANDED } : one;
  const text = callText({
    ...call,
    ...(typeof owner === "object" && { owner: inside(owner) }),
    given: {
      positional: positional.map(inside),
      named: named.map(([name, one]) => [name, inside(one)] as const),
    },
  }, (name) => name === HANDED ? HANDED : textOf(name));
  return `set_by(lambda ${HANDED}: ${text}, ${handedText(handed, textOf)})`;
}

const HANDED = "given_person";

/** The code that a call may need besides the program, with the name in the call that requires it. */
const NEEDED: readonly (readonly [name: string, source: string])[] = [
  ["asyncio.run(", "import asyncio\n"],
  ["SimpleNamespace(", "from types import SimpleNamespace\n"],
  ["DataFrame(", "from pandas import DataFrame\n"],
  ["printed(", "import contextlib\nimport io\n"],
  ["set_by(", "import copy\n"],
  ["seeded(", "import random\n"],
  ...functions.split("\n\n\n").map((source) =>
    [/(?<=def )\w+\(/.exec(source)![0], `\n${source.trimEnd()}\n`] as const
  ),
];

/** The code that calls need besides the program: imports, and functions that capture output. Empty if they need none. */
export function preparationFor(calls: readonly string[]): string {
  return NEEDED.filter(([name]) => calls.some((call) => call.includes(name))).map(([, source]) => source)
    .join("");
}
