import { Buffer } from "node:buffer";
import { DataError } from "../../core/errors.ts";

const [LINE_FEED, CARRIAGE_RETURN, QUOTE] = [10, 13, 34];

/** What separates cells, and which file this is, for sentences. */
export interface Separated {
  /** One ASCII character. */
  readonly separator: string;
  readonly file: string;
}

/**
 * The same CSV or TSV without blank lines, checked to have as many cells in each line as in the first: a cell
 * too few means a cut line, and readers drop one too many silently. A line ends where no quoted cell is open.
 *
 * @throws {DataError} If a line has fewer or more cells than the first; names the line.
 */
export function evenLines(bytes: Uint8Array, { separator, file }: Separated): Uint8Array {
  const lines = linesOf(bytes, separator.charCodeAt(0));
  const [{ cells: expected }] = lines;
  const isOneColumn = expected === 1; // then a blank line is an empty cell
  for (const { number, cells, blank } of lines) {
    if (cells === expected || blank) continue;
    throw new DataError(
      `this line has ${counted(cells)}, the first line has ${counted(expected)}; ` +
        "expected the same of every line",
      { place: { file, line: number } },
    );
  }
  if (isOneColumn || !lines.some(({ blank }) => blank)) return bytes;
  return Buffer.concat(lines.filter(({ blank }) => !blank).map(({ from, to }) => bytes.subarray(from, to)));
}

function counted(cells: number): string {
  return cells === 1 ? "1 cell" : `${cells} cells`;
}

interface SeparatedLine {
  /** Line of the file, from 1; a quoted cell may span several. */
  readonly number: number;
  readonly from: number;
  /** After its line feed. */
  readonly to: number;
  readonly cells: number;
  readonly blank: boolean;
}

function linesOf(bytes: Uint8Array, separator: number): SeparatedLine[] {
  const lines: SeparatedLine[] = [];
  let [from, cells, number, next] = [0, 1, 1, 1];
  let quoted = false;
  let cellStart = 0;
  const end = (to: number) => {
    const last = bytes[to - 1] === LINE_FEED ? to - 1 : to;
    const blank = last === from || (last === from + 1 && bytes[from] === CARRIAGE_RETURN);
    lines.push({ number, from, to, cells, blank });
    [from, cells, number, cellStart] = [to, 1, next, to];
  };
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === LINE_FEED) next++;
    if (byte === QUOTE && (quoted || at === cellStart)) {
      quoted = !quoted;
      if (!quoted) cellStart = at + 1; // a quote right after it is one of the cell's, and opens it again
    } else if (quoted) continue;
    else if (byte === separator) [cells, cellStart] = [cells + 1, at + 1];
    else if (byte === LINE_FEED) end(at + 1);
  }
  if (from < bytes.length) end(bytes.length);
  return lines;
}
