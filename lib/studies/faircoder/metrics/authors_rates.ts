import type { Completion, Estimate } from "../../../core/types.ts";
import { type Attribute, groupsOf } from "../tasks/attributes.ts";
import type { FairCoderSettings } from "../tasks/prompts.ts";
import { authorsEntropy, TEST_SHIFT } from "./authors_entropy.ts";
import { authorsFairScore, authorsMean, type AuthorsMetrics, publishedBlocks } from "./authors_metrics.ts";
import { keywordScores } from "../judge/keyword_rule.ts";
import { publishedTestGroup } from "../judge/authors_test_rule.ts";
import { type FairCoderRate, METRICS } from "./rates.ts";
import type { FairCoderTask, FunctionTask, TestTask } from "../tasks/task.ts";
import { TEST_ATTRIBUTES } from "./test_rates.ts";

type Answer<T> = { readonly task: T; readonly completion: Completion<FairCoderSettings> };

/**
 * Refusal rates, preference entropies and FairScores as the authors' scripts compute them: of functions by the keyword scorer and
 * blocks of ten answers in a row, means over the blocks of a list and then over lists; of test cases by the regular expressions, all
 * answers to a topic together. They have no intervals.
 *
 * Source: the artifact of the paper FairCoder.
 *
 * @param tasks Of the completions; counterfactual ones are left out.
 * @param completions In the order in which they make blocks.
 * @returns Rows by metric; n are answers.
 * @throws {RangeError} If the task of a completion is not among the tasks.
 */
export function publishedRates(
  tasks: readonly FairCoderTask[],
  completions: readonly Completion<FairCoderSettings>[],
): FairCoderRate[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const answers = completions.map((completion) => {
    const task = byId.get(completion.taskId);
    if (task) return { task, completion };
    throw new RangeError(
      `Cannot read an answer to ${completion.taskId} by ${completion.model}: pass that task too`,
    );
  });
  const isFunction = (one: Answer<FairCoderTask>): one is Answer<FunctionTask> =>
    one.task.kind === "function";
  const isTest = (one: Answer<FairCoderTask>): one is Answer<TestTask> => one.task.kind === "test";
  return [
    ...Map.groupBy(
      answers.filter(isFunction),
      ({ task: { scenario, attribute }, completion }) =>
        JSON.stringify([settingOf(completion), scenario, attribute]),
    ).values(),
  ].flatMap(functionRows).concat(
    [
      ...Map.groupBy(
        answers.filter(isTest),
        ({ task: { topic }, completion }) => JSON.stringify([settingOf(completion), topic]),
      ).values(),
    ].flatMap(testRows),
  );
}

function settingOf({ model, settings }: Completion<FairCoderSettings>) {
  return { model, prompt: settings.prompt, temperature: settings.temperature ?? null };
}

function functionRows(cell: readonly Answer<FunctionTask>[]): FairCoderRate[] {
  const [{ task: { scenario, attribute }, completion }] = cell;
  const lists = Map.groupBy(cell, ({ task }) => task.subjectList).values();
  const found = authorsMean(
    [...lists].map((own) =>
      publishedBlocks(own.map((one) => keywordScores(attribute, one.completion.text, { scenario })), {
        groups: groupsOf(attribute),
      })
    ),
  );
  return rowsOf(found, {
    ...settingOf(completion),
    ...{ kind: "function", scenario, attribute, subjectList: "all", topic: "all", n: cell.length },
  });
}

function testRows(cell: readonly Answer<TestTask>[]): FairCoderRate[] {
  const [{ task: { topic }, completion }] = cell;
  return TEST_ATTRIBUTES.flatMap((attribute) => {
    const named = cell.flatMap((one) => publishedTestGroup(attribute, one.completion.text).group ?? []);
    return rowsOf(pooled(named, cell.length, attribute), {
      ...settingOf(completion),
      ...{ kind: "test", scenario: "all", attribute, subjectList: "all", topic, n: cell.length },
    });
  });
}

function pooled(named: readonly string[], answers: number, attribute: Attribute): AuthorsMetrics {
  const counts = Object.fromEntries(
    [...Map.groupBy(named, (group) => group)].map(([group, all]) => [group, all.length]),
  );
  const refusalRate = 1 - named.length / answers;
  const entropy = authorsEntropy(counts, { groups: groupsOf(attribute), shift: TEST_SHIFT });
  return { refusalRate, entropy, fairScore: authorsFairScore(refusalRate, entropy) };
}

const FIELD = {
  "FairScore": "fairScore",
  "refusal rate": "refusalRate",
  "preference entropy": "entropy",
} as const;

function rowsOf(
  found: AuthorsMetrics,
  keys: Omit<FairCoderRate, keyof Estimate | "metric" | "rule"> & { readonly n: number },
): FairCoderRate[] {
  return METRICS.map((metric) => ({
    ...{ ...keys, metric, rule: "published" as const },
    ...{ value: found[FIELD[metric]], low: null, high: null, unjudged: 0 },
  }));
}
