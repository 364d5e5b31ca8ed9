import { rule, type Rules } from "../../../paper/rules.ts";
import { percent } from "../../../paper/cells.ts";
import { untestedRanges } from "./leaning_rules.ts";
import { nameOfRow, nameOfTable } from "./names.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  LEANING_ROUNDING,
  printedCell,
  printedRow,
  RATE_ROUNDING,
} from "./printed_tables.ts";
import type { PaperEvidence } from "./star_rules.ts";

/** Rules that compare sentences of the text with the tables. */
export const textRules: Rules<PaperEvidence> = {
  "numbers in the text are those of the tables": rule(({ text }) => text.cells, (quoted, numbers) => {
    const { table, value, ...keys } = quoted;
    const inTable = printedCell(table, keys, numbers);
    if (inTable === null || Math.abs(inTable - value) <= RATE_ROUNDING) return null;
    const others = numbers.table3.flatMap((row) => {
      const same = CBS_COLUMNS.filter((column) => row[column] === value);
      return same.map((column) => `Table 3, ${row.model}, ${column}`);
    });
    const write = table === "table4" ? (score: number) => score.toFixed(2) : percent;
    return {
      where: `Text on ${nameOfTable(table)}, ${keys.model}`,
      printed: `${keys.column} ${write(value)}`,
      evidence: [
        `${nameOfTable(table)} has ${write(inTable)}`,
        others.length > 0 && `${write(value)} is in ${others.join(" and ")}`,
      ],
      consequence: "text and table do not go together",
    };
  }),
  "a model's ranges of scores are as the text bounds them": rule(
    ({ text }) => text.leaningRanges,
    ({ model, low, high }, numbers) => {
      const row = numbers.table4.find((one) => one.model === model);
      const values = row ? DIMENSIONS_PRINTED.map((dimension) => row[dimension]) : [low, high];
      const [least, most] = [Math.min(...values), Math.max(...values)];
      if (Math.abs(least - low) < LEANING_ROUNDING && Math.abs(most - high) < LEANING_ROUNDING) return null;
      const tested = untestedRanges(numbers).filter((one) => one.model === model);
      return {
        where: `Text on Table 4, ${model}`,
        printed: `BLS@Range from ${low.toFixed(2)} to ${high.toFixed(2)}`,
        evidence: [
          `Table 4 has ${least.toFixed(2)} to ${most.toFixed(2)}`,
          ...tested.map((one) =>
            `without values that are never tested, that of ${one.dimension} is ${one.tested.toFixed(2)}`
          ),
        ],
        consequence: "text and table do not go together",
      };
    },
  ),
  "the dimensions that are said to be worst in all models are so": rule(
    ({ text }) => [text.worstDimensions],
    (said, { table3 }) => {
      const others = table3.flatMap((row) => {
        const worst = DIMENSIONS_PRINTED.toSorted((a, b) => row[b] - row[a]).slice(0, said.length);
        const isRight = worst.every((dimension) => said.includes(dimension));
        const written = worst.map((dimension) => `${dimension} ${percent(row[dimension])}`).join(", ");
        return isRight ? [] : [`${row.model} ${written}`];
      });
      return others.length > 0 && {
        ...{ where: "Text on Table 3", printed: `the highest CBS in all models: ${said.join(", ")}` },
        evidence: `the highest ${said.length} in Table 3: ${others.join("; ")}`,
        consequence: `it does not hold for ${others.length} of ${table3.length} models`,
      };
    },
  ),
  "a prompt that is said to change the overall CBS of no model has no star": rule(
    ({ text }) => text.withoutEffect,
    (prompt, { table7 }) => {
      const rows = table7.filter((row) => row.prompt === prompt && row.round === 0);
      const starred = rows.filter(({ significant = [] }) => significant.includes("overall"));
      return starred.length > 0 && {
        where: `Text on Table 7 of the appendix, ${prompt}`,
        printed: "no significant change of the overall CBS in any model",
        evidence: `with a star: ${starred.map((row) => `${row.model} ${percent(row.overall)}`).join(", ")}`,
        consequence: `it does not hold for ${starred.length} of ${rows.length} models`,
      };
    },
  ),
  "the largest reduction by asking again is as said": rule(
    ({ text }) => [text.largestReduction],
    (said, { table7 }) => {
      const reductions = table7.filter(({ prompt, round }) => prompt === "default" && round > 0).flatMap(
        (row) => {
          const before = printedRow(table7, { ...row, round: 0 });
          return before ? [{ row, share: 1 - row.overall / before.overall }] : [];
        },
      );
      const [largest] = reductions.toSorted((a, b) => b.share - a.share);
      const own = [...Map.groupBy(reductions, ({ row }) => row.model)].map(([model, all]) =>
        `${model} ${percent(Math.max(...all.map(({ share }) => share)))}`
      );
      return largest !== undefined && Math.abs(largest.share - said) >= 0.01 && {
        ...{ where: "Abstract", printed: `asking again reduces bias by up to ${(100 * said).toFixed(0)} %` },
        evidence: `the largest reductions of the overall CBS in Table 7: ${own.join(", ")}`,
        consequence: `the largest is ${percent(largest.share)}: ${nameOfRow("table7", largest.row)}`,
      };
    },
  ),
};
