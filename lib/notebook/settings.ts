import { resolve } from "node:path";

/** What a notebook was asked to do; in JupyterLab, where nobody asked, the defaults. */
export interface NotebookSettings {
  /** @default the artifact when it is there, else the demonstration */
  readonly source?: "demo" | "artifact";
  /** Folder with the papers' repositories. */
  readonly artifacts?: string;
  /** Models to look at. @default all */
  readonly models?: readonly string[];
  /** Models whose programs are executed too. @default the study's choice */
  readonly executed?: "all" | "none" | readonly string[];
  /** Folder of results. */
  readonly out: string;
}

/** The environment variables by which `deno task reproduce` tells a notebook what to do. */
export const SETTING_NAMES = {
  source: "CODEBIAS_SOURCE",
  artifacts: "CODEBIAS_ARTIFACTS",
  models: "CODEBIAS_MODELS",
  executed: "CODEBIAS_EXECUTED",
  out: "CODEBIAS_OUT",
} as const;

/**
 * What this notebook was asked to do.
 *
 * @throws {RangeError} If CODEBIAS_SOURCE is neither `demo` nor `artifact`.
 */
export function settings(): NotebookSettings {
  const given = (name: keyof typeof SETTING_NAMES) => Deno.env.get(SETTING_NAMES[name]) || undefined;
  const source = given("source");
  if (source !== undefined && source !== "demo" && source !== "artifact") {
    throw new RangeError(`Cannot use ${SETTING_NAMES.source}=${source}: it must be demo or artifact`);
  }
  return {
    source,
    artifacts: given("artifacts"),
    models: given("models")?.split(","),
    executed: readExecuted(given("executed")),
    out: given("out") ?? resolve(import.meta.dirname!, "../../outputs/interactive"),
  };
}

function readExecuted(text: string | undefined): NotebookSettings["executed"] {
  return text === "all" || text === "none" ? text : text?.split(",");
}
