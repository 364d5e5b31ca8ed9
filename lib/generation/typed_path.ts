import { resolve } from "node:path";

/**
 * The absolute form of a typed path. `deno task` changes to the checkout and keeps the folder where it was started in
 * INIT_CWD; relative paths are relative to that folder.
 */
export function typedPath(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") || ".", path);
}
