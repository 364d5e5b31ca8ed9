/** What a line of JSON or a file of YAML holds. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/**
 * The text in a field.
 *
 * @throws {TypeError} If it is none; names the field.
 */
export function text(record: JsonRecord, field: string): string {
  const value = record[field];
  if (typeof value !== "string") throw new TypeError(`"${field}" must be a text, not ${typeof value}`);
  return value;
}
