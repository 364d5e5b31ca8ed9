import { exists, fileError } from "../files/files.ts";
import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { DataError } from "../../core/errors.ts";
import { refuseOther } from "../../core/kinds.ts";
import { visible } from "../../core/visible.ts";
import { shortPath } from "../paths.ts";
import {
  addColumns,
  type DatabaseFormat,
  expectedSchema,
  openAlone,
  openFile,
  schemaOf,
  tablesOf,
} from "./database_file.ts";
import { damaged, databaseTrouble } from "./database_trouble.ts";
import { hash } from "node:crypto";

/** The time between checks that the file still exists, milliseconds: SQLite would go on writing to a deleted file. */
const LOOK_MS = 100;

/**
 * An SQLite file that several processes may read and write at once. Written data survive when the process is killed.
 *
 * Statements are prepared once. SQLite's errors are never thrown as they are: each becomes a message with the file's name.
 */
export class Database implements Disposable {
  readonly path: string;
  readonly #format: DatabaseFormat;
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #file: string | undefined;
  #looked = -Infinity;

  /**
   * Opens the file, creating it if need be, and has SQLite check its integrity, which takes some 2 ms per MB.
   *
   * @throws {DataError} If it cannot be opened or written, is damaged, belongs to another program, or has another format.
   */
  constructor(path: string, format: DatabaseFormat) {
    refuseOther(`open ${format.name} at`, path, "a text");
    this.path = path;
    this.#format = format;
    this.#database = this.#guard(() => openFile(path, format));
    try {
      this.write(() => this.#checkFormat());
      this.#checkWhole();
      this.#file = identityOf(path);
    } catch (error) {
      this.#database.close();
      throw error;
    }
  }

  /**
   * Removes rows from a file that nobody has open, and frees the disk space of all removed rows.
   *
   * @param steps SQL statements, each with its values.
   * @throws {DataError} If somebody has the file open, or it is damaged, belongs to another program, or cannot be written.
   */
  static compact(
    path: string,
    format: DatabaseFormat,
    steps: readonly (readonly [sql: string, ...values: SQLInputValue[]])[],
  ): void {
    new Database(path, format)[Symbol.dispose](); // checks that it is undamaged, and adds missing columns
    try {
      using database = openAlone(path, format.name);
      database.exec("BEGIN");
      for (const [sql, ...values] of steps) database.prepare(sql).run(...values);
      database.exec("COMMIT; VACUUM");
    } catch (cause) {
      if (cause instanceof DataError) throw cause;
      throw databaseTrouble(cause, path, format.name);
    }
  }

  /** The first row of a query's result, or undefined. Columns are named as in the query. */
  get<R>(sql: string, ...values: SQLInputValue[]): R | undefined {
    return this.#guard(() => this.#statement(sql).get(...values)) as R | undefined;
  }

  /**
   * The only row that a query can have.
   *
   * @throws {DataError} If there is none: then the data that refer to it are damaged.
   */
  one<R>(sql: string, ...values: SQLInputValue[]): R {
    const row = this.get<R>(sql, ...values);
    if (row === undefined) throw this.damaged("a row that others refer to is missing");
    return row;
  }

  /** All rows of a query's result. */
  all<R>(sql: string, ...values: SQLInputValue[]): R[] {
    return this.#guard(() => this.#statement(sql).all(...values)) as R[];
  }

  /** The rows of a query's result, one after another; nothing may be written before the last one is read. */
  *each<R>(sql: string, ...values: SQLInputValue[]): Generator<R, void> {
    const rows = this.#guard(() => this.#database.prepare(sql).iterate(...values));
    try {
      for (;;) {
        const { value, done } = this.#guard(() => rows.next());
        if (done) return;
        yield value as R;
      }
    } finally {
      rows.return?.(); // otherwise a reader that stops early would keep the log from being emptied
    }
  }

  /**
   * Runs a statement that gives no rows.
   *
   * @returns The number of changed rows, and the row id of the row inserted last.
   */
  run(sql: string, ...values: SQLInputValue[]): { changes: number; lastId: number } {
    const { changes, lastInsertRowid } = this.#guard(() => this.#statement(sql).run(...values));
    return { changes: Number(changes), lastId: Number(lastInsertRowid) };
  }

  /**
   * Runs an action as one transaction: all its changes are stored when this returns, none when it throws.
   *
   * @throws {DataError} If they cannot be stored, or the file was deleted meanwhile.
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

  /**
   * Decodes stored values.
   *
   * @throws {DataError} If they cannot be decoded, because they are not as they were stored.
   */
  decoded<R>(decode: () => R): R {
    try {
      return decode();
    } catch (cause) {
      if (cause instanceof DataError) throw cause;
      throw this.damaged((cause as Error).message, cause);
    }
  }

  /** The error for a damaged file. */
  damaged(how: string, cause?: unknown): DataError {
    return damaged(this.path, this.#format.name, { how, cause });
  }

  /**
   * Moves the contents of the log into the file itself, so that a copy of the file has them, unless a reader prevents it.
   *
   * @throws {DataError} If the file cannot be written.
   */
  checkpoint(): void {
    this.#guard(() => this.#database.exec("PRAGMA wal_checkpoint(PASSIVE)"));
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
    throw fileError(
      this.path,
      `${this.#format.name} was deleted or replaced while it was open; open it again`,
    );
  }

  #statement(sql: string): StatementSync {
    return this.#statements.getOrInsertComputed(sql, () => this.#database.prepare(sql));
  }

  #checkFormat(): void {
    const { name, applicationId, version } = this.#format;
    const number = (pragma: string) =>
      Object.values(this.#database.prepare(`PRAGMA ${pragma}`).get()!)[0] as number;
    const place = { file: shortPath(this.path) };
    const hasTables = this.#database.prepare("SELECT 1 FROM sqlite_schema").get() !== undefined;
    if (!hasTables && number("application_id") === 0 && number("page_count") <= 1) {
      console.warn(visible(`${place.file}: this file was empty; ${name} starts afresh in it`));
      this.#database.exec(tablesOf(this.#format));
    }
    if (number("application_id") !== applicationId) {
      throw new DataError(
        `this is another program's database, not ${name}; move it away or name another file`,
        { place },
      );
    }
    const found = number("user_version");
    if (found === version) return this.#checkTables();
    const what = found > version
      ? `a newer version of codebias made it (format ${found}; this one knows ${version}); update codebias`
      : `it has the old format ${found}; this version knows only ${version}; export its runs with the old version`;
    throw new DataError(`cannot open ${name}: ${what}, or name another file`, { place });
  }

  #checkTables(): void {
    addColumns(this.#database, this.#format);
    if (schemaOf(this.#database) !== expectedSchema(this.#format)) throw this.damaged("it has other tables");
  }

  #checkWhole(): void {
    const [first] = this.all<{ integrity_check: string }>("PRAGMA integrity_check(1)");
    if (first?.integrity_check !== "ok") throw this.damaged(first?.integrity_check ?? "it cannot be checked");
    const [astray] = this.all<{ table: string; parent: string }>("PRAGMA foreign_key_check");
    if (astray) throw this.damaged(`a ${astray.table} belongs to a missing ${astray.parent}`);
  }

  #guard<R>(action: () => R): R {
    try {
      return action();
    } catch (cause) {
      const isOurs = cause instanceof DataError || cause instanceof RangeError || cause instanceof TypeError;
      // A column of a damaged file may hold a larger integer than this project ever stores.
      const isTooLarge = isOurs && "code" in cause && cause.code === "ERR_OUT_OF_RANGE";
      if (isOurs && !isTooLarge) throw cause;
      throw databaseTrouble(cause, this.path, this.#format.name);
    }
  }
}

/** The device and inode of a file, which tell it from a later file of the same name; undefined if there is no file. */
function identityOf(path: string): string | undefined {
  if (!exists(path)) return undefined;
  const { dev, ino } = Deno.statSync(path);
  return `${dev} ${ino}`;
}

/**
 * The digest that shows whether a row is as it was stored: the beginning of the SHA-256 of its values. SQLite notices
 * only damage to its own structures.
 */
export function rowDigest(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value) => value instanceof Uint8Array ? value.toHex() : value);
  return hash("sha256", text).slice(0, 32);
}

/**
 * Refuses a row that is not as it was stored.
 *
 * @param what What the row is, e.g. `a completion`.
 * @param row.digest The stored digest; null if the row was stored by an earlier version of the code, without digests.
 * @throws {DataError} If the stored digest differs from that of the values.
 */
export function checkDigest(
  database: Database,
  what: string,
  { digest, values }: { readonly digest: string | null; readonly values: readonly unknown[] },
): void {
  if (digest === null || digest === rowDigest(values)) return;
  throw database.damaged(`${what} is not as it was stored`);
}
