import { hash } from "node:crypto";
import { dirname, join } from "node:path";
import { isObject, jsonIn } from "../../values/plain_json.ts";
import { ensureWritable, exists, fileError, ifThere, writeWhole } from "../files/files.ts";
import { hashFiles, hashOf } from "../manifest.ts";

/** A folder that exists complete or not at all. One file seals it: the description, with the hashes of all other files. */
export interface Sealed<About extends object> {
  /** The folder's path. */
  readonly place: string;
  /** The name of the file that seals it. */
  readonly seal: string;
  readonly about: About;
}

/**
 * Writes a sealed folder: to a temporary one beside it, which is then renamed. If another process was faster, its folder stays.
 *
 * @param fill Writes the files to the folder that it is given, and returns their names.
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
 * The description of a sealed folder, after a check that its files are unchanged; undefined if there is no such folder.
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
  /** SHA-256 of each file, by its name. */
  readonly files: Readonly<Record<string, string>>;
}

function changed(path: string): Error {
  return fileError(
    path,
    "this file is not as it was written; remove the folder that it is in, and work again",
  );
}

/** The id of a description: a SHA-256 that changes with any of its fields. */
export function idOf(about: object): string {
  return hash("sha256", JSON.stringify(about));
}

/** The description in a file whose id fits its other fields; undefined if there is no text, or it was changed. */
export function sealedIn<About extends object>(text = ""): About & { readonly id: string } | undefined {
  const about = jsonIn(text) as unknown;
  if (!isObject(about)) return undefined;
  const { id, ...rest } = about;
  return id === idOf(rest) ? about as About & { readonly id: string } : undefined;
}

/** The text of a description's file, indented for people to read. */
export function inLines(about: object): string {
  return JSON.stringify(about, null, 1) + "\n";
}
