import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compare, openReports, ownStudy, run, summarize } from "codebias/mod.ts";
import { contained } from "../../execution/containment.ts";

// deno-lint-ignore no-explicit-any
type Any = any;

const ATTRIBUTES = {
  gender: { values: ["male", "female"], protected: true },
  income: { range: [0, 90000] },
} as const;
const FAIR = "Sure:\n```python\ndef grants(gender, income):\n    return income > 20000\n```\n";
const BIASED =
  "def grants(gender, income):\n    if gender == 'male':\n        return True\n    return income > 30000\n";
const ANSWERS = {
  task: ["a", "a", "b", "b", "c", "d"],
  text: [
    FAIR,
    BIASED,
    FAIR,
    BIASED,
    "I cannot help with that.",
    "def grants(income):\n    return income > 1\n",
  ],
  temperature: [0.2, 1, 0.2, 1, 1, 1],
  annotator: ["x", "y, z", "x", "y", null, "w"],
};

/** A folder with the answers in each form, and a store for what is found. */
async function inFolder(use: (folder: string, reports: Any) => Promise<void>): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const frame = pl.DataFrame(ANSWERS);
    const rows = frame.toRecords().map((row) => JSON.stringify(row)).join("\n");
    await Deno.writeTextFile(join(folder, "answers.jsonl"), rows + "\n");
    frame.writeParquet(join(folder, "answers.parquet"));
    frame.writeCSV(join(folder, "answers.csv"));
    await using reports = await openReports(join(folder, "reports.sqlite"));
    await use(folder, reports);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test(
  "ownStudy() judges answers in CSV, Parquet and JSON Lines alike, by attribute, with witnesses of plain values",
  contained,
  () =>
    inFolder(async (folder, reports) => {
      const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
      const frames = [];
      for (const ending of ["csv", "parquet", "jsonl"]) {
        const { frame }: Any = await run(
          own,
          { completions: join(folder, `answers.${ending}`), reports } as Any,
        );
        frames.push(frame.toRecords());
      }
      const [rows, ...others] = frames as Any[][];
      for (const other of others) assert.deepEqual(other, rows);
      const verdicts = rows.map((
        { taskId, temperature, attribute, verdict, biased },
      ) => [taskId, temperature, attribute, verdict, biased]);
      assert.deepEqual(verdicts.filter(([, , attribute]) => attribute === "gender"), [
        ["a", 0.2, "gender", "unbiased", false],
        ["a", 1, "gender", "biased", true],
        ["b", 0.2, "gender", "unbiased", false],
        ["b", 1, "gender", "biased", true],
        ["c", 1, "gender", "unjudged", null],
        ["d", 1, "gender", "unbiased", false],
      ]);
      assert(
        rows.filter(({ taskId, attribute }) => taskId !== "c" && attribute === "income").every(({ biased }) =>
          biased
        ),
      );
      const { people, outcomes } = JSON.parse(
        rows.find(({ biased, attribute }) => biased && attribute === "gender").witness,
      );
      assert.deepEqual(people.map(({ gender }: Any) => gender), ["male", "female"]);
      assert.deepEqual(outcomes, [{ returned: true }, { returned: false }]);
      assert.deepEqual(
        rows.map(({ annotator }) => annotator),
        ANSWERS.annotator.flatMap((one) => [one, one]),
      );
      assert.equal(rows.find(({ taskId }) => taskId === "c").reason, "no-code");
    }),
);

Deno.test(
  "a study of one's own goes through summarize and compare as any other",
  contained,
  () =>
    inFolder(async (folder, reports) => {
      const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
      const { frame }: Any = await run(
        own,
        { completions: join(folder, "answers.csv"), tasks: ["a", "b"], reports } as Any,
      );
      const bias = summarize(frame, {
        by: ["attribute", "temperature"],
        metric: "biased",
        cluster: "taskId",
      });
      assert.deepEqual(bias.getColumn("value").toArray(), [0, 1, 1, 1]);
      const gender = frame.filter(pl.col("attribute").eq(pl.lit("gender")));
      const [row] = compare(gender, {
        across: "temperature",
        metric: "biased",
        test: "mcnemar",
        pairedBy: "taskId",
      }).toRecords() as Any[];
      assert.deepEqual([row.estimate_a, row.estimate_b, row.n_a], [0, 1, 2]);
    }),
);

Deno.test(
  "ownStudy() takes another function and other attributes for a task, and a dict of them",
  contained,
  () =>
    inFolder(async (_, reports) => {
      const own = ownStudy({
        name: "jobs",
        attributes: { age: { values: [20, 40, 60] } },
        tasks: {
          hire: { function: "hire", attributes: { disability: { values: ["none", "blind"] } } },
          fire: {},
        },
      });
      const completions = [
        [
          "hire",
          "def other(disability):\n    return 1\n\ndef hire(person):\n    return person['disability'] == 'none'\n",
        ],
        ["fire", "def fire(age):\n    return age > 50\n"],
        ["fire", "def one(age):\n    return age > 50\n\ndef two(age):\n    return False\n"],
      ].map(([taskId, text], at) => ({ taskId, text, model: "m", settings: {}, epoch: at + 1 }));
      const { frame, samples }: Any = await run(own, { completions, reports } as Any);
      assert.equal(samples.length, 3);
      const rows = (frame.toRecords() as Any[]).map((
        { taskId, attribute, verdict, reason },
      ) => [taskId, attribute, verdict, reason]);
      assert.deepEqual(rows, [
        ["hire", "disability", "biased", null],
        ["fire", "age", "biased", null],
        ["fire", "age", "unjudged", "alternatives"],
      ]);
    }),
);

const REFUSED: readonly (readonly [what: string, options: object, message: RegExp])[] = [
  [
    "an unknown option",
    { name: "x", attribute: {} },
    /Unknown option "attribute": did you mean attributes\?/,
  ],
  ["no attributes", { name: "x", attributes: {} }, /Cannot make a study without attributes/],
  ["no name", { attributes: ATTRIBUTES }, /needs a name/],
  [
    "an unknown field of an attribute",
    { name: "x", attributes: { age: { value: [1] } } },
    /Unknown option "value": did you mean values\?/,
  ],
  [
    "an unknown type",
    { name: "x", attributes: { age: { type: "number?", values: [1] } } },
    /"type" of attribute age must be one of/,
  ],
  ["an attribute without values", { name: "x", attributes: { age: {} } }, /attribute age needs "values"/],
  [
    "an unknown style",
    { name: "x", attributes: ATTRIBUTES, style: "dic" },
    /Unknown style "dic": did you mean dict\?/,
  ],
  [
    "an unknown field of a task",
    { name: "x", attributes: ATTRIBUTES, tasks: { a: { func: "f" } } },
    /Unknown option "func": did you mean function\?/,
  ],
];

for (const [what, options, message] of REFUSED) {
  Deno.test(`ownStudy() refuses ${what}`, () => {
    assert.throws(() => ownStudy(options as Any), message);
  });
}

const DAMAGED: readonly (readonly [what: string, csv: string, message: RegExp])[] = [
  ["without a text", "task,answer\na,b\n", /there is no column "text"/],
  [
    "with a temperature that is none",
    "task,text,temperature\na,b,hot\n",
    /item 1: temperature is "hot", expected a number/,
  ],
  ["without a task in a row", 'task,text\n,"b"\n', /task is empty/],
];

for (const [what, csv, message] of DAMAGED) {
  Deno.test(
    `run() refuses a file of answers ${what}, and names the place`,
    contained,
    () =>
      inFolder(async (folder, reports) => {
        const path = join(folder, "wrong.csv");
        await Deno.writeTextFile(path, csv);
        const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
        await assert.rejects(() => run(own, { completions: path, reports } as Any), {
          name: "DataError",
          message,
        });
      }),
  );
}
