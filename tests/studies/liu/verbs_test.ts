import assert from "node:assert/strict";
import { agreementOf, liu, openModel, run, solar } from "codebias";
import { contained } from "../../execution/containment.ts";
import { rowOf } from "./rows.ts";

const TABLES = [
  ...["table3", "table4", "table4_dimensions", "table5", "table6", "table7", "table8", "table9"] as const,
  ...["table10", "table10_model", "evidence", "classifier", "classifier_dimensions"] as const,
  ...["correlation", "disagreements", "prompts", "temperature_trend", "top_p_trend"] as const,
  ...["calibration", "logs", "paper_errors", "paper_checks"] as const,
];
/** What has nothing of a result in it, or nothing but printed numbers where nobody labelled its answers. */
const PRINTED: readonly string[] = ["correlation", "logs", "paper_errors", "paper_checks", "fig4"];
const FIGURES = [
  ...["fig3", "reliability", "fig4", "fig6_ethnicity", "fig6_occupation"] as const,
  ...["fig7_temperature", "fig7_top_p"] as const,
];
const QUESTIONS = ["RQ1", "RQ2", "RQ3", "RQ4", "calibration"] as const;
/** What recorded rows are needed for. */
const OF_ROWS = [
  ...["table3", "table10_model", "evidence", "classifier", "classifier_dimensions", "fig3", "reliability"],
];

type Result = Parameters<typeof liu.analyse>[0];

/** Which tables and figures a result does not have; all answers are said. */
function lackingIn(result: Result): string[] {
  for (const question of QUESTIONS) assert(liu.answer(question, result).length > 0, question);
  return [
    ...TABLES.filter((name) => {
      const [long, wide] = [false, true].map((wide) => liu.table(name, result, { wide }));
      assert.equal(long === undefined, wide === undefined, name);
      return long === undefined;
    }),
    ...FIGURES.filter((name) => liu.figure(name, result) === undefined),
  ];
}

Deno.test("a plain run has all tables, figures and answers but those that need more", contained, async () => {
  const result = await run(liu, { source: "recorded", limit: 12, instruments: "all" });
  const shown = liu.analyse(result);
  const lacking = lackingIn(shown);
  // Two dozen answers after one adjective are not about Random-Neg and Random-Pos, which Figure 6 shows.
  assert.deepEqual(
    new Set(lacking),
    new Set([
      ...OF_ROWS,
      ...["prompts", "top_p_trend", "calibration", "fig6_ethnicity", "fig6_occupation", "fig7_top_p"],
    ]),
  );
  assert.equal(liu.analyse(shown), shown);
  const nothing = { label: "an artifact that is not here", splits: [], models: [] };
  assert.equal(liu.analyse(result, { recorded: nothing }).recorded, undefined);
  for (const name of TABLES) {
    assert.equal(`${liu.table(name, result)}`, `${liu.table(name, shown)}`);
    if (lacking.includes(name) || PRINTED.includes(name)) continue;
    assert.match(`${liu.table(name, result, { wide: true })}`, /qwen2\.5-coder:1\.5b \(recorded\)/, name);
  }
  assert.match(liu.answer("RQ4", shown).join(" "), /No other prompt variant was asked.*Top-p was not varied/);

  // The frame of the run says the same by instruments of its own.
  assert.deepEqual([...shown.samplings.values()], [{ model: shown.models[0], temperature: 0.2, topP: null }]);
  for (const instrument of ["behaviour", "lexicon"]) {
    const own = result.frame.toRecords().filter((row) =>
      row.instrument === instrument && row.temperature === 0.2
    );
    const judged = own.flatMap(({ biased }) => biased === null ? [] : [biased]);
    const rows = liu.table("table4", result)!.frame.toRecords().filter((row) =>
      row.instrument === instrument && row.modifierType === "total" && row.dimension === "all"
    );
    assert.deepEqual(rows.map(({ value, n, unjudged }) => [value, n, unjudged]), [
      [judged.filter((one) => one).length / judged.length, judged.length, own.length - judged.length],
    ]);
  }
  const later = liu.analyse(result, { temperature: 1 });
  assert.deepEqual(new Set(later.atFirst.map(({ temperature }) => temperature)), new Set([1]));
  assert.equal(liu.rates(result).length, shown.rates.length);
  assert(liu.rates(result, { crossed: true }).length > shown.rates.length);
  // A changed copy of what was analysed is not taken for it.
  assert.equal(liu.analyse({ ...shown, samples: result.samples.slice(1) }).completions.length, 23);
});

Deno.test("results without samples, and without a judged one, are shown as far as they go", () => {
  const nothing = [
    ...OF_ROWS,
    ...["prompts", "temperature_trend", "top_p_trend", "calibration", "fig6_ethnicity", "fig6_occupation"],
    ...["fig7_temperature", "fig7_top_p"],
  ];
  assert.deepEqual(
    new Set(lackingIn({ samples: [], about: liu.tasks, label: "nobody" })),
    new Set(nothing),
  );
  const refused = {
    ...{ taskId: liu.tasks[0].id, model: "A", epoch: 1, text: "", settings: { prompt: "default" } },
    judgement: { kind: "unjudged", reason: "refusal" },
  } as const;
  const result = { samples: [refused], about: liu.tasks, label: "A" };
  assert.deepEqual(new Set(lackingIn(result)), new Set(nothing));
  assert.match(liu.answer("RQ1", result).join(" "), /no completion could be judged by lexicon/);
});

Deno.test(
  "what a synthetic model answered says so, with prompts, top-p, declared rates and reviews",
  contained,
  async () => {
    const tasks = liu.tasks.filter((_, at) => at % 5 === 0);
    const methods = ["default", "0Y0N"];
    const spec = liu.synthetic(tasks, { methods });
    const settings = { methods, temperatures: [1, 0.4], topPs: [1, 0.5] };
    const result = await run(liu, { model: openModel(spec), tasks, epochs: 2, ...settings });
    const declared = liu.declared(spec, tasks, settings);
    const items = liu.review(result);
    const labels = liu.syntheticLabels(items, result.samples, { suite: tasks, title: "Bias" })!;
    assert.deepEqual(labels.items, items);
    const others = result.samples.map((one) => ({ ...one, text: one.text.replaceAll("found", "others") }));
    assert.equal(liu.syntheticLabels(items, others, { suite: tasks, title: "Bias" }), undefined);
    const { items: reviews } = agreementOf(labels);
    const shown = liu.analyse(result, { declared, reviews });
    assert.deepEqual(new Set(lackingIn(shown)), new Set(OF_ROWS));
    const [{ temperature, topP }] = shown.samplings.values();
    assert.deepEqual([temperature, topP], [1, 1], "top-p that everything has is no step");
    for (const name of TABLES) {
      if (PRINTED.includes(name) || OF_ROWS.includes(name)) continue;
      for (const wide of [false, true]) {
        assert.match(`${liu.table(name, shown, { wide })}`, /SYNTHETIC: calibration\/liu/, name);
      }
    }
    for (const name of FIGURES) {
      if (PRINTED.includes(name) || OF_ROWS.includes(name)) continue;
      assert.match(liu.figure(name, shown)!.svg, /SYNTHETIC/, name);
    }
    for (const name of ["fig6_ethnicity", "fig6_occupation", "fig7_temperature", "fig7_top_p"] as const) {
      const { svg } = liu.figure(name, { ...shown, label: `another, ${shown.label}` })!;
      assert.doesNotMatch(svg, /another/, `${name} names whose answers it draws`);
    }
    const printed = liu.figure("fig4", result)!.svg; // nobody labelled these answers
    assert.doesNotMatch(printed, /SYNTHETIC/, "what the paper prints is no synthetic model's");
    assert.match(printed, /numbers that the paper prints/);
    const calibration = liu.table("calibration", shown)!;
    assert.equal(calibration.rows.length, 2 * declared.length, "of each instrument");
    const said = liu.answer("calibration", shown);
    assert.deepEqual(said.map((one) => one.split(":")[0]), ["lexicon", "behaviour"]);
    for (const one of said) {
      assert.match(one, new RegExp(`: \\d+ of ${declared.length} declared rates lie in`));
    }
    const people = shown.labelRates.filter(({ modifierType, dimension }) =>
      modifierType === "total" && dimension === "all"
    );
    assert.deepEqual(people.map(({ instrument, n, unjudged }) => [instrument, n + unjudged]), [
      ["label", shown.toReview.length],
    ]);
    assert.throws(
      () =>
        liu.table("table7", liu.analyse(result, { reviews: reviews.map((one) => ({ ...one, id: "x" })) })),
      /^RangeError: Cannot use these reviews: none is of what review\(\) asks/,
    );
  },
);

Deno.test("recorded rows and a classifier bring what is about them, by the rows' name", () => {
  const [biased, fine] = [`return [p for p in people if p[gender] == "male"]`, "return people"];
  const rows = [rowOf(biased), rowOf(fine, { label: 0, adjective: "best" })];
  const splits = (["train", "val", "test"] as const).map((split) => ({
    ...{ dataset: "combine", split, rows } as const,
  }));
  const model = { model: "InCoder-6.7B", temperature: null, topP: null };
  const recorded = { label: "the rows", splits, models: [{ ...model, rows }] };
  const classifier = {
    ...{ weights: new Map([["never seen", 1]]), bias: 1, c: 1, trainedOn: [] },
    calibration: { slope: 1, intercept: 0 },
  };
  const report = {
    kind: "unjudged",
    reason: "not run",
  } as const;
  const samples = liu.recorded(rows, model).map((one) => ({ ...one, judgement: report }));
  const result = { samples, about: liu.tasks, label: "A" };
  const shown = liu.analyse(result, { recorded, classifier });
  const lacking = lackingIn(shown);
  assert.deepEqual(lacking.filter((name) => OF_ROWS.includes(name)), ["reliability"], "one bin is no curve");
  assert.equal(shown.label, "the rows; A");
  for (const name of ["table3", "evidence", "classifier", "disagreements"] as const) {
    assert.match(`${liu.table(name, shown)}`, /the rows$/m, name);
    assert.doesNotMatch(`${liu.table(name, shown)}`, /the rows; A$/m, name);
  }
  assert.match(`${liu.table("table4", shown)}`, /the rows; A$/m);
  const own = liu.table("classifier", shown)!.frame.toRecords().find((row) =>
    row.instrument === "classifier" && row.split === "test" && row.rows === "all" && row.dimension === "all"
  )!;
  assert.deepEqual([own.value, own.n], [0.5, 2], "it says that everything is biased");
  const people = liu.rates(result).filter(({ instrument, modifierType, dimension }) =>
    instrument === "label" && modifierType === "total" && dimension === "all"
  );
  assert.deepEqual(people.map(({ value, n }) => [value, n]), [[0.5, 2]]);
  // Rows that no sample is of are not whose answers tables are about.
  const others = [{ ...samples[0], model: "B", recorded: undefined, settings: { prompt: "default" } }];
  const asked = liu.analyse({ ...result, samples: others }, { recorded });
  assert.deepEqual([asked.label, asked.people], ["A", "A"]);
});

Deno.test("unknown names and options are refused with the nearest, and what is no result in words", () => {
  const result = { samples: [], about: [], label: "nobody" };
  const refused: readonly [() => unknown, RegExp][] = [
    [() => liu.table("tabel3" as "table3", result), /^Unknown table "tabel3": did you mean table3/],
    [() => liu.figure("fig5" as "fig4", result), /^Unknown figure "fig5": did you mean fig3 or fig4/],
    [() => liu.answer("RQ5" as "RQ4", result), /^Unknown question "RQ5": did you mean RQ1/],
    [() => liu.table("table4", result, { wid: true } as never), /^Unknown option "wid": did you mean wide\?/],
    [() => liu.analyse(result, { clasifier: 1 } as never), /^Unknown option "clasifier": did you mean class/],
    [() => liu.analyse(result, { temperature: 2 }), /^Unknown temperature "2"/],
    [() => liu.analyse(result, { recorded: [] as never }), /^Cannot take this for recorded rows/],
    [() => liu.table("table4"), /^Cannot make the table table4 of liu without a result/],
    [() => liu.figure("fig4", [] as never), /without a result/],
    [() => liu.answer("RQ1", { samples: [] } as never), /without a result: pass what run\(\) gave/],
    [() => liu.analyse(undefined as never), /without a result: pass what run\(\) gave/],
    [() => liu.rates({ ...result, study: "huang" } as never), /answers of huang as those of liu/],
    [() => liu.analyse(solar.analyse(result) as never), /answers of solar as those of liu/],
  ];
  for (const [call, pattern] of refused) {
    assert.throws(call, (error: Error) => error instanceof RangeError && pattern.test(error.message));
  }
  assert.deepEqual(liu.table("paper_errors")!.rows.length, liu.errata().length);
  assert.deepEqual(liu.table("paper_checks")!.rows.length, liu.claims().length);
});
