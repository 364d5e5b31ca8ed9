import assert from "node:assert/strict";
import { join } from "node:path";
import { generate, inspect, openStore, run } from "codebias";
import { OutcomeStore } from "codebias/store/outcomes/outcome_store.ts";
import { fakeSandbox } from "../../fake_sandbox.ts";
import { failure, scriptedModel } from "../../generation/scripted_model.ts";
import { withFiles } from "../../store/repository.ts";
import { answer, toy } from "../../toy_study.ts";

const task = { id: "a" };
const study = { study: toy, task, rule: "lenient" } as const;

Deno.test("inspect() shows prompt, completion, program and outcomes of a judged sample together", async () => {
  const { sandbox } = fakeSandbox();
  const completions = [answer("a", "wrong from 1")];
  const { samples: [sample] } = await run(toy, {
    tasks: [task],
    completions,
    verdicts: "executed",
    rule: "lenient",
    sandbox,
  });
  const { text } = await inspect(sample, { ...study, prompt: "Double it.", sandbox });
  assert.match(text, /^Sample of a\n=+\n\nSettings\n-+\ntask: a\nmodel: A\ntemperature: 0.2\nepoch: 1\n/);
  assert.match(text, /\nPrompt: user\n-+\nDouble it\.\n/);
  assert.match(text, /\nCompletion\n-+\nwrong from 1\n/);
  assert.match(text, /\nFinding\n-+\n"returned at 2"\n/);
  assert.match(text, /\nProgram, called at f\n-+\nwrong from 1\n/);
  const rows = text.slice(text.indexOf("Outcomes on the first 3 inputs")).split("\n").slice(3, 6);
  assert.deepEqual(rows.map((line) => line.split(/ {2,}/)), [
    ['{"$type":"dict","items":[["x",0]]}', "0", "0"],
    ['{"$type":"dict","items":[["x",1]]}', "2", "-1"],
    ['{"$type":"dict","items":[["x",2]]}', "4", "-1"],
  ]);
});

Deno.test("inspect() shows cases with a known result before random inputs", async () => {
  const { sandbox } = fakeSandbox({
    "case": (x) => [x + 7],
    "result": (x) => 2 * x + 14,
    "inputs": (x) => [x],
  });
  const withCase: typeof toy = {
    ...toy,
    judge: {
      ...toy.judge,
      check: (task, options) => {
        const check = toy.judge.check(task, options);
        const request = (source: string) => ({
          ...check.generator,
          program: { ...check.generator.program, source },
          calls: check.generator.calls.slice(0, 1),
        });
        return { ...check, passes: "args", cases: { inputs: request("case"), results: request("result") } };
      },
    },
  };
  const { text } = await inspect(answer("a", "wrong from 1"), { ...study, study: withCase, sandbox });
  const rows = text.slice(text.indexOf("Outcomes on the first 3 inputs")).split("\n").slice(3, 6);
  assert.deepEqual(rows.map((line) => line.split(/ {2,}/)), [
    ["[7]", "14", "-1"],
    ["[0]", "0", "0"],
    ["[1]", "2", "-1"],
  ]);
});

Deno.test("inspect() executes nothing that is known", () =>
  withFiles({}, async (folder) => {
    using outcomes = new OutcomeStore(join(folder, "outcomes.sqlite"), "1");
    const options = {
      tasks: [task],
      completions: [answer("a", "double")],
      verdicts: "executed",
      rule: "lenient",
    } as const;
    const { samples: [sample] } = await run(toy, { ...options, sandbox: fakeSandbox().sandbox, outcomes });
    const observed = fakeSandbox();
    await inspect(sample, { ...study, outcomes, sandbox: observed.sandbox });
    // Only calls that shared a process with others are made again, each alone.
    assert.ok(
      observed.requests.every(({ calls, program }) => program.source === "double" && calls.length === 1),
    );
    assert.ok(observed.requests.length <= 2);
    const again = fakeSandbox();
    await inspect(sample, { ...study, outcomes, sandbox: again.sandbox });
    assert.deepEqual(again.requests, []);
  }));

Deno.test("inspect() shows what failed: no program, a program that raises, a task without inputs", async () => {
  const { sandbox } = fakeSandbox();
  const text = async (source: string, generator?: string) =>
    (await inspect(answer("a", source), { ...study, task: { ...task, generator }, sandbox })).text;
  assert.match(await text("-"), /\nProgram\n-+\nnone: empty\n/);
  assert.match(await text("raises"), /raised: KeyError/);
  assert.match(await text("not a program"), /syntax-error/);
  assert.match(await text("double", "no inputs"), /generator failed: raised/);
});

Deno.test("inspect() shows a generated sample, of a store too, with all turns of its prompt and what it is", () =>
  withFiles({}, async (folder) => {
    using store = openStore(join(folder, "runs.sqlite"));
    const prompts = [{
      taskId: "a",
      prompt: [{ role: "system", content: "Be brief." }, { role: "user", content: "Go on." }],
    }] as const;
    const model = scriptedModel(() => ({ text: "def f(", finish: "length", promptTokens: 7 }));
    const { samples: [sample], run } = await generate({ model, prompts, store, onNotice: () => {} });
    const shown = (await inspect(sample)).text;
    assert.match(shown, /Prompt: system\n-+\nBe brief\.\n\nPrompt: user\n-+\nGo on\.\n/);
    assert.match(shown, /\nanswer: truncated\npromptTokens: 7\ncompletionTokens: 2\nseed: \d+\n/);
    assert.match(shown, /\nCompletion\n-+\ndef f\(\n/);
    const [stored] = run!.samples({ prompts: true });
    const text = `${await inspect(stored)}`;
    assert.equal(
      text.replace(/^(?:model|identity): .*\n/gm, ""),
      shown.replace(/^(?:model|identity): .*\n/gm, ""),
    );
  }));

Deno.test("inspect() shows why a sample has no completion", async () => {
  const model = scriptedModel(() => {
    throw failure("refused-request", { retry: false });
  });
  const prompts = [{ taskId: "a", prompt: "Hello" }];
  const { samples: [sample] } = await generate({ model, prompts, onNotice: () => {} });
  assert.match((await inspect(sample)).text, /\nNo completion\n-+\nThe server failed: refused-request\n/);
});

Deno.test("inspect() refuses a study without its task, or with another", async () => {
  await assert.rejects(inspect(answer("a", "double"), { study: toy }), /no task or rule: name both/);
  await assert.rejects(inspect(answer("b", "double"), study), /a sample of b with the task a/);
});

Deno.test("inspect() shows all of a finding but how its program was called", async () => {
  const judged = (
    finding: unknown,
  ) => ({ ...answer("a", "double"), judgement: { kind: "judged", finding } } as never);
  const text = async (finding: unknown) => (await inspect(judged(finding))).text.split("-------\n").at(-1);
  assert.equal(
    await text({ called: {}, biased: { called: true } }),
    '{\n "biased": {\n  "called": true\n }\n}\n',
  );
  assert.equal(await text("returned at 2"), '"returned at 2"\n');
  assert.equal(await text(null), "null\n");
});
