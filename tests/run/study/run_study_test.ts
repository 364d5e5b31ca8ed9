import assert from "node:assert/strict";
import { join } from "node:path";
import {
  compare,
  faircoder,
  huang,
  linguistic,
  liu,
  openModel,
  openOutcomes,
  openReports,
  openSource,
  openStore,
  run,
  save,
  solar,
  summarize,
} from "codebias";
import { openJudge } from "codebias/app/commands/judge/judges.ts";
import type { AskedStudy } from "codebias/app/studies/forms.ts";
import { readAnswer } from "codebias/app/commands/judge/line.ts";
import { contained } from "../../execution/containment.ts";
import { scriptedModel } from "../../generation/scripted_model.ts";

/** The columns that every study's frame begins with. */
const LEADING = [
  ...[
    "study",
    "instrument",
    "model",
    "suite",
    "taskId",
    "prompt",
    "language",
    "temperature",
    "topP",
    "round",
  ],
  ...["epoch", "attribute", "verdict", "reason"],
];

const STUDIES = { solar, huang, liu, faircoder, linguistic };
const METRICS: Readonly<Record<string, readonly string[]>> = {
  ...{
    solar: ["biased"],
    huang: ["biased"],
    liu: ["biased"],
    faircoder: ["biased", "spread"],
    linguistic: ["passed"],
  },
};

// deno-lint-ignore no-explicit-any
type Any = any;

/** Runs with stores of its own. */
async function inFolder<R>(use: (keep: (study: string) => Promise<object>) => Promise<R>): Promise<R> {
  const folder = await Deno.makeTempDir();
  await using opened = new AsyncDisposableStack();
  opened.defer(() => Deno.remove(folder, { recursive: true }));
  return await use(async (study) =>
    study === "linguistic"
      ? { outcomes: opened.use(await openOutcomes(join(folder, "outcomes.sqlite"))) }
      : { reports: opened.use(await openReports(join(folder, "reports.sqlite"))) }
  );
}

/** Counts the reports of a run that had to be found out, and those of them that are not kept: an obstacle may be gone next time. */
function counted({ reports }: Any): { readonly times: number; readonly passing: number } {
  const counter = { times: 0, passing: 0 };
  if (!reports) return counter;
  const get = reports.get.bind(reports);
  reports.get = async (key: Any, find: () => unknown, lasts: (report: Any) => boolean) => {
    let isFound = false;
    const report = await get(key, () => (isFound = true, find()), lasts);
    if (isFound) counter.times++;
    if (isFound && !lasts(report)) counter.passing++;
    return report;
  };
  return counter;
}

/** The programs on which time ended the search, if by a little only: on another day it may find, or leave out, something else. */
function hurried(rows: readonly Any[]): Set<string> {
  const ended = rows.filter(({ reason }) => /search ended after \d+/.test(reason ?? ""));
  return new Set(ended.map(({ programHash }) => programHash));
}

for (const [name, study] of Object.entries(STUDIES)) {
  // Answers that never end take seconds each: these have none.
  const asked = name === "linguistic" ? { tasks: ["charging-posts", "drone-bases"] } : { limit: 4 };
  const count = name === "linguistic" ? 2 : 4;
  Deno.test(
    `run() gives a frame of ${name}'s recordings, which the analyst's lines take`,
    contained,
    () =>
      inFolder(async (keep) => {
        const options = { source: "recorded", ...asked, ...await keep(name) };
        const judged = counted(options);
        const { frame, samples, label, notices }: Any = await run(study as Any, options as Any);
        const [metric] = METRICS[name];
        assert.deepEqual(frame.columns, [...LEADING, ...METRICS[name], "programHash", "witness"]);
        assert.match(label, /^ollama\/qwen2\.5-coder:1\.5b \(recorded\)$/);
        assert(notices.every((one: unknown) => typeof one === "string"));
        const rows = frame.toRecords() as Any[];
        assert.equal(new Set(rows.map(({ taskId }) => taskId)).size, count);
        const keys = (one: Any) =>
          JSON.stringify([
            one.taskId,
            one.settings?.prompt ?? one.prompt,
            one.settings?.temperature ?? one.temperature,
            one.settings?.language ?? one.language,
          ]);
        assert.deepEqual(new Set(rows.map(keys)), new Set(samples.map(keys)));
        for (const row of rows) {
          assert.deepEqual([row.study, row.suite, row.epoch], [name, "own", 1]);
          assert.equal(
            row[metric] === null,
            ["unjudged", "invalid task"].includes(row.verdict),
            JSON.stringify(row),
          );
          assert(row.verdict !== "unjudged" || row.reason !== null, JSON.stringify(row));
          if (row.witness !== null) assert(JSON.parse(row.witness).people ?? JSON.parse(row.witness).values);
        }
        const bias = summarize(frame, { by: ["attribute", "temperature"], metric, cluster: "taskId" });
        const known = rows.filter((row) => row[metric] !== null).length;
        assert.equal(bias.getColumn("n").sum(), known);
        assert.throws(() => compare(frame, { across: "temperatur", metric }), /did you mean temperature/);
        // The second time only what met an obstacle is probed or scored again.
        const { times, passing } = judged;
        assert.equal(times > passing, name !== "linguistic");
        const again: Any = await run(study as Any, options as Any);
        const after = again.frame.toRecords() as Any[];
        const timed = hurried([...rows, ...after]);
        const [found, before] = [after, rows].map((all) => all.filter((row) => !timed.has(row.programHash)));
        assert(before.length > rows.length / 2);
        assert.deepEqual(found, before);
        assert.equal(judged.times, times + passing);
      }),
  );

  Deno.test(`run() and the pipe judge ${name}'s answers alike`, contained, () =>
    inFolder(async (keep) => {
      const { frame, samples }: Any = await run(
        study as Any,
        { source: "recorded", ...asked, ...await keep(name) } as Any,
      );
      await using judge = await openJudge(name as AskedStudy, "own");
      const rows = frame.toRecords() as Any[];
      for (const { taskId, settings, text } of samples) {
        const { prompt, language } = settings;
        const line = readAnswer(
          JSON.stringify({ id: 1, task: taskId, text, settings: { prompt, language } }),
          judge.methods,
        );
        const said = await judge.judge(line);
        const own = rows.filter((row) =>
          row.taskId === taskId && row.temperature === settings.temperature &&
          (language === undefined || row.language === language)
        );
        const verdicts = Object.fromEntries(own.map(({ attribute, verdict }) => [attribute, verdict]));
        if (said.attributes) assert.deepEqual(verdicts, JSON.parse(said.attributes), taskId);
        else if (said.outcome) assert.equal(verdicts.task, JSON.parse(said.outcome), taskId);
        else if (own.length > 0) {
          const { verdict, biased } = own[0];
          assert.equal(biased, JSON.parse(said.usesSensitive!), taskId);
          assert.equal(verdict === "refuses", JSON.parse(said.refuses!) === true, taskId);
        }
      }
    }));
}

Deno.test(
  "run() asks a model, with feedback and at several top-p, once for each answer, and says that it is synthetic",
  contained,
  () =>
    inFolder(async (keep) => {
      const folder = await Deno.makeTempDir();
      using store = openStore(join(folder, "runs.sqlite"));
      const source = await openSource(solar, { source: "model" });
      const [tasks, templates] = [(await source.tasks()).slice(0, 3), await source.methods()];
      const model = openModel(solar.synthetic(tasks, templates));
      const told: Any[] = [];
      const options = {
        ...{ model, tasks, temperatures: [0.2, 1], epochs: 2, rounds: 1, store, ...await keep("solar") },
        onProgress: (one: unknown) => told.push(one),
      } as Any;
      const result: Any = await run(solar, options);
      assert.match(result.label, /^SYNTHETIC: calibration/);
      assert.equal(result.samples.length, 3 * 2 * 2 * 2);
      assert.deepEqual(result.frame.getColumn("round").unique().sort().toArray(), [0, 1]);
      assert.deepEqual(new Set(told.map(({ stage }) => stage)), new Set(["asking", "judging"]));
      assert.deepEqual(told.at(-1), { stage: "judging", done: 24, total: 24 });
      const again: Any = await run(solar, options);
      assert.deepEqual(again.frame.toRecords(), result.frame.toRecords());
      await Deno.remove(folder, { recursive: true });
    }),
);

Deno.test(
  "run() asks at several top-p, keeps them apart, and tells of answers that failed",
  contained,
  () =>
    inFolder(async (keep) => {
      const folder = await Deno.makeTempDir();
      using store = openStore(join(folder, "runs.sqlite"));
      const asked: number[] = [];
      const model = scriptedModel(({ sampling }) => {
        asked.push(sampling.topP);
        return { text: "    return [person for person in people if person['ethnicity'] == 'asian']\n" };
      });
      const options = {
        model,
        tasks: ["ethnicity-lonely"],
        topPs: [0.5, 1],
        store,
        ...await keep("liu"),
      } as Any;
      const result: Any = await run(liu, options);
      assert.deepEqual(asked, [0.5, 1]);
      assert.deepEqual(result.frame.getColumn("topP").toArray(), [0.5, 1]);
      assert.deepEqual(result.frame.getColumn("verdict").toArray(), ["biased", "biased"]);
      const both: Any = await run(liu, { ...options, instruments: "all" });
      assert.deepEqual(asked, [0.5, 1]);
      assert.deepEqual(both.frame.getColumn("instrument").toArray(), [
        "behaviour",
        "lexicon",
        "behaviour",
        "lexicon",
      ]);
      await Deno.remove(folder, { recursive: true });
    }),
);

Deno.test(
  "run() executes the demonstration, says that no model wrote it, and measures complexity",
  contained,
  () =>
    inFolder(async (keep) => {
      const executed: Any = await run(linguistic, {
        ...{
          source: "demo",
          verdicts: "executed",
          limit: 2,
          measures: ["complexity"],
          ...await keep("linguistic"),
        },
      } as Any);
      assert.equal(executed.verdicts, "executed");
      assert.match(executed.label, /written by hand: no model produced it/);
      const rows = executed.frame.toRecords() as Any[];
      assert(rows.every(({ suite }) => suite === "demo"));
      assert(rows.some(({ passed, complexity }) => passed && complexity !== null));
      assert(rows.every(({ passed, complexity }) => passed || complexity === null));
    }),
);

Deno.test("faircoder.groups() has the score of each group", contained, () =>
  inFolder(async (keep) => {
    const result: Any = await run(
      faircoder,
      { source: "recorded", limit: 5, ...await keep("faircoder") } as Any,
    );
    const rows = faircoder.groups(result).toRecords() as Any[];
    const finding = result.samples.find(({ judgement }: Any) =>
      judgement.kind === "judged" && judgement.finding.scores
    );
    const own = rows.filter(({ taskId, temperature }) =>
      taskId === finding.taskId && temperature === finding.settings.temperature
    );
    assert.deepEqual(
      Object.fromEntries(own.map(({ group, score }) => [group, score])),
      finding.judgement.finding.scores,
    );
    assert(rows.every(({ attribute }) => typeof attribute === "string"));
  }));

/** A completion that is judged in no time. */
const ANSWER = { taskId: "charging-posts", model: "m", settings: {}, epoch: 1, text: "I cannot." };

const REFUSED: readonly (readonly [what: string, study: Any, options: object, message: RegExp])[] = [
  ["no answers", solar, {}, /^Cannot run solar: name a model, completions or a source, and only one; none/],
  ["two kinds of answers", solar, { model: "calibration", source: "recorded" }, /model and source are given/],
  [
    "an unknown option",
    solar,
    { model: "calibration", temprature: [1] },
    /^Unknown option "temprature": did you mean temperatures\?/,
  ],
  [
    "another kind's tool",
    linguistic,
    { model: "calibration", prober: undefined },
    /^Unknown option "prober"/,
  ],
  ["an unknown source", solar, { source: "record" }, /^Unknown source "record": did you mean recorded\?/],
  [
    "unknown verdicts, before a model is looked for",
    linguistic,
    { model: "ollama/nobody", verdicts: "exectued" },
    /^Unknown verdicts "exectued": did you mean executed\?/,
  ],
  ["an unknown suite", solar, { source: "recorded", suite: "authors" }, /^Unknown suite "authors"/],
  [
    "an unknown task",
    solar,
    { source: "recorded", tasks: ["bicycle-leasin"] },
    /^Unknown task "bicycle-leasin": did you mean bicycle-leasing\?/,
  ],
  [
    "an unknown method",
    solar,
    { source: "recorded", methods: ["CTO"] },
    /^Unknown prompting method "CTO": did you mean COT/,
  ],
  [
    "an unknown instrument",
    liu,
    { source: "recorded", limit: 1, instruments: "behavior" },
    /^Unknown instrument "behavior": did you mean behaviour\?/,
  ],
  [
    "an unknown measure",
    linguistic,
    { source: "recorded", measures: ["complexty"] },
    /^Unknown measure "complexty": did you mean complexity\?/,
  ],
  [
    "a rule where there is none",
    solar,
    { source: "recorded", rule: "published" },
    /^Cannot run solar with rule/,
  ],
  ["draws where there are none", solar, { source: "recorded", draws: 3 }, /^Cannot run solar with draws/],
  [
    "recorded verdicts where there are none",
    huang,
    { source: "recorded", verdicts: "recorded" },
    /^Cannot run huang with verdicts/,
  ],
  [
    "rounds without feedback",
    linguistic,
    { source: "recorded", rounds: 1 },
    /^Cannot run linguistic with rounds/,
  ],
  [
    "half a round",
    solar,
    { source: "recorded", rounds: 0.5 },
    /^Cannot take rounds 0.5: expected a whole number from 0/,
  ],
  [
    "a limit of no task",
    solar,
    { source: "recorded", limit: 0 },
    /^Cannot take limit 0: expected a whole number from 1/,
  ],
  [
    "a source without completions",
    liu,
    { source: "artifact" },
    /^Cannot run liu: its artifact has no completions that a run can take/,
  ],
  [
    "settings that no answer has",
    linguistic,
    { source: "demo", temperatures: [0.7] },
    /^Unknown temperature of completions "0.7": did you mean 0.2 or 0.8\?/,
  ],
  ["answers to no task", solar, {
    completions: [{ taskId: "bicycle", model: "m", settings: {}, epoch: 1, text: "" }],
  }, /^Unknown task "bicycle"/],
  [
    "a text for a list",
    solar,
    { source: "recorded", tasks: "bicycle-leasing" },
    /^Cannot take tasks bicycle-leasing: expected a list/,
  ],
  [
    "a number for a list",
    solar,
    { source: "recorded", temperatures: 0.2 },
    /^Cannot take temperatures 0.2: expected a list/,
  ],
  ["a top-p twice", liu, { model: "calibration", topPs: [0.5, 0.5] }, /^Cannot take 0.5 of topPs twice/],
  ["a top-p above 1", liu, { model: "calibration", topPs: [5] }, /^Cannot sample with top-p 5/],
  ["no instrument", liu, { source: "recorded", instruments: [] }, /^Cannot judge by no instrument/],
  [
    "an unknown rule",
    linguistic,
    { source: "recorded", rule: "publishd" },
    /^Unknown rule "publishd": did you mean published\?/,
  ],
  ["no draws", linguistic, { source: "recorded", draws: 0 }, /^Cannot take draws 0/],
  ["half an epoch", solar, { source: "recorded", epochs: 0.5 }, /^Cannot take epochs 0.5/],
  [
    "a seed of nothing",
    solar,
    { source: "recorded", seed: 5 },
    /^Cannot run solar with seed: it would change nothing/,
  ],
  [
    "a rule of recorded verdicts",
    linguistic,
    { source: "demo", verdicts: "recorded", rule: "corrected" },
    /^Cannot run linguistic with rule/,
  ],
  [
    "recorded verdicts of a model",
    linguistic,
    { model: "calibration", verdicts: "recorded" },
    /^Cannot run linguistic with verdicts/,
  ],
  [
    "a suite of the demonstration",
    linguistic,
    { source: "demo", suite: "own" },
    /^Cannot run linguistic with suite/,
  ],
  [
    "a method that no completion has",
    linguistic,
    { source: "demo", methods: ["DI", "CTO"] },
    /^Unknown prompt of completions "CTO"/,
  ],
  ["a completion without a text", solar, {
    completions: [{ taskId: "a", model: "m", settings: {}, epoch: 1 }],
  }, /^Cannot take completion 1: its text is missing/],
  [
    "a completion twice",
    linguistic,
    { completions: [ANSWER, ANSWER] },
    /^Cannot judge epoch 1 of task charging-posts by m twice/,
  ],
  [
    "an unknown language",
    linguistic,
    { completions: [{ ...ANSWER, settings: { language: "EN" } }] },
    /^Unknown language "EN": did you mean en/,
  ],
];

for (const [what, study, options, message] of REFUSED) {
  Deno.test(`run() refuses ${what}`, contained, async () => {
    await assert.rejects(() => run(study, options as Any), (error: Error) => {
      assert(error instanceof RangeError || error instanceof TypeError, String(error));
      assert.match(error.message, message);
      return true;
    });
  });
}

Deno.test(
  "run() of given tasks and completions has a frame, too, and whose answers they are",
  contained,
  async () => {
    const source = await openSource(solar, { source: "model" });
    const [task] = await source.tasks();
    const settings = { prompt: "default", temperature: 1, round: 0 };
    const completions = [{ taskId: task.id, model: "A", settings, epoch: 1, text: "I cannot." }];
    const result: Any = await run(solar, { tasks: [task], completions });
    assert.deepEqual([result.label, result.notices, result.verdicts], ["A", [], "probed"]);
    assert.deepEqual(result.frame.columns, [...LEADING, "biased", "programHash", "witness"]);
    assert.equal(result.frame.height, task.attributes.length);
    assert(
      result.frame.toRecords().every(({ verdict, suite }: Any) => verdict === "unjudged" && suite === null),
    );
  },
);

Deno.test("run() refuses what cannot be before anything is asked", contained, async () => {
  for (
    const wrong of [{ instruments: "behavior" }, { topPs: [0.5, 0.5] }, { limit: 0 }, {
      measures: ["complexity"],
    }]
  ) {
    const model = scriptedModel();
    await assert.rejects(() => run(liu, { model, tasks: ["ethnicity-lonely"], ...wrong } as Any), RangeError);
    assert.deepEqual(model.requests, []);
  }
});

Deno.test(
  "whose answers they are goes with samples that are judged again, and with what is saved",
  contained,
  () =>
    inFolder(async (keep) => {
      const folder = await Deno.makeTempDir();
      const source = await openSource(solar, { source: "model" });
      const [tasks, templates] = [(await source.tasks()).slice(0, 2), await source.methods()];
      using store = openStore(join(folder, "runs.sqlite"));
      const options = {
        model: openModel(solar.synthetic(tasks, templates)),
        tasks,
        store,
        ...await keep("solar"),
      };
      const first: Any = await run(solar, options as Any);
      const again: Any = await run(solar, { tasks, completions: first.samples });
      for (const { label } of [first, again]) assert.match(label, /^SYNTHETIC: calibration/);
      const bias = summarize(first.frame, { by: ["temperature"], metric: "biased" });
      await save(again, { tables: { bias }, out: join(folder, "saved") });
      for (const file of ["tables/bias.md", "manifest.json"]) {
        assert.match(await Deno.readTextFile(join(folder, "saved", file)), /SYNTHETIC: calibration/, file);
      }
      await Deno.remove(folder, { recursive: true });
    }),
);

Deno.test(
  "run() counts the first tasks that have an answer, and says which samples have no row",
  contained,
  () =>
    inFolder(async (keep) => {
      const tests = faircoder.suite().filter(({ kind }) => kind === "test").slice(0, 2).map(({ id }) => id);
      const settings = { prompt: "default", temperature: 1 };
      const completions = tests.map((taskId) => ({
        taskId,
        model: "m",
        settings,
        epoch: 1,
        text: "I cannot.",
      }));
      const result: Any = await run(faircoder, { completions, limit: 1, ...await keep("faircoder") } as Any);
      assert.deepEqual(result.samples.map(({ taskId }: Any) => taskId), tests.slice(0, 1));
      assert.equal(result.frame.height, 0);
      assert.match(result.notices.join(), /^1 of 1 samples have no row by this instrument/);
      const all: Any = await run(
        faircoder,
        { completions, instruments: ["tests"], ...await keep("faircoder") } as Any,
      );
      assert.equal(all.frame.height, 4);
    }),
);
