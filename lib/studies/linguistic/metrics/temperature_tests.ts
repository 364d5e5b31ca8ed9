import { pairedT } from "../../../statistics/tests/t_test.ts";
import { wilcoxonSignedRank } from "../../../statistics/tests/wilcoxon.ts";
import { printedTable3 } from "../paper/printed.ts";

const METRICS = ["CR_en", "CR_zh"] as const;

/** The p-values as printed in section 4.1, truncated, not rounded. */
const PRINTED_P = { CR_en: 0.008, CR_zh: 0.26 } as const;

/**
 * The paper's two p-values for t = 0.8 against t = 0.2, and the results of other tests on the printed rows.
 *
 * Source: the BilingualCodeEval paper, section 4.1: p = .008 (English) and .26 (Chinese), which are those of
 * a one-sided paired t-test over the ten models of Table 3 as printed. The artifact has the completions of
 * six of these, three of which cannot be distinguished from one and the same model.
 */
export function temperatureTests() {
  return METRICS.flatMap((metric) => {
    const all = printed(metric, () => true);
    const known = printed(metric, (model) => model !== null);
    const row = (
      models: string,
      { low, high }: ReturnType<typeof printed>,
      test: string,
      { statistic, p }: { readonly statistic: number; readonly p: number },
      publishedP: number | null = null,
    ) => {
      const { difference } = pairedT(low, high);
      return {
        ...{ metric, models, n: low.length },
        /** The mean at t = 0.8 minus the mean at t = 0.2. */
        difference,
        ...{ test, statistic, p },
        /** The printed p-value; null for tests that the paper does not make. */
        publishedP,
      };
    };
    const oneSided = pairedT(all.low, all.high, { alternative: "greater" });
    const ranks = wilcoxonSignedRank(all.low, all.high);
    return [
      row("all of Table 3", all, "paired t, one-sided", oneSided, PRINTED_P[metric]),
      row("all of Table 3", all, "paired t, two-sided", pairedT(all.low, all.high)),
      row("all of Table 3", all, "Wilcoxon, two-sided", ranks),
      row("those in the artifact", known, "paired t, two-sided", pairedT(known.low, known.high)),
    ];
  });
}

/** A metric at both temperatures, model by model. */
function printed(metric: "CR_en" | "CR_zh", isIn: (model: string | null) => boolean) {
  const rows = printedTable3.filter(({ model }) => isIn(model));
  const at = (wanted: number) =>
    rows.filter(({ temperature }) => temperature === wanted).map((row) => row[metric]);
  return { low: at(0.2), high: at(0.8) };
}
