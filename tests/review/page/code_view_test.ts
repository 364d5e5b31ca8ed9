import assert from "node:assert/strict";
import { parseHTML } from "linkedom";
import { numberedLines } from "codebias/review/page/code_view.ts";

const { document } = parseHTML("<!doctype html><html><body></body></html>");
const drawn = (lines: string[], options?: Parameters<typeof numberedLines>[2]) =>
  numberedLines({ document } as never, lines, options);

Deno.test("a reviewer sees all of the code that is labelled, others the beginning and how much more there is", () => {
  const lines = [...Array.from({ length: 5200 }, () => "pass"), `${"x".repeat(2500)} SECRET`];
  const markOf = (line: number) => line === 5100 ? "highlighted" as const : "";
  const whole = drawn(lines, { markOf, whole: true });
  assert.equal(whole.querySelectorAll(".line").length, 5201);
  assert.equal(whole.querySelector("mark")!.getAttribute("data-line"), "5100");
  assert.match(whole.textContent!, /SECRET$/);
  const part = drawn(lines.slice(5199), { markOf });
  assert.match(part.textContent!, /xxx … 507 more characters$/);
  assert.match(drawn(lines).textContent!, /pass… 201 more lines$/);
});
