import assert from "node:assert/strict";
import fc from "fast-check";
import {
  judge,
  judgeAgreed,
  judgeUnexecuted,
  recorded,
  type VerdictKind,
  VERDICTS,
} from "codebias/studies/linguistic/judge/verdict.ts";
import { suiteTask } from "codebias/studies/linguistic/tasks/layout.ts";
import type { Comparison } from "codebias/studies/linguistic/tasks/suite.ts";
import { SUITE } from "../own_suite.ts";
import type { Execution, Outcome, ProgramReport, StopKind, UsableDraw } from "codebias/core/types.ts";
import { dict, encode, float, type PythonValue, tuple } from "codebias/values/mod.ts";

const returned = (value: PythonValue): Outcome => ({ kind: "returned", value: encode(value), cpuMs: 0 });
const RAISED: Outcome = { kind: "raised", type: "ValueError", message: "no", cpuMs: 0 };

const draw = (expected: PythonValue): UsableDraw => ({
  seed: 1,
  kwargs: encode(dict({})),
  expected: encode(expected),
});

function loaded(...outcomes: Outcome[]): Execution {
  return { program: { kind: "loaded", protection: "full" }, outcomes };
}

function unloaded(report: Omit<ProgramReport, "protection">): Execution {
  return { program: { ...report, protection: "full" }, outcomes: [] };
}

const verdict = (kind: VerdictKind, detail: string, draws: number) => ({
  kind: "judged",
  finding: { kind, detail, draws },
});

Deno.test("judge() has no verdict yet while every value is the reference's", () => {
  assert.equal(judge([draw(1), draw("a")], loaded(returned(1), returned("a")), 0), undefined);
  assert.equal(judge([], loaded(), 5), undefined);
});

Deno.test("judge() compares values as Python's == does, except that NaN equals NaN", () => {
  const same: [PythonValue, PythonValue][] = [
    [1, float(1)],
    [true, 1],
    [float(NaN), float(NaN)],
    [{ $type: "set", items: [1, 2] }, { $type: "set", items: [2, 1] }],
    [dict({ a: 1, b: 2 }), dict({ b: 2, a: 1 })],
  ];
  for (const [a, b] of same) assert.equal(judge([draw(a)], loaded(returned(b)), 0), undefined);
  const different: [PythonValue, PythonValue][] = [[[1], tuple(1)], ["1", 1], [null, false], [
    float(0.1),
    float(0.1 + 1e-17 + 1e-16),
  ]];
  for (const [a, b] of different) {
    assert.deepEqual(judge([draw(a)], loaded(returned(b)), 0), verdict("wrong", "another value", 1));
  }
});

/** The rules of comparison, each with pairs that are the same under it and pairs that are not. */
const RULES: Readonly<Record<Comparison, Record<"same" | "different", [PythonValue, PythonValue][]>>> = {
  "equal": {
    same: [[[true], [1]], [1, float(1)]],
    different: [[[1, 2], [2, 1]], [float(1), float(1 + 1e-9)]],
  },
  "close": {
    same: [
      [float(3e8), float(3e8 * (1 + 9e-7))],
      [float(1e-4), float(1e-4 * (1 + 9e-7))],
      [float(0), float(1e-13)],
      [[tuple("a", float(0.1 + 0.2))], [tuple("a", float(0.3))]],
      [float(2), 2],
      [float(Infinity), float(Infinity)],
    ],
    different: [
      [float(3e8), float(3e8 * (1 + 2e-6))],
      [float(1e-4), float(1e-4 * (1 + 2e-6))],
      [float(0), float(1e-9)],
      [float(1), float(NaN)],
      [float(1e300), float(Infinity)],
      [10 ** 9, 10 ** 9 + 1],
      [[float(1), float(2)], [float(2), float(1)]],
    ],
  },
  "any-order": {
    same: [[[1, 2, 2], [2, 1, 2]], [[[1, 2], "a"], ["a", [1, 2]]], [[], []], [[float(NaN), 1], [
      1,
      float(NaN),
    ]]],
    different: [
      [[1, 2, 2], [1, 1, 2]],
      [[[1, 2]], [[2, 1]]],
      [[1, 2], tuple(1, 2)],
      [[1, 2], { $type: "set", items: [1, 2] }],
      [[1, 2], { $type: "object", class: "generator", value: [1, 2] }],
      [[float(1)], [float(1 + 1e-9)]],
      [[1], 1],
    ],
  },
};

for (const [compare, { same, different }] of Object.entries(RULES)) {
  Deno.test(`judge() compares as a task of our own suite says: ${compare}`, () => {
    const task = suiteTask({ ...SUITE, compare: compare as Comparison });
    for (const [a, b] of same) {
      assert.equal(judge([draw(a)], loaded(returned(b)), 0, task), undefined, Deno.inspect([a, b]));
    }
    for (const [a, b] of different) {
      const found = judge([draw(a)], loaded(returned(b)), 0, task);
      assert.deepEqual(found, verdict("wrong", "another value", 1), Deno.inspect([a, b]));
    }
  });
}

Deno.test("judge() lets the first draw decide that deviates", () => {
  const draws = [draw(1), draw(2), draw(3)];
  assert.deepEqual(
    judge(draws, loaded(returned(1), RAISED, returned(4)), 0),
    verdict("raised", "ValueError", 2),
  );
  assert.deepEqual(
    judge(draws, loaded(returned(1), returned(4), RAISED), 0),
    verdict("wrong", "another value", 2),
  );
  assert.deepEqual(
    judge(draws, loaded(returned(1), returned(2), RAISED), 0),
    verdict("raised", "ValueError", 3),
  );
});

Deno.test("judge() counts the draws on which the program agreed before", () => {
  assert.deepEqual(judge([draw(1), draw(2)], loaded(returned(1), RAISED), 13)?.kind, "judged");
  assert.deepEqual(
    judge([draw(1), draw(2)], loaded(returned(1), RAISED), 13),
    verdict("raised", "ValueError", 15),
  );
});

Deno.test("judge() has a verdict for every way in which a call can end", () => {
  const stops: [StopKind, VerdictKind][] = [
    ["cpu-limit", "timed-out"],
    ["memory-limit", "memory"],
    ["output-limit", "crashed"],
    ["signal", "crashed"],
    ["early-exit", "crashed"],
    ["protocol-violation", "crashed"],
  ];
  for (const [kind, expected] of stops) {
    const found = judge([draw(1)], loaded({ kind, message: "why", cpuMs: 1 }), 0);
    assert(found?.kind === "judged", kind);
    assert.equal(found.finding.kind, expected, kind);
    assert.match(found.finding.detail, /why$/);
    assert.equal(found.finding.draws, 1);
  }
  const others: [Outcome, object][] = [
    [RAISED, verdict("raised", "ValueError", 1)],
    [
      { kind: "unserialisable", type: "function", message: "a function", cpuMs: 0 },
      verdict("wrong", "a function", 1),
    ],
    [
      { kind: "nondeterministic", message: "2 values", cpuMs: 0 },
      verdict("crashed", "nondeterministic 2 values", 1),
    ],
  ];
  for (const [outcome, expected] of others) {
    assert.deepEqual(judge([draw(1)], loaded(outcome), 0), expected);
  }
});

Deno.test("judge() does not blame the model for the machine, nor for what the sandbox lacks", () => {
  for (const kind of ["wall-limit", "infrastructure-error", "process-limit"] as const) {
    const expected = { kind: "unjudged", reason: kind };
    assert.deepEqual(judge([draw(1)], loaded({ kind, message: "", cpuMs: 0 }), 0), expected);
    assert.deepEqual(judge([draw(1)], unloaded({ kind }), 0), expected);
  }
  const killed = { kind: "signal", message: "signal 9", cpuMs: 0 } as const; // as where memory runs out
  assert.deepEqual(judge([draw(1)], loaded(killed), 0), { kind: "unjudged", reason: "signal 9" });
});

Deno.test("judge() has a verdict for every way in which a program does not load", () => {
  const reports: [Omit<ProgramReport, "protection">, object][] = [
    [{ kind: "syntax-error", type: "IndentationError" }, verdict("no-program", "IndentationError", 0)],
    [{ kind: "syntax-error" }, verdict("no-program", "SyntaxError", 0)],
    [{ kind: "no-entry-point" }, verdict("no-program", "does not define the function", 0)],
    [{ kind: "raised", type: "NameError" }, verdict("raised", "NameError while loading", 0)],
    [{ kind: "cpu-limit" }, verdict("timed-out", "while loading", 0)],
    [{ kind: "memory-limit" }, verdict("memory", "while loading", 0)],
    [{ kind: "early-exit" }, verdict("crashed", "early-exit while loading", 0)],
    [{ kind: "signal" }, verdict("crashed", "signal while loading", 0)],
    [{ kind: "output-limit" }, verdict("crashed", "output-limit while loading", 0)],
    [{ kind: "protocol-violation" }, verdict("crashed", "protocol-violation while loading", 0)],
  ];
  for (const [report, expected] of reports) {
    assert.deepEqual(judge([draw(1)], unloaded(report), 0), expected, report.kind);
  }
});

Deno.test("judgeAgreed() passes with the number of draws", () => {
  assert.deepEqual(judgeAgreed(100), verdict("passed", "", 100));
});

Deno.test("judgeUnexecuted() tells invalid tasks, missing programs and the server's failures apart", () => {
  const report = { taskId: "a", draws: 3, usable: 0, problems: {}, invalid: "input generator raised X" };
  assert.deepEqual(judgeUnexecuted(report), verdict("invalid-task", "input generator raised X", 0));
  for (const reason of ["empty", "refusal", "no-code"] as const) {
    assert.deepEqual(judgeUnexecuted({ kind: "no-program", reason }), verdict("no-program", reason, 0));
  }
  const service = { kind: "no-program", reason: "service-error" } as const;
  assert.deepEqual(judgeUnexecuted(service), { kind: "unjudged", reason: "service-error" });
});

const RESULTS: [string[], VerdictKind][] = [
  [["failed: AssertionError+Wrong Answer"], "wrong"],
  [["passed", "failed: AssertionError+Wrong Answer"], "wrong"],
  [["failed: AssertionError+Wrong Answer", "failed: IndexError+list index out of range"], "wrong"],
  [["failed: AssertionError+Wrong Answer", "timed out"], "wrong"],
  [["timed out"], "timed-out"],
  [["timed out_", "passed"], "timed-out"],
  [["timed out", "failed: RecursionError+maximum recursion depth"], "timed-out"],
  [["failed: SyntaxError+invalid syntax (<string>, line 7)"], "no-program"],
  [["failed: IndentationError+unexpected indent (<string>, line 7)"], "no-program"],
  [["failed: TabError+inconsistent use of tabs"], "no-program"],
  [["failed: NameError+name 're' is not defined"], "raised"],
  [["passed", "failed: NameError+x", "failed: TypeError+unsupported operand type(s) for &"], "raised"],
];

Deno.test("recorded() reads the authors' results, in whatever order their set gave them", () => {
  for (const [results, kind] of RESULTS) {
    fc.assert(fc.property(fc.shuffledSubarray(results, { minLength: results.length }), (order) => {
      const found = recorded(false, order.map((result) => `${result} & `).join(""));
      assert(found.kind === "judged");
      assert.equal(found.finding.kind, kind, order.join());
      assert.deepEqual(found, recorded(false, results.map((result) => `${result} & `).join("")));
    }));
  }
});

Deno.test("recorded() keeps what the authors wrote, without the runs that passed", () => {
  const result = "passed & failed: IndexError+b & failed: AssertionError+Wrong Answer & ";
  const detail = "failed: AssertionError+Wrong Answer; failed: IndexError+b";
  assert.deepEqual(recorded(false, result), verdict("wrong", detail, 0));
});

Deno.test("recorded() takes the authors' word for what passed", () => {
  assert.deepEqual(recorded(true, "passed & "), verdict("passed", "", 0));
  assert.deepEqual(recorded(true, "passed"), verdict("passed", "", 0));
});

Deno.test("VERDICTS lists each verdict once, passed first", () => {
  assert.equal(new Set(VERDICTS).size, VERDICTS.length);
  assert.equal(VERDICTS[0], "passed");
});

Deno.test("judge() says timed-out of a program that waited until the wall limit, wherever it waited", () => {
  const stop = { kind: "wall-limit", message: "", cpuMs: 1, idle: true } as const;
  assert.deepEqual(judge([draw(1)], loaded(stop), 4), verdict("timed-out", "waited", 5));
  const loading = judge([draw(1)], unloaded({ kind: "wall-limit", idle: true }), 0);
  assert.deepEqual(loading, verdict("timed-out", "waited", 0));
});
