import { DatabaseSync } from "node:sqlite";

/** What SQLite says of the file as a whole, and how many rows lead nowhere. */
export function damage(path: string): unknown[] {
  using database = new DatabaseSync(path);
  return [
    database.prepare("PRAGMA integrity_check").all().map((row) => row.integrity_check),
    database.prepare("PRAGMA foreign_key_check").all().length,
  ];
}

/** What {@linkcode damage} gives if there is none. */
export const WHOLE = [["ok"], 0];
