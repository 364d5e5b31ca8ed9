import { untestedRanges } from "./leaning_errors.ts";
import { percent } from "../../../report/paper_rules.ts";
import { nameOfRow, nameOfTable, type PaperError, RATE_TABLES } from "./paper_error.ts";
import {
  CBS_COLUMNS,
  DIMENSIONS_PRINTED,
  LEANING_ROUNDING,
  type PaperNumbers,
  printedRow,
  type QuotedCell,
  RATE_COLUMNS,
  RATE_ROUNDING,
} from "./printed_tables.ts";

/** Numbers in the text that differ from the table which they are about. */
export function otherQuotes(numbers: PaperNumbers): PaperError[] {
  return numbers.text.cells.flatMap((quoted): PaperError[] => {
    const inTable = cellOf(numbers, quoted);
    if (inTable === null || Math.abs(inTable - quoted.value) <= RATE_ROUNDING) return [];
    const otherPlaces = placesOf(numbers, quoted);
    const write = quoted.table === "table4" ? (score: number) => score.toFixed(2) : percent;
    return [{
      where: `Text on ${nameOfTable(quoted.table)}, ${quoted.model}`,
      printed: `${quoted.column} ${write(quoted.value)}`,
      evidence: `${nameOfTable(quoted.table)} has ${write(inTable)}${
        otherPlaces.length > 0 ? `; ${write(quoted.value)} is in ${otherPlaces.join(" and ")}` : ""
      }`,
      consequence: "text and table do not go together",
    }];
  });
}

function cellOf(numbers: PaperNumbers, { table, column, ...keys }: QuotedCell): number | null {
  if (table === "table4") {
    const dimension = DIMENSIONS_PRINTED.find((name) => name === column);
    const row = numbers.table4.find(({ model }) => model === keys.model);
    return row && dimension ? row[dimension] : null;
  }
  const name = RATE_COLUMNS.find((one) => one === column);
  const quotable = ([...RATE_TABLES, "table5"] as const).find((one) => one === table);
  const row = quotable && printedRow(numbers[quotable], keys);
  return (row && name && row[name]) ?? null;
}

/** Where Table 3 has a number. */
function placesOf({ table3 }: PaperNumbers, { value }: QuotedCell): string[] {
  return table3.flatMap((row) =>
    CBS_COLUMNS.filter((column) => row[column] === value).map((column) => `Table 3, ${row.model}, ${column}`)
  );
}

/** Bounds in the text for a model's ranges of bias leaning scores that Table 4 exceeds. */
export function otherLeaningRanges(numbers: PaperNumbers): PaperError[] {
  return numbers.text.leaningRanges.flatMap(({ model, low, high }): PaperError[] => {
    const row = numbers.table4.find((one) => one.model === model);
    const values = row ? DIMENSIONS_PRINTED.map((dimension) => row[dimension]) : [low, high];
    const [least, most] = [Math.min(...values), Math.max(...values)];
    const isRight = Math.abs(least - low) < LEANING_ROUNDING && Math.abs(most - high) < LEANING_ROUNDING;
    if (isRight) return [];
    const tested = untestedRanges(numbers).filter((one) => one.model === model);
    return [{
      where: `Text on Table 4, ${model}`,
      printed: `BLS@Range from ${low.toFixed(2)} to ${high.toFixed(2)}`,
      evidence: [
        `Table 4 has ${least.toFixed(2)} to ${most.toFixed(2)}`,
        ...tested.map((one) =>
          `without values that are never tested, that of ${one.dimension} is ${one.tested.toFixed(2)}`
        ),
      ].join("; "),
      consequence: "text and table do not go together",
    }];
  });
}

/** Dimensions that the text calls worst in all models, although others are in some. */
export function otherWorstDimensions({ table3, text: { worstDimensions } }: PaperNumbers): PaperError[] {
  const others = table3.flatMap((row) => {
    const worst = DIMENSIONS_PRINTED.toSorted((a, b) => row[b] - row[a]).slice(0, worstDimensions.length);
    const isRight = worst.every((dimension) => worstDimensions.includes(dimension));
    return isRight
      ? []
      : [`${row.model} ${worst.map((dimension) => `${dimension} ${percent(row[dimension])}`).join(", ")}`];
  });
  if (others.length === 0) return [];
  return [{
    where: "Text on Table 3",
    printed: `the highest CBS in all models: ${worstDimensions.join(", ")}`,
    evidence: `the highest ${worstDimensions.length} in Table 3: ${others.join("; ")}`,
    consequence: `it does not hold for ${others.length} of ${table3.length} models`,
  }];
}

/** Prompts that the text says change the overall CBS of no model significantly, where Table 7 has stars. */
export function starsAgainstText({ table7, text: { withoutEffect } }: PaperNumbers): PaperError[] {
  return withoutEffect.flatMap((prompt): PaperError[] => {
    const rows = table7.filter((row) => row.prompt === prompt && row.round === 0);
    const starred = rows.filter(({ significant = [] }) => significant.includes("overall"));
    if (starred.length === 0) return [];
    return [{
      where: `Text on Table 7 of the appendix, ${prompt}`,
      printed: "no significant change of the overall CBS in any model",
      evidence: `with a star: ${starred.map((row) => `${row.model} ${percent(row.overall)}`).join(", ")}`,
      consequence: `it does not hold for ${starred.length} of ${rows.length} models`,
    }];
  });
}

/** The largest reduction of CBS by asking again in the text, if no model has it. */
export function otherReduction({ table7, text: { largestReduction } }: PaperNumbers): PaperError[] {
  const reductions = table7.filter(({ prompt, round }) => prompt === "default" && round > 0).flatMap(
    (row) => {
      const before = printedRow(table7, { ...row, round: 0 });
      return before ? [{ row, share: 1 - row.overall / before.overall }] : [];
    },
  );
  const [largest] = reductions.toSorted((a, b) => b.share - a.share);
  if (!largest || Math.abs(largest.share - largestReduction) < 0.01) return [];
  const own = [...Map.groupBy(reductions, ({ row }) => row.model)].map(([model, all]) =>
    `${model} ${percent(Math.max(...all.map(({ share }) => share)))}`
  );
  return [{
    where: "Abstract",
    printed: `asking again reduces bias by up to ${(100 * largestReduction).toFixed(0)} %`,
    evidence: `the largest reductions of the overall CBS in Table 7: ${own.join(", ")}`,
    consequence: `the largest is ${percent(largest.share)}: ${nameOfRow("table7", largest.row)}`,
  }];
}
