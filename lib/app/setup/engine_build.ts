import { join } from "node:path";
import { DataError } from "../../core/errors.ts";
import { ran } from "./ran.ts";
import { buildGenerator, type EngineVersion } from "./engine_tools.ts";

/** Where and how to build. */
export interface BuildOptions {
  /** The folder to make, with `bin/ollama` in it. */
  readonly target: string;
  /** A folder to make for intermediate files. */
  readonly work: string;
  /** Told what is being done. */
  readonly say: (step: string) => void;
}

/** Source code could not be fetched, as nobody answered; the message says what to do. */
export class Unreachable extends Error {
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
export async function buildEngine(
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
