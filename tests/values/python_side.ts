import { fileURLToPath } from "node:url";

/** What to do in Python; see python_side.py. */
export interface PythonQuestion {
  readonly expressions?: readonly string[];
  readonly encodings?: readonly (readonly [hex: string, expression: string])[];
  readonly products?: boolean;
  readonly pairs?: readonly (readonly [hex: string, hex: string])[];
  readonly attempts?: readonly string[];
}

/** What Python said; see python_side.py. */
export interface PythonAnswer {
  readonly encoded: readonly string[];
  readonly decoded: readonly (readonly [unknown, unknown])[];
  readonly products: readonly (readonly boolean[])[];
  readonly equal: readonly boolean[];
  readonly built: readonly unknown[];
  readonly again: readonly (string | null)[];
}

const SIDE = fileURLToPath(new URL("./python_side.py", import.meta.url));
const WORKER = ["values", "rebuilding"].map((part) =>
  fileURLToPath(import.meta.resolve(`codebias/execution/worker/${part}.py`))
);

/** Asks a Python interpreter, with the encoder and the decoder of the sandbox's worker. */
export async function askPython(command: string, question: PythonQuestion): Promise<PythonAnswer> {
  const process = new Deno.Command(command, {
    args: ["-I", "-B", SIDE, ...WORKER],
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const input = { expressions: [], encodings: [], products: false, pairs: [], attempts: [], ...question };
  const [output] = await Promise.all([
    process.output(),
    new Response(JSON.stringify(input)).body!.pipeTo(process.stdin),
  ]);
  if (!output.success) throw new Error(`${command} ended with status ${output.code}`);
  return JSON.parse(new TextDecoder().decode(output.stdout));
}

/** Whether the interpreter can import a module. */
export async function hasModule(command: string, module: string): Promise<boolean> {
  const { success } = await new Deno.Command(command, {
    args: ["-I", "-c", `import ${module}`],
    stderr: "null",
  }).output();
  return success;
}
