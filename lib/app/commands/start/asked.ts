import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { paths, typedPath } from "../../../store/paths.ts";
import { type Host, type Place, serverAddress } from "./permissions.ts";

/** The options that name servers and places. */
const OPTIONS = {
  model: { type: "string" },
  url: { type: "string" },
  store: { type: "string" },
  out: { type: "string" },
} as const;

/** What arguments name; the command itself reports what is wrong with them. */
export type Asked = Readonly<Partial<Record<keyof typeof OPTIONS, string>>>;

/** What a command's arguments name. */
export function askedBy(args: readonly string[]): Asked {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: false });
  return Object.fromEntries(Object.entries(values).filter(([, value]) => typeof value === "string"));
}

/** Hosts with their ports, as Deno's permissions name them. */
export const hosts: Readonly<Record<Host, (asked: Asked) => string[]>> = {
  "the server that is named": ({ model = "", url }) => {
    try {
      const server = serverAddress(model, url);
      return server ? portsOf(server).map((port) => `${server.hostname}:${port}`) : [];
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
export const places: Readonly<Record<Place, (asked: Asked) => string[]>> = {
  "outputs": () => [paths.outputs],
  "the file of --store, or its folder until it is there": ({ store }) =>
    store === undefined ? [] : [fileToMake(typedPath(store))],
  "the folder of --out": ({ out }) => out === undefined ? [] : [dirname(typedPath(out))],
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
