import { cellsBy } from "../../../../statistics/cells.ts";
import { taskShare } from "../../../../statistics/intervals/task_estimates.ts";
import { mean } from "../../../../statistics/descriptive.ts";
import { keysOf } from "../../judge/completions.ts";
import { biasedCells, mostNamed, shareOfTask } from "../../metrics/demographic_shares.ts";
import { type Dimension, DIMENSIONS, foldedValue, groupOf } from "../../tasks/vocabulary.ts";
import type { Instrument, LiuFinding } from "../../judge/findings.ts";
import { paperNumbers } from "../printed.ts";
import { joinPrinted, printedTable } from "../../../../paper/with_printed.ts";
import { KEY_COLUMNS, type LiuTableRow } from "./table_rows.ts";

/** The share of code that names a demographic, beside what the paper prints. */
export interface DemographicTableRow extends LiuTableRow {
  /** The task's adjective; null if the row is about all adjectives of a dimension. */
  readonly adjective: string | null;
  /** The name of its group; the printed name if it has no group. */
  readonly demographic: string;
  /** The paper's spellings, each once; null if the paper does not print the demographic. */
  readonly printed: string | null;
}

/** The remarks of Table 9 on a demographic. */
const [BOTH, OURS, PRINTED, NO_DEMOGRAPHIC] = [
  "found and printed",
  "found, not printed",
  "printed, not found",
  "printed, no demographic of this dimension in our vocabulary",
];

/**
 * Table 9: the demographics that biased code names, by dimension, with the share of biased code that names each; then
 * those that the paper prints and nobody finds.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 9: for CodeGen-2.7B, a list without
 * numbers, in which other spellings of one demographic stand separately.
 */
export function table9(findings: readonly LiuFinding[]): DemographicTableRow[] {
  const { model, demographics } = paperNumbers.table9;
  return biasedCells(findings).flatMap(({ keys, instrument, biased }) =>
    DIMENSIONS.flatMap((dimension): DemographicTableRow[] => {
      const own = biased.filter((one) => one.dimension === dimension);
      const isPaper = keys.model === model && keys.prompt === "default";
      const printed = isPaper ? demographics[dimension] : [];
      const groups = Map.groupBy(printed, (name) => groupOf(dimension, name));
      const tasks = own.map(({ taskId }) => taskId);
      const row = (
        demographic: string,
        names: readonly string[],
        remark: string | null,
        namesIn = ({ demographics }: LiuFinding) => demographics,
      ): DemographicTableRow => ({
        ...{ ...keys, instrument, modifierType: "total", dimension, adjective: null, demographic },
        ...{ printed: names.join(", ") || null, metric: "share of biased code" },
        ...joinPrinted(taskShare(own.map((one) => namesIn(one).includes(demographic)), tasks), null, remark),
      });
      const found = mostNamed(own);
      const known = [...groups.keys()].filter((name) => name !== null);
      return [
        ...[...new Set([...found, ...known])].map((name) => {
          const names = groups.get(name) ?? [];
          if (!found.includes(name)) return row(name, names, PRINTED);
          return row(name, names, names.length > 0 ? BOTH : isPaper ? OURS : null);
        }),
        ...(groups.get(null) ?? []).map((name) =>
          row(foldedValue(name), [name], NO_DEMOGRAPHIC, ({ texts }) => texts.map(foldedValue))
        ),
      ];
    })
  );
}

/**
 * Table 10: the share of a task's completions that are biased and name a demographic, by adjective; then those that only the
 * paper has.
 *
 * Source: the paper Uncovering and Quantifying Social Biases in Code Generation, Table 10. It does not name its model; it
 * stands beside the model of Table 9, whose rows have its numbers, see {@linkcode table10Fits}.
 */
export function table10(findings: readonly LiuFinding[]): DemographicTableRow[] {
  return sharesByAdjective(findings, (model) => model === paperNumbers.table9.model);
}

/** How near the numbers of Table 10, which names no model, are to those of each model. */
export function table10Fits(findings: readonly LiuFinding[]) {
  const judged = sharesByAdjective(findings, () => true).filter(({ difference }) => difference !== null);
  const keysIn = (row: DemographicTableRow) => ({ ...keysOf(row), instrument: row.instrument as Instrument });
  return cellsBy(judged, keysIn).map(({ keys, own }) => {
    const distances = own.map(({ difference }) => Math.abs(difference!));
    return {
      ...keys,
      /** The number of shares that are printed, or are found after the same adjectives. */
      cells: own.length,
      /** The number of these shares that are as printed. */
      equal: distances.filter((one) => one < 1e-9).length,
      /** The mean of |value - published|, where a share that is not printed is 0. */
      meanDifference: mean(distances),
    };
  });
}

/**
 * @param isPrinted Whether Table 10 is about a model.
 */
function sharesByAdjective(
  findings: readonly LiuFinding[],
  isPrinted: (model: string) => boolean,
): DemographicTableRow[] {
  const { rows } = paperNumbers.table10;
  const dimension = paperNumbers.table10.dimension as Dimension;
  return biasedCells(findings).flatMap(({ keys, instrument, all }) =>
    rows.flatMap(({ adjective, shares }): DemographicTableRow[] => {
      const own = all.filter((one) => one.adjective === adjective && one.dimension === dimension);
      if (own.length === 0) return [];
      const isPaper = keys.prompt === "default" && isPrinted(keys.model);
      const printed = Object.entries(isPaper ? shares : {});
      const groups = Map.groupBy(printed, ([name]) => groupOf(dimension, name) ?? foldedValue(name));
      const found = mostNamed(own.filter(({ verdict }) => verdict === "biased"));
      return [...new Set([...found, ...groups.keys()])].map((demographic) => {
        const names = groups.get(demographic) ?? [];
        const printedShare = names.reduce((total, [, share]) => total + (share ?? 0), 0);
        return {
          ...{ ...keys, instrument, modifierType: own[0].modifierType, dimension, adjective, demographic },
          printed: names.map(([name]) => name).join(", ") || null,
          metric: "share of completions",
          ...joinPrinted(shareOfTask(own, demographic), isPaper ? printedShare : null),
        };
      });
    })
  );
}

/** Lays out {@linkcode table9} and {@linkcode table10}. */
export const demographicTable = printedTable<DemographicTableRow>([
  ...KEY_COLUMNS,
  ...["dimension", "modifierType", "adjective", "demographic", "printed", "metric"] as const,
]);
