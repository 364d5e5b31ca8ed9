import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { readJsonLines, readText } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { files, parseAuthorsSuite, repository } from "codebias/studies/solar/tasks/authors_suite.ts";
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

/** The artifact's files as they are. */
export async function authorsRecords(): Promise<
  { records: unknown[]; prompts: Record<string, unknown>[] }
> {
  const folder = join(artifacts!, repository.name);
  const { text } = await readText(join(folder, files.tasks));
  const { lines } = await readJsonLines(join(folder, files.prompts));
  return { records: JSON.parse(text), prompts: lines.map(({ value }) => value) };
}

/** The authors' tasks. */
export async function authorsSuite() {
  const { records, prompts } = await authorsRecords();
  return parseAuthorsSuite(records, prompts);
}
