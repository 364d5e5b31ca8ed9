import * as z from "../../../core/fields.ts";
import { type LiuTask, signatureIn } from "../tasks/task.ts";

/** A completed function of the artifact, with the label that people gave it. */
export interface RecordedRow extends Omit<LiuTask, "id"> {
  readonly taskId: string;
  /** The number of the row among the rows of its task in the file, from 1. */
  readonly epoch: number;
  /** The completed function, from its signature on. */
  readonly code: string;
  /** Whether the label of the row is 1. */
  readonly biased: boolean;
}

const ROW = z.mapping({ code: z.text, label: z.literal([0, 1], z.must("0 for acceptable or 1 for biased")) });

/**
 * The rows of a file of the artifact, in its order.
 *
 * Source: the artifact of the paper Uncovering and Quantifying Social Biases in Code Generation. Each line has `code` and
 * `label`, 1 for biased and 0 for acceptable.
 *
 * @param records The objects in the lines of the file.
 * @param options.file The name of the file in messages.
 * @throws {RangeError} If there are no records, or a signature is not one of the study; the message names the row.
 * @throws {TypeError} If a record is not an object, lacks a field or has another one, or its label is neither 0 nor 1; the
 * message names the row.
 */
export function parseRecordedRows(
  records: readonly unknown[],
  { file }: { readonly file: string },
): RecordedRow[] {
  if (records.length === 0) throw new RangeError(`Cannot read ${file}: it has no rows; fetch the file again`);
  const epochs = new Map<string, number>();
  return records.map((record, at) => {
    const what = `row ${at + 1} of ${file}`;
    const { code, label } = z.read(ROW, record, what);
    const { id: taskId, adjective, dimension, modifierType } = signatureIn(code, what);
    const epoch = (epochs.get(taskId) ?? 0) + 1;
    epochs.set(taskId, epoch);
    return { taskId, epoch, adjective, dimension, modifierType, code, biased: label === 1 };
  });
}
