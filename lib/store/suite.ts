import { join } from "node:path";
import { DataError } from "../core/errors.ts";
import type { DatasetLayout, Settings, Task } from "../core/types.ts";
import { readText } from "./files/json_lines.ts";
import { parsed } from "./files/parsed.ts";
import { shortPath } from "./paths.ts";
import { readYamlFile, readYamlFiles } from "./files/yaml_files.ts";

/** Called with every file that was read. */
type Remember = (path: string, bytes: Uint8Array) => void;

/**
 * Reads a suite of the project's own: YAML files of one task or several.
 *
 * @param root The study's folder of data.
 * @throws {DataError} If a file cannot be read, a field is wrong, or two tasks have the same id.
 */
export async function readSuite<T extends Task>(
  root: string,
  { tasks: folder, shared, parse, check }: NonNullable<DatasetLayout<T, Settings>["suite"]>,
  remember: Remember,
): Promise<T[]> {
  const common = shared === undefined ? undefined : await readYamlFile(join(root, shared));
  if (common) remember(shared!, common.bytes);
  const seen = new Map<string, string>();
  const tasks = (await readYamlFiles(join(root, folder))).flatMap(({ name, file, value, bytes }) => {
    remember(join(folder, `${name}.yaml`), bytes);
    const own = parsed(() => [parse(value, common?.value)].flat() as T[], { file });
    for (const { id } of own) {
      const other = seen.get(id);
      if (other) {
        throw new DataError(`task ${id} is also in ${other}; task ids must be unique`, { place: { file } });
      }
      seen.set(id, file);
    }
    return own;
  });
  parsed(() => check?.(tasks), { file: shortPath(join(root, folder)) });
  return tasks;
}

/** Where the task stands in a prompting method. */
const PLACE = "{prompt}";

/**
 * Reads prompting methods: a JSON object that has for each method's name a text with `{prompt}` in the task's place.
 *
 * @throws {DataError} If the file cannot be read or is none of this kind; names the method.
 */
export async function readMethods(
  root: string,
  path: string,
  remember: Remember,
): Promise<Record<string, string>> {
  const place = { file: shortPath(join(root, path)) };
  const { text, bytes } = await readText(join(root, path));
  remember(path, bytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new DataError(`this is not JSON: ${(cause as Error).message}`, { place, cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new DataError("prompting methods must be a JSON object of texts", { place });
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, template]) => {
      if (typeof template === "string" && template.split(PLACE).length === 2) return [name, template];
      throw new DataError(`the prompting method ${name} must be a text with ${PLACE} in it, once`, { place });
    }),
  );
}
