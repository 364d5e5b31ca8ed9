import { pairedT } from "../../../statistics/tests/t_test.ts";
import { wilcoxonSignedRank } from "../../../statistics/tests/wilcoxon.ts";
import { printedTable3 } from "../paper/printed.ts";

/** One of the paper's two tests of temperatures, made again in several ways on the rows that it prints. */
export interface TemperatureTest {
  readonly metric: "CR_en" | "CR_zh";
  readonly models: string;
  readonly n: number;
  /** Mean at t = 0.8 minus mean at t = 0.2. */
  readonly difference: number;
  readonly test: string;
  readonly statistic: number;
  readonly p: number;
  /** As the paper prints it; null for tests that it does not make. */
  readonly publishedP: number | null;
}

const METRICS = ["CR_en", "CR_zh"] as const;

/** As printed in section 4.1, cut off, not rounded. */
const PRINTED_P = { CR_en: 0.008, CR_zh: 0.26 } as const;

/**
 * The paper's two p-values for t = 0.8 against t = 0.2, and what other tests of the same printed numbers say.
 *
 * Source: the BilingualCodeEval paper, section 4.1: p = .008 (English) and .26 (Chinese), which are those of
 * a one-sided paired t-test over the ten models of Table 3 as printed. The artifact has the completions of
 * six of these, three of which cannot be told from one and the same model.
 */
export function temperatureTests(): TemperatureTest[] {
  return METRICS.flatMap((metric) => {
    const all = printed(metric, () => true);
    const known = printed(metric, (model) => model !== null);
    const one = pairedT(all.low, all.high, { alternative: "greater" });
    const two = pairedT(all.low, all.high);
    const ranks = wilcoxonSignedRank(all.low, all.high);
    const six = pairedT(known.low, known.high);
    const common = { metric, models: "all of Table 3", n: all.low.length, difference: one.difference };
    return [
      {
        ...common,
        test: "paired t, one-sided",
        statistic: one.statistic,
        p: one.p,
        publishedP: PRINTED_P[metric],
      },
      { ...common, test: "paired t, two-sided", statistic: two.statistic, p: two.p, publishedP: null },
      { ...common, test: "Wilcoxon, two-sided", statistic: ranks.statistic, p: ranks.p, publishedP: null },
      {
        metric,
        models: "those in the artifact",
        n: known.low.length,
        difference: six.difference,
        test: "paired t, two-sided",
        statistic: six.statistic,
        p: six.p,
        publishedP: null,
      },
    ];
  });
}

/** A metric at both temperatures, model by model, as printed. */
function printed(
  metric: "CR_en" | "CR_zh",
  isIn: (model: string | null) => boolean,
): { readonly low: number[]; readonly high: number[] } {
  const at = (temperature: number) =>
    printedTable3.filter((row) => row.temperature === temperature && isIn(row.model)).map((row) =>
      row[metric]
    );
  return { low: at(0.2), high: at(0.8) };
}
