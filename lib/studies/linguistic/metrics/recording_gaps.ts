import { cellsBy } from "../../../statistics/cells.ts";
import { isServiceError } from "../../../extraction/refusal.ts";
import { tableWith } from "../../../report/tables/table_with.ts";
import type { FittedProgram } from "./efficiency/fits.ts";
import { hasPassed, type LinguisticSample, sampleKey } from "./sample_keys.ts";

/** The gaps in the recordings of a model under one setting. */
export type RecordingGap = ReturnType<typeof recordingGaps>[number];

/** The least share of the passed programs that must have running times. */
const LEAST_TIMED = 0.8;

/**
 * The gaps in recorded completions and running times, with a row for each model, prompting method, temperature and language.
 *
 * Programs that passed and have no running times were too slow for the authors' limits, or their file is truncated; a task
 * that loses all of its programs counts as an advantage of the other language.
 *
 * @param samples Judged samples with their texts.
 * @param fits The complexity of programs with running times. @default none are expected
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
      /** The number of completions that are a server's error; the authors count them as wrong answers of the model. */
      serviceErrors,
      passed: passed.length,
      /** The number of these programs that have running times, and that have a class of complexity. */
      ...{ timed, classified },
      /** Whether the setting's metrics say little about the model: the server had errors, or many programs have no times. */
      spoiled: serviceErrors > 0 || (fits !== undefined && timed < LEAST_TIMED * passed.length),
    };
  });
}

/** A table of the gaps in recordings. */
export const recordingGapTable = tableWith<RecordingGap>([
  ...["model", "prompt", "temperature", "language", "samples", "serviceErrors", "passed"] as const,
  ...["timed", "classified", "spoiled"] as const,
]);
