import assert from "node:assert/strict";

/** No sentence has a number that is none, or a hole. */
export function readable(sentences: readonly string[]): readonly string[] {
  for (const sentence of sentences) {
    assert.doesNotMatch(sentence, /NaN|undefined|null|Infinity|\(\)| {2}|\. ?\.|: ?\.|, ?\.|; ?\./);
    assert.match(sentence, /\.$/);
    assert.doesNotMatch(sentence, /\. [a-z]/, "sentences begin with a capital");
  }
  return sentences;
}
