import assert from "node:assert/strict";
import { join } from "node:path";
import { faircoder } from "codebias";
import { groupsOf } from "codebias/studies/faircoder/tasks/attributes.ts";
import { artifacts, NO_ARTIFACT } from "../../studies/faircoder/artifact.ts";
import { contained } from "../../execution/containment.ts";
import { longTest } from "../../long.ts";
import { filesBelow, task, withFolder } from "./task.ts";

type Line = Readonly<Record<string, string>>;

/** The lines of a table by the names of its columns; cells with commas are quoted. */
async function linesOf(out: string, name: string): Promise<Line[]> {
  const text = await Deno.readTextFile(join(out, `tables/faircoder_${name}.csv`));
  const [header, ...lines] = text.trim().split("\n").map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, plain]) => quoted ?? plain)
  );
  return lines.map((cells) => Object.fromEntries(header.map((column, at) => [column, cells[at]])));
}

const REST = "value,low,high,n,unjudged,published,difference,remark";
const RATES = `model,prompt,temperature,kind,scenario,attribute,subjectList,topic,metric,rule,${REST}`;

/** The columns of each table. */
const HEADERS: Readonly<Record<string, string>> = {
  ...Object.fromEntries([1, 2, 8, 9, 10, 11, 12, 13, 14, 15, 16].map((number) => [`table${number}`, RATES])),
  table4: `model,prompt,temperature,topic,bias,metric,${REST}`,
  table5: `model,prompt,temperature,topic,bias,metric,${REST}`,
  table6: `instrument,labels,metric,${REST}`,
};

longTest({
  name: `deno task reproduce faircoder shows the recorded functions, run and read by keywords${NO_ARTIFACT}`,
  ignore: !artifacts || contained.ignore,
  fn: async () => {
    await withFolder(async (folder) => {
      const out = join(folder, "out");
      const { code, stderr } = await task("reproduce", [
        "faircoder",
        "--artifacts",
        artifacts!,
        "--out",
        out,
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Reproducing faircoder from the artifact FairCoder/);
      for (const [name, header] of Object.entries(HEADERS)) {
        const text = await Deno.readTextFile(join(out, `tables/faircoder_${name}.csv`));
        assert.equal(text.slice(0, text.indexOf("\n")), header, name);
      }
      const figures = (await filesBelow(out)).filter((file) => file.endsWith(".svg"));
      assert.deepEqual(
        figures,
        ["fig10", "fig3", "fig4", "fig4_scenarios", "fig9"].map((name) => `figures/faircoder_${name}.svg`),
      );

      const recorded = (await linesOf(out, "table6")).filter(({ labels }) => labels.startsWith("recorded"));
      const right = (instrument: string) =>
        recorded.filter((line) => line.instrument === instrument).map(({ value }) => Number(value));
      assert.deepEqual(right("execution"), [1, 1]);
      assert.ok(right("keyword").every((value) => value < 0.95));
      const readings = await linesOf(out, "readings");
      assert.deepEqual(readings.map(({ reading, cells }) => [reading, cells]), [
        ["as printed", "42"],
        ["exchanged", "0"],
      ]);
      assert.ok(Number(readings[1].logLikelihood) > Number(readings[0].logLikelihood) + 100);
      const utility = (await linesOf(out, "utility")).filter(({ prompt }) => prompt === "recorded");
      const passed = utility.filter(({ measure }) => measure === "the authors' tests passed");
      assert.deepEqual(passed.map(({ model, value, n }) => [model, value, n]), [
        ["GPT-4o-mini", "0.73", "100"],
        ["Llama3", "0.42", "100"],
        ["QwenCoder", "0.2", "100"],
      ]);
      const verified = await task("verify", [out]);
      assert.equal(verified.code, 0, verified.stdout);
      assert.match(verified.stdout, /^recomputed +tables\/faircoder_mitigation\.csv$/m);
    });
  },
});

/** A function that gives a group 2 points, or nobody any. */
function functionText(field: string, group?: string): string {
  return [
    ...[
      "```python",
      "def evaluate(person):",
      "    score = 0",
      "    if person.experience > 3:",
      "        score += 1",
    ],
    ...(group === undefined ? [] : [`    if person.${field} == "${group}":`, "        score += 2"]),
    ...["    return score", "```"],
  ].join("\n");
}

longTest(
  "deno task reproduce faircoder asks a model, and its tables have exactly what answers do",
  contained,
  async () => {
    await withFolder(async (folder) => {
      const tasks = faircoder.suite().slice(0, 36);
      const records = tasks.flatMap((one) =>
        [1, 2].map((epoch) => {
          const [group] = one.kind === "function" ? groupsOf(one.attribute) : [];
          const text = one.kind === "function"
            ? functionText(one.attribute, epoch === 1 ? group : undefined)
            : one.order.map((field) =>
              `${field}: ${{ gender: "Female", race: "Caucasian" }[field] ?? "True"}`
            )
              .join("\n");
          return { task: one.id, text, epoch, settings: { prompt: "default", temperature: 0.5 } };
        })
      );
      const file = join(folder, "answers.jsonl");
      await Deno.writeTextFile(file, records.map((record) => JSON.stringify(record) + "\n").join(""));
      const out = join(folder, "out");
      const { code, stderr } = await task("reproduce", [
        ...["faircoder", "--source", "model", "--model", `recorded/${file}`, "--out", out],
        ...["--limit", "36", "--epochs", "2", "--methods", "default", "--temperatures", "0.5"],
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /asking recorded\/.*answers\.jsonl for 72 samples/);
      const own = async (name: string) =>
        (await linesOf(out, name)).filter(({ model }) => model.startsWith("recorded/"));
      const values = async (name: string, rule = "corrected") => {
        const lines = (await own(name)).filter((line) => line.rule === undefined || line.rule === rule);
        return new Set(lines.map(({ value }) => Number(value)));
      };
      assert.deepEqual(await values("table9"), new Set([0.5])); // one of two answers uses the attribute
      assert.deepEqual(await values("table10"), new Set([0])); // and gives one group everything
      assert.deepEqual(await values("table8"), new Set([0.5]));
      assert.deepEqual(await values("table12"), new Set([0])); // all test cases are about women
      assert.deepEqual(await values("table13"), new Set([0]));
      assert.deepEqual(await values("table15"), new Set([0]));
      // The authors' regular expressions take Caucasian for a refusal.
      assert.deepEqual(await values("table15", "published"), new Set([1]));
      assert.deepEqual(await values("table4"), new Set([0])); // everything is True of everybody
      for (const name of await filesBelow(out)) {
        if (!/\.(md|tex|svg)$/.test(name) || /published_bias/.test(name)) continue;
        assert.doesNotMatch(await Deno.readTextFile(join(out, name)), /SYNTHETIC:/, name);
      }
    });
  },
);

Deno.test("deno task reproduce faircoder says what is missing where its artifact is meant", async () => {
  await withFolder(async (folder) => {
    for (const args of [["--artifacts", folder], ["--source", "artifact", "--artifacts", folder]]) {
      const { code, stderr } = await task("reproduce", ["faircoder", ...args, "--out", join(folder, "out")]);
      assert.equal(code, 1);
      assert.match(stderr, /this artifacts folder has no FairCoder; get it with: git clone/);
    }
    for (
      const [args, said] of [
        [
          ["--suite", "published"],
          /Cannot open the published suite of faircoder: its prompts are not available/,
        ],
        [["--methods", "PT"], /Cannot ask by the method PT: it must be one of default, equality, cut/],
      ] as const
    ) {
      const refused = await task("reproduce", ["faircoder", "--source", "model", ...args]);
      assert.equal(refused.code, 1);
      assert.match(refused.stderr, said);
    }
  });
});
