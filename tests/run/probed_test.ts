import assert from "node:assert/strict";
import { openProber, probing } from "codebias";
import { run } from "codebias/run/run.ts";
import { findingsFrame } from "codebias/store/findings_frame.ts";
import type { Completion, ProbedStudy, ProbeSubject, Task } from "codebias/core/types.ts";
import { encode } from "codebias/values/mod.ts";
import { PLAIN } from "../plain_study.ts";
import { contained } from "../execution/containment.ts";

/** A study whose programs are the texts, called with an age. */
const study: ProbedStudy<Task> = {
  ...PLAIN,
  name: "made up",
  judge: probing({
    subject: (_task, { text }) =>
      text === "" ? { kind: "no-program", reason: "empty" } : {
        source: text,
        functionName: "f",
        attributes: [{ name: "age", type: "int", values: [encode(30), encode(60)], protected: true }],
      },
  }),
};

const tasks = [{ id: "a" }, { id: "b" }];
const FAIR = "def f(age):\n    return True\n";
const BIASED = "def f(age):\n    return age < 40\n";
const BROKEN = "def f(age):\n    return 1 / 0\n";

const completions = ["", FAIR, BIASED, BIASED, BROKEN].map((text, at): Completion => ({
  ...{ taskId: at < 3 ? "a" : "b", model: "m", settings: {}, epoch: at + 1 },
  text,
}));

Deno.test({
  name: "run() of a study that probes gives every completion its verdict, in order",
  ...contained,
  async fn() {
    const steps: number[] = [];
    const { verdicts, samples, protection } = await run(study, {
      tasks,
      completions,
      onProgress: ({ done, total }) => steps.push(done / total),
    });
    assert.equal(verdicts, "probed");
    assert(protection);
    assert.deepEqual(
      samples.map(({ taskId, text }) => [taskId, text]),
      completions.map((one) => [one.taskId, one.text]),
    );
    const found = samples.map(({ judgement }) =>
      judgement.kind === "unjudged" ? judgement.reason : judgement.finding.attributes.age.verdict
    );
    assert.deepEqual(found, ["empty", "unbiased", "biased", "biased", "unjudged"]);
    const [none, , one, other] = samples.map(({ programHash }) => programHash);
    assert(none === undefined && one !== undefined && one === other);
    assert.deepEqual([steps[0], steps.at(-1)], [0.2, 1]);
    assert(steps.every((step, at) => at === 0 || step > steps[at - 1]));

    const findings = findingsFrame(samples).getColumn("finding").toArray() as string[];
    const { attributes: { age: { witness } } } = JSON.parse(findings[2]);
    assert.deepEqual(witness.people, [{ age: "30" }, { age: "60" }]);
  },
});

Deno.test({
  name: "run() probes equal programs once, whoever asks",
  ...contained,
  async fn() {
    await using prober = await openProber({ workers: 1 });
    let probed = 0;
    const counting = new Proxy(prober, {
      get(target, name) {
        if (name !== "probe") return Reflect.get(target, name, target);
        return (...args: Parameters<typeof prober.probe>) => {
          probed++;
          return target.probe(...args);
        };
      },
    });
    await run(study, { tasks, completions, prober: counting });
    assert.equal(probed, 3);
    await run(study, { tasks, completions, prober: counting });
    assert.equal(probed, 3);
  },
});

Deno.test("run() of completions without any program opens no sandbox", async () => {
  const { samples, protection } = await run(study, { tasks, completions: completions.slice(0, 1) });
  assert.deepEqual(samples[0].judgement, { kind: "unjudged", reason: "empty" });
  assert.equal(protection, undefined);
});

Deno.test("run() of a study that probes refuses completions of unknown tasks", async () => {
  await assert.rejects(run(study, { tasks: [], completions }), {
    name: "RangeError",
    message: "Cannot probe completions of a: pass that task too",
  });
});

Deno.test({
  name: "run() of a study that probes can be stopped",
  ...contained,
  async fn() {
    const signal = AbortSignal.abort(new Error("enough"));
    await assert.rejects(run(study, { tasks, completions, signal }), /enough/);
  },
});

Deno.test("run() refuses a sample that is there twice, which would count twice", async () => {
  const twice = [...completions, { ...completions[2], text: FAIR }];
  await assert.rejects(() => run(study, { tasks, completions: twice }), {
    name: "RangeError",
    message: "Cannot probe epoch 3 of task a by m twice: pass each completion once, or number the epochs",
  });
});

Deno.test({
  name: "a prober refuses attributes that cannot be probed, with what to hand over",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const { source, functionName, attributes: [age] } = study.judge.subject(
      tasks[0],
      completions[1],
    ) as ProbeSubject;
    const wrong = (change: object) =>
      prober.probe({ source, functionName, attributes: [{ ...age, ...change }] });
    await assert.rejects(() => wrong({ values: [] }), /^RangeError: Cannot probe by age: it has no values/);
    await assert.rejects(() => wrong({ values: [30, 60] }), /^RangeError: .*its values must be encoded/);
    await assert.rejects(() => wrong({ range: [9, 1] }), /^RangeError: .*its range goes from 9 to 1/);
    await assert.rejects(() => wrong({ range: [NaN, 1] }), /^RangeError: .*its range goes from NaN/);
  },
});

Deno.test({
  name:
    "a prober takes attributes by name with plain values, as deno task probe does, and reports in plain values",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const code = "def grants(gender, income):\n    return gender == 'male' and income > 10\n";
    const attributes = {
      gender: { values: ["male", "female"], protected: true },
      income: { values: [5, 20] },
    };
    const given = { code, functionName: "grants", attributes };
    const { source, calls, cpuMs, ...rest } = { source: code, ...await prober.probe(given) };
    assert(calls > 0 && cpuMs > 0);
    const { gender, income, ...others } = rest.attributes;
    assert.deepEqual([gender.verdict, income.verdict, others], ["biased", "biased", {}]);
    assert.deepEqual(gender.witness!.people, [
      { gender: "male", income: 20 },
      { gender: "female", income: 20 },
    ]);
    assert.deepEqual(gender.witness!.outcomes, [{ returned: true }, { returned: false }]);
    const again = await prober.probe({ source, functionName: "grants", attributes });
    assert.deepEqual(again.attributes, rest.attributes);
    const wrong = (change: object) => prober.probe({ ...given, ...change });
    const refused: readonly (readonly [change: object, message: RegExp])[] = [
      [{ attributes: undefined }, /"attributes" /],
      [{ attributes: {} }, /"attributes" are none/],
      [{ code: undefined }, /"code" /],
      [{ functionName: undefined }, /"functionName" /],
      [{ styl: "dict" }, /Unknown option "styl": did you mean style/],
      [{ attributes: { gender: { valus: ["m", "f"] } } }, /Unknown option "valus": did you mean values/],
      [{ attributes: { gender: ["m", "f"] } }, /attribute gender is a list: expected \{ values/],
      [
        { attributes: { age: { values: [NaN, 1] } } },
        /"values" of attribute age: NaN is no text, finite number/,
      ],
      [{ attributes: { age: { values: [2 ** 60, 1] } } }, /"values" of attribute age: \d+ is too large/],
      [
        { attributes: { age: { range: [0n, 10n] } } },
        /"range" of attribute age: 0 is no text, finite number/,
      ],
      [{ source: "def grants(gender, income):\n    return 1\n" }, /both code and source, which differ/],
      [{ attributes: [{ name: "gender", values: ["m"] }] }, /Cannot probe: source must be a text/],
      [
        { source: code, attributes: [{ name: "gender", values: ["m"] }] },
        /plain ones go into attributes: \{/,
      ],
    ];
    for (const [change, message] of refused) await assert.rejects(() => wrong(change), { message });
  },
});
