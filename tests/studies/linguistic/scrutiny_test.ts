import assert from "node:assert/strict";
import { linguistic, openSource, run } from "codebias";
import { advantages } from "codebias/studies/linguistic/metrics/efficiency/advantages.ts";
import { answerNull, answerRq2 } from "codebias/studies/linguistic/figures/efficiency_answers.ts";
import { fitTimings } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import {
  languageNull,
  sensitivity,
  sensitivityTable,
  taskDefects,
} from "codebias/studies/linguistic/metrics/language_null.ts";
import { recordingGaps, recordingGapTable } from "codebias/studies/linguistic/metrics/recording_gaps.ts";
import {
  timingNoise,
  timingNoiseTable,
} from "codebias/studies/linguistic/metrics/efficiency/timing_noise.ts";
import type { FittedProgram } from "codebias/studies/linguistic/metrics/efficiency/fits.ts";
import { artifacts, NO_ARTIFACT } from "./artifact.ts";
import { completion, doubling, type Given, sample, samples } from "./samples.ts";

function fit(score: number | null, given: Given): FittedProgram {
  const { taskId, model, settings, epoch } = completion(given);
  return { taskId, model, settings, epoch, class: null, score, reason: null };
}

Deno.test("sensitivity() leaves out the tasks that are known to be defective", () => {
  const [impossible, unequal] = ["HumanEval/94", "HumanEval/36"];
  const list = samples({
    [impossible]: { en: "ww", zh: "ww" },
    [unequal]: { en: "pp", zh: "ww" },
    "HumanEval/0": { en: "pp", zh: "ww" },
    "HumanEval/7": { en: "pp", zh: "pp" },
  });
  const brief = sensitivity(list).map(({ tasks, metric, value, n }) => [tasks, metric, value, n]);
  assert.deepEqual(brief, [
    ["all", "CDR", 0.5, 4],
    ["without impossible ones", "CDR", 2 / 3, 3],
    ["with equal descriptions only", "CDR", 1 / 3, 3],
    ["without either", "CDR", 0.5, 2],
  ]);
  assert.match(
    sensitivityTable(sensitivity(list)).toCSV(),
    /^tasks,model,prompt,temperature,metric,value,n,expected,p\n/,
  );
});

Deno.test("taskDefects has the fourteen tasks that cannot be passed", () => {
  assert.equal(Object.keys(taskDefects.impossible).length, 14);
  for (
    const reason of [
      ...Object.values(taskDefects.impossible),
      ...Object.values(taskDefects.unequal),
    ]
  ) {
    assert(reason.length > 20, reason);
  }
});

Deno.test({
  name: "taskDefects has tasks of the artifact; the impossible ones were never passed" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const ids = new Set((await source.tasks()).map(({ id }) => id));
    for (
      const id of [
        ...Object.keys(taskDefects.impossible),
        ...Object.keys(taskDefects.unequal),
      ]
    ) {
      assert(ids.has(id), id);
    }
    const passed = new Set(
      (await source.completions()).filter(({ recorded }) => recorded?.passed).map(({ taskId }) => taskId),
    );
    const never = [...ids].filter((id) => !passed.has(id)).toSorted();
    assert.deepEqual(never, Object.keys(taskDefects.impossible).toSorted());
  },
});

Deno.test("recordingGaps() counts what is missing, and says which settings are spoiled by it", () => {
  const list = [
    ...samples({ a: { en: "ppppp", zh: "pppw" } }),
    { ...sample("wrong", { taskId: "a", prompt: "QA" }), text: "Error: 429" },
    sample("passed", { taskId: "b", prompt: "QA" }),
  ];
  const fits = [
    ...[1, 2, 3, 4].map((epoch) => fit(1, { taskId: "a", epoch })),
    ...[fit(null, { taskId: "a", language: "zh" }), fit(2, { taskId: "a", language: "zh", epoch: 2 })],
    fit(1, { taskId: "a", language: "zh", epoch: 4 }), // it did not pass
    fit(1, { taskId: "b", prompt: "QA" }),
  ];
  const found = recordingGaps(list, fits);
  assert.deepEqual(
    found.map(({ prompt, language, samples, serviceErrors, passed, timed, classified, spoiled }) => [
      ...[prompt, language, samples, serviceErrors, passed, timed, classified, spoiled],
    ]),
    [
      ["DI", "en", 5, 0, 5, 4, 4, false],
      ["DI", "zh", 4, 0, 3, 2, 1, true],
      ["QA", "en", 2, 1, 1, 1, 1, true],
    ],
  );
  assert.deepEqual(recordingGaps(samples({ a: { en: "p" } })).map(({ spoiled }) => spoiled), [
    false,
  ]);
  assert.match(
    recordingGapTable(found).toCSV(),
    /^model,prompt,temperature,language,samples,serviceErrors,passed,timed,/,
  );
});

Deno.test({
  name: "recordingGaps() finds no spoiled setting among three models" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const models = ["CodeGeeX", "CodeLlama", "StarCoder"];
    const completions = await source.completions({ models });
    const { samples } = await run(linguistic, {
      tasks: await source.tasks(),
      completions,
      verdicts: "recorded",
    });
    const gaps = recordingGaps(samples, fitTimings(await source.timings({ models })));
    assert.equal(gaps.length, 60);
    const sum = (name: "passed" | "timed" | "classified") => gaps.reduce((sum, gap) => sum + gap[name], 0);
    assert.deepEqual([sum("passed"), sum("timed"), sum("classified")], [7763, 7686, 7575]);
    assert.deepEqual(gaps.filter(({ spoiled }) => spoiled), []);
  },
});

Deno.test("timingNoise() compares the scores of programs with the same text", () => {
  const tasks = [doubling(), doubling({ id: "test/2" })];
  const same = Array.from({ length: 4 }, (_, at) => completion({ epoch: at + 1 }));
  const other = completion({ epoch: 5, text: "    return x + x\n" });
  const second = [
    completion({ taskId: "test/2", epoch: 1 }),
    completion({ taskId: "test/2", epoch: 2, model: "B" }),
  ];
  const fits = [
    ...[1, 1, 2, null].map((score, at) => fit(score, { epoch: at + 1 })),
    fit(7, { epoch: 5 }), // timed once
    ...[fit(3, { taskId: "test/2", epoch: 1 }), fit(3, { taskId: "test/2", epoch: 2, model: "B" })],
  ];
  assert.deepEqual(
    timingNoise(tasks, [...same, other, ...second], fits),
    [
      { taskId: null, programs: 2, timings: 5, share: (1 - 2 / 6) / 2 },
      { taskId: "test/1", programs: 1, timings: 3, share: 1 - 2 / 6 },
      { taskId: "test/2", programs: 1, timings: 2, share: 0 },
    ],
  );
  assert.deepEqual(timingNoise(tasks, [other], fits), []);
  assert.match(
    timingNoiseTable(timingNoise(tasks, same, fits)).toCSV(),
    /^taskId,programs,timings,share\nall,1,3,0.66/,
  );
});

Deno.test({
  name: "timingNoise() of the recorded times: one pair in eight differs" + NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const [all, ...tasks] = timingNoise(
      await source.tasks(),
      await source.completions(),
      fitTimings(await source.timings()),
    );
    assert.equal(all.taskId, null);
    assert(all.programs > 500 && all.share > 0.12 && all.share < 0.15, JSON.stringify(all));
    assert(tasks.find(({ taskId }) => taskId === "HumanEval/60")!.share > 0.3);
  },
});

Deno.test("answerRq2() has its numbers from the comparisons", () => {
  const list = samples({ a: { en: "p", zh: "p" }, b: { en: "p", zh: "w" }, c: { en: "p", zh: "p" } });
  const fits = [
    ...[fit(1, { taskId: "a" }), fit(2, { taskId: "a", language: "zh" }), fit(1, { taskId: "b" })],
    ...[fit(1, { taskId: "c" }), fit(1, { taskId: "c", language: "zh" })],
  ];
  assert.deepEqual(answerRq2(advantages(list, fits)), [
    "At t = 0.2, the most efficient correct programs differ between languages in 66.7 % of the tasks that the authors' " +
    "scripts count, and in 50.0 % of those solved in both languages, which is the paper's definition.",
    "At t = 0.2, 1 of 2 differences that the authors' scripts count is a task solved in one language only, where no two " +
    "programs were compared.",
    "At t = 0.2, English is ahead in 1, Chinese in 0 of 1 model.",
  ]);
  assert.match(answerRq2(advantages(list, []))[0], /no running times/);
});

Deno.test("answerNull() has its numbers from the rows", () => {
  const rows = languageNull(samples(Object.fromEntries(
    Array.from({ length: 6 }, (_, at) => [`t${at}`, { en: "pppp", zh: "wwww" }]),
  )));
  assert.deepEqual(answerNull(rows), [
    "CDR at t = 0.2: observed 100.0 %, expected of a language-blind model 2.9 %, a difference of 97.1 points on average; " +
    "p < .05 in 1 of 1 model (A), after Holm's correction for 1 comparison in 1.",
  ]);
  const alike = { ...rows[0], value: 0.5, expected: 0.5001 };
  assert.match(answerNull([alike])[0], /, a difference of 0\.0 points on average/);
});

Deno.test({
  name: "the recorded differences in correctness of one model vanish with equal descriptions only" +
    NO_ARTIFACT,
  ignore: !artifacts,
  fn: async () => {
    const source = await openSource(linguistic, { source: "artifact", artifacts });
    const { samples: list } = await run(linguistic, {
      tasks: await source.tasks(),
      completions: await source.completions({
        models: ["CodeLlama", "StarCoder"],
        where: ({ prompt, temperature }) => prompt === "DI" && temperature === 0.2,
      }),
      verdicts: "recorded",
    });
    const p = Object.fromEntries(
      sensitivity(list).map((row) => [`${row.model}, ${row.tasks}`, row.p!]),
    );
    assert(
      p["CodeLlama, all"] < 0.01 && p["CodeLlama, with equal descriptions only"] > 0.2,
      JSON.stringify(p),
    );
    assert(
      p["StarCoder, all"] < 0.05 && p["StarCoder, with equal descriptions only"] < 0.05,
      JSON.stringify(p),
    );
  },
});
