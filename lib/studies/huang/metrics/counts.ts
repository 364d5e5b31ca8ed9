import { type HuangKeys, keysOf, OVERALL } from "./rates.ts";
import { cellsOf } from "./rates.ts";
import type { HuangRow } from "../judge/rows.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** How many completions of a task are biased by an attribute. */
export interface TaskCounts extends HuangKeys {
  /** A protected attribute, or `overall`. */
  readonly attribute: string;
  readonly taskId: string;
  /** At most `judged`. */
  readonly biased: number;
  readonly judged: number;
  /** Completions that cannot be judged. */
  readonly unjudged: number;
}

/** The attributes of the tables, `overall` last, as the paper has them. */
export const ATTRIBUTES: readonly string[] = [...PROTECTED, OVERALL];

/**
 * Whether a completion is biased by an attribute; null if unknown. `overall`: whether by any, which is known
 * as soon as one is biased, even if others could not be judged; with many such, the share of biased ones
 * among the known is too high.
 */
export function biasOf({ attributes }: Pick<HuangRow, "attributes">, attribute: string): boolean | null {
  const found = attribute === OVERALL ? Object.values(attributes) : [attributes[attribute]];
  if (found.some(({ verdict }) => verdict === "biased")) return true;
  return found.some(({ verdict }) => verdict === "unjudged") ? null : false;
}

/**
 * How many completions of each task are biased, by each protected attribute and overall. All tasks count for
 * all attributes, as in the paper, even if their prompts do not offer one.
 *
 * @returns For each model, strategy, temperature and round, attribute and task, in the order in which they come.
 */
export function taskCounts(rows: readonly HuangRow[]): TaskCounts[] {
  return cellsOf(rows).flatMap((cell) => {
    const tasks = [...Map.groupBy(cell, ({ taskId }) => taskId)];
    return ATTRIBUTES.flatMap((attribute) =>
      tasks.map(([taskId, completions]): TaskCounts => {
        const found = completions.map((row) => biasOf(row, attribute));
        const judged = found.filter((one) => one !== null).length;
        const biased = found.filter((one) => one).length;
        return { ...keysOf(cell[0]), attribute, taskId, biased, judged, unjudged: found.length - judged };
      })
    );
  });
}

/** The counts grouped by attribute and all keys. */
export function groupsOf(counts: readonly TaskCounts[]): TaskCounts[][] {
  return [
    ...Map.groupBy(counts, (one) => JSON.stringify([...Object.values(keysOf(one)), one.attribute])).values(),
  ];
}
