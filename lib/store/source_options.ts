import type { Settings } from "../core/types.ts";

/** How to choose a source. */
export interface SourceOptions {
  /**
   * `model`: tasks alone, for a model to be asked. @default the artifact when its folder is named or it is in
   * data/artifacts, else the demonstration, or `model` for a study without one; always `model` for a study
   * with no recordings
   */
  readonly source?: "demo" | "artifact" | "model";
  /** The tasks for a model: the project's own, or those of the artifact. @default "own" */
  readonly suite?: "own" | "published";
  /** Folder with one folder per repository. @default CODEBIAS_ARTIFACTS, else data/artifacts */
  readonly artifacts?: string;
}

/** Which completions to load. */
export interface Selection<S extends Settings> {
  /** Folder names of the models. @default all */
  readonly models?: readonly string[];
  /** @default all */
  readonly where?: (settings: S) => boolean;
}

/** The fields of `settings()`; the first four are always there. */
const SETTINGS = ["methods", "temperatures", "epochs", "out"].concat(
  ["source", "suite", "artifacts", "models", "executed", "limit", "every", "recordings"],
);

/** The options alone, as a notebook may hand over all its settings. */
export function withoutSettings<T extends object>(options: T, known: readonly string[]): T {
  if (!SETTINGS.slice(0, 4).every((name) => name in Object(options))) return options;
  const own = Object.entries(options).filter(([name]) => known.includes(name) || !SETTINGS.includes(name));
  return Object.fromEntries(own) as T;
}
