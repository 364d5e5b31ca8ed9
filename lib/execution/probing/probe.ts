import type {
  CalledProgram,
  EncodedValue,
  Execution,
  Executor,
  Exploration,
  Limits,
  Person,
  ProbeAttribute,
  ProbeSubject,
} from "../../core/types.ts";
import { decode, decodeUpTo, dict, encode, float, isList, type PythonValue } from "../../values/mod.ts";
import {
  type ClaimedExploration,
  lastLineOf,
  readExploration,
  readLines,
  SEEDS,
  sourceBefore,
  TAMPERED,
} from "./exploration.ts";
import { askHarness, endOf, planValue, PROBER } from "../harness.ts";
import {
  PROBE_CALL,
  PROBE_LOADING_CALL,
  PROBE_OUTPUT_PARTS,
  PROBE_SECONDS,
  PROBE_SHAPE_CALL,
} from "../limits.ts";
import { madeClass } from "./made_class.ts";

/** The reason why nothing is known of a program. */
export interface NoExploration {
  readonly reason: string;
  readonly cpuMs: number;
}

/** A program that can only be called from outside, with the reason. */
export type OnlyCalled = CalledProgram & NoExploration;

/** The time of the fixed clock in all calls: in 2025, seconds since 1970. */
export const CLOCK = 1_750_000_000;

/**
 * The settings of the search: seconds; `calls` for the search, and `sampled` calls before people are drawn at random (a
 * quarter of all, unless all requested attributes made a difference before, which ends the search, as it does if each changes
 * a number of too many people); `most` and `least` calls beyond given values; `checks`: calls left for checking; `seeds`.
 */
const PLAN = {
  ...PROBE_SECONDS,
  calls: 20_000,
  sampled: 1_000,
  most: 300,
  least: 12,
  checks: 64,
  seeds: SEEDS,
};

/**
 * Calls a program until every question that it asks about attributes has been answered in each way that their values allow,
 * including values next to those with which the program compares them.
 *
 * The program runs with stand-ins for the values, which record the questions. The result is a claim of the
 * program's own process and must be checked by plain calls. A program that does not repeat its questions
 * has to be called from outside, with all combinations of values: then there is a shape, but no exploration.
 *
 * @param known Names that, as the code shows, belong to methods and to no function.
 * @throws {SandboxError} If the sandbox fails.
 */
export async function explore(
  sandbox: Executor,
  subject: ProbeSubject,
  signal?: AbortSignal,
  known: ReadonlySet<string> = new Set(),
): Promise<Exploration | OnlyCalled | NoExploration> {
  const found = await search(sandbox, subject, PLAN.calls, signal);
  if (!("shape" in found)) return found;
  const checks = [
    failsAt(sandbox, subject.source, found.cut, signal),
    isWhatWasAsked(sandbox, subject, found, signal, known),
  ];
  const isSo = (await Promise.all(checks)).every((one) => one);
  return isSo ? found : { reason: TAMPERED, cpuMs: found.cpuMs };
}

type Found = (Exploration | OnlyCalled) & Pick<ClaimedExploration, "cut"> | NoExploration;

async function search(
  sandbox: Executor,
  subject: ProbeSubject,
  calls: number,
  signal?: AbortSignal,
): Promise<Found> {
  const { source, functionName, style, className, attributes } = subject;
  const asked = dict({
    functionName,
    style: style ?? null,
    className: className ?? null,
    madeClass: madeClass(attributes),
  });
  const args = encode([source, asked, attributes.map(attributeValue), planValue({ ...PLAN, calls })]);
  const { value, reason, cpuMs } = await ask(
    sandbox,
    "probe",
    args,
    signal,
    calls > 0 ? PROBE_CALL : PROBE_SHAPE_CALL,
  );
  if (value === undefined) {
    // It ended its process, or returns a value without encoding; the shape of its call may still be found out.
    const again = calls > 0 ? await search(sandbox, subject, 0, signal) : { reason, cpuMs: 0 };
    const spent = cpuMs + again.cpuMs;
    return "shape" in again ? { ...calledOf(again), reason, cpuMs: spent } : { ...again, cpuMs: spent };
  }
  try {
    const claimed = readExploration(value, subject);
    if ("reason" in claimed) return { ...claimed, cpuMs };
    const { diverged, ...found } = claimed;
    return diverged ? { reason: "it cannot be watched", ...calledOf(found), cpuMs } : { ...found, cpuMs };
  } catch {
    return { reason: TAMPERED, cpuMs }; // any failure there is caused by the claim
  }
}

/** Whether loading the source up to and including a statement fails, if that is claimed. */
async function failsAt(
  sandbox: Executor,
  source: string,
  cut: readonly [number, number] | undefined,
  signal?: AbortSignal,
): Promise<boolean> {
  if (cut === undefined) return true;
  const kind = await loading(sandbox, sourceBefore(cut[1] + 1, source), "", signal);
  return kind !== "loaded" && kind !== "syntax-error" && kind !== "no-entry-point";
}

/** Whether the called function is the requested one: a method counts only if no function has the requested name. */
async function isWhatWasAsked(
  sandbox: Executor,
  { functionName }: ProbeSubject,
  { source, shape: { kind, entry, appended } }: CalledProgram,
  signal?: AbortSignal,
  known: ReadonlySet<string> = new Set(),
): Promise<boolean> {
  const isBare = kind === "method" && appended !== "";
  const isOfClass = !isBare && (kind === "method" || kind === "member" || appended !== "");
  if (functionName.includes(".")) return isOfClass;
  if (!isOfClass) return entry === functionName;
  if (known.has(functionName)) return true;
  const own = source.slice(0, source.length - appended.length);
  return await loading(sandbox, own, functionName, signal) === "no-entry-point";
}

/** The kind of report of loading a program from which a name is requested. */
async function loading(
  sandbox: Executor,
  source: string,
  entryPoint: string,
  signal?: AbortSignal,
): Promise<Execution["program"]["kind"]> {
  const execution = await sandbox.execute({
    program: { kind: "program", source, entryPoint, namespace: "one" },
    calls: [],
    limits: PROBE_LOADING_CALL,
    clock: CLOCK,
  }, signal);
  const { kind } = execution.program;
  if (kind === "infrastructure-error") whyNone(execution);
  return kind;
}

/** The part of an exploration that tells how to call the program, without the outcomes. */
export function calledOf<T extends CalledProgram>(
  { shape, source, remark, naming, last, cut }: T & Pick<ClaimedExploration, "cut">,
): CalledProgram & Pick<ClaimedExploration, "cut"> {
  return {
    source,
    shape,
    ...(remark !== undefined && { remark }),
    naming,
    ...(last !== undefined && { last }),
    ...(cut && { cut }),
  };
}

/** Two people whose calls are compared. */
export interface TracedPair {
  readonly seed: number;
  readonly people: readonly [Person, Person];
}

/** The lines, from 1, that the calls of each pair execute, in order; empty if unknown. */
export async function executedLines(
  sandbox: Executor,
  { source, shape }: CalledProgram,
  pairs: readonly TracedPair[],
): Promise<{ readonly lines: readonly (readonly [number[], number[]])[]; readonly cpuMs: number }> {
  if (pairs.length === 0) return { lines: [], cpuMs: 0 };
  const asked = pairs.map(({ seed, people }) => [
    seed,
    people.map((person) =>
      dict(Object.fromEntries(Object.entries(person).map(([name, value]) => [name, decode(value)])))
    ),
  ]);
  const args = encode([source, dict({ ...shape }), asked, planValue(PLAN)]);
  const { value, cpuMs } = await ask(sandbox, "executed_lines", args);
  const found = isList(value) ? value : [];
  const last = lastLineOf(source);
  const lines = pairs.map((_, at) => {
    const both = found.at(at);
    const [one, other] = isList(both) ? both.map((own) => readLines(own, last)) : [];
    return [one ?? [], other ?? []] as const;
  });
  return { lines, cpuMs };
}

async function ask(
  sandbox: Executor,
  entryPoint: string,
  args: EncodedValue,
  signal?: AbortSignal,
  limits: Limits = PROBE_CALL,
): Promise<{ value?: PythonValue; reason: string; cpuMs: number }> {
  const asked = { harness: PROBER, entryPoint, calls: [{ args }], limits, clock: CLOCK };
  const execution = await askHarness(sandbox, asked, signal);
  const outcome = execution.outcomes.at(0);
  if (outcome?.kind !== "returned") return { reason: whyNone(execution), cpuMs: outcome?.cpuMs ?? 0 };
  const { cpuMs } = outcome;
  try {
    return { value: decodeUpTo(PROBE_OUTPUT_PARTS, outcome.value), reason: "", cpuMs };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { reason: "it meets a limit (output-limit)", cpuMs };
  }
}

function whyNone(execution: Execution): string {
  const end = endOf(execution, "probe a program");
  if (end.kind === "unserialisable") return "it returns what cannot be written down";
  if (end.kind === "raised") return "it cannot be watched";
  return end.kind.endsWith("-limit")
    ? `it meets a limit (${end.kind})`
    : `it ends its own process (${end.kind})`;
}

function attributeValue(
  { name, type, values, range, unlisted = false, closed = false }: ProbeAttribute,
): PythonValue {
  const bounds = range
    ? [...range].map((end) =>
      Number.isSafeInteger(end) ? end : Number.isInteger(end) ? BigInt(end) : float(end)
    )
    : null;
  return [
    name,
    type,
    values.map((value) => decode(value)),
    bounds,
    typeof unlisted === "boolean" ? unlisted : [...unlisted],
    closed,
  ];
}
