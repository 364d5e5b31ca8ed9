/**
 * How many programs a second the sandbox runs, against one Python process for each, in one run.
 *
 *     deno task bench execution [--python COMMAND] [--seconds N]
 *
 * The baseline is what a typical harness does: it writes the candidate with a few lines around it into a file and
 * starts `python3` on it, with the inputs as JSON on its standard input and the outputs as JSON on its standard output.
 * The harness is Python, too, so that starting processes is as cheap as it can be, and it runs in an empty virtual
 * environment, since what is installed beside Python can double the time of every start. Both sides have their inputs
 * ready and look at outputs after the clock has stopped, the sandbox's at those of each worker's last program, as keeping
 * all would measure JavaScript's collector; every program has another source.
 *
 * The lines take turns, for some rounds; what is printed is the median of the rounds and the lowest and highest. A
 * ratio is the median of the rounds' own ratios. `--seconds` is about how long it takes altogether. A line that misses
 * what is required of it says so; the load average and a plain loop in Python say what the machine was like.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { figure } from "../commands/bench/figures.ts";
import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { Call, Execution, ExecutionRequest } from "codebias/core/types.ts";
import { decode, encode, type PythonValue } from "codebias/values/mod.ts";
import { type Baseline, Measurer, openMachine } from "./parts/machine.ts";
import { benchOptions } from "./parts/options.ts";

const ROUNDS = 7;
const LIMITS = { cpuMs: 2_000, wallMs: 10_000, memoryMiB: 512, outputMiB: 8 };

const { python, seconds } = benchOptions({ python: projectSandbox().python, seconds: 60 });

/** What is run again and again: sources that differ, the same calls, and the right answers. */
interface Workload {
  readonly source: (index: number) => string;
  readonly inputs: readonly (readonly number[])[];
  readonly expected: readonly PythonValue[];
}

/** One line of the table: does something for about so many milliseconds and says how often a second. */
interface Line {
  readonly name: string;
  readonly measure: (milliseconds: number) => Promise<number>;
  /** Times a second. */
  readonly required?: number;
  /** The other line that this one is compared with. */
  readonly against?: { readonly line: string; readonly required?: number };
}

/** The product of two ranges: one call for each pair. */
function pairs(rows: number, columns: number): [number, number][] {
  return Array.from({ length: rows * columns }, (_, at) => [Math.floor(at / columns), at % columns]);
}

const few = pairs(8, 9);
const many = pairs(50, 100);

const short: Workload = {
  source: (index) => `# ${index}\ndef f(a, b):\n    if a > b:\n        return a - b\n    return a * b + 1\n`,
  inputs: few,
  expected: few.map(([a, b]) => a > b ? a - b : a * b + 1),
};
const ints: Workload = { ...short, inputs: many, expected: many.map(([a, b]) => a > b ? a - b : a * b + 1) };
const lists: Workload = {
  source: (index) => `# ${index}\ndef f(a, b):\n    return [a, b, a + b, a, b, a - b, a, b, 8, 9]\n`,
  inputs: many,
  expected: many.map(([a, b]) => [a, b, a + b, a, b, a - b, a, b, 8, 9]),
};
const stateful: Workload = {
  source: (index) =>
    `# ${index}\nseen = []\ndef f(a, b):\n    global seen\n    seen.append(a)\n    return len(seen) + a * b\n`,
  inputs: many,
  expected: many.map(([a, b]) => 1 + a * b),
};

/** The lines that a typical harness puts around a candidate. */
const AROUND = `
import json, sys
json.dump([f(*args) for args in json.load(sys.stdin)], sys.stdout)
`;

/** The typical harness: runs programs for a while, one process each; {milliseconds, inputs, source} a line. */
const HARNESS = `
import json, os, subprocess, sys, tempfile, time
with tempfile.TemporaryDirectory() as folder:
    file = os.path.join(folder, "candidate.py")
    for line in sys.stdin:
        order = json.loads(line)
        inputs = json.dumps(order["inputs"])
        outputs, start = [], time.perf_counter()
        while (spent := time.perf_counter() - start) < order["milliseconds"] / 1000:
            with open(file, "w") as out:
                out.write("# %d\\n" % len(outputs) + order["source"])
            done = subprocess.run([sys.executable, file], input=inputs, capture_output=True, text=True, check=True)
            outputs.append(done.stdout)
        right = all(json.loads(text) == order["expected"] for text in outputs)
        print(json.dumps([len(outputs) / spent, right]), flush=True)
`;

/** A Python without packages, in a folder. */
async function emptyEnvironment(python: string, folder: string): Promise<string> {
  const { success } = await new Deno.Command(python, { args: ["-m", "venv", "--without-pip", folder] })
    .output();
  assert(success, "an empty virtual environment could not be made");
  return join(folder, "bin", "python3");
}

/** Runs a workload in a sandbox, as many programs at a time as it has workers. */
function ours(sandbox: Sandbox, { source, inputs, expected }: Workload): Line["measure"] {
  const calls: Call[] = inputs.map((args) => ({ args: encode(args) }));
  const request = (index: number): ExecutionRequest => ({
    program: { kind: "program", source: source(index), entryPoint: "f", namespace: "one" },
    calls,
    limits: LIMITS,
  });
  return async (milliseconds) => {
    let made = 0;
    const last: Execution[] = [];
    const start = performance.now();
    const runOn = async (_: unknown, worker: number) => {
      while (performance.now() - start < milliseconds) last[worker] = await sandbox.execute(request(made++));
    };
    await Promise.all(Array.from({ length: sandbox.workers }, runOn));
    const spent = performance.now() - start;
    for (const { outcomes } of last) {
      assert.deepEqual(outcomes.map((end) => end.kind === "returned" ? decode(end.value) : end), expected);
    }
    return made / spent * 1000;
  };
}

const { executable } = await resolveInterpreter(python);
const folder = await Deno.makeTempDir({ prefix: "codebias-bench-" });
await using cleaning = new AsyncDisposableStack();
cleaning.defer(() => Deno.remove(folder, { recursive: true }));
await using one = await openSandbox({ python: executable, workers: 1 });
await using two = await openSandbox({ python: executable, workers: 2 });
await using harness = new Measurer([await emptyEnvironment(executable, folder)], HARNESS);
await using machine = await openMachine(executable);

const typical = ({ source, inputs, expected }: Workload): Line["measure"] => (milliseconds) =>
  harness.ask({ milliseconds, source: source(0) + AROUND, inputs, expected });

const bare = (what: Baseline): Line["measure"] => (milliseconds) => machine.rate(what, milliseconds);

const uncontained = ({ source, inputs }: Workload): Line["measure"] => (milliseconds) =>
  machine.rate("calls", milliseconds, { source: source(0), inputs });

const BASELINE = "a process each, 72 calls";
const SINGLE = "sandbox, 72 calls";
const lines: readonly Line[] = [
  { name: BASELINE, measure: typical(short) },
  { name: "a process each that does nothing", measure: bare("spawn") },
  { name: "a fork each that does nothing", measure: bare("fork") },
  { name: SINGLE, measure: ours(one, short), required: 450, against: { line: BASELINE, required: 6 } },
  {
    name: "sandbox, 72 calls, 2 workers",
    measure: ours(two, short),
    against: { line: SINGLE, required: 1.7 },
  },
  { name: "sandbox, 5,000 calls, ints", measure: ours(one, ints), required: 200 },
  { name: "sandbox, 5,000 calls, lists of 10", measure: ours(one, lists), required: 130 },
  { name: "sandbox, 5,000 calls, loaded for each", measure: ours(one, stateful) },
  { name: "a process each, 5,000 calls, ints", measure: typical(ints) },
  { name: "a fork each, 5,000 calls, ints", measure: uncontained(ints) },
  { name: "a fork each, 5,000 calls, lists of 10", measure: uncontained(lists) },
  { name: "100,000 additions in a loop", measure: bare("loop") },
];

const before = loadAverage();
const rates = new Map<string, number[]>(lines.map(({ name }) => [name, []]));
for (const { measure } of lines) await measure(100);
for (let round = 0; round < ROUNDS; round++) {
  for (const { name, measure } of lines) {
    rates.get(name)!.push(await measure(seconds * 1000 / ROUNDS / lines.length));
  }
}

console.log(
  `Python ${one.protection.python}, level ${one.protection.level}, ${navigator.hardwareConcurrency} cores; load ` +
    `average ${before} before, ${loadAverage()} after; ${ROUNDS} rounds`,
);
const rows = [["times a second", "median", "lowest", "highest", "required", ""]];
for (const { name, required, against } of lines) {
  const found = rates.get(name)!;
  rows.push(row(name, found, { required, unit: "/s" }));
  figure(name, found, "/s");
  if (against) {
    const others = rates.get(against.line)!;
    const ratios = found.map((rate, round) => rate / others[round]);
    rows.push(row(`  times "${against.line}"`, ratios, { required: against.required, unit: "x" }));
  }
}
print(rows);

function row(
  name: string,
  found: readonly number[],
  { required, unit }: { required?: number; unit: string },
): string[] {
  const text = (value: number) => (value < 100 ? value.toFixed(1) : String(Math.round(value))) + unit;
  const sorted = found.toSorted((a, b) => a - b);
  const median = sorted[sorted.length >> 1];
  const missed = required !== undefined && median < required;
  return [
    name,
    text(median),
    text(sorted[0]),
    text(sorted.at(-1)!),
    required === undefined ? "" : `${required}${unit}`,
    missed ? `below ${required}${unit}` : "",
  ];
}

function print(rows: readonly (readonly string[])[]): void {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((cells) => cells[column].length)));
  for (const cells of rows) {
    const padded = cells.map((cell, column) =>
      column === 0 || column === 5 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])
    );
    console.log(padded.join("  ").trimEnd());
  }
}

function loadAverage(): string {
  return Deno.loadavg()[0].toFixed(2);
}
