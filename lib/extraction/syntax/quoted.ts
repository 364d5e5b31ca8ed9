import { childrenOf, nodesIn } from "./nodes.ts";
import { parse } from "./readable.ts";

/**
 * The offsets of functions that a Python source only quotes: in a string of several lines, such as a docstring, in a
 * statement without syntax errors (a string that is never closed would include the code after it).
 *
 * @example
 * ```ts
 * import { quotedHeads } from "codebias/extraction/syntax/quoted.ts";
 * import assert from "node:assert/strict";
 * const source = 'BAD = """\ndef f(p):\n    return p.sex\n"""\ndef f(p):\n    return 1\n';
 * assert.deepEqual([...quotedHeads(source)], [source.indexOf("def")]);
 * ```
 */
export function quotedHeads(source: string): ReadonlySet<number> {
  if (!/"""|'''/.test(source)) return new Set();
  const sound = childrenOf(parse(source).topNode).map(nodesIn)
    .filter((nodes) => !nodes.some(({ type }) => type.isError));
  const texts = sound.flat().filter(({ name }) => /String$/.test(name));
  return new Set(
    texts.flatMap(({ from, to }) =>
      [...source.slice(from, to).matchAll(HEAD)].map(({ index }) => from + index)
    ),
  );
}

const HEAD = /(?<=\n[ \t]*)(?:async )?def\b/g;
