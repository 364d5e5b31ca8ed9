import { createHash } from "node:crypto";
import type { Execution, ExecutionRequest, Profile, ProfiledProgram } from "../core/types.ts";
import { encode } from "../values/mod.ts";
import { PROFILER } from "./harness.ts";
import { profileCheckCall } from "./limits.ts";

/** An executor of programs; one with a memory keeps only what it is told to keep. */
export interface Keeper {
  execute(
    request: ExecutionRequest,
    signal?: AbortSignal,
    keep?: (execution: Execution) => Promise<boolean>,
  ): Promise<Execution>;
}

/** Processor time that the calls of one size are to take, seconds, and the most calls of each input. */
const ENOUGH_S = 0.1;
const MAX_CALLS = 7;

/** Only sizes whose calls together take at least this long are checked, if there are any. */
const VISIBLE_S = 0.06;

/**
 * Factor by which calls may take more or less time in the sandbox than claimed, and the slack on top:
 * seconds, and a share of what the rest takes.
 */
const FACTOR = 3;
const SLACK = { seconds: 0.01, share: 0.3 } as const;

/** How often to measure before a disagreement is believed: a machine may be busy. */
const LOOKS = 3;

/**
 * Holds a profile against what the sandbox sees from outside: the processor time of a process that makes calls of one
 * size, chosen by the source's hash, less that of one that makes their inputs alone.
 *
 * It cannot find work that the interpreter did not count, nor a lie at the other sizes.
 *
 * @returns Why the profile is not believed; undefined if it is.
 */
export async function whyUnbelievable(
  sandbox: Keeper,
  { source, entryPoint, generator }: ProfiledProgram,
  { n, seconds, inputs, making }: Profile,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const costs = n.map((_, at) => seconds[at] + making[at]);
  const times = costs.map((cost, at) =>
    inputs[at] * Math.min(Math.max(Math.round(ENOUGH_S / (cost * inputs[at])), 1), MAX_CALLS)
  );
  const visible = n.flatMap((_, at) => seconds[at] * times[at] >= VISIBLE_S ? [at] : []);
  const digest = createHash("sha256").update(source).digest().readUInt32LE();
  const at = visible.length > 0 ? visible[digest % visible.length] : n.length - 1;
  const claimedS = seconds[at] * times[at];
  const look = (calls: boolean, keep: (execution: Execution) => Promise<boolean>) =>
    sandbox.execute(
      {
        program: { kind: "program", source: PROFILER, entryPoint: "again", namespace: "one" },
        calls: [{ args: encode([source, entryPoint, generator, n[at], times[at], inputs[at], calls]) }],
        limits: profileCheckCall(times[at], costs[at]),
      },
      signal,
      keep,
    );
  let seenS = NaN;
  const agrees = async (execution: Execution) => {
    const without = await look(false, () => Promise.resolve(false));
    if (![execution, without].every(({ outcomes: [outcome] }) => outcome?.kind === "returned")) return false;
    seenS = (execution.cpuMs! - without.cpuMs!) / 1000;
    const slack = SLACK.seconds + SLACK.share * without.cpuMs! / 1000;
    return claimedS / FACTOR - slack <= seenS && seenS <= claimedS * FACTOR + slack;
  };
  for (let turn = 0; turn < LOOKS; turn++) {
    let agreed: Promise<boolean> | undefined;
    const keep = (execution: Execution) => agreed ??= agrees(execution);
    const execution = await look(true, keep);
    if (execution.cpuMs === undefined || await keep(execution)) return undefined;
    if (execution.outcomes.at(0)?.kind === "cpu-limit") break;
  }
  const seen = Number.isNaN(seenS) ? "do not end as before" : `take ${milliseconds(seenS / times[at])}`;
  return `it behaves differently when it is measured: calls at n = ${n[at]} ${seen}, not ${
    milliseconds(seconds[at])
  }`;
}

function milliseconds(seconds: number): string {
  return `${Number((1000 * Math.max(seconds, 0)).toPrecision(2))} ms`;
}
