import { basename, dirname, join, resolve } from "node:path";
import { DataError } from "../../core/errors.ts";
import { ifThere, temporaryFolder } from "../../store/files/files.ts";
import { buildEngine, Unreachable } from "./engine_build.ts";
import { type EngineVersion, missingTools } from "./engine_tools.ts";

/** A model server that is ready to be started, or why there is none. */
export type Engine =
  | { readonly kind: "ready"; readonly version: EngineVersion; readonly ollama: string }
  | { readonly kind: "missing"; readonly version: EngineVersion; readonly reason: string };

/** Where engines are kept, and whom to tell. */
export interface EnsureEngineOptions {
  /** The cache folder. @default {@linkcode engineCache} */
  readonly cache?: string;
  /** Told what is being done, when something is. @default a line on standard error */
  readonly say?: (step: string) => void;
}

/** Files of a complete engine. Servers from 0.30 on run a program of llama.cpp beside them. */
const FILES: Readonly<Record<EngineVersion, readonly string[]>> = {
  "0.9.6": ["bin/ollama"],
  "0.33.0": ["bin/ollama", "lib/ollama/llama-server", "lib/ollama/llama-quantize"],
};

/** The folder that engines are built into: `CODEBIAS_ENGINES`, or one in the user's cache. */
export function engineCache(
  env: (name: string) => string | undefined = (name) => Deno.env.get(name),
): string {
  const chosen = env("CODEBIAS_ENGINES");
  if (chosen) return resolve(env("INIT_CWD") || ".", chosen);
  const cache = env("XDG_CACHE_HOME") || (env("HOME") && join(env("HOME")!, ".cache"));
  if (!cache) {
    throw new RangeError(
      "Cannot tell where to keep model servers: set CODEBIAS_ENGINES to a folder, or HOME",
    );
  }
  return join(cache, "codebias", "engines");
}

/**
 * A real Ollama server of one version, built from its published source if this machine does not have it yet.
 *
 * A build happens beside its place and takes it only when whole; a second process waits for the first.
 *
 * @returns The server, or what its build lacks and how to get that.
 * @throws {DataError} If the build fails although everything is there.
 */
export async function ensureEngine(
  version: EngineVersion,
  { cache = engineCache(), say = (step) => console.error(`${step} …`) }: EnsureEngineOptions = {},
): Promise<Engine> {
  const folder = join(cache, `ollama-${version}`);
  const ready: Engine = { kind: "ready", version, ollama: join(folder, "bin", "ollama") };
  if (await isWhole(folder, version)) return ready;
  const missing = await missingTools(version);
  if (missing.length > 0) return { kind: "missing", version, reason: missing.join("; ") };

  await makeFolder(cache);
  using lock = await Deno.open(`${folder}.lock`, { create: true, write: true });
  if (!await lock.tryLock(true)) {
    say(`Waiting for another process that builds Ollama ${version}`);
    await lock.lock(true);
  }
  if (await isWhole(folder, version)) return ready;
  try {
    await buildBeside(folder, version, say);
    return ready;
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    return { kind: "missing", version, reason: error.message };
  }
}

/** Builds into a temporary neighbour and renames it. Only the holder of the lock comes here. */
async function buildBeside(
  folder: string,
  version: EngineVersion,
  say: (step: string) => void,
): Promise<void> {
  const prefix = `${basename(folder)}.building-`;
  for (const { name } of await Array.fromAsync(Deno.readDir(dirname(folder)))) {
    if (!name.startsWith(prefix)) continue;
    await ifThere(Deno.remove(join(dirname(folder), name), { recursive: true })); // left by a build that was killed
  }
  await using temporary = await temporaryFolder({ dir: dirname(folder), prefix });
  const built = join(temporary.path, "engine");
  await buildEngine(version, { target: built, work: join(temporary.path, "work"), say });
  if (!await isWhole(built, version)) {
    throw new DataError(
      `the build of Ollama ${version} succeeded but left no ${FILES[version].join(", ")}`,
    );
  }
  await ifThere(Deno.remove(folder, { recursive: true })); // one that is not whole
  await Deno.rename(built, folder);
}

async function isWhole(folder: string, version: EngineVersion): Promise<boolean> {
  const found = await Promise.all(FILES[version].map((file) => ifThere(Deno.stat(join(folder, file)))));
  return found.every((file) => file?.isFile);
}

async function makeFolder(folder: string): Promise<void> {
  try {
    await Deno.mkdir(folder, { recursive: true });
  } catch (cause) {
    throw new DataError(
      `cannot make this folder for model servers: ${
        (cause as Error).message
      }; name another in CODEBIAS_ENGINES`,
      { place: { file: folder }, cause },
    );
  }
}
