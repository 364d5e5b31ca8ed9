import type { Segment } from "./segments.ts";

const PYTHON = ["python", "py", "python3", "pycon", "json", "jsonc", "json5"];
const C = ["c", "cpp", "c++", "cc", "h", "hpp", "objective-c"];
/** Tags of fences that name no programming language. */
const PLAIN = [
  ...[
    "",
    "text",
    "txt",
    "plaintext",
    "plain",
    "markdown",
    "md",
    "csv",
    "yaml",
    "yml",
    "toml",
    "ini",
    "output",
  ],
  ...["console", "bash", "sh", "shell", "none", "properties", "diff"],
];

/** What C has, and Python and plain lines do not. */
const LIKE_C =
  /;[ ]*(?:\/[/*].*)?$|^\s*#\s*include\b|\bstr[nl]?cpy\s*\(|^\s*\.\w+\s*=[^=]|\bstruct\b|\w->\w|\)\s*\{/m;

/** Whether code is to be read as C first. */
export function looksLikeC({ text, tag }: Segment): boolean {
  if (tag !== undefined && C.includes(tag)) return true;
  return !(tag !== undefined && PYTHON.includes(tag)) && LIKE_C.test(text);
}

/** Patterns of other languages where they create objects. */
const FOREIGN: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["java", /\bpublic (?:static |final )*(?:class|void)\b|\bSystem\.out\b|\bnew \w+\(/],
  ["javascript", /^\s*(?:const|let|var) \w+\s*=|\bconsole\.log\b|=>\s*\{/m],
  ["rust", /\blet mut \w|\bfn \w+\s*\(|\bprintln!/],
  ["go", /\bfunc \w+\(|\bfmt\.Print|\w\s*:=\s/],
  ["kotlin", /\bfun \w+\(|\bval \w+\s*=/],
  ["sql", /\b(?:INSERT INTO|SELECT)\b[^\n]*\b(?:VALUES|FROM)\b/],
  ["r", /\w\s*<-\s*(?:c|list|data\.frame)\(/],
];

/** A language of an answer's code that is not read; undefined if all are. */
export function unknownLanguage(segments: readonly Segment[]): string | undefined {
  for (const { text, tag } of segments) {
    if (tag !== undefined && ![...PYTHON, ...C, ...PLAIN].includes(tag)) return tag;
    if (tag !== undefined && tag !== "" && !PLAIN.includes(tag)) continue;
    const found = FOREIGN.find(([, pattern]) => pattern.test(text));
    if (found) return found[0];
  }
  return undefined;
}
