import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { repository } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
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

const read = new Map<string, Promise<readonly unknown[]>>();

/** The records of a model's functions, by its name in the artifact; each file is read once. */
export function recordsOf(model: string): Promise<readonly unknown[]> {
  const records = read.get(model) ?? readRecords(model);
  read.set(model, records);
  return records;
}

async function readRecords(model: string): Promise<readonly unknown[]> {
  const { path } = faircoder.functionFiles.find((file) => file.model === model)!;
  const { lines } = await readJsonLines(join(artifacts!, repository.name, path));
  return lines.map(({ value }) => value);
}
