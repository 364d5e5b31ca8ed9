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
 * The absolute form of a typed path. `deno task` changes to the checkout and keeps the folder where it was started in
 * INIT_CWD; relative paths are relative to that folder.
 */
export function typedPath(path: string): string {
  return resolve(Deno.env.get("INIT_CWD") || ".", path);
}

/** A path as a reader would write it: relative to the checkout if the path lies in it. */
export function shortPath(path: string): string {
  return path.startsWith(paths.root) ? path.slice(paths.root.length).replace(/^\/+/, "") || "." : path;
}

/** The temperatures and the number of epochs of this project's own recordings of a model. */
export const RECORDED = { temperatures: [1, 0.2], epochs: 1 } as const;

/**
 * The model name, as `openModel` takes it, of this project's recordings of a real model's answers to a study's own tasks;
 * its path is relative to the folder where the command was typed.
 *
 * @param study The name of the study.
 */
export function recordingsOf(study: string): string {
  return `recorded/${relative(typedPath("."), join(paths.data, "recorded", study))}`;
}
