/** How a program ended. */
export type Ended = Awaited<ReturnType<typeof ran>>;

/** How a program is run. */
export interface RanOptions {
  readonly cwd?: string;
  /** Variables besides this process's own. */
  readonly env?: Readonly<Record<string, string>>;
  /** Its standard input. @default nothing */
  readonly input?: string;
}

/**
 * Runs a program to its end, without the terminal. It ends with this process.
 *
 * @param program Its path, or its name on the PATH.
 */
export async function ran(program: string, args: readonly string[], { cwd, env, input }: RanOptions = {}) {
  let process: Deno.ChildProcess;
  try {
    const streams = {
      stdin: input === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    } as const;
    process = new Deno.Command(program, { args: [...args], cwd, env: { ...env }, ...streams }).spawn();
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.PermissionDenied)) {
      throw error;
    }
    return { success: false, code: 127, out: "", error: error.message };
  }
  const end = () => {
    try {
      process.kill("SIGTERM");
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // it has ended by itself
    }
  };
  globalThis.addEventListener("unload", end);
  const ended = process.output(); // read while it is written to
  if (input !== undefined) await new Response(input).body?.pipeTo(process.stdin);
  const { success, code, stdout, stderr } = await ended;
  globalThis.removeEventListener("unload", end);
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return {
    success,
    /** Exit status; 127 if it could not be started, as shells have it. */
    code,
    /** What it wrote to standard output. */
    out,
    /** What it wrote to standard error, or why it could not be started. */
    error,
  };
}
