/**
 * `deno task reproduce [STUDY ...]`: runs the notebooks headless and leaves notebooks, tables, figures and a manifest.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../notebook/command_line.ts";
import { runNotebook } from "../notebook/run_notebook.ts";
import { SETTING_NAMES } from "../notebook/settings.ts";
import { jupyterEnvironment } from "../setup/kernel.ts";
import { setUp } from "../setup/setup.ts";
import { artifactsFolder } from "../store/artifacts.ts";
import { forgetNotebook, hashTree, type Manifest } from "../store/manifest.ts";
import { readManifest, recordNotebook, writeManifest } from "../store/manifest.ts";
import { unknownName } from "../nearest.ts";
import { certificates } from "../store/certificates.ts";
import { paths, shortPath, typedPath } from "../store/paths.ts";
import { openResults, whyAgain } from "../store/results.ts";
import { openSource, type Source } from "../store/source.ts";
import { versions } from "../store/versions.ts";
import { linguistic } from "../studies/linguistic/linguistic.ts";

const USAGE = `Usage: deno task reproduce [STUDY ...] [options]

  STUDY            tour, linguistic, temperatures; all when none is given
  --source KIND    artifact: the authors' recorded data; demo: the demonstration data of this project
                   (default: the artifact when its folder is named or it is in data/artifacts, else demo)
  --artifacts DIR  folder with one folder per repository (default: CODEBIAS_ARTIFACTS, else data/artifacts)
  --model NAME     only this recorded model; may be given several times
  --executed NAMES models whose programs are executed too: "all", "none" or names with commas between
                   (default: CodeLlama of the artifact, everything of the demonstration)
  --out DIR        where results go (default: outputs/<run-id>)
  -h, --help       this text
`;

/** The notebooks by the study that they are about. */
const NOTEBOOKS: Readonly<Record<string, string>> = {
  tour: "00-tour",
  linguistic: "04-linguistic",
  temperatures: "06-compare-temperatures",
};

async function reproduce(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return true;
  }
  const source = await openSource(linguistic, options);
  checkModels(options, await source.models());
  const command = {
    studies: options.studies,
    source: source.kind,
    models: options.model,
    executed: options.executedText,
  };
  const runId = await runIdOf(command, source);
  const folder = options.out ?? join(paths.outputs, runId);
  const before = await openResults(folder, runId);
  const programs = await runsPrograms(options, source);
  const python = await setUp({ environment: paths.environment, notebooks: true, programs });

  const environment = { ...await versions(), certificates: await certificates() };
  const started: Manifest = { ...before, runId, status: "running", command, environment };
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

const OPTIONS = {
  source: { type: "string" },
  artifacts: { type: "string" },
  model: { type: "string", multiple: true, default: [] as string[] },
  executed: { type: "string" },
  out: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

function readOptions(args: string[]): Options {
  checkOptions(args);
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  for (const study of positionals) {
    if (!Object.hasOwn(NOTEBOOKS, study)) throw unknownName("study", study, Object.keys(NOTEBOOKS));
  }
  if (values.source === "model") {
    throw new RangeError(
      "Cannot ask a model yet: reproduce reads recorded completions only; use --source artifact or --source demo",
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
    source: values.source,
    artifacts: values.artifacts,
    model: values.model,
    executed,
    executedText: values.executed,
    out: values.out === undefined ? undefined : typedPath(values.out),
    help: values.help,
  };
}

/** Refuses unknown options and missing values in our own words; Node's are about how to write such options. */
function checkOptions(args: string[]): void {
  const { tokens } = parseArgs({
    args,
    allowPositionals: true,
    options: OPTIONS,
    strict: false,
    tokens: true,
  });
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    const { name, rawName, value, inlineValue } = token;
    const known = Object.keys(OPTIONS);
    if (!known.includes(name)) throw unknownName("option", rawName, known.map((option) => `--${option}`));
    if (OPTIONS[name as keyof typeof OPTIONS].type !== "string") continue;
    if (!value || (!inlineValue && value.startsWith("-"))) {
      throw new RangeError(`Option ${rawName} needs a value; deno task reproduce --help says which`);
    }
  }
}

/** Refuses models that are not there, and to execute models that were not chosen. */
function checkModels({ model: chosen, executed }: Options, known: readonly string[]): void {
  for (const model of [...chosen, ...executed]) {
    if (!known.includes(model)) throw unknownName("model", model, known);
  }
  const left = chosen.length > 0 ? executed.find((model) => !chosen.includes(model)) : undefined;
  if (left !== undefined) {
    throw new RangeError(
      `Cannot execute the programs of ${left}: --model leaves only ${
        chosen.join(", ")
      }; add --model ${left}, or ` +
        `name one of these after --executed`,
    );
  }
}

/** Whether anything will be executed: if not, the sandbox may be missing. */
async function runsPrograms({ studies, executedText, model }: Options, source: Source): Promise<boolean> {
  if (studies.includes("tour")) return true;
  if (!studies.includes("linguistic")) return false;
  if (executedText !== "none") return true;
  const completions = await source.completions(model.length > 0 ? { models: model } : {});
  return completions.some(({ recorded }) => !recorded);
}

/** The same for the same code, data and options, so that a command that is given again goes on. */
async function runIdOf(command: Record<string, unknown>, source: Source): Promise<string> {
  const code = await hashTree(paths.root, ["lib", "notebooks", "data"]);
  const files = await source.fileList();
  const hash = createHash("sha256").update(JSON.stringify([code, command, files])).digest("hex");
  return `${(command.studies as string[]).join("+")}-${source.kind}-${hash.slice(0, 10)}`;
}

async function runOne(
  name: string,
  { folder, python, source, options }: { folder: string; python: string; source: Source; options: Options },
): Promise<void> {
  const done = (await readManifest(folder))?.notebooks[name];
  if (done?.status === "complete") {
    const changed = await whyAgain(folder, name, done);
    console.error(changed ? `${name}: running again, as ${changed}` : `${name}: done before`);
    if (!changed) return;
    await forgetNotebook(folder, name);
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

async function summary(folder: string): Promise<string> {
  const { notebooks } = (await readManifest(folder))!;
  const lines = Object.entries(notebooks).flatMap(([name, { outputs = {} }]) => [
    `notebooks/${name}.html`,
    ...Object.keys(outputs),
  ]);
  return [`Results in ${shortPath(folder)}:`, ...lines.map((line) => `  ${line}`)].join("\n");
}

if (import.meta.main) await runCommand(reproduce, { interrupted: "the same command goes on from here" });
