import assert from "node:assert/strict";
import fc from "fast-check";
import { readComplaint } from "codebias/generation/openai/complaint.ts";

const FORMS: readonly [string, unknown, string, string?][] = [
  ["OpenAI's", { error: { message: "no", type: "a", param: null, code: "b" } }, "no", "a b"],
  ["a parameter that its words do not name", { error: { message: "no", param: "c" } }, "no (c)", "c"],
  ["a bare error", { message: "no", code: 400 }, "no"],
  ["an error that is a text", { error: "no" }, "no"],
  ["FastAPI's", { detail: "Not Found" }, "Not Found"],
  ["FastAPI's list", { detail: [{ loc: ["body"], msg: "no" }] }, '[{"loc":["body"],"msg":"no"}]'],
  ["a text", "no", "no"],
  ["JSON in a text", '{"error": {"message": "no", "type": "a"}}', "no", "a"],
  ["JSON in a message", { error: { message: '{"error":{"message":"no","type":"a"}}' } }, "no", "a"],
  ["a web page", "<html><title> 502 </title>", "a web page, 502"],
  ["a web page without a title", "\n<p>", "a web page"],
  ["something else", { status: "no" }, '{"status":"no"}'],
  ["nothing", undefined, ""],
  ["null", null, ""],
  ["text like JSON", "{no", "{no"],
];

for (const [name, body, message, kind = ""] of FORMS) {
  Deno.test(`readComplaint reads ${name}`, () => {
    const complaint = readComplaint(body);
    assert.deepEqual([complaint.message, complaint.kind], [message, kind]);
  });
}

Deno.test("readComplaint reads whatever JSON a server may send", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      for (const form of [body, { error: body }, JSON.stringify(body), { message: body }]) {
        const { message, kind } = readComplaint(form);
        assert.equal(typeof message, "string");
        assert.equal(typeof kind, "string");
      }
    }),
    { examples: [[[{ toString: "" }]]] },
  );
});
