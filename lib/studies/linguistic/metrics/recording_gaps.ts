import { cellsBy } from "../../../statistics/cells.ts";
import { isServiceError } from "../../../extraction/refusal.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { hasPassed, type LinguisticSample, sampleKey } from "./sample_keys.ts";

/** What the recordings of a model lack under one setting. */
export type RecordingGap = ReturnType<typeof recordingGaps>[number];

/** Fewer timed programs than this share of those that passed are too few. */
const LEAST_TIMED = 0.8;

/**
 * What recorded completions and running times lack, a row for each model, prompting method, temperature and language.
 *
 * Programs that passed without running times were too slow for the authors' limits, or their file is cut short; a task
 * that loses all of them counts as an advantage of the other language.
 *
 * @param samples Judged samples with their texts.
 * @param fits Complexity of programs with running times. @default none are expected
 */
export function recordingGaps(
  samples: readonly LinguisticSample[],
  fits?: readonly FittedProgram[],
) {
  const fitted = new Map(fits?.map((fit) => [sampleKey(fit), fit]));
  const groups = cellsBy(samples, ({ model, settings }) => ({ model, ...settings }));
  return groups.map(({ keys, own: group }) => {
    const serviceErrors = group.filter(({ text }) => isServiceError(text)).length;
    const passed = group.filter(hasPassed);
    const programs = passed.flatMap((sample) => fitted.get(sampleKey(sample)) ?? []);
    const [timed, classified] = [programs.length, programs.filter(({ score }) => score !== null).length];
    return {
      ...{ ...keys, samples: group.length },
      /** Completions that are a server's error; the authors count them as wrong answers of the model. */
      serviceErrors,
      passed: passed.length,
      /** Programs among these that have running times, and a class of complexity. */
      ...{ timed, classified },
      /** Whether metrics of this setting say little about the model: errors of the server, or many programs without times. */
      spoiled: serviceErrors > 0 || (fits !== undefined && timed < LEAST_TIMED * passed.length),
    };
  });
}

/** What recordings lack, as a table. */
export const recordingGapTable = tableWith<RecordingGap>([
  ...["model", "prompt", "temperature", "language", "samples", "serviceErrors", "passed"] as const,
  ...["timed", "classified", "spoiled"] as const,
]);
