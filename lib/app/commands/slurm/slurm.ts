/**
 * `deno task slurm`: hands the shards of a plan to a cluster.
 *
 * @module
 */

import { join } from "node:path";
import { ensureWritable, fileError, writeWhole } from "../../../store/files/files.ts";
import { paths, shortPath, typedPath } from "../../../store/paths.ts";
import { readPlan } from "../../../store/shards/plan.ts";
import {
  type Command,
  command,
  oneOf,
  type Options,
  runCommand,
  type Values,
} from "../../command_line/command.ts";
import { wholeOf } from "../../command_line/numbers.ts";
import { ran } from "../../setup/ran.ts";
import { batchFiles, quoted, type Server, SERVERS } from "./batch_files.ts";

const OPTIONS = {
  gpu: 'OPTIONS  of sbatch for the jobs that start a server, e.g. "--partition=gpu --gres=gpu:1 --mem=32G"',
  cpu: 'OPTIONS  of sbatch for all other jobs, e.g. "--cpus-per-task=4"',
  server:
    `NAME  what answers: ollama, vllm, llama.cpp, which each job starts on a port of its own, or running: one that is
    there, at OLLAMA_HOST or OPENAI_BASE_URL (default: ollama for ollama/NAME; openai/NAME needs one)`,
  "at-once": "N  most jobs of an array at a time (default: as the cluster allows)",
  submit: "hand the files to sbatch",
} as const satisfies Options;

/** The maximum number of jobs of an array in Slurm's default configuration. */
const MAX_ARRAY = 1000;

const declared = command({
  name: "slurm",
  usage: "DIR [options]",
  about: `
Writes batch files to DIR, where the plan is: ask.sbatch, an array of jobs that ask a server for the shards; work.sbatch, an array
that judges what they asked, or does all where the model needs no server; merge.sbatch, which merges them afterwards.
With --submit hands them to Slurm and says how to watch them; else says how, and how to do without Slurm.`,
  takes: {},
  options: OPTIONS,
  async does(values, words) {
    if (words.length !== 1) throw new RangeError("Name one folder with a plan; -h says more");
    const folder = typedPath(words[0]);
    const plan = await readPlan(folder);
    const server = serverOf(plan.settings.model, values);
    const starts = server !== undefined && server !== "running";
    if (values.gpu !== undefined && !starts) {
      throw new RangeError("Cannot heed --gpu: the jobs start no server; use --cpu");
    }
    const files = batchFiles({
      ...{ folder, plan, server, most: await arrayLimit(), atOnce: wholeOf("at-once", values["at-once"]) },
      options: { gpu: checked("gpu", values.gpu), cpu: checked("cpu", values.cpu) },
    });
    await ensureWritable(join(folder, "log"));
    for (const [name, text] of Object.entries(files)) await writeWhole(join(folder, name), text);
    const written = Object.keys(files).map((name) => join(folder, name));
    console.log(`${written.map(shortPath).join(", ")} are written`);
    console.log(values.submit ? await submitted(folder, written) : howTo(folder, written));
  },
});

/** `deno task slurm`: writes batch files, and submits them. Options of sbatch, which begin with a dash, may follow --gpu and --cpu. */
export const slurmCommand: Command = (args) => {
  const own = Object.keys(OPTIONS).map((name) => `--${name}`);
  const takes = (at: number) =>
    ["--gpu", "--cpu"].includes(args[at]) && !own.includes(args[at + 1] ?? own[0]);
  return declared(
    args.flatMap((arg, at) => takes(at - 1) ? [] : takes(at) ? [`${arg}=${args[at + 1]}`] : [arg]),
  );
};

/** The kind of server that answers for a model. */
function serverOf(model: string, { server }: Values<typeof OPTIONS>): Server | undefined {
  const isOllama = model.startsWith("ollama/");
  if (!isOllama && !model.startsWith("openai/")) {
    if (server === undefined) return undefined;
    throw new RangeError(`Cannot heed --server: ${model} needs none`);
  }
  if (server === undefined && !isOllama) {
    throw new RangeError(`Say what answers for ${model}: --server vllm, llama.cpp or running`);
  }
  const chosen = oneOf("server", server ?? "ollama", SERVERS);
  if (chosen === "running" || isOllama === (chosen === "ollama")) return chosen;
  throw new RangeError(`Cannot ask ${model} of ${chosen}: it is of another kind`);
}

/** Checks options of sbatch: they are written to one line of the batch file, where a second line would be a command. */
function checked(name: string, options: string | undefined): string | undefined {
  if (options === undefined || /^-[^\n\r]*$/.test(options)) return options;
  throw new RangeError(
    `Cannot use --${name} ${JSON.stringify(options)}: expected options of sbatch, in one line`,
  );
}

/** The maximum number of jobs of an array: the cluster's configured value, else Slurm's default. */
async function arrayLimit(): Promise<number> {
  const said = await output("scontrol", ["show", "config"]);
  const size = /^MaxArraySize\s*=\s*(\d+)/m.exec(said)?.[1];
  return size === undefined ? MAX_ARRAY : Math.max(1, Number(size) - 1);
}

/** The output of a program; empty if there is no such program, or it fails, in which case its error is printed. */
async function output(program: string, args: readonly string[]): Promise<string> {
  const { success, code, out, error } = await ran(program, args);
  if (error !== "" && code !== 127) console.error(error.trimEnd());
  return success ? out : "";
}

/** The options for the jobs that a file waits for: a judging job waits for the asking job of its number, the merge for all. */
function dependency(file: string, before: string): string[] {
  if (before === "") return [];
  return [`--dependency=${file.endsWith("/merge.sbatch") ? "afterany" : "aftercorr"}:${before}`];
}

/** Submits files, each to start after the one before it; returns a text on how to watch them. */
async function submitted(folder: string, files: readonly string[]): Promise<string> {
  const ids: string[] = [];
  for (const file of files) {
    const said = await output("sbatch", ["--parsable", ...dependency(file, ids.at(-1) ?? ""), file]);
    const id = /^(\d+)/.exec(said)?.[1];
    if (id === undefined) {
      const before = ids.length > 0
        ? `; stop what is submitted: scancel ${ids.join(" ")}`
        : ": nothing is submitted";
      throw fileError(file, `sbatch is not here, or refused it${before}. ${withoutSlurm(folder)}`);
    }
    ids.push(id);
  }
  const [merge, work, ask] = ids.toReversed();
  const does = ask === undefined ? `${work} works on the shards` : `${ask} asks the model, ${work} judges`;
  return [
    `Submitted: ${does}, ${merge} merges into ${shortPath(folder)}/merged`,
    `Watch:     squeue --job ${ids}`,
    `Afterwards: sacct --jobs ${ids} --format=JobID,State,ExitCode,Elapsed,NodeList; what they said is in ${
      shortPath(folder)
    }/log`,
    `Stop:      scancel ${ids.join(" ")}`,
  ].join("\n");
}

function howTo(folder: string, files: readonly string[]): string {
  const steps = files.map((file, at) => {
    const words = [...dependency(file, at === 0 ? "" : "$id"), quoted(file)].join(" ");
    return at < files.length - 1 ? `id=$(sbatch --parsable ${words})` : `sbatch ${words}`;
  });
  return [`With Slurm:    ${steps.join(" && ")}`, withoutSlurm(folder)].join("\n");
}

/** A text on how to do shards with GNU parallel, here or on other machines over ssh, or with this project alone. */
function withoutSlurm(folder: string): string {
  const [place, deno] = [quoted(folder), quoted(Deno.execPath())];
  const how = `--joblog ${place}/log/joblog --resume-failed --workdir ${quoted(paths.root)}`;
  return [
    `GNU parallel:  parallel --jobs 2 ${how} ${deno} task --quiet work {} ::: ${place}/shard-*.json`,
    "               (on other machines: --sshlogin HOST1,HOST2, and --env OLLAMA_HOST or what else they need of the environment)",
    `Without both:  deno task work --all -j 2 ${place}`,
  ].join("\n");
}

if (import.meta.main) await runCommand(slurmCommand);
