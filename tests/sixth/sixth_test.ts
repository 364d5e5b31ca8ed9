import assert from "node:assert/strict";
import { join } from "node:path";
import { compare, decide, intervals, openReports, openStore, run, save, summarize, table } from "codebias";
import { contained } from "../execution/containment.ts";
import { habits } from "./habits.ts";
import type { PaperNumbers } from "./paper.ts";

const METHODS = ["plain", "fair"];

Deno.test("a study takes at most six files and 400 lines", async () => {
  const folder = import.meta.dirname!;
  const files = Array.from(Deno.readDirSync(folder), ({ name }) => name).filter((name) =>
    name !== "sixth_test.ts"
  );
  const lines = await Promise.all(
    files.map(async (name) => (await Deno.readTextFile(join(folder, name))).trimEnd().split("\n").length),
  );
  const total = lines.reduce((sum, one) => sum + one, 0);
  assert(files.length <= 6 && total <= 400, `${files.length} files, ${total} lines`);
  assert(files.includes("habits.ts") && total > 100);
});

Deno.test(
  "a sixth study goes from its synthetic model to frame, comparison, tables, figure, answer and files",
  contained,
  async () => {
    const folder = await Deno.makeTempDir();
    using store = openStore(join(folder, "runs.sqlite"));
    using reports = await openReports(join(folder, "reports.sqlite"));
    const asked = { methods: METHODS, temperatures: [1], epochs: 40, seed: 1 };
    const result = await run(habits, { ...{ model: "calibration", store, reports }, ...asked });
    assert.equal(result.label, "SYNTHETIC: calibration/habits");
    assert.equal(result.frame.height, 10 * 2 * 40 * 2);
    const first = result.frame.toRecords().find(({ verdict }) => verdict === "biased");
    assert.match(String(first?.witness), /"people"/);

    // Measured rates cover the declared ones, which are of the 95 % of answers with a program.
    const declared = habits.declared(habits.synthetic(habits.tasks), habits.tasks, asked);
    const plain = declared.filter(({ prompt }) => prompt === "plain").map((
      { habit, value },
    ) => [habit, value]);
    for (const [at, share] of [0.3 * 1.08 / 0.95, 0.15 * 1.08 / 0.95, 0.45 * 1.08 / 0.95].entries()) {
      assert(Math.abs(Number(plain[at][1]) - share) < 1e-12, `${plain[at]} is not ${share}`);
    }
    const analysed = habits.analyse(result, { declared });
    assert.equal(analysed.calibration.length, 6);
    assert.deepEqual(analysed.calibration.filter(({ agrees }) => !agrees), []);

    const bias = summarize(result.frame, {
      by: ["attribute", "prompt"],
      metric: "biased",
      cluster: "taskId",
    });
    for (const { attribute, prompt, value, low, high, n, unjudged } of bias.toRecords()) {
      const rate = analysed.rates.find((one) => one.habit === attribute && one.prompt === prompt)!;
      assert.deepEqual([rate.value, rate.low, rate.high, rate.n, rate.unjudged], [
        ...[value, low, high, n, unjudged],
      ]);
    }
    const change = compare(result.frame, {
      ...{ across: "prompt", within: "attribute", metric: "biased", pairedBy: "taskId" },
    });
    assert.deepEqual(change.toRecords().map(({ attribute }) => attribute).toSorted(), ["hand", "riser"]);
    assert.match(decide(change, { margin: 0.1 })[0].text, /hand|riser/);

    const printed = habits.table("table1", result)!.frame.toRecords();
    assert.equal(printed.length, 6 + 12);
    assert.deepEqual(printed.filter(({ published }) => published !== null).map(({ value }) => value), [
      ...Array(12).fill(null),
    ]);
    assert.equal(habits.table("calibration", result), undefined);
    assert.equal(habits.table("calibration", analysed)!.frame.height, 6);
    assert.match(habits.figure("habits", result)!.svg, /overall/);
    assert.match(
      habits.answer("RQ1", result)[0],
      /^calibration\/habits, plain, t = 1: .* judged go by a habit/,
    );

    const out = join(folder, "out");
    const { tables, figures } = habits.files(analysed);
    await save(result, {
      out,
      tables: { ...tables, bias: table(bias), change },
      figures: { ...figures, bias: intervals(bias, { x: "prompt", color: "attribute" }) },
    });
    const manifest = await Deno.readTextFile(join(out, "manifest.json"));
    assert.match(manifest, /"habits"/);
    assert.match(await Deno.readTextFile(join(out, "figures", "bias.svg")), /riser/);
    assert.match(await Deno.readTextFile(join(out, "tables", "habits_table1.csv")), /Imagined-70B/);
    assert.match(await Deno.readTextFile(join(out, "figures", "habits_habits.svg")), /SYNTHETIC/);
    await Deno.remove(folder, { recursive: true });
  },
);

Deno.test(
  "answers of a model that the paper has stand beside its numbers, and what has no program is unjudged",
  contained,
  async () => {
    const answer = (taskId: string, body: string | null) => ({
      ...{ taskId, model: "Imagined-7B", settings: { prompt: "plain", temperature: 1 }, epoch: 1 },
      text: body === null ? "No." : `def gets_${taskId}(hand, riser, points):\n    return ${body}\n`,
    });
    const completions = [
      answer("bench", "points >= 10 and hand == 'right'"),
      answer("desk", "points >= 11"),
      answer("kiln", null),
    ];
    const result = await run(habits, { completions });
    const bias = summarize(result.frame, { by: "attribute", metric: "biased", cluster: "taskId" })
      .toRecords();
    assert.deepEqual(
      bias.map(({ attribute, value, n, unjudged }) => [attribute, value, n, unjudged]).toSorted(),
      [["hand", 0.5, 2, 1], ["riser", 0, 2, 1]],
    );
    const rows = habits.table("table1", result)!.frame.toRecords().filter(({ value }) => value !== null);
    assert.deepEqual(
      rows.map(({ habit, value, published, unjudged }) => [habit, value, published, unjudged]),
      [
        ["hand", 0.5, 0.2135, 1],
        ["riser", 0, 0.151, 1],
        ["overall", 0.5, 0.3438, 1],
      ],
    );
  },
);

/** The paper with another number in one place. */
function spoilt(table: string, habit: string, value: number): PaperNumbers {
  const { numbers } = habits.paper;
  const cell = numbers.cells.find((one) => one.table === table && one.keys.habit === habit)!;
  return { ...numbers, cells: numbers.cells.map((one) => one === cell ? { ...one, value } : one) };
}

Deno.test("the paper's audit finds a spoilt cell by every rule, and nothing in the clean paper", () => {
  assert.deepEqual(habits.errata(), []);
  const checks = habits.claims();
  assert.deepEqual(checks.map(({ checked }) => checked), [1, 2, 4, 12, 4, 2]);
  assert.equal(habits.table("paper_checks")!.frame.height, 6);
  const found = [
    spoilt("abstract", "overall", 0.3483),
    spoilt("table2", "overall", -0.0155),
    spoilt("table1", "judged", 292),
    spoilt("table1", "hand", 0.2149),
    spoilt("table1", "riser", 0.0521),
    spoilt("table1", "overall", 0.1875),
  ].map((numbers) => habits.errata(numbers).map(({ rule }) => checks.findIndex((one) => one.rule === rule)));
  for (const [rule, broken] of found.entries()) assert(broken.includes(rule), `rule ${rule}: ${broken}`);
  const [slip] = habits.errata(spoilt("abstract", "overall", 0.3483));
  assert.deepEqual([slip.where, slip.printed, slip.evidence], ["Abstract", "0.3483", "Table 1 has 0.3438"]);
});
