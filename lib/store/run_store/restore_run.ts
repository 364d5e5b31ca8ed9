import { fileError } from "../files/files.ts";
import { DataError } from "../../core/errors.ts";
import type { ModelDescription, Reply } from "../../core/types.ts";
import type { Database } from "../database/database.ts";
import { addCompletion } from "./completions.ts";
import type { ImportedSample } from "./exchange/exported_sample.ts";
import { Run } from "./run.ts";
import type { RunPlan } from "./run_plan.ts";
import { addModel, addPart, addRun, nameRun, placeSample, readFrom } from "./run_rows.ts";

/** A run that comes from an export. */
export interface ExportedRun {
  readonly name?: string;
  readonly plan: RunPlan;
  readonly createdAt: Date;
  /** What the model was when it answered, the last one last; all of one identity. */
  readonly models: readonly ModelDescription[];
  readonly samples: readonly ImportedSample[];
}

/**
 * Stores a run that was exported, all of it or nothing.
 *
 * @throws {DataError} If the store has other answers to the same requests.
 */
export function restoreRun(database: Database, run: ExportedRun): Run {
  const { name, plan, createdAt, models, samples } = run;
  const { identity } = models[0];
  const { number, part } = database.write(() => {
    const numbers = models.map((description) => addModel(database, description));
    const { number, read } = addRun(database, plan, createdAt);
    const part = addPart(database, { run: number, model: numbers.at(-1)!, identity });
    if (!read) readFrom(database, number, part);
    if (!read && name !== undefined) nameRun(database, number, name);
    let other = 0;
    for (const sample of samples) {
      const model = numbers[sample.description];
      const found = addCompletion(database, { ...sample, request: sample, reply: sample, model });
      if (!isSame(found.reply, sample)) other++;
      placeSample(database, { part, position: plan.position(sample), turn: sample.turn }, found);
    }
    if (other > 0) throw conflict(database, { id: plan.id, other, total: samples.length });
    return { number, part };
  });
  return new Run(database, number, part);
}

/** Whether two replies say the same; how long they took does not matter. */
function isSame(a: Reply, b: Reply): boolean {
  return a.text === b.text && a.finish === b.finish && a.reasoning === b.reasoning;
}

function conflict(
  { path }: Database,
  { id, other, total }: { readonly id: string; readonly other: number; readonly total: number },
): DataError {
  return fileError(
    path,
    `cannot import run ${id}: this store has other answers to ${other} of its ${total} requests; ` +
      `import it into another store`,
  );
}
