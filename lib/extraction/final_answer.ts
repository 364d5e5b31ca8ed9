/**
 * A completion without the thoughts that some models put before their answer, between `<think>` and `</think>`. Thoughts
 * that do not end leave nothing; where only the end is marked, because the prompt had the beginning, they end there. Code between
 * `[PYTHON]` and `[/PYTHON]`, as Code Llama marks it, is put into a fence, if the answer has none.
 *
 * @example
 * ```ts
 * import { stripReasoning } from "codebias/extraction/final_answer.ts";
 * import assert from "node:assert/strict";
 * assert.equal(stripReasoning("<think>\nTwice x?\n</think>\n\n    return 2 * x\n"), "    return 2 * x\n");
 * assert.equal(stripReasoning("<think>\nTwice x?"), "");
 * ```
 */
export function stripReasoning(text: string): string {
  const answer = withoutThoughts(text);
  const isFenced = /^[ \t]*(?:`{3,}|~{3,})/m.test(answer) || !/^[ \t]*\[PYTHON\]/m.test(answer);
  return answer.replaceAll(/^[ \t]*\[\/?PYTHON\][ \t]*$/gm, isFenced ? "" : "```");
}

function withoutThoughts(text: string): string {
  const [opening] = /^\s*<think(?:ing)?>/i.exec(text) ?? [""];
  const end = /<\/think(?:ing)?>[ \t]*\n*/i.exec(text);
  if (end && (opening || !/<think/i.test(text))) return text.slice(end.index + end[0].length);
  return opening ? "" : text;
}

/** What an answer calls code that it has replaced. */
const PAST =
  /\b(?:(?:original|previous|earlier|old|initial|first)(?: \w+)? ?(?:version|code|function|draft|implementation|one|attempt)|original was|used to (?:be|look)|looked (?:like (?:this|that) )?before|was (?:this|originally))\b/i;

/** Words that say that a line introduces something new after all. */
const NEW =
  /\b(?:correct|fix|revis|improv|updat|rewrit|rewrote|refactor|new|now|chang|instead|replac|differ|better|remov|extend|extension|complet|full|final|with|taken?|account|add|build|based|combin)/i;

const MARK = /^[ \t]*(`{3,}|~{3,})/;

const DEFINED =
  /^[ \t]*(?:(?:async )?def|class)[ \t]+(\w+)|^(\w+)[ \t]*(?::[^=\n]*)?=(?!=)|^(?:from|import)[ \t][^\n]*/gm;

/** What code defines: functions and classes, and at the margin names and imports. */
function definedIn(code: string): string[] {
  return [...code.matchAll(DEFINED)].map(([whole, name, assigned]) => name ?? assigned ?? whole);
}

/**
 * An answer without the code fences that repeat what it has replaced: "For reference, the original was:",
 * after another version of all that they define.
 *
 * @example
 * ```ts
 * import { withoutSuperseded } from "codebias/extraction/final_answer.ts";
 * import assert from "node:assert/strict";
 * const [fair, biased] = ["def f(a):\n    return 1\n", "def f(a):\n    return a\n"];
 * const answer = `Fixed:\n\`\`\`\n${fair}\`\`\`\nFor reference, the original was:\n\`\`\`\n${biased}\`\`\`\n`;
 * assert(!withoutSuperseded(answer).includes(biased));
 * assert(withoutSuperseded(answer).includes(fair));
 * ```
 */
export function withoutSuperseded(text: string): string {
  if (!PAST.test(text)) return text;
  const before = new Set<string>();
  const kept: string[] = [];
  let introduction = "";
  const lines = text.split(/(?<=\n)/);
  for (let at = 0; at < lines.length; at++) {
    const [, mark] = MARK.exec(lines[at]) ?? [];
    const end = mark === undefined
      ? -1
      : lines.findIndex((line, other) => other > at && line.trim() === mark);
    if (end < 0) {
      if (mark !== undefined) return kept.join("") + lines.slice(at).join("");
      if (lines[at].trim() !== "") introduction = lines[at];
      kept.push(lines[at]);
      continue;
    }
    const names = definedIn(lines.slice(at + 1, end).join(""));
    const isRepeated = names.length > 0 && names.every((name) => before.has(name));
    if (!isRepeated || !PAST.test(introduction) || NEW.test(introduction)) {
      kept.push(...lines.slice(at, end + 1));
    }
    for (const name of names) before.add(name);
    introduction = "";
    at = end;
  }
  return kept.join("");
}
