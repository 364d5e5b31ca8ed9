import { join } from "node:path";
import { visible } from "../../../core/visible.ts";
import { paths } from "../../../store/paths.ts";
import type { StoredPlan } from "../../../store/shards/plan.ts";
import merge from "./merge.sbatch" with { type: "text" };
import port from "./port.sh" with { type: "text" };
import shardsTemplate from "./shards.sbatch" with { type: "text" };

/** The kinds of server: one that each job starts, or one that is running already. */
export const SERVERS = ["ollama", "vllm", "llama.cpp", "running"] as const;
export type Server = (typeof SERVERS)[number];

/** Options for making batch files. */
export interface BatchOptions {
  /** The folder of the plan, an absolute path. */
  readonly folder: string;
  readonly plan: StoredPlan;
  /** The kind of server; undefined for models that need none. */
  readonly server?: Server;
  /** Further options of sbatch: for jobs that start a server (gpu), and for all others (cpu). */
  readonly options: { readonly gpu?: string; readonly cpu?: string };
  /** The maximum number of jobs of an array. */
  readonly most: number;
  /** The maximum number of jobs of an array that run at a time. @default as the cluster allows */
  readonly atOnce?: number;
}

/** The time limit of a job for each of its shards, minutes: three times the default duration of a shard. */
const MINUTES = 60;

/** Lines of the batch file of an array whose jobs judge the answers that the jobs of another array asked for. */
const AFTER =
  `# Each job begins when that of ask.sbatch with the same number has ended well; where it did not, it is cancelled, not kept waiting.
#SBATCH --kill-on-invalid-dep=yes
`;

/**
 * The batch files for sbatch, in the order in which their jobs follow each other: if there is a server, an array of jobs that
 * ask it for the shards; an array of jobs that judge or, without a server, also ask; and a job that merges.
 *
 * @example
 * ```ts
 * import { batchFiles } from "codebias/app/commands/slurm/batch_files.ts";
 * import assert from "node:assert/strict";
 * const settings = { model: "calibration", methods: ["default"], temperatures: [1], epochs: 1, seed: 1, tasks: ["a"] };
 * const shards = Array.from({ length: 25 }, (_, at) => ({ name: `shard-${`${at + 1}`.padStart(3, "0")}`, samples: 1, sha256: "" }));
 * const plan = { id: "", study: "solar", settings, samples: 25, checkout: { code: "", data: "" }, shards };
 * const files = batchFiles({ folder: "/shared/it's", plan, options: { cpu: "--mem=4G" }, most: 10 });
 * assert.deepEqual(Object.keys(files), ["work.sbatch", "merge.sbatch"]);
 * assert.match(files["work.sbatch"], /--array=1-10\n[^]*\n#SBATCH --time=180\n[^]*n <= 25; n \+= 10[^]*'\/shared\/it'\\''s'/);
 * ```
 */
export function batchFiles(
  { folder, plan, server, options: { gpu, cpu }, most, atOnce }: BatchOptions,
): Record<string, string> {
  const { study, settings: { model }, shards } = plan;
  const tasks = Math.min(shards.length, most);
  const what = visible(`${study}, ${model}: ${shards.length} shards of ${plan.samples} samples`);
  const filled = (template: string, own: Readonly<Record<string, string>>) => {
    const values: Readonly<Record<string, string>> = {
      ...{ what, study, log: JSON.stringify(join(folder, "log")).slice(1, -1), tasks: `${tasks}` },
      ...{ checkout: quoted(paths.root), folder: quoted(folder), deno: quoted(Deno.execPath()) },
      ...own,
    };
    return template.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name]).replace(/\n{3,}/g, "\n\n");
  };
  const array = (options: string | undefined, own: Readonly<Record<string, string>>) => {
    const isTimed = /(^|\s)(--time|-t)\b/.test(options ?? "");
    return filled(isTimed ? shardsTemplate.replace(/#SBATCH --time=.*\n/, "") : shardsTemplate, {
      atOnce: atOnce === undefined ? "" : `%${atOnce}`,
      minutes: `${MINUTES * Math.ceil(shards.length / tasks)}`,
      options: directive(options),
      shards: `${shards.length}`,
      digits: `${shards[0].name.length - "shard-".length}`,
      ...{ job: "work", does: "", server: "", after: "", how: "", done: "done", asked: "" },
      ...own,
    });
  };
  const asking = {
    ...{
      job: "ask",
      does: "Asks the model.",
      server: serverLines(model, server),
      how: "--ask ",
      done: "asked",
    },
    asked: ` || -e ${quoted(folder)}/answers/$shard/answers.json`,
  };
  return {
    ...server && { "ask.sbatch": array(server === "running" ? cpu : gpu, asking) },
    "work.sbatch": array(cpu, server ? { does: "Judges what ask.sbatch asked.", after: AFTER } : {}),
    "merge.sbatch": filled(merge, { options: directive(cpu) }),
  };
}

/** Shell lines that start a server and wait until it is ready. */
function serverLines(model: string, server?: Server): string {
  if (server === undefined || server === "running") return "";
  const name = quoted(model.slice(model.indexOf("/") + 1));
  const openai = "export OPENAI_BASE_URL=http://127.0.0.1:$port/v1\n";
  const { before, start, ready } = {
    ollama: {
      before: "export OLLAMA_HOST=127.0.0.1:$port\n",
      start: "ollama serve",
      ready: `ollama show ${name}`,
    },
    vllm: {
      before: openai,
      start: `vllm serve ${name} --host 127.0.0.1 --port $port`,
      ready: "curl -sf $OPENAI_BASE_URL/models",
    },
    "llama.cpp": {
      before: openai,
      start:
        `llama-server --model "\${GGUF:?names the file of the model}" --alias ${name} --host 127.0.0.1 --port $port`,
      ready: "curl -sf http://127.0.0.1:$port/health",
    },
  }[server];
  return port.replace("{{start}}", () => `${before}${start}`).replace("{{ready}}", () => ready);
}

function directive(options?: string): string {
  return options === undefined ? "" : `#SBATCH ${options}\n`;
}

/** A text quoted as one word of the shell, if it needs quotes. */
export function quoted(text: string): string {
  return /^[\w./:@+-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
