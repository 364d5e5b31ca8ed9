import { Buffer } from "node:buffer";
import { DataError } from "../../core/errors.ts";
import type { Row } from "./schema.ts";

/**
 * The rows of a Parquet file.
 *
 * @param file For the sentence.
 * @throws {DataError} If it is no Parquet file.
 */
export async function readParquet(bytes: Uint8Array, file: string): Promise<Row[]> {
  const { default: pl } = await import("nodejs-polars"); // takes longer to load than most runs need
  try {
    // By way of JSON, since not every struct can be handed over as it is.
    const lines = pl.readParquet(Buffer.from(bytes)).writeJSON({ format: "lines" }).toString("utf8");
    return lines.split("\n").slice(0, -1).map((line, index) => ({
      line: index + 1,
      columns: JSON.parse(line),
    }));
  } catch (cause) {
    throw new DataError(`this cannot be read as Parquet: ${(cause as Error).message}`, {
      place: { file },
      cause,
    });
  }
}
