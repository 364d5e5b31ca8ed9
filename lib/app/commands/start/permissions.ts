import { ollamaHosts, ollamaServer } from "../../../generation/ollama/server.ts";
import { openaiAddress, openaiAddresses } from "../../../generation/openai/address.ts";
import { PROXY_VARIABLES } from "../../../generation/requests/proxy.ts";
import type { Needs } from "../../setup/ready.ts";

/** What a command needs, and what it may do. */
export interface Command {
  /** What is set up before it starts. */
  readonly setUp?: Needs;
  /** What it may do besides reading files, or "all" for all the user may. */
  readonly rights: Rights | "all";
  /** What for. */
  readonly why: string;
}

/** What a command may do besides reading files; all else is forbidden. */
export interface Rights {
  /** Files and folders that it may write. */
  readonly write?: readonly Place[];
  /** Environment variables that it may read. */
  readonly env?: readonly string[];
  /** What it may ask of the operating system, as Deno calls it. */
  readonly sys?: readonly string[];
  /** Programs that it may start. */
  readonly run?: readonly Program[];
  /** Whether it may load the native libraries among the npm packages. */
  readonly ffi?: boolean;
  /** What it may connect to. */
  readonly net?: readonly Host[];
}

/** What is known when a command starts: `asked.ts` and `deno_command.ts` say how. */
export type Place =
  | "outputs"
  | "the file of --store, or its folder until it is there"
  | "the folder of --out"
  | "the folder of --write-batch";
export type Program = "bubblewrap" | "setpriv" | "the environment's Python";
export type Host = "the servers that are named";

/**
 * The addresses of the servers that are asked for a model; none for a model that needs none.
 *
 * @param model As `openModel` takes it.
 * @param url Where the servers are. @default as `openModel` finds it
 * @throws {RangeError} If an address is malformed.
 */
export function serverAddresses(model: string, url?: string): URL[] {
  if (model.startsWith("ollama/")) return ollamaHosts(url).map((host) => new URL(ollamaServer(host).url));
  return model.startsWith("openai/") ? openaiAddresses(url).map(openaiAddress) : [];
}

/** Where it was typed. */
const TYPED = ["INIT_CWD"];

/** What packages ask for: the parsers of Python and of YAML, and what reads and writes tables. */
const PARSER = { env: ["LOG"] };
const YAML = { env: ["LOG_TOKENS", "LOG_STREAM"] };
const POLARS = { sys: ["uid", "cpus", "networkInterfaces", "hostname"], ffi: true };

/** What asks servers: where they are, its key, and which proxies may stand before them. */
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

/** What `deno task` lets each command do, by the name of its file. docs/SECURITY.md has the same table. */
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
