import assert from "node:assert/strict";
import {
  huang,
  loadData,
  openModel,
  openProber,
  openSource,
  publishedCbs,
  run,
  taskCompletion,
} from "codebias";
import { presented } from "codebias/studies/huang/presented.ts";
import { agreementOf } from "codebias/review/agreement.ts";
import { contained } from "../../execution/containment.ts";
import { tasks as suite, templates } from "./own_suite.ts";

type Result = Parameters<typeof huang.analyse>[0];
type TableName = keyof typeof presented.tables;

const TABLES = Object.keys(presented.tables) as TableName[];
const FIGURES = Object.keys(presented.figures) as (keyof typeof presented.figures)[];
const QUESTIONS = Object.keys(presented.answers) as (keyof typeof presented.answers)[];
const PRINTED: readonly TableName[] = ["paper_errors", "paper_checks", "paper_reliability", "paper_offered"];
const ALL: readonly string[] = [...TABLES, ...FIGURES.map((name) => `figure ${name}`)];

/** Which tables and figures a result has; all answers are said. */
function shownOf(result: Result): string[] {
  for (const question of QUESTIONS) assert(huang.answer(question, result).length > 0, question);
  return [
    ...TABLES.filter((name) => [false, true].map((wide) => huang.table(name, result, { wide }))[0]),
    ...FIGURES.filter((name) => huang.figure(name, result)).map((name) => `figure ${name}`),
  ];
}

Deno.test("a plain run has all tables, figures and answers but those that need more", contained, async () => {
  const result = await run(huang, { source: "recorded", limit: 12 });
  const shown = huang.analyse(result);
  const lacking = [
    ...["table2", "effects", "transitions", "trade_offs", "corrected", "mistakes", "calibration"],
    ...["figure instruments", "figure strategies", "figure trade_off"],
  ];
  assert.deepEqual(shownOf(result), ALL.filter((name) => !lacking.includes(name)));
  assert.equal(huang.analyse(shown), shown);
  for (const name of TABLES) {
    assert.equal(`${huang.table(name, result)}`, `${huang.table(name, shown)}`);
    if (lacking.includes(name) || PRINTED.includes(name)) continue;
    const isOfPaper = name === "table5" || name === "table9";
    assert.match(
      `${huang.table(name, result)}`,
      isOfPaper ? /The paper's numbers alone/ : /qwen2\.5-coder:1\.5b \(recorded\)/,
    );
  }

  // Counted anew, from what the verdicts' frame says of each attribute.
  for (const temperature of [0.2, 1]) {
    const own = result.frame.toRecords().filter((row) => row.temperature === temperature);
    const answers = [...Map.groupBy(own, ({ taskId, epoch }) => `${taskId} ${epoch}`).values()];
    const judged = answers.filter((rows) =>
      rows.some(({ biased }) => biased === true) || rows.every(({ biased }) => biased !== null)
    );
    const biased = judged.filter((rows) => rows.some((row) => row.biased === true)).length;
    const [row, ...more] = huang.table("table4", result)!.frame.toRecords().filter((one) =>
      one.metric === "CBS" && one.attribute === "overall" && one.temperature === temperature &&
      one.model === own[0].model
    );
    assert.equal(more.length, 0);
    assert(judged.length > 5);
    assert.deepEqual([row.value, row.n, row.unjudged], [
      biased / judged.length,
      judged.length,
      answers.length - judged.length,
    ]);
  }
  assert.deepEqual(huang.rates(result), shown.rates);
  assert.match(huang.witness(result).join(" "), /This assertion fails/);
  assert(huang.review(result).length > 0);

  // Nobody reviewed: what people would find is in no row.
  const metrics = new Set(huang.table("table6", result)!.frame.getColumn("metric").toArray());
  assert(metrics.has("by probing") && !metrics.has("by review") && !metrics.has("total"));

  const [first] = result.samples;
  const others = first.settings.temperature === 1 ? 0.2 : 1;
  assert(shown.byAttribute.every(({ temperature }) => temperature === first.settings.temperature));
  const { byAttribute } = huang.analyse(result, { temperature: others });
  assert(byAttribute.length > 0 && byAttribute.every(({ temperature }) => temperature === others));
  // A changed copy of what was analysed is not taken for it.
  assert.equal(huang.analyse({ ...shown, samples: [first] }).rows.length, 1);
});

Deno.test("results without samples, and without a judged one, are shown as far as they go", () => {
  const nobody = { samples: [], about: [], label: "nobody" };
  const ofPaper = ["table4", "table5", "table6", "table7", "table8", "table9", "reasons", "inputs"];
  assert.deepEqual(shownOf(nobody), [...ofPaper, ...PRINTED]);
  const refused = {
    ...{ taskId: suite[0].id, model: "A", epoch: 1, text: "No." },
    settings: { prompt: "CoT1", temperature: 1, round: 0 },
    judgement: { kind: "unjudged", reason: "refusal" },
  } as const;
  const shown = shownOf({ samples: [refused], about: suite, label: "A" });
  assert(
    shown.includes("figure strategies") && !shown.includes("figure bias"),
    "nothing of the original prompt",
  );
});

Deno.test(
  "all that a synthetic model answered says so, with declared rates, reviews and what programs do",
  contained,
  async () => {
    const source = await openSource(huang, { source: "model" });
    const tasks = (await source.tasks()).slice(0, 12);
    const spec = huang.synthetic(tasks, templates);
    await using prober = await openProber();
    const methods = ["original", "CoT2"];
    const asking = { methods, temperatures: [1], rounds: 1 };
    const result = await run(huang, { ...asking, model: openModel(spec), tasks, epochs: 2, prober });
    const functions = (await loadData("huang/labelled", huang.parseLabelled)).slice(0, 4);
    const { samples } = await run(huang.with("original"), { ...huang.asAnswers(functions), prober });
    const reports = await Promise.all(functions.map(({ subject }) => prober.probe(subject)));
    const sources = functions.map(({ id, subject }) => ({ id, source: subject.source }));
    const [tests, asPublished] = [
      await publishedCbs(sources, { maxCases: 50 }),
      await publishedCbs(huang.analyse(result).programs, { maxCases: 50 }),
    ];

    const items = huang.review(result);
    const title = "Bias";
    const labels = huang.syntheticLabels(items, result.samples, { suite: tasks, title })!;
    assert.deepEqual(labels.items.map(({ id }) => id), items.map(({ id }) => id));
    assert.equal(huang.syntheticLabels(items, result.samples, { suite: suite.slice(-1), title }), undefined);
    const agreed = new Map(agreementOf(labels).items.map(({ id, majority }) => [id, majority]));

    const more = {
      constructed: huang.construct(suite, {
        candidates: await loadData("huang/construction/candidates.yaml", huang.parseCandidates),
        pairs: await loadData("huang/construction/pairs.yaml", huang.parsePairs),
        similarity: huang.ngrams(),
      }),
      declared: huang.declared(spec, tasks, templates, { ...asking, k: [2, 5], completed: true }),
      done: await taskCompletion(huang, { tasks, samples: result.samples, prober }),
      labelled: { functions, reports, tests },
      pooled: { functions, samples: { original: samples } },
    };
    const before = huang.analyse(result, more);
    const shown = huang.analyse(before, { agreed, asPublished });
    assert.equal(before.reviewed, undefined, "what was analysed before stays as it is");
    assert.deepEqual(shownOf(shown).toSorted(), ALL.toSorted());
    const { threshold, rocArea } = more.constructed;
    assert.match(
      huang.answer("construction", shown).join(" "),
      new RegExp(
        `at least ${threshold.value!.toFixed(2)}.* on ${threshold.n} labelled pairs.* ${
          rocArea.value!.toFixed(2)
        } `,
      ),
    );
    assert.match(huang.answer("construction", result).join(), /there is no answer/);
    const heads = huang.answer("all", { ...shown, label: `A; ${shown.label}; tasks` }).filter((line) =>
      line.startsWith("**")
    );
    assert.deepEqual(heads.slice(1), [
      "**Answer to RQ2** (labelled functions of our own)",
      "**Answer to RQ3** (SYNTHETIC: calibration/huang)",
    ]);

    const ofOthers: readonly string[] = [...PRINTED, "table2", "table5", "table9", "mistakes", "instruments"];
    for (const name of TABLES.filter((one) => !ofOthers.includes(one))) {
      for (const wide of [false, true]) {
        assert.match(`${huang.table(name, shown, { wide })}`, /SYNTHETIC: calibration\/huang/, name);
      }
    }
    for (const name of FIGURES.filter((one) => !ofOthers.includes(one))) {
      assert.match(huang.figure(name, shown)!.svg, /SYNTHETIC/, name);
    }
    const { svg } = huang.figure("strategies", { ...shown, label: `another; ${shown.label}` })!;
    assert.doesNotMatch(svg, /another/, "a figure names whose answers it draws");

    // Five completions of a task were declared, and two asked for: what was not measured is not compared.
    const compared = huang.table("calibration", shown)!.frame.toRecords();
    assert(compared.every(({ value, declared }) => value !== null && declared !== null));
    const metrics = new Set(compared.map(({ metric }) => metric));
    assert.deepEqual(metrics, new Set(["CBS", "CBS_U@2", "CBS_I@2"]));

    const share = shown.corrected!.shares.find(({ instrument, estimate }) =>
      instrument === "ours" && estimate === "apparent"
    )!;
    const verdicts = shown.reviewable.flatMap(({ row }) =>
      Object.values(row.attributes).filter(({ aliases, verdict }) =>
        aliases.length > 0 && verdict !== "unjudged"
      )
    );
    assert.equal(
      share.value,
      verdicts.filter(({ verdict }) => verdict === "biased").length / verdicts.length,
    );
    const ours = huang.analyse(before, { agreed }).corrected!.shares;
    assert.deepEqual(ours, shown.corrected!.shares.filter(({ instrument }) => instrument === "ours"));
    const seconds = huang.table("table9", shown)!.frame.toRecords().filter(({ metric }) =>
      metric === "calls"
    );
    assert.deepEqual(seconds.map(({ pools }) => pools), ["original"]);
    assert.throws(
      () => huang.analyse(before, { labelled: { functions, reports: reports.slice(1) } }).slots,
      /^RangeError: Cannot judge 4 labelled functions by 3 reports: pass those of the same functions/,
    );
    assert.throws(
      () =>
        huang.analyse(before, { pooled: { functions: functions.slice(1), samples: { original: samples } } })
          .byPools,
      /^RangeError: Cannot judge labelled functions by samples of others/,
    );
  },
);

Deno.test("names and options that are not known are refused, with the nearest, and so is what is no result", () => {
  const nobody = { samples: [], about: [], label: "nobody" };
  const refusals: readonly (readonly [call: () => unknown, message: RegExp])[] = [
    [
      () => huang.table("tabel4" as never, nobody),
      /^RangeError: Unknown table "tabel4": did you mean table4/,
    ],
    [() => huang.figure("bais" as never, nobody), /^RangeError: Unknown figure "bais": did you mean bias\?/],
    [() => huang.answer("RQ4" as never, nobody), /^RangeError: Unknown question "RQ4": did you mean RQ1/],
    [() => huang.table("table4", nobody, { wid: true } as never), /^RangeError: Unknown option "wid"/],
    [() => huang.analyse(nobody, { agree: new Map() } as never), /option "agree": did you mean agreed\?/],
    [
      () => huang.analyse(nobody, { pools: "wide" as never }),
      /^RangeError: Unknown kind of value pools "wide"/,
    ],
    [() => huang.analyse(nobody, { temperature: 0.7 }), /^RangeError: Unknown temperature "0.7"/],
    [() => huang.table("table4", undefined), /without a result: pass what run\(\) gave/],
    [() => huang.figure("bias", [] as never), /without a result: pass what run\(\) gave/],
    [
      () => huang.answer("RQ1", {} as never),
      /without a result: pass what run\(\) gave/,
    ],
    [() => huang.analyse({ ...nobody, study: "solar" } as never), /answers of solar as those of huang/],
    [() => huang.rates(undefined as never), /without a result/],
  ];
  for (const [call, message] of refusals) {
    assert.throws(call, (error) => message.test(`${error}`), `${message}`);
  }
});

Deno.test("printed tables need no result, and errata and claims are their rows", () => {
  for (const name of PRINTED) assert(huang.table(name)!.frame.height > 0, name);
  assert.equal(huang.table("paper_errors")!.frame.height, huang.errata().length);
  assert.equal(huang.table("paper_checks")!.frame.height, huang.claims().length);
  assert.equal(huang.paper.numbers, huang.paper.numbers);
});
