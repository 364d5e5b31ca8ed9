import assert from "node:assert/strict";
import fc from "fast-check";
import { EventStream, type StreamEvent } from "codebias/generation/openai/event_stream.ts";

/** The events of a stream that comes in these parts. */
function events(...parts: readonly string[]): StreamEvent[] {
  const stream = new EventStream();
  return [...parts.flatMap((part) => stream.push(part)), ...stream.end()];
}

Deno.test("EventStream gives the same events however the text is cut and whichever its line ends are", () => {
  const line = fc.string({ unit: "grapheme" }).map((text) => text.replace(/[\r\n]/g, ""));
  const entry = fc.record({
    event: fc.option(line, { nil: undefined }),
    lines: fc.array(line, { minLength: 1, maxLength: 3 }),
  });
  fc.assert(fc.property(
    fc.array(entry),
    fc.constantFrom("\n", "\r\n", "\r"),
    fc.array(fc.nat(12), { minLength: 1 }),
    (entries, end, sizes) => {
      const text = entries.map(({ event, lines }) =>
        [
          ": a comment",
          ...(event === undefined ? [] : [`event: ${event}`]),
          "id: 1",
          ...lines.map((line) => `data: ${line}`),
          "",
          "",
        ].join(end)
      ).join("");
      const parts: string[] = [];
      for (let at = 0, turn = 0; at < text.length; turn++) {
        const size = 1 + sizes[turn % sizes.length];
        parts.push(text.slice(at, at + size));
        at += size;
      }
      const expected = entries.map(({ event, lines }) => {
        const data = lines.join("\n");
        return event === undefined ? { data } : { event, data };
      });
      assert.deepEqual(events(...parts), expected);
    },
  ));
});

Deno.test("EventStream takes data with and without a space after the colon, and one space only", () => {
  assert.deepEqual(events("data:a\n\ndata:  b\n\ndata\n\n"), [{ data: "a" }, { data: " b" }, { data: "" }]);
});

Deno.test("EventStream has no event for a blank line, a comment or a name alone", () => {
  assert.deepEqual(events("\n\n: keep-alive\n\nevent: ping\n\nretry: 10\n\n"), []);
});

for (const line of ["oops", '{"a": 1}', " data: a", "Data: a", "<html>", "date: a"]) {
  Deno.test(`EventStream refuses the line ${line}`, () => {
    assert.throws(() => events(`data: a\n\n${line}\n`), {
      name: "SyntaxError",
      message: `not a line of an event stream: ${line}`,
    });
  });
}
