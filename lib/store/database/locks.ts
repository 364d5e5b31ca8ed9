import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";

/** SQL that shows whether SQLite can write, with a write-ahead log and with a log in memory. */
const WITH_LOG = "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE t (a); COMMIT";
const WITHOUT_LOG = WITH_LOG.replace("WAL", "MEMORY");

/**
 * Whether a file system lacks the locks, or the shared memory, that a database needs. No other process uses the files of
 * this test, so the file system is the cause if one cannot be locked; one written without locks rules out other causes.
 *
 * @param folder The folder in which two files are made for a moment.
 */
export function lacksLocks(folder: string): boolean {
  return !works(folder, "", WITH_LOG) && works(folder, "?vfs=unix-none", WITHOUT_LOG);
}

/** Whether a new database can be made and written. */
function works(folder: string, options: string, steps: string): boolean {
  const path = join(folder, `.${crypto.randomUUID()}.locks`);
  try {
    using database = new DatabaseSync(new URL(pathToFileURL(path) + options));
    database.exec(steps);
    return true;
  } catch (error) {
    if (error instanceof Error) return false;
    throw error;
  } finally {
    for (const ending of ["", "-wal", "-shm"]) remove(path + ending);
  }
}

function remove(path: string): void {
  try {
    Deno.removeSync(path);
  } catch (error) {
    if (!(error instanceof Error)) throw error; // the file was never made, or the folder does not allow removing files
  }
}
