import assert from "node:assert/strict";
import { linguistic, openSource, profilePrograms, run } from "codebias";
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
      assert(once === 1 || once === 2, `${once}`); // a second time if the first left doubt
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
    const programs = linguistic.samplePrograms(tasks, samples);
    assert.equal(programs.length, 6);
    // Now and then a measurement leaves a class open; measured again, as a user would, the program has one.
    const found = await profilePrograms(programs.map((one) => one.program));
    for (let again = 0; again < 4; again++) {
      const open = programs.flatMap(({ program }, at) => found[at].class === null ? [{ program, at }] : []);
      const more = await profilePrograms(open.map(({ program }) => program));
      open.forEach(({ at }, place) => found[at] = more[place]);
    }
    const fits = linguistic.fitPrograms(programs, found);
    const rates = linguistic.efficiency(linguistic.advantages(samples, fits));
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
