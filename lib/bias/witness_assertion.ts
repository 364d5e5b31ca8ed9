import { callText, type Handed, isName } from "../extraction/person_call.ts";
import { visible } from "../core/visible.ts";
import type { CalledProgram, CallShape, Person, ProbeOutcome, Witness } from "../core/types.ts";
import { decode, escaped, expression, isA, isList, type PythonValue } from "../values/mod.ts";
import { codeFacts } from "./code/code_facts.ts";
import { describeOutcome } from "./outcome_classes.ts";
import functions from "./witness_assertion.py" with { type: "text" };
import { assertedRates } from "./asserted_rates.ts";

/**
 * A witness as a Python file that runs by itself: it calls the program for both people as the sandbox did, each time
 * loaded anew, and asserts that they are treated differently. A program that draws random numbers is called under as many
 * seeds as it was compared under, and the two rates are asserted to differ in the direction in which they did.
 *
 * The file contains the program as a string, so that it is not the main module, keeps its line numbers, may begin with
 * `__future__`, and the first call leaves nothing for the second.
 *
 * @param called How the program was called, as the report on it says; if outcomes were observed, not returned, they are the
 * results of its source, which then ends with the code that observes them.
 * @returns Undefined if the file cannot be written: for a value that built-in types do not make, a name of a function or
 * class that is no identifier, an outcome that depends on where the program ran (e.g. no right to write a file), or rates
 * that no literal spells out.
 *
 * @example
 * ```ts
 * import { witnessAssertion } from "codebias/bias/witness_assertion.ts";
 * import { encode } from "codebias/values/mod.ts";
 * import assert from "node:assert/strict";
 * const shape = { kind: "function", entry: "f", owner: null, positional: [], named: ["sex"], unused: [], appended: "" } as const;
 * const called = { shape, source: "def f(sex):\n    return sex == 'm'\n", naming: {} };
 * const people = [{ sex: encode("m") }, { sex: encode("f") }] as const;
 * const outcomes = [true, false].map((one) => ({ kind: "returned", value: encode(one) } as const));
 * const text = witnessAssertion(called, { attribute: "sex", people, outcomes: [outcomes[0], outcomes[1]], seed: 0 });
 * assert.match(text!, /^one = outcome\(lambda program: program.f\(sex='m'\)\)$/m);
 * ```
 */
export function witnessAssertion(called: CalledProgram, witness: Witness): string | undefined {
  const { shape, source } = called;
  const { people, outcomes, seed, rates } = witness;
  const calls = people.map((person) => callFor(shape, person));
  const asserted = rates ? assertedRates(rates, outcomes) : SAME;
  if (calls.includes(undefined) || asserted === undefined) return undefined;
  if (outcomes.some((outcome) => isOfPlace(outcome, source))) return undefined;

  const [one, other] = calls.map((call) => `lambda program: ${call}`);
  const isReduced = !rates && !outcomes.every(isPlain);
  const has = (pattern: RegExp) => pattern.test(source);
  const numpy = has(importing("numpy|pandas"));
  const isApart = !rates && !codeFacts(source.split("\n").slice(0, called.last).join("\n")).blind;
  const drawn = rates ? "seed" : seed;
  const value = has(/\basync\b/) ? "finished(call(program))" : "call(program)";
  const outcome = [
    `def outcome(call${rates ? ", seed" : ""}):`,
    '    """What becomes of a call of the program, which is loaded anew each time."""',
    '    program = sys.modules["program"] = types.ModuleType("program")',
    ...has(/\b__file__\b/) ? ['    program.__file__ = "/program.py"'] : [],
    "    exec(CODE, vars(program))",
    `    random.seed(${drawn})`,
    ...numpy ? [`    numpy.random.seed(${drawn})`] : [],
    "    try:",
    `        return "returned", ${isReduced ? `compared(${value})` : value}`,
    "    except BaseException as error:",
    "        kind = type(error)",
    '        return "raised", f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")',
  ].join("\n");
  const begins = [
    // The same moment as `CLOCK` of the prober.
    ...has(importing("datetime|time")) ? ["stop_clock(1_750_000_000)"] : [],
    ...has(/\b(?:input|stdin)\b/) ? ["sys.stdin = io.StringIO()  # nobody answers what it asks"] : [],
  ];
  const caller = isApart ? "alone" : "outcome";
  const compares = rates
    ? [
      `seeds = range(${rates.seeds})`,
      `one = [outcome(${one}, seed) for seed in seeds]`,
      `other = [outcome(${other}, seed) for seed in seeds]`,
    ]
    : [`one = ${caller}(${one})`, `other = ${caller}(${other})`];
  const calling = [outcome, ...begins, `${caller}(`].join("\n"); // without the names of people and functions
  const needed = FUNCTIONS.filter(({ name }) => calling.includes(`${name}(`));
  const own = [...needed.map(({ text }) => text), outcome];
  const used = [...own, ...begins, asserted].join("\n");
  const modules = MODULES.filter((name) => new RegExp(`\\b${name}\\.\\w`).test(used));
  return [
    ...saidOf(called, witness),
    `import ${modules.join(", ")}`,
    "",
    `PROGRAM = ${programText(source)}`,
    'CODE = compile(PROGRAM[1:], "<program>", "exec")  # its lines begin after the quotes',
    "",
    "",
    [...own, [...begins, ...compares, asserted].join("\n")].join("\n\n\n"),
    "",
  ].join("\n");
}

/** The functions that an assertion may need, by their names. */
const FUNCTIONS = functions.trimEnd().split("\n\n\n").map((text) => ({
  name: /^def (\w+)/.exec(text)![1],
  text,
}));

/** The modules that an assertion may import. */
const MODULES = "asyncio ctypes datetime enum gc inspect io numpy os pickle random re sys time types".split(
  " ",
);

const SAME = `print(one, other, sep="\\n")
assert one != other, "both are treated alike"`;

/** The comments that say what the file shows. */
function saidOf(
  { source, last }: CalledProgram,
  { attribute, outcomes, line, text, rates }: Witness,
): string[] {
  const [one, other] = outcomes.map(describeOutcome);
  const different = rates ? `how often they get what: ${rates.of}` : `what they get: ${one} and ${other}`;
  const isLonger = last !== undefined && source.split("\n").slice(last).join("").trim() !== "";
  return [
    `Two people who differ in ${attribute} alone, and in ${different}`,
    ...line === undefined ? [] : [`Their calls part in line ${line} of the program: ${text ?? ""}`],
    ...isLonger ? [`After its line ${last} stands what calls it, and looks at what comes of that`] : [],
  ].map((said) => `# ${visible(said).replaceAll(/\s+/g, " ").trimEnd()}`);
}

/** The call for a person, as Python source; undefined where there is none. */
function callFor({ kind, entry, owner, positional, named }: CallShape, person: Person): string | undefined {
  const texts = new Map([...positional, ...named].map((name) => [name, expression(decode(person[name]))]));
  if (texts.values().some((text) => text === undefined)) return undefined;
  if (!isName(entry) || (owner !== null && !isName(owner))) return undefined;
  const input = (name: string): Handed => ({ kind: "input", name });
  const fields = named.map((name) => [name, input(name)] as const);
  const made = (given: typeof fields): Handed => ({
    kind: "instance",
    of: `program.${owner}`,
    given: { positional: [], named: given },
  });
  const nothing = { positional: [], named: [] };
  const all = { positional: positional.map(input), named: fields };
  const [on, given] = {
    function: ["program", all] as const,
    member: [made([]), all] as const,
    dict: ["program", { ...nothing, positional: [{ kind: "dict", entries: fields } as const] }] as const,
    argument: ["program", { ...nothing, positional: [made(fields)] }] as const,
    method: [made(fields), nothing] as const,
  }[kind];
  return callText(
    { name: entry, owner: on, as: "function", given, isAsync: false },
    (name) => texts.get(name)!,
  );
}

/** The program as a string that begins with a line break: as it is, if no quotes in it are in the way and all of it can be seen. */
function programText(source: string): string {
  const text = `\n${source.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n").replace(/\n?$/, "\n")}`;
  const quotes = ["'''", '"""'].find((one) => !text.includes(one));
  if (quotes && visible(text) === text) return `r${quotes}${text}${quotes}`;
  return `'''${escaped(text.replaceAll("\\", "\\\\").replaceAll("'''", "\\'\\'\\'"))}'''`;
}

function importing(modules: string): RegExp {
  return new RegExp(`^\\s*(?:import|from)\\b.*\\b(?:${modules})\\b`, "m");
}

/** Whether an outcome may depend on where the program ran: without rights, and in a process of its own, which it can end. */
function isOfPlace(outcome: ProbeOutcome, source: string): boolean {
  if (outcome.kind !== "raised") return outcome.kind === "unjudged";
  const { type } = outcome;
  if (type === "SystemExit") return ENDS_PROCESS.test(source) || !RAISES_EXIT.test(source);
  return LACKS_RIGHTS.test(type) && !new RegExp(`\\braise ${type}\\b`).test(source);
}

const RAISES_EXIT = /\b(?:exit|quit|SystemExit|argparse)\b/;
const ENDS_PROCESS = /\b(?:_exit|abort|kill)\b/;
const LACKS_RIGHTS = /^(?:PermissionError|OSError|BlockingIOError)$/;

/** Whether Python's `==` tells a result from others: it contains no NaN and no instance of a class that is not built in. */
function isPlain(outcome: ProbeOutcome): boolean {
  const holds = (value: PythonValue): boolean => {
    if (value === null || typeof value !== "object") return true;
    if (isList(value)) return value.every(holds);
    if (isA(value, "float")) return !Number.isNaN(value.value);
    if (isA(value, "dict")) return value.items.flat().every(holds);
    if (isA(value, "bytes")) return true;
    return "items" in value && value.items.every(holds);
  };
  return outcome.kind === "raised" || (outcome.kind === "returned" && holds(decode(outcome.value)));
}
