/** What Go's quoted strings escape, besides characters by their number. */
const ESCAPES: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
};

/**
 * The texts at which a model's own parameters end a completion. A request that names others replaces them, so they are
 * sent along.
 *
 * @param parameters As `/api/show` lists them: a line each, the value after the name, texts quoted.
 *
 * @example
 * ```ts
 * import { stopsOf } from "codebias/generation/ollama/parameters.ts";
 * import assert from "node:assert/strict";
 * const parameters = 'stop                           "<|im_end|>"\ntop_k                          40';
 * assert.deepEqual(stopsOf(parameters), ["<|im_end|>"]);
 * ```
 */
export function stopsOf(parameters: string): string[] {
  const stops = parameters.split("\n").filter((line) => /^stop\s/.test(line)).flatMap((line) => {
    const value = line.slice("stop".length).trim();
    return value ? [unquoted(value)] : [];
  });
  return [...new Set(stops)];
}

/** A text that stands in the quotes of Go, or without any. */
function unquoted(value: string): string {
  if (/^`[^`]*`$/s.test(value)) return value.slice(1, -1);
  if (!/^"(?:[^"\\]|\\.)*"$/s.test(value)) return value;
  return value.slice(1, -1).replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|U([\da-fA-F]{8})|([0-7]{3})|(.))/gs,
    (_, byte, short, long, octal, character) => {
      if (octal) return String.fromCodePoint(parseInt(octal, 8));
      if (character) return ESCAPES[character] ?? character;
      return String.fromCodePoint(parseInt(byte ?? short ?? long, 16));
    },
  );
}
