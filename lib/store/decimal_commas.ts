import type pl from "nodejs-polars";

/**
 * A separated table with its numbers read as meant: NaN becomes an empty cell, and a comma that does not separate cells may be
 * a decimal comma. If every comma of the file could also separate thousands, cells with commas stay texts.
 *
 * @param separator The separator of the cells; if it is a comma, there are no decimal commas.
 * @param texts The same table with all cells as they are written.
 * @param onNotice Called with a sentence for each column whose points may separate thousands, in a file with decimal commas.
 */
export function withDecimalCommas(
  polars: typeof pl,
  frame: pl.DataFrame,
  separator: string,
  texts: () => pl.DataFrame,
  onNotice: (sentence: string) => void,
): pl.DataFrame {
  const columns = frame.getColumns().map((column: pl.Series) =>
    [column, separator === "," ? undefined : commasIn(column)] as const
  );
  const isClear = columns.some(([, commas]) => commas === "clear");
  const numbers = columns.filter(([{ dtype }]) => isClear && dtype.variant === "Float64");
  const written = numbers.length > 0 ? texts() : frame;
  for (
    const [{ name }] of numbers.filter(([{ name }]) => textsIn(written.getColumn(name)).every(isGrouped))
  ) {
    onNotice(
      `the column "${name}" has points where others have commas, and 1.234 is taken as 1 and a fraction; ` +
        "write thousands without a point",
    );
  }
  return polars.DataFrame(
    columns.map(([column, commas]) => withNumbers(polars, column, isClear && commas !== undefined)),
  );
}

const DECIMAL_COMMA = /^\s*[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?\s*$/i;

/** A number with a comma that may separate thousands or be a decimal comma, e.g. `1,234`. */
const GROUPED = /^\s*[+-]?[1-9]\d{0,2},\d{3}\s*$/;

/** Whether a column's commas are clearly decimal commas, or may also separate thousands (open); undefined if neither. */
function commasIn(column: pl.Series): "clear" | "open" | undefined {
  const texts = textsIn(column);
  const own = texts.filter((text) => text.includes(","));
  if (own.length === 0 || !texts.every((text) => DECIMAL_COMMA.test(text))) return undefined;
  return own.every((text) => GROUPED.test(text)) ? "open" : "clear";
}

/** Whether the point of a number may separate thousands; 0 and integers up to 999 have no point and fit either reading. */
const isGrouped = (cell: string) => /^\s*[+-]?(0|[1-9]\d{0,2}(\.\d{3})?)\s*$/.test(cell);

function textsIn(column: pl.Series): string[] {
  return (column.toArray() as unknown[]).filter((cell) => typeof cell === "string");
}

function withNumbers(polars: typeof pl, column: pl.Series, isDecimal: boolean): pl.Series {
  const cells: readonly unknown[] = column.toArray();
  if (!isDecimal && !cells.some(Number.isNaN)) return column;
  const numbers = cells.map((cell) => typeof cell === "string" ? Number(cell.replace(",", ".")) : cell);
  const present = numbers.map((one) => Number.isNaN(one) ? null : one);
  return polars.Series(column.name, present, polars.Float64);
}
