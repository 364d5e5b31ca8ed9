/**
 * A value as a Python pickle of protocol 0, which is text. Arrays in arrays of an array are written as tuples: that is
 * how points are in the authors' files.
 */
export function pickled(value: unknown): string {
  return `${written(value)}.`;
}

function written(value: unknown, depth = 0): string {
  if (typeof value === "string") return `V${value}\n`;
  if (typeof value === "number") return Number.isInteger(value) ? `I${value}\n` : `F${value}\n`;
  if (Array.isArray(value)) {
    if (depth > 2) return `(${value.map((item) => written(item, depth + 1)).join("")}t`;
    return `(l${value.map((item) => `${written(item, depth + 1)}a`).join("")}`;
  }
  const fields = Object.entries(value as object);
  return `(d${fields.map(([name, field]) => `V${name}\n${written(field, depth + 1)}s`).join("")}`;
}
