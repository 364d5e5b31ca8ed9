import { join, relative } from "node:path";
import { paths, typedPath } from "./paths.ts";

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
