import { Buffer } from "node:buffer";
import pl from "nodejs-polars";
import { DataError } from "../../../core/errors.ts";
import { type Exported, type ExportedSample, FIELDS } from "./exported_sample.ts";

/**
 * The values of JSON Lines.
 *
 * @param file The file's name for the message.
 * @throws {DataError} If a line is not JSON; names the line.
 */
export function fromJsonLines(bytes: Uint8Array, file: string): unknown[] {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  const values: unknown[] = [];
  for (let start = 0, end; start < bytes.length; start = end + 1) {
    end = bytes.indexOf(10, start);
    if (end < 0) end = bytes.length;
    try {
      values.push(JSON.parse(decoder.decode(bytes.subarray(start, end))));
    } catch (cause) {
      const place = { file, line: values.length + 1 };
      throw new DataError(`this is not JSON (${(cause as Error).message}); export the run again`, {
        place,
        cause,
      });
    }
  }
  return values;
}

/**
 * Samples as a table. Settings and sampling are JSON, and so is a prompt that is a list of messages (`conversation`).
 * If a text has a lone surrogate, i.e. half a character, which a column cannot hold, `exact` has the whole sample as JSON.
 */
export function toTable(samples: readonly ExportedSample[]): pl.DataFrame {
  const columns = (part: keyof ExportedSample) =>
    Object.entries(FIELDS[part]).map(([name, [type]]) =>
      pl.Series(name, samples.map((sample) => cellOf(sample[part][name])), type)
    );
  const conversation = samples.map(({ recorded: { prompt } }) => typeof prompt !== "string");
  const exact = samples.map((sample) => isWellFormed(sample) ? null : JSON.stringify(sample));
  return pl.DataFrame([
    ...columns("recorded"),
    ...columns("provenance"),
    pl.Series("conversation", conversation, pl.Bool),
    pl.Series("exact", exact, pl.Utf8),
  ]);
}

/**
 * The samples in a Parquet file with the columns of {@linkcode toTable}.
 *
 * @param file The file's name for the message.
 * @throws {DataError} If it is not Parquet, or has other columns.
 */
export function fromParquet(bytes: Uint8Array, file: string): Exported[] {
  try {
    const table = pl.readParquet(Buffer.from(bytes));
    const columns = (part: keyof ExportedSample) =>
      Object.keys(FIELDS[part]).map((name) => [name, table.getColumn(name).toArray()] as const);
    const [recorded, provenance] = [columns("recorded"), columns("provenance")];
    const [conversation, exact] = ["conversation", "exact"].map((name) => table.getColumn(name).toArray());
    return Array.from({ length: table.height }, (_, row): Exported => {
      if (exact[row] !== null) return JSON.parse(String(exact[row]));
      const line = (columns: typeof recorded) =>
        Object.fromEntries(columns.map(([name, values]) => {
          const json = name === "settings" || name === "sampling" || (name === "prompt" && conversation[row]);
          return [name, json ? JSON.parse(String(values[row])) : values[row]];
        }));
      return { recorded: line(recorded), provenance: line(provenance) };
    });
  } catch (cause) {
    const message = `this is not a Parquet file of a run (${(cause as Error).message}); export the run again`;
    throw new DataError(message, { place: { file }, cause });
  }
}

function cellOf(value: unknown): unknown {
  return typeof value === "object" && value !== null ? JSON.stringify(value) : value ?? null;
}

/** Whether all texts that are not stored as JSON are well-formed. */
function isWellFormed({ recorded, provenance }: ExportedSample): boolean {
  const values = [...Object.values(recorded), ...Object.values(provenance)];
  return values.every((one) => typeof one !== "string" || one.isWellFormed());
}
