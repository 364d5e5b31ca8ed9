import assert from "node:assert/strict";
import { JUPYTER_DISPLAY } from "codebias/report/display.ts";
import { inspection } from "codebias/report/inspection.ts";
import { table } from "codebias/report/tables/table.ts";

const shown = inspection("Sample <1>", [
  { title: "Prompt", text: "Say <b>hi</b>" },
  {
    title: "Outcomes",
    table: table([{ input: "1", program: "two\nlines" }, { input: "100", program: "x" }]),
  },
]);

Deno.test("inspection() is a text with everything in it", () => {
  assert.equal(
    shown.text,
    "Sample <1>\n==========\n\nPrompt\n------\nSay <b>hi</b>\n\nOutcomes\n--------\ninput  program\n1      two lines\n" +
      "100    x\n",
  );
  assert.equal(`${shown}`, shown.text);
  assert.equal(Deno.inspect(shown), shown.text); // what console.log prints
});

Deno.test("inspection() shows itself in a notebook, whatever is in its texts", () => {
  const { "text/html": html, "text/plain": text } = shown[JUPYTER_DISPLAY]();
  assert.equal(text, shown.text);
  assert.ok(html.includes("Say &lt;b&gt;hi&lt;/b&gt;") && html.includes("Sample &lt;1&gt;"));
  assert.ok(!html.includes("<b>hi"));
});

Deno.test("inspection() lets no text steer the terminal, hide or turn around", () => {
  const hostile = "a\u001b[31mred\u0007\u202edlrow\u200b\ud800\rb\u2028c\u0000";
  const { text } = inspection("\u001b]0;x", [{ title: "T", text: hostile }, {
    title: "R",
    table: table([{ a: "\u001b" }]),
  }]);
  for (const character of "\u001b\u0007\u202e\u200b\u2028\u0000\r") assert.ok(!text.includes(character));
  assert.ok(text.isWellFormed());
  assert.ok(text.includes("a<U+001B>[31mred<U+0007><U+202E>dlrow<U+200B><U+D800><U+000D>b<U+2028>c<U+0000>"));
});

Deno.test("inspection() keeps code as it is: indents, tabs, Chinese, emoji", () => {
  const code = "def f():\n\treturn '男' # 👍🏽\n    pass";
  assert.ok(inspection("T", [{ title: "Program", text: code }]).text.includes(code));
  assert.ok(inspection("T", [{ title: "Program", text: "a\r\nb" }]).text.includes("a\nb"));
});
