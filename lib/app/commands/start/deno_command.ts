import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { WORKER_PATH } from "../../../execution/protection/interpreter.ts";
import { pythonOf } from "../../setup/environment.ts";
import { exists } from "../../../store/files/files.ts";
import { paths, typedPath } from "../../../store/paths.ts";
import {
  type Command,
  type Host,
  type Place,
  type Program,
  type Rights,
  serverAddresses,
} from "./permissions.ts";
import { parseArgs } from "node:util";

/**
 * The command line for a command with its permissions.
 *
 * @param name The name of the command, which is also that of its file in lib/app/commands, or in a folder of its name there.
 * @param args The command's arguments.
 */
export function denoCommand(name: string, { rights }: Command, args: readonly string[]): string[] {
  const flags = rights === "all" ? ["-A"] : flagsOf(rights, args);
  const commands = join(paths.root, "lib", "app", "commands");
  const file = [join(commands, `${name}.ts`), join(commands, name, `${name}.ts`)].find(exists)!;
  return [Deno.execPath(), "run", "--quiet", "--frozen", ...flags, file, ...args];
}

/**
 * Deno's permission flags. A missing permission is an error, not a prompt, and no remote code is imported.
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

/** The paths of the programs that may be started. */
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

/** The folder of the npm packages, in which each package has a folder with its name and version. */
function npmPackages(): string {
  const entry = fileURLToPath(import.meta.resolve("nodejs-polars"));
  return entry.slice(0, entry.lastIndexOf(join("/", "nodejs-polars", "/")));
}

/** The options that name servers, files and folders. */
const NAMING = ["model", "url", "store", "out", "write-batch", "engine"] as const;

/** The values of these options; the command itself reports wrong values. */
type Asked = Readonly<Partial<Record<(typeof NAMING)[number], string>>>;

/** The values of the naming options in a command's arguments. */
function askedBy(args: readonly string[]): Asked {
  const options = Object.fromEntries(NAMING.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: false });
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

/** The hosts with their ports, in the form of Deno's permissions. */
const hosts: Readonly<Record<Host, (asked: Asked) => string[]>> = {
  "the servers that are named": ({ model = "", url, engine }) => {
    if (engine !== undefined) return []; // an engine is named for batches, which need no server
    try {
      return serverAddresses(model, url).flatMap((server) =>
        portsOf(server).map((port) => `${server.hostname}:${port}`)
      );
    } catch (error) {
      if (error instanceof RangeError) return []; // the command reports it
      throw error;
    }
  },
};

/** The port of a server; without one, both default ports for http, since the server may redirect to https. */
function portsOf({ port, protocol }: URL): readonly (string | number)[] {
  if (port !== "") return [port];
  return protocol === "https:" ? [443] : [80, 443];
}

/** The files and folders that may be written. */
const places: Readonly<Record<Place, (asked: Asked) => string[]>> = {
  "outputs": () => [paths.outputs],
  "the file of --store, or its folder until it is there": ({ store }) =>
    store === undefined ? [] : [fileToMake(typedPath(store))],
  "the folder of --out": ({ out }) => out === undefined ? [] : [dirname(typedPath(out))],
  "the folder of --write-batch": ({ "write-batch": file }) =>
    file === undefined ? [] : [dirname(typedPath(file))],
};

/** The path that must be writable to write a file: the file or, if it is missing, its folder, where it is created first. */
function fileToMake(path: string): string {
  try {
    Deno.lstatSync(path);
    return path;
  } catch {
    return dirname(path); // the command reports any other problem with it
  }
}
