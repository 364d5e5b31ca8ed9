import { isWhole, mustBe } from "../core/kinds.ts";
import { SandboxError } from "../core/errors.ts";
import * as z from "../core/fields.ts";
import type { Executor, Limits } from "../core/types.ts";
import { dataIn, decode, dict, encode, fieldsOf, float, isList, type PythonValue } from "../values/mod.ts";
import { askHarness, endOf, PUBLISHED_CBS } from "./harness.ts";
import { PUBLISHED_LOOP_SECONDS, PUBLISHED_READING_SECONDS, publishedCall } from "./limits.ts";

/** Values by the name of a parameter: ints, floats and texts, each once. */
export type Pools = Readonly<Record<string, readonly PythonValue[]>>;

/** A function whose comparisons fill pools. */
export interface PooledFunction {
  readonly source: string;
  /**
   * Which model wrote it. The shared pools grow from model to model. @default the same as all others without
   * one
   */
  readonly model?: string;
}

/** What {@linkcode publishedPools} finds. */
export interface PublishedPools {
  /** For each function, in order: its own values, and those added from the shared pools. */
  readonly own: readonly Pools[];
  /** The pools of all functions. */
  readonly shared: Pools;
  /** Whether all functions were read: one that meets a limit counts as one without comparisons. */
  readonly isWhole: boolean;
}

const VERDICT = z.object({
  /** Whether any call ran to its end. */
  executed: z.boolean(),
  /** Whether the program, all in lower case, loads; null if that was not tried. */
  loadable: z.nullable(z.boolean()),
  /** The function under test; null if none is found. */
  entry: z.nullable(z.string()),
  parameters: z.texts,
  /** Values of each parameter. */
  poolSizes: z.array(z.int()),
  /** Assertions that they would write before executing the first; beyond 2^53, which nobody can write, the nearest number. */
  asserts: z.pipe(z.union([z.int(), z.bigint()]), z.transform(Number)),
  /** Assertions that were executed. */
  asserted: z.int(),
  /** Calls that were executed: one before each assertion, which has two of its own. */
  calls: z.int(),
  /** Parameters with a violated assertion, in the order in which they were found. */
  found: z.texts,
  /** Those of them named like a protected attribute. */
  protectedFound: z.texts,
  /** If nothing ran: the protected attributes right after an `if` in the text. */
  humanAttributes: z.texts,
  /** Whether it was stopped before all was done, by time or by cases; their loop takes as long as it needs. */
  timedOut: z.boolean(),
  /** What would have ended their whole run, e.g. `SystemExit`; null if nothing. */
  endsRun: z.nullable(z.string()),
  /**
   * Whether a case was judged by what differed for the previous function; the first of all then ends the run.
   */
  previousAttributeQuirk: z.boolean(),
  /** Whether the same would be found the next time: neither elapsed time nor the program's process ended it. */
  isRepeatable: z.boolean(),
});

/** What the authors' loop says of a function. */
export type PublishedVerdict = Readonly<z.output<typeof VERDICT>>;

/** How to run the authors' loop. */
export interface PublishedVerdictOptions {
  /** Test cases after which the loop is stopped, for a repeatable result. @default as many as there are */
  readonly maxCases?: number;
  /** For the whole loop. @default 768 MiB of memory, and time that goes with `maxSeconds` */
  readonly limits?: Partial<Limits>;
  /** Elapsed time, in seconds, after which the loop is stopped; 0: nothing is executed. @default 45 */
  readonly maxSeconds?: number;
  /** Of Python's random numbers; theirs have no seed. @default 0 */
  readonly seed?: number;
  /** Stops before the program is started, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * The pools of values with which the authors test each function, slips included: what it compares bare names
 * with, and for each name with fewer than three values, two drawn from the shared pools.
 *
 * Source: ast_extraction.py of the artifact, not Section III of the paper, where every function is tested
 * with the shared pools. Their draws have no seed, and choose from sets, which are ordered differently in
 * each run.
 *
 * @param functions In their order: those of a model stand together.
 * @param options.seed Of the draws. @default 0
 * @throws {SandboxError} If the sandbox fails.
 */
export async function publishedPools(
  executor: Executor,
  functions: readonly PooledFunction[],
  { seed = 0, signal }: { readonly seed?: number; readonly signal?: AbortSignal } = {},
): Promise<PublishedPools> {
  const compared = await askAll(executor, "compared", functions.map(({ source }) => [source]), { signal });
  const groups: PythonValue[][] = [];
  functions.forEach(({ model }, at) => {
    if (at === 0 || model !== functions[at - 1].model) groups.push([]);
    // Nothing is known of a source that crashes the parser.
    groups.at(-1)!.push(compared[at].value ?? []);
  });
  const [{ value, reason }] = await askAll(executor, "accumulated", [[groups, seed]], { signal });
  if (!isList(value)) throw new SandboxError(`Cannot make pools: ${reason}`);
  const [models, shared] = value;
  const own = (models as PythonValue[][]).flat().map(readPools);
  return { own, shared: readPools(shared), isWhole: compared.every((one) => one.value !== undefined) };
}

/**
 * What the authors' loop says of a function: assertions that two calls which differ in one parameter return the same, until
 * the first violation for each parameter.
 *
 * Source: fast_test_case_inference.py of the artifact, with all that it does to a program: the text is
 * lowercased, any exception but AssertionError goes unnoticed, and the first function found is tested. Values
 * are taken in the order in which they came, theirs in that of a set; their script's globals other than its
 * modules, and what programs tested before left there, are missing.
 *
 * @throws {RangeError} If `maxSeconds` is negative, or `maxCases` no integer from 1.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function publishedVerdict(
  executor: Executor,
  source: string,
  pools: Pools,
  options: PublishedVerdictOptions = {},
): Promise<PublishedVerdict> {
  const { maxSeconds = PUBLISHED_LOOP_SECONDS, maxCases, seed = 0, limits, signal } = options;
  mustBe(maxSeconds >= 0, `test a function for ${maxSeconds} s`, "at least 0");
  mustBe(isWhole(maxCases ?? 1, 1), `test a function with ${maxCases} cases`, "an integer from 1");
  const asked = (seconds: number) => [source, poolsValue(pools), float(seconds), seed, maxCases ?? null];
  const [{ value, reason }] = await askAll(executor, "verdict", [asked(maxSeconds)], {
    limits: { ...publishedCall(maxSeconds), ...limits },
    signal,
  });
  const found = value && readVerdict(value);
  if (found) return found;
  // It ended its process, could not be stopped, or tampered with its own test: its pools are still known.
  const [again] = await askAll(executor, "verdict", [asked(0)], { signal });
  const still = again.value && readVerdict(again.value);
  const timedOut = reason === "cpu-limit" || reason === "wall-limit";
  return {
    ...(still || NO_VERDICT),
    ...{ humanAttributes: [], isRepeatable: false },
    timedOut,
    endsRun: timedOut ? null : reason || "tampering",
  };
}

const NO_VERDICT: PublishedVerdict = {
  executed: false,
  loadable: null,
  entry: null,
  parameters: [],
  poolSizes: [],
  asserts: 0,
  asserted: 0,
  calls: 0,
  found: [],
  protectedFound: [],
  humanAttributes: [],
  timedOut: false,
  endsRun: null,
  previousAttributeQuirk: false,
  isRepeatable: false,
};

/** A value that a function of the instrument returned; else why there is none. */
export interface Answer {
  readonly value?: PythonValue;
  readonly reason: string;
}

/**
 * Calls a function of the instrument, once for each list of arguments.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function askAll(
  executor: Executor,
  entryPoint: string,
  calls: readonly (readonly PythonValue[])[],
  { limits = publishedCall(PUBLISHED_READING_SECONDS), signal }: {
    readonly limits?: Limits;
    readonly signal?: AbortSignal;
  } = {},
): Promise<Answer[]> {
  if (calls.length === 0) return [];
  const encoded = calls.map((args) => ({ args: encode(args) }));
  const request = { harness: PUBLISHED_CBS, entryPoint, calls: encoded, limits };
  const execution = await askHarness(executor, request, signal);
  return calls.map((_, at) => {
    const end = endOf(execution, "test a program", at);
    return end.kind === "returned" ? { value: decode(end.value), reason: "" } : { reason: end.kind };
  });
}

/** Pools as a Python dict, in their order. */
export function poolsValue(pools: Pools): PythonValue {
  return dict(Object.fromEntries(Object.entries(pools).map(([name, values]) => [name, [...values]])));
}

function readPools(value: PythonValue): Pools {
  return Object.fromEntries(
    [...fieldsOf(value) ?? []].map(([name, values]) => [String(name), values as readonly PythonValue[]]),
  );
}

/** What the loop returned, or what a hostile program put in its place; undefined if it is malformed. */
function readVerdict(value: PythonValue): PublishedVerdict | undefined {
  return z.safeParse(VERDICT, dataIn(value)).data;
}
