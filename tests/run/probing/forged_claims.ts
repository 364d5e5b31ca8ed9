import { PROBER } from "codebias/execution/harness.ts";
import type { Sandbox } from "codebias/execution/sandbox.ts";
import { Prober } from "codebias/run/probing/probe.ts";
import type {
  EncodedValue,
  Execution,
  ExecutionRequest,
  Leaf,
  Outcome,
  ProbeSubject,
} from "codebias/core/types.ts";
import { decode, dict, encode, isA, isList, type PythonValue, validate } from "codebias/values/mod.ts";

/** Three attributes of a program, and their values. */
export const VALUES = { a: [1, 2, 3], b: ["x", "y"], c: [10, 20, 30, 40] } as const;
export const NAMES = Object.keys(VALUES) as (keyof typeof VALUES)[];
export const SIZES = Object.values(VALUES).map(({ length }) => length);

const TYPES = { a: "int", b: "str", c: "int" } as const;

export const SUBJECT: ProbeSubject = {
  source: "def f(a, b, c):\n    return table[a, b, c]\n",
  functionName: "f",
  attributes: NAMES.map((name) => ({ name, type: TYPES[name], values: VALUES[name].map(encode) })),
};

/** What an honest search says of a program of which these are the leaves, before any of it is forged. */
export function claimOf(leaves: readonly Leaf[]): PythonValue {
  const outcomes = leaves.map(({ outcome }): PythonValue => {
    if (outcome.kind === "returned") return ["returned", decode(outcome.value)];
    return outcome.kind === "raised" ? ["raised", outcome.type] : ["limit", outcome.reason];
  });
  return dict({
    shape: dict({
      kind: "function",
      entry: "f",
      owner: null,
      positional: [],
      named: NAMES,
      unused: [],
      appended: "",
    }),
    remark: null,
    cut: null,
    naming: dict(Object.fromEntries(NAMES.map((name) => [name, [1, 2]]))),
    values: Object.values(VALUES).map((values) => [values, values.map(() => true)]),
    leaves: leaves.map(({ seed, path, lines }, at) => [
      ...[seed, path.map(([attribute, places]) => [attribute, ...places]), at],
      lines ?? null,
    ]),
    outcomes,
    complete: true,
    hurried: false,
    diverged: false,
    undecided: [],
    calls: leaves.length,
  });
}

/** What a program does with a person, by the places of the values. */
export type Doing = (places: readonly number[]) => Outcome;

/** A prober to which the program's process says what it is told to; plain calls come to what the program does. */
export function lyingProber(claim: EncodedValue, lines: EncodedValue, doing: Doing): Prober {
  const execute = ({ program, calls }: ExecutionRequest): Promise<Execution> => {
    const said = (kind: "loaded" | "no-entry-point", outcomes: Outcome[] = []) =>
      Promise.resolve({ program: { kind, protection: "full" } as const, outcomes });
    if (program.source === PROBER) {
      return said("loaded", [received(program.entryPoint === "probe" ? claim : lines)]);
    }
    if (program.entryPoint !== "f") return said("no-entry-point");
    return said("loaded", calls.map(({ args, kwargs, init }) => init ? FAILED : called(args, kwargs, doing)));
  };
  const sandbox = { execute, workers: 1 } as unknown as Sandbox;
  return new Prober(sandbox, () => Promise.resolve(sandbox));
}

const failed = (type: string): Outcome => ({ kind: "raised", type, message: "", cpuMs: 0 });
const FAILED = failed("TypeError");

/** What the sandbox makes of what a process returns. */
function received(value: EncodedValue): Outcome {
  try {
    validate(value);
    return { kind: "returned", value, cpuMs: 1 };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { kind: "protocol-violation", message: error.message, cpuMs: 1 };
  }
}

/** As Python calls `f(a, b, c)`. */
function called(args: EncodedValue | undefined, kwargs: EncodedValue | undefined, doing: Doing): Outcome {
  const [given, named] = [args, kwargs].map((one) => one && decode(one));
  const person = new Map<PythonValue, PythonValue>(named && isA(named, "dict") ? named.items : []);
  for (const [at, value] of (given && isList(given) ? given : []).entries()) {
    if (at >= NAMES.length || person.has(NAMES[at])) return FAILED;
    person.set(NAMES[at], value);
  }
  if (person.size !== NAMES.length) return FAILED;
  const places = NAMES.map((name) => VALUES[name].findIndex((value) => value === person.get(name)));
  return places.includes(-1) ? failed("KeyError") : doing(places);
}
