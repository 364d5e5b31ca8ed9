import { fileError } from "./files/files.ts";
import { unreadable } from "./files/json_lines.ts";
import { join, relative, resolve } from "node:path";
import type { Repository } from "../core/types.ts";
import { paths, shortPath, typedPath } from "./paths.ts";

/**
 * The folder that holds the repositories of the papers: the given one, else `CODEBIAS_ARTIFACTS`, else data/artifacts.
 */
export function artifactsFolder(given?: string): string {
  const named = namedArtifacts(given);
  return named === undefined ? paths.artifacts : typedPath(named);
}

/** The folder that was named explicitly and must therefore exist: the given one, else `CODEBIAS_ARTIFACTS`. */
export function namedArtifacts(given?: string): string | undefined {
  return given ?? (Deno.env.get("CODEBIAS_ARTIFACTS") || undefined);
}

/**
 * The folder of a repository.
 *
 * @param options.artifacts Folder with one folder per repository; see {@linkcode artifactsFolder}.
 * @throws {DataError} If it is missing or is not this repository; the message says what to do.
 */
export async function locateRepository(
  repository: Repository,
  options: { artifacts?: string } = {},
): Promise<string> {
  const folder = artifactsFolder(options.artifacts);
  const path = join(folder, repository.name);
  if (await kindOf(join(path, repository.landmark)) === "file") return path;
  const kind = await kindOf(folder);
  // Nothing can be cloned into a path that is a file.
  const home = ["folder", "nothing"].includes(kind) ? folder : paths.artifacts;
  const clone = `git clone ${repository.url} ${toType(join(home, repository.name))}`;
  if (await kindOf(join(folder, repository.landmark)) === "file") {
    throw fileError(
      folder,
      `this is ${repository.name} itself; give the folder that contains it ` +
        `(${shortPath(resolve(folder, ".."))}), where its name is ${repository.name}`,
    );
  }
  if (await kindOf(path) === "folder") {
    throw fileError(
      folder,
      `${repository.name} is there but has no ${repository.landmark}; get it again: ${clone}`,
    );
  }
  if (kind === "folder") {
    throw fileError(folder, `this artifacts folder has no ${repository.name}; get it with: ${clone}`);
  }
  const wrong = kind === "file" ? "this is a file, not a folder" : "there is no such artifacts folder";
  throw fileError(folder, `${wrong}; name one with --artifacts DIR or CODEBIAS_ARTIFACTS, or: ${clone}`);
}

/** Whether a repository is present, i.e. its landmark file exists. */
export async function hasRepository(
  repository: Repository,
  options: { artifacts?: string } = {},
): Promise<boolean> {
  const path = join(artifactsFolder(options.artifacts), repository.name, repository.landmark);
  return await kindOf(path) === "file";
}

/** A path to be typed in a command: relative to the folder where commands are typed if it lies below that. */
function toType(path: string): string {
  const below = relative(typedPath("."), path);
  return below.startsWith("..") ? path : below;
}

type Kind = "file" | "folder" | "neither" | "nothing" | "below a file";

async function kindOf(path: string): Promise<Kind> {
  try {
    const { isFile, isDirectory } = await Deno.stat(path);
    return isFile ? "file" : isDirectory ? "folder" : "neither";
  } catch (cause) {
    if (cause instanceof Deno.errors.NotFound) return "nothing";
    if (cause instanceof Deno.errors.NotADirectory) return "below a file";
    throw unreadable(path, cause);
  }
}
