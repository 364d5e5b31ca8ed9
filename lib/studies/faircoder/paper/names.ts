import type { CellKeys } from "./printed.ts";

/** The name of a cell by its keys: `CodeLlama, job gender`. */
export function nameOfCell({ model, column, scenario, attribute, topic }: CellKeys): string {
  const about = topic ?? [scenario, attribute].filter((part) => part !== undefined).join(" ");
  return [model, column, about].filter((part) => part !== undefined && part !== "").join(", ");
}

/** A number as the tables print it. */
export function asPrinted(value: number): string {
  return value.toFixed(2);
}

/** A number with its deviation after ±. */
export function withDeviation(
  { value, deviation }: { readonly value: number; readonly deviation: number },
): string {
  return `${asPrinted(value)}±${asPrinted(deviation)}`;
}
