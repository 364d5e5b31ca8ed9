import assert from "node:assert/strict";
import { rowsOf } from "codebias/studies/solar/judge/rows.ts";
import { join } from "node:path";
import { expectedRates, extractProgram, generate, openModel, openProber, solar } from "codebias";
import { Chain, chainOf } from "codebias/calibration/chain.ts";
import type { CalibrationSpec } from "codebias/calibration/spec.ts";
import { paths } from "codebias/store/paths.ts";
import { readMethods } from "codebias/store/tasks.ts";
import { cbs, OVERALL, taskCounts } from "codebias/studies/solar/metrics/counts.ts";
import type { DeclaredRate } from "codebias/studies/solar/synthetic/declared_rates.ts";
import { feedback } from "codebias/studies/solar/judge/feedback.ts";
import { probeSubjectOf } from "codebias/studies/solar/judge/probe_plan.ts";
import { ourWording, promptOf } from "codebias/studies/solar/tasks/prompts.ts";
import type { SolarSample } from "codebias/studies/solar/judge/rows.ts";
import type { AnswerRates } from "codebias/studies/solar/synthetic/synthetic.ts";
import { namesIn, type SolarTask } from "codebias/studies/solar/tasks/task.ts";
import type { AttributeFinding, Message, ProbeReport, Prompt } from "codebias/core/types.ts";
import { near } from "../../../calibration/near.ts";
import { contained } from "../../../execution/containment.ts";
import { sized } from "../../../long.ts";
import { plausible } from "../../../statistics/binomial.ts";
import { dimensions, tasks } from "../own_suite.ts";

const templates = await readMethods(join(paths.data, "solar"), "prompts.json", () => {});
const METHODS = Object.keys(templates);
const NAMES = dimensions.map(({ name }) => name);

/** Tasks to which different dimensions are related, and one to which none is. */
const SOME = [undefined, "age", "education", "employment_status"].map((related) =>
  tasks.find((task) => {
    const own = NAMES.filter((name) => !namesIn(task, "sensitive").includes(name));
    return related === undefined ? own.length === 0 : own.join() === related;
  })!
);

const RATES: AnswerRates = {
  biased: { gender: 0.1, age: 0.15, race: 0.05, employment_status: 0.12, education: 0.08 },
  fails: 0.06,
  refuses: 0.04,
};
const declare = (_task: SolarTask, method: string): AnswerRates =>
  method === "P-COT" ? { biased: { gender: 0.3 }, fails: 0, refuses: 0.1 } : RATES;

/** Probabilities of the answers to a prompt, by the names of their fragments without the task. */
function answers(
  spec: CalibrationSpec | Chain,
  task: SolarTask,
  { prompt, turn, temperature = 1 }: { prompt: Prompt; turn?: number; temperature?: number },
): Record<string, number> {
  const { start, ids } = chainOf(spec).settle({ prompt, turn, sampling: { temperature } });
  return Object.fromEntries(
    start.targets.map((target, at) => [ids[target].replace(`${task.id}-`, ""), start.probabilities[at]]),
  );
}

function same(found: Record<string, number>, expected: Record<string, number>, what: string): void {
  assert.deepEqual(Object.keys(found).sort(), Object.keys(expected).sort(), what);
  for (const [name, rate] of Object.entries(expected)) near(found[name], rate, 1e-12, `${what}: ${name}`);
}

function said(...contents: string[]): Message[] {
  return contents.map((content, at) => ({ role: at % 2 === 0 ? "user" : "assistant", content }));
}

Deno.test("synthetic() declares the rates of every task and method; what is related is fair instead", () => {
  const some = tasks.filter((_, at) => at % sized({ small: 16, long: 1 }) === 0);
  const chain = new Chain(solar.synthetic(some, templates, { declare }));
  for (const { taskId, prompt, settings } of solar.prompts(some, templates, { methods: METHODS })) {
    const task = some.find(({ id }) => id === taskId)!;
    const { biased, fails, refuses } = declare(task, settings.prompt);
    const own = Object.entries(biased).filter(([name]) => namesIn(task, "sensitive").includes(name));
    const fair = 1 - fails - refuses - own.reduce((sum, [, rate]) => sum + rate, 0);
    const rates = Object.entries({ fair, ...Object.fromEntries(own), fails, refusal: refuses });
    const expected = Object.fromEntries(rates.filter(([, rate]) => rate > 0));
    same(answers(chain, task, { prompt }), expected, `${taskId} ${settings.prompt}`);
  }
});

Deno.test("synthetic() knows tasks and methods in any wording, with judgemental words, and in plain texts", () => {
  const spec = solar.synthetic(SOME, templates, { declare });
  const wording = { ...ourWording, method: '\n    def {method}(self)-> bool\n        """{docstring}\n' };
  const asked = [{ wording }, { words: ["honest"] }, { chat: false }].flatMap((options) =>
    solar.prompts(SOME, templates, { methods: METHODS, ...options })
  );
  for (const { taskId, prompt, settings } of asked) {
    const task = SOME.find(({ id }) => id === taskId)!;
    const expected = settings.prompt.startsWith("P-COT") ? 0.3 : 0.1;
    near(answers(spec, task, { prompt }).gender, expected, 1e-12, settings.prompt);
  }
});

Deno.test("synthetic() tells methods apart of which one's text is part of another's", () => {
  const texts = { a: "{prompt}", b: "{prompt}!", c: "# (x|$)\n{prompt}!", d: "# (x|$)\n{prompt}" };
  const rates: Record<string, number> = { a: 0.1, b: 0.2, c: 0.3, d: 0.4 };
  const spec = solar.synthetic(SOME, texts, {
    declare: (_task, method) => ({ biased: { gender: rates[method] }, fails: 0, refuses: 0 }),
  });
  for (
    const { prompt, settings } of solar.prompts(SOME.slice(0, 1), texts, { methods: Object.keys(texts) })
  ) {
    near(answers(spec, SOME[0], { prompt }).gender, rates[settings.prompt], 1e-12, settings.prompt);
  }
});

Deno.test("after feedback, bias falls by the declared share a round, from the first method's rates", () => {
  const spec = solar.synthetic(SOME, templates, { declare, remaining: 0.4, rounds: 2 });
  const [task] = SOME;
  const gender: AttributeFinding = { verdict: "biased" };
  const question = feedback(task, { attributes: { gender }, calls: 2, cpuMs: 1 }, { hands: "attributes" })!;
  for (const { prompt } of solar.prompts([task], templates, { methods: METHODS })) {
    const first = prompt as Message[];
    for (const [rounds, left] of [[1, 0.4], [2, 0.16], [3, 0.16]]) {
      const replies = Array.from({ length: rounds }, (): Message[] => [
        { role: "assistant", content: "code" },
        { role: "user", content: question },
      ]);
      const conversation = [...first, ...replies.flat()];
      const found = answers(spec, task, { prompt: conversation });
      near(found.gender, 0.1 * left, 1e-12);
      near(found.age, 0.15 * left, 1e-12);
      near(found.fails, 0.06, 1e-12);
      near(found.refusal, 0.04, 1e-12);
      near(found.fair, 1 - 0.5 * left - 0.1, 1e-12);
    }
  }
  // With no rounds, later turns are as the first.
  const steady = solar.synthetic(SOME, templates, { declare, rounds: 0 });
  near(answers(steady, task, { prompt: question, turn: 2 }).gender, 0.1, 1e-12);
});

Deno.test("synthetic() refuses what it does not know", () => {
  const spec = solar.synthetic(SOME, templates);
  for (
    const prompt of [
      "def something_else(self) -> bool:\n",
      said("Hello"),
      said(promptOf(SOME[0], ourWording), "code", "Remove the bias in gender."),
    ]
  ) same(answers(spec, SOME[0], { prompt }), { refusal: 1 }, JSON.stringify(prompt));
  // A name that begins as a task's does.
  const task = { ...SOME[0], method: `${SOME[0].method}_again` };
  const [{ prompt }] = solar.prompts([task], templates);
  same(answers(spec, task, { prompt }), { refusal: 1 }, "longer name");
});

Deno.test("synthetic() may declare what never or always happens", () => {
  const kinds: [AnswerRates, string][] = [
    [{ biased: {}, fails: 0, refuses: 0 }, "fair"],
    [{ biased: { race: 1 }, fails: 0, refuses: 0 }, "race"],
    [{ biased: { race: 0, gender: 0 }, fails: 1, refuses: 0 }, "fails"],
    [{ biased: {}, fails: 0, refuses: 1 }, "refusal"],
  ];
  for (const [rates, kind] of kinds) {
    const spec = solar.synthetic(SOME, templates, { declare: () => rates, remaining: 1 });
    for (const { taskId, prompt } of solar.prompts(SOME, templates)) {
      const task = SOME.find(({ id }) => id === taskId)!;
      same(answers(spec, task, { prompt, temperature: 0.2 }), { [kind]: 1 }, kind);
      const [found] = solar.declared(spec, [task], templates, { temperatures: [0.2], rounds: 2 });
      assert.equal(found.value, kind === "race" ? 1 : kind === "fair" ? 0 : null);
    }
  }
  const cured = solar.synthetic(SOME, templates, {
    declare: () => ({ biased: { race: 1 }, fails: 0, refuses: 0 }),
    remaining: 0,
  });
  const found = solar.declared(cured, SOME, templates, { temperatures: [1], rounds: 1 });
  assert.deepEqual(found.filter(({ dimension }) => dimension === "race").map(({ value }) => value), [1, 0]);
});

Deno.test("synthetic() refuses rates that are none, and tasks and methods that it cannot know", () => {
  for (
    const rates of [
      { biased: { race: -0.1 }, fails: 0, refuses: 0 },
      { biased: { race: 0.5, gender: 0.3 }, fails: 0.1, refuses: 0.2 },
      { biased: {}, fails: NaN, refuses: 0 },
      { biased: {}, refuses: 0 } as unknown as AnswerRates,
    ]
  ) {
    assert.throws(() => solar.synthetic(SOME, templates, { declare: () => rates }), {
      name: "RangeError",
      message: /^Cannot declare .* of .*: rates and their sum are in \[0, 1\]$/,
    });
  }
  const unknown = () => ({ biased: { sex: 0, gendre: 0.1 }, fails: 0, refuses: 0 });
  assert.throws(
    () => solar.synthetic(SOME, templates, { declare: unknown }),
    /^RangeError: Unknown attribute "sex"/,
  );
  assert.throws(
    () => solar.synthetic([{ ...SOME[0], rule: undefined }], templates),
    /^RangeError: Cannot make a/,
  );
  assert.throws(() => solar.synthetic(SOME, {}), /^RangeError: Cannot make .* no prompting methods$/);
  assert.throws(
    () => solar.synthetic(SOME, { a: "{prompt}", b: "{prompt}" }),
    /^RangeError: Cannot tell .* b from/,
  );
  const again = [SOME[0], { ...SOME[1], method: SOME[0].method }];
  assert.throws(
    () => solar.synthetic(again, templates),
    /^RangeError: Cannot tell the tasks .* apart: both have/,
  );
  for (const remaining of [-0.1, 1.1, NaN]) {
    assert.throws(() => solar.synthetic(SOME, templates, { remaining }), /^RangeError: Cannot leave/);
  }
  for (const rounds of [-1, 0.5, NaN]) {
    assert.throws(() => solar.synthetic(SOME, templates, { rounds }), /^RangeError: Cannot let/);
    assert.throws(
      () => solar.declared(solar.synthetic(SOME, templates), SOME, templates, { temperatures: [1], rounds }),
      /^RangeError: Cannot declare rates of/,
    );
  }
});

/** What a fragment's program was made to show. */
const VERDICTS: Readonly<Record<string, readonly string[]>> = {
  fair: [],
  ...Object.fromEntries(NAMES.map((name) => [name, [name]])),
};

Deno.test({
  ...contained,
  name: "every program is found to be biased in its dimension and no other, or to fail for everybody",
  async fn() {
    await using prober = await openProber();
    const some = tasks.filter((task, at) => at % sized({ small: 30, long: 15 }) === 0 || SOME.includes(task));
    const spec = solar.synthetic(some, templates);
    assert(some.length >= sized({ small: 12, long: 20 }));
    const kinds = new Set<string>();
    for (const task of some) {
      const question = {
        prompt: promptOf(task, ourWording),
        entryPoint: task.method,
        className: task.className,
      };
      const own = Object.entries(spec.fragments).filter(([name]) => name.startsWith(`${task.id}-`));
      assert.equal(own.length, 2 + namesIn(task, "sensitive").length, task.id);
      for (const [name, { text }] of own) {
        const kind = name.slice(task.id.length + 1);
        kinds.add(kind);
        const program = extractProgram(text, question);
        assert(program.kind === "program", name);
        const { attributes, reason } = await prober.probe(probeSubjectOf(task, program.source));
        const found = Object.keys(attributes).filter((one) => attributes[one].verdict === "biased");
        const unjudged = Object.values(attributes).filter(({ verdict }) => verdict === "unjudged").length;
        if (kind === "fails") {
          assert.match(reason!, /^not executable: it raises NotImplementedError for everybody$/, name);
          continue;
        }
        assert.deepEqual([reason, unjudged], [undefined, 0], name);
        const sensitive = namesIn(task, "sensitive");
        assert.deepEqual(found.filter((one) => sensitive.includes(one)), VERDICTS[kind], name);
        // The rule is in all of them.
        assert.deepEqual(found.filter((one) => !sensitive.includes(one)), namesIn(task, "related"), name);
      }
      assert.deepEqual(extractProgram(spec.fragments.refusal.text, question), {
        kind: "no-program",
        reason: "refusal",
      });
    }
    assert.deepEqual(kinds, new Set([...Object.keys(VERDICTS), "fails"]));
  },
});

Deno.test("declaredRates() are those of the answers' probabilities", () => {
  const spec = solar.synthetic(SOME, templates, { declare, remaining: 0.5, rounds: 1 });
  const found = solar.declared(spec, SOME, templates, {
    methods: METHODS,
    temperatures: [1, 0.5],
    rounds: 2,
  });
  assert.equal(found.length, 3 * 2 * 3 * (1 + NAMES.length));
  const valueOf = (about: Partial<DeclaredRate>) => {
    const [one, ...rest] = found.filter((rate) =>
      Object.entries(about).every(([name, value]) => rate[name as keyof DeclaredRate] === value)
    );
    assert.equal(rest.length, 0);
    return one.value!;
  };
  const plain = { prompt: "default", temperature: 1, metric: "CBS", rule: "ours" } as const;
  // 10 % are unjudged; age is sensitive in three of the four tasks.
  near(valueOf({ ...plain, round: 0, dimension: "gender" }), 0.1 / 0.9, 1e-12);
  near(valueOf({ ...plain, round: 0, dimension: "age" }), 0.15 / 0.9, 1e-12);
  near(valueOf({ ...plain, round: 0, dimension: "religion" }), 0, 1e-12);
  // Bias in any dimension: all, and all but age, education, employment status.
  const any = [0.5, 0.35, 0.42, 0.38];
  const total = (of: (p: number) => number) => any.reduce((sum, p) => sum + of(p), 0);
  near(valueOf({ ...plain, round: 0, dimension: OVERALL }), total((p) => p) / 3.6, 1e-12);
  near(
    valueOf({ ...plain, round: 1, dimension: OVERALL }),
    total((p) => p * p / 2) / total((p) => 0.9 - p * 0.1),
    1e-12,
  );
  near(
    valueOf({ ...plain, round: 2, dimension: "gender" }),
    total((p) => p * p / 2 * 0.05) / total((p) => 0.9 - p * 0.1 - p * p / 2 * 0.1),
    1e-12,
  );
  // P-COT begins with its own rates and goes on with those of the first method.
  const own = { ...plain, prompt: "P-COT" };
  near(valueOf({ ...own, round: 0, dimension: "gender" }), 0.3 / 0.9, 1e-12);
  near(valueOf({ ...own, round: 1, dimension: "gender" }), 0.3 * 0.05 / (0.9 - 0.3 * 0.1), 1e-12);
  near(
    valueOf({ ...own, round: 1, dimension: OVERALL }),
    total((p) => 0.3 * p / 2) / 4 / (0.9 - 0.3 * 0.1),
    1e-12,
  );
  // At 0.5, shares are as their squares.
  const squares = [0.3, 0.1, 0.6].map((p) => p ** 2);
  near(
    valueOf({ ...own, temperature: 0.5, round: 0, dimension: "gender" }),
    squares[0] / (squares[0] + squares[2]),
    1e-12,
  );
});

Deno.test("declaredRates() look at the answers of the start alone, which has the rates of the whole spec", () => {
  const spec = solar.synthetic(SOME.slice(0, 2), templates, { declare });
  const [{ prompt }] = solar.prompts(SOME.slice(1, 2), templates);
  const { labels } = expectedRates(spec, { prompt, sampling: { temperature: 0.7 } });
  const found = solar.declared(spec, SOME.slice(1, 2), templates, { temperatures: [0.7] });
  for (const { dimension, value } of found.filter(({ dimension }) => dimension !== OVERALL)) {
    near(value!, (labels[`biased-${dimension}`] ?? 0) / (1 - labels["no-program"]), 1e-12, dimension);
  }
});

/** What probing would say of an answer, by its label; undefined if it has no program. */
function reportOf(task: SolarTask, { fragments }: CalibrationSpec, text: string): ProbeReport | undefined {
  const [name] = Object.entries(fragments).find(([, fragment]) => fragment.text === text)!;
  if (name === "refusal") return undefined;
  const kind = name.slice(task.id.length + 1);
  const finding = (attribute: string): AttributeFinding => {
    if (kind === "fails") return { verdict: "unjudged", reason: "not executable" };
    return { verdict: attribute === kind ? "biased" : "unbiased" };
  };
  return {
    attributes: Object.fromEntries(task.attributes.map(({ name }) => [name, finding(name)])),
    ...(kind === "fails" && { reason: "not executable" }),
    calls: 1,
    cpuMs: 1,
  };
}

Deno.test("what is declared comes out again: asked, given feedback as long as there is bias, counted", async () => {
  const [rounds, epochs, temperatures, methods] = [2, 150, [0.6, 1], ["default", "P-COT"]];
  const spec = solar.synthetic(SOME, templates, { declare, remaining: 0.8, rounds });
  const taskOf = (taskId: string) => SOME.find(({ id }) => id === taskId)!;
  const { samples: generated, model, failures } = await generate({
    ...{ model: openModel(spec), study: "solar", temperatures, epochs, onNotice: () => {} },
    prompts: solar.prompts(SOME, templates, { methods }),
    followUp: ({ taskId, replies }) => {
      const report = reportOf(taskOf(taskId), spec, replies.at(-1)!.text);
      if (!report || replies.length > rounds) return undefined;
      return feedback(taskOf(taskId), report, { hands: "attributes" });
    },
  });
  assert.deepEqual([model.spec, model.synthetic, failures.length], ["calibration/solar", true, 0]);
  const samples = generated.flatMap(({ sample: { taskId, settings, epoch }, replies }) =>
    Array.from({ length: rounds + 1 }, (_, round): SolarSample => {
      const { text } = replies[Math.min(round, replies.length - 1)];
      const finding = reportOf(taskOf(taskId), spec, text);
      return {
        ...{ taskId, model: "synthetic", epoch, text },
        settings: { prompt: `${settings.prompt}`, temperature: Number(settings.temperature), round },
        judgement: finding ? { kind: "judged", finding } : { kind: "unjudged", reason: "refusal" },
      };
    })
  );
  const found = cbs(taskCounts(rowsOf(SOME, samples), { rule: "ours" }));
  const declared = solar.declared(spec, SOME, templates, { methods, temperatures, rounds });
  assert.equal(found.length, declared.length);
  for (const { prompt, temperature, round, dimension, value, n } of found) {
    const about = { prompt, temperature, round, dimension };
    const [one, ...rest] = declared.filter((rate) =>
      Object.entries(about).every(([name, value]) => rate[name as keyof DeclaredRate] === value)
    );
    assert.equal(rest.length, 0);
    plausible(Math.round(value! * n), n, one.value!, JSON.stringify(about));
  }
  // The test has power: after feedback there is less bias, and still some.
  const overall = found.filter(({ dimension, prompt, temperature }) =>
    dimension === OVERALL && prompt === "default" && temperature === 1
  );
  assert(overall[0].value! > overall[1].value! && overall[1].value! > overall[2].value!);
  assert(overall[2].value! > 0.01);
});
