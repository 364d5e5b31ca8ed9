import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { DatabaseSync } from "node:sqlite";

/** What shows whether SQLite can write, with its log and with a log in memory. */
const WITH_LOG = "PRAGMA journal_mode = WAL; BEGIN IMMEDIATE; CREATE TABLE t (a); COMMIT";
const WITHOUT_LOG = WITH_LOG.replace("WAL", "MEMORY");

/**
 * Whether a file system lacks the locks, or the shared memory, that a database needs. Nobody else has the files that are
 * tried, so that one that is locked shows it; and they can be written without locks, so that nothing else is amiss.
 *
 * @param folder Where two files are made for a moment.
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
    if (!(error instanceof Error)) throw error; // it was never made, or cannot be removed where nothing can
  }
}
