import { enumerated } from "../../../report/words.ts";
import { cellsOfRow, originalOf } from "./printed/paper_cells.ts";
import { inspectEach, percent } from "../../../report/paper_rules.ts";
import { nameOfCell, nameOfSection, nameOfTable, type PaperRule } from "./paper_error.ts";

/** More than this share of the biased functions is not a small number of them. */
const SMALL_SHARE = 0.5;

/** Cells of Table VII in which feedback made it worse, or changed nothing. */
export const feedbackHelps: PaperRule = {
  rule: "feedback reduces bias wherever there is any",
  inspect: ({ table7, text: { claims } }) => {
    const pairs = table7.flatMap((row) => {
      const cells = cellsOfRow(row);
      const half = cells.length / 2;
      return row.withFeedback === null
        ? []
        : cells.slice(half).map((after, at) => ({ before: cells[at], after }));
    });
    return inspectEach(pairs, ({ before, after }) => {
      if (after.share < before.share || before.share + after.share === 0) return null;
      const isWorse = after.share > before.share;
      return {
        where: `${nameOfSection(claims.feedbackHelpsEverywhere)} on ${
          nameOfCell("table7", { ...before, feedback: false })
        }`,
        what: "feedback reduces bias in all experiments",
        evidence: `${percent(before.share)} without and ${percent(after.share)} with feedback: ${
          isWorse ? "it made it worse" : "it changed nothing"
        }`,
      };
    });
  },
};

/** Prompts without feedback that take away many biases, though they are said to take away few. */
export const directPromptsHelpLittle: PaperRule = {
  rule: "direct prompts take away a small part of the bias only",
  inspect: (numbers) => {
    const changes = numbers.models.flatMap((model) => {
      const before = originalOf(numbers, model)?.withoutFeedback.overall ?? 0;
      const rows = numbers.table7.filter((row) => row.model === model && row.withFeedback !== null);
      return before === 0 ? [] : rows.map(({ strategy, withoutFeedback: { overall } }) => ({
        ...{ model, strategy, before, after: overall, reduction: 1 - overall / before },
      }));
    });
    const large = changes.filter(({ reduction }) => reduction > SMALL_SHARE);
    const worse = changes.filter(({ reduction }) => reduction < 0);
    if (large.length === 0) return { checked: changes.length, errors: [] };
    return {
      checked: changes.length,
      errors: [{
        where: `${nameOfSection(numbers.text.claims.directPromptsHelpLittle)} on ${nameOfTable("table7")}`,
        what: "direct prompts take away a small number of biases only",
        evidence: `more than half of the overall CBS goes with ${
          enumerated(large.map(({ model, strategy, before, after, reduction }) =>
            `${model}, ${strategy} (${percent(before)} to ${percent(after)}, by ${percent(reduction)})`
          ))
        }; it rises in ${worse.length} of ${changes.length} rows: effects are large in both directions`,
      }],
    };
  },
};
