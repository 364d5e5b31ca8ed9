import { dirname, join } from "node:path";
import { DataError } from "../../core/errors.ts";
import { shortPath } from "../paths.ts";
import type { Repository } from "../../core/types.ts";

/**
 * Writes a file atomically: to a temporary file beside it, which is then renamed.
 *
 * @throws {DataError} If it cannot be written; then no partial file is left behind.
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | ReadableStream<Uint8Array>,
): Promise<void> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  await writeWholeBy(path, (neighbour) => Deno.writeFile(neighbour, bytes, { createNew: true }));
}

/**
 * Writes a file atomically through a callback, e.g. one that has polars write it.
 *
 * @param write Writes the file to the path that it is given, at which no file exists yet; that file is then renamed.
 * @throws {DataError} If it cannot be written; then no partial file is left behind.
 */
export async function writeWholeBy(
  path: string,
  write: (neighbour: string) => Promise<void> | void,
): Promise<void> {
  const neighbour = join(dirname(path), `.${crypto.randomUUID()}.part`);
  try {
    await Deno.mkdir(dirname(path), { recursive: true });
    await write(neighbour);
    await Deno.rename(neighbour, path);
  } catch (cause) {
    await removeIfThere(neighbour);
    throw unwritable(path, cause);
  }
}

/**
 * Writes a file as {@linkcode writeWhole} does, but synchronously, for files that a notebook shows at once.
 *
 * @throws {DataError} As {@linkcode writeWhole}.
 */
export function writeWholeSync(path: string, content: string): void {
  const neighbour = join(dirname(path), `.${crypto.randomUUID()}.part`);
  try {
    Deno.mkdirSync(dirname(path), { recursive: true });
    Deno.writeTextFileSync(neighbour, content, { createNew: true });
    Deno.renameSync(neighbour, path);
  } catch (cause) {
    if (exists(neighbour)) Deno.removeSync(neighbour);
    throw unwritable(path, cause);
  }
}

/**
 * Refuses a name that cannot be one of a visible file in a folder: a slash could lead anywhere, a leading dot hides a file.
 *
 * @param doing The action for the message, e.g. `save as`.
 * @throws {RangeError} If the name is not allowed; the message says what it must be.
 */
export function checkFileName(name: string, doing: string): void {
  if (/^[^\s./\\\p{C}][^/\\\p{C}]*$/u.test(name)) return;
  const expected = "a file name without ending, which begins with a letter or a digit and has no slashes";
  throw new RangeError(`Cannot ${doing} ${JSON.stringify(name)}: it must be ${expected}`);
}

/**
 * Makes sure that files can be written to a folder, creating the folder if need be.
 *
 * @throws {DataError} If they cannot be written.
 */
export async function ensureWritable(folder: string): Promise<void> {
  const probe = join(folder, `.${crypto.randomUUID()}.part`);
  try {
    await Deno.mkdir(folder, { recursive: true });
    await Deno.writeTextFile(probe, "");
  } catch (cause) {
    throw unwritable(folder, cause);
  } finally {
    await removeIfThere(probe);
  }
}

/**
 * The names in a folder that is to be written to; none where it is missing, or a file, which writing will say.
 *
 * @throws {DataError} If it cannot be read.
 */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await ifThere(Array.fromAsync(Deno.readDir(folder), ({ name }) => name)) ?? [];
  } catch (cause) {
    throw unwritable(folder, cause);
  }
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await ifThere(Deno.remove(path));
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
  }
}

/** The error for a problem with a file or folder. */
export function fileError(path: string, message: string, cause?: unknown): DataError {
  return new DataError(message, { place: { file: shortPath(path) }, cause });
}

/** The result of reading a file or folder; undefined if there is no such file or folder. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return undefined;
    throw error;
  }
}

/** A new temporary folder, which is removed when it is disposed. */
export async function temporaryFolder(
  options: Deno.MakeTempOptions = {},
): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir(options);
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}

function unwritable(path: string, cause: unknown): DataError {
  if (cause instanceof DataError) return cause; // an error in the content, not of the writing
  const message = cause instanceof Error ? cause.message : String(cause);
  if (/os error 28|ENOSPC|No space left/.test(message)) {
    const full = "cannot write: the disk is full; free some space and run the same command again";
    return fileError(path, full, cause);
  }
  if (cause instanceof Deno.errors.PermissionDenied || /read-only|os error 30/i.test(message)) {
    return fileError(path, "cannot write here: no permission; choose another folder with --out DIR", cause);
  }
  return fileError(path, `cannot write here: ${message}; choose another folder with --out DIR`, cause);
}

/** Whether a file or folder exists at a path. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    // Nothing exists below a path that is not a folder.
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/**
 * The path, size and modification time of each file of a repository, as one text; it changes when the file does.
 *
 * @param paths The paths of the files, relative to the root.
 * @throws {DataError} If a file is missing; the message says what to do.
 */
export async function fileStamps(
  paths: readonly string[],
  root: string,
  { name, url }: Repository,
): Promise<string[]> {
  return await Promise.all(paths.map(async (path) => {
    const file = await ifThere(Deno.stat(join(root, path)));
    if (file) return `${path} ${file.size} ${file.mtime?.getTime()}`;
    const missing = `there is no such file; ${name} is incomplete, get it again: git clone ${url}`;
    throw fileError(join(root, path), missing);
  }));
}
