import { join } from "node:path";
import { DataError } from "../../core/errors.ts";
import type { Repository } from "../../core/types.ts";
import { ifThere } from "./files.ts";
import { shortPath } from "../paths.ts";

/**
 * Path, size and modification time of a repository's files: these change when the files do.
 *
 * @param paths Relative to the root.
 * @throws {DataError} If one is not there, with what to do.
 */
export async function fileStamps(
  paths: readonly string[],
  root: string,
  { name, url }: Repository,
): Promise<string[]> {
  return await Promise.all(paths.map(async (path) => {
    const file = await ifThere(Deno.stat(join(root, path)));
    if (file) return `${path} ${file.size} ${file.mtime?.getTime()}`;
    throw new DataError(`there is no such file; ${name} is incomplete, get it again: git clone ${url}`, {
      place: { file: shortPath(join(root, path)) },
    });
  }));
}
