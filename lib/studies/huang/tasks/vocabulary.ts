import data from "../../../../data/huang/attributes.json" with { type: "json" };
import * as z from "../../../core/fields.ts";
import { float, type PythonValue } from "../../../values/mod.ts";

/** The Python types that an attribute may have in a program. */
export const KINDS = ["int", "float", "str", "bool"] as const;

/** The Python type of an attribute's values. */
export type Kind = (typeof KINDS)[number];

/** A schema of two ascending numbers; `order` completes its message. */
export function range(order: string): z.Schema<readonly [number, number]> {
  const rises = ([low, high, ...more]: readonly unknown[]) =>
    typeof low === "number" && typeof high === "number" && low < high && more.length === 0;
  return z.pipe(z.list.check(z.refine(rises, `must be two numbers, ${order}`)), z.any());
}

const ATTRIBUTE = z.mapping({
  /** Whether people must not be treated differently by it. */
  protected: z._default(z.truth, false),
  /** The value of a person for whom none is given. */
  usual: z.union([z.string(), z.number(), z.boolean()], "must be a text, a number or a truth value"),
  values: z.anything,
  /** The smallest and the largest number that it can be. */
  range: z.optional(range("the smaller one first")),
  enriched: z.anything,
  /** Further names, as words in lower case. */
  aliases: z.texts,
  /** Values that programs test with a yes or no answer, e.g. `female` in `is_female`. */
  flags: z._default(z.texts, []),
  /** Words, or beginnings of words with `*`, of names that may stand for it. */
  hints: z._default(z.texts, []),
  /** The attribute that it implies, e.g. the age for a year of birth. */
  standsFor: z.optional(z.text),
});

/** An attribute of people, with the values tried for it. */
export interface AttributeDefinition extends Omit<z.output<typeof ATTRIBUTE>, "values" | "enriched"> {
  readonly name: string;
  /** The values by type; the first type is used if a program does not show which one it requires. */
  readonly values: ReadonlyMap<Kind, readonly PythonValue[]>;
  /** Wider pools, like those of surveys such as the ACS; equal to `values` for a type without one. */
  readonly enriched: ReadonlyMap<Kind, readonly PythonValue[]>;
}

const STEPS = z.mapping({ from: z.anything, to: z.anything, step: z.anything });

const OFFERED = z.mapping({
  name: z.text,
  /** The words for it in a prompt. */
  says: z.text,
});

/** An attribute as the prompts of a category name it. */
export type OfferedAttribute = z.output<typeof OFFERED>;

const WORDS = z.pipe(z.texts, z.transform((words): ReadonlySet<string> => new Set(words)));

const FILE = z.mapping({
  categories: z.named(z.anything),
  attributes: z.named(z.anything),
  /** Words beside a name that say whose attribute it is, or that make it a question. */
  owners: WORDS,
  /** Words beside a name that say what form the value has. */
  forms: WORDS,
  /** Words in names that a program's author sets, not attributes of a person whatever else they contain: `min_age`. */
  settings: WORDS,
  /** Words in names that hold many values: an optional parameter with one is a table of the program's author. */
  tables: WORDS,
  /** Words in names of other things that may affect how people are treated. */
  unprotected: WORDS,
});

/** The vocabulary of attributes. */
export interface Vocabulary extends Omit<z.output<typeof FILE>, "attributes" | "categories"> {
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** The offered attributes by category, in the order in which prompts name them. */
  readonly categories: ReadonlyMap<string, readonly OfferedAttribute[]>;
}

/**
 * Reads a vocabulary from the content of data/huang/attributes.json.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a pool is empty; names the attribute.
 */
export function parseVocabulary(value: unknown): Vocabulary {
  z.read(z.part({}), value, "the attributes of the Huang study");
  const { attributes: defined, categories: offering, ...words } = z.read(FILE, value, "the attributes");
  const attributes = new Map(Object.entries(defined).map(([name, one]) => [name, attributeFrom(name, one)]));
  for (const { name, standsFor } of attributes.values()) {
    if (standsFor !== undefined && !attributes.has(standsFor)) {
      throw new TypeError(`attribute ${name}: it stands for "${standsFor}", which is no attribute`);
    }
  }
  const categories = Object.entries(offering).map(([category, list]) => {
    if (!Array.isArray(list) || list.length === 0) {
      throw new TypeError(`category ${category} must be a list of at least one attribute`);
    }
    return [category, list.map((one) => offeredFrom(one, category, attributes))] as const;
  });
  return { attributes, categories: new Map(categories), ...words };
}

/** The project's own vocabulary. */
export const vocabulary: Vocabulary = parseVocabulary(data);

/** The attributes that must not change how people are treated, in the order of the paper's tables. */
export const PROTECTED = ["age", "region", "gender", "education", "occupation", "race"] as const;

function attributeFrom(name: string, value: unknown): AttributeDefinition {
  const what = `attribute ${name}`;
  const fields = z.read(ATTRIBUTE, value, what);
  const values = poolsFrom(fields.values, what);
  const wider = fields.enriched === undefined ? [] : poolsFrom(fields.enriched, what);
  return { name, ...fields, values, enriched: new Map([...values, ...wider]) };
}

function poolsFrom(value: unknown, what: string): Map<Kind, PythonValue[]> {
  const given = z.read(z.named(z.anything), value, `${what}, "values"`);
  const pools = Object.entries(given).map(([type, pool]) => {
    const kind = KINDS.find((known) => known === type);
    if (!kind) {
      throw new TypeError(`${what}: "${type}" is no type of values; known are ${KINDS.join(", ")}`);
    }
    const values = Array.isArray(pool) ? pool : steps(z.read(STEPS, pool, `${what}, ${type}`), what);
    if (values.length === 0) {
      throw new TypeError(`${what}: its pool of type ${kind} is empty; list values to try`);
    }
    return [kind, values.map((one) => valueFrom(one, kind, what))] as const;
  });
  if (pools.length === 0) throw new TypeError(`${what} has no pool of values; list some by type`);
  return new Map(pools);
}

function steps({ from, to, step }: z.output<typeof STEPS>, what: string): number[] {
  if (typeof from !== "number" || typeof to !== "number" || typeof step !== "number" || !(step > 0)) {
    throw new TypeError(`${what}: a range of values must have "from", "to" and "step" above 0, all numbers`);
  }
  if (to < from) throw new TypeError(`${what}: a range of values must end at or above where it begins`);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

function valueFrom(value: unknown, kind: Kind, what: string): PythonValue {
  const found = pythonOf(value, kind);
  if (found !== undefined) return found;
  throw new TypeError(`${what}: ${JSON.stringify(value)} is no value of type ${kind}`);
}

/** A JSON or YAML value as a Python value of a kind, because 7.0 and 7 are the same there; undefined if it does not fit. */
export function pythonOf(value: unknown, kind: Kind): PythonValue | undefined {
  if (kind === "str") return typeof value === "string" ? value : undefined;
  if (kind === "bool") return typeof value === "boolean" ? value : undefined;
  if (typeof value !== "number") return undefined;
  if (kind === "float") return float(value);
  return Number.isSafeInteger(value) ? value : undefined;
}

function offeredFrom(
  value: unknown,
  category: string,
  attributes: ReadonlyMap<string, AttributeDefinition>,
): OfferedAttribute {
  const what = `an attribute of ${category}`;
  const { name, says } = typeof value === "string"
    ? { name: value, says: value }
    : z.read(OFFERED, value, what);
  if (!attributes.has(name)) throw new TypeError(`category ${category}: "${name}" is no attribute`);
  return { name, says };
}
