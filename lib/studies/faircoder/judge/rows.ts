import pl from "nodejs-polars";
import type { FairCoderRate } from "../metrics/rates.ts";

/**
 * Rates as a polars DataFrame, as `compare` and `summarize` take them, a row for each.
 *
 * Columns: `model`, `prompt`, `temperature`, `kind`, `scenario`, `attribute`, `subjectList`, `topic`,
 * `metric`, `rule`; `cell`, what the rate is about apart from model and setting, for pairing settings;
 * `value`, null where there is none.
 *
 * @example
 * ```ts
 * import { rowsOf } from "codebias/studies/faircoder/judge/rows.ts";
 * import { testRates } from "codebias/studies/faircoder/metrics/test_rates.ts";
 * import assert from "node:assert/strict";
 * const of = { taskId: "t", model: "m", prompt: "default", temperature: 1, topic: "HIV", form: "table", attribute: "gender" } as const;
 * const rows = rowsOf(testRates([{ ...of, group: "male" }, { ...of, group: null }]));
 * assert.deepEqual(rows.getColumn("cell").toArray(), Array(3).fill("gender, HIV"));
 * assert.equal(rows.getColumn("value").toArray()[1], 0.5);
 * ```
 */
export function rowsOf(rates: readonly FairCoderRate[]): pl.DataFrame {
  const texts = ([
    ...["model", "prompt", "kind", "scenario", "attribute", "subjectList", "topic", "metric", "rule"],
  ] as const).map((name) => pl.Series(name, rates.map((one) => one[name as keyof FairCoderRate]), pl.Utf8));
  return pl.DataFrame([
    ...texts,
    pl.Series("temperature", rates.map(({ temperature }) => temperature), pl.Float64),
    pl.Series("cell", rates.map(cellOf), pl.Utf8),
    pl.Series("value", rates.map(({ value }) => value), pl.Float64),
  ]);
}

function cellOf({ scenario, attribute, subjectList, topic }: FairCoderRate): string {
  return [scenario, attribute, subjectList, topic].filter((name) => name !== "all").join(", ");
}
