/**
 * `deno task reproduce [STUDY ...]`: runs the notebooks headless and leaves notebooks, tables, figures and a manifest.
 *
 * @module
 */

import { hash } from "node:crypto";
import { join } from "node:path";
import { helpOf, runCommand } from "../command_line/command.ts";
import { print } from "../command_line/print.ts";
import { notebookSources } from "../notebook/cells.ts";
import { requireSetUp } from "../setup/ready.ts";
import {
  changeManifest,
  hashTree,
  type Manifest,
  readManifest,
  writeManifest,
} from "../../store/manifest.ts";
import { unknownName } from "../../core/nearest.ts";
import { certificates } from "../../store/certificates.ts";
import { paths, shortPath } from "../../store/paths.ts";
import { openResults } from "../../store/results.ts";
import { versions } from "../../store/environment.ts";
import { writeWhole } from "../../store/files/files.ts";
import { sideBySide } from "../../run/tool.ts";
import { type AskedModel, askedModels } from "./reproduce/asked_models.ts";
import { ASKING, type Data, dataOf } from "./reproduce/data.ts";
import { indexPage } from "./reproduce/index_page.ts";
import { notebookPath, reproduceNotebook } from "./reproduce/notebook.ts";
import { longestFirst, NOTEBOOKS, type Options, readOptions, REPRODUCE } from "./reproduce/options.ts";

/** `deno task reproduce`: runs the notebooks that its arguments name. */
export async function reproduceCommand(args: string[]): Promise<boolean> {
  const options = readOptions(args);
  if (options.help) {
    await print([helpOf(REPRODUCE)]);
    return true;
  }
  const { source, artifacts, asking } = options;
  const data = await dataOf(options.studies, { source, artifacts, suite: asking?.[0].suite });
  const plans = asking?.map((one, at) => askedModels(one, data[at]));
  const models = plans && (await Promise.all(plans)).flat();
  if (!models) await checkModels(options, data);
  const recorded = data.find(({ study }) => study === "linguistic")?.source.kind;
  const command = {
    studies: options.studies,
    source: options.source === "model" ? "model" : recorded ?? "model",
    models: options.model,
    executed: options.executedText,
    ...(asking && (asking.length > 1 ? { asking } : asking[0])),
    ...(models && { identities: models.map(({ identity }) => identity) }),
  };
  const code = await hashTree(paths.root, ["lib", "data"]);
  const runId = await runIdOf(command, { data, code });
  const folder = options.out ?? join(paths.outputs, runId);
  const before = await openResults(folder, runId);
  const programs = await runsPrograms(options, data);
  const python = await requireSetUp(paths.environment, { notebooks: true, programs });

  const environment = { ...await versions(), certificates: await certificates() };
  const started: Manifest = { ...before, runId, status: "running", command, environment };
  await writeManifest(folder, started);
  const labels = new Set(data.map(({ source }) => `the ${source.label}`));
  const isShown = showsRecordings(options);
  const isAsking = options.studies.some((study) => ASKING.includes(study));
  const recordings = isAsking ? `${RECORDINGS}, beside a SYNTHETIC one` : RECORDINGS;
  const from = [...labels, ...(models ?? []).map(asksFor), ...(isShown ? [recordings] : [])].join("; ");
  console.error(`Reproducing ${options.studies.join(", ")} from ${from}, into ${shortPath(folder)}`);
  const studies = longestFirst(options.studies);
  const task = { folder, python, options, code, environment };
  try {
    await sideBySide(studies, lanes(), async (study, signal) => {
      await reproduceNotebook(study, { ...task, data: data[options.studies.indexOf(study)], signal });
    });
  } catch (error) {
    console.error(await whatIsKept(folder, studies));
    throw error;
  }
  await changeManifest(folder, (manifest) => {
    const notebooks = inOrder(manifest!.notebooks, options.studies.map((study) => NOTEBOOKS[study]));
    return { ...manifest!, status: "complete", notebooks };
  });
  await writeWhole(join(folder, INDEX), await indexPage(folder, (await readManifest(folder))!, from));
  console.log(await summary(folder));
  return true;
}

/** The name of the page where a reader of the results begins. */
const INDEX = "index.html";

/** The name, in messages, of the recordings that notebooks show when no model is named. */
const RECORDINGS = "this project's recordings of a real model";

function asksFor({ study, name, synthetic, samples, extraAnswers }: AskedModel): string {
  const more = extraAnswers > 0 ? ` and at most ${extraAnswers.toLocaleString("en")} more answers` : "";
  const what = `${samples.toLocaleString("en")} samples${more} (${study})`;
  return `asking ${synthetic ? "SYNTHETIC " : ""}${name} for ${what}`;
}

/** Refuses unknown models, and executing the programs of models that were not chosen. */
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

/** Whether notebooks show this project's recordings, by the same rule as their `settings`. */
function showsRecordings({ studies, source, model, asking, executedText }: Options): boolean {
  if (asking || source === "demo" || model.length > 0) return false;
  const executes = executedText !== "none";
  return studies.some((study) => ASKING.includes(study) || (executes && !["tour", "own"].includes(study)));
}

/** Whether any program will be executed: if not, the sandbox may be missing. */
async function runsPrograms(options: Options, data: readonly Data[]): Promise<boolean> {
  const { studies, executedText, model, asking } = options;
  if (asking || ["tour", "own", ...ASKING].some((study) => studies.includes(study))) return true;
  if (studies.includes("temperatures") && showsRecordings(options)) return true;
  const at = studies.indexOf("linguistic");
  if (at < 0) return false;
  if (executedText !== "none") return true;
  const completions = await data[at].source.completions(model.length > 0 ? { models: model } : {});
  return completions.some(({ recorded }) => !recorded);
}

/** The memory that a notebook, its kernel and its programs may need together, bytes. */
const MEMORY = 1.5 * 2 ** 30;

/**
 * The number of notebooks to run at a time: one more than there are cores, since each sometimes waits for its kernel and
 * its programs, but one on a single core, and only as many as the available memory allows.
 */
export function lanes(): number {
  const cores = navigator.hardwareConcurrency;
  const { available } = Deno.systemMemoryInfo();
  return Math.max(1, Math.min(cores === 1 ? 1 : cores + 1, Math.floor(available / MEMORY)));
}

/** The id of a run: equal for equal code, data, cells and options, so that a repeated command continues the run. */
async function runIdOf(
  command: { readonly studies: readonly string[]; readonly source: string },
  { data, code }: { readonly data: readonly Data[]; readonly code: string },
): Promise<string> {
  const cells = await Promise.all(command.studies.map((study) => notebookSources(notebookPath(study))));
  const lists = await Promise.all(data.map(({ source }) => source.fileList()));
  const files = [...new Set(lists.flat())];
  const sha256 = hash("sha256", JSON.stringify([code, cells, command, files]));
  return `${command.studies.join("+")}-${command.source}-${sha256.slice(0, 10)}`;
}

/** The records in the order in which they were requested; others, which come from `save`, follow. */
function inOrder(records: Manifest["notebooks"], names: readonly string[]): Manifest["notebooks"] {
  const others = Object.keys(records).filter((name) => !names.includes(name));
  return Object.fromEntries([...names, ...others].map((name) => [name, records[name]]));
}

/** The sentence on which notebooks are finished and kept after a failure. */
async function whatIsKept(folder: string, studies: readonly string[]): Promise<string> {
  const { notebooks } = (await readManifest(folder))!;
  const names = studies.map((study) => NOTEBOOKS[study]).sort();
  const isDone = (name: string) => notebooks[name]?.status === "complete";
  const [done, open] = [names.filter(isDone), names.filter((name) => !isDone(name))];
  return `Stopped before the end of ${open.join(", ")}; ${
    done.join(", ") || "none"
  } finished and kept: the same ` +
    "command goes on from here";
}

async function summary(folder: string): Promise<string> {
  const { notebooks } = (await readManifest(folder))!;
  const lines = Object.entries(notebooks).flatMap(([name, { outputs = {} }]) => [
    `notebooks/${name}.html`,
    ...Object.keys(outputs),
  ]);
  return [`Results in ${shortPath(folder)}:`, `  ${INDEX}`, ...lines.map((line) => `  ${line}`)].join("\n");
}

if (import.meta.main) {
  await runCommand(reproduceCommand, { interrupted: "the same command goes on from here" });
}
