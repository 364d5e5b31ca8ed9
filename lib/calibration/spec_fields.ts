/** What messages call a start. */
export function startName(at: number): string {
  return `start ${at + 1}`;
}

/** What messages call a fragment. */
export function fragmentName(id: string): string {
  return `fragment "${id}"`;
}

/** The fields of an object, none of them unknown. `allowed` names them, with a space between two. */
export function fields(value: unknown, where: string, allowed: string): Record<string, unknown> {
  const record = object(value, where);
  const names = allowed.split(" ");
  for (const name of Object.keys(record)) {
    if (!names.includes(name)) {
      throw wrong(where, `there is no field "${name}": the fields are ${names.join(", ")}`);
    }
  }
  return record;
}

/** The value as an object. */
export function object(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw wrongType(where, `it must be an object, not ${shown(value)}`);
}

/** The value as a text that is not empty. */
export function text(value: unknown, where: string, field: string): string {
  if (typeof value !== "string") throw wrongType(where, `"${field}" must be text, not ${shown(value)}`);
  if (value === "") throw wrong(where, `"${field}" is empty`);
  return value;
}

/** The value as a number. @param what What messages call it. */
export function number(value: unknown, where: string, what: string): number {
  if (typeof value === "number") return value;
  throw wrongType(where, `${what} must be a number, not ${shown(value)}`);
}

/** What messages call an invalid value. */
function shown(value: unknown): string {
  if (value === undefined) return "missing";
  return Array.isArray(value)
    ? "a list"
    : value === null || typeof value !== "object"
    ? JSON.stringify(value)
    : "an object";
}

/** The error for an invalid value. `where` says in which part of the spec. */
export function wrong(where: string, what: string): RangeError {
  return new RangeError(`Cannot use this calibration spec: ${where}: ${what}`);
}

/** The error for a value of the wrong type. */
export function wrongType(where: string, what: string): TypeError {
  return new TypeError(`Cannot use this calibration spec: ${where}: ${what}`);
}
