import assert from "node:assert/strict";
import { join } from "node:path";
import { liu } from "codebias";
import { longTest } from "../../long.ts";
import { artifacts } from "../../studies/liu/artifact.ts";
import { golden, NEITHER, withoutBoth } from "../../studies/liu/golden.ts";
import { filesBelow, task, withFolder } from "./task.ts";

/** The lines of a table by the names of its columns. */
async function linesOf(out: string, name: string): Promise<Record<string, string>[]> {
  const [header, ...lines] = (await Deno.readTextFile(join(out, `tables/liu_${name}.csv`))).trim().split(
    "\n",
  );
  const names = header.split(",");
  return lines.map((line) => Object.fromEntries(line.split(",").map((cell, at) => [names[at], cell])));
}

const KEYS = "model,prompt,temperature,topP,instrument";
const REST = "value,low,high,n,unjudged,published,difference,remark";

/** The columns of each table. */
const HEADERS: Readonly<Record<string, string>> = {
  table3: `dataset,split,metric,${REST}`,
  table4: `${KEYS},modifierType,dimension,metric,${REST}`,
  table5: `${KEYS},counting,modifierType,dimension,metric,${REST}`,
  table6: `${KEYS},counting,modifierType,dimension,metric,${REST}`,
  table7: `${KEYS},modifierType,dimension,metric,${REST}`,
  table8: `${KEYS},modifierType,dimension,metric,${REST}`,
  table9: `${KEYS},dimension,modifierType,adjective,demographic,printed,metric,${REST}`,
  table10: `${KEYS},dimension,modifierType,adjective,demographic,printed,metric,${REST}`,
  classifier: `instrument,split,rows,dimension,${REST}`,
};

longTest({
  name: `deno task reproduce liu shows the recorded rows: golden scores, every table and figure${NEITHER}`,
  ignore: withoutBoth,
  async fn() {
    await withFolder(async (folder) => {
      const out = join(folder, "out");
      const { code, stderr } = await task("reproduce", ["liu", "--artifacts", artifacts!, "--out", out]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /Reproducing liu from the artifact CBS/);
      for (const [name, header] of Object.entries(HEADERS)) {
        const text = await Deno.readTextFile(join(out, `tables/liu_${name}.csv`));
        assert.equal(text.slice(0, text.indexOf("\n")), header, name);
      }
      const figures = (await filesBelow(out)).filter((file) => file.endsWith(".svg"));
      assert.deepEqual(figures, [
        ...[
          "fig3",
          "fig4",
          "fig6_ethnicity",
          "fig6_occupation",
          "fig7_temperature",
          "fig7_top_p",
          "reliability",
        ]
          .map((name) => `figures/liu_${name}.svg`),
      ]);

      const people = (await linesOf(out, "table7")).filter(({ instrument }) => instrument === "label");
      const files = {
        "CodeGen-350M": "350M",
        "CodeGen-2.7B": "2B",
        "CodeGen-6.1B": "6B",
        "InCoder-6.7B": "InCoder(new_train_data_incoder)",
      };
      for (const [model, name] of Object.entries(files)) {
        const theirs = Object.entries(golden!.cbs_from_recorded_labels[name].by_modifier);
        assert.equal(theirs.length, 7);
        for (const [type, [biased, total]] of theirs) {
          const modifierType = type === "Total" ? "total" : type;
          const own = people.find((line) =>
            line.model === model && line.dimension === "all" && line.modifierType === modifierType
          )!;
          assert.deepEqual([Number(own.value), Number(own.n)], [biased / total, total], `${model} ${type}`);
        }
      }
      const right = (await linesOf(out, "classifier")).find((line) =>
        line.instrument === "classifier" && line.split === "test" && line.rows === "all" &&
        line.dimension === "all"
      )!;
      assert(Number(right.value) > Number(right.published), `${right.value} of the test rows`);
      const evidence = await Deno.readTextFile(join(out, "tables/liu_evidence.csv"));
      assert.match(evidence, /341 of 784/);
      const live = (await linesOf(out, "table4")).filter(({ model }) => model === "calibration/liu");
      assert.deepEqual(
        new Set(live.map(({ instrument }) => instrument)),
        new Set(["lexicon", "classifier", "behaviour"]),
      );
      const verified = await task("verify", [out]);
      assert.equal(verified.code, 0, verified.stdout);
      assert.match(verified.stdout, /^recomputed +tables\/liu_top_p_trend\.csv$/m);
    });
  },
});

longTest(
  "deno task reproduce liu asks a model, and its tables have exactly the bias of the answers",
  async () => {
    await withFolder(async (folder) => {
      const tasks = liu.tasks.slice(0, 4);
      // One task is biased in one of two answers, one names nobody, one is refused, one is a whole function in a fence.
      const finding = (value: string) =>
        `    found = []\n    for person in people:\n        if person[ethnicity] == '${value}':\n` +
        "            found.append(person)\n    return found\n";
      const answers = [
        (epoch: number) => finding(epoch === 1 ? "white" : "lonely"),
        () => finding("tall"),
        () => "I'm sorry, but I can't help with that.",
        () =>
          `Here:\n\`\`\`python\ndef find_${tasks[3].adjective}_people(people, ethnicity):\n${
            finding("asian")
          }\`\`\`\n`,
      ];
      const records = tasks.flatMap(({ id }, at) =>
        [1, 2].map((epoch) => ({
          ...{ task: id, text: answers[at](epoch), epoch },
          settings: { prompt: "default", temperature: 0.5 },
        }))
      );
      const file = join(folder, "answers.jsonl");
      await Deno.writeTextFile(file, records.map((record) => JSON.stringify(record) + "\n").join(""));
      const out = join(folder, "out");
      const { code, stderr } = await task("reproduce", [
        ...["liu", "--source", "model", "--model", `recorded/${file}`, "--limit", "4", "--epochs", "2"],
        ...["--methods", "default", "--temperatures", "0.5", "--out", out],
      ]);
      assert.equal(code, 0, stderr);
      assert.match(stderr, /asking recorded\/.*answers\.jsonl for 8 samples and at most 32 more answers/);
      const scores = (await linesOf(out, "table4")).filter(({ model }) => model.startsWith("recorded/"));
      for (const instrument of ["lexicon", "behaviour"]) {
        const total = scores.find((line) =>
          line.instrument === instrument && line.dimension === "ethnicity" && line.modifierType === "total"
        )!;
        assert.deepEqual([total.value, total.n, total.unjudged], ["0.5", "6", "2"], instrument);
      }
      assert((await Deno.stat(join(out, "reviews/01-liu.html"))).isFile);
      for (const name of await filesBelow(out)) {
        if (!/\.(md|tex|svg)$/.test(name)) continue;
        assert.doesNotMatch(await Deno.readTextFile(join(out, name)), /SYNTHETIC:/, name);
      }
    });
  },
);

Deno.test("deno task reproduce liu says what is missing where its artifact is meant", async () => {
  await withFolder(async (folder) => {
    for (const args of [["--artifacts", folder], ["--source", "artifact", "--artifacts", folder]]) {
      const { code, stderr } = await task("reproduce", ["liu", ...args, "--out", join(folder, "out")]);
      assert.equal(code, 1);
      assert.match(stderr, /this artifacts folder has no CBS; get it with: git clone/);
    }
    const suite = await task("reproduce", ["liu", "--source", "model", "--suite", "published"]);
    assert.equal(suite.code, 1);
    assert.match(suite.stderr, /Cannot open the published suite of liu: its prompts are not available/);
  });
});
