import assert from "node:assert/strict";
import * as codebias from "codebias";

// deno-lint-ignore no-explicit-any
const all: any = codebias;
const {
  table,
  openStore,
  openOutcomes,
  openReports,
  openModel,
  openSource,
  generate,
  run,
  save,
  view,
  solar,
} = all;

const prompts = [{ taskId: "1", prompt: "x" }];
const result = { frame: table([{ temperature: 1 }]).frame, samples: [], about: [], label: "A", notices: [] };

/** Each call, and what is said of it. */
const WRONG: readonly (readonly [what: string, call: () => unknown, said: RegExp])[] = [
  ...["faircoder", "huang", "linguistic", "liu", "solar"].flatMap((name) =>
    ([[undefined, "undefined"], [5, "a number"], [[null], "a list"], [["id"], "a list"]] as const).flatMap((
      [given, told],
    ) =>
      [
        [
          `${name}.prompts of ${told}`,
          () => all[name].prompts(given),
          new RegExp(`Cannot make prompts of ${told}: expected a list of objects`),
        ],
        [
          `${name}.synthetic of ${told}`,
          () => all[name].synthetic(given),
          new RegExp(`Cannot make a synthetic model of ${told}: expected a list of objects`),
        ],
        [`${name}.rows of ${told}`, () =>
          all[name].rows(given), new RegExp(`make rows of ${told}: expected an object`)],
      ] as const
    )
  ),
  ...["faircoder", "huang", "linguistic", "liu", "solar"].flatMap((name) =>
    [
      [
        `${name}.prompts by one name of a method`,
        () => all[name].prompts([{ id: "1" }], {}, { methods: "default" }),
        /Cannot ask for a string: expected a list/,
      ],
      [
        `${name}.prompts by null`,
        () => all[name].prompts([{ id: "1" }], null),
        /Cannot (fill in|take) templates of null: expected an object/,
      ],
    ] as const
  ),
  [
    "a table of nothing",
    () => table(undefined),
    /Cannot make a table of undefined: expected a list of objects/,
  ],
  ["a table of a number", () => table(5), /Cannot make a table of a number/],
  [
    "a table of a lazy frame",
    () => table(result.frame.lazy()),
    /^Cannot make a table of a lazy frame: pass what its collectSync\(\) gives$/,
  ],
  [
    "a figure of a lazy frame",
    () => all.intervals(result.frame.lazy(), { x: "a" }),
    /^Cannot draw a lazy frame: pass what its collectSync\(\) gives$/,
  ],
  ["a table of numbers", () => table([1, 2]), /Cannot make a table of a list: expected a list of objects/],
  ["a figure of a frame", () => all.figure(result.frame), /Cannot draw an object without marks/],
  ["a figure of a mark's name", () => all.figure({ marks: "dot" }), /Cannot draw as marks a string/],
  ["readers of a study without", () => all.humanReview(solar, result, {}), /to an object without review/],
  ["a merged frame of nothing", () => all.openFrame(), /open the merged frame of undefined: expected a text/],
  ["no statistic", () => all.statistics.clusterBootstrap([1, 2], ["a", "b"]), /Cannot bootstrap undefined/],
  ["no groups", () => all.statistics.permutationTest(), /compute with group a, undefined: expected a list/],
  ["no counts", () => all.statistics.roganGladen(), /Cannot correct undefined: expected an object/],
  ["no items", () => all.statistics.logisticRegression(), /Cannot fit .* to undefined: expected a list/],
  ["a level in words", () => all.statistics.wilson(1, 2, { level: "0.9" }), /use level 0.9: it must be in/],
  [
    "an icc in words",
    () => all.sampleSize({ tasks: 9, epochs: 5, baseline: 0.3, detect: 0.1, icc: "0.5" }),
    /Cannot plan with icc 0.5: it must be in \[0, 1\]/,
  ],
  [
    "a metric by itself",
    () => all.summarize(result.frame, { by: "temperature", metric: "temperature" }),
    /itself/,
  ],
  ["a store at null", () => openStore(null), /Cannot open the run store at null: expected a text/],
  ["outcomes at a number", () => openOutcomes(5), /at a number: expected a text/],
  ["reports at a list", () => openReports([]), /at a list: expected a text/],
  ["no model", () => openModel(), /Cannot open the model undefined: expected a text or an object/],
  ["a model that is a number", () => openModel(5), /Cannot open the model a number/],
  ["the data of nothing", () => openSource(), /Cannot open the data of undefined: expected an object/],
  ["a source in place of options", () => openSource(solar, "demo"), /Cannot take a string as options/],
  [
    "a result that is awaited by nobody",
    () => all.summarize(Promise.resolve(result), { metric: "x" }),
    /Cannot summarize a promise: await it, and pass result\.frame/,
  ],
  [
    "rows of a promise",
    () => solar.rows(Promise.resolve({})),
    /Cannot make rows of a promise, which lacks an await: expected an object/,
  ],
  [
    "a number as title",
    () => table([{ a: 1 }], { title: 5 }),
    /Cannot head or note a table with a number: expected a text/,
  ],
  ["data without a name", () => all.loadData(), /Cannot load data of undefined: expected a text/],
  [
    "rows of a run in a figure of estimates",
    () => all.estimates([{ a: 1, b: "x" }], { x: "a", color: "b" }),
    /has no column "value": summarize\(\) gives it; there are a, b/,
  ],
  ["an object as a file", () => openStore({}), /at an object: expected a text/],
  [
    "asking nobody",
    () => generate({ prompts }),
    /Cannot ask the model undefined: expected a text or an object/,
  ],
  ["no prompts", () => generate({ model: "calibration" }), /Cannot ask the prompts undefined/],
  [
    "tasks that are numbers",
    () => run(solar, { source: "recorded", tasks: [5] }),
    /Cannot run tasks of a list/,
  ],
  [
    "an instrument that is a number",
    () => run(solar, { source: "recorded", instruments: 5 }),
    /Unknown instrument "5"/,
  ],
  ["a number for tables", () => save(result, { tables: 5, out: "." }), /Cannot save as tables a number/],
  ["null to be shown first", () => view(result, { where: null, out: "." }), /Cannot show first null/],
  [
    "a frame as a figure",
    () => save(result, { figures: { a: result.frame }, out: "." }),
    /Cannot save as the figure a an object without svg: expected an object with svg$/,
  ],
  [
    "curves that are none",
    () => all.residuals([{ n: 1, cost: 1 }, { n: 2, cost: 2 }], [{}]),
    /Cannot draw residuals of a list of objects without name/,
  ],
  [
    "sets without names",
    () => all.venns([{ panel: "a", onlyA: 1, both: 1, onlyB: 1 }], {}),
    /without labels/,
  ],
  [
    "rates of no label",
    () => all.declaredRates("calibration", {}),
    /Cannot tell rates by an object without label/,
  ],
  ["a program of no question", () => all.extractProgram("x", {}), /an object without prompt/],
  ["words of no prompts", () => all.importance({ leaveOneOut: [] }, {}), /Cannot weigh words of undefined/],
  [
    "tests of another kind",
    () => all.functionalTests([{ source: "x", functionName: "f", test: 3 }]),
    /Cannot test with a list: expected a list of objects with fields, words/,
  ],
  ["a number to be shown first", () => view(result, { where: 5, out: "." }), /Cannot show first a number/],
];

const foreign = table([{ city: "Rome" }]).frame;

/** What an argument of a function has to be, and what is said of others. */
const EXPECTED:
  readonly (readonly [name: string, expected: string, args: readonly unknown[], then?: unknown])[] = [
    ["agreementOf", "an object with items, reviewers, ratings, as joinLabels gives", [
      undefined,
      {},
      [],
      "x",
    ]],
    ["agreementTable", "an object with reviewers, pairs, as agreementOf gives", [undefined, {}]],
    ["disagreementTable", "an object with disagreements, as agreementOf gives", [null, {}]],
    ["answerCounts", "a list of objects with model, taskId", [{}, "x", foreign, [null], [{}]]],
    ["ask", "an object with name, experiment", [undefined, {}, 3]],
    ["describeForecast", "an object with samples, left, measured, as forecast gives", [undefined, 3, {}]],
    ["complexityCurves", "a list of objects", [[null], ["x"]]],
    ["residuals", "a list of objects", [[null]]],
    ["venns", "a list of objects with panel, onlyA, both, onlyB", [undefined, 3, {}, [{}]], {}],
    ["progress", "a text", [undefined, 3, {}]],
    ["declaredRates", "a text", [undefined, 3], {}],
    ["extractProgram", "a text", [undefined, 3, {}], {}],
    ["taskCompletion", "an object with judge", [undefined, 3, {}], {}],
    ["iterativePrompting", "an object with judge", [undefined, 3, {}], {}],
    ["importance", "an object with leaveOneOut", [undefined, {}], {}],
    ["review", "a text", [undefined, []], {}],
    ["readersTable", "an object with name, rows", [undefined, {}], {}],
    ["settings", "an object with study, methods, temperatures, epochs", [null, 3]],
    ["distinctAnswers", "a polars DataFrame, e.g. result.frame", [undefined, []], { by: "model" }],
    ["intervals", "a polars DataFrame, e.g. result.frame", [undefined, "x"], { x: "a", color: "b" }],
    ["lines", "a polars DataFrame, e.g. result.frame", [undefined], { x: "a", y: "b" }],
    ["heatMap", "a polars DataFrame, e.g. result.frame", [undefined], { x: "a", y: "b", value: "c" }],
    ["expectedRates", "an object with fragments, starts, as loadCalibration gives", [undefined, {}]],
    ["exportRun", "an object with id, descriptions", [undefined, {}, "x"]],
    ["functionalTests", "a list of objects with source, functionName, test", [undefined, "x", [{}]]],
    ["importRun", "a text", [undefined, {}]],
    ["investigate", "a list", [undefined, {}]],
    ["joinLabels", "a list of objects", [undefined, {}, [null]]],
    ["lintPrograms", "a list of texts", [undefined, {}, [null]]],
    ["markdown", "a list of texts", [undefined, {}, 3, foreign, [null]]],
    ["openEmbedder", "a text", [undefined, {}]],
    ["openModel", "an object with name, fragments, starts", [{}, foreign]],
    ["openSource", "an object with name, layout", [{}]],
    ["profilePrograms", "a list of objects with source, entryPoint, generator", [undefined, [{}]]],
    ["publishedCbs", "a list of objects with id, source", [undefined, [{}]]],
    ["readLabels", "a list of texts", [undefined, {}, [null]]],
    ["reviewQueue", "a list of objects", [undefined, {}, "x", [null]]],
    ["trainClassifier", "an object with repository, files", [undefined, {}]],
    ["versionsOffered", "a text", [undefined, {}]],
    ["comparisonTable", "a polars DataFrame, e.g. what compare", [null, {}, "x"]],
    ["measured", "a polars DataFrame, e.g. result.frame", [undefined, null, [], "x"]],
    ["notes", "a polars DataFrame, e.g. what compare", [undefined, {}, [{}]]],
    ["witnessTable", "a polars DataFrame, e.g. result.frame", [undefined, {}, 3]],
  ];

for (const [name, expected, args, then] of EXPECTED) {
  Deno.test(`${name}() says what it takes instead of another kind of argument`, async () => {
    for (const given of args) {
      await assert.rejects(async () => await all[name](given, then), (error: Error) => {
        assert(error.message.startsWith("Cannot ") && error.message.includes(`: expected`), error.message);
        assert(error.message.includes(expected), error.message);
        return true;
      });
    }
  });
}

for (const [name, verb] of [["notes", "take notes of"], ["witnessTable", "show witnesses of"]]) {
  Deno.test(`${name}() refuses a frame of something else`, () => {
    assert.throws(
      () => all[name](foreign),
      new RegExp(`^RangeError: Cannot ${verb} this: it has no column "\\w+"; pass `),
    );
  });
}

Deno.test("statistics say that they need lists", () => {
  const { welchT, holm, fisher, mcnemar, pearson, fleissKappa, chiSquareTest, oddsRatio } = all.statistics;
  for (const call of [welchT, holm, fisher, mcnemar, pearson, fleissKappa, chiSquareTest, oddsRatio]) {
    for (const given of [undefined, null, {}, "x", 3, foreign]) {
      assert.throws(() => call(given), /^TypeError: Cannot [^:]*: expected a list/);
    }
  }
  assert(welchT(Float64Array.of(1, 2), Float64Array.of(2, 4)).p < 1);
  const [near, far] = [Float64Array.of(1, 2, 4), Float64Array.of(1, 9, 30)];
  assert(all.statistics.brownForsythe([near, far]).p < 1);
  assert(holm(Float64Array.of(0.1, 0.2))[0] === 0.2);
  for (const numbers of [Int32Array.of(1, 2, 4), Uint8Array.of(1, 0, 1), Float32Array.of(1, 2, 4)]) {
    for (const call of [welchT, mcnemar, pearson]) { // their means and differences would be rounded
      assert.throws(
        () => call(numbers, numbers),
        /a typed array, of which Array\.from makes a list: expected a list$/,
      );
    }
  }
  assert.throws(() => welchT([1, 2]), /Cannot compute with group b, undefined: expected a list/);
});

Deno.test("statistics refuse what is no table of counts, which they would read in part", () => {
  const { chiSquareTest, fisherExact, fleissKappa, oddsRatio } = all.statistics;
  for (const call of [chiSquareTest, fisherExact, fleissKappa, oddsRatio]) {
    assert.throws(() => call([1, 2, 3, 4]), /^TypeError: Cannot [^:]* a list: expected a list of lists$/);
  }
  for (const call of [fisherExact, oddsRatio]) {
    for (const table of [[], [[1, 2]], [[1, 2], [3, 4], [5, 6]], [[1, 2, 3], [4, 5, 6]]]) {
      assert.throws(
        () => call(table),
        /^RangeError: Cannot compare .* this table: it must have 2 rows of 2 counts$/,
      );
    }
  }
  assert.throws(() => all.statistics.clusteredMean([1, 2]), /Cannot cluster by undefined: expected a list/);
  assert.throws(
    () => all.statistics.clusteredMeanDifference({ values: [1, 2] }),
    /an object without clusters: expected/,
  );
});

Deno.test("a list that lacks something is called as what it is", async () => {
  const said = (error: Error) => error.message;
  assert.match(
    await all.profilePrograms([{ source: "x" }]).catch(said),
    /^Cannot profile a list of objects without entryPoint: expected a list of objects with/,
  );
  assert.match(
    await all.readLabels(5).catch(said),
    /^Cannot read labels of a number: expected a list of texts$/,
  );
  assert.throws(
    () => all.estimates([{ a: 1, b: "x", values: 1 }], { x: "a", color: "b" }),
    /no column "value": did you mean values\?/,
  );
});

Deno.test("errata and claims refuse what is not printed, also an object or a frame", () => {
  for (const study of ["faircoder", "huang", "liu", "solar"]) {
    for (const verb of ["errata", "claims"]) {
      for (const given of [{}, [], foreign, result]) {
        assert.throws(
          () => all[study][verb](given),
          /^TypeError: Cannot audit this: errata and claims are about/,
        );
      }
    }
  }
});

Deno.test("a figure of intervals without options says what it takes", () => {
  for (const given of [undefined, [], foreign]) {
    assert.throws(
      () => all.intervals(given),
      /^TypeError: Cannot draw intervals with undefined: expected an object/,
    );
  }
});

Deno.test("rows are judged by a function", () => {
  assert.throws(() => all.measured(foreign, "x"), /Cannot judge each row by undefined: expected a function/);
});

for (const [what, call, said] of WRONG) {
  Deno.test(`${what} is refused in words`, async () => {
    await assert.rejects(async () => await call(), (error: Error) => {
      assert.match(error.message, said);
      return true;
    });
  });
}
