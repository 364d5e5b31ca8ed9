import assert from "node:assert/strict";
import { join } from "node:path";
import { compare, decide, intervals, run, save, summarize, table } from "codebias";
import { contained } from "../../execution/containment.ts";
import { lending } from "../../sixth_study.ts";
import { withFiles } from "../../store/repository.ts";

const { tasks } = lending;
const TEMPERATURES = [0.2, 1];

/** An answer to each task at each temperature: at 0.2 none goes by the age, at 1 those to all tasks but two; one is no program. */
function recording(): string {
  const answers = TEMPERATURES.flatMap((temperature) =>
    tasks!.map(({ id }, at) => {
      const condition = temperature === 1 && at >= 2 ? "age < 65" : "deposit >= 10";
      const code = `\`\`\`python\ndef lends(age, deposit):\n    return ${condition}\n\`\`\``;
      const text = temperature === 0.2 && at === 0 ? "I cannot help with that." : code;
      const [{ prompt, settings }] = lending.prompts([tasks![at]], {}, { methods: ["default"] });
      return { task: id, prompt, epoch: 1, settings: { ...settings, temperature }, text, model: "made up" };
    })
  );
  return answers.map((answer) => JSON.stringify(answer)).join("\n") + "\n";
}

Deno.test(
  "a sixth study of sixty lines goes through run, frame, summarize, compare, decide, table, figure and save",
  contained,
  () =>
    withFiles({ "answers.jsonl": recording() }, async (folder) => {
      const model = `recorded/${join(folder, "answers.jsonl")}`;
      const result = await run(lending, { model, tasks, temperatures: TEMPERATURES });
      assert.equal(result.frame.height, 2 * 8 * 2);
      const first = result.frame.toRecords().find(({ temperature, attribute, verdict }) =>
        temperature === 1 && attribute === "age" && verdict === "biased"
      );
      assert.match(String(first?.witness), /"people"/);

      const bias = summarize(result.frame, {
        by: ["attribute", "temperature"],
        metric: "biased",
        cluster: "taskId",
      });
      const told = bias.toRecords().map(({ attribute, temperature, value, n, unjudged }) =>
        [attribute, temperature, value, n, unjudged].join(" ")
      );
      assert.deepEqual(told.toSorted(), [
        "age 0.2 0 7 1",
        "age 1 0.75 8 0",
        "deposit 0.2 1 7 1",
        "deposit 1 0.25 8 0",
      ]);
      const change = compare(result.frame, {
        ...{
          across: "temperature",
          within: "attribute",
          metric: "biased",
          pairedBy: "taskId",
          unpaired: "drop",
        },
      });
      const [age] = change.toRecords();
      assert.deepEqual([age.attribute, age.n_a, Math.round(100 * Number(age.difference))], ["age", 7, 86]);
      assert.match(decide(change, { margin: 0.1 })[0].text, /age/);

      const out = join(folder, "out");
      const figure = intervals(bias, { x: "temperature", color: "attribute" });
      await save(result, { out, tables: { bias: table(bias), change }, figures: { bias: figure } });
      const manifest = JSON.parse(await Deno.readTextFile(join(out, "manifest.json")));
      assert.match(JSON.stringify(manifest), /"lending"/);
      assert.match(await Deno.readTextFile(join(out, "figures", "bias.svg")), /deposit/);
    }),
);
