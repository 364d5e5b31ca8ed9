/** What is handed over in one place of a call, made of inputs. */
export type Handed =
  /** An input itself. */
  | { readonly kind: "input"; readonly name: string }
  /** The member of an enumeration that an input names. */
  | { readonly kind: "member"; readonly name: string; readonly of: string }
  /** A dict, or an object with fields of no class that is known. */
  | { readonly kind: "dict" | "object"; readonly entries: readonly (readonly [string, Handed])[] }
  /** An instance of a class of the source. */
  | { readonly kind: "instance"; readonly of: string; readonly given: Given }
  | { readonly kind: "tuple"; readonly items: readonly Handed[] };

/** Arguments of a call. */
export interface Given {
  readonly positional: readonly Handed[];
  readonly named: readonly (readonly [string, Handed])[];
}

/** How a function is called for a person. */
export interface PersonCall {
  readonly name: string;
  /** The class of a static or class method, or the instance of a method. */
  readonly owner?: string | Handed;
  /** Whether it is a property, or what an instance does when it is called itself. */
  readonly as: "function" | "property" | "instance";
  readonly given: Given;
  readonly isAsync: boolean;
}

/**
 * A call as Python source. Objects of no class are SimpleNamespace, which is to be imported.
 *
 * @param textOf What to write for an input.
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
export function callText({ name, owner, as, given }: PersonCall, textOf: (input: string) => string): string {
  const of = typeof owner === "string" ? owner : owner && handedText(owner, textOf);
  if (as === "property") return `${of}.${name}`;
  const called = as === "instance" ? of : of === undefined ? name : `${of}.${name}`;
  return `${called}(${givenText(given, textOf)})`;
}

/** The classes and enumerations of the source that a call names. */
export function classesIn({ owner, given }: PersonCall): string[] {
  const found = new Set<string>();
  const ofGiven = ({ positional, named }: Given) => {
    for (const one of [...positional, ...named.map(([, handed]) => handed)]) ofHanded(one);
  };
  const ofHanded = (handed: Handed) => {
    if (handed.kind === "instance" || handed.kind === "member") found.add(handed.of);
    if (handed.kind === "instance") ofGiven(handed.given);
    if (handed.kind === "tuple") handed.items.forEach(ofHanded);
    if (handed.kind === "dict" || handed.kind === "object") {
      handed.entries.forEach(([, one]) => ofHanded(one));
    }
  };
  if (typeof owner === "string") found.add(owner);
  else if (owner) ofHanded(owner);
  ofGiven(given);
  return [...found];
}

/** Whether a text can be the name of a variable in Python. */
export function isName(text: string): boolean {
  return /^[\p{L}_][\p{L}\p{N}_]*$/u.test(text) && !KEYWORDS.has(text);
}

const KEYWORDS: ReadonlySet<string> = new Set(
  ("False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield").split(" "),
);

function givenText({ positional, named }: Given, textOf: (input: string) => string): string {
  const others = named.filter(([name]) => !isName(name));
  return [
    ...positional.map((one) => handedText(one, textOf)),
    ...named.filter(([name]) => isName(name)).map(([name, one]) => `${name}=${handedText(one, textOf)}`),
    ...(others.length > 0 ? [`**${handedText({ kind: "dict", entries: others }, textOf)}`] : []),
  ].join(", ");
}

/** What is handed over, as {@linkcode callText} writes it. */
export function handedText(handed: Handed, textOf: (input: string) => string): string {
  switch (handed.kind) {
    case "input":
      return textOf(handed.name);
    case "member":
      return `${handed.of}[${textOf(handed.name)}]`;
    case "dict":
      return `{${
        handed.entries.map(([key, one]) => `${JSON.stringify(key)}: ${handedText(one, textOf)}`).join(", ")
      }}`;
    case "object":
      return `SimpleNamespace(${
        handed.entries.map(([key, one]) => `${key}=${handedText(one, textOf)}`).join(", ")
      })`;
    case "instance":
      return `${handed.of}(${givenText(handed.given, textOf)})`;
    case "tuple":
      return `(${handed.items.map((one) => `${handedText(one, textOf)}, `).join("").trimEnd()})`;
  }
}
