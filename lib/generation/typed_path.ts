import { resolve } from "node:path";

/**
 * The absolute form of a typed path. `deno task` changes to the checkout and keeps in INIT_CWD where it was
 * started; relative paths are meant from there.
 */
export function typedPath(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") || ".", path);
}
