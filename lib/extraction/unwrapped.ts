import { exchange } from "./fences.ts";

/**
 * A completion with its code as plain lines, if the code is wrapped: in strings of JSON (tool calls, notebooks) or of Python,
 * behind line numbers, in HTML or XML, with escaped characters or line ends, in a patch, or in a session.
 *
 * @example
 * ```ts
 * import { unwrapped } from "codebias/extraction/unwrapped.ts";
 * import assert from "node:assert/strict";
 * const code = "def f(p):\n    return p < 1";
 * for (const wrapped of ["1: def f(p):\n2:     return p < 1", "def f(p):\n    return p &lt; 1", code]) {
 *   assert.equal(unwrapped(wrapped), code);
 * }
 * assert(unwrapped(JSON.stringify({ code })).includes(`\n${code}\n`));
 * ```
 */
export function unwrapped(completion: string): string {
  const plain = withoutBreaks(withoutEscapes(withoutBackslashes(infilled(completion))));
  const text = withPatchFence(withExchanges(withTagsAsHeadings(withTagsApart(plain))))
    .replaceAll(/^In ?\[\d+\]: /gm, ">>> ").replaceAll(/^ +\.\.\.: ?/gm, "... ");
  if (/^[ \t]*(?:async )?def\s+\w/m.test(text)) return text;
  const bareLines = withoutNumbers(text);
  if (HEAD.test(bareLines) && bareLines !== text) return bareLines;
  const bare = text.replaceAll(
    /(^```patch-applied\n[^]*?\n```$)|^[ \t]*(?:`{3,}|~{3,})\w*[ \t]*$/gm,
    (_, patch = "") => patch,
  );
  const body = bare.search(BODY);
  const found = bare.replaceAll(TEXTS, (texts, ...[at]) => {
    if (body >= 0 && body < at) return texts;
    const all = [...texts.matchAll(TEXT)].map(([one]) =>
      decoded(one.slice(1, /["']$/.test(one) ? -1 : undefined))
    );
    const isLines = all.every((one) => !/\n[^]/.test(one));
    const programs = isLines ? [all.map((one) => one.replace(/\n?$/, "\n")).join("")] : all;
    if (!programs.some((one) => HEAD.test(one) && /\n[^]|\\n/.test(one))) return texts;
    const end = /["']$/.test(texts) ? "```\n" : "";
    return programs.map(unwrapped).map((one) =>
      MARK.test(one) ? `\n${one}\n` : `\n\`\`\`\n${one.trimEnd()}\n${end}`
    )
      .join("");
  });
  return found === bare ? text : found;
}

/** A completion with plain line ends and spaces, without zero-width characters outside of quotes, long repetition and quotation. */
export function inPlainSigns(completion: string): string {
  const text = completion.replaceAll(/^.*[\u200b\u2060\ufeff].*$/gm, withWidths).replaceAll(/\r\n?/g, "\n")
    .replaceAll(RUNS, shortRun)
    .replaceAll(
      CIRCLES,
      (all, fences, lines) => (fences ?? lines).repeat(2 + (all.length / (fences ?? lines).length) % 2),
    )
    .replaceAll(/^[ \t]*\u00a0[ \t\u00a0]*/gm, (margin) => margin.replaceAll("\u00a0", " "));
  // Code that an answer quotes beside code of its own is somebody else's.
  const isQuoted = /^> ?(?:`{3,}|~{3,})/m.test(text)
    ? !/^[ \t]*(?:`{3,}|~{3,})/m.test(text)
    : !/^[^>\n]/m.test(text);
  return isQuoted ? text.replaceAll(/^> ?(?!>)/gm, "") : text;
}

/** A line without zero-width characters, except in its strings. */
function withWidths(line: string): string {
  return line.replaceAll(
    /("(?:[^"\\]|\\.){0,300}"|'(?:[^'\\]|\\.){0,300}')|[\u200b\u2060\ufeff]/g,
    (_, text = "") => text,
  );
}

/** A run of repeated characters, shortened unless it stands in a string or a comment. */
function shortRun(run: string, _unit: string, at: number, all: string): string {
  const isQuoted = () => /["'#]/.test(all.slice(all.lastIndexOf("\n", at - 1) + 1, at));
  return run.length <= MAX_RUN || isQuoted() ? run : run.slice(0, MAX_RUN);
}

/** Fences or unindented lines that an answer repeats endlessly, and repeated characters: they are slow to read. */
const CIRCLES = /^((?:.*\n){0,3}?[ \t]*(?:```|~~~).*\n)\1{100,}|^(\S.*\n(?:.*\n){0,2}?)\2{1000,}/gm;
const RUNS = /(\S[^\n]{0,11}?)\1+/g;
const MAX_RUN = 1000;

/** Special tokens of infilling models: before the prefix, the suffix and the inserted text. */
const GAPS = [
  ["fim_prefix", "fim_suffix", "fim_middle"].map((name) => `<${name}>`),
  ["fim_prefix", "fim_suffix", "fim_middle"].map((name) => `<|${name}|>`),
  ["<PRE>", "<SUF>", "<MID>"],
  ["<｜fim▁begin｜>", "<｜fim▁hole｜>", "<｜fim▁end｜>"],
];

/** A completion with its inserted text in its place, if the completion repeats the text around the gap. */
function infilled(text: string): string {
  for (const [before, behind, filled] of GAPS) {
    const at = text.indexOf(filled);
    if (at < 0) continue;
    const middle = text.slice(at + filled.length);
    if (text.slice(0, at).trim() === "") return middle;
    const [start, gap] = [text.indexOf(before), text.indexOf(behind)];
    if (start < 0 || gap < start || gap > at || text.slice(0, start).trim() !== "") continue;
    const spaced = before === "<PRE>" ? 1 : 0;
    const head = text.slice(start + before.length + spaced, gap - spaced);
    return `${head}${middle.trimEnd().replace(/ ?<(?:EOT|\|endoftext\|)>$/, "")}${
      text.slice(gap + behind.length, at)
    }`;
  }
  return text;
}

/** A text without Markdown's backslashes before special characters, if the head of a function has one. */
function withoutBackslashes(text: string): string {
  return /^(?:async )?def \w*\\_/m.test(text) ? text.replaceAll(/\\(?=[_*[\]<>#-])/g, "") : text;
}

/** A text with HTML's `<br>` replaced by line feeds, if the head of a function ends with one. */
function withoutBreaks(text: string): string {
  return /\bdef \w+\([^\n#]{0,500}:<br ?\/?>/i.test(text) ? text.replaceAll(/<br ?\/?>\n?/gi, "\n") : text;
}

/** A line of a function. */
const BODY = /^(?:async )?def \w|^[ \t]+(?:(?:return|if|for|while|with|try)\b|[a-z_]\w* = )/m;

/** Whether a pattern matches in a text at or before its first line of code. */
function isInFront(words: RegExp, text: string): boolean {
  const [at, body] = [words, BODY].map((one) => text.search(one));
  return at >= 0 && (body < 0 || at <= body);
}

/** A head of a function. */
const HEAD = /(?:^|["'\n])[ \t]*(?:async )?def\s+\w/;
const MARK = /^[ \t]*(?:`{3}|~{3})/m;

/** A string, which the end of an answer may cut off. */
const QUOTED = String
  .raw`"(?:[^"\\]|\\[^])*(?:"|\\?$)|(?<=[\s=([{:,]|^)'(?=(?:def|class|import|from) )(?:[^'\\]|\\[^])*'`;
const TEXT = new RegExp(QUOTED, "g");
/** A string or a list of strings, as notebooks store the lines of a program. */
const TEXTS = new RegExp(`(?:${QUOTED})(?:\\s*,\\s*(?:${QUOTED})(?!\\s*:))*`, "g");

const ESCAPED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "" };

/** A quoted text with its escape sequences decoded. */
function decoded(text: string): string {
  return text.replaceAll(
    /\\(?:u([\da-f]{4})|([^]))/gi,
    (_, code, sign) => code === undefined ? ESCAPED[sign] ?? sign : String.fromCharCode(parseInt(code, 16)),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  ...{ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'", nbsp: " " },
  ...{ "#34": '"', "#39": "'", "#x27": "'", "#x22": '"' },
};
const ENTITY = `&(?:amp;)*(${Object.keys(ENTITIES).join("|")});`;
const [ESCAPE, UP_TO_ESCAPE] = [new RegExp(ENTITY, "g"), new RegExp(`^.*?${ENTITY}`, "gm")];

/** Strings of several lines. */
const LONG_TEXTS = /"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)/g;

/** Code without HTML escapes, if it has no such character unescaped, and without the escapes of a string around all of it. */
function withoutEscapes(text: string): string {
  if (/^(?:async )?def [^\n"']*:\\n/m.test(text) && !/^[ \t]+return\b/m.test(text)) {
    return withoutEscapes(decoded(text));
  }
  const signs = new Set(text.matchAll(ESCAPE).map(([, name]) => ENTITIES[name]));
  if (signs.size === 0) return text;
  const plain = text.replaceAll(ESCAPE, "").replaceAll(/<\/?[a-z][^<>\n]*>/gi, "");
  const outside = text.replaceAll(LONG_TEXTS, "").match(UP_TO_ESCAPE) ?? [];
  const isCode = outside.length === text.match(UP_TO_ESCAPE)?.length &&
    outside.every((line) => (line.match(/["'`]/g)?.length ?? 0) % 2 === 0);
  const isEscaped = signs.delete(" ") ? signs.size > 0 : true;
  return isCode && isEscaped && ![...signs].some((sign) => plain.includes(sign))
    ? text.replaceAll(ESCAPE, (_, name) => ENTITIES[name])
    : text;
}

/** A text with tags on lines of their own, if code follows a tag on its line. */
function withTagsApart(text: string): string {
  const opened = /^((?:[ \t]*<[^<>\n]+>)+|.*<!\[CDATA\[)(?=(?:async )?(?:def|class|import|from) \w|@\w)/gm;
  if (!isInFront(opened, text)) return text;
  return text.replaceAll(opened, "$1\n").replaceAll(/(?:<\/[^<>\n]+>){1,5}[ \t]*$/gm, "\n$&");
}

/** A text with programs in tags put into fences, if the tags have different names, which serve as headings, or a tool is told to edit them. */
function withTagsAsHeadings(text: string): string {
  if (MARK.test(text)) return text;
  const tagged =
    /^<((\w+)[^<>\n]*)>[ \t]*\n(?=(?:async def|def|class|import|from|@|#))((?:(?!<\w).*\n)*?)<\/\2>[ \t]*$/gm;
  const names = new Set([...text.matchAll(tagged)].map(([, name]) => name));
  const isMeant = names.size > 1 || EXCHANGES.some((form) => text.search(form) >= 0);
  return isMeant
    ? text.replaceAll(
      tagged,
      (_, name, _tag, code) => `${name.replaceAll("_", " ")}:\n\`\`\`\n${code}\`\`\`\n`,
    )
    : text;
}

/** The names under which tools are told what to replace, and by what: `old_str`, `oldText`, `search`. */
const [OLD, NEW] = [["old", "search"], ["new", "replace"]].map(([name, other]) =>
  `(?:${name}_?(?:str(?:ing)?|text|code)|${other})`
);
const [TAGGED, WRITTEN] = [`(?:(?!</?(?:parameter|${OLD}|${NEW})\\b)[^])*`, String.raw`(?:[^"\\]|\\.)*`];

/** The forms in which tools are told to replace code by other code: between marks, in tags, or in strings of JSON. */
const EXCHANGES = [
  /^(?:<{7}|-{7}) ?(?:SEARCH|ORIGINAL)\b.*\n(?<before>(?:(?![<=]{7}).*\n)*)={7}\n(?<behind>(?:(?![<>+]{7}).*\n)*)(?:>{7}|\+{7}) ?(?:REPLACE|UPDATED)\b.*\n?/gm,
  new RegExp(
    `<(?:parameter name=")?${OLD}"?>(?<before>${TAGGED})</\\w+>\\s*<(?:parameter name=")?${NEW}"?>(?<behind>${TAGGED})</\\w+>`,
    "gi",
  ),
  new RegExp(
    `"${OLD}" ?: ?"(?<took>${WRITTEN})",\\s*(?:"\\w+" ?: ?[\\w.-]+,\\s*)*"${NEW}" ?: ?"(?<put>${WRITTEN})"`,
    "gi",
  ),
];

/** A text with such replacements as patches, in fences of their own. */
function withExchanges(text: string): string {
  return EXCHANGES.reduce((left, form) =>
    left.replaceAll(form, (...given) => {
      const [found, { before, behind, ...json }] = [given.at(-3), given.at(-1)];
      const marks = left.slice(0, found).match(/^[ \t]*(?:`{3,}|~{3,})/gm) ?? [];
      const mark = marks.length % 2 === 1 ? `${marks.at(-1)!.trim()}\n` : "";
      const patch = "took" in json
        ? exchange(decoded(json.took), decoded(json.put))
        : exchange(before, behind);
      return `${mark}\n${patch}${mark}`;
    }), text);
}

/** The beginning of a patch outside of code fences, or in one without the tag of a patch. */
const PATCH = String.raw`(?:--- \S[^\n]*\n\+\+\+ \S|@@ -\d|\*\*\* Begin Patch$)`;
const BARE_PATCH = new RegExp(`^${PATCH}[^]*`, "m");
const FENCED_PATCH = new RegExp(`^([ \\t]*(?:\`{3}|~{3}))\\w*[ \\t]*\\n(?=${PATCH})`, "gm");

/** A text with patches in fences that are tagged as patches. */
function withPatchFence(text: string): string {
  if (MARK.test(text)) return text.replaceAll(FENCED_PATCH, "$1diff\n");
  return isInFront(BARE_PATCH, text)
    ? text.replace(BARE_PATCH, (patch) => `\`\`\`diff\n${patch}\n\`\`\`\n`)
    : text;
}

/** The number in front of code on the first of several numbered lines, and the separator after the number. */
const NUMBER = /^[ \t]*\d+([ \t]*[:|.)│→][ \t]?|[ \t]+)(?=(?:async )?(?:def|class|import|from) \w|@\w)/m;

/** A text without its line numbers, if they increase by one from line to line. */
function withoutNumbers(text: string): string {
  const end = NUMBER.exec(text)?.[1];
  if (end === undefined || !isInFront(NUMBER, text)) return text;
  const number = new RegExp(
    `^[ \\t]*(\\d+)(?:${RegExp.escape(end)}|${RegExp.escape(end.trimEnd())}[ \\t]*$)`,
    "gm",
  );
  const numbers = [...text.matchAll(number)].map(([, one]) => Number(one));
  return numbers.length > 1 && numbers.every((one, at) => at === 0 || one === numbers[at - 1] + 1)
    ? text.replaceAll(number, "")
    : text;
}
