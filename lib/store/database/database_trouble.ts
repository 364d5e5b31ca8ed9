import { fileError } from "../files/files.ts";
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DataError } from "../../core/errors.ts";
import { lacksLocks } from "./locks.ts";
import { shortPath } from "../paths.ts";

/** Some of SQLite's result codes with their messages, since not every error carries its code. */
const RESULTS = {
  permission: { code: 3, says: "access permission denied" },
  busy: { code: 5, says: "database is locked" },
  locked: { code: 6, says: "database table is locked" },
  readOnly: { code: 8, says: "attempt to write a readonly database" },
  io: { code: 10, says: "disk I/O error" },
  corrupt: { code: 11, says: "database disk image is malformed" },
  full: { code: 13, says: "database or disk is full" },
  cannotOpen: { code: 14, says: "unable to open database file" },
  protocol: { code: 15, says: "locking protocol" },
  noDatabase: { code: 26, says: "file is not a database" },
  // The project's statements never cause these in an intact file.
  schema: { code: -1, says: "malformed database schema" },
  format: { code: -1, says: "unsupported file format" },
  twice: { code: -1, says: "UNIQUE constraint failed" },
  tooLarge: { code: -1, says: "Value is too large" },
} as const;

type Result = keyof typeof RESULTS;

/** The free space below which a failed write is attributed to a full disk, bytes. */
const NEXT_TO_NOTHING = 1 << 16;

/**
 * The error to throw for an error of SQLite or of the file system: it tells a user of the store what to do.
 *
 * @param store The name of the store in messages, e.g. `the run store`.
 */
export function databaseTrouble(cause: unknown, path: string, store: string): Error {
  if (!(cause instanceof Error)) {
    return fileError(path, String(cause), cause);
  }
  if ("code" in cause && cause.code === "ERR_INVALID_STATE") {
    return new RangeError(`Cannot use ${store}: it has been closed; open it again`, { cause });
  }
  return fileError(path, sentence(cause, path, store), cause);
}

/** Whether an error only means that another connection is using the database, so that waiting helps. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && ["busy", "locked"].includes(resultOf(error) ?? "");
}

function sentence(cause: Error, path: string, store: string): string {
  const { message } = cause;
  const result = resultOf(cause);
  const obstacle = result === "io" || result === "cannotOpen" ? obstacleAt(dirname(path)) : undefined;
  if (result === "full" || obstacle === "full" || /os error 28|ENOSPC|No space left/.test(message)) {
    return `cannot write to ${store}: the disk is full; what was stored before is safe; free some space and run ` +
      "the same again";
  }
  if (result === "noDatabase") return `this is not a database, so it cannot be ${store}; move the file away`;
  if (DAMAGED.some((one) => one === result)) return damagedStore(store, message);
  // SQLite gives this result after ten seconds of trying, and only where the locks of the file system fail.
  if (result === "protocol" || (LOCKING.some((one) => one === result) && lacksLocks(dirname(path)))) {
    return `cannot keep ${store} here: this file system cannot lock files as SQLite has to; name a file on a disk of ` +
      `this machine, e.g. --store "$TMPDIR/runs.sqlite" or openStore("/tmp/runs.sqlite"), one for each host, as none ` +
      "can be shared between hosts";
  }
  if (isBusy(cause)) {
    return `${store} has been locked by another process for too long; end that one, or wait, and try again`;
  }
  // SQLite takes a file as read-only if its header names a newer format.
  if (result === "readOnly" && isWritable(path)) return damagedStore(store, message);
  if (isForbidden(cause) || obstacle === "forbidden" || result === "readOnly" || result === "permission") {
    return `cannot write to ${store} here: no permission; use another folder, or change its permissions`;
  }
  if (cause instanceof Deno.errors.NotADirectory || cause instanceof Deno.errors.AlreadyExists) {
    return `cannot make ${store} here: a file is where a folder is needed; name another file`;
  }
  return `cannot use ${store}: ${message}`;
}

/** The results that SQLite may give where it cannot lock a file. */
const LOCKING: readonly Result[] = ["busy", "locked", "io", "cannotOpen", "permission"];

const DAMAGED: readonly Result[] = ["corrupt", "schema", "format", "twice", "tooLarge"];

/**
 * The error for a file whose contents are not as they were stored.
 *
 * @param what.how The observation that shows the damage.
 */
export function damaged(path: string, store: string, what: { how: string; cause?: unknown }): DataError {
  const place = { file: shortPath(path) };
  return new DataError(damagedStore(store, what.how), { place, cause: what.cause ?? new Error(what.how) });
}

function damagedStore(store: string, how: string): string {
  const words = how.replace(/\s+/g, " ").trim();
  return `${store} is damaged (${words}); move the file away, and import its last export`;
}

/** The entry of `RESULTS` that an error corresponds to; undefined if there is none. */
function resultOf(error: Error): Result | undefined {
  const code = "errcode" in error && typeof error.errcode === "number" ? error.errcode & 0xff : undefined;
  const entries = Object.entries(RESULTS) as [Result, typeof RESULTS[Result]][];
  return entries.find(([, result]) => result.code === code || error.message.startsWith(result.says))?.[0];
}

/** The reason why nothing can be written to a folder; undefined if none is known. */
function obstacleAt(folder: string): "full" | "forbidden" | undefined {
  try {
    Deno.removeSync(Deno.makeTempFileSync({ dir: folder }));
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize < NEXT_TO_NOTHING ? "full" : undefined;
  } catch (error) {
    if (error instanceof Error) return isForbidden(error) ? "forbidden" : undefined;
    throw error;
  }
}

function isWritable(path: string): boolean {
  try {
    Deno.openSync(path, { read: true, write: true }).close();
    return obstacleAt(dirname(path)) === undefined;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  }
}

function isForbidden(error: Error): boolean {
  return error instanceof Deno.errors.PermissionDenied || /read-?only|os error 30/i.test(error.message);
}
