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

/** The options that name servers and places. */
const NAMING = ["model", "url", "store", "out", "write-batch", "engine"] as const;

/** What arguments name; the command itself reports what is wrong with them. */
type Asked = Readonly<Partial<Record<(typeof NAMING)[number], string>>>;

/** What a command's arguments name. */
function askedBy(args: readonly string[]): Asked {
  const options = Object.fromEntries(NAMING.map((name) => [name, { type: "string" as const }]));
  const { values } = parseArgs({ args: [...args], options, strict: false });
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

/** Hosts with their ports, as Deno's permissions name them. */
const hosts: Readonly<Record<Host, (asked: Asked) => string[]>> = {
  "the servers that are named": ({ model = "", url, engine }) => {
    if (engine !== undefined) return []; // it answers a batch where no server runs
    try {
      return serverAddresses(model, url).flatMap((server) =>
        portsOf(server).map((port) => `${server.hostname}:${port}`)
      );
    } catch (error) {
      if (error instanceof RangeError) return []; // the command says it, too
      throw error;
    }
  },
};

/** The port of a server; both usual ones for http without one, since the server may redirect to https. */
function portsOf({ port, protocol }: URL): readonly (string | number)[] {
  if (port !== "") return [port];
  return protocol === "https:" ? [443] : [80, 443];
}

/** Files and folders. */
const places: Readonly<Record<Place, (asked: Asked) => string[]>> = {
  "outputs": () => [paths.outputs],
  "the file of --store, or its folder until it is there": ({ store }) =>
    store === undefined ? [] : [fileToMake(typedPath(store))],
  "the folder of --out": ({ out }) => out === undefined ? [] : [dirname(typedPath(out))],
  "the folder of --write-batch": ({ "write-batch": file }) =>
    file === undefined ? [] : [dirname(typedPath(file))],
};

/** Path that writing a file needs: its folder until it exists, since it is made beside its place. */
function fileToMake(path: string): string {
  try {
    Deno.lstatSync(path);
    return path;
  } catch {
    return dirname(path); // the command reports any other problem with it
  }
}
