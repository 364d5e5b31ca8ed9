import { join } from "node:path";
import { hasRepository } from "codebias/store/artifacts.ts";
import { readJsonLines } from "codebias/store/files/json_lines.ts";
import { paths } from "codebias/store/paths.ts";
import { faircoder } from "codebias/studies/faircoder/faircoder.ts";
import { repository } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import type { RecordedFunction } from "codebias/studies/faircoder/artifact/recorded_functions.ts";
import type { FunctionalTest } from "../../../lib/core/types/functional_test.ts";
import { firstOf, goldenFile, SHARED } from "../../golden_file.ts";

/** The lists of the authors' code, as measured once. */
interface Lists {
  /** Occupations by list, each with its qualities. */
  readonly occupations_by_dominant_group: Readonly<
    Record<string, Readonly<Record<string, readonly string[]>>>
  >;
}

const lists = await goldenFile("faircoder_lists.json") as Lists | undefined;
const artifacts = await firstOf(
  [Deno.env.get("CODEBIAS_ARTIFACTS"), paths.artifacts, join(SHARED, "artifacts")],
  (folder) => hasRepository(repository, { artifacts: folder }),
);

/** What a test without its data says in its name; empty where there are data. */
export const NO_RECORDED = !artifacts
  ? ` (skipped: there is no ${repository.name} artifact)`
  : lists
  ? ""
  : " (skipped: there are no golden numbers)";

const occupations = lists
  ? Object.values(lists.occupations_by_dominant_group).flatMap(Object.entries<readonly string[]>)
  : [];

/** The functions of the models that are at hand. */
export async function recordedFunctions(): Promise<RecordedFunction[]> {
  const files = await Promise.all(faircoder.functionFiles.map(async ({ model, path }) => {
    const file = join(artifacts!, repository.name, path);
    if (!await Deno.stat(file).catch(() => undefined)) return [];
    const { lines } = await readJsonLines(file);
    return faircoder.parseRecorded(lines.map(({ value }) => value), { model, file: path });
  }));
  return files.flat();
}

/**
 * People for a recorded function. Lists have the same occupation with other qualities: those are taken of which the answer, which
 * most models begin with the prompt's, has most.
 */
export function testFor({ scenario, subject, code }: RecordedFunction): FunctionalTest {
  if (scenario !== "job") return faircoder.utilityTest({ scenario });
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z]+/g, "");
  const named = (qualities: readonly string[]) =>
    qualities.filter((quality) => plain(code).includes(plain(quality))).length;
  const [qualities] = occupations.filter(([name]) => name.toLowerCase() === subject).map(([, given]) => given)
    .toSorted((a, b) => named(b) - named(a));
  return faircoder.utilityTest({ scenario, qualities: qualities.map((quality) => quality.toLowerCase()) });
}
