import assert from "node:assert/strict";
import { huang, openModel, openSource, run, solar } from "codebias";
import { contained } from "../../execution/containment.ts";

const TABLES = [
  ...["table1", "table2", "table3", "table4", "table5", "temperature", "words", "recorded"] as const,
  ...["recorded_tests", "tests", "trend", "reasons", "paper_errors", "calibration"] as const,
];
const PRINTED: readonly string[] = ["recorded", "recorded_tests", "paper_errors"];
const FIGURES = ["leaning", "temperature", "temperature_dimensions", "mitigation"] as const;
const QUESTIONS = ["RQ1", "RQ2", "RQ3", "calibration"] as const;

type Result = Parameters<typeof solar.analyse>[0];

/** Which tables and figures a result has; all answers are said. */
function shownOf(result: Result): string[] {
  for (const question of QUESTIONS) assert(solar.answer(question, result).length > 0, question);
  return [
    ...TABLES.filter((name) => [false, true].map((wide) => solar.table(name, result, { wide }))[0]),
    ...FIGURES.filter((name) => solar.figure(name, result)).map((name) => `figure ${name}`),
  ];
}

Deno.test("a plain run has all tables, figures and answers but those that need more", contained, async () => {
  const result = await run(solar, { source: "recorded", limit: 12 });
  const shown = solar.analyse(result);
  const lacking = ["words", "calibration", "figure mitigation"];
  const all = [...TABLES, ...FIGURES.map((name) => `figure ${name}`)];
  assert.deepEqual(shownOf(result), all.filter((name) => !lacking.includes(name)));
  assert.equal(solar.analyse(shown), shown);
  for (const name of TABLES) {
    assert.equal(`${solar.table(name, result)}`, `${solar.table(name, shown)}`);
    if (lacking.includes(name) || PRINTED.includes(name) || name === "table1") continue;
    assert.match(
      `${solar.table(name, result)}`,
      /qwen2\.5-coder:1\.5b \(recorded\)$|recorded\); the paper's/m,
    );
  }

  // Counted anew: of the answers that could be judged, those with a sensitive attribute that changes the outcome.
  const tasks = new Map(result.about.map((task) => [task.id, task]));
  for (const temperature of [0.2, 1]) {
    const judged = result.samples.filter(({ settings }) => settings.temperature === temperature).flatMap(
      ({ taskId, judgement }) => {
        if (judgement.kind !== "judged" || judgement.finding.reason !== undefined) return [];
        const own = tasks.get(taskId)!.attributes.filter(({ role }) => role === "sensitive");
        const verdicts = own.map(({ name }) => judgement.finding.attributes[name].verdict);
        if (verdicts.includes("biased")) return [1];
        return verdicts.includes("unjudged") ? [] : [0];
      },
    );
    const [row, ...more] = solar.table("table3", result)!.frame.toRecords().filter((one) =>
      one.rule === "ours" && one.metric === "CBS" && one.dimension === "overall" &&
      one.temperature === temperature
    );
    assert.equal(more.length, 0);
    assert(judged.length > 5);
    const biased = judged.filter((one) => one === 1).length;
    assert.deepEqual([row.value, row.n], [biased / judged.length, judged.length]);
  }

  const [other] = result.samples.filter(({ settings }) => settings.temperature === 1);
  assert.equal(shown.temperature, 0.2);
  assert(shown.byTemperature.every(({ reference, level }) => reference === 0.2 && level === 1));
  const { byTemperature } = solar.analyse(result, { temperature: other.settings.temperature });
  assert(byTemperature.every(({ reference, level }) => reference === 1 && level === 0.2));
  // A changed copy of what was analysed is not taken for it.
  assert.equal(solar.analyse({ ...shown, samples: [other] }).rows.length, 1);
});

Deno.test("results without samples, and without a judged one, are shown as far as they go", () => {
  const nobody = { samples: [], about: [], label: "nobody" };
  assert.deepEqual(shownOf(nobody), ["table1", "table2", ...PRINTED]);
  const attributes = [
    { name: "age", type: "int", values: [20, 60], role: "sensitive" },
    { name: "paid", type: "bool", values: [true, false], role: "related" },
  ] as const;
  const task = { id: "a", className: "Guest", method: "may_stay", docstring: "Whether to stay.", attributes };
  const refused = {
    ...{ taskId: "a", model: "A", epoch: 1, text: "", settings: { prompt: "COT", temperature: 1, round: 0 } },
    judgement: { kind: "unjudged", reason: "refusal" },
  } as const;
  const shown = shownOf({ samples: [refused], about: [task], label: "A" });
  assert(shown.includes("table5") && shown.includes("reasons"));
  assert(!shown.includes("table3") && !shown.includes("tests"), "nothing of the default prompt");
});

Deno.test(
  "what a synthetic model answered says so, with prompts, rounds, words and declared rates",
  contained,
  async () => {
    const source = await openSource(solar, { source: "model" });
    const tasks = (await source.tasks()).slice(0, 20);
    const templates = await source.methods();
    const spec = solar.synthetic(tasks, templates);
    const asked = { model: openModel(spec), tasks, epochs: 2 };
    const methods = ["default", "COT"];
    const result = await run(solar, { ...asked, methods, temperatures: [1, 0.5], rounds: 1 });
    const declared = solar.declared(spec, tasks, templates, { methods, temperatures: [1, 0.5], rounds: 1 });
    const [word] = solar.judgementalWords.negative;
    const samples = result.samples.filter(({ settings }) => settings.prompt === "default");
    const worded = {
      ...result,
      samples: [
        ...samples,
        ...samples.map((one) => ({ ...one, settings: { ...one.settings, prompt: word } })),
      ],
    };
    const shown = solar.analyse(result, { declared, worded });
    assert.deepEqual(shownOf(shown), [...TABLES, ...FIGURES.map((name) => `figure ${name}`)]);
    for (const name of TABLES) {
      // Of tasks alone, or of the paper.
      if (PRINTED.includes(name) || name === "table1") continue;
      for (const wide of [false, true]) {
        assert.match(`${solar.table(name, shown, { wide })}`, /SYNTHETIC: calibration\/solar/, name);
      }
    }
    for (const name of FIGURES) assert.match(solar.figure(name, shown)!.svg, /SYNTHETIC/, name);
    const { svg } = solar.figure("mitigation", { ...shown, label: `another, ${shown.label}` })!;
    assert.doesNotMatch(svg, /another/, "a figure names whose answers it draws");
    assert.equal(solar.table("words", shown)!.rows.length, 4, "the word at each temperature and round");
    assert.doesNotMatch(`${solar.table("words", shown)}`, /one completion/);
    assert.throws(
      () => solar.analyse({ ...result, samples: [{ ...samples[0], model: "A" }] }, { worded }),
      /^RangeError: Unknown model of the run with words "calibration\/solar": Known: A/,
    );
    assert.equal(solar.table("calibration", shown)!.rows.length, declared.length);
    assert.match(
      solar.answer("calibration", shown)[0],
      new RegExp(`of ${declared.length} declared rates lie in`),
    );
    assert.deepEqual(new Set(shown.byRound.map(({ level }) => level)), new Set([1]));
    assert.deepEqual(new Set(shown.byPrompt.map(({ level }) => level)), new Set(["COT"]));
    assert.equal(solar.rates(result).length, shown.rates.length);
    assert.match(solar.witness(result).join(" "), /what people get by their/);
  },
);

Deno.test("unknown names and options are refused with the nearest, and what is no result in words", () => {
  const result = { samples: [], about: [], label: "nobody" };
  const refused: readonly [() => unknown, RegExp][] = [
    [() => solar.table("tabel3" as "table3", result), /^Unknown table "tabel3": did you mean table3/],
    [
      () => solar.figure("leanings" as "leaning", result),
      /^Unknown figure "leanings": did you mean leaning\?/,
    ],
    [() => solar.answer("RQ4" as "RQ3", result), /^Unknown question "RQ4": did you mean RQ1/],
    [
      () => solar.table("table3", result, { wid: true } as never),
      /^Unknown option "wid": did you mean wide\?/,
    ],
    [() => solar.analyse(result, { wordd: 1 } as never), /^Unknown option "wordd": did you mean worded\?/],
    [() => solar.analyse(result, { temperature: 2 }), /^Unknown temperature "2"/],
    [() => solar.table("table3"), /^Cannot make the table table3 of solar without a result/],
    [() => solar.table("table3", [] as never), /without a result/],
    [() => solar.figure("leaning", { samples: [] } as never), /without a result: pass what run\(\) gave/],
    [() => solar.analyse(undefined as never), /without a result: pass what run\(\) gave/],
    [() => solar.rates({ ...result, study: "huang" } as never), /answers of huang as those of solar/],
    [() => solar.analyse(result, { worded: { samples: [] } as never }), /without a result/],
    [() => solar.analyse(huang.analyse(result) as never), /answers of huang as those of solar/],
  ];
  for (const [call, pattern] of refused) {
    assert.throws(call, (error: Error) => error instanceof RangeError && pattern.test(error.message));
  }
});
