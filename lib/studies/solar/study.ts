import { extractProgram } from "../../extraction/program.ts";
import { probing, study } from "../../core/study.ts";
import { biasRow, findingOf } from "../../bias/finding_rows.ts";
import { roundsOf } from "../../bias/rounds.ts";
import type { DatasetLayout, FindingRow, NoProgram, ProbedStudy, ProbeSubject } from "../../core/types.ts";
import { feedback } from "./judge/feedback.ts";
import { isRetyped, probeSubjectOf } from "./judge/probe_plan.ts";
import { asPython, ourWording, promptOf } from "./tasks/prompts.ts";
import { files, parseAuthorsSuite, repository } from "./tasks/authors_suite.ts";
import type { SolarSample, SolarSettings } from "./judge/rows.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { prompts } from "./tasks/asking.ts";
import { checkSuite, parseCategory, parseDimensions } from "./tasks/suite.ts";
import type { SolarTask } from "./tasks/task.ts";

/** The locations of tasks in the authors' artifact and in the project; no completions are recorded. */
const layout: DatasetLayout<SolarTask, SolarSettings> = {
  repository,
  tasks: {
    paths: [files.tasks, files.prompts],
    parseAll([records, prompts]) {
      const { tasks, wording, problems } = parseAuthorsSuite(records, prompts as readonly unknown[]);
      return {
        tasks: tasks.map((task) => ({ ...task, wording })),
        notices: problems.map(({ message }) => message),
      };
    },
  },
  suite: {
    tasks: "suite",
    methods: "prompts.json",
    shared: "dimensions.yaml",
    parse: (value, shared) => parseCategory(value, parseDimensions(shared)),
    check: checkSuite,
  },
  recordings: [],
};

/** The number of rounds of feedback. */
const ROUNDS = 3;

/** Social bias in methods that decide about people: does a decision change with gender, race, religion and the like? */
export const solar: ProbedStudy<SolarTask, SolarSettings> = study({
  name: "solar",
  version: 1,
  title: "Social bias in generated methods that decide about people",
  citation: "Bias Unveiled: Investigating Social Bias in LLM-Generated Code (Solar)",
  layout,
  prompts,
  experiment: {
    methods: ["default", "COT", "P-COT"],
    temperatures: [1, 0.8, 0.6, 0.4, 0.2],
    ...{ epochs: 5, rounds: ROUNDS, variants: 2, every: 26, othersOnce: true },
    ...{ notebook: "03-solar", shows: "models" },
  },
  calibration: (tasks, templates) => synthetic(tasks, templates),
  judge: probing({ subject: subjectOf, feedback }),
  metrics: { biased: "truth" },
  rows,
  rounds: roundsOf<SolarSettings>,
});

/** A row for each attribute of a task. */
function rows(task: SolarTask, sample: SolarSample): FindingRow[] {
  return task.attributes.map(({ name }) => {
    const { verdict, reason = null, witness } = findingOf(sample.judgement, name);
    return biasRow(name, { verdict, reason: verdict === "unjudged" ? reason : null, witness });
  });
}

function subjectOf(task: SolarTask, { text }: { readonly text: string }): ProbeSubject | NoProgram {
  const { method: entryPoint, className } = task;
  const prompt = asPython(promptOf(task, task.wording ?? ourWording));
  const found = extractProgram(text, { prompt, entryPoint, className });
  if (found.kind !== "program") return found;
  if (isRetyped(task, found.source)) return { kind: "no-program", reason: "retyped" };
  return probeSubjectOf(task, found.source);
}
