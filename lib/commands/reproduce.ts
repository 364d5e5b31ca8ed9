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
import { versions } from "../store/versions.ts";
import { type AskedModel, askedModels } from "./reproduce/asked_models.ts";
import { ASKING, type Data, dataOf, RECORDED } from "./reproduce/data.ts";
import { NOTEBOOKS, type Options, readOptions, USAGE } from "./reproduce/options.ts";

async function reproduce(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  if (options.help) {
    console.log(USAGE);
    return true;
  }
  const about = { ...options, suite: options.asking?.suite };
  const data = await dataOf(options.studies, about);
  const models = options.asking ? await askedModels(options.model, options.asking, data[0]) : undefined;
  if (!models) await checkModels(options, data);
  const recorded = data.find(({ study }) => study === "linguistic")?.source.kind;
  const command = {
    studies: options.studies,
    source: options.source === "model" ? "model" : recorded ?? "model",
    models: options.model,
    executed: options.executedText,
    ...options.asking,
    ...(models && { identities: models.map(({ identity }) => identity) }),
  };
  const runId = await runIdOf(command, data);
  const folder = options.out ?? join(paths.outputs, runId);
  const before = await openResults(folder, runId);
  const programs = await runsPrograms(options, data);
  const python = await setUp({ environment: paths.environment, notebooks: true, programs });

  const environment = { ...await versions(), certificates: await certificates() };
  const started: Manifest = { ...before, runId, status: "running", command, environment };
  await writeManifest(folder, started);
  const labels = new Set(data.map(({ source }) => `the ${source.label}`));
  const from = [...labels, ...(models ?? []).map(asksFor)].join("; ");
  console.error(`Reproducing ${options.studies.join(", ")} from ${from}, into ${shortPath(folder)}`);
  await sideBySide(options.studies.toSorted((a, b) => START.indexOf(a) - START.indexOf(b)), (study) => {
    const its = data[options.studies.indexOf(study)];
    return runOne(NOTEBOOKS[study], { folder, python, data: its, options });
  });
  const done = (await readManifest(folder))!;
  const notebooks = Object.fromEntries(Object.entries(done.notebooks).toSorted(([a], [b]) => a < b ? -1 : 1));
  await writeManifest(folder, { ...done, notebooks, status: "complete" });
  console.log(await summary(folder));
  return true;
}

/** The order in which notebooks start: the tour, which is read first, then the longest, so that none runs alone in the end. */
const START: readonly string[] = ["tour", "huang", "solar", "liu", "faircoder", "linguistic", "temperatures"];

/** Does something for each study, as many at a time as there are cores. */
async function sideBySide(studies: readonly string[], run: (study: string) => Promise<void>): Promise<void> {
  const queue = [...studies];
  const work = async () => {
    for (let study = queue.shift(); study; study = queue.shift()) await run(study);
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
}

function asksFor({ name, synthetic, samples, besides }: AskedModel): string {
  const more = besides > 0 ? ` and at most ${besides.toLocaleString("en")} answers more` : "";
  return `asking ${synthetic ? "SYNTHETIC " : ""}${name} for ${samples.toLocaleString("en")} samples${more}`;
}

/** Refuses models that are not there, and to execute models that were not chosen. */
async function checkModels({ model: chosen, executed }: Options, data: readonly Data[]): Promise<void> {
  const known = [...new Set((await Promise.all(data.map(({ source }) => source.models()))).flat())];
  if (chosen.length > 0 && data.every(({ study }) => ASKING.includes(study))) {
    throw new RangeError(
      `Cannot look at ${chosen[0]} alone: ${data[0].study} has no recorded completions to choose from; add ` +
        `--source model to ask it`,
    );
  }
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
async function runsPrograms(options: Options, data: readonly Data[]): Promise<boolean> {
  const { studies, executedText, model, asking } = options;
  if (asking || ["tour", ...ASKING].some((study) => studies.includes(study))) return true;
  const at = studies.indexOf("linguistic");
  if (at < 0) return false;
  if (executedText !== "none") return true;
  const completions = await data[at].source.completions(model.length > 0 ? { models: model } : {});
  return completions.some(({ recorded }) => !recorded);
}

/** The same for the same code, data and options, so that a command that is given again goes on. */
async function runIdOf(command: Record<string, unknown>, data: readonly Data[]): Promise<string> {
  const code = await hashTree(paths.root, ["lib", "notebooks", "data"]);
  const lists = await Promise.all(data.map(({ source }) => source.fileList()));
  const files = [...new Set(lists.flat())];
  const hash = createHash("sha256").update(JSON.stringify([code, command, files])).digest("hex");
  return `${(command.studies as string[]).join("+")}-${command.source}-${hash.slice(0, 10)}`;
}

/** So long a command says nothing before it says how far a cell has come. */
const SILENCE_MS = 10_000;

async function runOne(
  name: string,
  { folder, python, data, options }: { folder: string; python: string; data: Data; options: Options },
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
      [SETTING_NAMES.source]: sourceFor(data, options),
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

/** What a notebook is told of its data; nothing if there is no choice. */
function sourceFor({ study, source: { kind } }: Data, { asking }: Options): string {
  if (asking) return "model";
  if (RECORDED.includes(study)) return kind === "artifact" ? kind : "model";
  return ASKING.includes(study) ? "" : kind;
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
