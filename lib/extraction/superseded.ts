/** What an answer calls code that it repeats, and no longer proposes. */
const REPEATED = "for (?:your )?(?:reference|comparison)|(?:original|previous|earlier|old|initial|first) " +
  "(?:\\w+ )?(?:version|code|function|draft|implementation|one|attempt)|used to (?:be|look)|looked like (?:this )?before|was (?:this|originally)";

/** A line that introduces a code fence with that, and the fence. */
const QUOTATION = new RegExp(
  `^[^\\n]*\\b(?:${REPEATED})\\b[^\\n.]*[.:]?[ \\t]*\\n\\s*(\`{3,}|~{3,})[^\\n]*\\n([^]*?)(?<=\\n)[ \\t]*\\1[ \\t]*$`,
  "gim",
);

/** Words that say that the line introduces something new after all. */
const NEW =
  /\b(?:correct|fix|revis|improv|updat|rewrit|rewrote|refactor|new|chang|instead|replac|differ|better|remov)/i;

const DEFINED = /^[ \t]*(?:(?:async )?def|class)[ \t]+(\w+)/gm;

/**
 * An answer without the code fences that repeat what it has replaced: "For reference, the original was:", behind another
 * version of all that they define.
 *
 * @example
 * ```ts
 * import { withoutSuperseded } from "codebias/extraction/superseded.ts";
 * import assert from "node:assert/strict";
 * const [fair, biased] = ["def f(a):\n    return 1\n", "def f(a):\n    return a\n"];
 * const answer = `Fixed:\n\`\`\`\n${fair}\`\`\`\nFor reference, the original was:\n\`\`\`\n${biased}\`\`\`\n`;
 * assert(!withoutSuperseded(answer).includes(biased));
 * assert(withoutSuperseded(answer).includes(fair));
 * ```
 */
export function withoutSuperseded(text: string): string {
  return text.replaceAll(QUOTATION, (whole: string, _mark: string, code: string, at: number) => {
    const names = [...code.matchAll(DEFINED)].map(([, name]) => name);
    const before = new Set([...text.slice(0, at).matchAll(DEFINED)].map(([, name]) => name));
    const isRepeated = names.length > 0 && names.every((name) => before.has(name));
    const line = whole.slice(0, whole.indexOf("\n"));
    return isRepeated && !NEW.test(line) ? line : whole;
  });
}
