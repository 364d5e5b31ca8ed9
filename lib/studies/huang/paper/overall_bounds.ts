import { sum } from "../../../statistics/descriptive.ts";
import { SHARE_ROUNDING } from "./printed/paper_cells.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { type Breach, nameOfCell, type PaperRule } from "./paper_error.ts";
import type { CellKeys } from "./paper_text.ts";
import type { ByAttribute, PaperNumbers } from "./printed/printed_tables.ts";
import { PROTECTED } from "../tasks/vocabulary.ts";

/** A model's biased functions by attribute and overall. */
interface Overall {
  readonly table: string;
  readonly keys: Partial<CellKeys>;
  readonly overall: number;
  readonly byAttribute: ByAttribute;
}

/**
 * Overall CBS below that of an attribute, or above those of all attributes together: a function is biased if and
 * only if it is so by some attribute.
 */
export const overallsArePossible: PaperRule = {
  rule: "max over attributes <= overall <= min(1, sum over attributes)",
  inspect: (numbers) => inspectEach(overallsOf(numbers), breachOf),
};

function breachOf({ table, keys, overall, byAttribute }: Overall): Breach | null {
  const shares = PROTECTED.map((attribute) => byAttribute[attribute]);
  const [least, most] = [Math.max(...shares), Math.min(1, sum(shares))];
  const isSmall = overall < least - 2 * SHARE_ROUNDING;
  if (!isSmall && overall <= most + (shares.length + 1) * SHARE_ROUNDING) return null;
  const worst = PROTECTED[shares.indexOf(least)];
  return {
    where: nameOfCell(table, { ...keys, attribute: "overall" }),
    what: percent(overall),
    evidence: isSmall
      ? `${worst} alone has ${percent(least)}`
      : `all attributes together have ${percent(most)}`,
  };
}

/** Every overall CBS of Table VII, and those of Table VIII with the attributes of Table IV. */
function overallsOf({ table4, table7, table8 }: PaperNumbers): Overall[] {
  return [
    ...table7.flatMap(({ model, strategy, withoutFeedback, withFeedback }) =>
      [withoutFeedback, withFeedback].flatMap((cells, at) =>
        cells === null ? [] : [{
          table: "table7",
          keys: { model, strategy, feedback: at === 1 },
          overall: cells.overall,
          byAttribute: cells,
        }]
      )
    ),
    ...table8.flatMap(({ model, bias }) => {
      const row = table4.find((one) => one.model === model && one.metric === "CBS");
      const keys = { model, metric: "CBS" };
      return row ? [{ table: "table8", keys, overall: bias.share, byAttribute: row.shares }] : [];
    }),
  ];
}
