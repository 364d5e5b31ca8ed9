import { topLevelStatements } from "./statements.ts";

/** The part of a named lambda from the end of its name to the beginning of its body. */
const GIVEN = "[ ]*(?::[^=\\n]+)?=[ ]*\\(?[ ]*lambda[ ]+([^:\\n]+):[ ]*";

const NAMED = new RegExp(`^()(\\w+)${GIVEN}`, "gm");

/**
 * A text in which each lambda that is named at the top level becomes a function of that name.
 *
 * @param name The name of the only lambda that becomes a function, at any depth. @default all at the top level
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

/** The offset at which an expression ends: at a comment or the end of a line with no bracket open, or at the bracket around it. */
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

/**
 * A text in which a method can be called as a function: before each whole class that has a method of that name and can be
 * instantiated without arguments, a function is inserted that makes an instance and passes on all of its arguments.
 *
 * @param name The method's name.
 *
 * @example
 * ```ts
 * import { withMethodsAsFunctions } from "codebias/extraction/syntax/lambdas.ts";
 * import assert from "node:assert/strict";
 * const text = "class Solution:\n    def double(self, x):\n        return 2 * x\n";
 * const given = "double = lambda *args, **kwargs: Solution().double(*args, **kwargs)\n";
 * assert.equal(withMethodsAsFunctions(text, "double"), given + text);
 * ```
 */
export function withMethodsAsFunctions(text: string, name: string): string {
  return text.replaceAll(CLASS, (whole, margin: string, className: string, body: string) => {
    const isMethod = new RegExp(`^\\s+(?:async )?def ${name}\\s*\\(`, "m").test(body);
    const isBroken = () =>
      topLevelStatements(whole.replace(new RegExp(`^${margin}`, "gm"), "")).some(({ broken }) => broken);
    if (!isMethod || NEEDS_MORE.test(body) || isBroken()) return whole;
    return `${margin}${name} = lambda *args, **kwargs: ${className}().${name}(*args, **kwargs)\n${whole}`;
  });
}

/** A class with its decorators, and all that is indented below it. */
const CLASS =
  /^([ \t]*)(?:@[^\n]*\n\1)*class[ \t]+(\w+)[^\n]*:[^\n]*((?:\n(?:\1[ \t]+[^\n]*|[ \t]*(?=\n)))*)/gm;

/** A constructor that requires arguments, or any `__new__`. */
const NEEDS_MORE = /def (?:__init__\s*\(\s*self\s*,\s*\w+\s*(?:[,)]|:(?![^,)]*=))|__new__)/;
