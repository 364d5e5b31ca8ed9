import { PYTHON } from "../pythons.ts";

/**
 * Which sources the compiler of real Python accepts.
 *
 * @throws {Error} If there is no Python.
 */
export async function compilable(sources: readonly string[]): Promise<boolean[]> {
  const python = new Deno.Command(PYTHON, {
    args: ["-I", "-W", "ignore", "-c", CHECK],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const reply = python.output();
  const writer = python.stdin.getWriter();
  await writer.write(new TextEncoder().encode(JSON.stringify(sources)));
  await writer.close();
  const { success, stdout } = await reply;
  if (!success) throw new Error("Python could not check the sources");
  return JSON.parse(new TextDecoder().decode(stdout));
}

const CHECK = `
import ast, json, sys

def accepted(source):
    try:
        compile(ast.parse(source), "program", "exec")
        return True
    except (SyntaxError, ValueError):
        return False

print(json.dumps([accepted(source) for source in json.loads(sys.stdin.buffer.read())]))
`;

/** What real Python prints when it runs a source. */
export async function printed(source: string): Promise<string> {
  const { success, stdout } = await new Deno.Command(PYTHON, { args: ["-I", "-c", source] }).output();
  if (!success) throw new Error("Python could not run the source");
  return new TextDecoder().decode(stdout);
}
