import {} from "./files/files.ts";
import { unreadable } from "./files/json_lines.ts";
import { join, relative, resolve } from "node:path";
import { DataError } from "../core/errors.ts";
import type { Repository } from "../core/types.ts";
import { paths, shortPath, typedPath } from "./paths.ts";

/**
 * The folder that holds the papers' repositories: the one given, else `CODEBIAS_ARTIFACTS`, else data/artifacts.
 */
export function artifactsFolder(given?: string): string {
  const named = namedArtifacts(given);
  return named === undefined ? paths.artifacts : typedPath(named);
}

/** The folder that was named explicitly, so that it must exist: the one given, else `CODEBIAS_ARTIFACTS`. */
export function namedArtifacts(given?: string): string | undefined {
  return given ?? (Deno.env.get("CODEBIAS_ARTIFACTS") || undefined);
}

/**
 * The folder of a repository.
 *
 * @param options.artifacts Folder with one folder per repository; see {@linkcode artifactsFolder}.
 * @throws {DataError} If it is missing or something else, with what to do.
 */
export async function locateRepository(
  repository: Repository,
  options: { artifacts?: string } = {},
): Promise<string> {
  const folder = artifactsFolder(options.artifacts);
  const path = join(folder, repository.name);
  if (await isFile(join(path, repository.landmark))) return path;
  const place = { file: shortPath(folder) };
  // Below a file nothing can be cloned.
  const home = await isBlocked(folder) ? paths.artifacts : folder;
  const clone = `git clone ${repository.url} ${toType(join(home, repository.name))}`;
  if (await isFile(join(folder, repository.landmark))) {
    throw new DataError(
      `this is ${repository.name} itself; give the folder that contains it ` +
        `(${shortPath(resolve(folder, ".."))}), where its name is ${repository.name}`,
      { place },
    );
  }
  if (await isFolder(path)) {
    throw new DataError(
      `${repository.name} is there but has no ${repository.landmark}; get it again: ${clone}`,
      { place },
    );
  }
  if (await isFolder(folder)) {
    throw new DataError(`this artifacts folder has no ${repository.name}; get it with: ${clone}`, { place });
  }
  const wrong = await isFile(folder) ? "this is a file, not a folder" : "there is no such artifacts folder";
  throw new DataError(`${wrong}; name one with --artifacts DIR or CODEBIAS_ARTIFACTS, or: ${clone}`, {
    place,
  });
}

/** Whether a repository is there to be read. */
export async function hasRepository(
  repository: Repository,
  options: { artifacts?: string } = {},
): Promise<boolean> {
  return await isFile(join(artifactsFolder(options.artifacts), repository.name, repository.landmark));
}

/** A path for a command: relative to where commands are typed if it is below. */
function toType(path: string): string {
  const below = relative(typedPath("."), path);
  return below.startsWith("..") ? path : below;
}

async function isFile(path: string): Promise<boolean> {
  const info = await look(path);
  return typeof info === "object" && info.isFile;
}

async function isFolder(path: string): Promise<boolean> {
  const info = await look(path);
  return typeof info === "object" && info.isDirectory;
}

/** Whether the path is something other than a folder, or below a file. */
async function isBlocked(path: string): Promise<boolean> {
  const info = await look(path);
  return info === "below a file" || (typeof info === "object" && !info.isDirectory);
}

async function look(path: string): Promise<Deno.FileInfo | "nothing" | "below a file"> {
  try {
    return await Deno.stat(path);
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return "nothing";
    if (cause instanceof Deno.errors.NotADirectory) return "below a file";
    throw unreadable(path, cause);
  }
}
