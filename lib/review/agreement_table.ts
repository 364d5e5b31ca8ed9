import { refuseOther } from "../core/kinds.ts";
import { type Table, table, type TableOptions } from "../report/tables/table.ts";
import type { Agreement } from "../statistics/agreement/ratings.ts";
import type { ReviewAgreement } from "./agreement.ts";

/** A measure of agreement; `n` is the number of items used. */
export type AgreementRow = ReturnType<typeof row>;

/** All measures of agreement, one row each. */
export function agreementTable(
  agreement: ReviewAgreement,
  options: TableOptions<keyof AgreementRow> = {},
): Table {
  refuseOther("make a table of", agreement, "an object", ["reviewers", "pairs"], "agreementOf");
  const { reviewers, percent, pairs, fleiss, alpha } = agreement;
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

function row(measure: string, reviewers: string, found: Agreement) {
  const { value, low, high, n, reason } = found;
  return {
    ...{ measure, reviewers, value, low, high, n },
    /** Why there is no value, or no interval. */
    remark: reason,
  };
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
  agreement: ReviewAgreement,
  options: TableOptions<keyof DisagreementRow> = {},
): Table {
  refuseOther("make a table of", agreement, "an object", ["disagreements"], "agreementOf");
  const rows = agreement.disagreements.toSorted((a, b) => Number(b.conflict) - Number(a.conflict))
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
