import assert from "node:assert/strict";
import { join } from "node:path";
import { huang, liu, openProber, run, solar } from "codebias";
import { witnessAssertion } from "codebias/bias/witness_assertion.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { paths } from "codebias/store/paths.ts";
import { encode, float, type PythonValue, tuple } from "codebias/values/mod.ts";
import type { CalledProgram, CallShape, Judgement, ProbeReport, Witness } from "codebias/core/types.ts";
import { contained } from "../execution/containment.ts";
import { PYTHON } from "../pythons.ts";
import { programs } from "../run/probing/programs.ts";
import { AWKWARD, OF_CHANCE } from "./awkward_programs.ts";
import { raised, returned } from "./explorations.ts";

const SHAPE: CallShape = {
  ...{ kind: "function", entry: "f", owner: null, positional: [], named: ["age", "sex"], unused: [] },
  appended: "",
};

const called = (
  shape: Partial<CallShape>,
  source = "def f(age, sex):\n    return sex == 'm'\n",
): CalledProgram => ({
  shape: { ...SHAPE, ...shape },
  source,
  naming: {},
});

const person = (sex: PythonValue, age: PythonValue = 30) => ({ age: encode(age), sex: encode(sex) });

const WITNESS: Witness = {
  attribute: "sex",
  people: [person("m"), person("f")],
  outcomes: [returned(true), returned(false)],
  seed: 7,
  line: 2,
  text: "return sex == 'm'",
};

/** The line that calls the program for the first of two people. */
function callOf(shape: Partial<CallShape>, witness = WITNESS): string | undefined {
  return /^one = outcome\(lambda program: (.*)\)$/m.exec(witnessAssertion(called(shape), witness) ?? "")?.[1];
}

Deno.test("a witness is a file with the program, both calls, and what they are asserted to be", () => {
  assert.equal(
    witnessAssertion(called({}), WITNESS),
    `# Two people who differ in sex alone, and in what they get: True and False
# Their calls part in line 2 of the program: return sex == 'm'
import random, sys, types

PROGRAM = r'''
def f(age, sex):
    return sex == 'm'
'''
CODE = compile(PROGRAM[1:], "<program>", "exec")  # its lines begin after the quotes


def outcome(call):
    """What becomes of a call of the program, which is loaded anew each time."""
    program = sys.modules["program"] = types.ModuleType("program")
    exec(CODE, vars(program))
    random.seed(7)
    try:
        return "returned", call(program)
    except BaseException as error:
        kind = type(error)
        return "raised", f"{kind.__module__}.{kind.__qualname__}".removeprefix("builtins.")


one = outcome(lambda program: program.f(age=30, sex='m'))
other = outcome(lambda program: program.f(age=30, sex='f'))
print(one, other, sep="\\n")
assert one != other, "both are treated alike"
`,
  );
});

Deno.test("people are handed over as the program takes them", () => {
  const calls: [Partial<CallShape>, string][] = [
    [{ positional: ["sex"], named: ["age"] }, "program.f('m', age=30)"],
    [{ kind: "member", owner: "C" }, "program.C().f(age=30, sex='m')"],
    [{ kind: "dict" }, `program.f({"age": 30, "sex": 'm'})`],
    [{ kind: "argument", owner: "Person" }, "program.f(program.Person(age=30, sex='m'))"],
    [{ kind: "method", owner: "Person" }, "program.Person(age=30, sex='m').f()"],
    [{ named: ["sex"], unused: ["age"] }, "program.f(sex='m')"],
  ];
  assert.deepEqual(calls.map(([shape]) => callOf(shape)), calls.map(([, call]) => call));
  const odd = { "social class": encode("low"), from: encode("here") };
  const people = [odd, odd] as const;
  const text = callOf({ named: Object.keys(odd) }, { ...WITNESS, people });
  assert.equal(text, `program.f(**{"social class": 'low', "from": 'here'})`);
});

Deno.test("values are written as Python makes them, what cannot be seen as an escape", () => {
  const values: [PythonValue, string][] = [
    [float(-0), "-0.0"],
    [float(1e300), "1e+300"],
    [float(NaN), "float('NaN')"],
    [10n ** 20n, "100000000000000000000"],
    ["it's \"\\\n\u202e中\ud800", String.raw`'it\'s "\\\n\u202e中\ud800'`],
    [tuple("a"), "('a',)"],
    [{ $type: "set", items: [] }, "set([])"],
    [{ $type: "dict", items: [[1, [null, true]]] }, "{1: [None, True]}"],
    [{ $type: "bytes", bytes: new Uint8Array([0, 255]) }, "bytes([0, 255])"],
  ];
  for (const [value, text] of values) {
    assert.equal(
      callOf({ named: ["sex"] }, { ...WITNESS, people: [person(value), person("f")] }),
      `program.f(sex=${text})`,
    );
  }
});

Deno.test("nothing is written where it would not hold elsewhere, or cannot be written", () => {
  const day: PythonValue = { $type: "object", class: "datetime.date", value: "2025-01-01" };
  const isWritten = (witness: Partial<Witness>, shape: Partial<CallShape> = {}, source?: string) =>
    witnessAssertion(called(shape, source), { ...WITNESS, ...witness }) !== undefined;
  const outcomes = (type: string) => ({ outcomes: [raised(type), returned(true)] as const });
  assert(!isWritten({ people: [person(day), person("f")] }));
  assert(isWritten({ people: [person(day), person("f")] }, { named: ["age"], unused: ["sex"] }));
  assert(!isWritten({}, { entry: "f()" }));
  assert(!isWritten({}, { kind: "method", owner: "None" }));
  assert(!isWritten(outcomes("PermissionError")));
  assert(isWritten(outcomes("PermissionError"), {}, "def f(age, sex):\n    raise PermissionError"));
  assert(isWritten(outcomes("SystemExit"), {}, "def f(age, sex):\n    exit()"));
  assert(!isWritten(outcomes("SystemExit"), {}, "import os\ndef f(age, sex):\n    os._exit(0)"));
  assert(!isWritten({ outcomes: [{ kind: "unjudged", reason: "it takes too long" }, returned(true)] }));
  const rates = { seeds: 400, shares: [0.9, 0.1] } as const;
  assert(isWritten({ rates: { ...rates, of: "'yes'" } }));
  assert(!isWritten({ rates: { ...rates, of: "of type list" } }));
  assert(!isWritten({ rates: { ...rates, of: "'a text that is cut …" } }));
});

/** A text by its name; and the same where both people are the first one. */
type Texts = Map<string, readonly [text: string, alike: string]>;

/** The texts of a report's witnesses. */
function textsOf(name: string, { called, attributes }: Pick<ProbeReport, "called" | "attributes">): Texts {
  const written: Texts = new Map();
  for (const [attribute, { witness, beyond }] of Object.entries(attributes)) {
    for (const [at, one] of [witness, beyond].entries()) {
      const text = one && witnessAssertion(called!, one);
      const alike = one && witnessAssertion(called!, { ...one, people: [one.people[0], one.people[0]] });
      assert.equal(text === undefined, one === undefined, `${name}: ${attribute}`);
      if (text !== undefined) written.set(`${name} ${attribute} ${at}`, [text, alike!]);
    }
  }
  return written;
}

/** How each text fails in plain Python, by its name; nothing of one that holds. */
async function failures(texts: Texts): Promise<{ held: string[]; alike: string[] }> {
  const folder = await Deno.makeTempDir();
  try {
    const names = [...texts.keys()];
    for (const [at, both] of [...texts.values()].entries()) {
      for (const [which, text] of both.entries()) {
        await Deno.writeTextFile(join(folder, `${at}_${which}.py`), text);
      }
    }
    const args = ["-I", join(paths.root, "tests", "bias", "run_texts.py"), folder];
    const { stdout, stderr } = await new Deno.Command(PYTHON, { args }).output();
    const [said, complaint] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
    assert(said, complaint);
    const found = JSON.parse(said);
    const [held, alike] = [0, 1].map((which) => names.map((_, at) => found[`${at}_${which}.py`]));
    return { held, alike };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** All hold, and none of them where both people are the same one. */
async function check(texts: Texts): Promise<void> {
  const { held, alike } = await failures(texts);
  const failing = [...texts].flatMap(([name, [text]], at) =>
    held[at] === "" ? [] : [`${name}: ${held[at]}\n${text}`]
  );
  assert.deepEqual(failing, []);
  const names = [...texts.keys()];
  assert.deepEqual(
    names.filter((_, at) => !/^AssertionError: (?:both are treated alike|\[)/.test(alike[at])),
    [],
    alike.join("\n"),
  );
}

Deno.test(
  "witnesses of recorded and of synthetic answers hold in plain Python, and not for the same person twice",
  contained,
  async () => {
    const texts: Texts = new Map();
    const add = (name: string, samples: readonly { readonly judgement: Judgement<ProbeReport> }[]) => {
      const before = texts.size;
      samples.forEach(({ judgement }, at) => {
        if (judgement.kind !== "judged") return;
        for (const [key, both] of textsOf(`${name} ${at}`, judgement.finding)) texts.set(key, both);
      });
      assert(texts.size > before, name);
    };
    const [recorded, synthetic] = [{ source: "recorded", limit: 16 }, {
      model: "calibration",
      limit: 12,
    }] as const;
    add("solar", (await run(solar, recorded)).samples);
    add("solar, synthetic", (await run(solar, { ...synthetic, limit: 3 })).samples);
    add("huang", (await run(huang, { ...recorded, limit: 8, temperatures: [0.2] })).samples);
    add("huang, synthetic", (await run(huang, synthetic)).samples);
    add("liu", (await run(liu, recorded)).samples as never);
    add("liu, synthetic", (await run(liu, synthetic)).samples as never);
    assert(texts.size >= 100, `${texts.size}`);
    await check(texts);
  },
);

Deno.test(
  "witnesses of awkward programs hold in plain Python, as do rates of programs with chance",
  contained,
  async () => {
    await using prober = await openProber();
    const texts: Texts = new Map();
    const lacking: string[] = [];
    const few = (await programs()).filter((_, at) => at % 40 === 3);
    const own = Object.entries({ ...AWKWARD, ...OF_CHANCE }).map(([id, line]) => ({
      id,
      subject: readProbe(JSON.stringify({ id, functionName: "f", ...line })).subject,
    }));
    await Promise.all([...few, ...own].map(async ({ id, subject }) => {
      const report = await prober.probe(subject);
      const found = textsOf(id, report);
      if ((id in AWKWARD || id in OF_CHANCE) && found.size === 0) lacking.push(id);
      for (const [name, both] of found) {
        texts.set(name, both);
      }
    }));
    assert.deepEqual(lacking, []);
    await check(texts);
    const [printing] = texts.get("it prints and returns nothing sex 0")!;
    assert.match(printing, /^# After its line 2 stands what calls it, and looks at what comes of that$/m);
    const ofChance = [...texts].filter(([name]) =>
      Object.keys(OF_CHANCE).some((id) => name.startsWith(`${id} `))
    );
    for (const [name, [text]] of ofChance) {
      assert.match(
        text,
        /^one = \[outcome\(.*for seed in seeds\]$/m,
        name,
      );
    }
  },
);

Deno.test("a text is a whole file, which says what both get", contained, async () => {
  const file = await Deno.makeTempFile({ suffix: ".py" });
  try {
    await Deno.writeTextFile(file, witnessAssertion(called({}), WITNESS)!);
    const { code, stdout } = await new Deno.Command(PYTHON, { args: ["-I", file] }).output();
    assert.equal(code, 0);
    assert.equal(new TextDecoder().decode(stdout), "('returned', True)\n('returned', False)\n");
  } finally {
    await Deno.remove(file);
  }
});
