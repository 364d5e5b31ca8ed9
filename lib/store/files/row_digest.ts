import { createHash } from "node:crypto";
import type { Database } from "../database/database.ts";

/**
 * What tells whether a row is as it was stored: the beginning of a SHA-256 of its values. SQLite sees only damage to what it
 * keeps rows by.
 */
export function rowDigest(values: readonly unknown[]): string {
  const text = JSON.stringify(values, (_, value) => value instanceof Uint8Array ? value.toHex() : value);
  return createHash("sha256").update(text).digest("hex").slice(0, 32);
}

/**
 * Refuses a row that is not as it was stored.
 *
 * @param what What the row is, e.g. `a completion`.
 * @param row.digest As it was stored; null if an earlier version of the code did, which had none.
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
