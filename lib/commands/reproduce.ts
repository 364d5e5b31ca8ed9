/**
 * `deno task reproduce [STUDY ...]`: runs the notebooks headless and leaves notebooks, tables, figures and a manifest.
 *
 * @module
 */

import { createHash } from "node:crypto";
import { join } from "node:path";
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
import { paths, shortPath } from "../store/paths.ts";
import { openResults, whyAgain } from "../store/results.ts";
import { openSource, type Source } from "../store/source.ts";
import { versions } from "../store/versions.ts";
import { linguistic } from "../studies/linguistic/linguistic.ts";
import type { LinguisticSettings, LinguisticTask } from "../studies/linguistic/layout.ts";
import { type AskedModel, askedModels } from "./reproduce/asked_models.ts";
import { NOTEBOOKS, type Options, readOptions, USAGE } from "./reproduce/options.ts";

type Data = Source<LinguisticTask, LinguisticSettings>;

async function reproduce(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return true;
  }
  const source = await openSource(linguistic, { ...options, suite: options.asking?.suite });
  const models = options.asking ? await askedModels(options.model, options.asking, source) : undefined;
  if (!models) checkModels(options, await source.models());
  const command = {
    studies: options.studies,
    source: options.source === "model" ? "model" : source.kind,
    models: options.model,
    executed: options.executedText,
    ...options.asking,
    ...(models && { identities: models.map(({ identity }) => identity) }),
  };
  const runId = await runIdOf(command, source);
  const folder = options.out ?? join(paths.outputs, runId);
  const before = await openResults(folder, runId);
  const programs = await runsPrograms(options, source);
  const python = await setUp({ environment: paths.environment, notebooks: true, programs });

  const environment = { ...await versions(), certificates: await certificates() };
  const started: Manifest = { ...before, runId, status: "running", command, environment };
  await writeManifest(folder, started);
  const from = [`the ${source.label}`, ...(models ?? []).map(asksFor)].join("; ");
  console.error(`Reproducing ${options.studies.join(", ")} from ${from}, into ${shortPath(folder)}`);
  for (const study of options.studies) {
    await runOne(NOTEBOOKS[study], { folder, python, source, options });
  }
  await writeManifest(folder, { ...(await readManifest(folder))!, status: "complete" });
  console.log(await summary(folder));
  return true;
}

function asksFor({ name, synthetic, samples }: AskedModel): string {
  return `asking ${synthetic ? "SYNTHETIC " : ""}${name} for ${samples.toLocaleString("en")} samples`;
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
async function runsPrograms(options: Options, source: Data): Promise<boolean> {
  const { studies, executedText, model, asking } = options;
  if (asking || studies.includes("tour")) return true;
  if (!studies.includes("linguistic")) return false;
  if (executedText !== "none") return true;
  const completions = await source.completions(model.length > 0 ? { models: model } : {});
  return completions.some(({ recorded }) => !recorded);
}

/** The same for the same code, data and options, so that a command that is given again goes on. */
async function runIdOf(command: Record<string, unknown>, source: Data): Promise<string> {
  const code = await hashTree(paths.root, ["lib", "notebooks", "data"]);
  const files = await source.fileList();
  const hash = createHash("sha256").update(JSON.stringify([code, command, files])).digest("hex");
  return `${(command.studies as string[]).join("+")}-${command.source}-${hash.slice(0, 10)}`;
}

/** So long a command says nothing before it says how far a cell has come. */
const SILENCE_MS = 10_000;

async function runOne(
  name: string,
  { folder, python, source, options }: { folder: string; python: string; source: Data; options: Options },
): Promise<void> {
  const done = (await readManifest(folder))?.notebooks[name];
  if (done?.status === "complete") {
    const changed = await whyAgain(folder, name, done);
    console.error(changed ? `${name}: running again, as ${changed}` : `${name}: done before`);
    if (!changed) return;
    await forgetNotebook(folder, name);
  }
  const started = performance.now();
  let told = started;
  const tell = (text: string) => {
    told = performance.now();
    console.error(`${name}  ${text}`);
  };
  await runNotebook({
    notebook: join(paths.notebooks, `${name}.ipynb`),
    folder: join(folder, "notebooks"),
    python,
    env: {
      ...jupyterEnvironment(paths.environment),
      [SETTING_NAMES.source]: options.asking ? "model" : source.kind,
      [SETTING_NAMES.artifacts]: artifactsFolder(options.artifacts),
      [SETTING_NAMES.models]: options.model.join(","),
      [SETTING_NAMES.executed]: options.executedText ?? "",
      [SETTING_NAMES.suite]: options.asking?.suite ?? "",
      [SETTING_NAMES.methods]: options.asking?.methods.join(",") ?? "",
      [SETTING_NAMES.temperatures]: options.asking?.temperatures.join(",") ?? "",
      [SETTING_NAMES.epochs]: `${options.asking?.epochs ?? ""}`,
      [SETTING_NAMES.limit]: `${options.asking?.limit ?? ""}`,
      [SETTING_NAMES.out]: folder,
    },
    onProgress(text) {
      if (performance.now() - told >= SILENCE_MS) tell(text);
    },
    onCell: ({ cell, cells, title }) => tell(`cell ${cell} of ${cells}  ${title}`),
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
