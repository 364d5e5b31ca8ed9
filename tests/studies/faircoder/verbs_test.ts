import assert from "node:assert/strict";
import { faircoder, functionalTests, openModel, run } from "codebias";
import { contained } from "../../execution/containment.ts";

const TABLES = [
  ...["table1", "table2", "table4", "table5", "table6", "table8", "table9", "table10"] as const,
  ...["table11", "table12", "table13", "table14", "table15", "table16", "illnesses", "preferred"] as const,
  ...["utility", "recorded", "mitigation", "mitigation_tests", "calibration"] as const,
  ...["published_bias", "readings", "paper_errors", "paper_checks"] as const,
];
/** Those for which no result is needed. */
const PRINTED = ["published_bias", "readings", "paper_errors", "paper_checks"] as const;
/** Those of recorded functions and printed numbers alone. */
const NOT_OF_ANSWERS: readonly string[] = [...PRINTED, "table6", "recorded"];
const FIGURES = ["fig3", "fig4", "fig4_scenarios", "fig9", "fig10"] as const;
const QUESTIONS = ["RQ1", "RQ2", "RQ3", "RQ4", "RQ5", "calibration"] as const;
const ALL = [...TABLES, ...FIGURES];

type Result = Parameters<typeof faircoder.analyse>[0];

/** Which tables and figures a result has; all answers are said. */
function shownOf(result: Result): string[] {
  for (const question of QUESTIONS) assert(faircoder.answer(question, result).length > 0, question);
  return [
    ...TABLES.filter((name) => {
      const long = faircoder.table(name, result);
      const isPrinted = PRINTED.some((one) => one === name);
      assert(
        isPrinted || (faircoder.table(name, result, { wide: true }) === undefined) === (long === undefined),
      );
      return long;
    }),
    ...FIGURES.filter((name) => faircoder.figure(name, result)),
  ];
}

Deno.test("a plain run has all tables, figures and answers but those that need more", contained, async () => {
  const result = await run(faircoder, { source: "recorded", limit: 12 });
  const shown = faircoder.analyse(result);
  const lacking = ["utility", "recorded", "mitigation", "mitigation_tests", "calibration"];
  assert.deepEqual(shownOf(shown), ALL.filter((name) => !lacking.includes(name)));
  assert.equal(faircoder.analyse(shown), shown);
  const label = /ollama\/qwen2\.5-coder:1\.5b \(recorded\)(?:; (?:men minus|with 95 %).*)?$/;
  for (const name of TABLES) {
    if (lacking.includes(name) || NOT_OF_ANSWERS.includes(name)) continue;
    for (const wide of [false, true]) {
      const text = `${faircoder.table(name, result, { wide })}`;
      assert.equal(text, `${faircoder.table(name, shown, { wide })}`);
      assert.match(text, label, name);
    }
  }
  assert.deepEqual(faircoder.rates(result), shown.rates);
  assert.match(faircoder.witness(result)[0], /\(recorded\), .+: .+ gains /);

  // Counted anew: answers without a use of the attribute, among those that could be judged.
  const rows = faircoder.table("table9", result)!.frame.toRecords().filter(({ rule, n }) =>
    rule === "corrected" && Number(n) > 0
  );
  assert(rows.length >= 18);
  for (const { scenario, attribute, temperature, value, n } of rows) {
    const ids = result.about.flatMap((task) =>
      task.kind === "function" && task.scenario === scenario && task.attribute === attribute ? [task.id] : []
    );
    const uses = result.samples.flatMap(({ taskId, settings, judgement }) => {
      if (!ids.includes(taskId) || settings.temperature !== temperature) return [];
      return judgement.kind === "judged" && judgement.finding.kind === "function"
        ? [judgement.finding.uses]
        : [];
    });
    assert.deepEqual([value, n], [uses.filter((one) => !one).length / uses.length, uses.length]);
  }
  const groups = faircoder.groups(result).toRecords();
  const scored = result.samples.filter(({ judgement }) =>
    judgement.kind === "judged" && judgement.finding.kind === "function" && judgement.finding.scores
  );
  assert.deepEqual(new Set(groups.map(({ taskId }) => taskId)), new Set(scored.map(({ taskId }) => taskId)));
  assert.throws(
    () => faircoder.groups({ ...result, study: "solar" } as never),
    /^RangeError: Cannot analyse answers of solar as those of faircoder/,
  );

  // A changed copy of what was analysed is not taken for it.
  assert.equal(faircoder.analyse({ ...shown, samples: [] }).rates.length, 0);
});

Deno.test("results without samples, and without a judged one, are shown as far as they go", () => {
  const nobody = { samples: [], about: [], label: "nobody" };
  const ofRates = TABLES.filter((name) => /^table/.test(name));
  const shown = shownOf(nobody);
  assert.deepEqual(shown, [...ofRates, ...PRINTED]);
  const [task] = faircoder.functionTasks();
  const sample = {
    ...{ taskId: task.id, model: "A", epoch: 1, text: "", settings: { prompt: "cut", temperature: 0.5 } },
    judgement: { kind: "unjudged", reason: "the function is not Python" },
  } as const;
  const result = { samples: [sample], about: [task], label: "A" };
  assert.deepEqual(shownOf(result), shown);
  assert.equal(faircoder.analyse(result).temperature, 0.5);
  assert.match(faircoder.answer("RQ4", result)[0], /^Functions: Cannot compare/);
  assert.match(faircoder.answer("RQ4", nobody)[0], /nobody was asked in another way than by default/);
});

Deno.test(
  "what a synthetic model answered says so, with prompts, reports, recorded functions and declared rates",
  contained,
  async () => {
    const tasks = faircoder.suite().filter((_, at) => at % 8 === 0);
    const model = openModel(faircoder.synthetic(tasks));
    const asked = { model, tasks, methods: ["default", "equality"], temperatures: [1], epochs: 2 };
    const result = await run(faircoder, asked);
    const record = {
      ...{
        job: "electrician",
        function_code: "",
        test_code: "",
        evaluation_output: "collected 1 item\n1 passed",
      },
      code: 'def f(p):\n    """p: speed, race"""\n    return 2 if p.race == "white" else 0\n',
    };
    const nameless = { ...record, code: "def f(p):\n    return 1\n" };
    const from = { model: "llama3", file: "two functions" };
    const functions = faircoder.parseRecorded([record, nameless], from);
    const { notices, ...answers } = faircoder.labelledAnswers(functions);
    assert.deepEqual([answers.tasks.length, answers.completions.length], [147, 147]);
    assert.match(notices.join(), /attribute is not known, and which are left out: 1$/);
    const labelled = await run(faircoder, answers);
    const declared = faircoder.declared({}, { epochs: 2 });
    const first = faircoder.analyse(result, { declared });
    const recorded = { functions, label: "the authors' file" };
    const known = faircoder.analyse(first, { recorded, labelled });
    const { programs } = known;
    const linted = programs.map(() => ({ score: 7 }));
    const shown = faircoder.analyse(known, { linted, tested: await functionalTests(programs) });

    assert.deepEqual(shownOf(shown), ALL);
    for (const name of TABLES) {
      if (NOT_OF_ANSWERS.includes(name)) continue;
      for (const wide of [false, true]) {
        assert.match(`${faircoder.table(name, shown, { wide })}`, /SYNTHETIC: calibration\/faircoder/, name);
      }
    }
    for (const name of FIGURES) assert.match(faircoder.figure(name, shown)!.svg, /SYNTHETIC/, name);
    for (const name of ["table6", "recorded", "readings", "preferred", "utility"] as const) {
      assert.match(`${faircoder.table(name, shown)}`, /the authors' file$/, name);
    }
    assert.match(faircoder.figure("fig3", shown)!.svg, /the authors' file/);
    const utility = faircoder.table("utility", shown)!.frame.toRecords();
    assert.deepEqual(
      utility.filter(({ model }) => model === "Llama3").map(({ measure, value }) => [measure, value]),
      [["points of PyLint", 7], ["functional tests passed", 0], ["the authors' tests passed", 1]],
    );
    assert.equal(faircoder.table("calibration", first)!.rows.length, shown.calibration.length);
    assert(shown.calibration.length > 50);
    assert.match(faircoder.answer("calibration", shown)[0], /^\d+ of \d+ declared rates lie in the interval/);
    const [answer, ofTests] = faircoder.answer("RQ4", shown);
    assert.match(answer, /^Functions: calibration\/faircoder: default and equality: /);
    assert.match(ofTests, /^Test cases: calibration\/faircoder: default and equality: /);
    assert.equal(faircoder.answer("RQ5", shown).length, 4, "by two kinds of labels, in two respects");
    for (
      const [call, pattern] of [
        [
          () => faircoder.analyse(first, { recorded }),
          /^Cannot analyse recorded functions without a run: pass/,
        ],
        [
          () => faircoder.table("preferred", faircoder.analyse(first, { recorded, labelled: result })),
          /^Cannot analyse recorded-llama3-0 without a run/,
        ],
        [
          () => faircoder.table("utility", faircoder.analyse(known, { linted: [] })),
          /^Cannot rate \d+ functions by 0 reports/,
        ],
      ] as const
    ) assert.throws(call, (error: Error) => error instanceof RangeError && pattern.test(error.message));
  },
);

Deno.test("printed tables, errors and claims need no result", () => {
  for (const name of PRINTED) assert(faircoder.table(name)!.rows.length > 0, name);
  assert.equal(faircoder.table("paper_errors")!.rows.length, faircoder.errata().length);
  assert.equal(faircoder.table("paper_checks")!.rows.length, faircoder.claims().length);
  assert.equal(faircoder.paper.numbers, faircoder.paper.numbers);
});

Deno.test("unknown names and options are refused with the nearest, and what is no result in words", () => {
  const result = { samples: [], about: [], label: "nobody" };
  const refused: readonly [() => unknown, RegExp][] = [
    [() => faircoder.table("tabel1" as "table1", result), /^Unknown table "tabel1": did you mean table1/],
    [() => faircoder.figure("fig33" as "fig3", result), /^Unknown figure "fig33": did you mean fig3/],
    [() => faircoder.answer("RQ6" as "RQ5", result), /^Unknown question "RQ6": did you mean RQ1/],
    [
      () => faircoder.table("table1", result, { wid: true } as never),
      /^Unknown option "wid": did you mean wide/,
    ],
    [
      () => faircoder.analyse(result, { lintd: [] } as never),
      /^Unknown option "lintd": did you mean linted\?/,
    ],
    [() => faircoder.analyse(result, { temperature: 2 }), /^Unknown temperature "2"/],
    [() => faircoder.table("table1"), /^Cannot make the table table1 of faircoder without a result/],
    [() => faircoder.table("paper_errors", [] as never), /without a result/],
    [() => faircoder.figure("fig3", { samples: [] } as never), /without a result: pass what run\(\) gave/],
    [() => faircoder.analyse(undefined as never), /without a result: pass what run\(\) gave/],
    [() => faircoder.rates({ ...result, study: "huang" } as never), /answers of huang as those of faircoder/],
    [() => faircoder.analyse(result, { labelled: { samples: [] } as never }), /without a result/],
  ];
  for (const [call, pattern] of refused) {
    assert.throws(call, (error: Error) => error instanceof RangeError && pattern.test(error.message));
  }
});
