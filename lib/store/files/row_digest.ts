import { hash } from "node:crypto";
import type { Database } from "../database/database.ts";

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
