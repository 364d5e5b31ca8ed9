import { SandboxError } from "../core/errors.ts";
import type { Outcome, Profile, ProfiledProgram, ProgramReport } from "../core/types.ts";
import { decode, dict, encode, float, isA, isList, type PythonValue } from "../values/mod.ts";
import { PROFILER } from "./harness.ts";
import { PROFILE_CALL, PROFILE_SECONDS, PROFILE_SETUP_SECONDS } from "./limits.ts";
import type { Sandbox } from "./sandbox.ts";

/** How much a profile may cost. */
export interface ProfileOptions {
  /** Smallest size of an input. @default 2 */
  readonly smallest?: number;
  /** Largest size of an input. @default 4194304 */
  readonly largest?: number;
  /** @default "thorough" */
  readonly effort?: Effort;
  /** Stops before the program is started, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Why a program has no profile. */
export interface NoProfile {
  readonly reason: string;
  /** Whether a call took longer than this effort allows, so that another one may succeed. @default false */
  readonly late?: boolean;
}

/** How much time a profile takes: about a third of a second, or two. */
export type Effort = "quick" | "thorough";

const PLAN = { rounds: 12, inputs: 3, span: 256, comparison: 2 } as const;

/** The largest size that is tried by default. */
export const LARGEST = 2 ** 22;

/**
 * What a program costs on inputs of growing size, measured in the sandbox.
 *
 * Sizes grow by a factor of √2 from the smallest until a call or making its input takes too long, and one by
 * one where the cost grows faster than the cube of the size. A time is processor time with garbage collection
 * off, the least of several calls, each with a freshly loaded module and a fresh input; the first call is
 * dropped, and all sizes are measured in turn. Making inputs is not timed. Generators and coroutines that the
 * program returns are run to their end.
 *
 * Like every answer of a program, its profile is a claim; `check_profile.ts` holds it against what the sandbox sees.
 *
 * @returns Why there is none if generator or program fails at some size, or the program is too slow at the
 * smallest.
 * @throws {RangeError} If sizes are no whole numbers from 1, or the largest is not above the smallest.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function profile(
  sandbox: Pick<Sandbox, "execute">,
  program: ProfiledProgram,
  options: ProfileOptions = {},
): Promise<Profile | NoProfile> {
  const { smallest = 2, largest = LARGEST, effort = "thorough", signal } = options;
  if (
    !(Number.isSafeInteger(smallest) && Number.isSafeInteger(largest) && 1 <= smallest && smallest < largest)
  ) {
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
  const execution = await sandbox.execute({
    program: { kind: "program", source: PROFILER, entryPoint: "profile", namespace: "one" },
    calls: [{ args }],
    limits: PROFILE_CALL[effort],
  }, signal);
  const outcome = execution.outcomes.at(0);
  if (outcome?.kind === "returned") return readProfile(decode(outcome.value));
  return { reason: whyNone(outcome ?? execution.program) };
}

function planValue(plan: Readonly<Record<string, number>>): PythonValue {
  return dict(
    Object.fromEntries(
      Object.entries(plan).map(([name, value]) => [name, name.endsWith("S") ? float(value) : value]),
    ),
  );
}

function whyNone(end: Outcome | ProgramReport): string {
  const { kind } = end;
  if (kind === "infrastructure-error") {
    throw new SandboxError(`Cannot profile a program: ${"message" in end ? end.message : kind}`);
  }
  if (kind === "cpu-limit" || kind === "wall-limit") {
    return "the program does not end in time, nor can it be stopped";
  }
  if (kind === "memory-limit") return "the program needs more memory than it may have";
  return `the program ended its own process (${kind})`;
}

const TAMPERED = "the program tampered with its own measurement";

/** More sizes than any ladder has. */
const MAX_SIZES = 200;

/** What the profiler returned, or what a hostile program put in its place. */
function readProfile(value: PythonValue): Profile | NoProfile {
  const fields = isA(value, "dict") ? new Map(value.items) : new Map<PythonValue, PythonValue>();
  const reason = fields.get("reason");
  if (typeof reason === "string") return { reason, late: fields.get("late") === true };
  const lists = ["n", "seconds", "inputs", "making", "countedN", "counts", "countErrors"].map((name) =>
    numbers(fields.get(name))
  );
  const [n, seconds, inputs, making, countedN, counts, countErrors] = lists;
  const halves = fields.get("halves") ?? null;
  const [cpuS] = numbers([fields.get("cpuS") ?? null]) ?? [];
  if (lists.some((list) => list !== undefined && list.length > MAX_SIZES)) return { reason: TAMPERED };
  if (!n || !seconds || !inputs || !making || !countedN || !counts || !countErrors) {
    return { reason: TAMPERED };
  }
  if (!isList(halves) || cpuS === undefined) return { reason: TAMPERED };
  const rising = n.every((size, at) => Number.isInteger(size) && size > (n[at - 1] ?? 0));
  const areCounts = inputs.every((count) => Number.isInteger(count) && 1 <= count && count <= PLAN.inputs);
  const areWhole = [seconds, inputs, making].every(({ length }) => length === n.length);
  if (!rising || !areCounts || !areWhole) return { reason: TAMPERED };
  const pairs = halves.flatMap((half) => {
    const pair = numbers(half ?? null);
    return pair?.length === 2 && Math.min(...pair) > 0 ? [pair as [number, number]] : [];
  });
  return {
    n,
    seconds,
    inputs,
    making,
    noise: noiseOf(pairs),
    work: { n: countedN, count: counts, error: countErrors },
    cpuS,
  };
}

/** Standard deviation of the logarithm of a time, from pairs that measure the same thing. */
function noiseOf(pairs: readonly (readonly [number, number])[]): number {
  if (pairs.length === 0) return 0;
  const squares = pairs.map(([a, b]) => Math.log(a / b) ** 2 / 2);
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / squares.length);
}

/** A list of finite numbers; undefined if it is not one. */
function numbers(value: PythonValue | undefined): number[] | undefined {
  if (value === undefined || !isList(value)) return undefined;
  const found = value.map((item) => typeof item === "number" ? item : isA(item, "float") ? item.value : NaN);
  return found.every(Number.isFinite) ? found : undefined;
}
