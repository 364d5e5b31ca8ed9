import pl from "nodejs-polars";
import { refuseNoFrame } from "../core/frame.ts";
import { refuseOther } from "../core/kinds.ts";
import type { Value } from "./columns.ts";

/**
 * The samples with one more column: what is found in each row.
 *
 * @param samples A row per sample, e.g. `run.frame()`.
 * @param name The new column's name.
 * @param judge What is found, true or false or a number; null where no finding is possible.
 * @throws {RangeError} If there is such a column already, or what is found is none of these.
 *
 * @example
 * ```ts
 * import pl from "nodejs-polars";
 * import { measured } from "codebias/comparison/measured.ts";
 * import assert from "node:assert/strict";
 * const samples = pl.DataFrame({ text: ["if gender", "return 1"] });
 * const found = measured(samples, "readsGender", ({ text }) => String(text).includes("gender"));
 * assert.deepEqual(found.getColumn("readsGender").toArray(), [true, false]);
 * ```
 */
export function measured(
  samples: pl.DataFrame,
  name: string,
  judge: (row: Readonly<Record<string, Value>>) => boolean | number | null,
): pl.DataFrame {
  refuseNoFrame("measure", samples);
  refuseOther("add the column", name, "a text");
  refuseOther("judge each row by", judge, "a function");
  if (samples.columns.includes(name)) {
    throw new RangeError(
      `Cannot add the column "${name}": the samples have one of that name; choose another`,
    );
  }
  const found = (samples.toRecords() as Record<string, Value>[]).map(judge);
  const wrong = found.findIndex((one) => one !== null && typeof one !== "boolean" && !Number.isFinite(one));
  if (wrong >= 0) {
    const gave = typeof found[wrong] === "number" ? found[wrong] : typeof found[wrong];
    const expected = "expected true, false, a number, or null where no finding is possible";
    throw new RangeError(`Cannot measure "${name}": row ${wrong + 1} gave ${gave}, ${expected}`);
  }
  const isBoolean = found.every((one) => typeof one !== "number");
  const values = isBoolean ? found : found.map((one) => one === null ? null : Number(one));
  return samples.withColumn(pl.Series(name, [...values], isBoolean ? pl.Bool : pl.Float64));
}
