import { fieldsInC } from "../c_language/fields_in_c.ts";
import { fieldsInLines } from "./fields_in_lines.ts";
import { fieldsInPython } from "./fields_in_python.ts";
import { fieldsInTables } from "./fields_in_tables.ts";
import { foldedName, type Given, isType, type Reading } from "../given.ts";
import { looksLikeC } from "../languages.ts";
import { type Segment, segmentsOf } from "../segments.ts";

/**
 * All that an answer gives to fields, in order, by whatever reader understands it. Where two read the same line, code goes
 * before tables, and these before lines.
 *
 * @param text As `plainAnswer` gives it.
 */
export function givenFields(text: string, reading: Reading): Given[] {
  return segmentsOf(text).flatMap((segment) => inSegment(segment, text, reading))
    .toSorted((a, b) => a.at - b.at);
}

function inSegment(segment: Segment, whole: string, reading: Reading): Given[] {
  const { text, from, tag } = segment;
  const readers = [() => fieldsInPython(text, reading, from), () => fieldsInC(text, reading, from)];
  if (looksLikeC(segment)) readers.reverse();
  const [first, second] = readers;
  const isUseful = ({ name }: Given) => reading.asked(name) !== undefined;
  const own = first();
  const code = own.some(isUseful) ? own : second();
  const found: Given[] = [];
  const taken = new Set<string>();
  const lineOf = ({ at, name }: Given) =>
    `${reading.asked(name) ?? foldedName(name)} ${whole.lastIndexOf("\n", at - 1)}`;
  const others = [
    fieldsInTables(text, reading, from),
    fieldsInLines(text, reading, { from, isCode: tag !== undefined }),
  ];
  for (const given of [code.filter((one) => says(one, reading) || isSettled(one)), ...others]) {
    const fresh = given.filter((one) => !taken.has(lineOf(one)));
    for (const one of fresh) taken.add(lineOf(one));
    found.push(...fresh.filter((one) => says(one, reading)));
  }
  return found;
}

/** Whether code is understood to give nothing here, so that no other reader need look. */
function isSettled({ kind, name, raw }: Given): boolean {
  return kind === "none" || kind === "options" || isType(raw) || foldedName(name) === foldedName(raw);
}

/** Whether a name or a choice in code says something for the field; what is written out always does. */
function says({ kind, name, raw }: Given, reading: Reading): boolean {
  if (kind === "none" || isType(raw)) return false;
  if (kind !== "word" && kind !== "options") return true;
  const field = reading.asked(name);
  return field !== undefined && reading.says(field, raw);
}
