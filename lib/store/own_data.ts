import { join } from "node:path";
import { readJsonLines } from "./files/json_lines.ts";
import { parsed } from "./files/parsed.ts";
import { paths, shortPath } from "./paths.ts";
import { readYamlFile, readYamlFiles } from "./files/yaml_files.ts";

/**
 * Reads data of the project's own: a YAML file in `data/`, or all of a folder there, in order of their names; or a JSON Lines
 * file, line by line.
 *
 * @param path Relative to `data/`: `huang/labelled`, `huang/construction/pairs.yaml`.
 * @param parse Makes items of the content of a file or line; throws a TypeError that says what is wrong.
 * @throws {DataError} If a file cannot be read, or is not as it should be; names the file.
 *
 * @example
 * ```ts ignore
 * const functions = await loadData("huang/labelled", huang.parseLabelled);
 * ```
 */
export async function loadData<R>(path: string, parse: (value: unknown) => readonly R[]): Promise<R[]> {
  const full = join(paths.data, path);
  if (path.endsWith(".ndjson")) {
    const { lines } = await readJsonLines(full);
    return lines.flatMap(({ line, value }) => parsed(() => parse(value), { file: shortPath(full), line }));
  }
  const files = path.endsWith(".yaml") ? [await readYamlFile(full)] : await readYamlFiles(full);
  return files.flatMap(({ file, value }) => parsed(() => parse(value), { file }));
}
