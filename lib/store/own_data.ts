import { join } from "node:path";
import { parsed } from "./parsed.ts";
import { paths } from "./paths.ts";
import { readYamlFile, readYamlFiles } from "./yaml_files.ts";

/**
 * Reads data of the project's own: a YAML file in `data/`, or all of a folder there, in order of their names.
 *
 * @param path Relative to `data/`: `huang/labelled`, `huang/construction/pairs.yaml`.
 * @param parse What makes items of what a file holds; throws a TypeError that says what is wrong.
 * @throws {DataError} If a file cannot be read, or is not as it should be; names the file.
 *
 * @example
 * ```ts ignore
 * const functions = await loadData("huang/labelled", huang.parseLabelled);
 * ```
 */
export async function loadData<R>(path: string, parse: (value: unknown) => readonly R[]): Promise<R[]> {
  const full = join(paths.data, path);
  const files = path.endsWith(".yaml") ? [await readYamlFile(full)] : await readYamlFiles(full);
  return files.flatMap(({ file, value }) => parsed(() => parse(value), { file }));
}
