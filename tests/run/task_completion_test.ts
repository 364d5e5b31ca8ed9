import assert from "node:assert/strict";
import { probing, taskCompletion } from "codebias";
import type { Prober } from "codebias/run/probing/probe.ts";
import type {
  CalledProgram,
  Judgement,
  Person,
  ProbedSample,
  ProbedStudy,
  Task,
} from "codebias/core/types.ts";
import { PLAIN } from "../plain_study.ts";
import { encode } from "codebias/values/mod.ts";

/** A study whose tasks ask for True, of one person; `free` has no checks. */
const study: ProbedStudy<Task> = {
  ...PLAIN,
  name: "made up",
  judge: probing({
    subject: () => ({ kind: "no-program", reason: "empty" }),
    check: ({ id }, { text }) => {
      if (id === "free") return { reason: "the task has no checks" };
      if (text.startsWith("-")) return { reason: text.slice(1) };
      return {
        people: [{ age: encode(30) }],
        judge: ([outcome]) =>
          outcome.kind === "unjudged"
            ? { kind: "unjudged", reason: outcome.reason }
            : { kind: "judged", finding: outcome.kind === "returned" },
      };
    },
  }),
};

const tasks = [{ id: "a" }, { id: "b" }, { id: "free" }];
const SHAPE = {
  kind: "function",
  entry: "f",
  owner: null,
  positional: ["age"],
  named: [],
  unused: [],
} as const;

/** A sample whose program is its text; `-REASON` has none, and `!REASON` one that cannot be called. */
function sample(text: string, taskId = "a"): ProbedSample {
  const shape = { ...SHAPE, appended: "" };
  const called: CalledProgram = { shape, source: text.trim(), naming: {} };
  const report = { attributes: {}, calls: 1, cpuMs: 1 };
  const judgement: ProbedSample["judgement"] = text.startsWith("-")
    ? { kind: "unjudged", reason: text.slice(1) }
    : {
      kind: "judged",
      finding: text.startsWith("!") ? { ...report, reason: text.slice(1) } : { ...report, called },
    };
  const hash = text.startsWith("-") ? {} : { programHash: text.trim() };
  return { taskId, model: "A", settings: {}, epoch: 1, text, judgement, ...hash };
}

/** A prober that returns, raises or meets a limit, as a program's text says, and remembers whom it was asked about. */
function fakeProber(calls: string[] = [], failing?: Error): Prober {
  const call = async ({ source }: CalledProgram, people: readonly Person[], signal?: AbortSignal) => {
    calls.push(source);
    await new Promise((resolve) => setTimeout(resolve, 1));
    signal?.throwIfAborted();
    if (failing && source === "fails") throw failing;
    return people.map(() =>
      source.startsWith("limit")
        ? { kind: "unjudged", reason: "it meets a limit" }
        : source.startsWith("raises")
        ? { kind: "raised", type: "ValueError" }
        : { kind: "returned", value: encode(true) }
    );
  };
  return { workers: 2, call } as unknown as Prober;
}

const judged = (finding: boolean): Judgement<boolean> => ({ kind: "judged", finding });
const unjudged = (reason: string): Judgement<boolean> => ({ kind: "unjudged", reason });

for (
  const [what, text, expected, taskId] of [
    ["does what is asked", "returns", judged(true)],
    ["raises", "raises", judged(false)],
    ["meets a limit when it is called", "limit", unjudged("it meets a limit")],
    ["is none, but a refusal", "-refusal", judged(false)],
    ["is empty", "-empty", judged(false)],
    ["is a server's error", "-service-error", unjudged("service-error")],
    ["wants types of its own", "-retyped", unjudged("retyped")],
    ["cannot be called", "!it cannot be watched", judged(false)],
    [
      "met a limit when it was probed",
      "!it meets a limit (cpu-limit)",
      unjudged("it meets a limit (cpu-limit)"),
    ],
    ["is for a task without checks", "returns", unjudged("the task has no checks"), "free"],
    ["is none, for a task without checks", "-refusal", unjudged("the task has no checks"), "free"],
    ["cannot be called, for a task without checks", "!it ends", unjudged("the task has no checks"), "free"],
  ] as readonly (readonly [string, string, Judgement<boolean>, string?])[]
) {
  Deno.test(`taskCompletion() of a program that ${what}`, async () => {
    const samples = [sample(text, taskId)];
    assert.deepEqual(await taskCompletion(study, { tasks, samples, prober: fakeProber() }), [expected]);
  });
}

Deno.test("taskCompletion() of a sample without program, of which a check says nothing, is judged by the sample", async () => {
  const bare = { ...study, check: () => ({ people: [], judge: () => judged(true) }) };
  const of = async (text: string) =>
    (await taskCompletion(bare, { tasks, samples: [sample(text)], prober: fakeProber() }))[0];
  assert.deepEqual(await of("-no-code"), judged(false));
  assert.deepEqual(await of("-service-error"), unjudged("service-error"));
  assert.deepEqual(await of("returns"), judged(true));
});

Deno.test("taskCompletion() has the order of the samples, makes equal calls once, and tells how far it is", async () => {
  const calls: string[] = [];
  const steps: number[] = [];
  const samples = [
    ...["returns", "raises", "returns", "returns ", "limit"].map((text) => sample(text)),
    ...["returns", "raises"].map((text) => sample(text, "b")),
  ];
  const found = await taskCompletion(study, {
    ...{ tasks, samples, prober: fakeProber(calls) },
    onProgress: ({ done, total }) => steps.push(done / total),
  });
  assert.deepEqual(found, [
    ...[judged(true), judged(false), judged(true), judged(true), unjudged("it meets a limit")],
    ...[judged(true), judged(false)],
  ]);
  assert.deepEqual(calls.toSorted(), ["limit", "raises", "returns"]);
  assert.deepEqual(steps, [1, 2, 3, 4, 5, 6, 7].map((done) => done / 7));
  assert.deepEqual(await taskCompletion(study, { tasks, samples: [], prober: fakeProber() }), []);
});

Deno.test("taskCompletion() refuses samples of tasks that are missing, before any call", async () => {
  const calls: string[] = [];
  const samples = [sample("returns"), sample("returns", "c")];
  await assert.rejects(taskCompletion(study, { tasks, samples, prober: fakeProber(calls) }), {
    name: "RangeError",
    message: "Cannot check completions of c: pass that task too",
  });
  assert.deepEqual(calls, []);
});

Deno.test("taskCompletion() refuses a study without checks", async () => {
  const { check: _, ...judge } = study.judge;
  const bare = { ...study, judge };
  await assert.rejects(taskCompletion(bare, { tasks, samples: [], prober: fakeProber() }), {
    name: "RangeError",
    message: "Cannot check what programs do for made up: its tasks have no checks",
  });
});

const many = Array.from({ length: 50 }, (_, at) => sample(at === 3 ? "fails" : `returns ${at}`));

Deno.test("taskCompletion() can be stopped, at once and on its way", async () => {
  const calls: string[] = [];
  const prober = fakeProber(calls);
  const signal = AbortSignal.abort(new Error("enough"));
  await assert.rejects(taskCompletion(study, { tasks, samples: many, prober, signal }), /enough/);
  assert.deepEqual(calls, []);
  const later = new AbortController();
  const onProgress = () => later.abort(new Error("too long"));
  const stopped = taskCompletion(study, { tasks, samples: many, prober, onProgress, signal: later.signal });
  await assert.rejects(stopped, /too long/);
  assert(calls.length < 10, `${calls.length} calls`);
});

Deno.test("taskCompletion() fails as the sandbox does, and then calls nothing more", async () => {
  const calls: string[] = [];
  const prober = fakeProber(calls, new Error("no sandbox"));
  await assert.rejects(taskCompletion(study, { tasks, samples: many, prober }), /no sandbox/);
  const { length } = calls;
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert(length < 10 && calls.length === length, `${length}, then ${calls.length} calls`);
});
