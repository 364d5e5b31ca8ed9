import assert from "node:assert/strict";
import { encode } from "codebias/values/mod.ts";
import type { Execution, Outcome } from "codebias/core/types.ts";
import { parseSuite } from "codebias/execution/hostile/suite.ts";

const TABLE = `version: 1
cases:
  A1: loops
  A2: others
none:
  A2: nobody knows one
endings:
  out of time: [cpu-limit, wall-limit]
programs:
  time:
    - name: loop
      cases: [A1]
      limits: short
      expect: out of time
    - name: exit GIVEN
      cases: [A1]
      calls: [[1], {args: [2], seed: 3}]
      given: {at once: '0', late: '1'}
      ends: [early-exit, '/^returned \\d/']
`;
const TIME = `# Programs that take time.
# %% loop
while True: pass
# %% exit GIVEN

exit(GIVEN)

`;

/** What is said of the table and its programs when a part of one is replaced. */
function refusal(part: string, by: string): string {
  assert(TABLE.includes(part) || TIME.includes(part), part);
  try {
    parseSuite(TABLE.replace(part, () => by), { time: TIME.replace(part, () => by) });
  } catch (error) {
    assert.equal((error as Error).name, "DataError");
    return (error as Error).message;
  }
  return "";
}

const execution = (...outcomes: readonly Outcome[]): Execution => ({
  program: { kind: "loaded", protection: "full" },
  outcomes,
});
const stopped = { kind: "cpu-limit", message: "", cpuMs: 1 } as const;
const returned = { kind: "returned", value: encode(12), cpuMs: 1 } as const;
const raised = { kind: "raised", type: "E", message: "of its own", cpuMs: 1 } as const;

Deno.test("the table and the files of programs become programs, byte for byte", () => {
  const { version, cases, programs: [loop, ...exits] } = parseSuite(TABLE, { time: TIME });
  assert.equal(version, 1);
  assert.deepEqual(cases, {
    A1: { title: "loops", none: undefined },
    A2: { title: "others", none: "nobody knows one" },
  });
  assert.deepEqual([loop.name, loop.rows, loop.source], ["loop", ["A1"], "while True: pass"]);
  assert.deepEqual(loop.limits, { cpuMs: 60 });
  assert.deepEqual(exits.map(({ name, source }) => [name, source]), [
    ["exit at once", "\nexit(0)\n"],
    ["exit late", "\nexit(1)\n"],
  ]);
  assert.deepEqual(exits[0].calls, [{ args: encode([1]) }, { args: encode([2]), seed: 3 }]);
});

Deno.test("an entry says how a program must end, what it says and which arguments it changes", () => {
  const expect = (fields: string) =>
    parseSuite(TABLE.replace("expect: out of time", () => fields), { time: TIME }).programs[0].expect;
  assert(expect("expect: out of time")(execution(stopped)));
  assert(!expect("expect: out of time")(execution(returned)));
  assert(expect("ends: [returned 12, cpu-limit]")(execution(returned)));
  assert(!expect("ends: [returned 1]")(execution(returned)));
  assert(expect("ends: /^returned 1/")(execution(returned)));
  assert(expect("ends: raised E\n      message: /own$/")(execution(raised)));
  assert(!expect("ends: raised E\n      message: another")(execution(raised)));
  assert(!expect("ends: returned 12\n      message: another")(execution(returned)));
  const changes = expect("ends: /^returned/\n      changes: [[0], null]");
  assert(changes(execution({ ...returned, mutated: [0] }, returned)));
  assert(!changes(execution(returned, returned)));
});

Deno.test("a bad table is refused in words, with file and line", () => {
  const refusals: readonly (readonly [part: string, by: string, words: string])[] = [
    ["limits:", "limit:", '13: Unknown field "limit": did you mean limits? Known: bare, calls, '],
    ["short", "shrot", '11: Unknown limits "shrot": did you mean short? Known: long, short, waiting'],
    ["limits: short", "limits: 5", '13: "limits" must be a name or a mapping from limits to numbers, not 5'],
    [
      "limits: short",
      "limits: {cpuMS: 5}",
      '11: Unknown limit "cpuMS": did you mean cpuMs? Known: ',
    ],
    ["cases: [A1]", "cases: [A3]", '11: Unknown case "A3": did you mean A1 or A2? Known: A1, A2'],
    ["cases: [A1]", "cases: A1", '12: "cases" must be a list of cases, not "A1"'],
    ["      cases: [A1]\n", "", '11: "cases" is missing: expected a list of cases'],
    ["A2: nobody", "A4: nobody", '6: Unknown case "A4": did you mean A1 or A2? Known: A1, A2'],
    [
      "expect: out",
      "expect: oot",
      '11: Unknown expectation "oot of time": did you mean out of time? Known: ',
    ],
    ["expect: out of time", "filtered: true", '11: "loop" must have either "ends" or "expect"'],
    ["expect:", "ends: signal\n      expect:", '11: "loop" must have either "ends" or "expect"'],
    ["'/^returned \\d/'", "/(/", "15: Invalid regular expression: /(/: Unterminated group"],
    ["[cpu-limit, wall-limit]", "/(/", "8: Invalid regular expression: /(/: Unterminated group"],
    ["name: loop", "name: lop", '11: Unknown program "lop": did you mean loop? Known: exit GIVEN, loop'],
    ["exit GIVEN\n      cases", "loop\n      cases", '15: Unknown program "loop": Known: exit GIVEN'],
    ["time:\n", "tiem:\n", '11: Unknown topic "tiem": did you mean time? Known: time'],
    [
      "  time:\n",
      "  time: 3\n  other:\n",
      '9: "programs" must be a mapping from topics to lists of programs',
    ],
    ["version: 1", "version: one", '1: "version" must be a number, not "one"'],
    ["version: 1\n", "", '1: "version" is missing: expected a number'],
    ["[A1]\n      limits", "[A1\n      limits", "13: this is not YAML: "],
  ];
  for (const [part, by, words] of refusals) {
    const said = refusal(part, by);
    assert(said.startsWith(`data/hostile/suite.yaml:${words}`), `${by}: ${said}`);
  }
  assert.throws(
    () => parseSuite("", {}),
    /^DataError: data\/hostile\/suite\.yaml:1: expected a mapping of version, cases/,
  );
});

Deno.test("a file of programs that is not as the table says is refused in words, with file and line", () => {
  const refusals: readonly (readonly [part: string, by: string, words: string])[] = [
    ["# %% exit GIVEN\n", "# %% more\npass\n# %% exit GIVEN\n", '4: "more": the table has no such program'],
    ["# %% exit GIVEN", "# %% loop", '4: "loop": expected another name, as a program above has it'],
    ["while True: pass\n", "", '2: "loop": expected the lines of a program below'],
  ];
  for (const [part, by, words] of refusals) assert.equal(refusal(part, by), `data/hostile/time.py:${words}`);
});
