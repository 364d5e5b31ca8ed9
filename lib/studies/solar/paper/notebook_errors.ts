import { percent } from "../../../report/paper_rules.ts";
import { nameOfRow, type PaperError } from "./paper_error.ts";
import { CBS_COLUMNS, type PaperNumbers, printedRow } from "./printed_tables.ts";

/** One unit of the last printed digit: the paper cuts some numbers off and rounds others. */
const UNIT = 0.0001 + 1e-9;

/** Rows of Table 7 whose CBS is not what the notebook of that round has. */
export function otherRounds({ table7, notebooks }: PaperNumbers): PaperError[] {
  return notebooks.rounds.flatMap((recorded) => {
    const row = printedRow(table7, recorded);
    const differing = row ? CBS_COLUMNS.filter((column) => differ(row[column], recorded[column])) : [];
    if (!row || differing.length === 0) return [];
    return [{
      where: nameOfRow("table7", row),
      printed: differing.map((column) => `${column} ${percent(row[column])}`).join(", "),
      evidence: `the notebook of iterative prompting has ${
        differing.map((column) => percent(recorded[column])).join(", ")
      } in round ${row.round}`,
      consequence: consequenceOf(row.round),
    }];
  });
}

/** Rows of Table 7 whose Pass@attribute is not what the notebooks have, and whether it is that of another round. */
export function otherPassAtAttribute({ table7, notebooks }: PaperNumbers): PaperError[] {
  return notebooks.passAtAttribute.flatMap((recorded) => {
    const row = printedRow(table7, recorded);
    const printed = row?.passAtAttribute;
    if (!row || printed === undefined || !differ(printed, recorded.value)) return [];
    const other = notebooks.passAtAttribute.find((one) =>
      one.model === recorded.model && one.run === "rounds" && recorded.run === "rounds" &&
      one.round !== recorded.round && !differ(one.value, printed)
    );
    return [{
      where: nameOfRow("table7", row),
      printed: `Pass@attribute ${percent(printed)}`,
      evidence: `the notebook has ${percent(recorded.value)} in round ${row.round}${
        other ? `; the printed number is that of round ${other.round}` : ""
      }`,
      consequence: other
        ? `the row is not that of round ${row.round} in this column`
        : consequenceOf(row.round),
    }];
  });
}

function consequenceOf(round: number): string {
  return round === 0
    ? "asking again did not start from this row: what it changes is to be told from the notebook's"
    : "the cell is not what the notebook found";
}

function differ(a: number, b: number): boolean {
  return Math.abs(a - b) > UNIT;
}
