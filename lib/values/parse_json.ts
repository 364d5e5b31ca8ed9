import { visit } from "jsonc-parser";
import { type ExactJson, JsonFloat } from "./json.ts";
import { integer } from "./python_value.ts";

/** A parsed JSON text. */
export interface ParsedJson {
  readonly json: ExactJson;
  /** For an object, the text of each field's value, exactly as it was written; else empty. */
  readonly fieldTexts: ReadonlyMap<string, string>;
}

/**
 * Parses JSON so that 1.0 stays apart from 1, integers of any size stay exact and fields keep their order. Of
 * fields with the same name the last one counts, at the place of the first, as in Python.
 *
 * @throws {SyntaxError} If the text is not JSON.
 * @throws {RangeError} If it nests deeper than 1,000 levels.
 */
export function parseJson(text: string): ExactJson {
  return parseWithTexts(text).json;
}

/** {@linkcode parseJson}, and the texts of an object's fields. */
export function parseWithTexts(text: string): ParsedJson {
  JSON.parse(text); // strict, where the visitor is lenient, and with better messages
  const fieldTexts = new Map<string, string>();
  const open: Open[] = [{ value: [], start: 0, name: "" }];
  const put = (json: ExactJson) => {
    const { value, name } = open.at(-1)!;
    if (value instanceof Map) value.set(name, json);
    else value.push(json);
  };
  const begin = (value: Open["value"], start: number) => {
    if (open.length > MAX_DEPTH) throw new RangeError(`JSON nested deeper than ${MAX_DEPTH} levels`);
    put(value);
    open.push({ value, start, name: "" });
  };
  const end = (start: number, end: number) => {
    const { value, name } = open.at(-1)!;
    if (open.length === 2 && value instanceof Map) fieldTexts.set(name, text.slice(start, end));
  };
  visit(text, {
    onObjectBegin: (offset) => begin(new Map(), offset),
    onObjectProperty: (name) => void (open.at(-1)!.name = name),
    onObjectEnd: (offset, length) => end(open.pop()!.start, offset + length),
    onArrayBegin: (offset) => begin([], offset),
    onArrayEnd: (offset, length) => end(open.pop()!.start, offset + length),
    onLiteralValue: (value, offset, length) => {
      put(typeof value === "number" ? exactNumber(text.slice(offset, offset + length)) : value);
      end(offset, offset + length);
    },
  });
  return { json: (open[0].value as ExactJson[])[0], fieldTexts };
}

/** The greatest number of nested levels; deeper nesting is refused, so that recursive walks through the value return. */
const MAX_DEPTH = 1_000;

/** A list or object that has not ended yet, where it began, and the name of its latest field. */
type Open = { readonly value: ExactJson[] | Map<string, ExactJson>; readonly start: number; name: string };

function exactNumber(source: string): number | bigint | JsonFloat {
  if (!/^-?\d+$/.test(source)) return new JsonFloat(Number(source));
  return source.length <= 15 ? Number(source) + 0 : integer(BigInt(source)); // + 0: the int -0 is 0
}
