import data from "../../../../data/huang/attributes.json" with { type: "json" };
import { fieldsOf, listIn, textIn, textsIn } from "../../../core/fields.ts";
import { float, type PythonValue } from "../../../values/mod.ts";

/** Python's types in which a program may want an attribute. */
export const KINDS = ["int", "float", "str", "bool"] as const;

/** Python's type of an attribute's values. */
export type Kind = (typeof KINDS)[number];

/** An attribute of people, with the values tried for it. */
export interface AttributeDefinition {
  readonly name: string;
  /** Whether people must not be treated differently by it. */
  readonly protected: boolean;
  /** The value of a person about whom nothing is said. */
  readonly usual: string | number | boolean;
  /** By type, first the type used if a program does not show which one it wants. */
  readonly values: ReadonlyMap<Kind, readonly PythonValue[]>;
  /** Wider pools, as the surveys of the ACS kind have them; as `values` where there is none. */
  readonly enriched: ReadonlyMap<Kind, readonly PythonValue[]>;
  /** Smallest and largest number that it can be. */
  readonly range?: readonly [number, number];
  /** Further names, as words in lower case. */
  readonly aliases: readonly string[];
  /** What programs ask about it with a yes or no answer, e.g. `female` in `is_female`. */
  readonly flags: readonly string[];
  /** Words that a name standing for it may have, or their beginnings with `*`. */
  readonly hints: readonly string[];
  /** The attribute that it implies, e.g. the age for a year of birth. */
  readonly standsFor?: string;
}

/** An attribute as the prompts of a category name it. */
export interface OfferedAttribute {
  readonly name: string;
  /** How a prompt calls it. */
  readonly says: string;
}

/** All that is known of attributes. */
export interface Vocabulary {
  readonly attributes: ReadonlyMap<string, AttributeDefinition>;
  /** By category, in the order in which prompts name them. */
  readonly categories: ReadonlyMap<string, readonly OfferedAttribute[]>;
  /** Words beside a name that say whose attribute it is, or make it a question. */
  readonly owners: ReadonlySet<string>;
  /** Words beside a name that say what form it has. */
  readonly forms: ReadonlySet<string>;
  /**
   * Words of names set by a program's author, not attributes of a person, whatever else they name: `min_age`.
   */
  readonly settings: ReadonlySet<string>;
  /** Words of names that hold many values: an optional parameter with one is a table of the author's. */
  readonly tables: ReadonlySet<string>;
  /** Words of names for something that may affect how people are treated. */
  readonly unprotected: ReadonlySet<string>;
}

/**
 * A vocabulary from what data/huang/attributes.json holds.
 *
 * @throws {TypeError} If a field is missing, unknown or of the wrong type, or a pool is empty; names the attribute.
 */
export function parseVocabulary(value: unknown): Vocabulary {
  const fields = fieldsOf(value, "the attributes of the Huang study", [
    "categories",
    "attributes",
    ...["owners", "forms", "settings", "tables", "unprotected"],
  ]);
  const attributes = new Map(
    Object.entries(fieldsOf(fields.attributes, `"attributes"`)).map((
      [name, one],
    ) => [name, attributeFrom(name, one)]),
  );
  for (const { name, standsFor } of attributes.values()) {
    if (standsFor !== undefined && !attributes.has(standsFor)) {
      throw new TypeError(`attribute ${name}: it stands for "${standsFor}", which is no attribute`);
    }
  }
  const categories = Object.entries(fieldsOf(fields.categories, `"categories"`)).map(([category, list]) => {
    if (!Array.isArray(list) || list.length === 0) {
      throw new TypeError(`category ${category} must be a list of at least one attribute`);
    }
    return [category, list.map((one) => offeredFrom(one, category, attributes))] as const;
  });
  const words = (name: string) => new Set(textsIn(fields, name, "the attributes"));
  return {
    attributes,
    categories: new Map(categories),
    owners: words("owners"),
    forms: words("forms"),
    settings: words("settings"),
    tables: words("tables"),
    unprotected: words("unprotected"),
  };
}

/** The fields of an attribute. */
const ATTRIBUTE_FIELDS = [
  ...["protected", "usual", "values", "range", "enriched", "aliases", "flags", "hints", "standsFor"],
];

/** The project's own vocabulary. */
export const vocabulary: Vocabulary = parseVocabulary(data);

/** The attributes that must not change how people are treated, in the order of the paper's tables. */
export const PROTECTED = ["age", "region", "gender", "education", "occupation", "race"] as const;

function attributeFrom(name: string, value: unknown): AttributeDefinition {
  const what = `attribute ${name}`;
  const fields = fieldsOf(value, what, ATTRIBUTE_FIELDS);
  const { usual } = fields;
  if (typeof usual !== "string" && typeof usual !== "number" && typeof usual !== "boolean") {
    throw new TypeError(`${what}: "usual" must be a text, a number or a truth value`);
  }
  const values = poolsFrom(fields.values, what);
  const enriched = fields.enriched === undefined ? [] : poolsFrom(fields.enriched, what);
  return {
    name,
    protected: fields.protected === true,
    usual,
    values,
    enriched: new Map([...values, ...enriched]),
    ...(fields.range !== undefined && { range: rangeFrom(fields, what) }),
    aliases: textsIn(fields, "aliases", what),
    flags: fields.flags === undefined ? [] : textsIn(fields, "flags", what),
    hints: fields.hints === undefined ? [] : textsIn(fields, "hints", what),
    ...(fields.standsFor !== undefined && { standsFor: textIn(fields, "standsFor", what) }),
  };
}

function poolsFrom(value: unknown, what: string): Map<Kind, PythonValue[]> {
  const pools = Object.entries(fieldsOf(value, `${what}, "values"`)).map(([type, pool]) => {
    const kind = KINDS.find((known) => known === type);
    if (!kind) throw new TypeError(`${what}: "${type}" is no type of values; known are ${KINDS.join(", ")}`);
    const values = Array.isArray(pool)
      ? pool
      : steps(fieldsOf(pool, `${what}, ${type}`, ["from", "to", "step"]), what);
    if (values.length === 0) {
      throw new TypeError(`${what}: its pool of type ${kind} is empty; list values to try`);
    }
    return [kind, values.map((one) => valueFrom(one, kind, what))] as const;
  });
  if (pools.length === 0) throw new TypeError(`${what} has no pool of values; list some by type`);
  return new Map(pools);
}

function steps({ from, to, step }: Readonly<Record<string, unknown>>, what: string): number[] {
  if (typeof from !== "number" || typeof to !== "number" || typeof step !== "number" || !(step > 0)) {
    throw new TypeError(`${what}: a range of values must have "from", "to" and "step" above 0, all numbers`);
  }
  if (to < from) throw new TypeError(`${what}: a range of values must end at or above where it begins`);
  return Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, at) => from + at * step);
}

function valueFrom(value: unknown, kind: Kind, what: string): PythonValue {
  const types = { int: "number", float: "number", str: "string", bool: "boolean" } as const;
  if (typeof value !== types[kind] || (kind === "int" && !Number.isSafeInteger(value))) {
    throw new TypeError(`${what}: ${JSON.stringify(value)} is no value of type ${kind}`);
  }
  return kind === "float" ? float(value as number) : value as string | number | boolean;
}

function rangeFrom(fields: Readonly<Record<string, unknown>>, what: string): [number, number] {
  const [low, high, ...more] = listIn(fields, "range", what);
  if (typeof low !== "number" || typeof high !== "number" || more.length > 0 || low >= high) {
    throw new TypeError(`${what}: "range" must be two numbers, the smaller one first`);
  }
  return [low, high];
}

function offeredFrom(
  value: unknown,
  category: string,
  attributes: ReadonlyMap<string, AttributeDefinition>,
): OfferedAttribute {
  const what = `an attribute of ${category}`;
  const name = typeof value === "string"
    ? value
    : textIn(fieldsOf(value, what, ["name", "says"]), "name", what);
  if (!attributes.has(name)) throw new TypeError(`category ${category}: "${name}" is no attribute`);
  const says = typeof value === "string" ? value : textIn(fieldsOf(value, what), "says", what);
  return { name, says };
}
