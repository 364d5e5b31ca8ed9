/** One JSON object of a server, of which nothing is taken for granted. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether a value is an object with names, not an array. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** A text that is not empty, else undefined. */
export function text(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** A number, else undefined. */
export function number(value: unknown): number | undefined {
  return typeof value === "number" ? value : undefined;
}
