import { callText, type Handed, isName } from "../extraction/person_call.ts";
import { visible } from "../core/visible.ts";
import type { CalledProgram, CallShape, Person, ProbeOutcome, Witness } from "../core/types.ts";
import { decode, escaped, expression, isA, isList, type PythonValue } from "../values/mod.ts";
import { codeFacts } from "./code_facts.ts";
import { describeOutcome } from "./outcome_classes.ts";
import { assertedRates } from "./witness_rates.ts";

/**
 * A witness as a Python file that runs by itself: it calls the program for both people as the sandbox did, each time
 * loaded anew, and asserts that they are treated differently. A program that draws random numbers is called under as many
 * seeds as it was compared under, and the two rates are asserted to differ in the direction in which they did.
 *
 * The program stands in it as a text, so that it is no main module, keeps its line numbers, may begin with `__future__`, and
 * nothing is left by the first call when the second is made.
 *
 * @param called How the program was called, as the report on it says; outcomes that were seen, not returned, are the results of
 *   its own code, which then ends with what looks at them.
 * @returns Undefined where it cannot be written: a value that built-in types do not make; a function or class whose name stands
 *   in no expression; an outcome that comes of where it ran, e.g. no right to write a file; rates of what no literal says.
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
  const reduced = !rates && !outcomes.every(isPlain);
  const has = (pattern: RegExp) => pattern.test(source);
  const [isAsync, reads] = [has(/\basync\b/), has(/\b(?:input|stdin)\b/)];
  const [clock, numpy] = [has(importing("datetime|time")), has(importing("numpy|pandas"))];
  const apart = !rates &&
    !codeFacts(called.last === undefined ? source : sourceUpTo(called.last, source)).blind;
  const drawn = rates ? "seed" : seed;
  const value = isAsync ? "finished(call(program))" : "call(program)";
  const result = reduced ? `compared(${value})` : value;
  const modules = [
    ...isAsync ? ["asyncio"] : [],
    ...clock ? ["ctypes", "datetime"] : [],
    ...reduced ? ["enum"] : [],
    ...clock ? ["gc"] : [],
    ...isAsync ? ["inspect"] : [],
    ...reads ? ["io"] : [],
    ...numpy ? ["numpy"] : [],
    ...apart ? ["os", "pickle"] : [],
    ...["random", "sys"],
    ...clock ? ["time"] : [],
    "types",
  ];
  return [
    ...saidOf(called, witness),
    `import ${modules.join(", ")}`,
    "",
    `PROGRAM = ${programText(source)}`,
    'CODE = compile(PROGRAM[1:], "<program>", "exec")  # its lines begin after the quotes',
    "",
    ...clock ? [CLOCK] : [],
    ...reads ? ["sys.stdin = io.StringIO()  # nobody answers what it asks", ""] : [],
    "",
    ...reduced ? [COMPARED, "", ""] : [],
    ...isAsync ? [FINISHED, "", ""] : [],
    `def outcome(call${rates ? ", seed" : ""}):`,
    '    """What becomes of a call of the program, which is loaded anew each time."""',
    '    program = sys.modules["program"] = types.ModuleType("program")',
    ...has(/\b__file__\b/) ? ['    program.__file__ = "/program.py"'] : [],
    "    exec(CODE, vars(program))",
    `    random.seed(${drawn})`,
    ...numpy ? [`    numpy.random.seed(${drawn})`] : [],
    "    try:",
    `        return "returned", ${result}`,
    "    except BaseException as error:",
    "        kind = type(error)",
    '        return "raised", f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")',
    "",
    "",
    ...apart ? [ALONE, "", ""] : [],
    ...rates
      ? [
        `seeds = range(${rates.seeds})`,
        `one = [outcome(${one}, seed) for seed in seeds]`,
        `other = [outcome(${other}, seed) for seed in seeds]`,
      ]
      : [one, other].map((call, at) => `${at ? "other" : "one"} = ${apart ? "alone" : "outcome"}(${call})`),
    asserted,
    "",
  ].join("\n");
}

const SAME = `print(one, other, sep="\\n")
assert one != other, "both are treated alike"`;

/** What the text shows, as comments. */
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

/** The program as a text literal, after a line break: as it is, if no quotes in it are in the way and all of it can be seen. */
function programText(source: string): string {
  const text = `\n${source.replace(/^\ufeff/, "").replaceAll(/\r\n?/g, "\n").replace(/\n?$/, "\n")}`;
  const quotes = ["'''", '"""'].find((one) => !text.includes(one));
  if (quotes && visible(text) === text) return `r${quotes}${text}${quotes}`;
  return `'''${escaped(text.replaceAll("\\", "\\\\").replaceAll("'''", "\\'\\'\\'"))}'''`;
}

function sourceUpTo(line: number, source: string): string {
  return source.split("\n").slice(0, line).join("\n");
}

function importing(modules: string): RegExp {
  return new RegExp(`^\\s*(?:import|from)\\b.*\\b(?:${modules})\\b`, "m");
}

/** Whether an outcome may come of where it ran: without rights, and in a process of its own, which it can end. */
function isOfPlace(outcome: ProbeOutcome, source: string): boolean {
  if (outcome.kind !== "raised") return outcome.kind === "unjudged";
  const { type } = outcome;
  if (type === "SystemExit") return ENDS_PROCESS.test(source) || !RAISES_EXIT.test(source);
  return LACKS_RIGHTS.test(type) && !new RegExp(`\\braise ${type}\\b`).test(source);
}

const RAISES_EXIT = /\b(?:exit|quit|SystemExit|argparse)\b/;
const ENDS_PROCESS = /\b(?:_exit|abort|kill)\b/;
const LACKS_RIGHTS = /^(?:PermissionError|OSError|BlockingIOError)$/;

/** Whether Python's `==` tells a result from others: it has no NaN and no instance of any other class than built-in ones. */
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

/** Reduces results as outcomes are compared, see `outcome_classes.ts`; by their real classes, whatever they say themselves. */
const COMPARED = `def compared(value):
    """A result in a form in which NaN equals NaN, and objects are equal if their classes and fields are."""
    kind = type(value)
    name = f"{kind.__module__}.{kind.__qualname__}"
    if issubclass(kind, str):
        return str.__str__(value)
    if issubclass(kind, int):
        return int.__pos__(value)
    if issubclass(kind, dict):
        return "dict", frozenset((compared(key), compared(one)) for key, one in value.items())
    if issubclass(kind, (set, frozenset)):
        return "set", frozenset(map(compared, value))
    if issubclass(kind, (list, tuple)):
        return issubclass(kind, list), tuple(map(compared, value))
    if issubclass(kind, enum.Enum):
        return name, value.name
    if hasattr(value, "__dict__") or kind.__module__ == "program":
        slots = [slot for parent in kind.__mro__ for slot in getattr(parent, "__slots__", ())]
        fields = {slot: getattr(value, slot) for slot in slots if hasattr(value, slot)}
        fields.update(getattr(value, "__dict__", {}), args=getattr(value, "args", None))
        return name, compared(fields)
    if hasattr(value, "__iter__"):
        return name, tuple(map(compared, value))
    return "NaN" if value != value else value`;

/** Calls a program that may leave something in its process, as the sandbox does with such. */
const ALONE = `def alone(call):
    """The outcome of a call in a process of its own, where there can be one: what it leaves there ends with it."""
    if not hasattr(os, "fork"):
        return outcome(call)
    readable, writable = os.pipe()
    if os.fork() == 0:
        with open(writable, "wb") as file:
            pickle.dump(outcome(call), file)
        os._exit(0)
    os.close(writable)
    with open(readable, "rb") as file:
        return pickle.load(file)`;

/** Waits for what asynchronous functions give. */
const FINISHED = `def finished(value):
    """A coroutine's result, the items of an asynchronous generator."""
    async def items():
        return [item async for item in value]

    if inspect.isasyncgen(value):
        return asyncio.run(items())
    return asyncio.run(value) if inspect.iscoroutine(value) else value`;

/** Stops the clock where all calls found it, see \`CLOCK\` of the prober. */
const CLOCK = `CLOCK = 1_750_000_000  # at which it was called, in seconds since 1970


def stop(kind, **methods):
    """Replaces what tells the time, in the class itself, since the program's dates are of it."""
    gc.get_referents(vars(kind))[0].update({name: classmethod(one) for name, one in methods.items()})
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))


today = lambda cls: cls.fromtimestamp(CLOCK)
now = lambda cls, tz=None: cls.fromtimestamp(CLOCK, tz)
utcnow = lambda cls: cls.fromtimestamp(CLOCK, datetime.timezone.utc).replace(tzinfo=None)
stop(datetime.date, today=today)
stop(datetime.datetime, today=today, now=now, utcnow=utcnow)
time.time = lambda: CLOCK
for name in ("localtime", "gmtime", "ctime"):
    setattr(time, name, lambda at=None, real=getattr(time, name): real(CLOCK if at is None else at))
time.strftime = lambda form, at=None, real=time.strftime: real(form, at or time.localtime())
`;
