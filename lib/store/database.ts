import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { DataError } from "../errors.ts";
import { shortPath } from "./paths.ts";
import { databaseTrouble, isBusy } from "./database_trouble.ts";

/** What a file is for. */
export interface DatabaseFormat {
  /** How sentences call it, e.g. `the run store`. */
  readonly name: string;
  /** Tells its files from those of other programs. */
  readonly applicationId: number;
  /** Raised whenever the tables change. */
  readonly version: number;
  /** SQL that makes the tables. */
  readonly tables: string;
}

/** How long to wait for another process that writes, milliseconds. */
const PATIENCE_MS = 60_000;

/** How often to see whether the file is still there: SQLite would go on to write to one without a name. Milliseconds. */
const LOOK_MS = 100;

/**
 * An SQLite file that several processes may read and write at once. What was written stays when the process is killed.
 *
 * Statements are prepared once. No error of SQLite leaves it: each becomes a sentence with the file's name.
 */
export class Database implements Disposable {
  readonly path: string;
  readonly #format: DatabaseFormat;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #file: string | undefined;
  #looked = -Infinity;

  /**
   * Opens the file, creating it if need be.
   *
   * @throws {DataError} If it cannot be opened or written, or is another program's or a newer version's.
   */
  constructor(path: string, format: DatabaseFormat) {
    this.path = path;
    this.#format = format;
    this.#database = this.#guard(() => openFile(path));
    try {
      this.#guard(() => useWriteAheadLog(this.#database));
      this.write(() => this.#prepareFormat());
      this.#file = identityOf(path);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /** The first row of a query's result, or undefined. Columns are named as in the query. */
  get<R>(sql: string, ...values: SQLInputValue[]): R | undefined {
    return this.#guard(() => this.#statement(sql).get(...values)) as R | undefined;
  }

  /** All rows of a query's result. */
  all<R>(sql: string, ...values: SQLInputValue[]): R[] {
    return this.#guard(() => this.#statement(sql).all(...values)) as R[];
  }

  /** The rows of a query's result, one after another; nothing may be written before the last. */
  *each<R>(sql: string, ...values: SQLInputValue[]): Generator<R, void> {
    const rows = this.#guard(() => this.#database.prepare(sql).iterate(...values));
    try {
      for (;;) {
        const { value, done } = this.#guard(() => rows.next());
        if (done) return;
        yield value as R;
      }
    } finally {
      rows.return?.(); // or a reader that stops early would keep the log from being emptied
    }
  }

  /**
   * Runs a statement that gives no rows.
   *
   * @returns How many rows it changed, and the number of the one inserted last.
   */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#guard(() => this.#statement(sql).run(...values));
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /** Runs any SQL, e.g. a PRAGMA. */
  execute(sql: string): void {
    this.#guard(() => this.#database.exec(sql));
  }

  /**
   * Does several things at once and whole: all of them are stored when it returns, none when it throws.
   *
   * @throws {DataError} If it cannot be stored, or the file was deleted meanwhile.
   */
  write<R>(action: () => R): R {
    return this.#guard(() => {
      this.#begin();
      try {
        const result = action();
        this.#statement("COMMIT").run();
        return result;
      } catch (error) {
        if (this.#database.isTransaction) this.#database.exec("ROLLBACK");
        throw error;
      }
    });
  }

  [Symbol.dispose](): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #begin(): void {
    const now = performance.now();
    if (now - this.#looked > LOOK_MS) {
      this.#ensureThere();
      this.#looked = now;
    }
    this.#statement("BEGIN IMMEDIATE").run();
  }

  #ensureThere(): void {
    if (this.#file === undefined || identityOf(this.path) === this.#file) return;
    throw new DataError(`${this.#format.name} was deleted or replaced while it was open; open it again`, {
      place: { file: shortPath(this.path) },
    });
  }

  #statement(sql: string): StatementSync {
    let statement = this.#statements.get(sql);
    if (!statement) this.#statements.set(sql, statement = this.#database.prepare(sql));
    return statement;
  }

  #prepareFormat(): void {
    const { name, applicationId, version, tables } = this.#format;
    const number = (pragma: string) =>
      Object.values(this.#database.prepare(`PRAGMA ${pragma}`).get()!)[0] as number;
    const place = { file: shortPath(this.path) };
    if (this.#database.prepare("SELECT 1 FROM sqlite_schema").get() === undefined) {
      this.#database.exec(
        `${tables}; PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${version}`,
      );
    } else if (number("application_id") !== applicationId) {
      throw new DataError(
        `this is another program's database, not ${name}; move it away or name another file`,
        {
          place,
        },
      );
    } else if (number("user_version") !== version) {
      const found = number("user_version");
      const what = found > version
        ? `a newer version of codebias made it (format ${found}; this one knows ${version}); update codebias`
        : `it has the old format ${found}; this version knows ${version} alone; export its runs with the old version`;
      throw new DataError(`cannot open ${name}: ${what}, or name another file`, { place });
    }
  }

  #guard<R>(action: () => R): R {
    try {
      return action();
    } catch (cause) {
      if (cause instanceof DataError || cause instanceof RangeError || cause instanceof TypeError) {
        throw cause;
      }
      throw databaseTrouble(cause, this.path, this.#format.name);
    }
  }
}

function openFile(path: string): DatabaseSync {
  Deno.mkdirSync(dirname(path), { recursive: true });
  const database = new DatabaseSync(path);
  try {
    database.exec(`PRAGMA busy_timeout = ${PATIENCE_MS}; ${SPEED}`);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * The cache in KiB, since keys are spread over their whole index; the log in pages, since the index's repeat in it.
 * That rows lead to rows is seen to by writing both at once.
 */
const SPEED = "PRAGMA cache_size = -65536; PRAGMA wal_autocheckpoint = 8000; PRAGMA foreign_keys = OFF";

/** SQLite does not wait by itself while another process creates the same file. */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
      return;
    } catch (error) {
      if (Date.now() > deadline || !isBusy(error)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** What tells a file from one that took its name; undefined if there is none. */
function identityOf(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev} ${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
