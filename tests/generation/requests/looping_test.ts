import assert from "node:assert/strict";
import fc from "fast-check";
import { answerKind, repeatsItself } from "codebias/generation/requests/looping.ts";

Deno.test("answerKind() tells what became of an answer", () => {
  assert.equal(answerKind("x = 1", "stop"), "complete");
  assert.equal(answerKind("", "stop"), "empty");
  assert.equal(answerKind(" \n\t", "stop"), "empty");
  assert.equal(answerKind("def f(", "length"), "truncated");
  assert.equal(answerKind("", "length"), "truncated");
  assert.equal(answerKind("I cannot help with that.", "refusal"), "refused");
  assert.equal(answerKind("no no no", "looping"), "looping");
});

Deno.test("answerKind() sees a loop only where a limit cut the answer off", () => {
  const text = "print('-')\n".repeat(40);
  assert.equal(answerKind(text, "length"), "looping");
  assert.equal(answerKind(text, "stop"), "complete");
});

Deno.test("repeatsItself() finds a passage that comes again and again, also when the last one is cut off", () => {
  const passage = "    if age > 30:\n        return True\n";
  assert.ok(repeatsItself(`def f(age):\n${passage.repeat(8)}    if a`));
  assert.ok(repeatsItself("x".repeat(200)));
  assert.ok(repeatsItself("的".repeat(200)));
});

Deno.test("repeatsItself() takes no ordinary program for a loop", () => {
  const program = Array.from({ length: 40 }, (_, row) => `    table[${row}] = weight(${row * row % 17})`)
    .join("\n");
  assert.ok(!repeatsItself(program));
  assert.ok(!repeatsItself(""));
  assert.ok(!repeatsItself("a = 1\n".repeat(5)));
  assert.ok(!repeatsItself("=".repeat(80)));
});

Deno.test("repeatsItself() depends on the end of a text only, and finds any passage repeated often enough", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 500 }), fc.string({ minLength: 1, maxLength: 60 }), (head, unit) => {
      assert.ok(repeatsItself(head + unit.repeat(Math.max(8, Math.ceil(200 / unit.length)))));
    }),
  );
});
