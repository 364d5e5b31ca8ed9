import pl from "nodejs-polars";
import type { EncodedValue, Sample } from "../core/types.ts";
import { decode, toJson } from "../values/mod.ts";

/**
 * What was found in samples, as a polars DataFrame: `taskId`, `model`, `settings` as JSON, `epoch`, `judged`, the `finding` as
 * JSON or the reason why there is none, and `programHash`. The completions themselves stay where they came from.
 */
export function findingsFrame(samples: readonly Sample[]): pl.DataFrame {
  const column = (
    name: string,
    type: pl.DataType,
    value: (sample: Sample) => string | number | boolean | null,
  ) => pl.Series(name, samples.map(value), type);
  return pl.DataFrame([
    column("taskId", pl.Utf8, ({ taskId }) => taskId),
    column("model", pl.Utf8, ({ model }) => model),
    column("settings", pl.Utf8, ({ settings }) => JSON.stringify(settings)),
    column("epoch", pl.Int64, ({ epoch }) => epoch),
    column("judged", pl.Bool, ({ judgement }) => judgement.kind === "judged"),
    column(
      "finding",
      pl.Utf8,
      ({ judgement }) =>
        judgement.kind === "judged" ? JSON.stringify(judgement.finding, readable) : judgement.reason,
    ),
    column("programHash", pl.Utf8, ({ programHash }) => programHash ?? null),
  ]);
}

/** Encoded Python values as readable texts: JSON that tells 1 from 1.0. */
export function readable(_: string, value: unknown): unknown {
  return value instanceof Uint8Array ? toJson(decode(value as EncodedValue)) : value;
}
