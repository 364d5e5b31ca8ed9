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
import { batchFiles, quoted, type Server, SERVERS } from "./batch_files.ts";

const OPTIONS = {
  gpu: 'OPTIONS  of sbatch for the jobs that start a server, e.g. "--partition=gpu --gres=gpu:1 --mem=32G"',
  cpu: 'OPTIONS  of sbatch for the merge, and for jobs that start no server, e.g. "--cpus-per-task=4"',
  server:
    `NAME  what answers: ollama, vllm, llama.cpp, which each job starts on a port of its own, or running: one that is
    there, at OLLAMA_HOST or OPENAI_BASE_URL (default: ollama for ollama/NAME; openai/NAME needs one)`,
  "at-once": "N  most jobs at a time (default: as the cluster allows)",
  submit: "hand the files to sbatch",
} as const satisfies Options;

/** Most jobs of an array that Slurm allows unless its administrators say otherwise. */
const MAX_ARRAY = 1000;

const declared = command({
  name: "slurm",
  usage: "DIR [options]",
  about: `
Writes DIR/work.sbatch, an array of jobs that do the shards of a plan, and DIR/merge.sbatch, which merges them afterwards.
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
      ...{ folder, plan, server, most: await arrayLimit(), atOnce: atOnceOf(values["at-once"]) },
      options: {
        work: checked("gpu", values.gpu) ?? (starts ? undefined : values.cpu),
        merge: checked("cpu", values.cpu),
      },
    });
    await ensureWritable(join(folder, "log"));
    for (const [name, text] of Object.entries(files)) await writeWhole(join(folder, name), text);
    const [work, merge] = Object.keys(files).map((name) => join(folder, name));
    console.log(`${shortPath(work)} and ${shortPath(merge)} are written`);
    console.log(values.submit ? await submitted(folder, { work, merge }) : howTo(folder, { work, merge }));
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

/** What answers for a model. */
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

function atOnceOf(text: string | undefined): number | undefined {
  if (text === undefined || /^[1-9]\d{0,6}$/.test(text)) return text === undefined ? undefined : Number(text);
  throw new RangeError(`Cannot take --at-once ${text}: expected a whole number from 1`);
}

/** Options of sbatch go on a line of their own, where a second line would be a command. */
function checked(name: string, options: string | undefined): string | undefined {
  if (options === undefined || /^-[^\n\r]*$/.test(options)) return options;
  throw new RangeError(
    `Cannot take --${name} ${JSON.stringify(options)}: expected options of sbatch, in one line`,
  );
}

/** Most jobs of an array, as the cluster's configuration says, if there is one. */
async function arrayLimit(): Promise<number> {
  const said = await output("scontrol", ["show", "config"]);
  const size = /^MaxArraySize\s*=\s*(\d+)/m.exec(said ?? "")?.[1];
  return size === undefined ? MAX_ARRAY : Math.max(1, Number(size) - 1);
}

/** What a program prints; undefined where there is none of its name, or it fails. */
async function output(program: string, args: readonly string[]): Promise<string | undefined> {
  try {
    const { success, stdout } = await new Deno.Command(program, { args: [...args], stderr: "inherit" })
      .output();
    return success ? new TextDecoder().decode(stdout) : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

interface Files {
  readonly work: string;
  readonly merge: string;
}

/** Submits the array, and the merge after it; says how to watch them. */
async function submitted(folder: string, { work, merge }: Files): Promise<string> {
  const array = await idOf([work]);
  const after = await idOf([`--dependency=afterany:${array}`, merge]);
  return [
    `Submitted: ${array} works on the shards, ${after} merges them into ${shortPath(folder)}/merged`,
    `Watch:     squeue --job ${array},${after}`,
    `Afterwards: sacct --jobs ${array},${after} --format=JobID,State,ExitCode,Elapsed,NodeList; what they said is in ${
      shortPath(folder)
    }/log`,
    `Stop:      scancel ${array} ${after}`,
  ].join("\n");
}

/** The id of a job that is submitted. */
async function idOf(args: readonly string[]): Promise<string> {
  const said = await output("sbatch", ["--parsable", ...args]);
  const id = /^(\d+)/.exec(said ?? "")?.[1];
  if (id !== undefined) return id;
  const file = args.at(-1)!;
  throw fileError(
    file,
    `sbatch is not here, or refused it: nothing is submitted. ${withoutSlurm(file.replace(/\/[^/]*$/, ""))}`,
  );
}

function howTo(folder: string, { work, merge }: Files): string {
  return [
    `With Slurm:    id=$(sbatch --parsable ${quoted(work)}) && sbatch --dependency=afterany:$id ${
      quoted(merge)
    }`,
    withoutSlurm(folder),
  ].join("\n");
}

/** How shards are done by GNU parallel, here or on other machines over ssh, or by this project alone. */
function withoutSlurm(folder: string): string {
  const [place, deno] = [quoted(folder), quoted(Deno.execPath())];
  const how = `--joblog ${place}/log/joblog --resume-failed --workdir ${quoted(paths.root)}`;
  return [
    `GNU parallel:  parallel --jobs 2 ${how} ${deno} task --quiet work {} ::: ${place}/shard-*.json`,
    "               (on other machines: --sshlogin HOST1,HOST2)",
    `Without both:  deno task work --all -j 2 ${place}`,
  ].join("\n");
}

if (import.meta.main) await runCommand(slurmCommand);
