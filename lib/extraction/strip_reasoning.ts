/**
 * A completion without the thoughts that some models put before their answer, between `<think>` and `</think>`. Thoughts
 * that do not end leave nothing; where only the end is marked, because the prompt had the beginning, they end there. Code between
 * `[PYTHON]` and `[/PYTHON]`, as Code Llama marks it, is put into a fence, if the answer has none.
 *
 * @example
 * ```ts
 * import { stripReasoning } from "codebias/extraction/strip_reasoning.ts";
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
