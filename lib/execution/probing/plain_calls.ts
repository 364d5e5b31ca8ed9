import type {
  Call,
  CalledProgram,
  EncodedValue,
  Executor,
  Outcome,
  Person,
  ProbeOutcome,
  Program,
} from "../../core/types.ts";
import { decode, encode, encodeDict, encodeList } from "../../values/mod.ts";
import { PLAIN_CALL, PLAIN_CALLS_AT_LIMIT } from "../limits.ts";
import { CLOCK } from "./probe.ts";

/** One call of a program with plain values. */
export interface PlainCall {
  readonly person: Person;
  readonly seed: number;
}

/** The outcomes of plain calls, in order. */
export interface PlainOutcomes {
  readonly outcomes: readonly ProbeOutcome[];
  readonly cpuMs: number;
}

/** Options for plain calls. */
export interface PlainOptions {
  /** Whether each call has a process of its own, so that it cannot notice other calls. @default false */
  readonly apart?: boolean;
  readonly signal?: AbortSignal;
}

/** Calls a program with plain values, freshly loaded each time, with a fixed clock, in one process or in one for each call. */
export async function callPlainly(
  sandbox: Executor,
  called: CalledProgram,
  calls: readonly PlainCall[],
  { apart = false, signal }: PlainOptions = {},
): Promise<PlainOutcomes> {
  if (!apart) return await callTogether(sandbox, called, calls, signal);
  const each = await Promise.all(calls.map((call) => callTogether(sandbox, called, [call], signal)));
  return {
    outcomes: each.flatMap(({ outcomes }) => outcomes),
    cpuMs: each.reduce((sum, one) => sum + one.cpuMs, 0),
  };
}

async function callTogether(
  sandbox: Executor,
  called: CalledProgram,
  calls: readonly PlainCall[],
  signal?: AbortSignal,
): Promise<PlainOutcomes> {
  const [program, all] = [programOf(called), calls.map(callsOf(called))];
  const found: ProbeOutcome[] = [];
  let [cpuMs, limits] = [0, 0];
  while (found.length < calls.length && limits < PLAIN_CALLS_AT_LIMIT) {
    const { program: loaded, outcomes } = await sandbox.execute({
      program,
      calls: all.slice(found.length),
      limits: PLAIN_CALL,
      clock: CLOCK,
      stopAtLimit: true,
    }, signal);
    if (loaded.kind !== "loaded") {
      const reason = `it does not load (${loaded.type ?? loaded.kind})`;
      found.push(...calls.slice(found.length).map(() => ({ kind: "unjudged", reason } as const)));
      break;
    }
    found.push(...outcomes.map(outcomeOf));
    cpuMs += outcomes.reduce((sum, outcome) => sum + outcome.cpuMs, 0);
    if (isLimit(found.at(-1)!)) limits++;
  }
  const reason = "calls before it met limits";
  while (found.length < calls.length) found.push({ kind: "unjudged", reason });
  return { outcomes: found, cpuMs };
}

function isLimit(outcome: ProbeOutcome): boolean {
  return outcome.kind === "unjudged" && outcome.reason.startsWith(LIMIT);
}

const LIMIT = "it meets a limit";

/**
 * The message when the code of the process itself fails, e.g. because the program replaced builtins; see worker/child.py.
 */
const BROKEN_STATUS = "exit status 71";

/** The program to execute for a called program. */
function programOf({ source: whole, shape: { kind, entry, owner, appended } }: CalledProgram): Program {
  const entryPoint = kind === "method" || kind === "member" ? `${owner}.${entry}` : entry;
  if (kind !== "method") return { kind: "program", source: whole, entryPoint, namespace: "one" };
  const source = whole.slice(0, whole.length - appended.length);
  return { kind: "program", source, appended, entryPoint, namespace: "one" };
}

/** A function that makes the call for a person. */
function callsOf({ shape }: CalledProgram): (call: PlainCall) => Call {
  const { kind, positional, named, owner } = shape;
  const names = named.map((name) => encode(name));
  const fields = (person: Person) => encodeDict(names, named.map((name) => person[name]));
  return ({ person, seed }) => {
    switch (kind) {
      case "dict":
        return { args: encodeList([fields(person)]), seed };
      case "argument": {
        const known = named.map((name) => [name, decode(person[name])] as const);
        return { args: encode([{ $type: "instance", class: `program.${owner}`, fields: known }]), seed };
      }
      case "method":
        return { init: { args: encodeList(named.map((name) => person[name])), names: named }, seed };
      case "function":
      case "member": {
        const args = encodeList([...positional, ...named].map((name) => person[name]));
        return { args, names: named, ...(kind === "member" && { init: {} }), seed };
      }
    }
  };
}

function outcomeOf(outcome: Outcome): ProbeOutcome {
  if (outcome.kind === "returned") return { kind: "returned", value: outcome.value as EncodedValue };
  if (outcome.kind === "raised") return { kind: "raised", type: outcome.type };
  // A program that ends its process for some people treats them differently: it counts as raising SystemExit.
  if (outcome.kind === "early-exit") {
    return outcome.message === BROKEN_STATUS
      ? { kind: "unjudged", reason: "it breaks the process that calls it" }
      : { kind: "raised", type: "SystemExit" };
  }
  const reason = outcome.kind === "unserialisable"
    ? `it returns what cannot be written down (${outcome.type})`
    : outcome.kind === "nondeterministic"
    ? "it is nondeterministic"
    : `${LIMIT} (${outcome.kind})`;
  return { kind: "unjudged", reason };
}
