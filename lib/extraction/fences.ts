import type { SyntaxNode } from "@lezer/common";
import { definitionIn } from "./syntax/functions.ts";
import { childrenOf } from "./syntax/nodes.ts";
import { parse } from "./syntax/readable.ts";
import { isDefinition, topLevelStatements } from "./syntax/statements.ts";

/**
 * The contents of the Markdown code fences in a completion, in order, without empty ones; an unclosed last fence counts, as
 * does an unopened first one with functions or classes before its end. The contents of an indented fence lose its
 * indentation, and the language is left out where it is repeated at their beginning. A fence in a docstring is part of the
 * docstring, and fences that share one function are joined. Of a session at Python's prompt, only the typed code is kept. A
 * patch that the answer says to apply is applied to the code before it; without other code, the patch counts as the code
 * that it produces. Markdown parsers do none of this.
 *
 * @example
 * ```ts
 * import { fencedBlocks } from "codebias/extraction/fences.ts";
 * import assert from "node:assert/strict";
 * assert.deepEqual(fencedBlocks("Sure:\n~~~python\nx = 1\n~~~\nDone."), ["x = 1\n"]);
 * ```
 */
export function fencedBlocks(text: string): string[] {
  const parts = partsOf(joinedFences(text));
  const blocks = parts.filter(isCode);
  const prose = proseOf(parts);
  const whole: string[] = [];
  for (const { code, tag } of blocks) {
    const isPatch = PATCH.test(tag);
    if (!isPatch && code !== "") whole.push(code.replace(LANGUAGE, ""));
    if (!isPatch) continue;
    const at = tag === APPLIED || isApplied(prose)
      ? whole.findLastIndex((one) => withPatch(one, code) !== undefined)
      : -1;
    const behind = ofPatch(code, "+");
    if (at >= 0) whole[at] = withPatch(whole[at], code)!;
    else if (tag === APPLIED && DEFINES.test(behind)) whole.push(behind);
  }
  const left = whole.length > 0 ? whole : blocks.map(({ code }) => ofPatch(code, "+"));
  return left.filter((code) => code !== "");
}

/** The text of a completion outside of its code fences. */
export function withoutFencedBlocks(text: string): string {
  return proseOf(partsOf(joinedFences(text)));
}

const MARK = /^([ \t]*)(`{3,}|~{3,})[ \t]*([\w+#-]*)/;

/** The name of the language, which small models repeat below the fence or in front of the code. */
const LANGUAGE =
  /^\s*(?:(?:python ?[23]?|py)[ \t]*\r?\n|python[23]?[ \t]+(?=(?:async def|def|class|from|import)[ \t]|@\w))/i;

const DEFINES = /^(?:async def|def|class) \w/m;

/** The beginning of an open fence. */
interface Fence {
  readonly margin: string;
  readonly mark: string;
}

/**
 * The parts of a completion, verbatim and in order, without empty ones.
 *
 * @example
 * ```ts
 * import { segmentsOf } from "codebias/extraction/fences.ts";
 * import assert from "node:assert/strict";
 * const [prose, code] = segmentsOf("So:\n~~~C\nx = 1;\n~~~\n");
 * assert.deepEqual([prose.tag, code.tag, code.text], [undefined, "c", "x = 1;\n"]);
 * ```
 */
export function segmentsOf(completion: string): Segment[] {
  return partsOf(completion).filter(({ code }) => code.trim() !== "").map(({ from, to, tag }) => ({
    ...{ text: completion.slice(from, to), from },
    ...(tag !== undefined && { tag }),
  }));
}

/** A completion with each function that spans several fences joined into one fence, and with only the typed code of sessions. */
export function joinedFences(completion: string): string {
  const text = typedAlone(completion);
  const blocks = partsOf(text).filter(isCode);
  let isEnded = false;
  const ends = blocks.toReversed().map(({ code }) =>
    isEnded = !HAS_HEAD.test(code) && (isEnded || /^[ \t]*return\b/m.test(code))
  ).toReversed();
  const pieces: string[] = [];
  let [code, from, shown] = ["", 0, ""];
  for (const [at, block] of blocks.entries()) {
    const { to = 0, tag = "patch" } = blocks[at - 1] ?? {};
    const isApart = !ends[at] || PATCH.test(tag) || PATCH.test(block.tag) ||
      OFFERED.test(text.slice(to, block.from));
    // Pieces of code that was shown as a whole only explain it.
    const isShown = [code, block.code].every((one) => shown.includes(one.trim()));
    const margin = isApart || isShown ? undefined : marginIn(code, block.code);
    if (margin === undefined) {
      if (HAS_HEAD.test(block.code)) shown = (shown + code).slice(0, MAX_JOINED);
      if (HAS_HEAD.test(block.code) || !isShown) code = block.code;
      continue;
    }
    const moved = (lines: string) => lines.replaceAll(/^(?=[^\n])/gm, margin);
    pieces.push(text.slice(from, to), moved(text.slice(block.from, block.to)));
    from = block.to;
    code += moved(block.code);
  }
  return pieces.join("") + text.slice(from);
}

/**
 * A text with the typed code of sessions at Python's prompt (`>>>`) in place of the sessions: those in fences or, in a text
 * without fences, a session that defines something.
 */
function typedAlone(text: string): string {
  if (/^>>> (?:(?:async )?def|class|@)\b/m.test(text) && !/^[ \t]*(?:`{3,}|~{3,})/m.test(text)) {
    const lines = text.slice(text.search(/^>>> /m)).split("\n");
    return typedAlone(["```", ...lines.filter((line) => /^(?:>>>|\.\.\.)/.test(line)), "```", ""].join("\n"));
  }
  if (!/^[ \t]*(?:```|~~~)[^\n]*\n\s*>>> /m.test(text)) return text;
  let isSession = false;
  const lines = text.split("\n");
  return lines.flatMap((line, at) => {
    if (MARK.test(line)) {
      isSession = /^\s*>>> /.test(lines.slice(at + 1).find((one) => one.trim() !== "") ?? "");
      return [line];
    }
    return isSession
      ? /^[ \t]*(?:>>>|\.\.\.)(?: (.*)|)$/.exec(line)?.slice(1).map((typed) => typed ?? "") ?? []
      : [line];
  }).join("\n");
}

/** Words that offer code, or warn of it. */
const OFFERED =
  /\b(?:if (?:you|your)|could|would|might|avoid|against|not (?:do|apply)|n['’]t|alternativ\w*|option\w*|discriminat\w*)\b/i;

/** Whether an answer says that a patch is to be applied, and does not merely offer it or warn of it. */
function isApplied(prose: string): boolean {
  return /\b(?:appl(?:y|ied)|patched|fix(?:e[sd])?|correct(?:ed|s|ion)?|mistake|oops)\b/i.test(prose) &&
    !OFFERED.test(prose);
}

/** The lines of a patch as they are before (`-`) or after (`+`) it is applied. */
function ofPatch(patch: string, side: "-" | "+"): string {
  const lines = patch.split("\n").filter((line) =>
    !/^(?:---|\+\+\+|@@|\*\*\*|diff |index |\\ )/.test(line) && !(/^[+-]/.test(line) && line[0] !== side)
  );
  return lines.map((line) => line.replace(/^[-+ ]/, "")).join("\n");
}

/** Code with a patch applied; undefined if the patch changes nothing, or if the code lacks the lines that it replaces. */
function withPatch(code: string, patch: string): string | undefined {
  const hunks = patch.trimEnd().split(/^@@.*\n/m).filter((hunk) => /^[-+](?!--|\+\+)/m.test(hunk));
  let found = `\n${code}`;
  for (const hunk of hunks) {
    let [before, behind] = (["-", "+"] as const).map((side) => `\n${ofPatch(hunk, side)}`.trimEnd() + "\n");
    // What stands in one place alone may be less than lines.
    if (!found.includes(before)) [before, behind] = [before, behind].map((code) => code.trim());
    if (before.trim() === "" || !found.includes(before)) return undefined;
    if (!before.startsWith("\n") && found.split(before).length > 2) return undefined;
    found = found.replace(before, () => behind);
  }
  return hunks.length > 0 ? found.slice(1) : undefined;
}

/** A part of a completion: the inside of a code fence, or the text between fences. */
export interface Segment {
  readonly text: string;
  /** The offset in the completion at which the part begins. */
  readonly from: number;
  /** The language tag of its fence in lower case, empty if there is none; undefined outside of fences. */
  readonly tag?: string;
}

interface Part extends Omit<Segment, "text"> {
  /** Its text, without the indentation of its fence. */
  readonly code: string;
  readonly to: number;
}

/** The tags of fences that contain a patch rather than code; and of a patch that a tool is told to apply. */
const PATCH = /^(?:diff|patch)\b/;
const APPLIED = "patch-applied";

/** A fence with a patch that replaces code by other code. */
export function exchange(before: string, behind: string): string {
  const lines = (code: string, sign: string) => code.replaceAll(/^\n|\n$/g, "").replaceAll(/^/gm, sign);
  return `\`\`\`${APPLIED}\n${lines(before, "-")}\n${lines(behind, "+")}\n\`\`\`\n`;
}

function partsOf(text: string): Part[] {
  let open = openFromStart(text);
  const parts: Part[] = [{ code: "", from: 0, to: 0, ...(open && { tag: "" }) }];
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    at += line.length;
    const { code, ...part } = parts.at(-1)!;
    const [, margin, mark, tag] = MARK.exec(line) ?? [];
    if (open === undefined && mark) {
      open = { margin, mark };
      parts.push({ code: "", from: at, to: at, tag: tag.toLowerCase() });
    } else if (
      open && mark?.startsWith(open.mark) && line.trim() === mark && !(margin > open.margin && isInText(code))
    ) {
      open = undefined;
      parts.push({ code: "", from: at, to: at });
    } else {
      const own = open && line.startsWith(open.margin) ? line.slice(open.margin.length) : line;
      parts[parts.length - 1] = { ...part, code: code + own, to: at };
    }
  }
  return parts;
}

function isCode(part: Part): part is Part & { readonly tag: string } {
  return part.tag !== undefined;
}

function proseOf(parts: readonly Part[]): string {
  return parts.filter((part) => !isCode(part)).map(({ code }) => code).join("");
}

/** Whether code ends inside a triple-quoted string. */
function isInText(code: string): boolean {
  return (code.match(/"""|'''/g) ?? []).length % 2 === 1;
}

const HAS_HEAD = /^[ \t]*(?:(?:async )?def|class|@)\b/m;

/** The indentation to add to code that continues the last function of the code before; undefined if it does not continue one. */
function marginIn(before: string, code: string): string | undefined {
  const isFlush = /^\S/m.test(code);
  if (isFlush && !/^return\b|^\s*(?:elif|else)\b/m.test(code)) return undefined;
  const [head, outer, name] = [...before.matchAll(/^([ \t]*)(?:async )?def (\w+)/gm)].at(-1) ?? [];
  if (head === undefined || before.length > MAX_JOINED || before.includes(code.trim())) return undefined;
  if (code.includes(`${name}(`) || !isBegun(before)) return undefined;
  if (!isFlush) return "";
  const margins = before.slice(before.lastIndexOf(head)).match(/^[ \t]+(?=\S)/gm) ?? [];
  const inner = margins.filter(({ length }) => length > outer.length);
  return inner.toSorted((one, other) => one.length - other.length)[0] ?? `${outer}    `;
}

/** The greatest length, in characters, of code that further pieces are joined to. */
const MAX_JOINED = 20_000;

/** Whether code ends in a function that is not finished yet. */
function isBegun(code: string): boolean {
  let last = parse(code).topNode.lastChild;
  while (last && definitionIn(last).name === "ClassDefinition") {
    last = definitionIn(last).getChild("Body")?.lastChild ?? null;
  }
  const body = last && definitionIn(last).name === "FunctionDefinition" &&
    definitionIn(last).getChild("Body");
  return body ? fallsThrough(body) : false;
}

/** Whether execution may continue after a body. */
function fallsThrough(body: SyntaxNode): boolean {
  const last = childrenOf(body).findLast(({ name }) => name !== "Comment" && name !== "⚠");
  if (!last || last.name === ":") return true;
  if (last.firstChild?.name === "Ellipsis" || /^Yield/.test(last.firstChild?.name ?? "")) return false;
  if (last.name !== "IfStatement") {
    return !/^(?:Return|Raise|Pass|Yield|Try|With|Match)Statement$/.test(last.name);
  }
  const bodies = last.getChildren("Body");
  return !last.getChild("else") || bodies.some(fallsThrough);
}

/** The opening fence that is missing before code at the beginning whose fence is only closed; undefined if none is missing. */
function openFromStart(text: string): Fence | undefined {
  const lines = text.split("\n");
  const marks = lines.flatMap((line, at) => MARK.test(line) ? [at] : []);
  const [, margin, mark] = MARK.exec(lines[marks[0]] ?? "") ?? [];
  const isBare = margin === "" && lines[marks[0]].trim() === mark;
  const before = lines.slice(0, marks[0]);
  const code = before.slice(Math.max(0, before.findIndex((line) => DEFINES.test(line)))).join("\n");
  const hasCode = () => topLevelStatements(code).some((one) => isDefinition(one) && !one.broken && !one.stub);
  return isBare && marks.length % 2 === 1 && DEFINES.test(before.join("\n")) && hasCode()
    ? { margin, mark }
    : undefined;
}
