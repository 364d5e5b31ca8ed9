import { type Table, table, type TableOptions } from "../report/tables/table.ts";
import type { ReviewAgreement } from "./agreement.ts";

/** A measure of agreement. */
export interface AgreementRow {
  readonly measure: string;
  readonly reviewers: string;
  readonly value: number | null;
  readonly low: number | null;
  readonly high: number | null;
  /** Number of items used. */
  readonly n: number;
  /** Why there is no value, or no interval. */
  readonly remark: string | null;
}

/** All measures of agreement, one row each. */
export function agreementTable(
  { reviewers, percent, pairs, fleiss, alpha }: ReviewAgreement,
  options: TableOptions<keyof AgreementRow> = {},
): Table {
  const all = reviewers.join(", ");
  const rows: AgreementRow[] = [
    row("percent agreement", all, percent),
    ...pairs.map((pair) => row("Cohen's kappa", pair.reviewers.join(", "), pair)),
    ...(fleiss ? [row("Fleiss' kappa", all, fleiss)] : []),
    row("Krippendorff's alpha", all, alpha),
  ];
  return table(rows, {
    title: "Agreement of reviewers",
    columns: ["measure", "reviewers", "value", "low", "high", "n", "remark"],
    intervals: true,
    ...options,
  });
}

type Measure = Pick<ReviewAgreement["percent"], "value" | "low" | "high" | "n" | "reason">;

function row(measure: string, reviewers: string, { value, low, high, n, reason }: Measure): AgreementRow {
  return { measure, reviewers, value, low, high, n, remark: reason };
}

/** An item on which reviewers do not agree. */
export interface DisagreementRow {
  readonly item: string;
  /** Who said what. */
  readonly labels: string;
  /** The answer of more than half; null if people have to settle it. */
  readonly majority: string | null;
}

/** The items on which not all reviewers agree, those without a majority first. */
export function disagreementTable(
  { disagreements }: ReviewAgreement,
  options: TableOptions<keyof DisagreementRow> = {},
): Table {
  const rows = disagreements.toSorted((a, b) => Number(b.conflict) - Number(a.conflict))
    .map(({ id, labels, majority }): DisagreementRow => ({
      item: id,
      labels: Object.entries(labels).map(([name, label]) => `${name}: ${label}`).join("; "),
      majority,
    }));
  return table(rows, {
    title: "Items on which reviewers disagree",
    columns: ["item", "labels", "majority"],
    ...options,
  });
}
