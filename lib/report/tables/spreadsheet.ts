import pl from "nodejs-polars";

/**
 * What a spreadsheet takes as the start of a formula, or skips before one; also apostrophes as we put them
 * there.
 */
const FORMULA = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;

/**
 * A text that a spreadsheet shows instead of computing it: with an apostrophe in front if it begins like a formula. Numbers
 * that are written out stay as they are, whatever their sign. Taking one apostrophe away gives the text back.
 *
 * Source: OWASP, CSV Injection.
 *
 * @example
 * ```ts
 * import { shownBySpreadsheets } from "codebias/report/tables/spreadsheet.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(["=1+1", "-0.5", "a=1"].map(shownBySpreadsheets), ["'=1+1", "-0.5", "a=1"]);
 * ```
 */
export function shownBySpreadsheets(text: string): string {
  return FORMULA.test(text) && !/^[+-]?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text) ? `'${text}` : text;
}

/** The frame with names and texts as {@linkcode shownBySpreadsheets} has them; other columns as they are. */
export function forSpreadsheets(frame: pl.DataFrame): pl.DataFrame {
  return pl.DataFrame((frame.getColumns() as pl.Series[]).map((series) => {
    const name = shownBySpreadsheets(series.name);
    if (!["String", "Utf8", "Categorical"].includes(series.dtype.variant)) return series.alias(name);
    const texts = (series.cast(pl.Utf8).toArray() as (string | null)[])
      .map((text) => text === null ? null : shownBySpreadsheets(text));
    return pl.Series(name, texts, pl.Utf8);
  }));
}
