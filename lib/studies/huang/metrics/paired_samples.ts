import type { HuangRow, HuangSample } from "../judge/rows.ts";

/**
 * Rows with the samples that they sum up.
 *
 * @param what What they are needed for, as the end of "Cannot …".
 * @throws {RangeError} If there are not as many, or a row is not of the sample in its place.
 */
export function pairedSamples(
  rows: readonly HuangRow[],
  samples: readonly HuangSample[],
  what: string,
): { readonly row: HuangRow; readonly sample: HuangSample }[] {
  const remedy = "pass the samples of the rows, in the same order";
  if (rows.length !== samples.length) {
    throw new RangeError(
      `Cannot ${what}: there are ${rows.length} rows and ${samples.length} samples; ${remedy}`,
    );
  }
  return rows.map((row, at) => {
    const sample = samples[at];
    const [one, other] = [nameOf(row, row), nameOf(sample, sample.settings)];
    if (one !== other) {
      throw new RangeError(
        `Cannot ${what}: row ${at + 1} is of ${one}, sample ${at + 1} of ${other}; ${remedy}`,
      );
    }
    return { row, sample };
  });
}

/** What distinguishes a completion from others, as messages say it. */
export function nameOf(
  { taskId, model, epoch }: Pick<HuangSample, "taskId" | "model" | "epoch">,
  { prompt, temperature, round }: HuangSample["settings"],
): string {
  return `${taskId} (${model}, ${prompt}, t = ${temperature}, round ${round}, epoch ${epoch})`;
}
