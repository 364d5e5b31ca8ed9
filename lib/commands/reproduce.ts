/**
 * `deno task reproduce [STUDY ...]`: runs the notebooks headless and leaves notebooks, tables, figures and a manifest.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { DataError } from "../errors.ts";
import { runCommand } from "../notebook/command_line.ts";
import { runNotebook } from "../notebook/run_notebook.ts";
import { SETTING_NAMES } from "../notebook/settings.ts";
import { jupyterEnvironment } from "../setup/kernel.ts";
import { setUp } from "../setup/setup.ts";
import { artifactsFolder } from "../store/artifacts.ts";
import { ensureWritable } from "../store/files.ts";
import { hashTree, type Manifest, readManifest, recordNotebook, writeManifest } from "../store/manifest.ts";
import { unknownName } from "../store/nearest.ts";
import { paths, shortPath } from "../store/paths.ts";
import { openSource, type Source } from "../store/source.ts";
import { linguistic } from "../studies/linguistic/linguistic.ts";

const USAGE = `Usage: deno task reproduce [STUDY ...] [options]

  STUDY            ${"tour, linguistic"}; all when none is given
  --source KIND    artifact: the authors' recorded data; demo: the demonstration data of this project
                   (default: the artifact when it is there, else demo)
  --artifacts DIR  folder with one folder per repository (default: CODEBIAS_ARTIFACTS, else data/artifacts)
  --model NAME     only this recorded model; may be given several times
  --executed NAMES models whose programs are executed too: "all", "none" or names with commas between
                   (default: CodeLlama of the artifact, everything of the demonstration)
  --out DIR        where results go (default: outputs/<run-id>)
  --help           this text
`;

/** The notebooks by the study that they are about. */
const NOTEBOOKS: Readonly<Record<string, string>> = { tour: "00-tour", linguistic: "04-linguistic" };

async function reproduce(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return true;
  }
  const source = await openSource(linguistic, options);
  const models = await source.models();
  for (const model of [...options.model, ...options.executed]) {
    if (!models.includes(model)) throw unknownName("model", model, models);
  }
  const command = {
    studies: options.studies,
    source: source.kind,
    models: options.model,
    executed: options.executedText,
  };
  const runId = await runIdOf(command, source);
  const folder = options.out ?? join(paths.outputs, runId);
  const before = await openFolder(folder, runId);
  const python = await setUp({ environment: paths.environment, notebooks: true });

  const started: Manifest = { ...before, runId, status: "running", command, environment: versions() };
  await writeManifest(folder, started);
  console.error(
    `Reproducing ${options.studies.join(", ")} from the ${source.label}, into ${shortPath(folder)}`,
  );
  for (const study of options.studies) {
    await runOne(NOTEBOOKS[study], { folder, python, source, options });
  }
  await writeManifest(folder, { ...(await readManifest(folder))!, status: "complete" });
  console.log(await summary(folder));
  return true;
}

interface Options {
  readonly studies: readonly string[];
  readonly source?: "demo" | "artifact";
  readonly artifacts?: string;
  readonly model: readonly string[];
  /** Names to check among the executed ones. */
  readonly executed: readonly string[];
  readonly executedText?: string;
  readonly out?: string;
  readonly help: boolean;
}

function readOptions(args: string[]): Options {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      source: { type: "string" },
      artifacts: { type: "string" },
      model: { type: "string", multiple: true, default: [] },
      executed: { type: "string" },
      out: { type: "string" },
      help: { type: "boolean", default: false },
    },
  });
  for (const study of positionals) {
    if (!Object.hasOwn(NOTEBOOKS, study)) throw unknownName("study", study, Object.keys(NOTEBOOKS));
  }
  if (values.source === "model") {
    throw new RangeError(
      "Cannot ask a model yet: this version reads recorded completions only; use --source artifact or --source demo",
    );
  }
  if (values.source !== undefined && values.source !== "demo" && values.source !== "artifact") {
    throw unknownName("source", values.source, ["artifact", "demo", "model"]);
  }
  const executed = values.executed === undefined || ["all", "none"].includes(values.executed)
    ? []
    : values.executed.split(",");
  return {
    studies: positionals.length > 0 ? [...new Set(positionals)] : Object.keys(NOTEBOOKS),
    source: values.source ?? (values.artifacts === undefined ? undefined : "artifact"),
    artifacts: values.artifacts,
    model: values.model,
    executed,
    executedText: values.executed,
    out: values.out === undefined ? undefined : resolve(values.out),
    help: values.help,
  };
}

/** The same for the same code, data and options, so that a command that is given again goes on. */
async function runIdOf(command: Record<string, unknown>, source: Source): Promise<string> {
  const code = await hashTree(paths.root, ["lib", "notebooks", "data"]);
  const files = await source.fileList();
  const hash = createHash("sha256").update(JSON.stringify([code, command, files])).digest("hex");
  return `${(command.studies as string[]).join("+")}-${source.kind}-${hash.slice(0, 10)}`;
}

/** Makes sure that results can go to the folder; what an earlier, interrupted run of the same left there is kept. */
async function openFolder(folder: string, runId: string): Promise<Pick<Manifest, "notebooks">> {
  await ensureWritable(folder);
  const manifest = await readManifest(folder);
  if (manifest && manifest.runId !== runId) {
    throw new DataError(
      `this folder holds other results (run ${manifest.runId}); choose an empty one with --out DIR`,
      { place: { file: shortPath(folder) } },
    );
  }
  return { notebooks: manifest?.notebooks ?? {} };
}

async function runOne(
  name: string,
  { folder, python, source, options }: { folder: string; python: string; source: Source; options: Options },
): Promise<void> {
  const done = (await readManifest(folder))?.notebooks[name];
  if (done?.status === "complete") {
    console.error(`${name}: done before`);
    return;
  }
  const started = performance.now();
  await runNotebook({
    notebook: join(paths.notebooks, `${name}.ipynb`),
    folder: join(folder, "notebooks"),
    python,
    env: {
      ...jupyterEnvironment(paths.environment),
      [SETTING_NAMES.source]: source.kind,
      [SETTING_NAMES.artifacts]: artifactsFolder(options.artifacts),
      [SETTING_NAMES.models]: options.model.join(","),
      [SETTING_NAMES.executed]: options.executedText ?? "",
      [SETTING_NAMES.out]: folder,
    },
    onCell: ({ cell, cells, title }) => console.error(`${name}  cell ${cell} of ${cells}  ${title}`),
  });
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  await recordNotebook(folder, name, { status: "complete", seconds });
  console.error(`${name}: done in ${seconds} s`);
}

function versions(): Record<string, string> {
  return {
    deno: Deno.version.deno,
    v8: Deno.version.v8,
    typescript: Deno.version.typescript,
    os: Deno.osRelease(),
  };
}

async function summary(folder: string): Promise<string> {
  const { notebooks } = (await readManifest(folder))!;
  const lines = Object.entries(notebooks).flatMap(([name, { outputs = {} }]) => [
    `notebooks/${name}.html`,
    ...Object.keys(outputs),
  ]);
  return [`Results in ${shortPath(folder)}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

if (import.meta.main) await runCommand(reproduce, { interrupted: "the same command goes on from here" });
