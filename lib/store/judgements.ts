import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { DataError } from "../errors.ts";
import { hashTree } from "./manifest.ts";
import { paths, shortPath } from "./paths.ts";

/**
 * Judgements that were already made, by everything that determines them, so that an interrupted run goes on
 * where it stopped. Every entry is written at once and whole; several processes may share the file.
 */
export class JudgementStore implements Disposable {
  readonly #path: string;
  readonly #salt: string;
  readonly #database: DatabaseSync;

  /**
   * Opens the store, creating it if need be.
   *
   * @param path The file.
   * @param salt Part of every key, e.g. a hash of the code that judges: entries with another one are not seen.
   * @throws {DataError} If the file cannot be opened or written.
   */
  constructor(path: string, salt = "") {
    this.#path = path;
    this.#salt = salt;
    this.#database = this.#guard(() => {
      Deno.mkdirSync(dirname(path), { recursive: true });
      const database = new DatabaseSync(path);
      database.exec("PRAGMA busy_timeout = 10000; PRAGMA synchronous = NORMAL");
      useWriteAheadLog(database);
      database.exec(
        "CREATE TABLE IF NOT EXISTS judgement (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT",
      );
      return database;
    });
  }

  /** What was stored under these determinants, or undefined. */
  get(determinants: unknown): unknown {
    const row = this.#guard(() =>
      this.#database.prepare("SELECT value FROM judgement WHERE key = ?").get(this.#key(determinants))
    );
    return row && JSON.parse(row.value as string);
  }

  /** Stores a value that JSON can hold under its determinants. */
  put(determinants: unknown, value: unknown): void {
    this.#guard(() =>
      this.#database.prepare("INSERT OR REPLACE INTO judgement VALUES (?, ?)")
        .run(this.#key(determinants), JSON.stringify(value))
    );
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #key(determinants: unknown): string {
    return createHash("sha256").update(JSON.stringify([this.#salt, determinants])).digest("hex");
  }

  #guard<R>(action: () => R): R {
    try {
      return action();
    } catch (cause) {
      const place = { file: shortPath(this.#path) };
      throw new DataError(`cannot use this file to remember judgements: ${(cause as Error).message}`, {
        place,
        cause,
      });
    }
  }
}

/** SQLite does not wait by itself while another process creates the same file. */
function useWriteAheadLog(database: DatabaseSync): void {
  const deadline = Date.now() + 10_000;
  for (;;) {
    try {
      database.exec("PRAGMA journal_mode = WAL");
      return;
    } catch (error) {
      if (Date.now() > deadline || !/locked|busy/.test((error as Error).message)) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/**
 * The store of this checkout, in outputs/. Judgements made by other versions of the code are not seen.
 *
 * @throws {DataError} If it cannot be opened or written.
 */
export async function openJudgements(): Promise<JudgementStore> {
  return new JudgementStore(join(paths.outputs, "judgements.sqlite"), await hashTree(paths.root, ["lib"]));
}
