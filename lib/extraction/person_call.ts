/** An argument of a call, or a part of one, made of inputs. */
export type Handed =
  /** An input itself. */
  | { readonly kind: "input"; readonly name: string }
  /** The member of an enumeration that an input names. */
  | { readonly kind: "member"; readonly name: string; readonly of: string }
  /** A dict, or an object with fields but no known class. */
  | { readonly kind: "dict" | "object"; readonly entries: readonly (readonly [string, Handed])[] }
  /** An instance of a class of the source. */
  | { readonly kind: "instance"; readonly of: string; readonly given: Given }
  | { readonly kind: "tuple"; readonly items: readonly Handed[] }
  | People;

/** Several people, all like `one`: a list of them, or a pandas frame with a row each. */
export interface People {
  readonly kind: "people";
  readonly one: Handed;
  readonly isFrame: boolean;
}

/** Arguments of a call. */
export interface Given {
  readonly positional: readonly Handed[];
  readonly named: readonly (readonly [string, Handed])[];
}

/** The call of a function for a person. */
export interface PersonCall {
  readonly name: string;
  /** The class of a static or class method, or the instance of a method. */
  readonly owner?: string | Handed;
  /** Whether it is called as a function, read as a property, or called as an instance (`__call__`). */
  readonly as: "function" | "property" | "instance";
  readonly given: Given;
  readonly isAsync: boolean;
}

/**
 * A call as Python source. Objects without a class are SimpleNamespace and frames are DataFrame; both need
 * importing.
 *
 * @param textOf Returns the text of an input.
 * @param several The text of several people. @default a list, or a frame, of one
 *
 * @example
 * ```ts
 * import { callText } from "codebias/extraction/person_call.ts";
 * import assert from "node:assert/strict";
 * const age = { kind: "input", name: "age" } as const;
 * const given = { positional: [{ kind: "dict", entries: [["age", age]] }], named: [["limit", { ...age, name: "limit" }]] } as const;
 * const text = callText({ name: "rate", as: "function", given, isAsync: false }, (name) => name.toUpperCase());
 * assert.equal(text, 'rate({"age": AGE}, limit=LIMIT)');
 * ```
 */
export function callText(
  { name, owner, as, given }: PersonCall,
  textOf: (input: string) => string,
  several?: string,
): string {
  const of = typeof owner === "string" ? owner : owner && handedText(owner, textOf, several);
  if (as === "property") return `${of}.${name}`;
  const called = as === "instance" ? of : of === undefined ? name : `${of}.${name}`;
  return `${called}(${givenText(given, textOf, several)})`;
}

/** Everything passed in a call, with its parts, the outer before the inner. */
export function handedIn({ owner, given }: Pick<PersonCall, "owner" | "given">): Handed[] {
  const ofGiven = ({ positional, named }: Given) =>
    [...positional, ...named.map(([, one]) => one)].flatMap(within);
  const inside = (handed: Handed): Handed[] => {
    switch (handed.kind) {
      case "instance":
        return ofGiven(handed.given);
      case "tuple":
        return handed.items.flatMap(within);
      case "people":
        return within(handed.one);
      case "dict":
      case "object":
        return handed.entries.flatMap(([, one]) => within(one));
      default:
        return [];
    }
  };
  const within = (handed: Handed) => [handed, ...inside(handed)];
  return [...typeof owner === "object" ? within(owner) : [], ...ofGiven(given)];
}

/** The classes and enumerations of the source that a call names. */
export function classesIn(call: PersonCall): string[] {
  const named = handedIn(call).flatMap((one) =>
    one.kind === "instance" || one.kind === "member" ? [one.of] : []
  );
  return [...new Set([...typeof call.owner === "string" ? [call.owner] : [], ...named])];
}

/** Whether a text can be the name of a variable in Python. */
export function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) && !KEYWORDS.has(text);
}

const KEYWORDS: ReadonlySet<string> = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield").split(" "),
);

function givenText(
  { positional, named }: Given,
  textOf: (input: string) => string,
  several?: string,
): string {
  const others = named.filter(([name]) => !isName(name));
  const text = (one: Handed) => handedText(one, textOf, several);
  return [
    ...positional.map(text),
    ...named.filter(([name]) => isName(name)).map(([name, one]) => `${name}=${text(one)}`),
    ...(others.length > 0 ? [`**${text({ kind: "dict", entries: others })}`] : []),
  ].join(", ");
}

/** The text of an argument, as {@linkcode callText} writes it. */
export function handedText(handed: Handed, textOf: (input: string) => string, several?: string): string {
  const text = (one: Handed) => handedText(one, textOf, several);
  switch (handed.kind) {
    case "input":
      return textOf(handed.name);
    case "member":
      return `${handed.of}[${textOf(handed.name)}]`;
    case "dict":
      return `{${handed.entries.map(([key, one]) => `${JSON.stringify(key)}: ${text(one)}`).join(", ")}}`;
    case "object":
      return `SimpleNamespace(${handed.entries.map(([key, one]) => `${key}=${text(one)}`).join(", ")})`;
    case "instance":
      return `${handed.of}(${givenText(handed.given, textOf, several)})`;
    case "tuple":
      return `(${handed.items.map((one) => `${text(one)}, `).join("").trimEnd()})`;
    case "people":
      return several ?? (handed.isFrame ? `DataFrame([${text(handed.one)}])` : `[${text(handed.one)}]`);
  }
}
