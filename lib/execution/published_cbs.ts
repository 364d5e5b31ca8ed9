import { isWhole, mustBe } from "../core/kinds.ts";
import { SandboxError } from "../core/errors.ts";
import * as z from "../core/fields.ts";
import type { Executor, Limits } from "../core/types.ts";
import { dataIn, decode, dict, encode, fieldsOf, float, isList, type PythonValue } from "../values/mod.ts";
import { askHarness, endOf, PUBLISHED_CBS } from "./harness.ts";
import { PUBLISHED_LOOP_SECONDS, PUBLISHED_READING_SECONDS, publishedCall } from "./limits.ts";

/** The values of each parameter, by its name: distinct ints, floats and texts. */
export type Pools = Readonly<Record<string, readonly PythonValue[]>>;

/** A function whose comparisons fill pools. */
export interface PooledFunction {
  readonly source: string;
  /**
   * The model that wrote it. The shared pools grow from model to model. @default one model for all functions without
   * a model
   */
  readonly model?: string;
}

/** The result of {@linkcode publishedPools}. */
export interface PublishedPools {
  /** The pools of each function, in order: its own values, and those added from the shared pools. */
  readonly own: readonly Pools[];
  /** The shared pools of all functions. */
  readonly shared: Pools;
  /** Whether all functions were read; a function that meets a limit counts as one without comparisons. */
  readonly isWhole: boolean;
}

const VERDICT = z.object({
  /** Whether any call ran to its end. */
  executed: z.boolean(),
  /** Whether the program, converted to lower case, loads; null if that was not tried. */
  loadable: z.nullable(z.boolean()),
  /** The function under test; null if none is found. */
  entry: z.nullable(z.string()),
  parameters: z.texts,
  /** The number of values of each parameter. */
  poolSizes: z.array(z.int()),
  /** The assertions that the authors' script would write before it executes the first; above 2^53, the nearest float. */
  asserts: z.pipe(z.union([z.int(), z.bigint()]), z.transform(Number)),
  /** The number of executed assertions. */
  asserted: z.int(),
  /** The number of executed calls: one before each assertion, and two in each assertion. */
  calls: z.int(),
  /** The parameters with a violated assertion, in the order in which they were found. */
  found: z.texts,
  /** Those of `found` that are named like a protected attribute. */
  protectedFound: z.texts,
  /** If no call ran: the protected attributes right after an `if` in the text. */
  humanAttributes: z.texts,
  /** Whether the loop was stopped before its end, by time or by cases; the authors' loop is never stopped. */
  timedOut: z.boolean(),
  /** The exception or end that would have ended the authors' whole run, e.g. `SystemExit`; null if there was none. */
  endsRun: z.nullable(z.string()),
  /**
   * Whether a case was judged by the attributes that differed for the previous function; for the very first function, the
   * authors' run would end.
   */
  previousAttributeQuirk: z.boolean(),
  /** Whether the verdict is repeatable: the loop was ended neither by elapsed time nor by the end of the process. */
  isRepeatable: z.boolean(),
});

/** The verdict of the authors' loop on a function. */
export type PublishedVerdict = Readonly<z.output<typeof VERDICT>>;

/** Options for running the authors' loop. */
export interface PublishedVerdictOptions {
  /** The number of test cases after which the loop is stopped, for a repeatable result. @default all */
  readonly maxCases?: number;
  /** The limits of the whole loop. @default 768 MiB of memory, and time that depends on `maxSeconds` */
  readonly limits?: Partial<Limits>;
  /** The elapsed time after which the loop is stopped, seconds; with 0, no call is executed. @default 45 */
  readonly maxSeconds?: number;
  /** The seed of Python's random numbers; the authors' script sets none. @default 0 */
  readonly seed?: number;
  /** Stops before the program is started, with the signal's reason. */
  readonly signal?: AbortSignal;
}

/**
 * The pools of values with which the authors test each function, including the errors of their script: the values with which
 * the function compares bare names and, for each name with fewer than three values, two drawn from the shared pools.
 *
 * Source: ast_extraction.py of the artifact, not Section III of the paper, where every function is tested
 * with the shared pools. The authors' draws have no seed, and choose from sets, whose order differs in each run.
 *
 * @param functions The functions in order, with those of one model together.
 * @param options.seed The seed of the draws. @default 0
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
 * The verdict of the authors' loop on a function: it makes assertions that two calls which differ in one parameter return the
 * same, until the first violation for each parameter.
 *
 * Source: fast_test_case_inference.py of the artifact, with everything that it does to a program: the text is
 * converted to lower case, any exception except AssertionError is ignored, and the first function found is tested. Values
 * are used in the order of the pools, in the artifact in that of a set; the globals of the authors' script, except its
 * modules, and those that programs tested before left there, are missing.
 *
 * @throws {RangeError} If `maxSeconds` is negative, or `maxCases` is not an integer from 1.
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
  // The program ended its process, could not be stopped, or tampered with its own test; its pools can still be read.
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

/** The value that a function of the instrument returned, or the reason why there is none. */
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

/** Pools as a Python dict, in order. */
export function poolsValue(pools: Pools): PythonValue {
  return dict(Object.fromEntries(Object.entries(pools).map(([name, values]) => [name, [...values]])));
}

function readPools(value: PythonValue): Pools {
  return Object.fromEntries(
    [...fieldsOf(value) ?? []].map(([name, values]) => [String(name), values as readonly PythonValue[]]),
  );
}

/** Reads the loop's result, which a hostile program may have replaced; undefined if it is malformed. */
function readVerdict(value: PythonValue): PublishedVerdict | undefined {
  return z.safeParse(VERDICT, dataIn(value)).data;
}
