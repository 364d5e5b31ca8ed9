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

/** How often to check that the file exists: SQLite would go on writing to a deleted one. Milliseconds. */
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
   * Opens the file, creating it if need be, and looks whether SQLite finds it whole, which takes some 2 ms a MB.
   *
   * @throws {DataError} If it cannot be opened or written, is damaged, or is another program's or a newer version's.
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
   * Removes rows from a file that nobody has open, and gives back the room of all that was removed.
   *
   * @param steps Statements, each with its values.
   * @throws {DataError} If somebody has the file open, or it is damaged, another program's, or cannot be written.
   */
  static compact(
    path: string,
    format: DatabaseFormat,
    steps: readonly (readonly [sql: string, ...values: SQLInputValue[]])[],
  ): void {
    new Database(path, format)[Symbol.dispose](); // it is whole, and has all columns
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
   * @throws {DataError} If there is none: the data that refers to it is damaged.
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
   * Does several things as one transaction: all are stored when it returns, none when it throws.
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

  /**
   * Decodes stored values.
   *
   * @throws {DataError} If they are not what was stored, so that nothing can be made of them.
   */
  decoded<R>(decode: () => R): R {
    try {
      return decode();
    } catch (cause) {
      if (cause instanceof DataError) throw cause;
      throw this.damaged((cause as Error).message, cause);
    }
  }

  /** The sentence for a file that is damaged. */
  damaged(how: string, cause?: unknown): DataError {
    return damaged(this.path, this.#format.name, { how, cause });
  }

  /**
   * Moves what was written into the file itself, so that a copy of the file has it, unless somebody reads it meanwhile.
   *
   * @throws {DataError} If the file cannot be written.
   */
  checkpoint(): void {
    this.execute("PRAGMA wal_checkpoint(PASSIVE)");
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
      // A column may hold a larger integer than is ever stored.
      const isTooLarge = isOurs && "code" in cause && cause.code === "ERR_OUT_OF_RANGE";
      if (isOurs && !isTooLarge) throw cause;
      throw databaseTrouble(cause, this.path, this.#format.name);
    }
  }
}

/** What distinguishes a file from one that took its name; undefined if there is none. */
function identityOf(path: string): string | undefined {
  if (!exists(path)) return undefined;
  const { dev, ino } = Deno.statSync(path);
  return `${dev} ${ino}`;
}

/**
 * Shows whether a row is as it was stored: the beginning of a SHA-256 of its values. SQLite notices only
 * damage to its own structures.
 */
export function rowDigest(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value) => value instanceof Uint8Array ? value.toHex() : value);
  return hash("sha256", text).slice(0, 32);
}

/**
 * Refuses a row that is not as it was stored.
 *
 * @param what What the row is, e.g. `a completion`.
 * @param row.digest The stored one; null if an earlier version of the code, without digests, stored it.
 * @throws {DataError} If another digest was stored.
 */
export function checkDigest(
  database: Database,
  what: string,
  { digest, values }: { readonly digest: string | null; readonly values: readonly unknown[] },
): void {
  if (digest === null || digest === rowDigest(values)) return;
  throw database.damaged(`${what} is not as it was stored`);
}
