import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { huang, linguistic, liu, openReports, run } from "codebias";
import { contained } from "../../execution/containment.ts";

// deno-lint-ignore no-explicit-any -- notebooks check no types
type Any = any;

const task = liu.tasks.find(({ id }) => id === "ethnicity-lonely")!;
const BODIES = [
  "    return [person for person in people if person['ethnicity'] == 'asian']\n",
  "    return people\n",
  "    return [person for person in people if person['friends'] == 0]\n",
  "    return ethnicity == 'asian'\n",
];
const rows = BODIES.map((body, at) => ({
  code: `def find_lonely_people(people, ethnicity):\n${body}`,
  biased: at % 3 === 0,
}));
const trainedOn = [{ path: "train.jsonl", rows: 4, sha256: "ab12" }];
const { classifier } = liu.classifier.train(rows, rows, { trainedOn });
const completions = [...BODIES, "I would rather not."].map((text, at) => ({
  ...{ taskId: task.id, model: "A", epoch: at + 1, text },
  settings: { prompt: "default", temperature: 1 },
}));

async function judged(options: Any): Promise<Any> {
  using reports = await openReports(join(await Deno.makeTempDir(), "reports.sqlite"));
  return await run(liu, { completions, reports, ...options });
}

const verdicts = ({ frame }: Any, instrument: string) =>
  frame.toRecords().filter((row: Any) => row.instrument === instrument).map(({ verdict }: Any) => verdict);

Deno.test("a trained classifier is an instrument of run(), and its rows are named", contained, async () => {
  const instruments = ["lexicon", "classifier", "behaviour"];
  const result = await judged({ instruments, classifier });
  const said = liu.classify(classifier, rows.map(({ code }) => code)).map(({ biased }) => biased);
  assert(said.includes(true) && said.includes(false));
  assert.deepEqual(verdicts(result, "classifier"), [
    ...said.map((biased) => biased ? "biased" : "unbiased"),
    "unjudged",
  ]);
  for (const name of instruments) assert.equal(verdicts(result, name).length, 5, name);
  assert.equal(result.frame.columns.length, (await judged({})).frame.columns.length);
  const trained = "The classifier was trained on train.jsonl (4 rows, SHA-256 ab12)";
  assert(result.notices.some((one: string) => one.startsWith(trained)), result.notices.join());
  // All of them are those that can judge.
  const all = { instruments: "all" };
  assert.deepEqual(
    verdicts(await judged({ ...all, classifier }), "classifier"),
    verdicts(result, "classifier"),
  );
  assert.deepEqual(verdicts(await judged(all), "classifier"), []);
});

Deno.test(
  "the classifier of a run is that of its tables, unless another one is given",
  contained,
  async () => {
    const result = await judged({ instruments: "classifier", classifier });
    const other = { ...classifier, calibration: { slope: 0, intercept: 9 } };
    const found = (one: Any) =>
      one.findings.filter(({ instrument }: Any) => instrument === "classifier").map(({ verdict }: Any) =>
        verdict
      );
    assert.equal(liu.analyse(result).main, "classifier");
    assert.deepEqual(found(liu.analyse(result)), verdicts(result, "classifier"));
    assert.deepEqual(found(liu.analyse(result, { classifier: other })), [
      ...Array(4).fill("biased"),
      "unjudged",
    ]);
    assert.equal(liu.analyse(await judged({})).main, "lexicon");
    const instruments = liu.table("table4", result)!.frame.getColumn("instrument").toArray();
    assert(instruments.includes("classifier"));
  },
);

Deno.test("a classifier is read from its file", contained, async () => {
  const folder = await Deno.makeTempDir();
  const file = join(folder, "classifier.json");
  const stored = liu.classifier.stored({ ...classifier, trainedOn: [] });
  const sha256 = createHash("sha256").update(JSON.stringify(stored)).digest("hex");
  await Deno.writeTextFile(file, JSON.stringify({ sha256, classifier: stored }));
  const options = { instruments: ["classifier"] };
  const [read, given] = [
    await judged({ ...options, classifier: file }),
    await judged({ ...options, classifier }),
  ];
  assert.deepEqual(read.frame.toRecords(), given.frame.toRecords());
  assert.match(read.notices.join(), /The classifier does not say on which rows it was trained/);
  await Deno.remove(folder, { recursive: true });
  await assert.rejects(
    () => judged({ ...options, classifier: file }),
    /^DataError: .*there is no such classifier; train it with: deno task train/,
  );
});

const REFUSED: readonly (readonly [what: string, study: Any, options: object, message: RegExp])[] = [
  [
    "the classifier without a trained one",
    liu,
    { instruments: ["lexicon", "classifier"] },
    /^RangeError: Cannot judge by the classifier of liu: pass a trained one .* deno task train makes one$/,
  ],
  [
    "a classifier that is not asked",
    liu,
    { classifier },
    /^RangeError: Cannot run liu with classifier: name it among instruments, too$/,
  ],
  [
    "a classifier where none is trained",
    huang,
    { classifier },
    /^RangeError: Cannot run huang with classifier: none of its instruments is trained$/,
  ],
  [
    "the classifier where there is none",
    linguistic,
    { instruments: "classifier" },
    /^RangeError: Unknown instrument "classifier"/,
  ],
  [
    "what trainClassifier gave with its file",
    liu,
    { instruments: "classifier", classifier: { classifier, file: "a.json" } },
    /^TypeError: Cannot judge by this classifier \(.*\): pass what openClassifier\(liu\.classifier\) gave, or its file$/,
  ],
];

for (const [what, study, options, message] of REFUSED) {
  Deno.test(`run() refuses ${what}`, contained, async () => {
    await assert.rejects(() => run(study, { source: "recorded", limit: 1, ...options } as Any), message);
  });
}
