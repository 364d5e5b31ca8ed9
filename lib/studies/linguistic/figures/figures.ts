import type { StudyWriting } from "../../../report/drawing/sheet.ts";
import type { Figure } from "../../../report/figures/figure.ts";
import { intervals } from "../../../report/figures/intervals.ts";
import { temperatureName } from "../../../report/sentences.ts";
import type { Language } from "../tasks/layout.ts";
import type { Table3Row } from "../paper/tables/table3.ts";

/** Language names as figures print them. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: "English", zh: "Chinese" };

/**
 * Correctness rates by model, language and temperature, with intervals and the printed values as points.
 *
 * @param rows Rows of our Table 3, of one prompting method.
 * @param writing.subtitle The basis of the numbers, e.g. the source and the kind of verdicts.
 */
export function correctnessFigure(rows: readonly Table3Row[], { subtitle }: StudyWriting): Figure {
  const shown = rows.filter(({ metric }) => metric === "CR_en" || metric === "CR_zh");
  return intervals(
    shown.map((row) => ({
      ...{ group: row.model, series: LANGUAGE_NAMES[row.metric === "CR_en" ? "en" : "zh"] },
      ...{ panel: temperatureName(row.temperature), value: row.value, low: row.low, high: row.high },
      reference: row.published,
    })),
    {
      title: "Tasks solved, by language and temperature",
      subtitle,
      x: "Correctness rate (share of tasks that at least one sample solves)",
      reference: "printed in the paper",
      note: "Bars: 95 % Wilson intervals over tasks",
    },
  );
}
