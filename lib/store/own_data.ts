import { refuseOther } from "../core/kinds.ts";
import { basename, join } from "node:path";
import { readable, readJsonLines, readText } from "./files/json_lines.ts";
import { parsed } from "./files/parsed.ts";
import { paths, shortPath } from "./paths.ts";
import { parseDocument } from "yaml";
import { DataError } from "../core/errors.ts";

/**
 * Reads the YAML files of a folder, in order of their names.
 *
 * @throws {DataError} If the folder or a file cannot be read, or a file is not YAML; names the line.
 */
export async function readYamlFiles(folder: string) {
  const entries = await readable(folder, Array.fromAsync(Deno.readDir(folder)), "folder");
  const names = entries.map(({ name }) => name).filter((name) => name.endsWith(".yaml"));
  return await Promise.all(names.sort().map((name) => readYamlFile(join(folder, name))));
}

/**
 * Reads a YAML file.
 *
 * @returns The file's name without ending, its path for messages, its content, and its bytes.
 * @throws {DataError} If it cannot be read or is not YAML; names the line.
 */
export async function readYamlFile(path: string) {
  const file = shortPath(path);
  const { text, bytes } = await readText(path);
  const document = parseDocument(text);
  const [trouble] = document.errors;
  if (trouble) {
    const line = trouble.linePos?.[0].line;
    const [message] = trouble.message.split("\n");
    throw new DataError(`this is not YAML: ${message}`, { place: { file, line }, cause: trouble });
  }
  const value: unknown = document.toJS();
  return { name: basename(path, ".yaml"), file, value, bytes };
}

/**
 * Reads the project's own data: a YAML file in `data/`; all YAML files of a folder there, in order of their names; or a
 * JSON Lines file, line by line.
 *
 * @param path Relative to `data/`: `huang/labelled`, `huang/construction/pairs.yaml`.
 * @param parse Turns the content of a file or line into items; throws a TypeError that says what is wrong.
 * @throws {DataError} If a file cannot be read, or is not as it should be; names the file.
 *
 * @example
 * ```ts ignore
 * const functions = await loadData("huang/labelled", huang.parseLabelled);
 * ```
 */
export async function loadData<R>(path: string, parse: (value: unknown) => readonly R[]): Promise<R[]> {
  refuseOther("load data of", path, "a text");
  refuseOther("load data by", parse, "a function");
  const full = join(paths.data, path);
  if (path.endsWith(".ndjson")) {
    const { lines } = await readJsonLines(full);
    return lines.flatMap(({ line, value }) => parsed(() => parse(value), { file: shortPath(full), line }));
  }
  const files = path.endsWith(".yaml") ? [await readYamlFile(full)] : await readYamlFiles(full);
  return files.flatMap(({ file, value }) => parsed(() => parse(value), { file }));
}
