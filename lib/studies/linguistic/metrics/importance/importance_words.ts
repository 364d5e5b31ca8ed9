import type { Perturbation } from "../../../../core/types.ts";
import { moduleOf } from "../../../../extraction/syntax/module.ts";
import { nodesIn, textOf } from "../../../../extraction/syntax/nodes.ts";

/** A part of a text, from an index up to, but not including, another. */
export type Span = readonly [from: number, to: number];

/** The first line of the Python code after a task in words. */
const FIRST_CODE =
  /^[ \t]*(?:(?:async[ \t]+)?def[ \t]+\w+[ \t]*\(|class[ \t]+\w+[ \t]*[:(]|from[ \t]+[\w.]+[ \t]+import[ \t]|import[ \t]+[\w., ]+(?:#.*)?$|@\w)/m;

const FENCE = /^[ \t]*(?:```|~~~)[^\n]*$/gm;

/** An example in a docstring, up to the next empty line, where the printed output ends. */
const DOCTEST = />>>[^\n]*(?:\n(?![ \t]*(?:\n|$))[^\n]*)*/g;

/**
 * The parts of a prompt that are written in a natural language: the text before the code, or around
 * fences, and the comments and docstrings in the code. Doctests, from `>>>` to the next empty line, are
 * excluded, even if they begin in the middle of a line.
 *
 * A prompt without code is all prose. Strings used as values are code, and so is everything within fences.
 *
 * @returns The parts in order; none is empty.
 */
export function proseSpans(prompt: string): Span[] {
  return regions(prompt).flatMap(({ code, span }) => code ? proseInCode(prompt, span) : [span])
    .flatMap((span) => without(DOCTEST, prompt, span));
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
    // A fence line belongs to neither side: at most it names a programming language.
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

/** Comments, and triple-quoted strings that are statements, with at most a prefix letter such as `r`. */
function proseInCode(prompt: string, [from, to]: Span): Span[] {
  const code = prompt.slice(from, to);
  return nodesIn(moduleOf(code).top).flatMap((node): Span[] => {
    const begin = from + node.from;
    const end = from + node.to;
    if (node.name === "Comment") return [[begin + 1, end]];
    if (node.name !== "String" || node.parent?.name !== "ExpressionStatement") return [];
    const [open, quotes] = /^[rRuU]?("""|''')/.exec(textOf(node, code)) ?? [];
    if (open === undefined) return [];
    const isEnded = textOf(node, code).slice(open.length).endsWith(quotes);
    return [[begin + open.length, isEnded ? end - quotes.length : end]];
  }).filter(([begin, end]) => begin < end);
}

/** The remaining pieces of a part of a prompt without the matches of a pattern. */
function without(pattern: RegExp, prompt: string, [from, to]: Span): Span[] {
  const spans: Span[] = [];
  let begin = from;
  for (const { index, 0: found } of prompt.slice(from, to).matchAll(pattern)) {
    spans.push([begin, from + index]);
    begin = from + index + found.length;
  }
  return [...spans, [begin, to] as const].filter(([start, end]) => start < end);
}

/** Code within prose. */
const CODE = new RegExp(
  [
    "`[^`\\n]*`", // marked as such
    `(?<![\\p{Script=Latin}\\p{N}])(?:'[^'\\n]*'|"[^"\\n]*")(?![\\p{Script=Latin}\\p{N}])`, // quoted
    "[A-Za-z_]\\w*(?:\\.\\w+)*(?:\\([^()\\n]*\\)|\\[[^\\[\\]\\n]*\\])", // calls, items
    "\\[[^\\[\\]\\n]*\\]|\\{[^{}\\n]*\\}", // lists, sets, dicts
    "\\w*[_\\d]\\w*", // names with an underscore, numbers
    "[A-Za-z]\\w*(?:\\.[A-Za-z]\\w*)+", // dotted names
    "[a-z]+[A-Z]\\w*", // camelCase
    "(?<![\\w'’-])(?:True|False|None|(?![AaI](?!\\w))[A-Za-z])(?![\\w'’-])", // values, variables
  ].join("|"),
  "gu",
);

/** A word of a non-Chinese script, with the characters that join its parts, or a run of Chinese characters. */
const RUN = new RegExp(
  [
    "(?:(?=[\\p{L}\\p{N}])\\p{Script=Han})+",
    "(?=\\p{L})LETTER+(?:['’-]LETTER+)*".replaceAll("LETTER", "(?:(?!\\p{Script=Han})[\\p{L}\\p{M}])"),
  ].join("|"),
  "gu",
);

/** What may follow a removed space without joining two words. */
const CLOSING = /^(?:$|[\n\r.,;:!?)\]}”’"。，；：、！？）】」》])/;

/**
 * A prompt without each of its words in turn. A space beside the word that would be left over is removed as well,
 * but never the indentation or the end of a line; nothing else changes.
 *
 * Source: the BilingualCodeEval paper, section 4.3 and Fig. 6, which names the technique (perturbation) but neither says
 * how words are divided nor what replaces them.
 *
 * @returns A prompt for each word of {@linkcode wordSpans}; of a word that occurs twice, one occurrence is left out at a
 * time.
 *
 * @example
 * ```ts
 * import { leaveOneOut } from "codebias/studies/linguistic/metrics/importance/importance_words.ts";
 * import assert from "node:assert/strict";
 * const [, second] = leaveOneOut("# Be concise, please.\ndef f(x):\n");
 * assert.deepEqual(second, { index: 2, word: "concise", prompt: "# Be, please.\ndef f(x):\n" });
 * ```
 */
export function leaveOneOut(prompt: string): Perturbation[] {
  return wordSpans(prompt).map((span, at) => {
    const [from, to] = withSpace(prompt, span);
    return { index: at + 1, word: prompt.slice(...span), prompt: prompt.slice(0, from) + prompt.slice(to) };
  });
}

/**
 * The positions of the words of a prompt, in reading order.
 *
 * Words are those of the instruction and the description: letters, with apostrophes and hyphens within;
 * Chinese characters as `Intl.Segmenter` divides them, by the dictionary of the JavaScript engine. Code,
 * doctests, punctuation and numbers are not words, nor is code in the description: in backticks or quotes,
 * calls and items, names with an underscore or a digit, `True`, `False` and `None`, single letters except "a"
 * and "I", and the names of the function and its parameters, even where such a name is also a word of the
 * language.
 *
 * @example
 * ```ts
 * import { wordSpans } from "codebias/studies/linguistic/metrics/importance/importance_words.ts";
 * import assert from "node:assert/strict";
 * const prompt = 'def f(x):\n    """返回 x 的平方。\n    >>> f(3)\n    9\n    """\n';
 * assert.deepEqual(wordSpans(prompt).map((span) => prompt.slice(...span)), ["返回", "的", "平方"]);
 * ```
 */
export function wordSpans(prompt: string): Span[] {
  const names = namesInCode(prompt);
  const segmenter = new Intl.Segmenter("zh", { granularity: "word" });
  return proseSpans(prompt).flatMap((span) => without(CODE, prompt, span)).flatMap(([from, to]) =>
    [...prompt.slice(from, to).matchAll(RUN)].flatMap(({ index, 0: run }): Span[] => {
      const start = from + index;
      if (!/\p{Script=Han}/u.test(run)) return names.has(run) ? [] : [[start, start + run.length]];
      return [...segmenter.segment(run)].map(({ index, segment }) =>
        [start + index, start + index + segment.length] as const
      );
    })
  );
}

/** The span of a word with the one space beside it that would be left over. */
function withSpace(prompt: string, [from, to]: Span): Span {
  const before = prompt.slice(Math.max(0, from - 2), from);
  const follows = prompt.slice(to, to + 2);
  const begins = before === "" || /[\s([{“‘"'（【「《]$/u.test(before);
  if (begins && /^ (?:\S|$)/u.test(follows)) return [from, to + 1];
  // Of two blanks before the word, at least one is indentation, or intended.
  if (/^\S $/u.test(before) && CLOSING.test(follows)) return [from - 1, to];
  return [from, to];
}
