import assert from "node:assert/strict";
import * as z from "codebias/core/fields.ts";

const POOL = z.mapping({ name: z.text, aliases: z.texts, more: z.optional(z.named(z.list)) });
const FILE = z.part({ pools: z.mapOf(POOL), kind: z.oneOf(["own", "published"]) });

/** What is said of a file with one pool, in which these fields are changed. */
function refusal(change: unknown, kind: unknown = "own"): string {
  const pool = { name: "age", aliases: ["years"], ...change as object };
  try {
    z.read(FILE, { kind, pools: { a: pool } }, "file 1");
  } catch (error) {
    assert(error instanceof TypeError);
    return error.message;
  }
  return "";
}

Deno.test("read() gives what is there, as it is there", () => {
  const pool = { name: "age", aliases: [], more: { b: [1, null], a: [[2]] } };
  assert.deepEqual(z.read(FILE, { kind: "own", pools: { b: pool }, other: 1 }), {
    kind: "own",
    pools: new Map([["b", pool]]),
  });
});

Deno.test("read() says where something else is, and what is there", () => {
  assert.equal(refusal({ name: 5 }), 'file 1, pools, a: "name" must be a text, not 5');
  assert.equal(refusal({ name: NaN }), 'file 1, pools, a: "name" must be a text, not NaN'); // YAML has it
  assert.equal(refusal({ name: 10n }), 'file 1, pools, a: "name" must be a text, not 10');
  assert.equal(refusal({ aliases: {} }), 'file 1, pools, a: "aliases" must be a list, not a mapping');
  assert.equal(
    refusal({ aliases: ["b", null] }),
    'file 1, pools, a: "aliases" must be a list of texts, without null',
  );
  assert.equal(refusal({ more: [] }), 'file 1, pools, a: "more" must be a mapping with fields, not a list');
  assert.equal(refusal({}, "onw"), 'file 1: "kind" must be one of own, published, not "onw"');
  assert.throws(() => z.read(FILE, null, "file 1"), {
    message: "file 1 must be a mapping with fields, not null",
  });
  assert.throws(() => z.read(FILE, {}), { message: '"pools" must be a mapping with fields, not nothing' });
});

Deno.test("read() names an unknown field before all else, and leaves out none without a word", () => {
  const known = "is no field; known are name, aliases, more";
  assert.equal(refusal({ name: 5, nmae: "age" }), `file 1, pools, a: "nmae" ${known}`);
  assert.equal(refusal(JSON.parse('{"__proto__": 1}')), `file 1, pools, a: "__proto__" ${known}`);
  assert.match(
    refusal({ more: JSON.parse('{"__proto__": []}') }),
    /"more" must not have the name __proto__$/,
  );
});
