/**
 * Milliseconds to probe a program, end to end in the sandbox, and calls, against the test cases of the published
 * instrument.
 *
 *     deno task bench huang [--seconds 45] [--rounds 15]
 *
 * Programs are 18: of 3, 5 or 7 parameters with 4, 6 or 9 values each, which compare one of them with a number ("fair")
 * or all ("biased"). Beside them, without an aim, 9 that add all of them up ("sum"), so that no two people fare alike.
 *
 * Their loop writes all test cases, then executes them until each parameter has a violation. Here it is simulated, in
 * the same sandbox, for so many seconds a program. What is left is taken to cost as much a case as what was executed, and
 * writing all as much a case as writing the first 100,000. Theirs compiles a program anew for every case, which is left
 * out, so that it takes longer than is said here. Verdicts are "same so far" where what was executed shows what ours
 * shows, and is not all.
 *
 * @module
 */

import { openProber } from "codebias";
import { figure } from "../commands/bench/figures.ts";
import { publishedVerdict } from "codebias/execution/published_cbs.ts";
import { PUBLISHED_CBS } from "codebias/execution/harness.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ProbeReport } from "codebias/core/types.ts";
import { dict, encode } from "codebias/values/mod.ts";
import { caseCount, casesByParameter } from "../published_cbs/case_count.ts";
import { type Shape, shapeOf } from "../published_cbs/shapes.ts";
import { benchOptions } from "./parts/options.ts";

const { seconds, rounds } = benchOptions({ seconds: 45, rounds: 15 });

/** Milliseconds that probing a program should not exceed. */
const AIM = 50;

/** More test cases are not written. */
const MAX_CASES = 100_000;

const WRITER = `${PUBLISHED_CBS}

def write(source, pools, most):
    cases = Cases(*entry_of(source), pools)
    return len(list(itertools.islice((case for at in range(len(pools)) for case in cases.of(at)), most)))
`;

await using prober = await openProber();
await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
console.log(
  `Python ${sandbox.protection.python}; ours: median of ${rounds} rounds; theirs: simulated up to ${seconds} s`,
);
console.log("~ computed from the number of cases and the time that one took\n");
const HEADS = [
  "parameters",
  "values",
  "program",
  "cases",
  "ours ms",
  "calls",
  "theirs ms",
  "ratio",
  "verdicts",
];
const WIDTHS = [10, 8, 9, 11, 9, 7, 12, 10, 16];
print(HEADS);

const times: number[] = [];
for (const [n, v] of [3, 5, 7].flatMap((n) => [4, 6, 9].map((v) => [n, v]))) {
  for (const kind of ["fair", "biased", "sum"]) {
    const shape = shapeOf({ id: `n${n}_v${v}_${kind}`, n, v });
    const ours = await probed(shape);
    const theirs = await simulated(shape);
    const ms = figure(`ours, ${n} parameters, ${v} values, ${kind}`, ours.taken, "ms");
    if (kind !== "sum") times.push(ms);
    const whole = [...theirs.found].toSorted().join() === ours.biased.toSorted().join();
    print([
      n,
      v,
      kind,
      theirs.cases,
      ms.toFixed(1),
      ours.calls,
      (theirs.computed ? "~" : "") + theirs.ms.toPrecision(3),
      (theirs.ms / ms).toPrecision(3),
      whole === theirs.complete ? (whole ? "same" : "not enumerated") : whole ? "same so far" : "DIFFER",
    ]);
  }
}
const most = Math.max(...times);
console.log(
  `\nours, without sums: to ${most.toFixed(1)} ms, aim ${AIM} ms: ${most <= AIM ? "met" : "MISSED"}`,
);

async function probed(
  { source, names, pools }: Shape,
): Promise<ProbeReport & { taken: number[]; biased: string[] }> {
  const attributes = names.map((name) => ({
    name,
    type: "int" as const,
    values: pools[name].map((value) => encode(value)),
  }));
  const taken: number[] = [];
  let report: ProbeReport | undefined;
  for (let round = 0; round <= rounds; round++) {
    const begun = performance.now();
    report = await prober.probe({ source, functionName: "rate", attributes });
    if (round > 0) taken.push(performance.now() - begun); // the first one warms up
  }
  const biased = names.filter((name) => report!.attributes[name].verdict === "biased");
  return { ...report!, taken, biased };
}

interface Simulated {
  readonly ms: number;
  readonly cases: number;
  readonly found: readonly string[];
  /** Whether all was executed. */
  readonly complete: boolean;
  /** Whether some of the time was computed. */
  readonly computed: boolean;
}

async function simulated(shape: Shape): Promise<Simulated> {
  const { source, names, pools } = shape;
  const begun = performance.now();
  const { found, asserted, poolSizes, timedOut } = await publishedVerdict(sandbox, source, pools, {
    maxSeconds: seconds,
  });
  const ran = performance.now() - begun;
  const cases = caseCount(poolSizes);
  // All cases of a parameter without a violation; these programs violate the first of the others.
  const mustRun = casesByParameter(poolSizes).map((count, at) => found.includes(names[at]) ? 1 : count);
  const toRun = mustRun.reduce((sum, count) => sum + count, 0);
  const running = timedOut ? ran * toRun / asserted : ran;
  const writing = await writingMs(shape) * Math.max(1, cases / MAX_CASES);
  return {
    ms: running + writing,
    cases,
    found,
    complete: !timedOut,
    computed: timedOut || cases > MAX_CASES,
  };
}

async function writingMs({ source, pools }: Shape): Promise<number> {
  const values = dict(Object.fromEntries(Object.entries(pools).map(([name, one]) => [name, [...one]])));
  const { outcomes: [outcome] } = await sandbox.execute({
    program: { kind: "program", source: WRITER, entryPoint: "write", namespace: "one" },
    calls: [{ args: encode([source, values, MAX_CASES]) }],
    limits: { cpuMs: 60_000, wallMs: 120_000, memoryMiB: 768, outputMiB: 8 },
  });
  if (outcome?.kind !== "returned") throw new Error(`The cases were not written: ${outcome?.kind}`);
  return outcome.cpuMs;
}

function print(cells: readonly (string | number)[]): void {
  console.log(cells.map((cell, at) => `${cell}`.padStart(WIDTHS[at])).join(""));
}
