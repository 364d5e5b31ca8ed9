/** What a mapping of JSON or YAML holds. */
export type Fields = Readonly<Record<string, unknown>>;

/**
 * The value, if it is a mapping with these fields and no others.
 *
 * @param what What it should be, as messages call it, e.g. `task 3`.
 * @throws {TypeError} If it is none, or has an unknown field.
 */
export function fieldsOf(value: unknown, what: string, known?: readonly string[]): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new TypeError(`${what} must be a mapping with fields, not ${kindOf(value)}`);
  }
  const unknown = known && Object.keys(value).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new TypeError(`${what}: "${unknown}" is no field; known are ${known!.join(", ")}`);
  }
  return value as Fields;
}

/**
 * The text in a field.
 *
 * @throws {TypeError} If it is none; names the field.
 */
export function textIn(fields: Fields, field: string, what: string): string {
  const value = fields[field];
  if (typeof value === "string") return value;
  throw new TypeError(`${what}: "${field}" must be a text, not ${kindOf(value)}`);
}

/**
 * The list in a field.
 *
 * @throws {TypeError} If it is none; names the field.
 */
export function listIn(fields: Fields, field: string, what: string): readonly unknown[] {
  const value = fields[field];
  if (Array.isArray(value)) return value;
  throw new TypeError(`${what}: "${field}" must be a list, not ${kindOf(value)}`);
}

/**
 * The list of texts in a field.
 *
 * @throws {TypeError} If it is none; names the field.
 */
export function textsIn(fields: Fields, field: string, what: string): readonly string[] {
  const list = listIn(fields, field, what);
  const other = list.find((item) => typeof item !== "string");
  if (other === undefined) return list as readonly string[];
  throw new TypeError(`${what}: "${field}" must be a list of texts, without ${kindOf(other)}`);
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? "a list" : "a mapping";
}
