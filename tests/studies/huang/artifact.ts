import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { paths } from "codebias/store/paths.ts";
import { huang as study } from "codebias/studies/huang/study.ts";
import { firstOf, SHARED } from "../../golden_file.ts";

/**
 * The folder that holds the authors' artifact: CODEBIAS_ARTIFACTS, data/artifacts, or ../shared/artifacts;
 * undefined when it is in none of them.
 */
export const artifacts: string | undefined = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")],
  (folder) => hasRepository(study.layout.repository, { artifacts: folder }),
);

/** What a test without its data says in its name. */
export const NO_ARTIFACT = artifacts
  ? ""
  : ` (skipped: there is no ${study.layout.repository.name} artifact)`;
