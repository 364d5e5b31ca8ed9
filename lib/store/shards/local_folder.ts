import { join, relative, resolve } from "node:path";
import { ensureWritable, fileError, ifThere } from "../files/files.ts";

/** The names that Linux gives to file systems that several machines share. */
const SHARED =
  /^(?:nfs\d?|cifs|smb3?|lustre|gpfs|beegfs|ceph|glusterfs|pvfs2|orangefs|panfs|afs|9p)$|^fuse\./;

/**
 * A folder on a disk of this machine, for the stores of a shard that is being worked on.
 *
 * @param folder The folder of the plan, which machines may share.
 * @param names The names of the nested folders, e.g. the plan's id and the shard's name.
 * @param temporary The folder for temporary files on this machine. @default TMPDIR, else /tmp
 * @throws {DataError} If `temporary` lies in the folder of the plan, is on a file system that several machines share, or
 * cannot be written; the message says why.
 */
export async function localFolder(
  folder: string,
  names: readonly string[],
  temporary: string = Deno.env.get("TMPDIR") || "/tmp",
): Promise<string> {
  const base = await ifThere(Deno.realPath(resolve(temporary)));
  if (base === undefined) {
    throw fileError(
      temporary,
      "there is no such folder; set TMPDIR to one on a disk of this machine, e.g. /tmp",
    );
  }
  const isInside = !relative(await Deno.realPath(folder), base).startsWith("..");
  const mounts = Deno.build.os === "linux" ? await Deno.readTextFile("/proc/self/mountinfo") : "";
  const system = fileSystemAt(base, mounts); // empty if it is unknown
  if (isInside || SHARED.test(system)) {
    const where = isInside ? "lies in the folder of the shards" : `is on ${system}, which machines share`;
    throw fileError(
      base,
      `cannot keep stores here, since it ${where}: SQLite's write-ahead log needs memory that only processes of one ` +
        "machine have in common, and locks that such file systems do not keep; set TMPDIR to a disk of this machine, e.g. /tmp",
    );
  }
  // Each user has a folder of their own, since another user's folder cannot be written.
  const local = join(base, `codebias-shards-${Deno.uid() ?? "all"}`, ...names);
  await ensureWritable(local);
  return local;
}

/**
 * The type of the file system that holds a path.
 *
 * @param path An absolute path without symbolic links.
 * @param mounts The content of /proc/self/mountinfo.
 *
 * @example
 * ```ts
 * import { fileSystemAt } from "codebias/store/shards/local_folder.ts";
 * import assert from "node:assert/strict";
 * const mounts = "22 1 0:1 / / rw - ext4 /dev/sda rw\n23 22 0:2 / /home rw shared:1 - nfs4 server:/home rw\n";
 * assert.deepEqual(["/home/me", "/homely"].map((path) => fileSystemAt(path, mounts)), ["nfs4", "ext4"]);
 * ```
 */
export function fileSystemAt(path: string, mounts: string): string {
  const found = mounts.split("\n").filter((line) => line !== "").map((line) => {
    const [before, after] = line.split(" - ");
    const place = before.split(" ")[4].replace(
      /\\(\d{3})/g,
      (_, code) => String.fromCharCode(parseInt(code, 8)),
    );
    return { place, system: after.split(" ")[0] };
  }).filter(({ place }) => place === "/" || path === place || path.startsWith(`${place}/`));
  // Of mounts at the same path, the last one hides the others.
  return found.reduce((best, one) => one.place.length >= best.place.length ? one : best, {
    place: "",
    system: "",
  }).system;
}
