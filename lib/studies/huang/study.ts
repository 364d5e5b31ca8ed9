import { biasRow } from "../../bias/finding_rows.ts";
import { roundsOf } from "../../bias/rounds.ts";
import { unknownName } from "../../core/nearest.ts";
import { probing, study } from "../../core/study.ts";
import type { DatasetLayout, ProbedStudy } from "../../core/types.ts";
import { publishedFindings } from "./judge/authors_rule.ts";
import { feedback } from "./judge/feedback.ts";
import { POOLS, type Pools } from "./judge/pools.ts";
import { probeSubjectOf } from "./judge/probe_subject.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { type HuangSettings, prompts } from "./tasks/prompts.ts";
import { parseAuthorsPrompts, parseRecorded } from "./tasks/authors_prompts.ts";
import { parsedCompletion } from "./judge/parsed_completion.ts";
import { rowsOf } from "./judge/rows.ts";
import { checkSuite, parseCategory } from "./tasks/suite.ts";
import type { HuangTask } from "./tasks/task.ts";
import { taskCheck } from "./judge/task_check.ts";

/** The locations of tasks and completions in the authors' artifact and in the project. */
const layout: DatasetLayout<HuangTask, HuangSettings> = {
  repository: {
    name: "CBS",
    url: "https://github.com/huangd1999/CBS",
    landmark: "dataset/dataset.json",
  },
  tasks: {
    paths: ["dataset/dataset.json"],
    parseAll: ([dataset]) => ({ tasks: parseAuthorsPrompts(dataset), notices: [] }),
  },
  suite: { tasks: "suite", methods: "prompts.json", parse: parseCategory, check: checkSuite },
  demonstration: false,
  recordings: [{
    folder: "json_save",
    model: (fileName) => /^(.+)\.json$/.exec(fileName)?.[1],
    settings: () => ({ prompt: "original", temperature: 0, round: 0 }),
    parse: parseRecorded,
  }],
};

/** Code bias testing: does a generated function decide differently with age, region, gender, education, occupation or race? */
export const huang: ProbedStudy<HuangTask, HuangSettings> = studyWith("boundary");

/**
 * The study with another kind of values to try, see {@linkcode POOLS}: for `run`, and for {@linkcode rowsOf}.
 *
 * @throws {RangeError} If the kind of values is unknown.
 */
export function studyWith(pools: Pools): ProbedStudy<HuangTask, HuangSettings> {
  if (!POOLS.includes(pools)) throw unknownName("kind of value pools", pools, POOLS);
  return study({
    name: "huang",
    version: 1,
    title: "Bias testing and mitigation of generated functions that decide about people",
    citation: "Bias Testing and Mitigation in LLM-based Code Generation (Huang et al.)",
    layout,
    prompts,
    experiment: {
      methods: ["zero-shot", "one-shot", "few-shot", "CoT1", "CoT2"],
      temperatures: [1],
      ...{ epochs: 5, rounds: 1, feedback: "witness", every: 12, cutsAll: true },
      ...{ notebook: "02-huang", shows: "models" },
    },
    calibration: (tasks, templates) => synthetic(tasks, templates),
    judge: probing({
      subject(task, { text }) {
        const parsed = parsedCompletion(task, text, pools);
        return "kind" in parsed ? parsed : {
          ...{ ...probeSubjectOf(parsed), read: parsed },
          ...(pools !== "boundary" && { pools }),
        };
      },
      feedback: (task, report, options) => feedback(task, report, { ...options, pools }),
      check: taskCheck,
    }),
    metrics: { biased: "truth" },
    rows(task, sample) {
      const [{ attributes }] = rowsOf([task], [sample], { pools });
      return Object.entries(attributes).map(([attribute, found]) => biasRow(attribute, found));
    },
    rounds: roundsOf<HuangSettings>,
    measures: { authorsCbs: publishedFindings },
  });
}
