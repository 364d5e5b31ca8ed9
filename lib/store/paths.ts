import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const inRoot = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** Places in this checkout, whatever the current directory is (a notebook's is `notebooks/`). */
export const paths = {
  root: inRoot("."),
  data: inRoot("data"),
  artifacts: inRoot("data/artifacts"),
  notebooks: inRoot("notebooks"),
  outputs: inRoot("outputs"),
  environment: inRoot(".venv"),
} as const;

/**
 * The absolute form of a typed path. `deno task` changes to the checkout and keeps in INIT_CWD where it was
 * started; relative paths are meant from there.
 */
export function typedPath(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") || ".", path);
}

/** A path as a reader would write it: relative to the checkout where that is shorter. */
export function shortPath(path: string): string {
  return path.startsWith(paths.root) ? path.slice(paths.root.length).replace(/^\/+/, "") || "." : path;
}

/** Temperatures at which this project recorded a model, once each. */
export const RECORDED = { temperatures: [1, 0.2], epochs: 1 } as const;

/**
 * This project's recordings of a real model's answers to a study's own tasks, as `openModel` takes them: by a
 * path relative to where the command was typed.
 *
 * @param study Its name.
 */
export function recordingsOf(study: string): string {
  return `recorded/${relative(typedPath("."), join(paths.data, "recorded", study))}`;
}
