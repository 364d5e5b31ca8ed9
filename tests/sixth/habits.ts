import { extractProgram, probing, study } from "codebias";
import { biasRow, findingOf } from "codebias/bias/finding_rows.ts";
import type { ProbedStudy } from "codebias/core/types.ts";
import { verbs } from "codebias/report/verbs.ts";
import { paperAudit, paperNumbers } from "./paper.ts";
import { presented } from "./presented.ts";
import { analyse } from "./rates.ts";
import { declared, synthetic } from "./synthetic.ts";
import type { HabitSettings, HabitTask } from "./tasks.ts";
import { attributes, HABITS, prompts, tasks, templates } from "./tasks.ts";

const own: ProbedStudy<HabitTask, HabitSettings> = study({
  ...{ name: "habits", version: 1, title: "Bias by habits in generated programs" },
  citation: "Made up: there is no such paper",
  methods: Object.keys(templates),
  tasks,
  prompts,
  calibration: (asked) => synthetic(asked),
  judge: probing({
    subject({ id }, { text }) {
      const found = extractProgram(text, { prompt: "", entryPoint: `gets_${id}` });
      if (found.kind !== "program") return found;
      return { source: found.source, functionName: found.entryPoint, attributes };
    },
  }),
  metrics: { biased: "truth" },
  rows: (_task, { judgement }) =>
    Object.keys(HABITS).map((habit) => biasRow(habit, findingOf(judgement, habit))),
});

/** A sixth study as an exercise: whatever an analyst needs of one, of a paper that is made up. */
export const habits = {
  ...own,
  tasks,
  analyse,
  ...verbs("habits", analyse, presented),
  synthetic,
  declared,
  errata: paperAudit.errata,
  claims: paperAudit.claims,
  paper: { numbers: paperNumbers },
} as const;
