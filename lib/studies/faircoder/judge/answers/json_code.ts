/**
 * The code in an answer that is JSON: the first text in it that has a function. All others stay as they are.
 *
 * @example
 * ```ts
 * import { withoutJson } from "codebias/studies/faircoder/judge/answers/json_code.ts";
 * import assert from "node:assert/strict";
 * assert.equal(withoutJson('{"code": "def f(p):\\n    return 1"}'), "def f(p):\n    return 1");
 * assert.equal(withoutJson("def f(p):\n    return {}"), "def f(p):\n    return {}");
 * ```
 */
export function withoutJson(answer: string): string {
  const inner = answer.trim().replace(/^```json\s*\n/, "").replace(/\n```$/, "");
  if (!/^[{[]/.test(inner)) return answer;
  try {
    return textsIn(JSON.parse(inner)).find((text) => /\bdef\s+\w/.test(text)) ?? answer;
  } catch (error) {
    if (error instanceof SyntaxError) return answer; // no JSON, but Python that begins alike
    throw error;
  }
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
