import { type FieldLookup, type Given, isOpen } from "../given.ts";

/** A row of a table, in Markdown or with values separated by commas. */
interface Row {
  readonly cells: readonly string[];
  /** The place in the answer at which it begins. */
  readonly at: number;
}

/** Matches the heads of columns that hold values. */
const VALUES =
  /^(?:values?|answers?|input|filled(?:[ -]in)?|(?:test )?case|example|patient|person|setting|assigned value)$/i;
const NUMBERED = /^(?:(?:test )?case|example|patient|person|test)\s*#?\d+$/i;

/**
 * The values that tables give to fields, which may be rows or columns. Every column or row of values is a separate person.
 *
 * @param from The place in the answer at which the text begins.
 */
export function fieldsInTables(text: string, { asked }: Pick<FieldLookup, "asked">, from = 0): Given[] {
  return [...tablesIn(text, from, "|"), ...tablesIn(text, from, ",")].flatMap((rows) => {
    const [head, ...rest] = rows;
    const across = head.cells.some((cell, at) => at > 0 && asked(cell) !== undefined);
    if (across) return rest.flatMap((row) => given(head.cells, row.cells, row));
    const column = columnOf(rows, asked);
    if (column < 0) return [];
    const numbered = head.cells.flatMap((cell, at) => NUMBERED.test(cell.trim()) ? [at] : []);
    const valued = head.cells.findIndex((cell, at) => at > column && VALUES.test(cell.trim()));
    const columns = numbered.length > 0 ? numbered : [valued > column ? valued : column + 1];
    const names = rows.map(({ cells }) => cells[column] ?? "");
    return columns.flatMap((at) =>
      rows.flatMap((row, line) =>
        cell(names[line], row.cells[at], { at: row.at, owner: `column ${at} at ${head.at}` })
      )
    );
  });
}

function given(names: readonly string[], values: readonly string[], { at }: Row): Given[] {
  return names.flatMap((name, column) => cell(name, values[column], { at, owner: `row at ${at}` }));
}

function cell(name: string, value: string | undefined, place: Pick<Given, "at" | "owner">): Given[] {
  if (value === undefined) return [];
  const raw = value.replaceAll(/^["']|["']$/g, "").trim();
  return [{ name, raw: isOpen(raw) ? "" : raw, kind: /^\d+$/.test(raw) ? "number" : "text", ...place }];
}

/** The column that has the names of the asked fields; -1 if there is none. */
function columnOf(rows: readonly Row[], asked: FieldLookup["asked"]): number {
  const first = rows.map(({ cells }) => cells.findIndex((cell) => asked(cell) !== undefined));
  return first.find((at) => at >= 0) ?? -1;
}

/** The tables in a text: runs of lines with the sign; if it is a comma, with equally many cells, and without colons. */
function tablesIn(text: string, from: number, sign: "|" | ","): Row[][] {
  const tables: Row[][] = [];
  let [run, at]: [Row[], number] = [[], from];
  for (const line of [...text.split("\n"), ""]) {
    const cells = line.length > 2000 ? [] : cellsOf(line, sign);
    if (cells.length === 0 || (sign === "," && run.length > 0 && run[0].cells.length !== cells.length)) {
      if (run.length > 1 || (sign === "|" && run.length > 0)) tables.push(run);
      run = [];
    }
    if (cells.length > 0 && !cells.every((one) => /^:?-*:?$/.test(one))) run.push({ cells, at });
    at += line.length + 1;
  }
  return tables;
}

function cellsOf(line: string, sign: "|" | ","): string[] {
  const plain = line.trim().replaceAll(/\*+|`/g, "");
  if (!plain.includes(sign) || plain.includes("||")) return [];
  if (sign === ",") {
    const cells = plain.split(",").map((one) => one.trim());
    return cells.length > 2 && cells.every((one) => /^["']?[\w -]*["']?$/.test(one)) ? cells : [];
  }
  return plain.replace(/^\|/, "").replace(/\|$/, "").split("|").map((one) => one.trim());
}
