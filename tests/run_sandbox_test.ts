import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { run } from "codebias/run/run.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { linguistic as study } from "codebias/studies/linguistic/study.ts";
import type { ExecutionRequest } from "codebias/core/types.ts";
import { processes, until } from "./execution/processes.ts";
import { observed } from "./fake_sandbox.ts";
import { completion, doubling } from "./studies/linguistic/samples.ts";

/** A task whose inputs weigh so much each. */
function heavy(bytes: number) {
  return doubling({
    entryPoint: "double",
    prompts: { en: "def double(x, ballast):\n", zh: "def double(x, ballast):\n" },
    generator:
      `def rules(n):\n    import random\n    return {'x': random.random(), 'ballast': 'a' * ${bytes}}\n`,
  });
}

const PROGRAMS: Readonly<Record<string, string>> = {
  right: "    return x + x\n",
  "wrong now and then": "    return 2 * x if x < 0.95 else 0\n",
  "wrong very rarely": "    return 2 * x if x < 0.985 else 0\n",
  "raises now and then": "    return 2 * x if x > 0.05 else [][1]\n",
  "wrong always": "    return 0\n",
  "reads its input": "    return 2 * x if set(ballast) == {'a'} else None\n",
};

const completions = Object.values(PROGRAMS).map((text) => completion({ text }));

/** Sum of the bytes of a request's calls. */
const weight = ({ calls }: ExecutionRequest) =>
  calls.reduce((sum, { args, kwargs }) => sum + (args?.length ?? 0) + (kwargs?.length ?? 0), 0);

Deno.test("run() finds the same with large inputs, block by block, as with small ones in one", async () => {
  await using real = await openSandbox(projectSandbox());
  const MIB = 1 << 20;
  const results = [];
  for (const bytes of [1, MIB]) {
    const { sandbox, requests } = observed(real);
    const options = {
      tasks: [heavy(bytes)],
      completions,
      verdicts: "executed",
      rule: "corrected",
      sandbox,
    } as const;
    const { samples, tasks } = await run(study, options);
    results.push({ judgements: samples.map(({ judgement }) => judgement), tasks });
    const references = requests.filter(({ program, stopAtLimit }) =>
      program.entryPoint === "double" && !stopAtLimit
    );
    const heaviest = Math.max(...requests.map(weight));
    if (bytes === 1) assert.equal(references.length, 1 + sandbox.workers, "4 draws, then 96 in one block");
    else assert(references.length > 1 + sandbox.workers, "more than one block after the first draws");
    assert(heaviest <= 64 * MIB + 4096, `${heaviest} bytes in one request`);
  }
  const [small, large] = results;
  assert.deepEqual(large, small);
  const verdicts = small.judgements.map((one) => (one.kind === "judged" ? one.finding.kind : one.reason));
  assert.deepEqual(verdicts, ["passed", "wrong", "wrong", "raised", "wrong", "passed"]);
  assert.equal(small.tasks[0].usable, 100);
});

/** The bubblewraps that this process has started and that still run, without those of other tests. */
function containers(others: ReadonlySet<number> = new Set()): Set<number> {
  const all = processes().filter(({ parent, executable }) =>
    parent === Deno.pid && /bwrap$/.test(executable)
  );
  return new Set(all.map(({ pid }) => pid)).difference(others);
}

Deno.test("run() opens a sandbox of its own when it is handed none, and closes it", async () => {
  const others = containers();
  const { samples, protection } = await run(study, {
    tasks: [doubling()],
    completions: [completion(), completion({ text: "    return x\n", epoch: 2 })],
    verdicts: "executed",
    rule: "published",
    draws: 3,
  });
  const found = samples.map(({ judgement }) => judgement);
  assert.deepEqual(found, [
    { kind: "judged", finding: { kind: "passed", detail: "", draws: 3 } },
    { kind: "judged", finding: { kind: "wrong", detail: "another value", draws: 1 } },
  ]);
  assert.match(protection!.level, /^(full|without-)/);
  await until(() => containers(others).size === 0);
});

Deno.test("run() that is stopped leaves nothing running, with a sandbox of its own", async () => {
  const reason = new Error("enough");
  const controller = new AbortController();
  const tasks = Array.from({ length: 4 }, (_, index) => doubling({ id: `task ${index}` }));
  const looping = tasks.map(({ id }) => completion({ taskId: id, text: "    while True: pass\n" }));
  const others = containers();
  const opened = until(() => containers(others).size > 0).then(() => controller.abort(reason));
  await assert.rejects(
    run(study, {
      tasks,
      completions: looping,
      verdicts: "executed",
      rule: "published",
      draws: 2,
      signal: controller.signal,
    }),
    reason,
  );
  await opened; // a sandbox was running when it was stopped
  await until(() => containers(others).size === 0);
});
