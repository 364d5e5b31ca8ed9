import { fieldsInC } from "../c_language/fields_in_c.ts";
import { fieldsInLines } from "./fields_in_lines.ts";
import { fieldsInPython } from "./fields_in_python.ts";
import { fieldsInTables } from "./fields_in_tables.ts";
import { type FieldLookup, foldedName, type Given, isType } from "../given.ts";
import { type Segment, segmentsOf } from "../../../../../extraction/fences.ts";
import { positionsIn } from "../positions.ts";
import { looksLikeC, plainAnswer } from "../segments.ts";

/**
 * All values that an answer gives to fields, in order, by every reader that understands them, and the text of the answer
 * without the prompt. If two readers read the same line, code takes precedence over tables, and tables over lines.
 *
 * @param prompt The prompt of the answer, which may also say what positions stand for.
 */
export function givenFields(
  answer: string,
  prompt: string,
  known: Omit<FieldLookup, "positions">,
): { readonly text: string; readonly given: Given[] } {
  const text = plainAnswer(answer, prompt);
  const lookup = { ...known, positions: positionsIn(prompt, text) };
  const given = segmentsOf(text).flatMap((segment) => inSegment(segment, text, lookup));
  return { text, given: given.toSorted((a, b) => a.at - b.at) };
}

function inSegment(segment: Segment, whole: string, lookup: FieldLookup): Given[] {
  const { text, from, tag } = segment;
  const readers = [() => fieldsInPython(text, lookup, from), () => fieldsInC(text, lookup, from)];
  if (looksLikeC(segment)) readers.reverse();
  const [first, second] = readers;
  const isUseful = ({ name }: Given) => lookup.asked(name) !== undefined;
  const own = first();
  const code = own.some(isUseful) ? own : second();
  const found: Given[] = [];
  const taken = new Set<string>();
  const lineOf = ({ at, name }: Given) =>
    `${lookup.asked(name) ?? foldedName(name)} ${whole.lastIndexOf("\n", at - 1)}`;
  const others = [
    fieldsInTables(text, lookup, from),
    fieldsInLines(text, lookup, { from, isCode: tag !== undefined }),
  ];
  for (const given of [code.filter((one) => says(one, lookup) || isSettled(one)), ...others]) {
    const fresh = given.filter((one) => !taken.has(lineOf(one)));
    for (const one of fresh) taken.add(lineOf(one));
    found.push(...fresh.filter((one) => says(one, lookup)));
  }
  return found;
}

/** Whether code is known to give no value here, so that no other reader needs to look. */
function isSettled({ kind, name, raw }: Given): boolean {
  return kind === "none" || kind === "options" || isType(raw) || foldedName(name) === foldedName(raw);
}

/** Whether a value says something for the field: names and choices in code if they name a known value, literals always. */
function says({ kind, name, raw }: Given, lookup: FieldLookup): boolean {
  if (kind === "none" || isType(raw)) return false;
  if (kind !== "word" && kind !== "options") return true;
  const field = lookup.asked(name);
  return field !== undefined && lookup.says(field, raw);
}
