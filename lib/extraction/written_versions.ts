/** One version of a function in an answer. */
export interface WrittenVersion {
  readonly name: string;
  /** The offset in the text outside of code (`said`) at which it stands. */
  readonly at: number;
  readonly isFenced: boolean;
  /** Whether it stands in a fence, or below a line that ends with a colon. */
  readonly isIntroduced: boolean;
  /** Its lines and the lines of code after it, without indentation, comments and docstrings. */
  readonly code: string;
  /** Its own lines alone. */
  readonly body: string;
  /** Whether it does something, but has `...`, or a comment, in the place of lines that are left out. */
  readonly hasGap: boolean;
}

/** A comment in the place of lines. */
const LEFT_OUT =
  /^\s*#\s*(?:(?:[[(<]\s*)?(?:\.{3,}|…)\s*(?:$|[\]()[>]|(?:the |your |and |all )*(?:rest|remain|exist|previous|other|same|origin|unchanged))|[[(<]?(?:the |your )?(?:rest of (?:the|your)|existing|previous) (?:code|function|method|logic|checks|conditions|body)\b|.*\b(?:same )?as (?:before|above)\W*$)/i;
const GAP = /(?<!^except\b[^\n]*\n)^\.{3}$/m;

/** The beginning of a line that does something in a function. */
const DOES = /^(?:return|if|for|while|with|try)\b/m;

/** Code without comments, documentation and spaces: versions that differ in nothing else are one. */
export function plainOf(code: string): string {
  return code.replaceAll(LONG_TEXT, "").replaceAll(/#.*/g, "").replaceAll(/\s+/g, "");
}

const LONG_TEXT = /(?:"""[^]*?"""|'''[^]*?''')\n?/g;

/** The beginning or end of a code fence. */
const MARK = /^[ \t]*(?:`{3,}|~{3,})/;

/** An unindented line that is code. */
const CODE =
  /^(?:[\w.[\]]+(?: ?[-+*/]?= ?\S|\()|(?:from|import|class|if|for|while|with|@)\b.*[\w:)]$|[)\]}])/;

/**
 * The functions of an answer that do something, in order; the text outside of its code, with unindented comments in fences;
 * and whether its end is in a fence.
 *
 * @example
 * ```ts
 * import { writtenVersions } from "codebias/extraction/written_versions.ts";
 * import assert from "node:assert/strict";
 * const { versions, said } = writtenVersions("Sure:\n~~~\ndef f(x):\n    return x\n~~~");
 * assert.deepEqual([versions[0].body, said], ["return x\n", "Sure:\n"]);
 * ```
 */
export function writtenVersions(
  answer: string,
): { readonly versions: WrittenVersion[]; readonly said: string; readonly isFenced: boolean } {
  const all: (Omit<WrittenVersion, "hasGap"> & { code: string; body: string })[] = [];
  let [said, front, isFenced, isBehindCode, isOwn, inset, margin] = ["", "", false, false, false, "", 0];
  for (const written of answer.split("\n")) {
    const line = isFenced && written.startsWith(inset) ? written.slice(inset.length) : written;
    const [, before = "", called] = /^([ \t]*)(?:async )?def (?!__|test)(\w+)/.exec(line) ?? [];
    // A function that is indented deeper is a part of the current one.
    const name = isOwn && before.length > margin ? undefined : called;
    const isCode = isFenced ? !line.startsWith("#") : /^\s*$|^\s/.test(line) ? isBehindCode : CODE.test(line);
    // A mark after code outside of fences closes a fence that was never opened.
    const isMark = MARK.test(line);
    isOwn = !isMark && (name !== undefined || (isOwn && /^(?:\s|\)|$)/.test(line)));
    if (isMark) {
      isFenced = /\w/.test(line) || !(isFenced || isBehindCode);
      inset = /^\s*/.exec(written)![0];
    } else if (name !== undefined) {
      margin = before.length;
      const isIntroduced = isFenced || /^[^#\s].*[:：]$/.test(front);
      const body = line.slice(line.lastIndexOf(":") + 1).replace(/#.*/, "").trim();
      all.push({ name, at: said.length, isFenced, isIntroduced, code: "", body });
    } else if (!isCode) said += `${line.trim()}\n`;
    else if (all.length > 0) {
      const own = LEFT_OUT.test(line) ? "...\n" : `${line.replace(/#.*/, "").trim()}\n`.trimStart();
      all.at(-1)!.code += own;
      if (isOwn) all.at(-1)!.body += own;
    }
    if (line.trim() !== "") front = isMark || name !== undefined || isCode ? "" : line.trim();
    isBehindCode = !isFenced && !isMark && (name !== undefined || isCode);
  }
  const versions = all.map((one) => {
    const [code, body] = [one.code, one.body].map((lines) => lines.replaceAll(LONG_TEXT, ""));
    return { ...one, code, body, hasGap: GAP.test(body) && DOES.test(body) };
  }).filter(({ code, hasGap }) => hasGap || !/(?:\.\.\.|pass)\s*$/.test(code));
  return { versions, said, isFenced };
}

/**
 * Whether two versions decide alike: they read the same names and make the same comparisons, in the same order, and differ
 * only in guards, defaults, documentation, types or wording.
 */
export function decideAlike(before: WrittenVersion, last: WrittenVersion): boolean {
  const [one, other] = [before, last].map(({ body }) => decidingIn(body));
  const isLike = (kind: "names" | "numbers" | "signs" | "constants") =>
    one[kind].join() === other[kind].join();
  return one.names.length > 0 && isLike("names") && isLike("numbers") && isLike("signs") &&
    ([one, other].some(({ constants }) => constants.length === 0) || isLike("constants"));
}

/** Lines that report something or do nothing of their own. */
const TELLS = /^(?:raise|print|assert|import|from|except|log(?:ging|ger)?\.)/;
/** Words of the language, and functions that check or read any value. */
const OF_PYTHON =
  /^(?:if|elif|else|return|True|False|None|and|or|not|in|is|try|finally|isinstance|dict|int|float|str|list|bool|all|any|get|getattr|hasattr)$/;

/** The names and numbers that a body reads, its comparisons, and its truth values. */
function decidingIn(body: string) {
  const lines = body.replaceAll(/(?<=\d)_(?=\d)/g, "").split("\n");
  const code = lines.map((line, at) =>
    // A value that is refused with an error beforehand does not decide.
    TELLS.test(line) ? "" : /^raise\b/.test(lines[at + 1] ?? "") ? line.replaceAll(GUARDS, " ") : line
  ).join("\n").replaceAll(/\bnot(?= isinstance\b)/g, "");
  const all = (pattern: RegExp) => [...new Set(code.match(pattern))];
  return {
    names: all(/[^\W\d]\w*/g).filter((name) => !OF_PYTHON.test(name)).toSorted(),
    numbers: (code.match(/\b\d[\w.]*/g) ?? []).filter((number) => number !== "0"),
    signs: all(SIGNS).map((sign) => sign.replaceAll(/[^\w.<>=!]/g, "") || sign),
    constants: all(/\b(?:True|False)\b/g),
  };
}

const SIGNS =
  /\b\w{1,40}["'\])]{0,3}\s{0,3}(?:[<>]=?|[=!]=)\s{0,3}["']?[\w.]{1,40}|[-+*/%<>]|\b(?:or|not)\b/g;
const GUARDS = /\b(?:and|or|not)\b|[<>=!]=?/g;
