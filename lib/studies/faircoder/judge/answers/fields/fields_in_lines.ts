import { type FieldLookup, type Given, isOpen, isType, truthOf } from "../given.ts";

const TAG = /<\/?(?:li|ul|ol|p|b|i|strong|em|br|div|span|code|pre)\b[^<>]{0,80}>/gi;
/** The most characters of a line that are read. */
const LONGEST_LINE = 2000;
const BULLET = /^[ ]*(?:>[ ]?)*(?:[-+•–][ ]+|\*[ ]+|\d{1,3}[.)][ ]+)?(?:\[[ xX]\][ ]+)?/;
const COMMENT = /^[ ]*(?:#+|\/\/|\/\*+|--)[ ]*/;
/** Matches a name with the sign after it, at the beginning of a line or after a separator. */
const PAIR =
  /(?<=^|[,;{(|:→] ?|\band )[ ]*(["']?)([\p{L}][\p{L}\p{N}_'./() -]{0,60}?)\1[ ]*(?::(?!:)|=(?![=>])|→|=>|[-–—](?=[ ]))[ ]*/gu;
/** Matches what marks a line that prints, asks or calls something instead of giving a value. */
const ACTS = /\b(?:f?printf?|input|puts|console\.log)\s*\(|\bcout\s*<<|\bf["']|%[sd]/;
/** Matches the head of a block of code. */
const OPENS =
  /^(?:(?:async )?def|class) \w+.*:|^(?:if|elif|for|while|with|else|switch|case)\b.*[:{]$|^(?:typedef |struct \w+ *\{)/;
/** Matches a line from which on the text explains what was said before. */
const EXPLAINS =
  /^\W*(?:explanations?|reasoning|rationale|justifications?|notes?|why|here'?s why)\b[^:]{0,40}:?\W*$/i;
/** Matches a heading with which another person begins. */
const HEADING =
  /^\W*(?:\w+[ ]+)?(?:test[ ]?case|case|example|test|patient|person|scenario|individual|user|assistant)\b[ #]*(?:\d+|[:.)]?\W*$|[:]\W*$)/i;

/** A line of an answer. */
interface Line {
  readonly text: string;
  /** The place in the answer at which it begins. */
  readonly at: number;
  readonly isComment: boolean;
}

/**
 * The values that lines of names and values give to fields: plain names, bullets, bold names, several on one line, or a
 * value on the line below its name. Asked fields may have any value, others only truth values.
 *
 * @param options.from The place in the answer at which the text begins.
 * @param options.isCode Whether the text stands in a fence, where `#` begins a comment and not a heading.
 */
export function fieldsInLines(
  text: string,
  lookup: FieldLookup,
  { from = 0, isCode = false }: { readonly from?: number; readonly isCode?: boolean } = {},
): Given[] {
  const found: Given[] = [];
  let [owner, isExplained]: [string | undefined, boolean] = [undefined, false];
  const lines = linesOf(text, from, isCode);
  for (const [index, line] of lines.entries()) {
    if (HEADING.test(line.text)) [owner, isExplained] = [`heading at ${line.at}`, false];
    else if (EXPLAINS.test(line.text)) isExplained = true;
    const weak = line.isComment || isExplained;
    for (const given of pairsIn(line, lines[index + 1], lookup)) {
      found.push({ ...given, ...(owner !== undefined && { owner }), ...(weak && { weak }) });
    }
  }
  return found;
}

function linesOf(text: string, from: number, isCode: boolean): Line[] {
  const found: Line[] = [];
  let at = from;
  for (const line of text.split("\n")) {
    const own = line.slice(0, LONGEST_LINE).replaceAll(TAG, "");
    const mark = COMMENT.exec(own)?.[0] ?? "";
    const isComment = mark !== "" && (isCode || !mark.includes("#"));
    const plain = own.slice(mark.length).replace(BULLET, "").replaceAll(/\*+|`|__+(?=\w)|(?<=\w)__+/g, "");
    if (plain.trim() !== "") found.push({ text: plain.trim(), at, isComment });
    at += line.length + 1;
  }
  return found;
}

function pairsIn(line: Line, next: Line | undefined, lookup: FieldLookup): Given[] {
  if (ACTS.test(line.text) || OPENS.test(line.text)) return [];
  const heads = [...line.text.matchAll(PAIR)].filter(({ 0: head, 2: name }) =>
    !/[-–—][ ]*$/.test(head) || lookup.asked(ownName(name)) !== undefined ||
    truthOf(line.text.split(/[-–—] /)[1] ?? "") !== null
  );
  if (heads.length === 0) {
    const below = lookup.asked(ownName(line.text)) === undefined
      ? undefined
      : valueBelow(line.text, next, lookup);
    return below ? [below] : [];
  }
  return heads.flatMap(({ index, 0: head, 2: written }, at): Given[] => {
    const name = ownName(written);
    const raw = plainValue(line.text.slice(index + head.length, heads[at + 1]?.index));
    const field = lookup.asked(name);
    if (raw === "" && at === heads.length - 1 && field !== undefined) {
      return [valueBelow(name, next, lookup) ?? { name, raw: "", kind: "text", at: line.at + index }];
    }
    if (isCall(raw) || isType(raw) || (field === undefined && truthOf(raw) === null)) return [];
    const kind = /^\d+$/.test(raw) ? "number" : "text";
    return [{ name, raw: isOpen(raw) ? "" : raw, kind, at: line.at + index + head.length }];
  });
}

/** The value of a field that stands on the line below its name. */
function valueBelow(
  written: string,
  next: Line | undefined,
  { asked, says }: FieldLookup,
): Given | undefined {
  const name = ownName(written);
  const field = asked(name);
  if (!next || field === undefined || next.text.split(/\s+/).length > 5) return undefined;
  const raw = plainValue(next.text);
  return raw.length > 1 && says(field, raw) && !PAIR_ONCE.test(next.text)
    ? { name, raw, kind: "text", at: next.at }
    : undefined;
}

const PAIR_ONCE = new RegExp(PAIR.source, "u");

/** A name without its owner, without remarks in brackets and without quotes. */
function ownName(written: string): string {
  return written.replaceAll(/\([^()]*\)?/g, "").replace(/^.*(?:'s\s|\.(?=\w)|[.!?]\s)/, "").replaceAll(
    /["':]/g,
    "",
  )
    .trim();
}

/** A value without quotes, commas and comments around it. */
function plainValue(written: string): string {
  const value = written.trim();
  const quoted = /^(["'])(.*?)\1/.exec(value);
  if (quoted) return quoted[2];
  const said = value.replace(/\s(?:#|\/\/|\/\*).*$/, "").replace(/[\s,;|{(]+$/, "").replace(
    /(?<!\([^()]*)\)+$/,
    "",
  );
  const list = /^\[([^\]]*)\]$/.exec(said);
  if (list && !isOpen(said)) return list[1].replaceAll(/["']/g, "").trim();
  return said.replace(/(?<!\{[^{}]*)\}+[\s,;)\]]*$/, "").replace(/^["']+|["',\s]+$/g, "").replace(
    /[,\s]*\band$/,
    "",
  ).trim();
}

/** Whether a value is code that would have to run to give a value. */
function isCall(raw: string): boolean {
  return /^[\w.]+\(|^\{|^[a-z_]\w*\.\w+$|^%/.test(raw) && !/^\{[\w ]+\}$/.test(raw);
}
