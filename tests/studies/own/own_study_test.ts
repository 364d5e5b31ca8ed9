import assert from "node:assert/strict";
import { join } from "node:path";
import pl from "nodejs-polars";
import { compare, openReports, ownStudy, run, summarize } from "codebias";
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
      assert.equal(rows.find(({ taskId }) => taskId === "c").reason, "refusal");
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
  "where the function has another name, run() says which functions there are",
  contained,
  () =>
    inFolder(async (_, reports) => {
      const reasonOf = async (text: string, more: object = {}) => {
        const attributes = { age: { values: [20, 40] } };
        const own = ownStudy({ name: "jobs", function: "hire", attributes, ...more } as Any);
        const completions = [{ taskId: "1", text, model: "m", settings: {}, epoch: 1 }];
        const { frame }: Any = await run(own, { completions, reports } as Any);
        return frame.toRecords()[0].reason;
      };
      const [one, two] = ["def fire(age):\n    return age > 50\n", "def ask(age):\n    return age\n"];
      assert.equal(await reasonOf(one + two), "no function is called hire: there is fire, ask");
      const method = `class Person:\n    def hire(self, age):\n        return age > 50\n`;
      const of = { className: "Job" };
      assert.equal(await reasonOf(method, of), "no function is called Job.hire: there is Person.hire");
      assert.equal(await reasonOf("Sure."), "no-code");
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
  [
    "an attribute with one value",
    { name: "x", attributes: { gender: { values: ["male", "male"] } } },
    /attribute gender has one value/,
  ],
  [
    "a value that is none",
    { name: "x", attributes: { age: { values: [NaN, 1] } } },
    /"values" of attribute age: NaN is no text/,
  ],
  [
    "a value that is missing",
    { name: "x", attributes: { age: { values: [undefined, 1] } } },
    /"values" of attribute age: undefined is no text/,
  ],
  [
    "a list for an attribute",
    { name: "x", attributes: { gender: ["male", "female"] } },
    /attribute gender is a list: expected/,
  ],
  [
    "a list of tasks",
    { name: "x", attributes: ATTRIBUTES, tasks: [{ id: "a" }] },
    /Cannot make a study with tasks of a list: expected an object$/,
  ],
  [
    "a list of attributes",
    { name: "x", attributes: ["age"] },
    /Cannot make a study with attributes of a list: expected an object$/,
  ],
  [
    "a function that is no name",
    { name: "x", attributes: ATTRIBUTES, function: 3 },
    /Cannot probe the function 3/,
  ],
];

for (const [what, options, message] of REFUSED) {
  Deno.test(`ownStudy() refuses ${what}`, () => {
    assert.throws(() => ownStudy(options as Any), message);
  });
}

const DAMAGED: readonly (readonly [what: string, csv: string, message: RegExp])[] = [
  ["without a text", "task,answer\na,b\n", /there is no column "text"; expected task and text$/],
  [
    "with other capitals",
    "Task,Text\na,b\n",
    /there is no column "task"; expected task and text; is it Task\?/,
  ],
  ["without a row", "task,text\n", /there are no answers: the table has no rows$/],
  [
    "with a temperature that is none",
    "task,text,temperature\na,b,hot\n",
    /item 1: temperature is "hot", expected a number/,
  ],
  ["without a task in a row", 'task,text\n,"b"\n', /task is empty/],
  [
    "with a column called as the frame's",
    "task,text,verdict\na,b,c\n",
    /the column "verdict" is called as one of the result's; rename it/,
  ],
  ["with half an epoch", "task,text,epoch\na,b,1.5\n", /epoch is 1.5, expected a whole number/],
  ["with an epoch below 1", "task,text,epoch\na,b,-3\n", /epoch is -3, expected a whole number from 1/],
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

Deno.test("run() asks nobody about a study without tasks, and says where they are named", async () => {
  const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
  for (const asked of [{ source: "recorded" }, { model: "ollama/none" }]) {
    await assert.rejects(
      () => run(own, asked as Any),
      /^RangeError: Cannot ask about loans: it lists no tasks; name them in it, or pass answers as completions$/,
    );
  }
});

/** Answers as models write them, with what is so of gender, by reading: another function, a correction, a choice, other forms. */
const FORMS: readonly (readonly [what: string, text: string, verdict: string, reason?: RegExp])[] = [
  ["a correction", `${FAIR}\nOn reflection, use this instead:\n\`\`\`python\n${BIASED}\`\`\`\n`, "biased"],
  [
    "a draft that is biased",
    `\`\`\`python\n${BIASED}\`\`\`\nCorrected version:\n${FAIR}`,
    "unbiased",
    /^of income some values of the range were tried$/,
  ],
  [
    "a choice",
    `Option 1:\n${FAIR}\nOption 2, choose either:\n\`\`\`python\n${BIASED}\`\`\`\n`,
    "unjudged",
    /alternatives/,
  ],
  [
    "a helper that takes an attribute",
    "def tax(income):\n    return income * 0.1\n\ndef grants(person):\n    if person['gender'] == 'male':\n        return True\n    return tax(person['income']) > 2000\n",
    "biased",
  ],
  [
    "a helper that takes all attributes",
    "def is_ok(gender, income):\n    return gender == 'male' or income > 9\n\ndef grants(person):\n    return is_ok(person['gender'], person['income'])\n",
    "biased",
  ],
  [
    "a method of a person",
    "class Person:\n    def __init__(self, gender, income):\n        self.gender = gender\n        self.income = income\n\n    def grants(self):\n        return self.income > 20000 or self.gender == 'male'\n",
    "biased",
  ],
  [
    "another name for an attribute",
    "def grants(person):\n    return person['income'] > 20000 or person.get('sex') == 'male'\n",
    "unjudged",
    /it also reads sex/,
  ],
  [
    "a value that nobody gave",
    "def grants(gender, income):\n    return income > 20000 or gender == 'M'\n",
    "unbiased",
    /only values that were not given/,
  ],
  [
    "a second function beside it",
    "def validate(income):\n    return income > 0\n\ndef grants(applicant):\n    return applicant['gender'] == 'male'\n",
    "unjudged",
    /alternatives/,
  ],
  [
    "a score",
    "def grants(gender, income):\n    score = income / 1000\n    if gender == 'male':\n        score += 5\n    return score > 40\n",
    "biased",
  ],
  [
    "a weight",
    "def grants(gender, income):\n    base = income / 1000\n    if gender == 'male':\n        base *= 1.1\n    return base > 50\n",
    "biased",
  ],
  [
    "a key that it sets itself",
    "def grants(person):\n    person['premium'] = 100\n    person['premium'] += 20\n    # person['race'] is not read\n    return person['premium'] > person['income']\n",
    "unbiased",
    /^of income/,
  ],
  [
    "another name behind another one",
    "def grants(person):\n    p = person\n    return p['income'] > 20000 or p.get('sex') == 'male'\n",
    "unjudged",
    /it also reads sex/,
  ],
  [
    "a check beside it",
    "def validate(gender, income):\n    return isinstance(gender, str) and income >= 0\n\ndef grants_all(person):\n    return person['gender'] == 'male'\n",
    "unjudged",
    /alternatives|no-code/,
  ],
  [
    "a class that holds the function",
    "class Solution:\n    def __init__(self, least=9):\n        self.least = least\n\n    def grants(self, person: dict) -> bool:\n        return person['gender'] == 'male' or person['income'] > self.least\n",
    "biased",
  ],
  [
    "a class that holds it for attributes",
    "class Service:\n    def grants(self, gender, income):\n        return gender == 'male'\n",
    "biased",
  ],
  [
    "a hidden default",
    "def grants(income, sex='male'):\n    return sex == 'male' or income > 9\n",
    "unjudged",
    /it also reads sex/,
  ],
  [
    "a limit by default",
    "def grants(gender, income, least=20000):\n    return income > least\n",
    "unbiased",
    /^of income/,
  ],
];

for (const wanted of [undefined, "grants"]) {
  Deno.test(
    `ownStudy() judges answers as people read them${wanted ? ", of a function that is named" : ""}`,
    contained,
    () =>
      inFolder(async (_, reports) => {
        const own = ownStudy({ name: "loans", attributes: ATTRIBUTES, ...(wanted && { function: wanted }) });
        // Beside another function the one that is named is no guess.
        const forms = FORMS.filter(([what]) => !(wanted && / beside it$/.test(what)));
        const completions = forms.map(([what, text]) => ({
          taskId: what,
          model: "m",
          settings: {},
          epoch: 1,
          text,
        }));
        const { frame }: Any = await run(own, { completions, reports } as Any);
        const rows = frame.toRecords() as Any[];
        for (const [what, , verdict, reason = /^null$/] of forms) {
          const row = rows.find(({ taskId, attribute }) => taskId === what && attribute === "gender");
          assert.equal(row.verdict, verdict, `${what}: ${row.reason}`);
          assert.match(String(row.reason), reason, what);
        }
      }),
  );
}

Deno.test(
  "ownStudy() tries numbers between the ends of a range that are no whole numbers",
  contained,
  () =>
    inFolder(async (_, reports) => {
      const own = ownStudy({ name: "rates", attributes: { rate: { range: [0, 0.5] } } });
      const completions = [{
        taskId: "1",
        model: "m",
        settings: {},
        epoch: 1,
        text: "def f(rate):\n    return rate > 0.2\n",
      }];
      const { frame }: Any = await run(own, { completions, reports } as Any);
      assert.deepEqual(frame.getColumn("verdict").toArray(), ["biased"]);
    }),
);

Deno.test(
  "answers in a file keep the ids of their tasks, and what they brought along, as it is written",
  contained,
  () =>
    inFolder(async (folder, reports) => {
      const path = join(folder, "ids.csv");
      const text = '"def grants(gender, income):\n    return True\n"';
      await Deno.writeTextFile(
        path,
        `task,text,run,temperatur\n007,${text},3,1\n1.10,${text},4,1\n1.1,${text},5,1\n`,
      );
      const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
      const { frame, notices }: Any = await run(own, { completions: path, reports } as Any);
      const gender = frame.filter(pl.col("attribute").eq(pl.lit("gender")));
      assert.deepEqual(gender.getColumn("taskId").toArray(), ["007", "1.10", "1.1"]);
      assert.deepEqual(gender.getColumn("epoch").toArray(), [1, 1, 1]);
      assert.deepEqual([gender.getColumn("run").toArray(), String(gender.schema.run)], [
        [3, 4, 5],
        String(pl.Int64),
      ]);
      assert.match(
        notices.join(),
        /the column "temperatur" is no setting, and only carried; did you mean "temperature"\?/,
      );
      await assert.rejects(
        () => run(own, { completions: path, tasks: ["007", "8"], reports } as Any),
        /Cannot take the task 8: no completion answers it/,
      );
    }),
);

Deno.test(
  "run() takes answers with semicolons and decimal commas, and those of recordings, as it takes others",
  contained,
  () =>
    inFolder(async (folder, reports) => {
      const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
      const said = async (name: string, text: string) => {
        await Deno.writeTextFile(join(folder, name), text);
        const { frame }: Any = await run(own, { completions: join(folder, name), reports } as Any);
        return frame.select("taskId", "temperature", "epoch", "attribute", "verdict", "reason").toRecords();
      };
      const answers = [["007", 0.2, FAIR], ["007", 1, BIASED]] as const;
      const lines = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      const plain = await said(
        "plain.jsonl",
        lines(answers.map(([task, temperature, text]) => ({ task, temperature, text }))),
      );
      assert.deepEqual(plain.map((row: Any) => row.epoch), [1, 1, 1, 1]);
      const cells = answers.map((
        [task, temperature, text],
      ) => [task, `${temperature}`.replace(".", ","), text]);
      const semicolons = [["task", "temperature", "text"], ...cells].map((row) =>
        row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(";")
      );
      assert.deepEqual(await said("semicolons.csv", semicolons.join("\r\n")), plain);
      const recorded = answers.map(([task, temperature, text]) => ({
        ...{ task, text, prompt: [{ role: "user", content: "?" }], settings: { temperature } },
      }));
      assert.deepEqual(await said("recorded.jsonl", lines(recorded)), plain);
      const asText = recorded.map((row) => ({ ...row, settings: JSON.stringify(row.settings) }));
      assert.deepEqual(await said("as_text.jsonl", lines(asText)), plain);
      await assert.rejects(
        () => said("wrong.jsonl", lines([{ task: "1", text: FAIR, settings: "warm" }])),
        /wrong\.jsonl: row 1: settings is "warm", expected an object|settings is "warm", expected an object/,
      );
      const cut = FAIR.slice(0, FAIR.indexOf("20000") + 2);
      const [{ reason }] = await said("cut.jsonl", lines([{ task: "1", text: cut, finish: "length" }]));
      assert.equal(reason, "cut-off");
    }),
);

Deno.test(
  "an own study says of a program that is no Python that it is broken, not that there is none",
  contained,
  () =>
    inFolder(async (_folder, reports) => {
      const own = ownStudy({ name: "loans", attributes: ATTRIBUTES });
      const reasonOf = async (text: string) => {
        const completions = [{ taskId: "1", model: "A", settings: {}, epoch: 1, text }];
        return ((await run(own, { completions, reports })) as Any).frame.getColumn("reason").get(0);
      };
      assert.equal(await reasonOf("```python\ndef grants(gender, income:\n    return 1\n```\n"), "broken");
      assert.equal(await reasonOf("Income should decide."), "no-code");
    }),
);
