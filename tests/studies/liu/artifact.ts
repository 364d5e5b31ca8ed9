import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { repository } from "codebias/studies/liu/artifact/recorded_files.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import type { RecordedRow } from "codebias/studies/liu/artifact/recorded_rows.ts";
import { firstOf, SHARED } from "../../golden_file.ts";

/**
 * The folder that holds the authors' artifact: CODEBIAS_ARTIFACTS, data/artifacts, or ../shared/artifacts;
 * undefined when it is in none of them.
 */
export const artifacts: string | undefined = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")],
  (folder) => hasRepository(repository, { artifacts: folder }),
);

/** What a test without its data says in its name. */
export const NO_ARTIFACT = artifacts ? "" : ` (skipped: there is no ${repository.name} artifact)`;

const read = new Map<string, Promise<RecordedRow[]>>();

/** The rows of a file of the artifact, by its path in the repository; each file is read once. */
export function rowsOf(path: string): Promise<RecordedRow[]> {
  const rows = read.get(path) ?? parsed(path);
  read.set(path, rows);
  return rows;
}

async function parsed(path: string): Promise<RecordedRow[]> {
  const { lines } = await readJsonLines(join(artifacts!, repository.name, path));
  return liu.parseRows(lines.map(({ value }) => value), { file: path });
}
