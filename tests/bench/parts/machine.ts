/** What the machine itself gives: the baselines of benchmarks. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { paths } from "codebias/store/paths.ts";

/** What can be measured: how often a second it is done. */
export const BASELINES = ["spawn", "fork", "loop", "sha256"] as const;

/** One of {@linkcode BASELINES}. */
export type Baseline = typeof BASELINES[number];

/**
 * A process that does nothing; a fork that ends at once, from a process that holds what the sandbox's worker holds; one that makes
 * a program's calls and hands back their values, without containment, limits or a clock; a loop; SHA-256 of 100 MB.
 * {milliseconds, what} a line, for calls with {source, inputs}.
 */
const MACHINE = `
import gc, json, marshal, os, sys, time

def spawn():
    import subprocess
    subprocess.run([sys.executable, "-I", "-S", "-c", "pass"], input="", capture_output=True, text=True, check=True)

def fork():
    pid = os.fork()
    if pid == 0:
        os._exit(0)
    os.waitpid(pid, 0)

def calls():
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        names = {}
        exec(compile(order["source"], "program", "exec"), names)
        f = names["f"]
        values = marshal.dumps([f(*args) for args in marshal.loads(inputs)], 2)
        while values:
            values = values[os.write(write, values):]
        os._exit(0)
    os.close(write)
    with open(read, "rb") as file:
        assert file.read()
    os.waitpid(pid, 0)

def loop():
    total = 0
    for number in range(100000):
        total += number

def sha256():
    import hashlib
    digest, megabyte = hashlib.sha256(), bytes(1000000)
    for _ in range(100):
        digest.update(megabyte)

gc.collect()
gc.freeze()
for line in sys.stdin:
    order = json.loads(line)
    action = {"spawn": spawn, "fork": fork, "calls": calls, "loop": loop, "sha256": sha256}[order["what"]]
    inputs = marshal.dumps(order.get("inputs"), 2)
    count, start = 0, time.perf_counter()
    while (spent := time.perf_counter() - start) < order["milliseconds"] / 1000:
        action()
        count += 1
    print(json.dumps([count / spent, True]), flush=True)
`;

/** A Python process that measures something for each line that it is told, and answers with a line. */
export class Measurer implements AsyncDisposable {
  readonly #process: Deno.ChildProcess;
  readonly #input: WritableStreamDefaultWriter<Uint8Array>;
  readonly #output: ReadableStreamDefaultReader<string>;

  constructor([python, ...args]: readonly string[], script: string) {
    this.#process = new Deno.Command(python, {
      args: [...args, "-c", script],
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
    }).spawn();
    this.#input = this.#process.stdin.getWriter();
    this.#output = this.#process.stdout.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** @returns Times a second. */
  async ask(order: Readonly<Record<string, unknown>>): Promise<number> {
    await this.#input.write(new TextEncoder().encode(JSON.stringify(order) + "\n"));
    let answer = "";
    while (!answer.endsWith("\n")) {
      const { value, done } = await this.#output.read();
      if (done) throw new Error("A process of the baseline ended");
      answer += value;
    }
    const [rate, right] = JSON.parse(answer);
    assert(right, "the baseline returned wrong values");
    return rate;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#input.close();
    await this.#process.status;
    await this.#output.cancel();
  }
}

/** How often a second something is done, measured for so many milliseconds; calls of a program by a fork are, too. */
type Rate = (
  what: Baseline | "calls",
  milliseconds: number,
  calls?: { readonly source: string; readonly inputs: readonly unknown[] },
) => Promise<number>;

/** Measures the {@linkcode BASELINES}, each for about so many milliseconds. */
export async function openMachine(
  python: string,
): Promise<AsyncDisposable & { readonly rate: Rate }> {
  const start = (script: string) => new Measurer([python, "-I", "-S"], script);
  // What the others import would make every fork dearer.
  const [forks, others] = [start(await importsOfWorker() + MACHINE), start(MACHINE)];
  return {
    rate: (what, milliseconds, calls) =>
      (what === "fork" || what === "calls" ? forks : others).ask({ milliseconds, what, ...calls }),
    async [Symbol.asyncDispose]() {
      await forks[Symbol.asyncDispose]();
      await others[Symbol.asyncDispose]();
    },
  };
}

/** The import statements of the sandbox's worker. */
async function importsOfWorker(): Promise<string> {
  const folder = join(paths.root, "lib", "execution", "worker");
  const files = (await Array.fromAsync(Deno.readDir(folder))).filter(({ name }) => name.endsWith(".py"));
  const texts = await Promise.all(files.map(({ name }) => Deno.readTextFile(join(folder, name))));
  const imports = texts.flatMap((text) => text.match(/^import [\w., ]+/gm) ?? []);
  assert(imports.length > 5);
  return imports.join("\n");
}
