/** What may stand before the parameters of a lambda that is given a name. */
const GIVEN = "[ ]*(?::[^=\\n]+)?=[ ]*\\(?[ ]*lambda[ ]+([^:\\n]+):[ ]*";

const NAMED = new RegExp(`^()(\\w+)${GIVEN}`, "gm");

/**
 * A text with each lambda that is named at the margin made a function of that name.
 *
 * @param name The only lambda to make a function, wherever it stands. @default all at the margin
 *
 * @example
 * ```ts
 * import { withoutLambdas } from "codebias/extraction/syntax/lambdas.ts";
 * import assert from "node:assert/strict";
 * assert.equal(withoutLambdas("rate = lambda cook: cook.taste > 3\n"), "def rate(cook):\n    return (cook.taste > 3)\n");
 * ```
 */
export function withoutLambdas(text: string, name?: string): string {
  const named = name === undefined ? NAMED : new RegExp(`^([ ]*)(${name})${GIVEN}`, "gm");
  let [made, from] = ["", 0];
  for (const { 0: head, 1: margin, 2: own, 3: parameters, index } of text.matchAll(named)) {
    if (index < from) continue;
    const start = index + head.length;
    const end = endOf(text, start, /=[ ]*\([ ]*lambda/.test(head));
    const body = text.slice(start, end).trim();
    const comment = text[end] === "#" ? text.slice(end).search(/\n|$/) : 0;
    const defined = `${margin}def ${own}(${parameters.trim()}):\n${margin}    return (${body})`;
    made += text.slice(from, index) + defined;
    from = text[end] === ")" ? end + 1 : end + comment;
  }
  return made + text.slice(from);
}

/** Where an expression ends: at a comment or the end of a line with no bracket open, or at the bracket around it. */
function endOf(text: string, start: number, isBracketed: boolean): number {
  let open = 0;
  let quote = "";
  for (let at = start; at < text.length; at++) {
    const sign = text[at];
    if (quote) {
      if (sign === quote && text[at - 1] !== "\\") quote = "";
    } else if (sign === "#" && (open > 0 || isBracketed)) {
      at += Math.max(0, text.slice(at).search(/\n|$/) - 1);
    } else if (sign === '"' || sign === "'") quote = sign;
    else if ("([{".includes(sign)) open++;
    else if (")]}".includes(sign)) {
      if (open-- === 0) return at;
    } else if ((sign === "\n" || sign === "#") && open === 0 && !isBracketed) return at;
  }
  return text.length;
}
