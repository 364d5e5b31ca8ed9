import assert from "node:assert/strict";
import { linguistic, openModel, openSource, run } from "codebias";
import type { WordImportance } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { doubling, samples } from "./samples.ts";

const TABLES = [
  ...["table3", "table3_efficiency", "table3_missed", "impossible_cells", "calibration"] as const,
  ...["real_model", "executed", "verdicts", "impossible_tasks", "disagreements", "gaps", "fig2"] as const,
  ...["fig3", "measured", "measured_classes", "measured_null", "measured_noise", "fig5"] as const,
  ...["prompt_claims", "fig6", "words", "null", "sensitivity", "timing_noise", "convergence"] as const,
  ...["convergence_programs", "coincidence"] as const,
];
const FIGURES = [
  ...["correctness", "fig2", "fig3", "residuals", "fig5_correctness", "fig5_efficiency"] as const,
  ...["fig6", "null"] as const,
];
const QUESTIONS = ["RQ1", "agreement", "RQ2", "RQ3", "chance"] as const;

type Result = Parameters<typeof linguistic.analyse>[0];

/** Which tables and figures a result has; all answers are said. */
function shownOf(result: Result): string[] {
  for (const question of QUESTIONS) assert(linguistic.answer(question, result).length > 0, question);
  return [
    ...TABLES.filter((name) => [false, true].map((wide) => linguistic.table(name, result, { wide }))[0]),
    ...FIGURES.filter((name) => linguistic.figure(name, result)).map((name) => `figure ${name}`),
  ];
}

Deno.test("a plain run has correctness and chance; what needs more is undefined", contained, async () => {
  const result = await run(linguistic, { source: "recorded", limit: 4 });
  const shown = linguistic.analyse(result);
  assert.deepEqual(shownOf(result), [
    ...["table3", "impossible_cells", "real_model", "verdicts", "impossible_tasks", "gaps", "fig5"],
    ...[
      "prompt_claims",
      "null",
      "coincidence",
      "figure correctness",
      "figure fig5_correctness",
      "figure null",
    ],
  ]);
  assert.equal(linguistic.analyse(shown), shown);
  for (const name of TABLES) {
    const table = linguistic.table(name, result);
    assert.equal(`${table}`, `${linguistic.table(name, shown)}`);
    if (!table || name === "impossible_cells" || name === "table3") continue;
    assert.match(`${table}`, /qwen2\.5-coder:1\.5b \(recorded\)(?:;|$)/m, name);
  }
  assert.match(linguistic.figure("correctness", result)!.svg, /\(recorded\); executed verdicts/);
  assert.deepEqual(linguistic.answer("agreement", result), [
    "No sample has both an executed and a recorded verdict, so nothing is compared.",
  ]);

  // Counted anew: a task is solved if any of its answers passed.
  const [first, second] = shown.temperatures;
  for (const temperature of [first, second]) {
    const solved = (language: string) =>
      new Set(
        result.samples.filter(({ settings, judgement }) =>
          settings.temperature === temperature && settings.language === language &&
          judgement.kind === "judged" && judgement.finding.kind === "passed"
        ).map(({ taskId }) => taskId),
      );
    const [en, zh] = [solved("en"), solved("zh")];
    const rows = linguistic.table("table3", result)!.frame.toRecords()
      .filter((row) => row.temperature === temperature);
    const expected = [en.size, zh.size, en.intersection(zh).size, en.symmetricDifference(zh).size];
    assert.deepEqual(rows.map(({ metric, value, n }) => [metric, value, n]), [
      ...["CR_en", "CR_zh", "CR_bi", "CDR"].map((metric, at) => [metric, expected[at] / 4, 4]),
    ]);
  }
  assert.equal(linguistic.rates(result).length, 8);
  assert.equal(shown.temperature, first);
  const later = linguistic.analyse(shown, { temperature: second });
  assert.match(`${linguistic.table("coincidence", later)}`, new RegExp(`t = ${second};`));
  // Options add to those that an analysis has; a changed copy has none of them.
  assert.equal(linguistic.analyse(later, { declared: [] }).temperature, second);
  assert.equal(
    linguistic.analyse({ ...later }).temperature,
    later.temperature,
    "copies keep what was chosen",
  );
});

const word = (language: string, text: string, taskId: string): WordImportance => ({
  ...{ model: "calibration/words", synthetic: true, taskId, prompt: "QA", language, index: 1, word: text },
  ...{ method: "likelihood", score: 1, perToken: 1, normalised: 1, floor: 0, aboveFloor: true, reason: null },
});

Deno.test(
  "with all that it can be given, a synthetic model's result has all, and says so",
  contained,
  async () => {
    const source = await openSource(linguistic, { source: "model" });
    const tasks = (await source.tasks()).slice(0, 3);
    const spec = linguistic.synthetic(tasks, () => ({ fast: 0.5, slow: 0.3 }));
    const asked = { model: openModel(spec), tasks, temperatures: [1, 0.5], epochs: 2, methods: ["DI", "QA"] };
    const result = await run(linguistic, asked);
    const completions = result.samples.map(({ judgement: _, programHash: __, ...one }) => ({
      ...one,
      recorded: { passed: true, result: "" },
    }));
    const both = { tasks, completions, verdicts: "executed" } as const;
    const executed = {
      published: { ...await run(linguistic, { ...both, rule: "published" }), label: result.label },
      corrected: { ...await run(linguistic, { ...both, rule: "corrected" }), label: result.label },
    };
    const declared = linguistic.declared(spec, tasks, { temperatures: [1, 0.5], epochs: 2 });
    const { agreement, programs, onePerTask } = linguistic.analyse(result, { executed });
    assert(agreement.disagreements.length > 0 && programs.length > 5);
    const profile = { n: [1, 2, 4, 8, 16, 32, 64], seconds: [1, 1, 1, 1, 1, 2, 4] };
    const measured = (score: number) =>
      ({
        class: "linear",
        score,
        profile,
        fits: [{ class: "linear", cost: (n: number) => n / 16 }],
      }) as const;
    const n = Array.from({ length: 50 }, (_, at) => 20 * (at + 1));
    const options = {
      ...{ executed, declared },
      disagreements: agreement.disagreements.map((sample) =>
        ({ sample, cause: "luck", evidence: "" }) as const
      ),
      timings: programs.map(({ sample: { taskId, model, settings, epoch } }) => (
        { taskId, model, settings, epoch, n, t: n.map((one) => one / 100) }
      )),
      profiles: programs.map((_, at) => measured(1 + at % 7)),
      repeats: [3, 4].map((score) => onePerTask.map(() => measured(score))),
      importance: {
        words: tasks.flatMap(({ id }) => [word("en", "concise", id), word("zh", "简洁", id)]),
        model: { spec: "calibration/words", synthetic: true },
      },
    };
    const shown = linguistic.analyse(result, options);
    const lacking = ["table3_missed", "real_model", "sensitivity"]; // of the paper's models, a real one, and the paper's tasks
    const all = [...TABLES, ...FIGURES.map((name) => `figure ${name}`)];
    assert.deepEqual(shownOf(shown), all.filter((name) => !lacking.includes(name)));
    for (const name of TABLES) {
      if (lacking.includes(name) || name === "impossible_cells") continue;
      for (const wide of [false, true]) {
        assert.match(`${linguistic.table(name, shown, { wide })}`, /SYNTHETIC: calibration\/\w+/, name);
      }
    }
    for (const name of FIGURES) assert.match(linguistic.figure(name, shown)!.svg, /SYNTHETIC/, name);
    assert.equal(
      linguistic.table("calibration", shown)!.rows.length,
      2 * declared.length,
      "for both methods",
    );
    assert.match(linguistic.answer("agreement", shown)[1], /^Set aside: \d+ due to the luck/);
    const unexplained = linguistic.analyse(shown, { disagreements: undefined });
    assert.equal(
      linguistic.answer("agreement", unexplained)[1],
      "Why the others differ was not looked into.",
    );
    assert.equal(linguistic.table("disagreements", unexplained), undefined);
    assert.notDeepEqual(
      linguistic.rates(linguistic.analyse(shown, { timings: undefined })),
      linguistic.rates(shown),
      "recorded running times come before those that were measured",
    );

    const none = {
      published: { ...executed.published, samples: [] },
      corrected: { ...executed.corrected, samples: [] },
    };
    const { runs } = linguistic.analyse(result, { executed: none });
    assert.deepEqual(Object.keys(runs), ["corrected"], "runs that executed nothing count as none");

    const refused: readonly [() => unknown, RegExp][] = [
      [() => linguistic.analyse(shown, { disagreements: [] }).disagreements, /^Cannot match 0 causes with/],
      [() => linguistic.analyse(shown, { profiles: [] }).ownFits, /^Cannot match 0 measurements with/],
      [
        () => linguistic.analyse(result, { executed: { ...executed, published: executed.corrected } }),
        /^Cannot take a run as executed by the rule published: it was corrected/,
      ],
    ];
    for (const [call, message] of refused) assert.throws(call, { name: "RangeError", message });
  },
);

Deno.test("recorded verdicts are counted as in the paper, and nothing is taken for executed", () => {
  const [task] = [doubling()];
  const list = samples({ "test/1": { en: "pw", zh: "ww" } });
  const recorded = { samples: list, about: [task], label: "A", verdicts: "recorded" } as const;
  const shown = linguistic.analyse(recorded, { profiles: [] });
  assert.deepEqual([shown.invalidTasks, shown.fits, shown.programs], ["unsolved", undefined, []]);
  assert.equal(linguistic.table("verdicts", shown), undefined);
  assert.equal(linguistic.table("sensitivity", shown)!.rows.length, 4);
  assert.equal(linguistic.analyse({ ...recorded, verdicts: undefined }).invalidTasks, "left-out");
  const byPrompt = linguistic.analyse({
    ...recorded,
    samples: ["QA", "DI"].flatMap((prompt) => samples({ "test/1": { en: "p", zh: "w" } }, { prompt })),
  });
  assert.equal(byPrompt.method, "DI");
  assert.equal(linguistic.analyse(byPrompt, { method: "QA" }).method, "QA");
});

Deno.test("a result without samples is shown as far as it goes", () => {
  assert.deepEqual(shownOf({ samples: [], about: [], label: "nobody" }), [
    ...["impossible_cells", "gaps", "fig5", "prompt_claims", "null", "sensitivity"],
  ]);
});

Deno.test("unknown names and options are refused with the nearest, and what is no result in words", () => {
  const result = { samples: [], about: [], label: "nobody" };
  const refused: readonly [() => unknown, RegExp][] = [
    [() => linguistic.table("tabel3" as "table3", result), /^Unknown table "tabel3": did you mean table3/],
    [() => linguistic.figure("fig4" as "fig3", result), /^Unknown figure "fig4": did you mean fig2 or fig3/],
    [() => linguistic.answer("RQ4" as "RQ3", result), /^Unknown question "RQ4": did you mean RQ1/],
    [
      () => linguistic.table("table3", result, { wid: true } as never),
      /^Unknown option "wid": did you mean wide/,
    ],
    [
      () => linguistic.analyse(result, { profile: [] } as never),
      /^Unknown option "profile": did you mean profiles/,
    ],
    [() => linguistic.analyse(result, { temperature: 2 }), /^Unknown temperature "2"/],
    [() => linguistic.analyse(result, { method: "BP" }), /^Unknown prompting method "BP"/],
    [
      () => linguistic.rates(linguistic.analyse(result, { invalidTasks: "leftout" as never })),
      /^Unknown way with invalid tasks "leftout": did you mean left-out/,
    ],
    [() => linguistic.table("table3"), /^Cannot make the table table3 of linguistic without a result/],
    [() => linguistic.table("table3", [] as never), /without a result/],
    [() => linguistic.figure("null", { samples: [] } as never), /without a result: pass what run\(\) gave/],
    [() => linguistic.analyse(undefined as never), /without a result: pass what run\(\) gave/],
    [
      () => linguistic.rates({ ...result, study: "huang" } as never),
      /answers of huang as those of linguistic/,
    ],
    [() => linguistic.analyse(result, { executed: { published: result } as never }), /it was not executed/],
  ];
  for (const [call, message] of refused) assert.throws(call, { name: "RangeError", message });
  assert.equal(linguistic.errata().length, linguistic.table("impossible_cells")!.rows.length);
});
