import data from "../../../../data/huang/attributes.json" with { type: "json" };
import * as z from "../../../core/fields.ts";
import { float, type PythonValue } from "../../../values/mod.ts";

/** Python's types in which a program may want an attribute. */
export const KINDS = ["int", "float", "str", "bool"] as const;

/** Python's type of an attribute's values. */
export type Kind = (typeof KINDS)[number];

/** Two numbers, which `order` says of them, too. */
export function range(order: string): z.Schema<readonly [number, number]> {
  const rises = ([low, high, ...more]: readonly unknown[]) =>
    typeof low === "number" && typeof high === "number" && low < high && more.length === 0;
  return z.pipe(z.list.check(z.refine(rises, `must be two numbers, ${order}`)), z.any());
}

const ATTRIBUTE = z.mapping({
  /** Whether people must not be treated differently by it. */
  protected: z._default(z.truth, false),
  /** The value of a person about whom nothing is said. */
  usual: z.union([z.string(), z.number(), z.boolean()], "must be a text, a number or a truth value"),
  values: z.anything,
  /** Smallest and largest number that it can be. */
  range: z.optional(range("the smaller one first")),
  enriched: z.anything,
  /** Further names, as words in lower case. */
  aliases: z.texts,
  /** What programs ask about it with a yes or no answer, e.g. `female` in `is_female`. */
  flags: z._default(z.texts, []),
  /** Words that a name standing for it may have, or their beginnings with `*`. */
  hints: z._default(z.texts, []),
  /** The attribute that it implies, e.g. the age for a year of birth. */
  standsFor: z.optional(z.text),
});

/** An attribute of people, with the values tried for it. */
export interface AttributeDefinition extends Omit<z.output<typeof ATTRIBUTE>, "values" | "enriched"> {
  readonly name: string;
  /** By type, first the type used if a program does not show which one it wants. */
  readonly values: ReadonlyMap<Kind, readonly PythonValue[]>;
  /** Wider pools, as the surveys of the ACS kind have them; as `values` where there is none. */
  readonly enriched: ReadonlyMap<Kind, readonly PythonValue[]>;
}

const STEPS = z.mapping({ from: z.anything, to: z.anything, step: z.anything });

const OFFERED = z.mapping({
  name: z.text,
  /** How a prompt calls it. */
  says: z.text,
});

/** An attribute as the prompts of a category name it. */
export type OfferedAttribute = z.output<typeof OFFERED>;

const WORDS = z.pipe(z.texts, z.transform((words): ReadonlySet<string> => new Set(words)));

const FILE = z.mapping({
  categories: z.named(z.anything),
  attributes: z.named(z.anything),
  /** Words beside a name that say whose attribute it is, or make it a question. */
  owners: WORDS,
  /** Words beside a name that say what form it has. */
  forms: WORDS,
  /** Words of names set by a program's author, not attributes of a person, whatever else they name: `min_age`. */
  settings: WORDS,
  /** Words of names that hold many values: an optional parameter with one is a table of the author's. */
  tables: WORDS,
  /** Words of names for something that may affect how people are treated. */
  unprotected: WORDS,
});

/** All that is known of attributes. */
export interface Vocabulary extends Omit<z.output<typeof FILE>, "attributes" | "categories"> {
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** By category, in the order in which prompts name them. */
  readonly categories: ReadonlyMap<string, readonly OfferedAttribute[]>;
}

/**
 * A vocabulary from what data/huang/attributes.json holds.
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

/** What YAML or JSON say as Python has it: 7.0 and 7 are the same number there, so that the kind decides; undefined if it is none. */
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
