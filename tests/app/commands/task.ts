/** Runs the project's commands as a user does. */

import { fileURLToPath } from "node:url";

/** The checkout under test. */
export const ROOT = fileURLToPath(new URL("../../..", import.meta.url));

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of {@linkcode task}. */
export interface TaskOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  /** @default the checkout */
  readonly cwd?: string;
  /** What stands before `deno`, e.g. a container. */
  readonly before?: readonly string[];
  /** How Deno is called. @default the one that runs the tests */
  readonly deno?: readonly string[];
}

/** Runs `deno task --quiet NAME ARGS` to its end. */
export async function task(name: string, args: readonly string[], options: TaskOptions = {}): Promise<Ended> {
  const process = startTask(name, args, options);
  // Read while it is written to: a command that answers as it reads waits for whoever reads its answers.
  const ended = Promise.all([text(process.stdout), text(process.stderr), process.status]);
  await give(process.stdin, options.stdin ?? "");
  const [stdout, stderr, { code }] = await ended;
  return { code, stdout, stderr };
}

function text(stream: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(stream).text();
}

/** Writes all of a command's input, unless it does not want it. */
async function give(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch (error) {
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error; // it reads something else, or nothing any more
  }
}

/**
 * Starts `deno task --quiet NAME ARGS`; `reproduce` with `--anew`, since a test of what it does must not find it done in the checkout's
 * `outputs/`.
 */
export function startTask(
  name: string,
  args: readonly string[],
  options: TaskOptions = {},
): Deno.ChildProcess {
  const [command, ...before] = [...options.before ?? [], ...options.deno ?? [Deno.execPath()]];
  const cwd = options.cwd ?? ROOT;
  const isOwn = name === "reproduce" && cwd === ROOT;
  return new Deno.Command(command, {
    args: [...before, "task", "--quiet", name, ...args, ...isOwn ? ["--anew"] : []],
    cwd,
    env: { NO_COLOR: "1", INIT_CWD: cwd, ...options.env }, // the tests' own INIT_CWD may be elsewhere
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** Copies files and folders of the checkout into another folder, each to its own place there. */
export async function copyParts(parts: readonly string[], to: string): Promise<void> {
  const copied = await new Deno.Command("cp", { args: ["-r", "--parents", ...parts, to], cwd: ROOT })
    .output();
  if (!copied.success) throw new Error(new TextDecoder().decode(copied.stderr));
}

/** What stands before a command that is to see a single core: the first that this process may use. */
export function onOneCore(): string[] {
  const [, core] = /^Cpus_allowed_list:\s*(\d+)/m.exec(Deno.readTextFileSync("/proc/self/status"))!;
  return ["taskset", "--cpu-list", core];
}

/** Runs an action with a temporary folder that is removed afterwards. */
export async function withFolder(action: (folder: string) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "codebias-test-" });
  try {
    await action(folder);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** All files below a folder, relative to it, in order. */
export async function filesBelow(folder: string, prefix = ""): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(`${folder}/${prefix}`));
  const files = await Promise.all(
    entries.map(({ name, isDirectory }) =>
      isDirectory ? filesBelow(folder, `${prefix}${name}/`) : [`${prefix}${name}`]
    ),
  );
  return files.flat().sort();
}
