import type { Execution, Executor, Profile, ProfiledProgram } from "../core/types.ts";
import * as z from "../core/fields.ts";
import { isWhole } from "../core/kinds.ts";
import { dataIn, decode, encode } from "../values/mod.ts";
import { askHarness, endOf, planValue, PROFILER } from "./harness.ts";
import { PROFILE_CALL, PROFILE_SECONDS, PROFILE_SETUP_SECONDS, profileCheckCall } from "./limits.ts";
import { createHash } from "node:crypto";

/** Options for a profile. */
export interface ProfileOptions {
  /** The smallest size of an input. @default 2 */
  readonly smallest?: number;
  /** The largest size of an input. @default 4194304 */
  readonly largest?: number;
  /** The effort, which determines the time. @default "thorough" */
  readonly effort?: Effort;
  /** Stops before the program is started, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** The reason why a program has no profile. */
export interface NoProfile {
  readonly reason: string;
  /** Whether a call took longer than the effort allows, so that a higher effort may succeed. @default false */
  readonly late?: boolean;
}

/** The effort of a profile: about a third of a second, or two seconds. */
export type Effort = "quick" | "thorough";

const PLAN = { rounds: 12, inputs: 3, span: 256, comparison: 2 } as const;

/** The default largest size. */
const LARGEST = 2 ** 22;

/**
 * The cost of a program on inputs of growing size, measured in the sandbox.
 *
 * Sizes grow by a factor of √2 from the smallest until a call or making its input takes too long, and one by
 * one if the cost grows faster than the cube of the size. A time is processor time with garbage collection
 * off, the least of several calls, each with a freshly loaded module and a fresh input; the first call is
 * dropped, and all sizes are measured in turn. Making inputs is not timed. Generators and coroutines that the
 * program returns are run to their end.
 *
 * Like every answer of a program, its profile is a claim; `whyUnbelievable` checks it against the sandbox's measurements.
 *
 * @returns The profile, or the reason why there is none: the generator or the program fails at some size, or the program is
 * too slow at the smallest.
 * @throws {RangeError} If sizes are not whole numbers from 1, or the largest is not above the smallest.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function profile(
  sandbox: Executor,
  program: ProfiledProgram,
  options: ProfileOptions = {},
): Promise<Profile | NoProfile> {
  const { smallest = 2, largest = LARGEST, effort = "thorough", signal } = options;
  if (!isWhole(smallest, 1) || !isWhole(largest, smallest + 1)) {
    throw new RangeError(
      `Cannot profile from size ${smallest} to ${largest}: they must be whole numbers from 1, rising`,
    );
  }
  const args = encode([
    program.source,
    program.entryPoint,
    program.generator,
    planValue({ ...PROFILE_SECONDS[effort], ...PROFILE_SETUP_SECONDS, ...PLAN, smallest, largest }),
  ]);
  const asked = { harness: PROFILER, entryPoint: "profile", calls: [{ args }], limits: PROFILE_CALL[effort] };
  const end = endOf(await askHarness(sandbox, asked, signal), "profile a program");
  return end.kind === "returned" ? readProfile(dataIn(decode(end.value))) : { reason: whyNone(end.kind) };
}

function whyNone(kind: string): string {
  if (kind === "cpu-limit" || kind === "wall-limit") {
    return "the program does not end in time, nor can it be stopped";
  }
  if (kind === "memory-limit") return "the program needs more memory than it may have";
  return `the program ended its own process (${kind})`;
}

const TAMPERED = "the program tampered with its own measurement";

/** The maximum number of sizes in a claim, more than any profile has. */
const MAX_SIZES = 200;

const NUMBERS = z.array(z.number()).check(z.maxLength(MAX_SIZES));
const COUNTS = z.array(z.int().check(z.gte(1), z.lte(PLAN.inputs)));

/** The profiler's result for a program that it could measure. */
const FOUND = z.object({
  n: z.array(z.int()).check(z.maxLength(MAX_SIZES)),
  seconds: NUMBERS,
  inputs: COUNTS,
  making: NUMBERS,
  countedN: NUMBERS,
  counts: NUMBERS,
  countErrors: NUMBERS,
  halves: z.array(z.nullable(z.tuple([z.number(), z.number()]))),
  cpuS: z.number(),
});
const NONE = z.object({ reason: z.text, late: z.catch(z.boolean(), false) });

/** Reads the profiler's result, which a hostile program may have replaced. */
function readProfile(value: unknown): Profile | NoProfile {
  const none = z.safeParse(NONE, value).data;
  if (none) return none;
  const { data } = z.safeParse(FOUND, value);
  if (!data) return { reason: TAMPERED };
  const { countedN, counts, countErrors, halves, ...rest } = data;
  const { n, seconds, inputs, making } = rest;
  const isRising = n.every((size, at) => size > (n[at - 1] ?? 0));
  const areWhole = [seconds, inputs, making].every(({ length }) => length === n.length);
  if (!isRising || !areWhole) return { reason: TAMPERED };
  const pairs = halves.filter((pair) => pair !== null).filter((pair) => Math.min(...pair) > 0);
  return { ...rest, noise: noiseOf(pairs), work: { n: countedN, count: counts, error: countErrors } };
}

/** The standard deviation of the logarithm of a time, from pairs of measurements of the same calls. */
function noiseOf(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.length === 0) return 0;
  const squares = pairs.map(([a, b]) => Math.log(a / b) ** 2 / 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/** The intended processor time of the calls of one size, seconds, and the maximum number of calls with each input. */
const ENOUGH_S = 0.1;
const MAX_CALLS = 7;

/** The time that the calls of a size must take together for the size to be checked, if there is such a size, seconds. */
const VISIBLE_S = 0.06;

/**
 * The factor by which calls may take more or less time in the sandbox than claimed, and the slack on top:
 * seconds, and a share of the time of the process without these calls.
 */
const FACTOR = 3;
const SLACK = { seconds: 0.01, share: 0.3 } as const;

/** The number of measurements before a disagreement is believed, as a machine may be busy. */
const LOOKS = 3;

/**
 * Checks a profile against the sandbox's measurements from outside: the processor time of a process that makes the calls of
 * one size, chosen by the hash of the source, less that of a process that only makes their inputs.
 *
 * It cannot detect work that the interpreter did not count, nor a false claim about other sizes.
 *
 * @returns The reason why the profile is not believed; undefined if it is.
 */
export async function whyUnbelievable(
  sandbox: Executor,
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
