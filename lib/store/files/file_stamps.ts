import { join } from "node:path";
import { DataError } from "../../core/errors.ts";
import type { Repository } from "../../core/types.ts";
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
    try {
      const { size, mtime } = await Deno.stat(join(root, path));
      return `${path} ${size} ${mtime?.getTime()}`;
    } catch (cause) {
      if (!(cause instanceof Deno.errors.NotFound)) throw cause;
      throw new DataError(`there is no such file; ${name} is incomplete, get it again: git clone ${url}`, {
        place: { file: shortPath(join(root, path)) },
        cause,
      });
    }
  }));
}
