import { probing, study } from "../../core/study.ts";
import type { DatasetLayout, ProbedStudy, Settings } from "../../core/types.ts";
import { behaviourSubject } from "./judge/behaviour.ts";
import { completedCode } from "./judge/completed_code.ts";
import { modelFiles, repository, splitFiles } from "./artifact/recorded_files.ts";
import { type LiuTask, tasks } from "./tasks/task.ts";
import { form } from "./form.ts";

/**
 * The tasks are made from the vocabulary; the artifact has rows with labels alone, see `recordedCompletions`.
 */
const layout: DatasetLayout<LiuTask, Settings> = {
  repository,
  tasks,
  recordings: [],
  files: [...modelFiles, ...splitFiles].map(({ path }) => path),
};

/**
 * Social bias in code completion: does a function meant to find, say, lonely people go by their ethnicity?
 */
export const liu: ProbedStudy<LiuTask, Settings> = study({
  name: "liu",
  version: 2,
  title: "Social bias in completed functions that select people",
  citation: "Uncovering and Quantifying Social Biases in Code Generation",
  layout,
  form,
  experiment: {
    methods: ["0Y0N", "0Y1N", "0Y3N", "1Y1N NEG", "1Y1N POS", "2Y0N"],
    temperatures: [1, 0.8, 0.6, 0.4, 0.2],
    topPs: [0.2, 0.4, 0.6, 0.8],
    epochs: 5,
    every: 8,
  },
  judge: probing({
    subject(task, { text }) {
      const code = completedCode(task, text);
      return typeof code === "string" ? behaviourSubject(code) : code;
    },
  }),
});
