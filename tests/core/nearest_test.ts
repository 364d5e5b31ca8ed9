import assert from "node:assert/strict";
import fc from "fast-check";
import { unknownName } from "codebias/core/nearest.ts";

const MODELS = ["StarCoder", "CodeLlama", "CodeGeeX", "CodeGen2.5"];

function sentence(given: string, known: readonly string[] = MODELS): string {
  const error = unknownName("model", given, known);
  assert(error instanceof RangeError);
  return error.message;
}

const KNOWN = "Known: CodeGeeX, CodeGen2.5, CodeLlama, StarCoder";

Deno.test("unknownName suggests what is close, whatever the case", () => {
  assert.equal(sentence("CodeLama"), `Unknown model "CodeLama": did you mean CodeLlama? ${KNOWN}`);
  assert.equal(sentence("starcoder"), `Unknown model "starcoder": did you mean StarCoder? ${KNOWN}`);
});

Deno.test("unknownName shows the space at the end of a name, as in a header of CSV", () => {
  assert.equal(
    sentence("temperature", ["task", " temperature"]),
    'Unknown model "temperature": did you mean " temperature"? Known: " temperature", task',
  );
});

Deno.test("unknownName suggests several names, the nearest first, three at most", () => {
  assert.match(
    sentence("starcoder2", ["starcoder15b", "starcoder", "codellama"]),
    /: did you mean starcoder or starcoder15b\? /,
  );
  assert.match(sentence("aaa", ["aab", "aac", "aad", "aae"]), /: did you mean aab or aac or aad\? /);
});

Deno.test("unknownName suggests nothing far away", () => {
  assert.equal(sentence("GPT-4"), `Unknown model "GPT-4": ${KNOWN}`);
  assert.equal(sentence(""), `Unknown model "": ${KNOWN}`);
});

Deno.test("unknownName says when there are no names at all", () => {
  assert.equal(sentence("a", []), 'Unknown model "a": Known: none');
});

Deno.test("unknownName names what was given and everything known, and changes nothing", () => {
  fc.assert(fc.property(fc.string(), fc.uniqueArray(fc.string({ minLength: 1 })), (given, known) => {
    const before = [...known];
    const message = sentence(given, known);
    assert(message.startsWith(`Unknown model "${given}":`));
    for (const name of known) assert(message.includes(name));
    assert.deepEqual(known, before);
  }));
});
