import pl from "nodejs-polars";
import type { Sample } from "../core/types.ts";
import { textColumn } from "./repeated_rows.ts";

/** Programs that were judged, each once, as a polars DataFrame: `programHash`, as rows of samples have it, and `program`. */
export function programsFrame(samples: readonly Sample[]): pl.DataFrame {
  const first = new Map<string, Sample>();
  for (const sample of samples) {
    if (sample.programHash !== undefined) first.getOrInsert(sample.programHash, sample);
  }
  const programs = Array.from(first.values(), ({ materials }) => materials?.program?.source ?? null);
  return pl.DataFrame([textColumn("programHash", [...first.keys()]), textColumn("program", programs)]);
}
