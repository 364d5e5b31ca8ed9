import { plural } from "../../../../report/words.ts";
import { LABEL_TESTS, type LabelTest } from "./label_readings.ts";
import { type LabelVerdict, labelVerdict } from "./label_verdict.ts";
import { groupCount, pointsForZero, pointsWith } from "../least_entropy.ts";
import { nameOfCell, type PaperError, type PaperRule, withDeviation } from "../paper_error.ts";
import type { PaperNumbers } from "../printed.ts";
import { HALF_UNIT } from "../rounding.ts";
import type { RecordedRefusals } from "../../artifact/recorded_refusals.ts";

const WHERE = "Tables 9 and 10";

/**
 * Captions of Tables 9 and 10 that are exchanged: an entry for each kind of evidence, with the cells that speak against
 * the captions, and against exchanged ones.
 *
 * @param recorded Refusals in functions that the artifact holds, if it is there.
 */
export function captionsAreRight(recorded: readonly RecordedRefusals[] = []): PaperRule {
  return {
    rule: "Table 9 has refusal rates and Table 10 entropies, as captioned",
    inspect: (numbers) => {
      const verdict = labelVerdict(numbers, recorded);
      const errors = verdict.reading === "exchanged"
        ? [...cellErrors(verdict), ...entropiesOfPoints(numbers), ...zeros(numbers), ...likelihood(verdict)]
        : [];
      return { checked: numbers.table9.cells.length, errors };
    },
  };
}

/** The tests that the cells fail as captioned. */
function cellErrors({ evidence: [printed, exchanged] }: LabelVerdict): PaperError[] {
  return (Object.keys(LABEL_TESTS) as LabelTest[]).filter((test) => printed.failed[test] > 0).map((test) => ({
    table: WHERE,
    cells: `${plural(printed.failed[test], "cell")} as captioned, ${exchanged.failed[test]} if exchanged`,
    printed: some(printed.contradictions.filter((one) => one.test === test).map(({ evidence }) => evidence)),
    expected: "the captions exchanged",
    why: LABEL_TESTS[test],
  }));
}

/** The first few of a list. */
function some(evidence: readonly string[]): string {
  const shown = evidence.slice(0, 7).join("; ");
  return evidence.length > 7 ? `${shown}; and ${evidence.length - 7} more` : shown;
}

/** Cells of the table captioned refusal without any deviation that are entropies of plain points, and no tenths. */
function entropiesOfPoints({ table9, text }: PaperNumbers): PaperError[] {
  const answers = text.counts.find(({ what }) => what === "queries of a function prompt")?.value ?? 10;
  const isTenth = (value: number) =>
    Math.abs(value * answers - Math.round(value * answers)) <= HALF_UNIT * answers;
  return table9.cells.filter(({ value, deviation }) => deviation === 0 && !isTenth(value)).flatMap((cell) => {
    const groups = groupCount(cell.attribute);
    const points = groups === undefined ? null : pointsWith(cell.value, { groups, answers });
    if (!points) return [];
    return [{
      table: "Table 9",
      cells: nameOfCell(cell),
      printed: withDeviation(cell),
      expected: "a multiple of a tenth, if all prompts refuse alike",
      why: `it is the entropy of ${points.map((one) => one * answers).join(", ")}, of answers that all give ${
        points.join(", ")
      } points`,
    }];
  });
}

/** Cells of the table captioned entropy that print 0.00. */
function zeros({ table9, table10, text }: PaperNumbers): PaperError[] {
  const answers = text.counts.find(({ what }) => what === "queries of a function prompt")?.value ?? 10;
  const isZero = ({ value }: { readonly value: number }) => value < HALF_UNIT;
  const cells = table10.cells.filter(isZero);
  if (cells.length === 0) return [];
  const least = Math.min(
    ...cells.flatMap(({ attribute }) => {
      const groups = groupCount(attribute);
      return groups === undefined ? [] : [pointsForZero(groups)];
    }),
  );
  return [{
    table: "Table 10",
    cells: `${plural(cells.length, "cell")} of 0.00, in Table 9 ${table9.cells.filter(isZero).length}`,
    printed: "0.00",
    expected: "more, if an entropy",
    why: `with 0.3 added to the scores, all answers of a prompt must give ${
      (least / answers).toFixed(0)
    } points or more to one group and none to others`,
  }];
}

/** What recorded refusals show. */
function likelihood({ evidence: [printed, exchanged] }: LabelVerdict): PaperError[] {
  if (printed.logLikelihood === null || exchanged.logLikelihood === null) return [];
  const digits = (exchanged.logLikelihood - printed.logLikelihood) / Math.LN10;
  if (digits <= 0) return [];
  return [{
    table: WHERE,
    cells: "cells of which the artifact holds functions",
    printed: `log likelihood ${printed.logLikelihood.toFixed(1)} as captioned`,
    expected: `${exchanged.logLikelihood.toFixed(1)} if exchanged`,
    why: `the refusals recorded in the artifact are 10^${
      digits.toFixed(0)
    } times as likely if the captions are exchanged`,
  }];
}
