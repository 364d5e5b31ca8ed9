import { ollamaHosts, ollamaServer } from "../../../generation/ollama/server.ts";
import { openaiAddress, openaiAddresses } from "../../../generation/openai/address.ts";
import { PROXY_VARIABLES } from "../../../generation/requests/proxy.ts";
import type { Needs } from "../../setup/ready.ts";

/** The needs and the rights of a command. */
export interface Command {
  /** The parts that are set up before the command starts. */
  readonly setUp?: Needs;
  /** The rights besides reading files, or "all" for all rights of the user. */
  readonly rights: Rights | "all";
  /** The reason for these rights. */
  readonly why: string;
}

/** The rights of a command besides reading files; everything else is forbidden. */
export interface Rights {
  /** Files and folders that it may write. */
  readonly write?: readonly Place[];
  /** Environment variables that it may read. */
  readonly env?: readonly string[];
  /** The information about the system that it may read, by Deno's names. */
  readonly sys?: readonly string[];
  /** Programs that it may start. */
  readonly run?: readonly Program[];
  /** Whether it may load the native libraries among the npm packages. */
  readonly ffi?: boolean;
  /** The hosts to which it may connect. */
  readonly net?: readonly Host[];
}

/** A file or folder that is known when a command starts: see `places` in `deno_command.ts`. */
export type Place =
  | "outputs"
  | "the file of --store, or its folder until it is there"
  | "the folder of --out"
  | "the folder of --write-batch";
export type Program = "bubblewrap" | "setpriv" | "the environment's Python";
export type Host = "the servers that are named";

/**
 * The addresses of the servers for a model; empty for a model that needs no server.
 *
 * @param model The model as `openModel` takes it.
 * @param url The addresses of the servers. @default those that `openModel` uses
 * @throws {RangeError} If an address is malformed.
 */
export function serverAddresses(model: string, url?: string): URL[] {
  if (model.startsWith("ollama/")) return ollamaHosts(url).map((host) => new URL(ollamaServer(host).url));
  return model.startsWith("openai/") ? openaiAddresses(url).map(openaiAddress) : [];
}

/** The variable with the folder where the command was typed. */
const TYPED = ["INIT_CWD"];

/** The rights that packages need: the parsers of Python and of YAML, and polars, which reads and writes tables. */
const PARSER = { env: ["LOG"] };
const YAML = { env: ["LOG_TOKENS", "LOG_STREAM"] };
const POLARS = { sys: ["uid", "cpus", "networkInterfaces", "hostname"], ffi: true };

/** The variables for asking servers: their addresses, their key, and proxies. */
const ASKING = {
  env: ["OLLAMA_HOST", "OPENAI_BASE_URL", "CODEBIAS_API_KEY", "OPENAI_API_KEY", ...PROXY_VARIABLES],
};

const PIPE_RIGHTS = {
  env: [...TYPED, ...PARSER.env, "CODEBIAS_PYTHON", "CODEBIAS_NOT_SET_UP"],
  sys: ["uid"],
  run: ["bubblewrap", "setpriv", "the environment's Python"],
} as const;

const PIPE: Command = {
  setUp: { notebooks: false },
  rights: PIPE_RIGHTS,
  why: "programs run in bubblewrap; without it, and as root, setpriv gives up the rights of root",
};

/** The needs and rights of each command of `deno task`, by the name of its file. docs/SECURITY.md has the same table. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  execute: PIPE,
  probe: PIPE,
  score: PIPE,
  fit: PIPE,
  judge: {
    ...PIPE,
    rights: { ...PIPE_RIGHTS, env: [...PIPE_RIGHTS.env, ...YAML.env, "CODEBIAS_ARTIFACTS"] },
    why: `${PIPE.why}; the authors' data may lie elsewhere`,
  },
  compare: { rights: { env: TYPED, ...POLARS }, why: "polars, which reads tables, is a native library" },
  generate: {
    rights: {
      write: [
        "outputs",
        "the file of --store, or its folder until it is there",
        "the folder of --write-batch",
      ],
      env: [...TYPED, ...ASKING.env],
      ...POLARS,
      net: ["the servers that are named"],
    },
    why:
      "asks the servers of --url, OLLAMA_HOST or OPENAI_BASE_URL; with --run or --store keeps what it says",
  },
  runs: { rights: "all", why: "writes exports to any folder, and asks git and Python for their versions" },
  view: {
    rights: {
      write: ["outputs", "the file of --store, or its folder until it is there", "the folder of --out"],
      env: [...TYPED, ...PARSER.env],
      ...POLARS,
    },
    why: "writes pages, and opens the store of runs, which keeps a log beside it",
  },
  shard: {
    rights: {
      write: ["the folder of --out"],
      env: [...TYPED, ...PARSER.env, ...YAML.env, ...ASKING.env, "CODEBIAS_ARTIFACTS"],
      ...POLARS,
      net: ["the servers that are named"],
    },
    why: "asks the server of OLLAMA_HOST or OPENAI_BASE_URL for a few samples",
  },
  work: {
    setUp: { notebooks: false },
    rights: "all",
    why: "asks any server, runs programs, and starts itself for each shard beside another",
  },
  merge: {
    rights: { write: ["outputs", "the folder of --out"], env: [...TYPED], ...POLARS },
    why: "puts tables together, with polars",
  },
  slurm: { rights: "all", why: "hands files to sbatch, whose jobs may do anything" },
  verify: {
    rights: { env: [...TYPED, ...PARSER.env], ...POLARS },
    why: "computes tables again, with polars",
  },
  train: {
    rights: {
      write: ["outputs", "the folder of --out"],
      env: [...TYPED, ...PARSER.env, "CODEBIAS_ARTIFACTS"],
      ...POLARS,
    },
    why: "stores what it learned",
  },
  sandbox: {
    setUp: { notebooks: false },
    rights: "all",
    why: "runs any Python that is named, and offers a port and files that no program may reach",
  },
  reproduce: { setUp: { notebooks: true }, rights: "all", why: "runs notebooks, which may do anything" },
  lab: { setUp: { notebooks: true, lab: true }, rights: "all", why: "runs notebooks, which may do anything" },
};
