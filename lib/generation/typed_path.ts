import { resolve } from "node:path";

/**
 * The absolute path of one that was typed. `deno task` leaves for the checkout and says in INIT_CWD where it was
 * started, which is where a relative path was meant.
 */
export function typedPath(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") || ".", path);
}
