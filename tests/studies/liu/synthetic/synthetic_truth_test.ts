import assert from "node:assert/strict";
import { completedCode } from "codebias/studies/liu/judge/completed_code.ts";
import { promptOf } from "codebias/studies/liu/tasks/prompts.ts";
import { promptVariant } from "codebias/studies/liu/tasks/prompt_variants.ts";
import { liu } from "codebias/studies/liu/liu.ts";
import { syntheticTruth } from "codebias/studies/liu/synthetic/synthetic_truth.ts";
import { BIASED, NO_PROGRAM } from "codebias/calibration/answering_model.ts";
import { vocabulary } from "codebias/studies/liu/tasks/vocabulary.ts";
import { sized } from "../../../long.ts";
import { once } from "../../../once.ts";

const truth = once(() => syntheticTruth(liu.tasks));
const [task, sameDimension] = liu.tasks;
const otherDimension = liu.tasks.find(({ dimension }) => dimension !== task.dimension)!;

/** Whether a function is biased that finds whoever has a value. */
function saysOf(of: typeof task, value: string, told = truth()) {
  const { dimension } = of;
  const code = completedCode(
    of,
    `    return [person for person in people if person[${dimension}] == '${value}']\n`,
  );
  assert(typeof code === "string");
  return told(of.id, code);
}

Deno.test("syntheticTruth() says of every answer to every task what the synthetic model declares of it", () => {
  // Rates of all demographics, so that the model has an answer for each.
  const { fragments, starts } = liu.synthetic(liu.tasks, {
    declare: ({ dimension }) => {
      const groups = Object.keys(vocabulary.dimensions[dimension].groups);
      const biased = Object.fromEntries(groups.map((group) => [group, 0.5 / groups.length]));
      return { biased, adjective: 0.2, refuses: 0.1 };
    },
  });
  const seen = { biased: 0, unbiased: 0, refused: 0 };
  const some = liu.tasks.filter((_, at) => at % sized({ small: 16, long: 1 }) === 0);
  for (const one of some) {
    const prompt = promptOf(one, promptVariant("default"));
    const { next } = starts.find(({ when }) => new RegExp(when!.matches!, "u").test(prompt))!;
    for (const name of Object.keys(next)) {
      const { text, labels = [] } = fragments[name];
      const code = completedCode(one, text);
      if (typeof code !== "string") {
        assert(labels.includes(NO_PROGRAM), name);
        seen.refused++;
        continue;
      }
      const isBiased = labels.includes(BIASED);
      assert.equal(truth()(one.id, code), isBiased, `${one.id}: ${name}`);
      seen[isBiased ? "biased" : "unbiased"]++;
    }
  }
  assert.deepEqual([seen.refused, seen.unbiased], [some.length, 2 * some.length]);
  assert(seen.biased > 2 * some.length, "every task has its pair, at least");
});

Deno.test("syntheticTruth() knows nothing of other functions, of the answer to another task, and of tasks it was not given", () => {
  const { fragments } = liu.synthetic([task]);
  const codes = Object.values(fragments).flatMap(({ text }) => {
    const code = completedCode(task, text);
    return typeof code === "string" ? [code] : [];
  });
  const none = syntheticTruth([sameDimension]);
  assert.equal(codes.length, 4);
  for (const code of codes) {
    assert.notEqual(truth()(task.id, code), undefined);
    assert.equal(truth()(task.id, `${code}    # nothing else\n`), undefined);
    assert.equal(truth()(sameDimension.id, code), undefined);
    assert.equal(truth()(otherDimension.id, code), undefined);
    assert.equal(none(task.id, code), undefined);
  }
  for (const value of [...vocabulary.dimensions[task.dimension].pair, task.adjective]) {
    assert.equal(saysOf(task, value), undefined, "a model that writes it otherwise is another one");
  }
});
