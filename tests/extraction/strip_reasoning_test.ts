import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { stripReasoning } from "codebias/extraction/final_answer.ts";

for (
  const [what, text, rest] of [
    ["thoughts", "<think>a\n```python\nb\n```\n</think>\n\nc", "c"],
    ["thoughts with a longer mark", "\n<thinking>a</thinking> c", "c"],
    ["thoughts without their beginning", "a\n</think>\n    c", "    c"],
    ["thoughts without end", "<think>a", ""],
    ["no thoughts", "    return a", "    return a"],
    ["Code Llama's marks", "So:\n[PYTHON]\na\n[/PYTHON]\nb", "So:\n```\na\n```\nb"],
    ["Code Llama's marks after thoughts", "<think>a</think>\n[PYTHON]\na\n[/PYTHON]", "```\na\n```"],
    ["Code Llama's marks around a fence", "[PYTHON]\n~~~\na\n~~~\n[/PYTHON]\n", "\n~~~\na\n~~~\n\n"],
    ["Code Llama's mark of an end", "    return a\n[/PYTHON]", "    return a\n"],
    ["a list called so", "a = [PYTHON]\n", "a = [PYTHON]\n"],
    ["marks in the middle", "a <think>b</think> c", "a <think>b</think> c"],
  ] as const
) Deno.test(`stripReasoning() of a text with ${what}`, () => assert.equal(stripReasoning(text), rest));

Deno.test("extractProgram() reads no thoughts", () => {
  const question = { prompt: "def f(x):\n    '''F.'''\n", entryPoint: "f" };
  const thought = "<think>\n```python\ndef f(x):\n    return 0\n```\n";
  const found = extractProgram(`${thought}</think>\n\n    return x\n`, question);
  assert(found.kind === "program" && found.source === `${question.prompt}    return x\n`);
  assert.deepEqual(extractProgram(thought, question), { kind: "no-program", reason: "empty" });
});
