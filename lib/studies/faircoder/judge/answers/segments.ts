import { stripReasoning } from "../../../../extraction/strip_reasoning.ts";
import { inLines } from "./heads.ts";

/** A part of an answer: the inside of a fence, or the text between fences. */
export interface Segment {
  readonly text: string;
  /** Where in the answer it begins. */
  readonly from: number;
  /** What its fence says in lower case, empty if nothing; undefined outside of fences. */
  readonly tag?: string;
}

/** An answer with plain quotes and colons, without thoughts and console marks, and without the prompt if it repeats that. */
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
 * Whether an answer begins with a value, and has no line with that name itself nor is a list of bare values.
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
    .replaceAll(/^[ ]*(?:>>>|\.\.\.) /gm, "");
}

/**
 * The parts of an answer, in order, with their places.
 *
 * @example
 * ```ts
 * import { segmentsOf } from "codebias/studies/faircoder/judge/answers/segments.ts";
 * import assert from "node:assert/strict";
 * const [prose, code] = segmentsOf("So:\n~~~C\nx = 1;\n~~~\n");
 * assert.deepEqual([prose.tag, code.tag, code.text], [undefined, "c", "x = 1;\n"]);
 * ```
 */
export function segmentsOf(text: string): Segment[] {
  const found: Segment[] = [];
  let [start, at]: [number, number] = [0, 0];
  let open: { readonly mark: string; readonly tag: string } | undefined;
  const close = () => {
    if (text.slice(start, at).trim() !== "") {
      found.push({ text: text.slice(start, at), from: start, ...(open && { tag: open.tag }) });
    }
  };
  for (const line of text.split(/(?<=\n)/)) {
    const [, mark, tag] = /^[ ]*(`{3,}|~{3,})[ ]*([\w+#-]*)/.exec(line) ?? [];
    const isEnd = open && mark?.startsWith(open.mark) && tag === "";
    if (mark !== undefined && (!open || isEnd)) {
      close();
      open = open ? undefined : { mark, tag: tag.toLowerCase() };
      start = at + line.length;
    }
    at += line.length;
  }
  close();
  return found;
}
