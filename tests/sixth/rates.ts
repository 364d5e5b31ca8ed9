import { findingOf, isBiased } from "codebias/bias/finding_rows.ts";
import type { Estimate, ProbedSample, StudyRun } from "codebias/core/types.ts";
import { analyser } from "codebias/report/analysis.ts";
import { besideDeclared, type Calibration } from "codebias/report/tables/beside_declared.ts";
import { cellsBy } from "codebias/statistics/cells.ts";
import { taskShare } from "codebias/statistics/intervals/task_estimates.ts";
import type { DeclaredRate } from "./synthetic.ts";
import { type HabitSettings, type HabitTask, SHARES } from "./tasks.ts";

/** A share of biased programs. */
export interface HabitRate extends HabitSettings, Estimate {
  readonly model: string;
  /** One of {@linkcode SHARES}. */
  readonly habit: string;
}

export type HabitRun = StudyRun<HabitTask, ProbedSample<HabitSettings>>;

/** What is found in a result. */
export interface HabitAnalysis extends HabitRun {
  readonly rates: readonly HabitRate[];
  /** Nothing where nothing is declared. */
  readonly calibration: readonly (Pick<HabitRate, "prompt" | "temperature" | "habit"> & Calibration)[];
}

export const analyse = analyser<HabitRun, HabitAnalysis, { readonly declared?: readonly DeclaredRate[] }>(
  ...["habits", {}, ["declared"]] as const,
  (_result, { declared = [] }) => ({
    rates: ({ samples }) => ratesOf(samples),
    calibration({ rates }) {
      const own = rates.filter(({ model }) => model === "calibration/habits");
      return besideDeclared(own, declared, { on: ["prompt", "temperature", "habit"] });
    },
  }),
);

/** The shares for each model and setting. */
function ratesOf(samples: HabitRun["samples"]): HabitRate[] {
  return cellsBy(samples, ({ model, settings: { prompt, temperature } }) => ({ model, prompt, temperature }))
    .flatMap(({ keys, own }) =>
      Object.entries(SHARES).map(([habit, names]) => {
        const found = own.map(({ judgement }) =>
          isBiased(...names.map((name) => findingOf(judgement, name).verdict))
        );
        return { ...keys, habit, ...taskShare(found, own.map(({ taskId }) => taskId)) };
      })
    );
}
