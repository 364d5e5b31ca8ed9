import { keysOf } from "../../../bias/task_counts.ts";
import { besideReference, compareShares, type SharesCompared, sharesOf } from "../../../bias/task_shares.ts";
import { cellsBy } from "../../../statistics/cells.ts";
import { holm } from "../../../statistics/tests/multiplicity.ts";
import { groupsOf, type HuangKeys, OVERALL, type TaskCounts } from "./counts.ts";

/** Two shares of biased completions of the same tasks. Null where nothing can be computed. */
export interface Comparison extends HuangKeys, Omit<SharesCompared, "t"> {
  readonly attribute: string;
  /** The kind of levels compared: attributes, prompt strategies, or rounds of feedback. */
  readonly across: "attribute" | "prompt" | "round";
  readonly level: string | number;
  readonly reference: string | number;
  /** `p` adjusted by Holm's method, over all comparisons of a model that are made together. */
  readonly pAdjusted: number | null;
}

/**
 * Whether some attributes bias more completions than others: every pair of attributes, over the same tasks. Tasks that
 * do not offer an attribute count for it as well.
 *
 * Source: the paper Bias Testing and Mitigation, RQ1.2, compares the shares without a test. Here the paired t-test over tasks,
 * with Holm's correction over the pairs of a model, strategy, temperature and round.
 *
 * @throws {RangeError} If a task occurs twice.
 */
export function compareAttributes(counts: readonly TaskCounts[]): Comparison[] {
  return cellsBy(groupsOf(counts), ([one]) => keysOf(one)).flatMap(({ own: cell }) => {
    const groups = cell.filter(([{ attribute }]) => attribute !== OVERALL);
    return adjusted(groups.flatMap((group, at) =>
      groups.slice(at + 1).map((other) => ({
        ...keysOf(group[0]),
        attribute: group[0].attribute,
        across: "attribute" as const,
        level: group[0].attribute,
        reference: other[0].attribute,
        ...compared(group, other),
      }))
    ));
  });
}

/**
 * Each level of a setting beside a reference level, over the same tasks: the paired t-test, with Holm's correction over the
 * attributes and levels of a model.
 *
 * @param options.across The setting: the prompt strategy or the round of feedback.
 * @param options.reference The level with which the others are compared.
 * @throws {RangeError} If no count has the reference level, or a task occurs twice.
 */
export function compareSettings(
  counts: readonly TaskCounts[],
  { across, reference }:
    | { readonly across: "prompt"; readonly reference: string }
    | { readonly across: "round"; readonly reference: number },
): Comparison[] {
  const levels = besideReference(counts, { across, reference }, (one) => ({
    ...{ ...keysOf(one), attribute: one.attribute },
  }));
  const rows = levels.map(({ keys, level, own, base }) => ({
    ...{ ...keys, across, level, reference, ...compared(own, base) },
  }));
  return [...Map.groupBy(rows, ({ model }) => model).values()].flatMap(adjusted);
}

function compared(
  level: readonly TaskCounts[],
  reference: readonly TaskCounts[],
): Omit<SharesCompared, "t"> {
  const shares = (counts: readonly TaskCounts[]) => sharesOf(counts, `attribute ${counts[0]?.attribute}`);
  const { t: _, ...found } = compareShares(shares(level), shares(reference));
  return found;
}

function adjusted(rows: readonly Omit<Comparison, "pAdjusted">[]): Comparison[] {
  const ps = holm(rows.map(({ p }) => p));
  return rows.map((row, at) => ({ ...row, pAdjusted: ps[at] }));
}
