import assert from "node:assert/strict";
import { stopsOf } from "codebias/generation/ollama/describe.ts";

Deno.test("stopsOf reads texts as Go quotes them", () => {
  const texts: readonly (readonly [quoted: string, text: string])[] = [
    [`"<|im_start|>"`, "<|im_start|>"],
    [`"a \\"b\\" \\\\ c"`, `a "b" \\ c`],
    [`"\\n\\n\\t\\r"`, "\n\n\t\r"],
    [`"\\a\\b\\f\\v"`, "\x07\b\f\v"],
    [`"\\x00\\u2028\\U0001f600"`, "\0\u2028😀"],
    [`"\\\\n"`, "\\n"],
    [`"求"`, "求"],
    ["`raw \\n`", "raw \\n"],
    ["User:", "User:"],
    [`" "`, " "],
  ];
  for (const [quoted, text] of texts) {
    assert.deepEqual(stopsOf(`stop                           ${quoted}`), [text], quoted);
  }
});

Deno.test("stopsOf takes all stop texts once, and no other parameter", () => {
  const parameters = [
    `temperature                    0.7`,
    `stop                           "<|a|>"`,
    `num_ctx                        4096`,
    `stop                           "<|b|>"   `,
    `stop                           "<|a|>"`,
    `stopping                       "no"`,
    `system                         "stop \\"x\\""`,
  ];
  assert.deepEqual(stopsOf(parameters.join("\n")), ["<|a|>", "<|b|>"]);
  assert.deepEqual(stopsOf(""), []);
  assert.deepEqual(stopsOf("stop"), []);
});
