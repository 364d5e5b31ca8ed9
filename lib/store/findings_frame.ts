import pl from "nodejs-polars";
import type { EncodedValue, Sample } from "../core/types.ts";
import { decode, toJson } from "../values/mod.ts";
import { textColumn } from "./repeated_rows.ts";

/**
 * The findings of samples as a polars DataFrame: `taskId`, `model`, `settings` as JSON, `epoch`, `judged`, the `finding` as
 * JSON or the reason why there is none, and `programHash`. The texts of the completions are not included.
 */
export function findingsFrame(samples: readonly Sample[]): pl.DataFrame {
  const text = (name: string, value: (sample: Sample) => string | null) =>
    textColumn(name, samples.map(value));
  const findings = new Map<unknown, string>(); // samples with equal programs share one finding object
  return pl.DataFrame([
    text("taskId", ({ taskId }) => taskId),
    text("model", ({ model }) => model),
    text("settings", ({ settings }) => JSON.stringify(settings)),
    pl.Series("epoch", samples.map(({ epoch }) => epoch), pl.Int64),
    pl.Series("judged", samples.map(({ judgement }) => judgement.kind === "judged"), pl.Bool),
    text(
      "finding",
      ({ judgement }) =>
        judgement.kind === "judged"
          ? findings.getOrInsertComputed(judgement.finding, (one) => JSON.stringify(one, readable))
          : judgement.reason,
    ),
    text("programHash", ({ programHash }) => programHash ?? null),
  ]);
}

/** A replacer for `JSON.stringify` that writes encoded Python values as readable text: JSON that tells 1 from 1.0. */
export function readable(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? toJson(decode(value as EncodedValue)) : value;
}
