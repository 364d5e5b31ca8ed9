import assert from "node:assert/strict";
import {
  faircoder,
  huang,
  linguistic,
  liu,
  openOutcomes,
  openReports,
  run,
  solar,
  whyNoLinter,
} from "codebias";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { CountingStore } from "../killed_run.ts";

// deno-lint-ignore no-explicit-any -- the columns are the study's
type Any = any;

const answer = (taskId: string, text: string, epoch = 1) => (
  { taskId, model: "A", settings: { prompt: "default", temperature: 0 }, epoch, text }
);

/** What a study's run says of answers, column by column. */
async function measured(study: Any, completions: Any[], measures: string[]) {
  using reports = await openReports(`${await Deno.makeTempDir()}/reports.sqlite`);
  const { frame }: Any = await run(study, { completions, measures, reports } as Any);
  const first = frame.unique({ subset: ["epoch"], keep: "first", maintainOrder: true }).sort("epoch");
  return Object.fromEntries(measures.map((name) => [name, first.getColumn(name).toArray()]));
}

const inPython = (text: string) => `\`\`\`python\n${text}\`\`\`\n`;

Deno.test("run() says whether functions do their tasks, and what PyLint makes of them", {
  ...contained,
  ignore: contained.ignore || whyNoLinter() !== undefined,
}, async () => {
  const task: Any = faircoder.suite().find(({ kind }) => kind === "function")!;
  const head = `def score(person):\n`;
  const fields = task.order.filter((field: string) => field !== task.attribute);
  const good = `${head}    total = 0\n${
    fields.map((field: string) => `    total += person.get("${field}", 0)\n`).join("")
  }    return total\n`;
  const found = await measured(faircoder, [
    answer(task.id, inPython(`${head}    return 1\n`)),
    answer(task.id, "I would rather not.", 2),
    answer(task.id, inPython(good), 3),
    answer(task.id, "Error: 503 Service Unavailable", 4),
  ], ["doesTask", "lint"]);
  assert.deepEqual(
    found.doesTask,
    [false, false, true, null],
    "who scores all alike does not do it, and of a server's failure nothing is said",
  );
  assert.deepEqual(found.lint.map((points: unknown) => typeof points), [
    "number",
    "object",
    "number",
    "object",
  ]);
  assert(found.lint[2] <= 10);
});

Deno.test("run() says by a study's own checks whether programs do their tasks", contained, async () => {
  const said = [
    'return relationship == "other-relative"',
    "return True",
    "return 1 / 0",
    "import",
  ].map((line, at) =>
    answer("lodger-allowance", inPython(`def lodger_claim_holds(relationship):\n    ${line}\n`), at + 1)
  );
  const { doesTask } = await measured(huang, said, ["doesTask"]);
  assert.deepEqual(doesTask, [true, false, false, false]);
});

Deno.test("run() says what the authors' instrument finds, attribute by attribute", contained, async () => {
  const program = "def lodger_claim_holds(age, gender, relationship):\n";
  const body = `    return 1 if gender == "male" else 2 if gender == "female" else relationship\n`;
  using reports = await openReports(`${await Deno.makeTempDir()}/reports.sqlite`);
  const { frame }: Any = await run(huang, {
    completions: [
      answer("lodger-allowance", inPython(program + body)),
      answer("lodger-allowance", inPython(`${program}    raise SystemExit\n`), 2),
      answer("lodger-allowance", "I would rather not.", 3),
    ],
    ...{ measures: ["authorsCbs"], reports },
  } as Any);
  const found = (epoch: number) =>
    Object.fromEntries(
      frame.toRecords().filter((row: Any) => row.epoch === epoch)
        .map(({ attribute, authorsCbs }: Any) => [attribute, authorsCbs]),
    );
  const none = { age: null, region: null, gender: null, education: null, occupation: null, race: null };
  const fair = { age: false, region: false, education: false, occupation: false, race: false };
  assert.deepEqual(found(1), { ...fair, gender: true });
  assert.deepEqual(found(2), none, "a program that ends the instrument is not called fair");
  assert.deepEqual(found(3), none);
});

const LIMIT = sized({ small: 2, long: 6 });

Deno.test(
  "run() has the authors' verdicts on recorded answers, and judges none of them twice",
  contained,
  async () => {
    using reports = new CountingStore(`${await Deno.makeTempDir()}/reports.sqlite`, "code 1");
    const look = async () => {
      const options: Any = { source: "recorded", limit: LIMIT, measures: ["authorsCbs"], reports };
      const { frame }: Any = await run(huang, options);
      return frame.getColumn("authorsCbs").toArray() as (boolean | null)[];
    };
    const first = await look();
    assert([true, false].every((verdict) => first.includes(verdict)), first.join());
    const lost = reports.found - reports.stored;
    assert.deepEqual(await look(), first);
    assert.equal(reports.found - reports.stored, 2 * lost);
  },
);

Deno.test("run() measures in every study what its programs can be measured by, and refuses the rest", async () => {
  const wrong: readonly (readonly [study: Any, name: string, message: RegExp])[] = [
    [faircoder, "doestask", /^Unknown measure "doestask": did you mean doesTask\?/],
    [solar, "doesTask", /^Unknown measure "doesTask".* Known: lint/],
    [solar, "authorsCbs", /^Unknown measure "authorsCbs".* Known: lint/],
    [liu, "complexity", /^Unknown measure "complexity".* Known: lint/],
    [huang, "lints", /^Unknown measure "lints": did you mean lint\?/],
  ];
  for (const [study, name, message] of wrong) {
    const options = { source: "recorded", limit: 1, measures: [name] } as Any;
    await assert.rejects(() => run(study, options), { name: "RangeError", message });
  }
});

Deno.test(
  "what a run measured is in its tables: the complexity of the linguistic study's programs",
  contained,
  async () => {
    using outcomes = await openOutcomes(`${await Deno.makeTempDir()}/outcomes.sqlite`);
    const options = { source: "demo", verdicts: "executed", limit: 3, outcomes } as const;
    const plain = await run(linguistic, options);
    const result = await run(linguistic, { ...options, measures: ["complexity"] });
    assert.equal(plain.measured, undefined);
    assert.equal(linguistic.table("measured_classes", plain), undefined);
    const { programs, ownFits } = linguistic.analyse(result);
    assert(programs.length > 0 && ownFits?.length === programs.length);
    const { frame } = result;
    const classes = frame.getColumn("complexity").toArray().filter((one: unknown) => one !== null);
    assert.deepEqual(ownFits.flatMap(({ class: name }) => name ?? []).sort(), classes.sort());
    assert.equal(
      `${linguistic.table("measured_classes", result)}`,
      `${linguistic.table("measured_classes", linguistic.analyse(plain, { profiles: profilesOf(result) }))}`,
    );
    // An option that is given counts alone, and samples that were not measured have nothing.
    assert.throws(() => linguistic.analyse(result, { profiles: [] }).ownFits, /Cannot match 0 measurements/);
    const copies = { ...result, samples: result.samples.map((one) => ({ ...one })) };
    assert.equal(linguistic.table("measured_classes", copies), undefined);
    // Of recorded verdicts the programs are told that were measured so, not those that were linted, say.
    const read = { ...plain, verdicts: "recorded" } as const;
    const programsOf = (measured: Any) => linguistic.analyse({ ...read, measured }).programs.length;
    assert.deepEqual(["lint", "complexity"].map((name) => programsOf({ [name]: new Map() })), [
      0,
      programs.length,
    ]);
  },
);

/** What was measured of the programs that passed, as `profilePrograms` gives it. */
function profilesOf({ measured, samples }: Any): Any[] {
  return samples.flatMap((sample: Any) => measured.complexity.get(sample) ?? []);
}

Deno.test(
  "what a run measured is in its tables: whether Huang's programs do their tasks, and what the authors say",
  contained,
  async () => {
    const program = "def lodger_claim_holds(age, gender, relationship):\n";
    const said = [`gender == "male"`, "age > 40", `relationship == "other-relative"`].map((rule, at) => ({
      ...answer("lodger-allowance", inPython(`${program}    return ${rule}\n`), at + 1),
      settings: { prompt: "original", temperature: 0 },
    }));
    using reports = await openReports(`${await Deno.makeTempDir()}/reports.sqlite`);
    const look = (measures: Any) => run(huang, { completions: said as Any, measures, reports });
    const [plain, result] = [await look([]), await look(["authorsCbs", "doesTask"])];
    const agreed = new Map(huang.review(result).map(({ id }) => [id, "biased"] as const));
    const sharesOf = (one: Any, options: Any = {}) =>
      huang.table("corrected", huang.analyse(one, { agreed, ...options }))!.frame.toRecords();
    const instruments = (rows: Any[]) => [...new Set(rows.map(({ instrument }) => instrument))];
    assert.deepEqual(instruments(sharesOf(plain)), ["ours"]);
    assert.deepEqual(instruments(sharesOf(result)), ["ours", "published"]);
    assert.deepEqual(instruments(sharesOf(result, { asPublished: [] })), ["ours", "published"]);
    assert.notDeepEqual(
      sharesOf(result, { asPublished: [] }),
      sharesOf(result),
      "what is given counts alone",
    );
    assert.equal(huang.analyse(plain).checked, undefined);
    assert.deepEqual(huang.analyse(result).checked!.map(({ completed }: Any) => completed), [
      false,
      false,
      true,
    ]);
  },
);

Deno.test("what a run measured is in its tables: how useful FairCoder's functions are", {
  ...contained,
  ignore: contained.ignore || whyNoLinter() !== undefined,
}, async () => {
  using reports = await openReports(`${await Deno.makeTempDir()}/reports.sqlite`);
  const look = (measures: Any) => run(faircoder, { source: "recorded", limit: 4, measures, reports });
  const [plain, result] = [await look([]), await look(["lint", "doesTask"])];
  assert.equal(faircoder.table("utility", plain), undefined);
  const measures = new Set(faircoder.table("utility", result)!.frame.getColumn("measure").toArray());
  assert.deepEqual([...measures], ["points of PyLint", "functional tests passed"]);
});
