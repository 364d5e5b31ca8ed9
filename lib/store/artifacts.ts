import { join, resolve } from "node:path";
import { DataError } from "../errors.ts";
import type { Repository } from "../types.ts";
import { paths, shortPath } from "./paths.ts";

/**
 * The folder that holds the papers' repositories: the one given, else `CODEBIAS_ARTIFACTS`, else data/artifacts.
 */
export function artifactsFolder(given?: string): string {
  return resolve(given ?? (Deno.env.get("CODEBIAS_ARTIFACTS") || paths.artifacts));
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
  const clone = `git clone ${repository.url} ${join(shortPath(folder), repository.name)}`;
  if (await isFile(join(folder, repository.landmark))) {
    throw new DataError(
      `this is ${repository.name} itself; give the folder that contains it (${
        shortPath(resolve(folder, ".."))
      }), ` +
        `in which it is called ${repository.name}`,
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
  throw new DataError(
    `there is no such artifacts folder; name one with --artifacts DIR or CODEBIAS_ARTIFACTS, or: ${clone}`,
    { place },
  );
}

/** Whether a repository is there to be read. */
export async function hasRepository(
  repository: Repository,
  options: { artifacts?: string } = {},
): Promise<boolean> {
  return await isFile(join(artifactsFolder(options.artifacts), repository.name, repository.landmark));
}

async function isFile(path: string): Promise<boolean> {
  return (await statOrNothing(path))?.isFile ?? false;
}

async function isFolder(path: string): Promise<boolean> {
  return (await statOrNothing(path))?.isDirectory ?? false;
}

async function statOrNothing(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.stat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}
