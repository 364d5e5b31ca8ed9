import type { Input } from "../../extraction/inputs.ts";
import type { Literal } from "../../extraction/literal_nodes.ts";
import { equal } from "../../values/equal.ts";
import { float, isA, type PythonValue } from "../../values/python_value.ts";
import type { AttributeDefinition, Kind } from "./vocabulary.ts";

/**
 * What is tried of an attribute. `original`: the values of its pool, and those that the program itself compares it with.
 * `enriched`: the same with wider pools. `boundary`: as `original`, and the values around those that the program compares
 * it with while it runs, as far as the attribute can have them.
 */
export const POOLS = ["original", "enriched", "boundary"] as const;

/** Which values are tried. */
export type Pools = (typeof POOLS)[number];

/** The values that are tried of an input. */
export interface Pool {
  readonly kind: Kind;
  readonly values: readonly PythonValue[];
  readonly range?: readonly [number, number];
  /** Where they come from: the vocabulary, the program's own comparisons, or nothing but the type that it seems to want. */
  readonly from: "vocabulary" | "comparisons" | "guess";
  /** Texts that the program itself names. */
  readonly named: readonly string[];
}

/** What is tried where nothing is known but the type. */
const GUESSES: Readonly<Record<Kind, readonly PythonValue[]>> = {
  int: [0, 1, 5, 10, 50, 100],
  float: [0, 0.5, 1, 10, 100].map(float),
  str: ["a", "b"],
  bool: [false, true],
};

/** A text beside the only one that a program compares with. */
const OTHER = "other";

/**
 * The values to try of an input.
 *
 * @param definition Of the attribute that it is; undefined for one that no vocabulary knows.
 *
 * @example
 * ```ts
 * import { functionsIn } from "codebias/extraction/functions.ts";
 * import { inputsOf } from "codebias/extraction/inputs.ts";
 * import { poolOf } from "codebias/studies/huang/pools.ts";
 * import assert from "node:assert/strict";
 * const source = "def f(grade):\n    return grade in ('A', 'B')\n";
 * const [grade] = inputsOf(source, functionsIn(source)[0]);
 * assert.deepEqual(poolOf(grade, undefined, "original").values, ["A", "B", "other"]);
 * ```
 */
export function poolOf(input: Input, definition: AttributeDefinition | undefined, pools: Pools): Pool {
  const kind = kindOf(input, definition);
  const own = ownValues(input.literals, kind);
  const named = own.filter((value) => typeof value === "string");
  if (!definition) {
    const other = kind === "str" && own.length > 0 ? [OTHER] : [];
    const values = kind === "bool" || own.length === 0 ? GUESSES[kind] : [...own, ...other];
    return { kind, values: distinct(values), from: own.length > 0 ? "comparisons" : "guess", named };
  }
  const { values: usual, enriched, range } = definition;
  const listed = (pools === "enriched" ? enriched : usual).get(kind) ?? [];
  const isIn = (value: PythonValue) => !range || isBetween(value, range);
  const spelled = new Set(named.map(plain));
  // Where the program spells a value in its own way, that is how it is handed over.
  const others = listed.filter((value) =>
    typeof value !== "string" || named.includes(value) || !spelled.has(plain(value))
  );
  const values = distinct([...others, ...own.filter(isIn)]);
  const from = listed.length > 0 ? "vocabulary" : own.length > 0 ? "comparisons" : "guess";
  return {
    kind,
    values: values.length > 0 ? values : GUESSES[kind],
    ...(range && pools === "boundary" && kind !== "str" && kind !== "bool" && { range }),
    from,
    named,
  };
}

/** In which type a program wants an input: as it compares it, as it is annotated, as it uses it, else as it usually is. */
function kindOf(
  { literals, annotation = "", used }: Input,
  definition: AttributeDefinition | undefined,
): Kind {
  const count = (...types: Literal["type"][]) => literals.filter(({ type }) => types.includes(type)).length;
  const [texts, numbers, truths] = [count("str"), count("int", "float"), count("bool")];
  const known = [...definition?.values.keys() ?? []];
  const numeric = known.find((kind) => kind === "int" || kind === "float") ??
    (literals.some(({ type, value }) => type === "float" && !Number.isInteger(value)) ? "float" : "int");
  if (texts > 0 && texts >= numbers) return "str";
  if (numbers > 0) return numeric;
  if (truths > 0) return "bool";
  if (/\bstr\b/.test(annotation)) return "str";
  if (/\b(?:int|float|Decimal|Number)\b/.test(annotation)) return numeric;
  if (/\bbool\b/.test(annotation)) return "bool";
  if (used.has("text")) return "str";
  if (used.has("number")) return numeric;
  if (used.has("condition") && (!definition || known.includes("bool"))) return "bool";
  return known[0] ?? "int";
}

function ownValues(literals: readonly Literal[], kind: Kind): PythonValue[] {
  return literals.flatMap(({ type, value }): PythonValue[] => {
    if (kind === "str" || kind === "bool") return type === kind ? [value] : [];
    if (typeof value !== "number") return [];
    if (kind === "float") return [float(value)];
    return Number.isInteger(value) ? [value] : [Math.floor(value), Math.ceil(value)];
  });
}

function isBetween(value: PythonValue, [low, high]: readonly [number, number]): boolean {
  const number = typeof value === "number" ? value : isA(value, "float") ? value.value : undefined;
  return number === undefined || (number >= low && number <= high);
}

/** A text without what spellings differ in. */
function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function distinct(values: readonly PythonValue[]): PythonValue[] {
  return values.filter((value, at) =>
    values.findIndex((other) => typeof other === typeof value && equal(other, value)) === at
  );
}
