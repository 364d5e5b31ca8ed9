/** The result of a program that has ended. */
export type Ended = Awaited<ReturnType<typeof ran>>;

/** Options for running a program. */
export interface RanOptions {
  readonly cwd?: string;
  /** Environment variables in addition to those of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The program's standard input. @default nothing */
  readonly input?: string;
}

/**
 * Runs a program to its end, without access to the terminal. The program ends with this process.
 *
 * @param program The program's path, or its name on the PATH.
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
      if (!(error instanceof TypeError)) throw error; // the program has ended already
    }
  };
  globalThis.addEventListener("unload", end);
  const ended = process.output(); // the output is read while the input is written
  if (input !== undefined) await new Response(input).body?.pipeTo(process.stdin);
  const { success, code, stdout, stderr } = await ended;
  globalThis.removeEventListener("unload", end);
  const [out, error] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  return {
    success,
    /** The exit status; 127 if the program could not be started, as in shells. */
    code,
    /** The text on standard output. */
    out,
    /** The text on standard error, or the reason why the program could not be started. */
    error,
  };
}
