import assert from "node:assert/strict";
import fc from "fast-check";
import { ModelError } from "codebias/core/errors.ts";
import type { JsonObject } from "codebias/generation/json.ts";
import { LineReader } from "codebias/generation/ollama/lines.ts";

const ENCODER = new TextEncoder();

/** What is seen of these pieces, and what is reported after it. */
function passed(pieces: readonly Uint8Array<ArrayBuffer>[]) {
  const error = (kind: "garbage" | "server-error") => (what: string, shown = "") =>
    new ModelError(`${what}${shown && `: ${shown}`}`, { failure: kind, retry: true });
  const isLast = (object: JsonObject) => object.done === true;
  const lines = new LineReader({ isLast, garbage: error("garbage"), reported: error("server-error") });
  const objects: JsonObject[] = [];
  try {
    for (const piece of [...pieces, undefined]) {
      for (const object of lines.read(piece)) objects.push(object);
    }
  } catch (failure) {
    if (!(failure instanceof ModelError && failure.failure === "server-error")) throw failure;
    return { objects, lines, reported: failure.message };
  }
  return { objects, lines };
}

const TEXT = `{"a":"é求😀\\u2028"}\n{"b":[1]}\r\n{"done":true}\n`;

Deno.test("LineReader sees the same objects wherever the bytes are cut", () => {
  const bytes = ENCODER.encode(TEXT);
  const whole = [{ a: "é求😀\u2028" }, { b: [1] }, { done: true }];
  for (let first = 0; first <= bytes.length; first++) {
    for (let second = first; second <= bytes.length; second += 7) {
      const pieces = [bytes.slice(0, first), bytes.slice(first, second), bytes.slice(second)];
      const { objects, lines } = passed(pieces);
      assert.deepEqual(objects, whole);
      assert(lines.complete && lines.count === whole.length);
    }
  }
});

Deno.test("LineReader sees any objects in pieces of any size", () => {
  const object = fc.dictionary(fc.string().filter((key) => key !== "error"), fc.jsonValue());
  fc.assert(fc.property(fc.array(object), fc.nat({ max: 20 }), fc.boolean(), (all, size, ended) => {
    const lines = all.map((each) => JSON.stringify(each)).join("\n");
    const bytes = ENCODER.encode(ended && lines !== "" ? `${lines}\n` : lines);
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    for (let at = 0; at < bytes.length; at += size + 1) pieces.push(bytes.slice(at, at + size + 1));
    const before = all.findIndex((each) => each.done === true);
    if (before >= 0 && before < all.length - 1) {
      return assert.throws(() => passed(pieces), { failure: "garbage" });
    }
    assert.equal(JSON.stringify(passed(pieces).objects), JSON.stringify(all));
  }));
});

Deno.test("LineReader takes a last line without an end for a line", () => {
  const { objects, lines } = passed([ENCODER.encode(`{"a":1}\n{"done":true}`)]);
  assert.deepEqual(objects, [{ a: 1 }, { done: true }]);
  assert(lines.complete);
});

Deno.test("LineReader refuses what is not a JSON object on each line", () => {
  const garbage: readonly (readonly [text: string, message: string])[] = [
    ["\n", "a line without anything"],
    [`{"a":1}\n  \n{"done":true}\n`, "a line without anything"],
    ["word\n", "a line that is not JSON: word"],
    ["word", "a line that is not JSON: word"],
    [`{"a":1}{"b":2}\n`, `a line that is not JSON: {"a":1}{"b":2}`],
    [`{"a":\n`, `a line that is not JSON: {"a":`],
    [`{"a":"x`, `a line that is not JSON: {"a":"x`],
    ["[1]\n", "a line that is not a JSON object: [1]"],
    ["null\n", "a line that is not a JSON object: null"],
    [`"text"\n`, `a line that is not a JSON object: "text"`],
    ["data: {}\n", "a line that is not JSON: data: {}"],
    ["\ufeff{}\n", "a line that is not JSON: <U+FEFF>{}"],
    [`{"done":true}\n{"a":1}\n`, `more after the end of its answer: {"a":1}`],
    [`{"done":true}\nword`, "more after the end of its answer: word"],
  ];
  for (const [text, message] of garbage) {
    assert.throws(() => passed([ENCODER.encode(text)]), { failure: "garbage", message }, text);
  }
});

Deno.test("LineReader refuses bytes that are not UTF-8, also at the end", () => {
  for (const bytes of [[0xff], [0x22, 0xc3, 0x28], [0xed, 0xa0, 0x80, 10], [0xe6, 0xb1]]) {
    assert.throws(() => passed([Uint8Array.from(bytes)]), {
      failure: "garbage",
      message: "bytes that are not UTF-8",
    });
    assert.throws(() => passed(bytes.map((byte) => Uint8Array.of(byte))), {
      message: "bytes that are not UTF-8",
    });
  }
});

Deno.test("LineReader lets white space follow the last object", () => {
  assert(passed([ENCODER.encode(`{"done":true}\n\r\n \n`)]).lines.complete);
});

Deno.test("LineReader gives what stood before an error, wherever the bytes are cut", () => {
  const bytes = ENCODER.encode(`{"a":1}\n{"b":"é"}\n{"error":"no memory"}\n{"c":1}\n`);
  for (let cut = 0; cut <= bytes.length; cut++) {
    const { objects, reported } = passed([bytes.slice(0, cut), bytes.slice(cut)]);
    assert.deepEqual(objects, [{ a: 1 }, { b: "é" }]);
    assert.equal(reported, "no memory");
  }
});

Deno.test("LineReader reports an error in any form", () => {
  for (
    const [line, message] of [[`{"error":{"a":1}}`, `{"a":1}`], [`{"error":null}`, "null"], [
      `{"error":""}`,
      "",
    ]]
  ) {
    assert.equal(passed([ENCODER.encode(`${line}\n`)]).reported, message);
  }
});
