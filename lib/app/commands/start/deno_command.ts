import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { WORKER_PATH } from "../../../execution/protection/interpreter.ts";
import { pythonOf } from "../../setup/environment.ts";
import { exists } from "../../../store/files/files.ts";
import { paths } from "../../../store/paths.ts";
import { askedBy, hosts, places } from "./asked.ts";
import type { Command, Program, Rights } from "./permissions.ts";

/**
 * The command line for a command with its permissions.
 *
 * @param name Its file in lib/app/commands, or in a folder there with its name.
 * @param args Its arguments.
 */
export function denoCommand(name: string, { rights }: Command, args: readonly string[]): string[] {
  const flags = rights === "all" ? ["-A"] : flagsOf(rights, args);
  const commands = join(paths.root, "lib", "app", "commands");
  const file = [join(commands, `${name}.ts`), join(commands, name, `${name}.ts`)].find(exists)!;
  return [Deno.execPath(), "run", "--quiet", "--frozen", ...flags, file, ...args];
}

/**
 * Deno's permission flags. A missing permission is an error, not a prompt, and no code comes from elsewhere.
 *
 * @param args The command's arguments, which name servers and files.
 */
export function flagsOf(
  { write = [], env = [], sys = [], run = [], ffi, net = [] }: Rights,
  args: readonly string[],
) {
  const asked = askedBy(args);
  const lists: Readonly<Record<string, readonly string[]>> = {
    write: write.flatMap((place) => places[place](asked)),
    env,
    sys,
    run: run.flatMap((program) => programs[program]()),
    ffi: ffi ? [npmPackages()] : [],
    net: net.flatMap((host) => hosts[host](asked)),
  };
  const allowed = Object.entries(lists).filter(([, list]) => list.length > 0)
    .map(([kind, list]) => `--allow-${kind}=${list.map((one) => one.replaceAll(",", ",,")).join(",")}`);
  return ["--no-prompt", "--deny-import", "--allow-read", ...allowed];
}

/** Programs by the paths that start them. */
const programs: Readonly<Record<Program, () => string[]>> = {
  "bubblewrap": () => found("bwrap"),
  "setpriv": () => found("setpriv"),
  "the environment's Python": () => {
    const python = pythonOf(paths.environment);
    return exists(python) ? [python, Deno.realPathSync(python)] : [];
  },
};

function found(name: string): string[] {
  return WORKER_PATH.split(":").map((folder) => join(folder, name)).filter(exists);
}

/** The folder of the npm packages: each is in a folder of its name and version. */
function npmPackages(): string {
  const entry = fileURLToPath(import.meta.resolve("nodejs-polars"));
  return entry.slice(0, entry.lastIndexOf(join("/", "nodejs-polars", "/")));
}
