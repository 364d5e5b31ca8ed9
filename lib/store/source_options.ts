import type { Settings } from "../core/types.ts";

/** Options for choosing a source. */
export interface SourceOptions {
  /**
   * The source; `model` stands for tasks alone, for a model to be asked. @default the artifact if its folder is named or
   * it is in data/artifacts, else the demonstration; for a study without recordings or demonstration, the artifact only
   * if the study has further files there, else `model`
   */
  readonly source?: "demo" | "artifact" | "model";
  /** The tasks for a model: the project's own, or those of the artifact. @default "own" */
  readonly suite?: "own" | "published";
  /** Folder with one folder per repository. @default CODEBIAS_ARTIFACTS, else data/artifacts */
  readonly artifacts?: string;
}

/** A selection of completions to load. */
export interface Selection<S extends Settings> {
  /** Folder names of the models. @default all */
  readonly models?: readonly string[];
  /** Whether to load the completions at a setting. @default all */
  readonly where?: (settings: S) => boolean;
}

/** The fields of the result of `settings()`; the first four are always present. */
const SETTINGS = ["methods", "temperatures", "epochs", "out"].concat(
  ["source", "suite", "artifacts", "models", "executed", "limit", "every", "recordings"],
);

/** The options without other settings of a notebook, since a notebook may pass all its settings as options. */
export function withoutSettings<T extends object>(options: T, known: readonly string[]): T {
  if (!SETTINGS.slice(0, 4).every((name) => name in Object(options))) return options;
  const own = Object.entries(options).filter(([name]) => known.includes(name) || !SETTINGS.includes(name));
  return Object.fromEntries(own) as T;
}
