import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { isObject, jsonIn } from "../../values/plain_json.ts";
import { ensureWritable, exists, fileError, ifThere, writeWhole } from "../files/files.ts";
import { hashFiles, hashOf } from "../manifest.ts";

/** A folder that is there whole or not at all, and that one file in it seals: what it is, with the hashes of all others. */
export interface Sealed<About extends object> {
  /** The folder's path. */
  readonly place: string;
  /** The name of the file that seals it. */
  readonly seal: string;
  readonly about: About;
}

/**
 * Writes such a folder: to one beside its place, which is then renamed. Where another process was faster, its folder stays.
 *
 * @param fill Writes the files to a folder, and names them.
 * @throws {DataError} If it cannot be written.
 */
export async function writeSealed(
  { place, seal, about }: Sealed<object>,
  fill: (folder: string) => Promise<readonly string[]>,
): Promise<void> {
  await ensureWritable(dirname(place));
  const neighbour = `${dirname(place)}/.${crypto.randomUUID()}.part`;
  try {
    const names = await fill(neighbour);
    const told = { ...about, files: await hashFiles(neighbour, names.map((name) => join(neighbour, name))) };
    await writeWhole(join(neighbour, seal), inLines({ id: idOf(told), ...told }));
    await Deno.rename(neighbour, place);
  } catch (error) {
    await ifThere(Deno.remove(neighbour, { recursive: true }));
    if (!exists(place)) throw error;
  }
}

/**
 * What is said of such a folder, whose files are as they were written; undefined if there is none.
 *
 * @throws {DataError} If one of its files was changed since it was written.
 */
export async function checkSealed<About extends object>(
  { place, seal }: Omit<Sealed<About>, "about">,
): Promise<About | undefined> {
  if (!exists(place)) return undefined;
  const about = sealedIn<About & Seal>(await ifThere(Deno.readTextFile(join(place, seal))));
  if (!about) throw changed(join(place, seal));
  const { id: _, files, ...own } = about;
  for (const [name, written] of Object.entries(files)) {
    if (await hashOf(place, name) !== written) throw changed(join(place, name));
  }
  return own as unknown as About;
}

interface Seal {
  /** SHA-256 by name. */
  readonly files: Readonly<Record<string, string>>;
}

function changed(path: string): Error {
  return fileError(
    path,
    "this file is not as it was written; remove the folder that it is in, and work again",
  );
}

/** What changes with anything that is said. */
export function idOf(about: object): string {
  return hash("sha256", JSON.stringify(about));
}

/** What a file says whose id is that of all else in it; undefined if there is none, or it was changed. */
export function sealedIn<About extends object>(text = ""): About & { readonly id: string } | undefined {
  const about = jsonIn(text) as unknown;
  if (!isObject(about)) return undefined;
  const { id, ...rest } = about;
  return id === idOf(rest) ? about as About & { readonly id: string } : undefined;
}

/** What is said, as a file that people can read. */
export function inLines(about: object): string {
  return JSON.stringify(about, null, 1) + "\n";
}
