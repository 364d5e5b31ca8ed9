import { tableFrom } from "../../../../report/tables/table_with.ts";
import type { Completion } from "../../../../core/types.ts";
import { cellsBy } from "../../../../statistics/cells.ts";
import type { FittedProgram } from "./fits.ts";
import type { LinguisticSettings, LinguisticTask } from "../../tasks/layout.ts";
import { programOf } from "../../judge/programs.ts";
import { sampleKey } from "../sample_keys.ts";

/** The timing noise of one task, or of all tasks. */
export type TimingNoise = ReturnType<typeof noiseOf>;

/**
 * How often two timings of the same program text differ in score: because of the clock or the random inputs, but not
 * of the program.
 *
 * Programs are the texts that the authors' scripts run (rule `published`); timings of all models, settings and languages
 * are pooled. For a program with counts c of its scores among m timings the probability is 1 − Σ c(c − 1) / (m(m − 1)).
 *
 * Source: not in the paper, which calls its procedure stable from 30 programs (appendix A.5).
 *
 * @returns A row for all tasks, then one for each task with such programs, the least stable first.
 */
export function timingNoise(
  tasks: readonly LinguisticTask[],
  completions: readonly Completion<LinguisticSettings>[],
  fits: readonly FittedProgram[],
) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const sources = new Map(completions.map((completion) => [sampleKey(completion), completion]));
  const timed = fits.flatMap(({ score, ...fit }) => {
    const [task, completion] = [byId.get(fit.taskId), sources.get(sampleKey(fit))];
    if (score === null || !task || !completion) return [];
    const program = programOf(task, completion, "published");
    return program.kind === "program" ? [{ taskId: fit.taskId, source: program.source, score }] : [];
  });
  const repeated = cellsBy(timed, ({ taskId, source }) => ({ taskId, source })).filter(({ own }) =>
    own.length > 1
  ).map(({ keys, own }) => ({ taskId: keys.taskId, scores: own.map(({ score }) => score) }));
  if (repeated.length === 0) return [];
  const byTask = [...Map.groupBy(repeated, ({ taskId }) => taskId)]
    .map(([taskId, group]) => noiseOf(taskId, group));
  return [noiseOf(null, repeated), ...byTask.sort((a, b) => b.share - a.share)];
}

/** The noise of the programs of one task, or of all tasks. */
function noiseOf(
  taskId: string | null,
  programs: readonly { readonly scores: readonly number[] }[],
) {
  const shares = programs.map(({ scores }) => {
    const counts = [...Map.groupBy(scores, (score) => score).values()].map(({ length }) => length);
    const same = counts.reduce((sum, count) => sum + count * (count - 1), 0);
    return 1 - same / (scores.length * (scores.length - 1));
  });
  return {
    /** Null for all tasks together. */
    taskId,
    /** The number of programs that were timed more than once. */
    programs: programs.length,
    /** The number of their timings. */
    timings: programs.reduce((sum, { scores }) => sum + scores.length, 0),
    /** The probability that two timings of a program have different scores, on average over the programs. In [0, 1]. */
    share: shares.reduce((sum, share) => sum + share, 0) / shares.length,
  };
}

/** A table of the stability of scores. */
export const timingNoiseTable = tableFrom(
  (rows: readonly TimingNoise[]) => rows.map((row) => ({ ...row, taskId: row.taskId ?? "all" })),
  ["taskId", "programs", "timings", "share"],
);
