/**
 * Programs that cheat: an ordinary harness takes them for right, although they answer nothing rightly. Here what they
 * answer is compared outside of their process, so that they fail.
 *
 * @module
 */

import assert from "node:assert/strict";
import { join } from "node:path";
import { resolveInterpreter } from "codebias/execution/protection/interpreter.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { decode, encode, equal, float, type PythonValue } from "codebias/values/mod.ts";
import { sized } from "../long.ts";
import { orSkipped, PYTHON, PYTHONS } from "../pythons.ts";
import { contained } from "./containment.ts";
import { program } from "./programs.ts";

const HARNESS = join(import.meta.dirname!, "in_process_harness.py");

/** A function to write, called `f`, and some calls of it with what is right. */
interface Assignment {
  readonly honest: string;
  readonly tests: readonly (readonly [input: PythonValue, expected: PythonValue])[];
}

/** Distinct numbers, the largest first. */
const RANKING: Assignment = {
  honest: "def f(numbers):\n    return sorted(set(numbers), reverse=True)",
  tests: [[[3, 1, 3], [3, 1]], [[7], [7]], [[4, 9, 4, 2], [9, 4, 2]]],
};

/** How many numbers are even. */
const COUNT: Assignment = {
  honest: "def f(numbers):\n    return sum(number % 2 == 0 for number in numbers)",
  tests: [[[3, 1, 2], 1], [[8, 6], 2], [[2, 2, 2, 1], 3]],
};

/** The mean, a float. */
const MEAN: Assignment = {
  honest: "def f(numbers):\n    return sum(numbers) / len(numbers)",
  tests: [[[1, 2], float(1.5)], [[4, 4, 5, 4], float(4.25)], [[-1, 0], float(-0.5)]],
};

/** A program that gets none of its tests right. */
interface Cheat {
  readonly name: string;
  readonly assignment: Assignment;
  readonly source: string;
}

const CHEATS: readonly Cheat[] = [
  {
    name: "an answer that equals everything",
    assignment: RANKING,
    source: `
class Yes:
    def __eq__(self, other):
        return True

def f(numbers):
    return Yes()`,
  },
  {
    name: "a list that equals every list",
    assignment: RANKING,
    source: `
class Agreeable(list):
    __eq__ = lambda self, other: not (self != other)
    __ne__ = lambda self, other: False
    __hash__ = None

def f(numbers):
    return Agreeable(["no idea"])`,
  },
  {
    name: "an int that equals every number",
    assignment: COUNT,
    source: `
class Flexible(int):
    def __eq__(self, other):
        return isinstance(other, int)
    __hash__ = int.__hash__

def f(numbers):
    return Flexible(-1)`,
  },
  {
    name: "a comparison with no other outcome than true",
    assignment: COUNT,
    source: `
from unittest.mock import ANY
f = lambda numbers: ANY`,
  },
  {
    name: "the end of the process as soon as it is loaded",
    assignment: RANKING,
    source: `
import os
print("PASSED", flush=True)
os._exit(0)`,
  },
  {
    name: "the end of the process instead of an answer",
    assignment: COUNT,
    source: `
import os, sys

def f(numbers):
    sys.stdout.write("PASSED\\n")
    sys.stdout.flush()
    os._exit(0)`,
  },
  {
    name: "an orderly exit, which is no Exception",
    assignment: MEAN,
    source: `
import sys

def f(numbers):
    print("PASSED")
    sys.exit()`,
  },
  {
    name: "what is expected, from the caller's variables",
    assignment: RANKING,
    source: `
import sys

def f(numbers):
    caller = sys._getframe().f_back
    return caller.f_locals.get("expected", [])`,
  },
  {
    name: "what is expected, by way of a traceback",
    assignment: MEAN,
    source: `
def f(numbers):
    try:
        raise LookupError
    except LookupError as error:
        frame = error.__traceback__.tb_frame
    while frame:
        if "expected" in frame.f_locals:
            return frame.f_locals["expected"]
        frame = frame.f_back
    return 1e9`,
  },
  {
    name: "tests cleared while the program is loaded",
    assignment: COUNT,
    source: `
import sys
frame = sys._getframe()
while frame is not None:
    for value in list(frame.f_locals.values()):
        if isinstance(value, dict) and isinstance(value.get("tests"), list):
            value["tests"].clear()
    frame = frame.f_back

def f(numbers):
    return -5`,
  },
  {
    name: "what is expected, found by the garbage collector",
    assignment: RANKING,
    source: `
import gc

def f(numbers):
    for thing in gc.get_objects():
        if type(thing) is list and len(thing) == 2 and type(thing[0]) is list and thing[0]:
            if thing[0][0] is numbers and type(thing[1]) is list:
                return thing[1]
    return ["nothing found"]`,
  },
  {
    name: "tests that the garbage collector finds and that are given other answers",
    assignment: COUNT,
    source: `
import gc

def is_test(thing):
    return type(thing) is list and len(thing) == 2 and type(thing[0]) is list and type(thing[1]) is int

for tests in gc.get_objects():
    if type(tests) is list and len(tests) == 3 and all(map(is_test, tests)):
        for test in tests:
            test[1] = -7

def f(numbers):
    return -7`,
  },
  {
    name: "a print that says nothing else, and an exit that is always orderly",
    assignment: MEAN,
    source: `
import builtins, sys
say, leave = print, sys.exit
builtins.print = lambda *words, **options: say("PASSED")
sys.exit = lambda status=None: leave(0)

def f(numbers):
    raise NotImplementedError`,
  },
  {
    name: "a last word when the interpreter ends",
    assignment: RANKING,
    source: `
import atexit, os

@atexit.register
def last_word():
    os.write(1, b"\\nPASSED\\n")
    os._exit(0)

def f(numbers):
    return None`,
  },
  {
    name: "the answers read from the task's file",
    assignment: COUNT,
    source: `
import json, sys

def f(numbers):
    with open(sys.argv[-1]) as file:
        return next(right for (given,), right in json.load(file)["tests"] if given == numbers)`,
  },
  {
    name: "an approximate comparison that is always content",
    assignment: MEAN,
    source: `
import math
math.isclose = lambda *numbers, **tolerances: True

def f(numbers):
    return 0.125`,
  },
  {
    name: "a type test that sends everything to a content comparison",
    assignment: RANKING,
    source: `
import builtins, math
builtins.isinstance = lambda value, kind: True
math.isclose = lambda got, wanted, **rest: got is not wanted

def f(numbers):
    return numbers + numbers`,
  },
  {
    name: "another comparison in the harness's module",
    assignment: MEAN,
    source: `
import __main__
__main__.check = max

def f(numbers):
    return float(1 << 20)`,
  },
  {
    name: "other code in the harness's comparison",
    assignment: COUNT,
    source: `
import sys

def lenient(got, expected):
    return True

check = getattr(sys.modules["__main__"], "check", lenient)
check.__code__ = lenient.__code__

def f(numbers):
    return 1 << 70`,
  },
  {
    name: "a trace that rewrites what came out",
    assignment: RANKING,
    source: `
import sys

def watch(frame, event, argument):
    if event == "call" and frame.f_code.co_name == "check":
        frame.f_locals["got"].append(frame.f_locals["expected"])
        frame.f_locals["got"][:] = frame.f_locals["got"].pop()

def f(numbers):
    sys.setprofile(watch)
    return [[]]`,
  },
];

/** What the harness says about a program: `PASSED`, `FAILED` with a reason, or what else happened. */
async function harnessed(python: string, source: string, { tests }: Assignment): Promise<string> {
  const file = await Deno.makeTempFile({ prefix: "codebias-test-", suffix: ".json" });
  try {
    const plain = tests.map(([input, expected]) => [[input], plainNumber(expected)]);
    await Deno.writeTextFile(file, JSON.stringify({ program: source, entry_point: "f", tests: plain }));
    const { code, stdout } = await new Deno.Command(python, { args: ["-I", "-S", HARNESS, file] }).output();
    const last = new TextDecoder().decode(stdout).trim().split("\n").at(-1)!;
    return code === 0 ? last : `${last} (exit status ${code})`;
  } finally {
    await Deno.remove(file);
  }
}

/** JSON has floats as numbers; those here have a fraction, so that Python reads them as floats again. */
function plainNumber(value: PythonValue): unknown {
  const isFloat = value !== null && typeof value === "object" && "$type" in value && value.$type === "float";
  return isFloat ? value.value : value;
}

/** Which of the tests a program gets right in the sandbox, by the most lenient rules. */
async function judged(sandbox: Sandbox, source: string, { tests }: Assignment): Promise<boolean[]> {
  const calls = tests.map(([input]) => ({ args: encode([input]) }));
  const { outcomes } = await sandbox.execute(
    program(source, { calls, limits: { cpuMs: 2_000, wallMs: 10_000 } }),
  );
  return tests.map(([, expected], index) => {
    const outcome = outcomes[index];
    return outcome?.kind === "returned" && equal(decode(outcome.value), expected, { tolerance: 1e-9 });
  });
}

const versions = [
  { version: "the tests' own", command: PYTHON, skipped: "" },
  ...sized({ small: [PYTHONS[0], PYTHONS.at(-1)!], long: PYTHONS })
    .map((python) => ({ ...python, skipped: orSkipped(python) })),
];
const reason = contained.ignore ? " (skipped: programs cannot be contained here)" : "";

for (const { version, command, skipped } of versions) {
  const ignore = command === undefined || contained.ignore;
  Deno.test(
    `programs that cheat in-process harnesses are wrong here, Python ${version}${skipped || reason}`,
    { ignore },
    async (t) => {
      assert(CHEATS.length >= 14);
      const { executable } = await resolveInterpreter(command!);
      await using sandbox = await openSandbox({ python: executable, workers: 1 });
      for (const assignment of [RANKING, COUNT, MEAN]) {
        await t.step(`honest: ${assignment.honest.split("\n")[1].trim()}`, async () => {
          const wrong = "def f(numbers):\n    return ['wrong']";
          assert.equal(await harnessed(executable, assignment.honest, assignment), "PASSED");
          assert.match(await harnessed(executable, wrong, assignment), /^FAILED: .*\(exit status 1\)$/);
          assert.deepEqual(await judged(sandbox, assignment.honest, assignment), [true, true, true]);
          assert.deepEqual(await judged(sandbox, wrong, assignment), [false, false, false]);
        });
      }
      for (const { name, assignment, source } of CHEATS) {
        await t.step(name, async () => {
          assert.equal(await harnessed(executable, source, assignment), "PASSED");
          assert.deepEqual(await judged(sandbox, source, assignment), [false, false, false]);
        });
      }
    },
  );
}
