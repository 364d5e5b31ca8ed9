import { type Segment, segmentsOf } from "../../../../extraction/fences.ts";
import { isRefusal } from "../../../../extraction/refusal.ts";
import { stripReasoning } from "../../../../extraction/final_answer.ts";
import { inLines } from "./heads.ts";

/** An answer with plain quotes and colons, without reasoning, console marks and struck-out text, and without the prompt if it is repeated. */
export function plainAnswer(answer: string, prompt = ""): string {
  const text = plain(stripReasoning(answer));
  const asked = plain(prompt).trim();
  if (asked === "") return text;
  const at = text.indexOf(asked);
  if (at >= 0) return text.slice(0, at) + "\n" + text.slice(at + asked.length);
  // An answer to a prompt that ends in the middle of a line goes on there.
  const last = asked.slice(asked.lastIndexOf("\n") + 1);
  const [, name] = /^\W*(\w[\w ]*):$/.exec(last) ?? [];
  return name !== undefined && goesOn(text, name) ? `${last} ${text.trimStart()}` : text;
}

/**
 * Whether an answer begins with a value for a name, has no line with that name, and is no list of bare values.
 */
function goesOn(text: string, name: string): boolean {
  const [first = "", second = ""] = text.split("\n").filter((line) => line.trim() !== "");
  const hasLine = new RegExp(`^[\\W_]*${RegExp.escape(name)}\\b`, "im").test(text);
  const isBare = [first, second].every((line) => /^\W*(?:true|false|yes|no|[01])\W*$/i.test(line));
  const isValue = /^(?!\s*(?:```|~~~))\W*\w[\w /-]{0,30}(?:[.,;]|[\W_]*$)/.test(first);
  return isValue && !first.includes(":") && !hasLine && !isBare;
}

function plain(text: string): string {
  return inLines(text)
    .replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'").replaceAll("：", ": ")
    .replaceAll(/^[ ]*(?:>>>|\.\.\.) /gm, "").replaceAll(/(?<!~)~~[^~\n]+~~(?!~)/g, "");
}

/** The reason why an answer has no field at all, and the name of its language if that is unknown. */
export function whyNothing(
  text: string,
): { readonly reason: "empty" | "refusal" | "language" | "no-field"; readonly language: string | null } {
  if (text.trim() === "") return { reason: "empty", language: null };
  if (isRefusal(text)) return { reason: "refusal", language: null };
  const language = unknownLanguage(segmentsOf(text)) ?? null;
  return { reason: language === null ? "no-field" : "language", language };
}

const PYTHON = ["python", "py", "python3", "pycon", "json", "jsonc", "json5"];
const C = ["c", "cpp", "c++", "cc", "h", "hpp", "objective-c"];
/** The tags of fences that name no programming language. */
const PLAIN = [
  "",
  ...("text txt plaintext plain markdown md csv yaml yml toml " +
    "ini output console bash sh shell none properties diff").split(" "),
];

/** Matches code that C has, and Python and plain lines do not have. */
const LIKE_C =
  /;[ ]*(?:\/[/*].*)?$|^[ ]*#[ ]*include\b|\bstr[nl]?cpy\s*\(|^[ ]*\.\w+\s*=[^=]|\bstruct\b|\w->\w|\)\s*\{/m;

/** Whether code is to be read as C first. */
export function looksLikeC({ text, tag }: Segment): boolean {
  if (tag !== undefined && C.includes(tag)) return true;
  return !(tag !== undefined && PYTHON.includes(tag)) && LIKE_C.test(text);
}

/** Patterns of other languages, by which code that creates objects is recognised. */
const FOREIGN: readonly (readonly [language: string, pattern: RegExp])[] = [
  ["java", /\bpublic (?:static |final )*(?:class|void)\b|\bSystem\.out\b|\bnew \w+\(/],
  ["javascript", /^[ ]*(?:const|let|var) \w+\s*=|\bconsole\.log\b|=>\s*\{/m],
  ["rust", /\blet mut \w|\bfn \w+\s*\(|\bprintln!/],
  ["go", /\bfunc \w+\(|\bfmt\.Print|\w\s*:=\s/],
  ["kotlin", /\bfun \w+\(|\bval \w+\s*=/],
  ["sql", /\b(?:INSERT INTO|SELECT)\b[^\n]*\b(?:VALUES|FROM)\b/],
  ["r", /\w\s*<-\s*(?:c|list|data\.frame)\(/],
];

/** The language of an answer's code that is not read; undefined if all code is read. */
function unknownLanguage(segments: readonly Segment[]): string | undefined {
  for (const { text, tag } of segments) {
    if (tag !== undefined && ![...PYTHON, ...C, ...PLAIN].includes(tag)) return tag;
    if (tag !== undefined && tag !== "" && !PLAIN.includes(tag)) continue;
    const found = FOREIGN.find(([, pattern]) => pattern.test(text));
    if (found) return found[0];
  }
  return undefined;
}
