import { basename, dirname, join, resolve } from "node:path";
import { DataError } from "codebias/core/errors.ts";
import { ifThere, temporaryFolder } from "codebias/store/files/files.ts";
import { buildGenerator, type EngineVersion, missingTools } from "./engine_tools.ts";
import { ran } from "codebias/app/setup/ran.ts";

/** A model server that is ready to be started, or why there is none. */
export type Engine =
  | { readonly kind: "ready"; readonly version: EngineVersion; readonly ollama: string }
  | { readonly kind: "missing"; readonly version: EngineVersion; readonly reason: string };

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
 * @param say Told what is being done, when something is.
 * @returns The server, or what its build lacks and how to get that.
 * @throws {DataError} If the build fails although everything is there.
 */
export async function ensureEngine(
  version: EngineVersion,
  say = (step: string) => console.error(`${step} …`),
): Promise<Engine> {
  const cache = engineCache();
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

/** Where and how to build. */
interface BuildOptions {
  /** The folder to make, with `bin/ollama` in it. */
  readonly target: string;
  /** A folder to make for intermediate files. */
  readonly work: string;
  /** Told what is being done. */
  readonly say: (step: string) => void;
}

/** Source code could not be fetched, as nobody answered; the message says what to do. */
class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** The npm package that carries the source of llama.cpp, as the current Ollama runs it. */
const LLAMA_PACKAGE = "node-llama-cpp@3.22.1";
const LLAMA_PROGRAMS = ["llama-server", "llama-quantize"];
const LLAMA_SETTINGS = [
  "CMAKE_BUILD_TYPE=Release",
  "CMAKE_EXE_LINKER_FLAGS=-s",
  "BUILD_SHARED_LIBS=OFF",
  "GGML_NATIVE=OFF", // the cache may be carried to another machine
  "LLAMA_CURL=OFF",
  "LLAMA_OPENSSL=OFF",
  "LLAMA_BUILD_TESTS=OFF",
  "LLAMA_BUILD_EXAMPLES=OFF",
  "LLAMA_BUILD_TOOLS=ON",
  "LLAMA_BUILD_SERVER=ON",
  "LLAMA_BUILD_UI=OFF",
];

/**
 * Builds an Ollama server from source served by Go's module proxy and, for 0.33.0, also npm.
 *
 * @throws {Unreachable} If nobody answers when the source is fetched.
 * @throws {DataError} If anything else fails; has the last lines of what failed.
 */
async function buildEngine(
  version: EngineVersion,
  { target, work, say }: BuildOptions,
): Promise<void> {
  await Deno.mkdir(work, { recursive: true });
  await buildOllama(version, { target, work, say });
  if (version === "0.33.0") await buildLlama({ target, work, say });
}

async function buildOllama(version: EngineVersion, { target, work, say }: BuildOptions): Promise<void> {
  say(`Building Ollama ${version} with Go, once: about ${version === "0.9.6" ? 4 : 2} minutes`);
  const flags = `-s -w -X github.com/ollama/ollama/version.Version=${version}`;
  const c = "-O1 -g0"; // for models of kilobytes: the build takes 232 instead of 320 s of processor time
  await step("go", ["install", "-ldflags", flags, `github.com/ollama/ollama@v${version}`], {
    cwd: work,
    env: { GOBIN: join(target, "bin"), CGO_ENABLED: "1", CGO_CFLAGS: c, CGO_CXXFLAGS: c },
    fetchedFrom: "Go's module proxy",
  });
}

async function buildLlama({ target, work, say }: BuildOptions): Promise<void> {
  say("Fetching the source of llama.cpp with npm: about 1 minute");
  await step("npm", ["pack", "--silent", LLAMA_PACKAGE], { cwd: work, fetchedFrom: "npm's registry" });
  await step("tar", ["xzf", `${LLAMA_PACKAGE.replace("@", "-")}.tgz`], { cwd: work });
  await step("git", ["clone", "--quiet", "package/llama/gitRelease.bundle", "source"], { cwd: work });

  say(`Building ${LLAMA_PROGRAMS.join(" and ")} with cmake, once: about 8 minutes`);
  const settings = LLAMA_SETTINGS.map((setting) => `-D${setting}`);
  await step("cmake", ["-G", await buildGenerator(), "-S", "source", "-B", "build", ...settings], {
    cwd: work,
  });
  const jobs = String(navigator.hardwareConcurrency);
  await step("cmake", ["--build", "build", "--parallel", jobs, "--target", ...LLAMA_PROGRAMS], { cwd: work });
  const library = join(target, "lib", "ollama");
  await Deno.mkdir(library, { recursive: true });
  for (const name of LLAMA_PROGRAMS) {
    await Deno.rename(join(work, "build", "bin", name), join(library, name));
  }
}

/** Where a command runs. */
interface StepOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Where it fetches from, if it does. */
  readonly fetchedFrom?: string;
}

/** Runs one command to its good end. */
async function step(command: string, args: readonly string[], options: StepOptions): Promise<void> {
  const { cwd, env, fetchedFrom } = options;
  const { success, out, error } = await ran(command, args, { cwd, env });
  if (success) return;
  const said = [out, error].map((text) => text.trim()).join("\n").trim();
  if (fetchedFrom && NO_ANSWER.test(said)) {
    throw new Unreachable(
      `${fetchedFrom} cannot be reached: connect and run the same command again (${lastLines(said, 1)})`,
    );
  }
  throw new DataError(`${[command, ...args].join(" ")} failed:\n${lastLines(said, 20)}`);
}

/** How Go and npm report that nobody answered, or that they were told not to ask. */
const NO_ANSWER =
  /dial tcp|no such host|i\/o timeout|TLS handshake timeout|proxyconnect|disabled by GOPROXY=off|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ENOTCACHED/;

function lastLines(text: string, count: number): string {
  return text.split("\n").slice(-count).join("\n");
}
