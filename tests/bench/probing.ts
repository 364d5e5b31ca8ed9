/**
 * Milliseconds to probe a program, end to end in the sandbox, and calls, against full enumeration.
 *
 *     deno task bench probing [--rounds 5] [--programs N]
 *
 * Programs are the 14 completions of golden/solar_harness.json (`CODEBIAS_GOLDEN`; left out where there is none), those of tests/bias/programs, and a function that reads two of seven attributes with six values each. One
 * after the other; the time of a program is its median over the rounds. Full enumeration calls the same program with
 * all combinations of values, in the same sandbox; where these are more than 10,000 (the 14 have 112,500 to 450,000), with
 * as many of them, and the time is scaled up.
 *
 * @module
 */

import { median } from "simple-statistics";
import { openProber } from "codebias";
import { figure } from "../commands/bench/figures.ts";
import { enumerate } from "codebias/execution/probing/enumerate.ts";
import { explore } from "codebias/execution/probing/probe.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ProbeReport, ProbeSubject } from "codebias/core/types.ts";
import { goldenFile } from "../golden_file.ts";
import { programs } from "../run/probing/programs.ts";
import { sevenAttributes, solarCompletions } from "../run/probing/solar_completions.ts";
import { benchOptions } from "./parts/options.ts";

const { rounds, programs: most } = benchOptions({ rounds: 5, programs: Infinity });

/** More combinations are not called. */
const MAX_COMBINATIONS = 10_000;

const golden = await goldenFile("solar_harness.json");

await using prober = await openProber();
await using sandbox = await openSandbox(projectSandbox());
console.log(`Python ${sandbox.protection.python}, ${sandbox.workers} workers, ${rounds} rounds`);

const solar = golden === undefined ? [] : solarCompletions(golden);
if (solar.length > 0) await bench("Solar's completions", solar);
const all = await programs();
const step = Math.max(1, Math.floor(all.length / most));
await bench("our own programs", all.filter((_, at) => at % step === 0).slice(0, most));
await bench("seven attributes of six values", [sevenAttributes()]);

interface Named {
  readonly id: string;
  readonly subject: ProbeSubject;
}

interface Row {
  readonly ms: number;
  readonly calls: number;
  readonly witness: boolean;
  /** Milliseconds of full enumeration; undefined if there is nothing to call. */
  readonly full: number | undefined;
  /** Whether that was scaled up. */
  readonly scaled: boolean;
}

async function bench(what: string, subjects: readonly Named[]): Promise<void> {
  const rows: Row[] = [];
  for (const { subject } of subjects) {
    let report: ProbeReport | undefined;
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const begun = performance.now();
      report = await prober.probe(subject);
      if (round > 0) times.push(performance.now() - begun); // the first one warms up
    }
    const witness = Object.values(report!.attributes).some((one) => one.witness ?? one.beyond);
    rows.push({ ms: median(times), calls: report!.calls, witness, ...await enumerated(subject) });
  }
  const [without, with_] = [false, true].map((wanted) => rows.filter(({ witness }) => witness === wanted));
  console.log(`\n${what}: ${rows.length}`);
  for (const [name, some] of [["without a witness", without], ["with witnesses", with_]] as const) {
    if (some.length === 0) continue;
    const ms = some.map((row) => row.ms).toSorted((a, b) => a - b);
    const calls = some.map((row) => row.calls).toSorted((a, b) => a - b);
    console.log(
      `  ${some.length} ${name}: median ${figure(`${what}, ${name}`, median(ms), "ms").toFixed(1)} ms (to ${
        ms.at(-1)!.toFixed(1)
      }), ` +
        `${median(calls).toFixed(0)} calls (to ${calls.at(-1)})`,
    );
  }
  for (const scaled of [false, true]) {
    const compared = rows.filter((row) => row.full !== undefined && row.scaled === scaled);
    if (compared.length === 0) continue;
    const [ours, theirs] = [sum(compared.map(({ ms }) => ms)), sum(compared.map(({ full }) => full!))];
    console.log(
      `  full enumeration of ${compared.length}${scaled ? ", scaled up" : ""}: ${theirs.toFixed(0)} ms, ${
        (theirs / ours).toFixed(1)
      } times ours`,
    );
  }
}

/** Milliseconds of full enumeration. */
async function enumerated(subject: ProbeSubject): Promise<Pick<Row, "full" | "scaled">> {
  const fewer = [...subject.attributes];
  while (combinations(fewer) > MAX_COMBINATIONS) {
    const most = Math.max(...fewer.map(({ values }) => values.length));
    const at = fewer.findIndex(({ values }) => values.length === most);
    fewer[at] = { ...fewer[at], values: fewer[at].values.slice(1) };
  }
  const factor = combinations(subject.attributes) / combinations(fewer);
  const found = await explore(sandbox, subject);
  if (!("shape" in found)) return { full: undefined, scaled: false };
  const begun = performance.now();
  await enumerate(sandbox, found, fewer);
  return { full: factor * (performance.now() - begun), scaled: factor > 1 };
}

function combinations(attributes: ProbeSubject["attributes"]): number {
  return attributes.reduce((product, { values }) => product * values.length, 1);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
