import assert from "node:assert/strict";
import { linguistic, openSource, profilePrograms, run } from "codebias";
import { advantages } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import { efficiency } from "codebias/studies/linguistic/metrics/efficiency/efficiency.ts";
import { fitPrograms } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { samplePrograms } from "codebias/studies/linguistic/metrics/efficiency/sample_programs.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { contained } from "./execution/containment.ts";

const LIST = "def make(n):\n    return [list(range(n))]\n";
const program = (source: string, generator = LIST) => ({ source, entryPoint: "f", generator });

Deno.test({
  name: "profilePrograms() answers in the order of the programs, and tells how far it is",
  ...contained,
  async fn() {
    const steps: number[] = [];
    const found = await profilePrograms([
      program("def f(x):\n    return sum(x)"),
      program("def f(x):\n    return x[-1]"),
      program("def f(x):\n    return [(a, b) for a in x for b in x]"),
      program("def f(x):\n    raise ValueError"),
    ], { onProgress: ({ done, total }) => steps.push(done / total) });
    // On a busy machine a measurement may leave a class open, but not exclude the right one.
    for (const [at, name] of (["linear", "constant", "quadratic"] as const).entries()) {
      assert(
        found[at].set.includes(name) && (found[at].class ?? name) === name,
        JSON.stringify(found[at].set),
      );
    }
    assert.equal(found[3].class, null);
    assert.match(found[3].reason!, /raised ValueError at n = 2/);
    assert.equal(found[3].profile, undefined);
    assert.deepEqual(steps, [0.25, 0.5, 0.75, 1]);
    assert(found[0].profile!.n.length > 10 && found[0].fits.some((fit) => fit.class === "linear"));
  },
});

Deno.test("profilePrograms() of no programs opens no sandbox", async () => {
  assert.deepEqual(await profilePrograms([]), []);
});

Deno.test({
  name: "profilePrograms() measures equal programs once, and remembers measurements in a store",
  ...contained,
  async fn() {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
    let executions = 0;
    const counting = new Proxy(sandbox, {
      get(target, name) {
        if (name !== "execute") return Reflect.get(target, name, target);
        return (...args: Parameters<typeof sandbox.execute>) => {
          executions++;
          return target.execute(...args);
        };
      },
    });
    const folder = await Deno.makeTempDir();
    try {
      using outcomes = new OutcomeStore(`${folder}/outcomes.sqlite`, "1");
      const same = program("def f(x):\n    return sum(x)");
      const first = await profilePrograms([same, { ...same }, same], { sandbox: counting, outcomes });
      const once = executions;
      // One profile, another if it left doubt, and two looks from outside; up to three times where the machine is busy.
      assert(once >= 3 && once <= 8, `${once}`);
      const second = await profilePrograms([same], { sandbox: counting, outcomes });
      assert.equal(executions, once);
      assert.deepEqual(second[0].profile, first[0].profile);
      await profilePrograms([same], { sandbox: counting });
      assert(executions > once);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
});

Deno.test({
  name: "profilePrograms() can be stopped",
  ...contained,
  async fn() {
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(() => profilePrograms([program("def f(x):\n    return x")], { signal }), /enough/);
  },
});

Deno.test({
  name:
    "a model with fast programs in English and slow ones in Chinese has the advantage in English, task by task",
  ...contained,
  async fn() {
    const source = await openSource(linguistic, { source: "model" });
    // Linear and quadratic ones: on a busy machine, n and n log n may not be told apart.
    const tasks = (await source.tasks())
      .filter(({ suite }) => suite!.references.map((one) => one.class).join() === "linear,quadratic")
      .slice(0, 3);
    assert.equal(tasks.length, 3);
    const completions = tasks.flatMap(({ id, suite }) =>
      (["en", "zh"] as const).map((language, at) => ({
        ...{ taskId: id, model: "made up", epoch: 1 },
        settings: { prompt: "DI", temperature: 0.2, language },
        text: "```python\n" + suite!.references[at].source + "```\n",
      }))
    );
    const { samples } = await run(linguistic, {
      tasks,
      completions,
      verdicts: "executed",
      rule: "corrected",
      draws: 5,
    });
    const programs = samplePrograms(tasks, samples);
    assert.equal(programs.length, 6);
    // Now and then a measurement leaves a class open; measured again, as a user would, the program has one.
    const found = await profilePrograms(programs.map((one) => one.program));
    for (let again = 0; again < 4; again++) {
      const open = programs.flatMap(({ program }, at) => found[at].class === null ? [{ program, at }] : []);
      const more = await profilePrograms(open.map(({ program }) => program));
      open.forEach(({ at }, place) => found[at] = more[place]);
    }
    const fits = fitPrograms(programs, found);
    const rates = efficiency(advantages(samples, fits));
    const of = (metric: string) => rates.find((rate) => rate.metric === metric)?.value;
    const measured = JSON.stringify(
      fits.map((fit) => [fit.taskId, fit.settings.language, fit.class, fit.reason]),
    );
    // What a program without a class does to the other denominators is tested on classes that are given.
    assert.deepEqual(
      ["PAR_en_bothFitted", "PAR_zh_bothFitted", "PDR_bothFitted"].map(of),
      [1, 0, 1],
      measured,
    );
    const both = Map.groupBy(fits.filter((fit) => fit.class !== null), ({ taskId }) => taskId);
    assert([...both.values()].filter(({ length }) => length === 2).length >= 2, measured);
  },
});

Deno.test({
  name: "profilePrograms() believes a program whose cost depends on what the generator draws",
  ...contained,
  async fn() {
    const search = "def f(items, wanted):\n    for at, one in enumerate(items):\n" +
      "        if one == wanted:\n            return at";
    // The first input of each size is found in an instant, the others late or never.
    const generator = "import random\ndef make(n):\n    draw = random.random()\n" +
      "    return [range(n), 3 if draw == FIRST else n]\nrandom.seed(0)\nFIRST = random.random()";
    // The size that is looked at depends on the source.
    const sources = ["", "# b", "# c", "# d", "# e"].map((remark) => `${search}\n${remark}`);
    for (const { reason = "" } of await profilePrograms(sources.map((one) => program(one, generator)))) {
      assert.doesNotMatch(reason, /measured: calls/);
    }
  },
});

/** Names of the functions that called, from the program's own on. */
const CALLERS = `import sys
def callers():
    frame, names = sys._getframe(2), []
    while frame:
        names.append(frame.f_code.co_name)
        frame = frame.f_back
    return names
`;

const LIARS: Readonly<Record<string, string>> = {
  "is fast where it is measured alone":
    `${CALLERS}def f(x): return sum(x) if "profile" in callers() else sum(1 for a in x for b in x)`,
  "is slow where it is measured alone":
    `${CALLERS}def f(x): return sum(1 for a in x for b in x) if "profile" in callers() else sum(x)`,
  "puts back the clocks that it is measured by": `import time
if not hasattr(time, "hidden"):
    time.hidden, time.real = 0, time.thread_time_ns
    names = ("thread_time_ns", "perf_counter_ns")
    for name, clock in [(name, getattr(time, name)) for name in names]:
        setattr(time, name, lambda clock=clock: clock() - time.hidden)
    time.thread_time = lambda: time.thread_time_ns() / 1e9
def f(x):
    start = time.real()
    found = sum(x.count(one) for one in x)
    spent = time.real() - start
    time.hidden += spent - spent // max(len(x), 1)
    return found`,
};

for (const [what, source] of Object.entries(LIARS)) {
  Deno.test({
    name: `profilePrograms() does not believe a program that ${what}, and remembers nothing of that`,
    ...contained,
    async fn() {
      await using sandbox = await openSandbox({ ...projectSandbox(), workers: 1 });
      const folder = await Deno.makeTempDir();
      try {
        using outcomes = new OutcomeStore(`${folder}/outcomes.sqlite`, "1");
        for (let turn = 0; turn < 2; turn++) {
          const [found] = await profilePrograms([program(source)], { sandbox, outcomes });
          assert.equal(found.class, null);
          assert.match(found.reason!, /^it behaves differently when it is measured: calls at n = \d+ /);
        }
      } finally {
        await Deno.remove(folder, { recursive: true });
      }
    },
  });
}
