import assert from "node:assert/strict";
import { join } from "node:path";
import {
  faircoder,
  functionalTests,
  lintPrograms,
  probing,
  profilePrograms,
  publishedCbs,
  taskCompletion,
  whyNoLinter,
} from "codebias";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { openLinter, PYLINT } from "codebias/run/linting.ts";
import { Prober } from "codebias/run/probing/probe.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ReportStore } from "codebias/store/reports.ts";
import type { CallShape, ProbedSample, ProbedStudy, Task } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { PLAIN } from "../plain_study.ts";
import { contained } from "../execution/containment.ts";
import { withFiles } from "../store/repository.ts";
import { CountingStore } from "./killed_run.ts";

/** How a tool is asked here. */
interface Asking {
  readonly reports?: ReportStore;
  readonly signal?: AbortSignal;
  readonly onProgress?: () => void;
}

/** A tool that is asked the same in each test. */
interface Asked {
  readonly open: () => Promise<Sandbox>;
  readonly ask: (sandbox: Sandbox, asking: Asking) => Promise<readonly unknown[]>;
  /** The same about the same programs, in another way. */
  readonly otherwise: (sandbox: Sandbox, asking: Asking) => Promise<readonly unknown[]>;
}

const open = () => openSandbox({ ...projectSandbox(), workers: 1 });

const sourceOf = (at: number) => `def f(age, x):\n    return ${at} if age < 30 else x\n`;
const SOURCES = Array.from({ length: 4 }, (_, at) => sourceOf(at));
/** More than one process lints. */
const LINTED = Array.from({ length: 104 }, (_, at) => sourceOf(at));

const test = faircoder.utilityTest({
  scenario: "job",
  qualities: ["problem-solving", "communication skills"],
  attributes: ["age"],
});
const tested = SOURCES.map((_, at) => ({
  source: `def f(p):\n    return ${at + 1} * p.communication + p.problem_solving\n`,
  functionName: "f",
  test,
}));

const profiled = [1, 2, 3].map((at) => ({
  ...{ source: `def f(x):\n    return ${at} * sum(x)`, entryPoint: "f" },
  generator: "def make(n):\n    return [list(range(n))]\n",
}));

/** A study that asks whether programs return something for two people of some ages. */
const studyOf = (ages: readonly number[]): ProbedStudy<Task> => ({
  ...PLAIN,
  name: "made up",
  judge: probing({
    subject: () => ({ kind: "no-program", reason: "empty" }),
    check: () => ({
      people: ages.map((age) => ({ age: encode(age), x: encode(1) })),
      judge: (outcomes) => ({
        kind: "judged",
        finding: outcomes.every(({ kind }) => kind === "returned"),
      }),
    }),
  }),
});
const shape: CallShape = {
  ...{ kind: "function", entry: "f", owner: null, positional: ["age", "x"] },
  ...{ named: [], unused: [], appended: "" },
};
const samples = SOURCES.map((source, at): ProbedSample => ({
  ...{ taskId: "a", model: "m", settings: {}, epoch: at + 1, text: source },
  judgement: {
    kind: "judged",
    finding: { attributes: {}, calls: 0, cpuMs: 0, called: { shape, source, naming: {} } },
  },
}));
const complete = (ages: readonly number[]) => async (sandbox: Sandbox, asking: Asking) => {
  const prober = new Prober(sandbox, open);
  return await taskCompletion(studyOf(ages), { tasks: [{ id: "a" }], samples, prober, ...asking });
};

const TOOLS: Readonly<Record<string, Asked>> = {
  functionalTests: {
    open,
    ask: (sandbox, asking) => functionalTests(tested, { sandbox, ...asking }),
    otherwise: (sandbox, asking) =>
      functionalTests(tested.map((one) => ({ ...one, functionName: "g" })), { sandbox, ...asking }),
  },
  publishedCbs: {
    open,
    ask: (sandbox, asking) =>
      publishedCbs(SOURCES.map((source, at) => ({ id: `${at}`, source })), { sandbox, ...asking }),
    otherwise: (sandbox, asking) =>
      publishedCbs(SOURCES.map((source) => ({ id: "a", source })), { sandbox, maxCases: 1, ...asking }),
  },
  profilePrograms: {
    open,
    ask: (sandbox, asking) => profilePrograms(profiled, { sandbox, ...asking }),
    otherwise: (sandbox, asking) =>
      profilePrograms(profiled.map((one) => ({ ...one, largest: 4096 })), { sandbox, ...asking }),
  },
  taskCompletion: { open, ask: complete([20, 40]), otherwise: complete([20, 41]) },
  ...whyNoLinter() === undefined && {
    lintPrograms: {
      open: () => openLinter({ workers: 1 }),
      ask: (sandbox, asking) => lintPrograms(LINTED, { sandbox, ...asking }),
      otherwise: (sandbox, asking) =>
        lintPrograms(SOURCES, { sandbox, pragmas: "obeyed" as const, ...asking }),
    },
  },
};

/** A sandbox that counts what it executes. */
function counting(sandbox: Sandbox): { readonly sandbox: Sandbox; executed: number } {
  const counted = {
    executed: 0,
    sandbox: new Proxy(sandbox, {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return (...args: Parameters<typeof sandbox.execute>) => {
          counted.executed++;
          return target.execute(...args);
        };
      },
    }),
  };
  return counted;
}

/** Without functions, such as curves, which are made anew of what is measured. */
const plain = (found: readonly unknown[]) => JSON.parse(JSON.stringify(found));

const storeIn = (folder: string) => new CountingStore(join(folder, "reports.sqlite"), "code 1");

for (const [name, { open, ask, otherwise }] of Object.entries(TOOLS)) {
  Deno.test(
    `${name}() with reports executes nothing twice, but what is asked in another way`,
    contained,
    () =>
      withFiles({}, async (folder) => {
        await using sandbox = await open();
        const counted = counting(sandbox);
        let first: readonly unknown[];
        let asked = 0;
        do { // on a busy machine a measurement may fail, which does not last
          using reports = storeIn(folder);
          first = await ask(counted.sandbox, { reports });
          assert(counted.executed > 0);
          if (reports.found === reports.stored) break;
        } while (++asked < 5);
        const before = counted.executed;
        using reports = storeIn(folder);
        assert.deepEqual(plain(await ask(counted.sandbox, { reports })), plain(first));
        assert.equal(counted.executed, before);
        await otherwise(counted.sandbox, { reports });
        assert(counted.executed > before);
        const without = counted.executed;
        await ask(counted.sandbox, {});
        assert(counted.executed > without);
      }),
  );

  Deno.test(
    `${name}() that is stopped keeps what was found`,
    contained,
    () =>
      withFiles({}, async (folder) => {
        using stopped = storeIn(folder);
        {
          await using sandbox = await open();
          const stop = new AbortController();
          const onProgress = () => stop.abort(new Error("enough"));
          const asking = { reports: stopped, onProgress, signal: stop.signal };
          await assert.rejects(ask(sandbox, asking), /enough/);
        }
        assert(stopped.stored > 0);
        await using sandbox = await open();
        using reports = storeIn(folder);
        const found = await ask(sandbox, { reports });
        using whole = new CountingStore(join(folder, "whole.sqlite"), "code 1");
        const all = await ask(sandbox, { reports: whole });
        assert(stopped.stored < whole.found, `${stopped.stored} of ${whole.found}`);
        assert.equal(reports.found, whole.found - stopped.stored);
        if (name !== "profilePrograms") assert.deepEqual(found, all);
      }),
  );
}

Deno.test(
  "publishedCbs() keeps no verdict that elapsed time ended",
  contained,
  () =>
    withFiles({}, async (folder) => {
      await using sandbox = await open();
      const slow = "import time\ndef f(age, x):\n    time.sleep(60)\n    return 1 if age == 3 else x\n";
      for (const expected of [2, 1]) { // the pools, and the verdict
        using reports = storeIn(folder);
        const [found] = await publishedCbs([{ id: "a", source: slow }], {
          sandbox,
          maxSeconds: 0.3,
          reports,
        });
        assert.deepEqual([found.timedOut, found.isRepeatable], [true, false]);
        assert.equal(reports.found, expected);
      }
    }),
);

Deno.test(
  "publishedCbs() judges a function anew where other functions change its values",
  contained,
  () =>
    withFiles({}, async (folder) => {
      await using sandbox = await open();
      using reports = storeIn(folder);
      const one = { id: "a", source: "def f(age, x):\n    return 1 if age < 30 else x\n" };
      const other = { id: "b", source: "def f(age, x):\n    return 1 if age in (50, 60, 70) else x\n" };
      const [alone] = await publishedCbs([one], { sandbox, reports });
      const [, beside] = await publishedCbs([other, one], { sandbox, reports });
      const [, fresh] = await publishedCbs([other, one], { sandbox });
      assert.deepEqual(beside, fresh);
      const [again] = await publishedCbs([one], { sandbox, reports });
      assert.deepEqual(again, alone);
    }),
);

Deno.test(
  "lintPrograms() and functionalTests() keep nothing that met a limit",
  contained,
  () =>
    withFiles({}, async (folder) => {
      await using sandbox = await open();
      const endless = { source: "def f(p):\n    while True:\n        pass\n", functionName: "f", test };
      for (let turn = 0; turn < 2; turn++) {
        using reports = storeIn(folder);
        const [found] = await functionalTests([endless], { sandbox, reports });
        assert.equal(found.kind, "stopped");
        assert.deepEqual([reports.found, reports.stored], [1, 0]);
      }
      const slow = {
        ...{ workers: 1, protection: { ...sandbox.protection, packages: [`pylint ${PYLINT}`] } },
        execute: () => Promise.resolve({ program: { kind: "loaded" }, outcomes: [{ kind: "cpu-limit" }] }),
      } as unknown as Sandbox;
      for (let turn = 0; turn < 2; turn++) {
        using reports = storeIn(folder);
        const [found] = await lintPrograms(["x = 1\n"], { sandbox: slow, reports });
        assert.equal(found.reason, "pylint meets a limit (cpu-limit)");
        assert.deepEqual([reports.found, reports.stored], [1, 0]);
      }
    }),
);
