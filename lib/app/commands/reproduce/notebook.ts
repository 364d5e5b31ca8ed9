import { hash } from "node:crypto";
import { join } from "node:path";
import { notebookSources } from "../../notebook/cells.ts";
import { runNotebook } from "../../notebook/run_notebook.ts";
import { SETTING_NAMES } from "../../studies/settings.ts";
import { jupyterEnvironment } from "../../setup/kernel.ts";
import { artifactsFolder } from "../../../store/artifacts.ts";
import { forgetNotebook, hashFiles, readManifest, recordNotebook } from "../../../store/manifest.ts";
import { paths, shortPath } from "../../../store/paths.ts";
import { pagesOf, takeOver, whyAgain } from "../../../store/results.ts";
import type { Versions } from "../../../store/environment.ts";
import { visible } from "../../../core/visible.ts";
import { ASKING, type Data, RECORDED } from "./data.ts";
import { NOTEBOOKS, type Options } from "./options.ts";

/** The time without a message after which a cell's progress is printed, milliseconds. */
const SILENCE_MS = 10_000;

/** The time without a message after which a cell is reported as still running, milliseconds. */
const LONG_SILENCE_MS = 25_000;

/** The inputs of a notebook's run. */
export interface NotebookTask {
  /** The folder for the results, which has a manifest. */
  readonly folder: string;
  readonly python: string;
  readonly data: Data;
  readonly options: Options;
  /** One hash for the project's code and data. */
  readonly code: string;
  readonly environment: Partial<Versions>;
  readonly signal: AbortSignal;
}

/** The path of a notebook of this checkout. */
export function notebookPath(study: string): string {
  return join(paths.notebooks, `${NOTEBOOKS[study]}.ipynb`);
}

/**
 * Runs a notebook and records its files, unless this was done in this folder before or, with the same code, data, cells and
 * settings, in an earlier run; prints which of these it was.
 *
 * @throws {DataError} If it fails.
 */
export async function reproduceNotebook(study: string, task: NotebookTask): Promise<void> {
  const { folder, options, signal } = task;
  const name = NOTEBOOKS[study];
  const done = (await readManifest(folder))?.notebooks[name];
  if (done?.status === "complete") {
    const changed = await whyAgain(folder, name, done);
    console.error(changed ? `${name}: running again, as ${changed}` : `${name}: done before`);
    if (!changed) return;
    await forgetNotebook(folder, name);
  }
  const settings = settingsOf(study, task);
  const key = await keyOf(study, task, settings);
  // A model that is asked again may answer something else.
  if (!options.asking && !options.anew && done?.status !== "complete") {
    const earlier = await takeOver(folder, { name, key });
    if (earlier) {
      console.error(`${name}: as in ${shortPath(earlier)}; not run again`);
      return;
    }
  }
  const started = performance.now();
  const { tell, quiet, end } = teller(name);
  try {
    await runNotebook({
      notebook: notebookPath(study),
      folder: join(folder, "notebooks"),
      python: task.python,
      env: { ...jupyterEnvironment(paths.environment), ...settings, [SETTING_NAMES.out]: folder },
      onProgress: quiet,
      onCell: ({ cell, cells, title }) => tell(`cell ${cell} of ${cells}  ${title}`),
      signal,
    });
  } finally {
    end();
  }
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  await recordNotebook(folder, name, {
    ...{ status: "complete", seconds, key },
    pages: await pagesOf(folder, name),
  });
  console.error(`${name}: done in ${seconds} s`);
}

/** A printer of lines about a running notebook; each line begins with its name, as other notebooks may run beside it. */
function teller(name: string) {
  let told = performance.now();
  let last = "starting";
  const say = (text: string) => {
    told = performance.now();
    console.error(visible(`${name}  ${text}`));
  };
  const timer = setInterval(() => {
    if (performance.now() - told >= LONG_SILENCE_MS) say(`still in ${last}`);
  }, 1000);
  return {
    tell: (text: string) => say(last = text),
    quiet: (text: string) => {
      if (performance.now() - told >= SILENCE_MS) say(text);
    },
    end: () => clearInterval(timer),
  };
}

/** The environment variables with the settings of a notebook, except its output folder. */
function settingsOf(study: string, { data, options }: NotebookTask): Record<string, string> {
  const { artifacts, model, executedText } = options;
  const asking = options.asking?.find((one) => one.study === study);
  return {
    [SETTING_NAMES.source]: sourceFor(data, options),
    // An empty path, so that the notebook uses the demonstration.
    [SETTING_NAMES.artifacts]: data.source.kind === "demo" ? "" : artifactsFolder(artifacts),
    [SETTING_NAMES.models]: (asking?.models ?? model).join(","),
    [SETTING_NAMES.executed]: executedText ?? "",
    [SETTING_NAMES.suite]: asking?.suite ?? "",
    [SETTING_NAMES.methods]: asking?.methods.join(",") ?? "",
    [SETTING_NAMES.temperatures]: asking?.temperatures.join(",") ?? "",
    [SETTING_NAMES.epochs]: `${asking?.epochs ?? ""}`,
    [SETTING_NAMES.limit]: `${asking?.limit ?? ""}`,
  };
}

/** The source setting of a notebook; empty if its data leave no choice. */
function sourceFor({ study, source: { kind } }: Data, { asking, source }: Options): string {
  if (asking) return "model";
  if (source === "demo") return source;
  if (RECORDED.includes(study)) return kind === "artifact" ? kind : "model";
  return ASKING.includes(study) || kind === "demo" ? "" : kind;
}

/**
 * A key that is equal only if a notebook would compute the same: a hash of the project's code and data, the notebook's cells
 * and settings, the path, size and modification time of the external files that it may read, the packages, and the platform.
 */
async function keyOf(
  study: string,
  { data, code, environment }: NotebookTask,
  settings: Readonly<Record<string, string>>,
): Promise<string> {
  const { commit: _, uncommittedChanges: __, packages: { jupyterlab: ___, ...packages } = {}, ...machine } =
    environment;
  const pinned = await hashFiles(
    paths.root,
    ["deno.json", "deno.lock"].map((file) => join(paths.root, file)),
  );
  const cells = await notebookSources(notebookPath(study));
  const files = await data.source.fileList();
  const all = [code, cells, settings, files, pinned, packages, machine];
  return hash("sha256", JSON.stringify(all));
}
