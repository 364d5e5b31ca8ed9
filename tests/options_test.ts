import assert from "node:assert/strict";
import * as codebias from "codebias";
import { rates } from "codebias/studies/linguistic/metrics/rates.ts";

/** A call with options that nothing else is wrong with before they are looked at, a mistyped name, and what is meant. */
type Misspelt = readonly [call: (options: never) => unknown, given: string, meant: string];

const { statistics } = codebias;
const NONE = undefined as never;
const AGREEMENT = { reviewers: [], percent: {}, pairs: [], alpha: {}, disagreements: [] } as never;
const [A, B] = [[1, 2, 4, 7], [2, 3, 7, 9]];

/** Each function with options. What they are for is not there: a name is refused at the door. */
const MISSPELT: Readonly<Record<string, Misspelt>> = {
  openSource: [(options) => codebias.openSource(codebias.huang, options), "sauce", "source"],
  openModel: [(options) => codebias.openModel("calibration", options), "patiense", "patience"],
  pullModel: [(options) => codebias.pullModel("llama3.2", options), "onProgres", "onProgress"],
  openFrame: [(options) => codebias.openFrame("merged", options), "witneses", "witnesses"],
  openEmbedder: [(options) => codebias.openEmbedder("ollama/llama3.2", options), "bach", "batch"],
  coverage: [(options) => codebias.coverage(NONE, options), "run", "runs"],
  generate: [codebias.generate, "epoch", "epochs"],
  beginGeneration: [codebias.beginGeneration, "epoch", "epochs"],
  writeBatch: [(options) => codebias.writeBatch(options, "batch.jsonl"), "epoch", "epochs"],
  ask: [
    (options) => codebias.ask(codebias.solar, codebias.settings({ study: "solar" }), options),
    "promts",
    "prompts",
  ],
  forecast: [codebias.forecast, "temperature", "temperatures"],
  importance: [(options) => codebias.importance(NONE, options), "control", "controls"],
  investigate: [(options) => codebias.investigate([], NONE, options), "sandbx", "sandbox"],
  run: [(options) => codebias.run(codebias.linguistic, options), "outcome", "outcomes"],
  study: [codebias.study, "titel", "title"],
  checking: [codebias.checking, "rule", "rules"],
  probing: [codebias.probing, "subjects", "subject"],
  scoring: [codebias.scoring, "score", "scored"],
  ownStudy: [codebias.ownStudy, "atributes", "attributes"],
  profilePrograms: [(options) => codebias.profilePrograms([], options), "outcome", "outcomes"],
  openProber: [codebias.openProber, "worker", "workers"],
  openScorer: [codebias.openScorer, "levels", "level"],
  iterativePrompting: [(options) => codebias.iterativePrompting(codebias.huang, options), "round", "rounds"],
  taskCompletion: [(options) => codebias.taskCompletion(codebias.huang, options), "probers", "prober"],
  lintPrograms: [(options) => codebias.lintPrograms([], options), "pragma", "pragmas"],
  functionalTests: [(options) => codebias.functionalTests([], options), "sandboxes", "sandbox"],
  publishedCbs: [(options) => codebias.publishedCbs([], options), "maxCase", "maxCases"],
  extractProgram: [(options) => codebias.extractProgram("", options), "entrypoint", "entryPoint"],
  openClassifier: [(options) => codebias.openClassifier(codebias.liu.classifier, options), "fil", "file"],
  trainClassifier: [(options) => codebias.trainClassifier(codebias.liu.classifier, options), "files", "file"],
  reviewQueue: [(options) => codebias.reviewQueue([], options), "samples", "sample"],
  agreementOf: [(options) => codebias.agreementOf(AGREEMENT, options), "levels", "level"],
  humanReview: [
    (options) => codebias.humanReview(codebias.liu, NONE, options),
    "tittle",
    "title",
  ],
  review: [(options) => codebias.review([], options), "tittle", "title"],
  view: [(options) => codebias.view([], options), "were", "where"],
  declaredRates: [(options) => codebias.declaredRates("", options), "lable", "label"],
  distinctAnswers: [(options) => codebias.distinctAnswers(NONE, options), "clusters", "cluster"],
  compare: [(options) => codebias.compare(NONE, options), "acros", "across"],
  decide: [(options) => codebias.decide(NONE, options), "margins", "margin"],
  sampleSize: [codebias.sampleSize, "task", "tasks"],
  summarize: [(options) => codebias.summarize(NONE, options), "metrics", "metric"],
  beside: [(options) => codebias.beside([], [], options), "publish", "published"],
  table: [(options) => codebias.table([], options), "heading", "headings"],
  comparisonTable: [(options) => codebias.comparisonTable(NONE, options), "decimal", "decimals"],
  witnessTable: [(options) => codebias.witnessTable(NONE, options), "tittle", "title"],
  agreementTable: [(options) => codebias.agreementTable(AGREEMENT, options), "heading", "headings"],
  disagreementTable: [(options) => codebias.disagreementTable(AGREEMENT, options), "heading", "headings"],
  complexityCurves: [(options) => codebias.complexityCurves(NONE, [], options), "costs", "cost"],
  estimates: [(options) => codebias.estimates(NONE, options), "colour", "color"],
  heatMap: [(options) => codebias.heatMap(NONE, options), "midpiont", "midpoint"],
  intervals: [(options) => codebias.intervals(NONE, options), "subtitel", "subtitle"],
  lines: [(options) => codebias.lines(NONE, options), "serie", "series"],
  residuals: [(options) => codebias.residuals(NONE, [], options), "costs", "cost"],
  venns: [(options) => codebias.venns([], options), "label", "labels"],
  save: [(options) => codebias.save([], options), "table", "tables"],
  settings: [codebias.settings, "temperature", "temperatures"],
  proportion: [(options) => codebias.proportion(1, 2, options), "unjuged", "unjudged"],
  wilson: [(options) => codebias.wilson(1, 2, options), "levle", "level"],
};

/** The same for the functions in `statistics`. */
const MISSPELT_STATISTICS: Readonly<Record<string, Misspelt>> = {
  oneSampleT: [(options) => statistics.oneSampleT(A, options), "maen", "mean"],
  pairedT: [(options) => statistics.pairedT(A, B, options), "alternativ", "alternative"],
  pooledT: [(options) => statistics.pooledT(A, B, options), "levle", "level"],
  welchT: [(options) => statistics.welchT(A, B, options), "alternatives", "alternative"],
  mannWhitney: [(options) => statistics.mannWhitney(A, B, options), "methods", "method"],
  wilcoxonSignedRank: [(options) => statistics.wilcoxonSignedRank(A, B, options), "methods", "method"],
  signTest: [(options) => statistics.signTest(A, B, options), "alternativ", "alternative"],
  permutationTest: [(options) => statistics.permutationTest(A, B, options), "pairs", "paired"],
  equivalenceT: [(options) => statistics.equivalenceT(A, B, options), "margins", "margin"],
  cohensD: [(options) => statistics.cohensD(A, B, options), "hedge", "hedges"],
  cohensDOneSample: [(options) => statistics.cohensDOneSample(A, options), "means", "mean"],
  oddsRatio: [(options) => statistics.oddsRatio([[1, 2], [3, 4]], options), "levels", "level"],
  mcnemar: [(options) => statistics.mcnemar([true, false], [false, true], options), "levels", "level"],
  mcnemarExact: [(options) => statistics.mcnemarExact(1, 2, options), "levels", "level"],
  fisher: [
    (options) => statistics.fisher([true, false], [false, true], options),
    "alternativ",
    "alternative",
  ],
  fisherExact: [(options) => statistics.fisherExact([[1, 2], [3, 4]], options), "alternativ", "alternative"],
  chiSquareTest: [(options) => statistics.chiSquareTest([[1, 2], [3, 4]], options), "yate", "yates"],
  cochranArmitage: [(options) => statistics.cochranArmitage([], options), "alternativ", "alternative"],
  proportion: [(options) => statistics.proportion(1, 2, options), "unjuged", "unjudged"],
  wilson: [(options) => statistics.wilson(1, 2, options), "levels", "level"],
  clopperPearson: [(options) => statistics.clopperPearson(1, 2, options), "levels", "level"],
  newcombe: [(options) => statistics.newcombe(1, 2, 1, 3, options), "levels", "level"],
  newcombePaired: [(options) => statistics.newcombePaired(NONE, options), "levels", "level"],
  unitMean: [(options) => statistics.unitMean([0.1, 0.4], options), "levels", "level"],
  clusteredMean: [(options) => statistics.clusteredMean(A, A, options), "levels", "level"],
  clusteredMeanDifference: [
    (options) => statistics.clusteredMeanDifference(NONE, NONE, options),
    "levels",
    "level",
  ],
  clusteredSlope: [(options) => statistics.clusteredSlope(A, B, A, options), "levels", "level"],
  clusteredProportionDifference: [
    (options) => statistics.clusteredProportionDifference(NONE, NONE, options),
    "levels",
    "level",
  ],
  clusteredProportion: [(options) => statistics.clusteredProportion([0, 1], A, options), "levels", "level"],
  clusterBootstrap: [(options) => statistics.clusterBootstrap(A, A, NONE, options), "sed", "seed"],
  pearson: [(options) => statistics.pearson(A, B, options), "levels", "level"],
  spearman: [(options) => statistics.spearman(A, B, options), "levels", "level"],
  brownForsythe: [(options) => statistics.brownForsythe([A, B], options), "centre", "center"],
  checkAssumptions: [(options) => statistics.checkAssumptions(A, B, options), "aplha", "alpha"],
  shannonEntropy: [(options) => statistics.shannonEntropy(A, options), "normalised", "normalized"],
  entropyInterval: [(options) => statistics.entropyInterval(A, options), "sed", "seed"],
  percentAgreement: [(options) => statistics.percentAgreement([A, B], options), "levels", "level"],
  cohensKappa: [(options) => statistics.cohensKappa(A, B, options), "levl", "level"],
  fleissKappa: [(options) => statistics.fleissKappa([A, B], options), "resample", "resamples"],
  krippendorffAlpha: [(options) => statistics.krippendorffAlpha([A, B], options), "resample", "resamples"],
  diagnosticRates: [(options) => statistics.diagnosticRates(NONE, options), "levels", "level"],
  roganGladen: [(options) => statistics.roganGladen(NONE, options), "effectivN", "effectiveN"],
  logisticRegression: [(options) => statistics.logisticRegression([], [], options), "feature", "features"],
  reliability: [(options) => statistics.reliability([], [], options), "bin", "bins"],
  detectableD: [statistics.detectableD, "powr", "power"],
  neededN: [statistics.neededN, "aplha", "alpha"],
  powerProportions: [statistics.powerProportions, "aplha", "alpha"],
  powerT: [statistics.powerT, "kin", "kind"],
};

/** Functions without options: what they take is data, questions, names; the options of a figure are Observable Plot's. */
const WITHOUT_OPTIONS = [
  ...[
    "answerCounts",
    "describeForecast",
    "expectedRates",
    "exportRun",
    "figure",
    "importRun",
    "joinLabels",
  ],
  ...[
    "loadCalibration",
    "loadData",
    "markdown",
    "measured",
    "notes",
    "openOutcomes",
    "openReports",
    "openStore",
    "orSay",
    "perAnswer",
    "progress",
  ],
  ...[
    "readLabels",
    "readersTable",
    "versionsOffered",
    "whyNoLinter",
    "DataError",
    "ModelError",
    "SandboxError",
  ],
];
const STATISTICS_WITHOUT_OPTIONS = [
  ...["benjaminiHochberg", "bonferroni", "cohensH", "confusionMatrix", "distinct", "expectedEntropy"],
  ...["goodnessOfFit", "holm", "majorityLabels", "passAtK", "plattScaling", "shapiroWilk"],
  "varianceComponents",
];

/** What is refused however the function is called, at once or later. */
async function refusal(call: Misspelt[0], options: Readonly<Record<string, unknown>>): Promise<Error> {
  try {
    await call(options as never);
  } catch (error) {
    return error as Error;
  }
  throw new Error("nothing was refused");
}

for (const [prefix, all] of [["", MISSPELT], ["statistics.", MISSPELT_STATISTICS]] as const) {
  for (const [name, [call, given, meant]] of Object.entries(all)) {
    Deno.test(`${prefix}${name}() refuses an option that it does not have, and names the nearest`, async () => {
      for (const value of [1, undefined]) {
        const error = await refusal(call, { [given]: value });
        assert(error instanceof RangeError, `${error}`);
        assert(error.message.startsWith(`Unknown option "${given}": did you mean ${meant}`), error.message);
      }
    });
  }
}

Deno.test("every exported function is among those with options, or those without", () => {
  const functionsOf = (module: object) =>
    Object.entries(module).filter(([, value]) => typeof value === "function").map(([name]) => name).sort();
  assert.deepEqual(functionsOf(codebias), [...Object.keys(MISSPELT), ...WITHOUT_OPTIONS].sort());
  assert.deepEqual(
    functionsOf(statistics),
    [...Object.keys(MISSPELT_STATISTICS), ...STATISTICS_WITHOUT_OPTIONS].sort(),
  );
});

Deno.test("run() refuses what only other kinds of studies take", async () => {
  const { run, huang, solar, liu, faircoder, linguistic } = codebias;
  const one = { tasks: [], completions: [] };
  for (const study of [huang, solar, liu]) {
    const error = await refusal(
      () => run(study as typeof huang, { ...one, outcomes: undefined } as never),
      {},
    );
    assert.match(
      error.message,
      /^Unknown option "outcomes": Known: completions, onProgress, prober, reports, signal, tasks$/,
    );
  }
  const scored = await refusal(() => run(faircoder, { ...one, scorers: undefined } as never), {});
  assert.match(scored.message, /^Unknown option "scorers": did you mean scorer\?/);
  const checked = await refusal(() => run(linguistic, { ...one, prober: undefined } as never), {});
  assert.match(checked.message, /^Unknown option "prober"/);
});

Deno.test("options that are no object are refused, not read as one", async () => {
  for (
    const [given, called] of [["model", "a string"], [["model"], "a list"], [null, "null"], [5, "a number"]]
  ) {
    const error = await refusal(() => codebias.summarize(NONE, given as never), {});
    assert(error instanceof TypeError);
    assert.match(
      error.message,
      new RegExp(`^Cannot take ${called} as options: expected an object with by, metric`),
    );
  }
});

Deno.test("what options hold is refused by name, too: patience, persistence, sampling", async () => {
  const prompts = [{ taskId: "1", prompt: "Write a function." }];
  const asking = { model: "calibration", prompts };
  for (
    const [call, pattern] of [
      [
        () => codebias.openModel("ollama/x", { patience: { idle: 1 } as never }),
        /"idle": did you mean idleMs/,
      ],
      [
        () => codebias.generate({ ...asking, persistence: { trys: 1 } as never }),
        /"trys": did you mean tries/,
      ],
      [() => codebias.generate({ ...asking, sampling: { topp: 1 } as never }), /"topp": did you mean topP/],
      [() => codebias.generate({ ...asking, sampling: { toString: 1 } as never }), /"toString"/],
    ] as const
  ) assert.match((await refusal(call, {})).message, pattern);
});

Deno.test("a source takes the settings of a notebook as they are, and no name that is in neither", async () => {
  const { openSource, linguistic, settings } = codebias;
  const source = await openSource(linguistic, { ...settings(), source: "demo" });
  const wrong = await refusal(() => openSource(linguistic, { ...settings(), sauce: "demo" } as never), {});
  assert.match(wrong.message, /^Unknown option "sauce": did you mean source\?/);
  const alone = await refusal(() => openSource(linguistic, { temperatures: [1] } as never), {});
  assert.match(alone.message, /^Unknown option "temperatures"/);
  for (const read of [() => source.completions({ model: ["x"] } as never)]) {
    assert.match((await refusal(read, {})).message, /^Unknown option "model": did you mean models\?/);
  }
});

/** Values that a study's own functions may be given by mistake, with what is said. */
const NOBODY = { samples: [], about: [], label: "nobody" };

const MISSPELT_IN_STUDIES: readonly (readonly [what: string, call: () => unknown, message: RegExp])[] = [
  [
    "a source",
    () => codebias.openSource(codebias.linguistic, { source: "artefact" } as never),
    /^Unknown source "artefact": did you mean artifact\?/,
  ],
  [
    "a suite",
    () => codebias.openSource(codebias.solar, { suite: "onw" } as never),
    /^Unknown suite "onw": did you mean own\?/,
  ],
  [
    "verdicts",
    () =>
      codebias.run(
        codebias.linguistic,
        { tasks: [], completions: [], verdicts: "execute", rule: "corrected" } as never,
      ),
    /^Unknown verdicts "execute": did you mean executed\?/,
  ],
  [
    "a prompt's field",
    () => codebias.generate({ model: "calibration", prompts: [{ taskId: "a", promt: "x" }] } as never),
    /^Unknown option "promt": did you mean prompt\?/,
  ],
  [
    "no task's id",
    () => codebias.generate({ model: "calibration", prompts: [{ prompt: "x" }] } as never),
    /^Cannot ask without a taskId/,
  ],
  [
    "Solar's prompts",
    () => codebias.solar.prompts([], {}, { method: [] } as never),
    /^Unknown option "method": did you mean methods\?/,
  ],
  [
    "Huang's prompts",
    () => codebias.huang.prompts([], {}, { method: [] } as never),
    /^Unknown option "method": did you mean methods\?/,
  ],
  [
    "Liu's prompts",
    () => codebias.liu.prompts([], {}, { method: [] } as never),
    /^Unknown option "method": did you mean methods\?/,
  ],
  [
    "FairCoder's prompts",
    () => codebias.faircoder.prompts([], {}, { method: [] } as never),
    /^Unknown option "method": did you mean methods\?/,
  ],
  [
    "linguistic prompts",
    () => codebias.linguistic.prompts([], {}, { language: [] } as never),
    /^Unknown option "language": did you mean languages\?/,
  ],
  [
    "FairCoder's suite",
    () => codebias.faircoder.suite({ perAtribute: 1 } as never),
    /^Unknown option "perAtribute": did you mean perAttribute\?/,
  ],
  [
    "linguistic rates",
    () => rates([], { invalidTask: "left-out" } as never),
    /^Unknown option "invalidTask": did you mean invalidTasks\?/,
  ],
  [
    "what is found in answers",
    () => codebias.linguistic.analyse(NOBODY, { timing: [] } as never),
    /^Unknown option "timing": did you mean timings\?/,
  ],
  [
    "a prompting method",
    () => codebias.linguistic.analyse(NOBODY, { method: "DJ" }),
    /^Unknown prompting method "DJ": Known: none/,
  ],
  [
    "a way with invalid tasks",
    () => rates([], { invalidTasks: "leftout" } as never),
    /^Unknown way with invalid tasks "leftout": did you mean left-out\?/,
  ],
  [
    "Liu's rates",
    () => codebias.liu.rates({ samples: [], about: [], label: "" }, { cross: true } as never),
    /^Unknown option "cross": did you mean crossed\?/,
  ],
  [
    "what Liu's analysis is given",
    () => codebias.liu.analyse({ samples: [], about: [], label: "" }, { review: [] } as never),
    /^Unknown option "review": did you mean reviews\?/,
  ],
];

for (const [what, call, message] of MISSPELT_IN_STUDIES) {
  Deno.test(`what studies are given is refused by name, too: ${what}`, async () => {
    const error = await refusal(() => call(), {});
    assert.match(error.message, message);
  });
}
