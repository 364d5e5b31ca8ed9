import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { damaged, isBusy } from "./database_trouble.ts";
import { lacksLocks } from "./locks.ts";
import { exists, fileError } from "../files/files.ts";

/** The format of a database file. */
export interface DatabaseFormat {
  /** The name of the database in messages, e.g. `the run store`. */
  readonly name: string;
  /** SQLite's `application_id`, which tells its files from those of other programs. */
  readonly applicationId: number;
  /** The version, which is raised whenever the tables change. */
  readonly version: number;
  /** SQL that makes the tables. */
  readonly tables: string;
  /** Columns that were added to the tables later; they are null in rows that were stored before. */
  readonly additions?: readonly { readonly table: string; readonly column: string; readonly type: string }[];
}

/** The time to wait for another process that is writing, milliseconds. */
const PATIENCE_MS = 60_000;

/**
 * Opens the file of a database, creating it if there is none. A new file gets its name only once it has its tables, so
 * that a file without tables must have lost them.
 *
 * @throws {DataError} If the file is a folder, or its log was removed.
 * @throws The errors of SQLite and of the file system, unchanged.
 */
export function openFile(path: string, format: DatabaseFormat): DatabaseSync {
  if (!exists(path)) create(path, format);
  if (Deno.statSync(path).isDirectory) {
    throw fileError(
      path,
      `this is a folder, so it cannot be ${format.name}; move it away, or name another file`,
    );
  }
  if (lacksLog(path)) {
    throw damaged(path, format.name, { how: "its log, the file that ends in -wal, was removed" });
  }
  const database = new DatabaseSync(path);
  try {
    useWriteAheadLog(database, dirname(path));
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; ${SPEED}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Whether the log, with the latest data, is gone: SQLite creates the log before its index, and removes it after its index. */
function lacksLog(path: string): boolean {
  const [log, index] = ["-wal", "-shm"].map((ending) => path + ending);
  return !exists(log) && exists(index) && !exists(log) && exists(index);
}

/** Creates the file under another name, and gives it its own name unless another process was faster. */
function create(path: string, format: DatabaseFormat): void {
  Deno.mkdirSync(dirname(path), { recursive: true });
  const neighbour = join(dirname(path), `.${crypto.randomUUID()}.part`);
  try {
    using database = new DatabaseSync(neighbour);
    database.exec(`PRAGMA journal_mode = MEMORY; BEGIN; ${tablesOf(format)}; COMMIT`);
    database.close();
    linkOrRename(neighbour, path);
  } finally {
    if (exists(neighbour)) Deno.removeSync(neighbour);
  }
}

/** SQL that makes the tables and sets the application id and version; trimmed, since SQLite would store a trailing newline. */
export function tablesOf({ tables, applicationId, version }: DatabaseFormat): string {
  return `${tables.trim()}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`;
}

/** The schema of a database as one text that does not depend on white space and comments in its SQL. */
export function schemaOf(database: DatabaseSync): string {
  const rows = database.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name").all();
  return JSON.stringify(rows.map(Object.values)).replace(/--.*?\\n/g, "").replace(/(\s|\\n)+/g, " ");
}

/** The schema of a format, with its additions. */
export function expectedSchema(format: DatabaseFormat): string {
  using database = new DatabaseSync(":memory:");
  database.exec(tablesOf(format));
  addColumns(database, format);
  return schemaOf(database);
}

/** Adds the columns of a format's `additions` that the tables lack. */
export function addColumns(database: DatabaseSync, { additions = [] }: DatabaseFormat): void {
  for (const { table, column, type } of additions) {
    const columns = database.prepare(`PRAGMA table_info(${table})`).all();
    if (columns.some(({ name }) => name === column)) continue;
    database.exec(`ALTER TABLE ${table} ADD COLUMN ${column} ${type}`);
  }
}

/** Links or, without links, renames. A link never replaces a file; a rename does, unless the file is seen in time. */
function linkOrRename(from: string, to: string): void {
  try {
    Deno.linkSync(from, to);
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists || exists(to)) return;
    Deno.renameSync(from, to);
  }
}

/**
 * Settings for speed: a large cache (KiB), since keys are spread over their whole index; a long log (pages), since the
 * index's pages repeat in it; no checks of references, which hold because both rows are written in one transaction.
 */
const SPEED = "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8000; PRAGMA foreign_keys = OFF";

/**
 * Opens a file for one connection alone: it is locked from before the first page is read until it is closed.
 *
 * @throws {DataError} If somebody else has it open.
 */
export function openAlone(path: string, name: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    database.exec("PRAGMA foreign_keys = OFF; PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    return database;
  } catch (cause) {
    database.close();
    if (!isBusy(cause)) throw cause;
    throw fileError(
      path,
      `${name} is open elsewhere: close the notebooks and commands that use it first`,
      cause,
    );
  }
}

/**
 * Turns the write-ahead log on. SQLite does not wait by itself while another process creates the same file. Where the file
 * system lacks locks, no other process holds the file, and waiting does not help.
 */
function useWriteAheadLog(database: DatabaseSync, folder: string): void {
  const deadline = Date.now() + PATIENCE_MS;
  for (let tries = 1;; tries++) {
    try {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      return;
    } catch (error) {
      if (Date.now() > deadline || !isBusy(error) || (tries === 1 && lacksLocks(folder))) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}
