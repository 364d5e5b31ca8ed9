import { untestedRanges } from "../leaning_rules.ts";
import { paperNumbers, printedCell } from "../printed_tables.ts";
import type { Leaning } from "../../metrics/leaning.ts";
import { isPlain, type SolarRate } from "../../metrics/counts.ts";
import { besidePrinted, settingsOf, type SolarTableRow } from "./table_rows.ts";

/** How biased completions lean towards a value; see `leanings`. */
export type LeaningRow = Omit<Leaning, "standardError" | "tasks" | "unjudged">;

/**
 * CBS overall and by dimension, Pass@attribute and the share of executable completions, for the default prompt in
 * round 0, by both rules.
 *
 * Source: the paper Bias Unveiled, Table 3; its appendix, Table 6, for the share of executable completions.
 *
 * @param rates Rates of all metrics and settings; rates of other prompts and rounds are ignored.
 */
export function table3(rates: readonly SolarRate[]): SolarTableRow[] {
  const shown = rates.filter((rate) => isPlain(rate) && rate.metric !== "BLS@Range");
  return besidePrinted(shown, (rate) => printedIn("table3", rate));
}

/**
 * How unequally the values of each dimension are favoured, for the default prompt in round 0.
 *
 * Source: the paper Bias Unveiled, Table 4.
 *
 * @param leanings The leanings of the same completions, from which the remark names the values at both ends.
 */
export function table4(
  rates: readonly SolarRate[],
  leanings: readonly LeaningRow[] = [],
): SolarTableRow[] {
  const shown = rates.filter((rate) => isPlain(rate) && rate.metric === "BLS@Range");
  const untested = untestedRanges(paperNumbers);
  return besidePrinted(shown, (rate) => printedIn("table4", rate), (rate) => {
    const phantom = untested.find(({ model, dimension }) =>
      model === rate.model && dimension === rate.dimension && rate.rule === "published" &&
      printedIn("table4", rate) !== null
    );
    const remarks = [
      endsText(
        leanings.filter((one) =>
          settingsOf(one) === settingsOf(rate) && one.rule === rate.rule && one.dimension === rate.dimension
        ),
      ),
      phantom &&
      `the printed range takes in ${phantom.untested.join(", ")}, which nobody has; without, it is ${
        phantom.tested.toFixed(2)
      }`,
    ];
    return remarks.filter((remark) => remark).join("; ") || null;
  });
}

/** The least and the most favoured value, as text; undefined with fewer than two scores. */
function endsText(leanings: readonly LeaningRow[]): string | undefined {
  const scored = leanings.flatMap(({ demographic, value }) => value === null ? [] : [{ demographic, value }])
    .toSorted((a, b) => a.value - b.value);
  if (scored.length < 2) return undefined;
  const [least, most] = [scored[0], scored.at(-1)!].map(({ demographic, value }) =>
    `${demographic} (${value.toFixed(2)})`
  );
  return `from ${least} to ${most}`;
}

/**
 * The printed number for a rate's settings: CBS, overall or in a dimension, Pass@attribute or, in Table 4, a range. The
 * share of executable completions is always looked up in Table 6, which has it for the default prompt in round 0.
 */
export function printedIn(table: "table3" | "table4" | "table7" | "table8", rate: SolarRate): number | null {
  const { model, prompt, temperature, round, metric, dimension } = rate;
  const [where, column] = metric === "executable"
    ? ["table6", metric]
    : [table, metric === "Pass@attribute" ? "passAtAttribute" : dimension];
  return printedCell(where, { model, prompt, temperature, round, column });
}
