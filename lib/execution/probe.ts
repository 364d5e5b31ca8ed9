import { SandboxError } from "../errors.ts";
import type {
  CalledProgram,
  CallShape,
  EncodedValue,
  Execution,
  Exploration,
  Leaf,
  Person,
  ProbeAttribute,
  ProbeOutcome,
  ProbeSubject,
  Step,
  TriedValues,
} from "../types.ts";
import { decode } from "../values/decode.ts";
import { encode } from "../values/encode.ts";
import { dict, float, isA, isList, type PythonValue } from "../values/python_value.ts";
import { PROBER } from "./harness.ts";
import type { Sandbox } from "./sandbox.ts";

/** Where programs run. */
export type Executor = Pick<Sandbox, "execute">;

/** Why nothing is known of a program. */
export interface NoExploration {
  readonly reason: string;
  readonly cpuMs: number;
}

/** A program that can only be called from outside, and why. */
export interface OnlyCalled extends CalledProgram {
  readonly reason: string;
  readonly cpuMs: number;
}

/** The calendar of all calls: an hour in 2025, UTC, in seconds since 1970. */
export const CLOCK = 1_750_000_000;

/**
 * Seconds for one call, for the search and for calling again; calls for the search, and how many of them before people are drawn at random: as many
 * then, until all attributes that are asked for made a difference, which ends the search; calls that it all should not
 * exceed; calls beyond given values in any case; calls that are made again, the second where a program hands values to code
 * that cannot be watched, and how often where it names a source of chance that no seed reaches; seeds of random numbers.
 */
const PLAN = {
  callS: 1,
  searchS: 3,
  checkS: 0.4,
  calls: 20_000,
  sampled: 1_000,
  most: 300,
  least: 12,
  checks: 64,
  doubtful: 256,
  suspicious: 6,
  seeds: 3,
};

const LIMITS = { cpuMs: 8_000, wallMs: 24_000, memoryMiB: 768, outputMiB: 64 } as const;

/**
 * Calls a program until everything that it asks of attributes was answered in every way that their values allow, those
 * included that are next to what it compares them with.
 *
 * It runs with stand-ins for the values, which tell what is asked of them; its calls are then made again with plain
 * values: as many as 64 of them, or all where it hands values to code that cannot be watched. What does the same both
 * times depends on nothing but the answers. A program that does not has to be called from outside, with all combinations
 * of values: then there is a shape, but no exploration.
 *
 * @throws {SandboxError} If the sandbox fails.
 */
export async function explore(
  sandbox: Executor,
  { source, functionName, style, className, attributes }: ProbeSubject,
  signal?: AbortSignal,
): Promise<Exploration | OnlyCalled | NoExploration> {
  const asked = dict({ functionName, style: style ?? null, className: className ?? null });
  const args = (calls: number) =>
    encode([source, asked, attributes.map(attributeValue), planValue({ ...PLAN, calls })]);
  const { value, reason, cpuMs } = await ask(sandbox, "probe", args(PLAN.calls), signal);
  if (value) return readExploration(value, attributes, cpuMs);
  // It ended its process, or returns what has no encoding: how it is to be called may still be found out.
  const again = await ask(sandbox, "probe", args(0), signal);
  const spent = cpuMs + again.cpuMs;
  if (!again.value) return { reason: again.reason, cpuMs: spent };
  const called = readExploration(again.value, attributes, spent);
  return "reason" in called ? called : { ...calledOf(called), reason, cpuMs: spent };
}

/** Two people whose calls are compared. */
export interface TracedPair {
  readonly seed: number;
  readonly people: readonly [Person, Person];
}

/** The lines, from 1, that the calls of each pair execute, in order; none where it cannot be found out. */
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
  const found = value && isList(value) ? value : [];
  const lines = pairs.map((_, at) => {
    const pair = found.at(at);
    const [one, other] = (pair && isList(pair) ? pair : []).map(numbers);
    return [one ?? [], other ?? []] as const;
  });
  return { lines, cpuMs };
}

/** A list of numbers; undefined for anything else. */
function numbers(value: PythonValue): number[] | undefined {
  if (!isList(value)) return undefined;
  return value.every((item) => typeof item === "number") ? value as number[] : undefined;
}

async function ask(
  sandbox: Executor,
  entryPoint: string,
  args: EncodedValue,
  signal?: AbortSignal,
): Promise<{ value?: PythonValue; reason: string; cpuMs: number }> {
  const execution = await sandbox.execute({
    program: { kind: "program", source: PROBER, entryPoint, namespace: "one" },
    calls: [{ args }],
    limits: LIMITS,
    clock: CLOCK,
  }, signal);
  const outcome = execution.outcomes.at(0);
  if (outcome?.kind === "returned") return { value: decode(outcome.value), reason: "", cpuMs: outcome.cpuMs };
  return { reason: whyNone(execution), cpuMs: outcome?.cpuMs ?? 0 };
}

function whyNone({ program, outcomes }: Execution): string {
  const end = outcomes.at(0) ?? program;
  if (end.kind === "infrastructure-error") {
    throw new SandboxError(`Cannot probe a program: ${"message" in end ? end.message : end.kind}`);
  }
  if (end.kind === "unserialisable") return "it returns what cannot be written down";
  if (end.kind === "raised") return "it cannot be watched";
  return end.kind.endsWith("-limit")
    ? `it meets a limit (${end.kind})`
    : `it ends its own process (${end.kind})`;
}

function attributeValue(
  { name, type, values, range, unlisted = false, closed = false }: ProbeAttribute,
): PythonValue {
  const bounds = range ? [...range].map((end) => Number.isInteger(end) ? end : float(end)) : null;
  return [name, type, values.map((value) => decode(value)), bounds, unlisted, closed];
}

function planValue(plan: Readonly<Record<string, number>>): PythonValue {
  return dict(
    Object.fromEntries(
      Object.entries(plan).map(([name, value]) => [name, name.endsWith("S") ? float(value) : value]),
    ),
  );
}

/** What the prober returned, which a hostile program can have put in its place. */
function readExploration(
  value: PythonValue,
  attributes: readonly ProbeAttribute[],
  cpuMs: number,
): Exploration | OnlyCalled | NoExploration {
  const fields = isA(value, "dict") ? new Map(value.items) : new Map<PythonValue, PythonValue>();
  const reason = fields.get("reason");
  if (typeof reason === "string") return { reason, cpuMs };
  const [source, calls] = [fields.get("source"), fields.get("calls")];
  const shape = readShape(fields.get("shape") ?? null);
  const tried = readTried(fields.get("values") ?? null, attributes);
  const leaves = readLeaves(fields.get("leaves") ?? null, fields.get("outcomes") ?? null, tried ?? []);
  if (typeof source !== "string" || typeof calls !== "number" || !shape || !tried || !leaves) {
    return { reason: "it tampered with its own search", cpuMs };
  }
  const is = (name: string) => fields.get(name) === true;
  const left = fields.get("remark");
  const doubts = { setOrder: is("setOrder"), entropy: is("entropy") };
  const naming = readNaming(fields.get("naming") ?? null);
  const called = {
    shape,
    source,
    ...(typeof left === "string" && { remark: left }),
    ...doubts,
    naming,
    cpuMs,
  };
  if (!is("faithful") && is("repeatable")) return { reason: "it cannot be watched", ...called };
  const [complete, repeatable] = [is("complete"), is("repeatable")];
  return { ...called, attributes: tried, leaves, complete, repeatable, calls };
}

function calledOf({ source, shape, remark, setOrder, entropy, naming }: CalledProgram): CalledProgram {
  return { source, shape, ...(remark !== undefined && { remark }), setOrder, entropy, naming };
}

function readNaming(value: PythonValue): CalledProgram["naming"] {
  const items = isA(value, "dict") ? value.items : [];
  return Object.fromEntries(items.map(([name, lines]) => [String(name), numbers(lines) ?? []]));
}

const KINDS = ["function", "member", "dict", "argument", "method"] as const;

function readShape(value: PythonValue): CallShape | undefined {
  if (!isA(value, "dict")) return undefined;
  const fields = new Map(value.items);
  const kind = KINDS.find((name) => name === fields.get("kind"));
  const [entry, owner, appended] = ["entry", "owner", "appended"].map((name) => fields.get(name));
  const [positional, named, unused] = ["positional", "named", "unused"].map((name) =>
    texts(fields.get(name))
  );
  if (!kind || typeof entry !== "string" || typeof appended !== "string") return undefined;
  if (!positional || !named || !unused || !(owner === null || typeof owner === "string")) return undefined;
  return { kind, entry, owner, positional, named, unused, appended };
}

function texts(value: PythonValue | undefined): string[] | undefined {
  if (value === undefined || !isList(value)) return undefined;
  return value.every((item) => typeof item === "string") ? value as string[] : undefined;
}

function readTried(value: PythonValue, attributes: readonly ProbeAttribute[]): TriedValues[] | undefined {
  if (!isList(value) || value.length !== attributes.length) return undefined;
  const found = value.map((pair, at): TriedValues | undefined => {
    if (!isList(pair) || pair.length !== 2) return undefined;
    const [values, given] = pair;
    if (!isList(values) || !isList(given) || values.length !== given.length) return undefined;
    const { name, values: asked } = attributes[at];
    return {
      name,
      values: values.map((one, place) => asked[place] ?? encode(one)),
      given: given.map((one) => one === true),
    };
  });
  return found.every((one) => one !== undefined) ? found : undefined;
}

function readLeaves(
  value: PythonValue,
  outcomes: PythonValue,
  tried: readonly TriedValues[],
): Leaf[] | undefined {
  if (!isList(value) || !isList(outcomes)) return undefined;
  const read = outcomes.map(readOutcome);
  const leaves = value.map((leaf): Leaf | undefined => {
    if (!isList(leaf) || leaf.length !== 4) return undefined;
    const [seed, steps, at] = leaf;
    const lines = numbers(leaf[3]);
    const outcome = typeof at === "number" ? read[at] : undefined;
    if (typeof seed !== "number" || !isList(steps) || !outcome) return undefined;
    const path = steps.map((step) => readStep(step, tried));
    if (!path.every((step) => step !== undefined)) return undefined;
    return { seed, path, outcome, ...(lines && { lines }) };
  });
  return leaves.every((leaf) => leaf !== undefined) ? leaves : undefined;
}

function readStep(value: PythonValue, tried: readonly TriedValues[]): Step | undefined {
  if (!isList(value)) return undefined;
  const [attribute, ...places] = value;
  const known = typeof attribute === "number" ? tried[attribute]?.values : undefined;
  if (!known || places.length === 0) return undefined;
  if (!places.every((place) => typeof place === "number" && known[place] !== undefined)) return undefined;
  return [attribute as number, places as number[]];
}

function readOutcome(value: PythonValue): ProbeOutcome | undefined {
  if (!isList(value) || value.length !== 2) return undefined;
  const [kind, content] = value;
  if (kind === "returned") return { kind, value: encode(content) };
  if (typeof content !== "string") return undefined;
  if (kind === "raised") return { kind, type: content };
  return { kind: "unjudged", reason: content };
}
