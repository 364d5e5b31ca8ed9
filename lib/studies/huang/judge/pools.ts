import type { Input } from "../../../extraction/inputs/input_notes.ts";
import type { Literal } from "../../../extraction/syntax/literal_nodes.ts";
import { equal, float, numberIn, type PythonValue } from "../../../values/mod.ts";
import { isFlag } from "./aliases.ts";
import type { AttributeDefinition, Kind } from "../tasks/vocabulary.ts";

/**
 * The kinds of values tried for an attribute. `original`: the values of its pool, and those that the program itself
 * compares it with. `enriched`: the same with wider pools. `boundary`: as `original`, plus all integers that
 * the attribute can be (its smallest and its largest if these are many), and the values around those that
 * the program compares it with while it runs.
 */
export const POOLS = ["original", "enriched", "boundary"] as const;

/** A kind of values to try. */
export type Pools = (typeof POOLS)[number];

/** The values tried for an input. */
export interface Pool {
  readonly kind: Kind;
  readonly values: readonly PythonValue[];
  readonly range?: readonly [number, number];
  /** The origin of the values: the vocabulary, the program's comparisons, or only the type that it seems to require. */
  readonly from: "vocabulary" | "comparisons" | "guess";
  /** The values that the program itself names. */
  readonly own: readonly PythonValue[];
  /** The strings among them. */
  readonly named: readonly string[];
}

/** The options of {@linkcode poolOf}. */
export interface PoolOptions {
  readonly pools: Pools;
  /** The strings anywhere in the program: those that are values of the attribute, up to spelling, are tried. */
  readonly texts?: readonly string[];
}

/** The values tried where only the type is known. */
const GUESSES: Readonly<Record<Kind, readonly PythonValue[]>> = {
  int: [0, 1, 5, 10, 50, 100],
  float: [0, 0.5, 1, 10, 100].map(float),
  str: ["a", "b"],
  bool: [false, true],
};

/** A string that is tried besides those that a program compares with. */
const OTHER_TEXT = "other";

/** The largest number of compared values that are tried, so that e.g. a table of all postcodes is not. */
const MAX_LITERALS = 100;

/** The largest number of integers of an attribute for which all of them are tried. */
const MAX_NUMBERS = 100;

/** The largest modulus for which all remainders are tried. */
const MAX_REMAINDERS = 24;

/**
 * The values to try for an input.
 *
 * @param definition The attribute for which the input stands; undefined if the vocabulary does not know it. One without
 * values of the type that the program requires is tried like an unknown input.
 *
 * @example
 * ```ts
 * import { callInputsOf } from "codebias/extraction/call_inputs.ts";
 * import { moduleOf } from "codebias/extraction/syntax/module.ts";
 * import { poolOf } from "codebias/studies/huang/judge/pools.ts";
 * import assert from "node:assert/strict";
 * const module = moduleOf("def f(grade):\n    return grade in ('A', 'B')\n");
 * const [grade] = callInputsOf(module, module.sites[0]).inputs;
 * assert.deepEqual(poolOf(grade, undefined, { pools: "original" }).values, ["A", "B", "other"]);
 * ```
 */
export function poolOf(
  input: Input,
  definition: AttributeDefinition | undefined,
  options: PoolOptions,
): Pool {
  const { members } = input;
  if (members) {
    return { kind: "str", values: members, from: "comparisons", own: members, named: members };
  }
  const kind = kindOf(input, definition, options.texts);
  const isNumber = kind === "int" || kind === "float";
  // The program uses string methods before reading the value as a number, as if somebody had typed it.
  if (isNumber && input.used.has("text")) {
    return inTexts(poolOf({ ...input, used: new Set(["number"]) }, definition, options));
  }
  const own = distinct(ownValues(input.literals.slice(0, MAX_LITERALS), kind));
  const listed = (options.pools === "enriched" ? definition?.enriched : definition?.values)?.get(kind);
  const pool = definition && listed
    ? knownPool(input, definition, { ...options, kind, own, listed })
    : unknownPool(input, kind, own);
  return { ...pool, kind, own, named: own.filter((value) => typeof value === "string") };
}

/** A pool of numbers written as strings. */
function inTexts({ values, own, from }: Pool): Pool {
  const numbers = (some: readonly PythonValue[]) => some.map((value) => `${numberIn(value)}`);
  const adjacent = neighbours(own, "int");
  return {
    ...{ kind: "str", from, own: [], named: [] },
    values: [...new Set(numbers([...values, ...adjacent]))],
  };
}

type Values = Pick<Pool, "values" | "range" | "from">;

function unknownPool({ moduli }: Input, kind: Kind, own: readonly PythonValue[]): Values {
  const isGuess = own.length === 0;
  const values = kind === "str" && !isGuess
    ? [...own, OTHER_TEXT]
    : kind === "str" || kind === "bool"
    ? GUESSES[kind]
    : [...own, ...neighbours(own, kind), ...GUESSES[kind], ...remainders(moduli, 0)];
  return { values: distinct(values), from: isGuess ? "guess" : "comparisons" };
}

function knownPool(
  input: Input,
  definition: AttributeDefinition,
  { kind, own, listed, pools, texts = [] }: PoolOptions & {
    readonly kind: Kind;
    readonly own: readonly PythonValue[];
    readonly listed: readonly PythonValue[];
  },
): Values {
  const isNumber = kind === "int" || kind === "float";
  const range = isNumber ? definition.range : undefined;
  const spelled = new Set(own.map(plain));
  // A value that the program spells in its own way is passed in that spelling.
  const others = listed.filter((value) =>
    typeof value !== "string" || own.includes(value) || !spelled.has(plain(value))
  );
  const around = pools !== "boundary" ? [] : [
    ...(range ? numbersIn(range, kind) : neighbours(own, kind)),
    ...(isNumber ? remainders(input.moduli, Math.min(...numbersAmong(listed))) : []),
  ];
  const spellings = kind === "str" ? spellingsAmong(texts, definition) : [];
  const values = distinct([
    ...others,
    ...[...own, ...around].filter((value) => !range || isBetween(value, range)),
    ...spellings,
  ]);
  return {
    values,
    ...(range && pools === "boundary" && { range }),
    from: "vocabulary",
  };
}

/**
 * The type that a program requires of an input: the type of its comparisons, its annotation or its use; `str` for a
 * truth value that the program spells as a string; else the usual type.
 */
function kindOf(
  { name, literals, annotation = "", used, moduli }: Input,
  definition: AttributeDefinition | undefined,
  spelled: readonly string[] = [],
): Kind {
  const count = (...types: Literal["type"][]) => literals.filter(({ type }) => types.includes(type)).length;
  const [texts, numbers, truths] = [count("str"), count("int", "float"), count("bool")];
  const known = [...definition?.values.keys() ?? []];
  const numeric = known.find((kind) => kind === "int" || kind === "float") ??
    (literals.some(({ type, value }) => type === "float" && !Number.isInteger(value)) ? "float" : "int");
  if (texts > 0 && texts >= numbers) return "str";
  if (definition && isFlag(name, definition)) return "bool";
  if (numbers > 0) return numeric;
  if (truths > 0) return "bool";
  if (/\bstr\b/.test(annotation)) return "str";
  if (/\b(?:int|float|Decimal|Number)\b/.test(annotation)) return numeric;
  if (/\bbool\b/.test(annotation)) return "bool";
  if (used.has("text")) return "str";
  if (used.has("number") || moduli.length > 0) return numeric;
  if (used.has("condition") && (!definition || known.includes("bool"))) return "bool";
  const isTruth = definition && known[0] === "bool" && known.includes("str");
  if (isTruth && spellingsAmong(spelled, definition).length > 0) return "str";
  return known[0] ?? (used.has("items") ? "str" : "int");
}

/** The literals that have a type, or can be converted to it. */
function ownValues(literals: readonly Literal[], kind: Kind): PythonValue[] {
  return literals.flatMap(({ type, value }): PythonValue[] => {
    if (kind === "str") return type === kind && !isPlaceholder(value) ? [value] : [];
    if (kind === "bool") return type === kind ? [value] : [];
    if (typeof value !== "number") return [];
    if (kind === "float") return [float(value)];
    return [Math.floor(value), Math.ceil(value)].filter(Number.isSafeInteger);
  });
}

/** The numbers next to those that a program names; negative ones only if it names any. */
function neighbours(named: readonly PythonValue[], kind: Kind): PythonValue[] {
  const numbers = numbersAmong(named);
  const isNegative = numbers.some((value) => value < 0);
  const adjacent = numbers.flatMap((value) => [value - 1, value + 1]).filter((value) =>
    (value >= 0 || isNegative) && (kind === "float" || Number.isSafeInteger(value))
  );
  return kind === "float" ? adjacent.map(float) : adjacent;
}

/** All integers of a range, or its ends where there are many. */
function numbersIn([low, high]: readonly [number, number], kind: Kind): PythonValue[] {
  const numbers = high - low < MAX_NUMBERS
    ? Array.from({ length: Math.floor(high) - Math.ceil(low) + 1 }, (_, at) => Math.ceil(low) + at)
    : [low, high];
  return kind === "float" ? numbers.map(float) : numbers;
}

/** Numbers that leave all remainders by each modulus. */
function remainders(moduli: readonly number[], from: number): number[] {
  return moduli.filter((modulus) => modulus <= MAX_REMAINDERS).flatMap((modulus) =>
    Array.from({ length: modulus }, (_, at) => Math.round(from) + at)
  );
}

/** The strings that are values of an attribute except for their spelling. */
function spellingsAmong(texts: readonly string[], { enriched }: AttributeDefinition): string[] {
  const known = new Set((enriched.get("str") ?? []).map(plain));
  return texts.filter((text) => known.has(plain(text)));
}

function numbersAmong(values: readonly PythonValue[]): number[] {
  return values.flatMap((value) => numberIn(value) ?? []);
}

/** Whether a value is a number in a range, whose ends belong to it. */
export function isBetween(value: PythonValue, [low, high]: readonly [number, number]): boolean {
  const number = numberIn(value);
  return number !== undefined && number >= low && number <= high;
}

/** A string reduced to the characters that all its spellings share. */
export function plain(text: PythonValue): string {
  return String(text).toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function distinct(values: readonly PythonValue[]): PythonValue[] {
  return values.filter((value, at) =>
    values.findIndex((other) => typeof other === typeof value && equal(other, value)) === at
  );
}

const PLACEHOLDER =
  /^[^\p{L}\p{N}]*(?:|(?:unknown|n\/?a|none|null|nan|missing|invalid|undefined|unspecified|not (?:given|specified|stated|available|provided))\b.*)$/isu;

/**
 * Whether a string that a program compares an attribute with is no actual value: it is blank, or says that the value is
 * unknown.
 *
 * @example
 * ```ts
 * import { isPlaceholder } from "codebias/studies/huang/judge/pools.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["", " ?", "N/A", "Unknown", "nanny", "女"].map(isPlaceholder), [true, true, true, true, false, false]);
 * ```
 */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}
