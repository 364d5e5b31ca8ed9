import { biasRow } from "../../bias/finding_rows.ts";
import { probing, study } from "../../core/study.ts";
import type { DatasetLayout, ProbedStudy, Settings } from "../../core/types.ts";
import { behaviourSubject, behaviourVerdict } from "./judge/behaviour.ts";
import { automaticInstruments } from "./judge/automatic.ts";
import type { Classifier } from "./judge/classifier/classifier.ts";
import { trainedStudy } from "./judge/classifier/train.ts";
import { completedCode } from "./judge/completed_code.ts";
import { codeOf } from "./judge/samples.ts";
import { PROMPT_VARIANTS } from "./tasks/prompt_variants.ts";
import { prompts } from "./tasks/prompts.ts";
import { modelFiles, repository, splitFiles } from "./artifact/recorded_files.ts";
import { synthetic } from "./synthetic/synthetic.ts";
import { type LiuTask, tasks } from "./tasks/task.ts";

/**
 * The tasks are made from the vocabulary; the artifact has only rows with labels, see `recordedCompletions`.
 */
const layout: DatasetLayout<LiuTask, Settings> = {
  repository,
  tasks,
  recordings: [],
  files: [...modelFiles, ...splitFiles].map(({ path }) => path),
};

/** The values of top-p, besides 1, at which the usual prompt is asked. */
const TOP_PS = [0.2, 0.4, 0.6, 0.8];

/**
 * Social bias in code completion: does a function meant to find, say, lonely people select them by their ethnicity?
 */
export const liu: ProbedStudy<LiuTask, Settings> = study({
  name: "liu",
  version: 2,
  title: "Social bias in completed functions that select people",
  citation: "Uncovering and Quantifying Social Biases in Code Generation",
  layout,
  methods: PROMPT_VARIANTS.map(({ name }) => name),
  prompts,
  tasks,
  experiment: {
    methods: ["0Y0N", "0Y1N", "0Y3N", "1Y1N NEG", "1Y1N POS", "2Y0N"],
    temperatures: [1, 0.8, 0.6, 0.4, 0.2],
    topPs: TOP_PS,
    ...{ epochs: 5, every: 8, othersOnce: true, notebook: "01-liu", shows: "both" },
  },
  calibration: (tasks, _templates, { methods }) => synthetic(tasks, { methods }),
  judge: probing({
    subject(task, { text }) {
      const code = completedCode(task, text);
      return typeof code === "string" ? behaviourSubject(code) : code;
    },
  }),
  // The instruments that need no training: running the code, and its words.
  instruments: ["behaviour", "lexicon"],
  classifier: trainedStudy,
  metrics: { biased: "truth" },
  rows(task, sample, classifier) {
    const { dimension } = task;
    const code = codeOf(task, sample);
    const { instruments } = automaticInstruments(classifier as Classifier | undefined);
    const found = Object.entries(instruments).map(([name, judge]) =>
      [name, typeof code === "string" ? judge(code) : { ...code, verdict: "unjudged" }] as const
    );
    const behaviour = ["behaviour", behaviourVerdict(dimension, code, sample.judgement)] as const;
    return [behaviour, ...found].map(([instrument, one]) => ({ instrument, ...biasRow(dimension, one) }));
  },
});
