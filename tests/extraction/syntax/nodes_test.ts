import assert from "node:assert/strict";
import { parser } from "@lezer/python";
import { argumentsOf } from "codebias/extraction/syntax/nodes.ts";

/** Arguments in short: `name=value`, with asterisks. */
function found(call: string): string[] {
  return argumentsOf(parser.parse(call).topNode.firstChild!.firstChild!).map(({ name, value, spread = "" }) =>
    (name ? `${call.slice(name.from, name.to)}=` : "") + spread + call.slice(value.from, value.to)
  );
}

const CALLS: Readonly<Record<string, string[]>> = {
  "f()": [],
  "f(a, 'b', c(d, e))": ["a", "'b'", "c(d, e)"],
  "f(a, b=1, c=(2, 3),)": ["a", "b=1", "c=(2, 3)"],
  "f(*a, b, **c)": ["*a", "b", "**c"],
  "f(x > 3 for x in y)": ["x > 3"],
  "f(a if b else c, lambda d: d)": ["a if b else c", "lambda d: d"],
};

for (const [call, expected] of Object.entries(CALLS)) {
  Deno.test(`argumentsOf() of ${call}`, () => assert.deepEqual(found(call), expected));
}
