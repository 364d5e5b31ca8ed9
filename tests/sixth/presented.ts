import { cellsAt } from "codebias/paper/cells.ts";
import { joinPrinted, NO_ESTIMATE, printedTable } from "codebias/paper/with_printed.ts";
import { estimates } from "codebias/report/figures/estimates.ts";
import { figureOf, tableOf } from "codebias/report/presenting.ts";
import { judgedSentence, settingName } from "codebias/report/sentences.ts";
import { tableWith } from "codebias/report/tables/table_with.ts";
import type { Presented } from "codebias/report/verbs.ts";
import { paperAudit, paperNumbers } from "./paper.ts";
import type { HabitAnalysis, HabitRate } from "./rates.ts";

/** Measured shares beside printed ones, then the printed ones of other models. */
function table1(rates: readonly HabitRate[]) {
  const printed = cellsAt(paperNumbers.cells, "table1", {}).filter(({ keys }) => keys.habit !== "judged");
  const others = printed.filter(({ keys }) => rates.every(({ model }) => model !== keys.model));
  return [
    ...rates.map((rate) => {
      const { model, prompt, habit } = rate;
      const [cell] = cellsAt(printed, "table1", { model, prompt, habit });
      return { ...rate, ...joinPrinted(rate, cell?.value ?? null) };
    }),
    ...others.map(({ keys, value }) => ({ ...keys, temperature: null, ...joinPrinted(NO_ESTIMATE, value) })),
  ];
}

type Row = ReturnType<typeof table1>[number];
const shares = printedTable<Row>(["model", "prompt", "temperature", "habit"]);
const title = "Programs that go by habits";

function habitFigure(rates: readonly HabitRate[], words: { readonly subtitle: string }) {
  const rows = rates.map((rate) => ({ ...rate, asked: settingName({ ...rate, prompt: "" }) }));
  const said = { title, yLabel: "Share of programs", note: "Bars: 95 % intervals", ...words };
  return estimates(rows, { ...said, x: "habit", color: "prompt", panel: "asked", domain: "fitted" });
}

/** The study's tables, figures and answers, by name. */
export const presented = {
  tables: {
    table1: tableOf(shares, ({ rates }) => table1(rates), title),
    calibration: tableOf(tableWith(), "calibration", "Measured and declared shares"),
    ...paperAudit.tables,
  },
  figures: { habits: figureOf(habitFigure, "rates") },
  answers: {
    RQ1: ({ rates }) =>
      rates.filter(({ habit }) => habit === "overall").map((rate) =>
        judgedSentence(settingName(rate), rate, "go by a habit")
      ),
  },
} as const satisfies Presented<HabitAnalysis>;
