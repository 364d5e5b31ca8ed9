/**
 * A text in which a method can be called as a function: before each class that has one of that name, and that takes nothing
 * to be made, stands a function which makes an instance and hands over all that it is given.
 *
 * @param name The method's name.
 *
 * @example
 * ```ts
 * import { withMethodsAsFunctions } from "codebias/extraction/syntax/methods.ts";
 * import assert from "node:assert/strict";
 * const text = "class Solution:\n    def double(self, x):\n        return 2 * x\n";
 * const given = "double = lambda *args, **kwargs: Solution().double(*args, **kwargs)\n";
 * assert.equal(withMethodsAsFunctions(text, "double"), given + text);
 * ```
 */
export function withMethodsAsFunctions(text: string, name: string): string {
  return text.replaceAll(CLASS, (whole, margin: string, className: string, body: string) => {
    const isMethod = new RegExp(`^\\s+(?:async )?def ${name}\\s*\\(`, "m").test(body);
    if (!isMethod || NEEDS_MORE.test(body)) return whole;
    return `${margin}${name} = lambda *args, **kwargs: ${className}().${name}(*args, **kwargs)\n${whole}`;
  });
}

/** A class with its decorators, and all that is indented below it. */
const CLASS =
  /^([ \t]*)(?:@[^\n]*\n\1)*class[ \t]+(\w+)[^\n]*:[^\n]*((?:\n(?:\1[ \t]+[^\n]*|[ \t]*(?=\n)))*)/gm;

/** What says that an instance cannot be made of nothing. */
const NEEDS_MORE = /def (?:__init__\s*\(\s*self\s*,\s*\w+\s*(?:[,)]|:(?![^,)]*=))|__new__)/;
