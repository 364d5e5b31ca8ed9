import { SandboxError } from "../../core/errors.ts";
import { containerCommand, explainContainerFailure } from "./container.ts";
import {
  asNobody,
  type Interpreter,
  interpreterFiles,
  SYSTEM_FOLDERS,
  workerCommand,
} from "./interpreter.ts";
import { levelOf, type Obstacle, type ProtectionLevel } from "./protection.ts";
import { Zygote, ZygoteNotStarted } from "./zygote.ts";

/** Options for starting a worker. */
export interface LaunchOptions {
  readonly interpreter: Interpreter;
  readonly packages: readonly string[];
  /** Whether this process is root; then programs run as another user. */
  readonly root: boolean;
  /** Python's hash seed, which determines the order of the items of a set. */
  readonly hashSeed: number;
}

/** A started worker, its level of protection, and the command that starts another. */
export interface Launched {
  readonly zygote: Zygote;
  readonly level: ProtectionLevel;
  readonly command: readonly string[];
  readonly hashSeed: number;
  /** The reasons why there is no better level. */
  readonly obstacles: readonly Obstacle[];
}

/** A way to start a worker. */
interface Way {
  /** The levels of protection that it may give. */
  readonly levels: readonly ProtectionLevel[];
  readonly contained: boolean;
  readonly command: (options: LaunchOptions) => string[];
  /** Explains why it did not start, from its output on standard error. */
  readonly explain: (message: string) => Obstacle;
}

const WAYS: readonly Way[] = [
  {
    levels: ["full", "without-pid-namespace", "without-system-call-filter"],
    contained: true,
    command: containerCommand,
    explain: explainContainerFailure,
  },
  {
    levels: ["without-user-namespaces"],
    contained: false,
    command: bareCommand,
    explain: explainBareFailure,
  },
];

/** A way to a lower level than the system allows, for tests and comparisons. */
const LOWERED: Way = {
  ...WAYS[0],
  levels: ["without-pid-namespace"],
  command: (options) => containerCommand({ ...options, pidNamespaces: false }),
};

/**
 * Starts a worker in the safest way that works here, as a trial shows, or only at the wanted level.
 *
 * @throws {SandboxError} If programs cannot be contained; the message has the reasons and what to do.
 */
export async function launch(options: LaunchOptions, wanted?: ProtectionLevel): Promise<Launched> {
  if (Deno.build.os !== "linux") {
    const remedy = "work in a Linux virtual machine, on Windows also in WSL2";
    throw new SandboxError(`Cannot run programs safely: this is not Linux; ${remedy}`);
  }
  const ways = wanted === "without-pid-namespace" ? [LOWERED] : WAYS;
  const obstacles: Obstacle[] = [];
  for (const way of ways.filter(({ levels }) => !wanted || levels.includes(wanted))) {
    const command = way.command(options);
    const zygote = await startOrNot(command, options.hashSeed);
    if (typeof zygote === "string") {
      obstacles.push(way.explain(zygote));
      continue;
    }
    const level = levelOf(zygote.info, way.contained);
    if (level === wanted || (!wanted && typeof level === "string")) {
      return { zygote, level, command, hashSeed: options.hashSeed, obstacles };
    }
    await zygote.close();
    obstacles.push(
      typeof level === "string" ? { reason: `it is ${level} here`, remedy: "ask for that one" } : level,
    );
  }
  const what = wanted ? `at protection level ${wanted}` : "safely";
  throw new SandboxError(`Cannot run programs ${what}: ${sentence(obstacles)}`);
}

/** A text on obstacles: reason; remedy. */
export function sentence(obstacles: readonly Obstacle[]): string {
  return obstacles.map(({ reason, remedy }) => `${reason}; ${remedy}`).join(". Without namespaces: ");
}

/** A worker or, if it did not start, the output of the command on standard error. */
async function startOrNot(command: readonly string[], hashSeed: number): Promise<Zygote | string> {
  try {
    return await Zygote.start(command, hashSeed);
  } catch (error) {
    if (error instanceof ZygoteNotStarted) return error.message;
    throw error;
  }
}

/** The command line that starts the worker without namespaces; the worker locks itself out of files with Landlock. */
function bareCommand({ interpreter, packages, root }: LaunchOptions): string[] {
  const readable = [...SYSTEM_FOLDERS, ...interpreterFiles(interpreter)];
  return [...(root ? asNobody() : []), ...workerCommand(interpreter, readable, packages)];
}

function explainBareFailure(message: string): Obstacle {
  const said = message.trim().split("\n").at(-1) ?? "";
  if (/^setpriv: failed to execute|Permission denied/.test(said)) {
    return {
      reason: `the user nobody, who runs programs if you are root, may not read this Python (${said})`,
      remedy:
        "use one that everybody may read, e.g. CODEBIAS_PYTHON=/usr/bin/python3, and delete .venv; or work as another user",
    };
  }
  return { reason: `the worker did not start (${said})`, remedy: "check that this Python works" };
}
