/** A part of a text: from one index to before another. */
export type Span = readonly [from: number, to: number];

/** A line that begins the Python code after a task in words. */
const FIRST_CODE =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[:(]|from[ \t]+[\w.]+[ \t]+import[ \t]|import[ \t]+[\w., ]+(?:#.*)?$|@\w)/m;

const FENCE = /^[ \t]*(?:```|~~~)[^\n]*$/gm;

/** An example of a docstring, to the next empty line; what a call prints ends there. */
const DOCTEST = />>>[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*)*/g;

/**
 * The parts of a prompt that are written in a natural language: what stands before the code, or around
 * fences, and in the code its comments and docstrings. Doctests, from `>>>` to the next empty line, are
 * excluded, even if they begin in the middle of a line.
 *
 * A prompt without code is all prose. Strings that stand for values are code, and so is what stands in fences.
 *
 * @returns In order; none is empty.
 */
export function proseSpans(prompt: string): Span[] {
  return regions(prompt).flatMap(({ code, span }) => code ? proseInCode(prompt, span) : [span])
    .flatMap((span) => withoutDoctests(prompt, span));
}

/** The names that the code of a prompt gives to functions and their parameters. */
export function namesInCode(prompt: string): Set<string> {
  const names = new Set<string>();
  for (
    const [, name, parameters] of prompt.matchAll(/^[ \t]*(?:async[ \t]+)?def[ \t]+(\w+)[ \t]*\(([^)]*)\)?/gm)
  ) {
    names.add(name);
    for (const [, parameter] of parameters.matchAll(/(?:^|,)\s*\*{0,2}([A-Za-z_]\w*)/g)) names.add(parameter);
  }
  return names;
}

function regions(prompt: string): { code: boolean; span: Span }[] {
  const fences = [...prompt.matchAll(FENCE)];
  if (fences.length > 0) {
    // A fence itself belongs to neither: at most it names a programming language.
    const borders = fences.flatMap(({ index, 0: line }) => [index, index + line.length]);
    const places = [0, ...borders, prompt.length];
    return places.slice(0, -1).flatMap((from, at) =>
      at % 2 === 1 ? [] : [{ code: at % 4 === 2, span: [from, places[at + 1]] as const }]
    ).filter(({ span: [from, to] }) => from < to);
  }
  const begins = FIRST_CODE.exec(prompt)?.index ?? prompt.length;
  return [{ code: false, span: [0, begins] as const }, { code: true, span: [begins, prompt.length] as const }]
    .filter(({ span: [from, to] }) => from < to);
}

/** Comments, and triple-quoted strings that stand alone. */
function proseInCode(prompt: string, [from, to]: Span): Span[] {
  const found: Span[] = [];
  for (let at = from; at < to;) {
    const quotes = /^(?:"""|'''|["'])/.exec(prompt.slice(at, at + 3))?.[0];
    if (prompt[at] === "#") {
      const end = endOf(prompt, "\n", at, to);
      found.push([at + 1, end]);
      at = end;
    } else if (quotes === undefined) {
      at++;
    } else if (quotes.length === 1) {
      at = endOfString(prompt, quotes, at + 1, to);
    } else {
      const end = endOf(prompt, quotes, at + 3, to);
      if (standsAlone(prompt, at, from)) found.push([at + 3, end]);
      at = end + 3;
    }
  }
  return found.filter(([begin, end]) => begin < end);
}

/** Whether nothing but a letter such as `r` stands before a text on its line. */
function standsAlone(prompt: string, at: number, from: number): boolean {
  const line = prompt.slice(Math.max(from, prompt.lastIndexOf("\n", at - 1) + 1), at);
  return /^[ \t]*[rRuU]?$/.test(line);
}

function endOf(prompt: string, what: string, from: number, to: number): number {
  const at = prompt.indexOf(what, from);
  return at < 0 || at > to ? to : at;
}

/** Where a single-line string ends; an unclosed quote is skipped. */
function endOfString(prompt: string, quote: string, from: number, to: number): number {
  for (let at = from; at < to && prompt[at] !== "\n"; at++) {
    if (prompt[at] === "\\") at++;
    else if (prompt[at] === quote) return at + 1;
  }
  return from;
}

function withoutDoctests(prompt: string, [from, to]: Span): Span[] {
  const text = prompt.slice(from, to);
  const spans: Span[] = [];
  let begin = from;
  for (const { index, 0: example } of text.matchAll(DOCTEST)) {
    spans.push([begin, from + index]);
    begin = from + index + example.length;
  }
  return [...spans, [begin, to] as const].filter(([start, end]) => start < end);
}
