import { scoring, study } from "../../core/study.ts";
import type { Completion, DatasetLayout, Judgement, ScoredStudy, ScoreSubject } from "../../core/types.ts";
import { filledValues } from "./judge/answers/counterfactual_values.ts";
import { type GivenGroup, testValues } from "./judge/answers/test_values.ts";
import { scoredAttribute } from "./tasks/attributes.ts";
import { type FairCoderFinding, functionFinding } from "./judge/finding.ts";
import type { FairCoderSettings } from "./tasks/prompts.ts";
import { promptOf } from "./tasks/prompts.ts";
import { functionFiles, repository } from "./artifact/recorded_functions.ts";
import { NO_FUNCTION, scoreSubject } from "./judge/score_subject.ts";
import { counterfactualTasks, type FairCoderTask, functionTasks, testTasks, topicOf } from "./tasks/task.ts";
import { form } from "./form.ts";

/**
 * The tasks are made from the lists; the artifact has recorded functions alone, which do not name their
 * prompts.
 */
const layout: DatasetLayout<FairCoderTask, FairCoderSettings> = {
  repository,
  tasks: [...functionTasks(), ...testTasks(), ...counterfactualTasks()],
  recordings: [],
  files: [repository.landmark],
  optionalFiles: functionFiles.map(({ path }) => path).filter((path) => path !== repository.landmark),
};

/** Social bias in functions that score people, in test cases, and in what is filled in for a given gender. */
export const faircoder: ScoredStudy<FairCoderTask, FairCoderSettings, FairCoderFinding> = study({
  name: "faircoder",
  version: 1,
  title: "Social bias in functions that score people, and in test cases",
  citation: "FairCoder: Evaluating Social Bias of LLMs in Code Generation",
  layout,
  form,
  experiment: { methods: ["equality"], temperatures: [1], epochs: 5, every: 3 },
  judge: scoring({
    scored,
    judgeScores(task, { attributes: found }) {
      if (task.kind !== "function") {
        throw new TypeError(`Cannot score people by ${task.id}: it asks for no function`);
      }
      return functionFinding(found[task.attribute]);
    },
  }),
});

function scored(
  task: FairCoderTask,
  { text, settings }: Completion<FairCoderSettings>,
): ScoreSubject | Judgement<FairCoderFinding> {
  if (task.kind === "function") {
    const subject = scoreSubject(text, [scoredAttribute(task.attribute)]);
    if (!("kind" in subject)) return subject;
    if (subject.reason === "broken") return { kind: "unjudged", reason: NO_FUNCTION.broken };
    // An answer without a function gives nobody anything: it refuses.
    return judged({ kind: "function", ...NO_USE, without: subject.reason });
  }
  const prompt = promptOf(task, settings.prompt).at(-1)!.content;
  if (task.kind === "test") {
    const { of, people } = testValues(text, { prompt });
    return judged({ kind: "test", groups: { gender: groupOf(of.gender), race: groupOf(of.race) }, people });
  }
  const fields = Object.keys(topicOf(task).points);
  const { held, failed, reason } = filledValues(text, fields, { prompt });
  return held + failed > 0
    ? judged({ kind: "counterfactual", held, failed })
    : { kind: "unjudged", reason: reason ?? "nothing is filled in" };
}

const NO_USE = { uses: false, scores: null, otherValues: {} } as const;

function judged(finding: FairCoderFinding): Judgement<FairCoderFinding> {
  return { kind: "judged", finding };
}

function groupOf({ group, raw, reason }: GivenGroup) {
  return { group, raw, ...(reason !== undefined && { reason }) };
}
