import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { endsInside } from "codebias/bias/cut_off.ts";
import { codeIn } from "codebias/extraction/code_in.ts";
import { unwrapped } from "codebias/extraction/unwrapped.ts";
import { processorMs } from "../processor_time.ts";
import { scoringFunctionIn } from "codebias/studies/faircoder/judge/answers/scoring_function.ts";

const F = 'def f(p):\n    if p.age < 3 and p.kind == "b":\n        return 1\n    return 2\n';
const G = "def f(p):\n    return 7\n";
const question = { prompt: "", entryPoint: "f" };
const programIn = (text: string) => {
  const found = extractProgram(text, question);
  return found.kind === "program" ? found.source : undefined;
};
const lines = (code: string) => code.split(/(?<=\n)/);
const numbered = (code: string, before: (at: number) => string) =>
  lines(code).map((line, at) => before(at + 1) + line).join("");
const patch = lines(F).map((line) => `+${line}`).join("");
const escaped = F.replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const cells = (...sources: unknown[]) =>
  JSON.stringify({ cells: sources.map((source) => ({ source })), nbformat: 4 }, null, 1);

/** Answers whose code is F. */
const WRAPPED: Readonly<Record<string, string>> = {
  "a call of a tool": `<tool_call>\n${JSON.stringify({ arguments: { code: F } })}\n</tool_call>`,
  "JSON in JSON": JSON.stringify({ function: { arguments: JSON.stringify({ code: F }) } }),
  "JSON in a fence": `~~~json\n${JSON.stringify({ code: F, why: "So." }, null, 2)}\n~~~\n`,
  "JSON with ends of lines": `{"code": "${F.replaceAll('"', '\\"')}"}`,
  "a fence in JSON": JSON.stringify({ answer: `So:\n~~~python\n${F}~~~\n` }),
  "two lines of JSON": `{"thought": "Hm."}\n${JSON.stringify({ code: F })}`,
  "a notebook": cells(["# F\n", "It follows."], lines(F)),
  "a notebook with a correction": cells(lines(G), ["Corrected version:"], lines(F)),
  "a text of Python": `'${F.replaceAll("\n", "\\n")}'`,
  "escaped ends of lines": F.replaceAll("\n", "\\n"),
  "numbered lines": numbered(F, (at) => `${at}: `),
  "numbered lines with bars": `~~~\n${numbered(F, (at) => ` ${at} | `)}~~~\n`,
  "lines of cat": numbered(F, (at) => `     ${at}\t`),
  "a gap of StarCoder": `<fim_prefix>def f(p):\n<fim_suffix><fim_middle>${
    lines(F).slice(1).join("")
  }<|endoftext|>`,
  "a gap of Qwen": `<|fim_prefix|>def f(p):\n<|fim_suffix|>\nprint(f)\n<|fim_middle|>${
    lines(F).slice(1).join("")
  }`,
  "a gap of Code Llama": `<PRE> def f(p):\n <SUF> <MID>${lines(F).slice(1).join("")} <EOT>`,
  "tags of HTML for ends of lines": F.replaceAll("\n", "<br>"),
  "tags of HTML in front of ends of lines": `~~~\n${F.replaceAll("\n", "<br/>\n")}~~~\n`,
  "signs without a width": `~~~\n${F.replaceAll("    ", "\u200b    ").replaceAll("\n", "\u2060\n")}~~~\n`,
  "escapes of HTML": escaped,
  "HTML": `<pre><code class="python">${escaped}</code></pre>`,
  "escaped escapes": escaped.replaceAll("&", "&amp;"),
  "a tag": `<code>${F.trimEnd()}</code>`,
  "a patch": `--- /dev/null\n+++ b/f.py\n@@ -0,0 +1,4 @@\n${patch}`,
  "a patch of an agent": `*** Begin Patch\n*** Add File: f.py\n${patch}*** End Patch`,
  "a patch of an agent in a fence":
    `~~~\n*** Begin Patch\n*** Update File: f.py\n@@\n-${G}${patch}*** End Patch\n~~~\n`,
  "a stub that is replaced": `<<<<<<< SEARCH\ndef f(p):\n    pass\n=======\n${F}>>>>>>> REPLACE\n`,
  "a tag before a bad example":
    `<solution>\n${F}</solution>\n<incorrect_solution>\n${G}</incorrect_solution>\n`,
  "a session": numbered(F, (at) => at === 1 ? "In [1]: " : "   ...: "),
};

for (const [what, answer] of Object.entries(WRAPPED)) {
  Deno.test(`code is found in ${what}`, () => {
    assert.deepEqual([programIn(answer), codeIn(answer)], [F, F]);
    const scored = scoringFunctionIn(answer);
    assert.equal(scored.kind === "function" && scored.source, F);
  });
}

for (
  const code of [
    'def f(p):\n    return p.replace("&", "&amp;").replace("<", "&lt;")\n',
    'import json\ndef f(p):\n    return json.loads(\'{"code": "def g(): pass"}\')\n',
    "x = [\n    1,\n    2: 3,\n]\n",
    "def f(s):\n    return s.replace('\"', '&quot;')\n",
    'def f(s):\n    return s.replace("\'", "&#39;")\n',
    'def f(a):\n    return f"""\n<td>{a}&nbsp;&lt;</td>\n"""\n',
    '    data = json.loads(\'{"code": "def g():\\\\n    return 1"}\')\n    return data\n',
    "    patch = '''\n--- a/x.py\n+++ b/x.py\n'''\n    return patch\n",
    'def f(x):\n    return """<pre>\n<code>def g(): pass</code>""" + x\n',
    "    listing = '''\n1: def g():\n2:     pass\n'''\n    return listing\n",
  ]
) {
  Deno.test(`code that is not wrapped stays: ${code}`, () => assert.equal(unwrapped(code), code));
}

/** Answers that come to F by an edit. */
const EDITED: Readonly<Record<string, string>> = {
  "an edit of a tool": `<parameter name="file_text">${
    F.replace("3", "4")
  }</parameter>\n\n<parameter name="old_str">age < 4</parameter>\n<parameter name="new_str">age < 3</parameter>\n`,
  "an edit of a tool in JSON": `~~~\n${F.replace("3", "4")}~~~\n${
    JSON.stringify({ old_string: 'age < 4 and p.kind == "b":', new_string: 'age < 3 and p.kind == "b":' })
  }\n`,
  "an edit of a tool in JSON, as its file": `${
    JSON.stringify({ path: "f.py", content: F.replace("3", "4") })
  }\n\n${JSON.stringify({ edits: [{ oldText: "    if p.age < 4 ", newText: "    if p.age < 3 " }] })}\n`,
  "an edit of a tool in JSON, with a number between": `~~~\n${F.replace("3", "4")}~~~\n${
    JSON.stringify({ oldString: "age < 4", count: 1, newString: "age < 3" })
  }\n`,
  "a search of a tool": `~~~\n${
    F.replace("3", "4")
  }~~~\n<search>age < 4</search>\n<replace>age < 3</replace>\n`,
  "an edit between marks":
    `~~~\n${
      F.replace("3", "4")
    }~~~\n~~~\n<<<<<<< SEARCH\n    if p.age < 4 and p.kind == "b":\n=======\n    if p.age < 3 and p.kind == "b":\n` +
    ">>>>>>> REPLACE\n~~~\n",
};

for (const [what, answer] of Object.entries(EDITED)) {
  Deno.test(`code is found as it is behind ${what}`, () => {
    const found = extractProgram(answer, { ...question, prompt: "def f(p):\n" });
    assert.deepEqual([found.kind === "program" && found.source, codeIn(answer)], [F, F]);
    assert.equal(scoringFunctionIn(answer).kind, "function");
  });
}

Deno.test("code is read that Markdown escapes", () => {
  assert.equal(unwrapped("def f\\_g(p):\n    return p \\* 2\n"), "def f_g(p):\n    return p * 2\n");
});

Deno.test("what a dictionary has of old and new is no edit", () => {
  const code = 'def f(p):\n    return {"old_price": "a", "new_price": "b"}\n';
  assert.equal(programIn(`~~~\n${code}~~~\n`), code);
});

Deno.test("code is read that an answer quotes from its first line to its last", () => {
  assert.equal(codeIn(F.replaceAll(/^(?=.)/gm, "> ")), F);
  assert.equal(codeIn(`> def g(p):\n>     return 0\n\nYours is wrong:\n\n${F}`), F);
});

Deno.test("whether another version is cut off is seen in an indented fence, and in a method without its class", () => {
  const other = "~~~\ndef f(p):\n    if p.debts > 3:\n        return 1\n";
  const item = (text: string) => text.replaceAll(/^(?=.)/gm, "   ");
  assert(endsInside(`1. So:\n\n${item(`~~~\n${F}~~~\nBetter:\n${other}`)}`, programIn));
  assert(!endsInside(`1. So:\n\n${item(`~~~\n${F}~~~\n`)}`, programIn));
  const whole = `~~~\nclass Guest:\n    def f(self):\n        return 1\n~~~\n`;
  const method = (text: string) => {
    const found = extractProgram(text, { prompt: "", entryPoint: "f", className: "Guest" });
    return found.kind === "program" ? found.source : undefined;
  };
  assert(endsInside(`${whole}Better:\n~~~\nimport math\n\ndef f(self):\n    if self.stars > 3:\n`, method));
});

Deno.test("whether code that is wrapped is cut off is seen in it", () => {
  for (const [answer, isCut] of [[JSON.stringify({ code: F }), false], [WRAPPED["numbered lines"], true]]) {
    assert.equal(endsInside(answer as string, programIn), isCut);
  }
  assert(endsInside(JSON.stringify({ code: F }).slice(0, -4), programIn));
});

Deno.test("signs without a width stay in texts, and tags behind a comment are no ends of lines", () => {
  for (
    const code of [
      'def f(p):\n    return p.strip("x\u200by")\n',
      'def f(p):  # so:<br>by age\n    return "<br>" + p\n',
    ]
  ) assert.equal(programIn(`~~~\n${code}~~~\n`), code);
});

Deno.test("an answer that goes round in circles is read in no time", async () => {
  for (
    const again of [
      "```\n",
      "```\nx\n",
      "~~~\n```\n",
      "`",
      "`\n",
      "~",
      "(",
      "> ",
      "<",
      "x = 1\n",
      "def g(x):\n    return x\n",
    ]
  ) {
    const ms = await processorMs(() => programIn(`${again.repeat(200_000 / again.length)}~~~\n${F}~~~\n`));
    assert(ms < 300, `${JSON.stringify(again)} took ${ms} ms`);
  }
});

Deno.test("unwrapped() comes to an end with answers that go round in circles", async () => {
  for (
    const again of [
      '"',
      '\\"',
      "'def ",
      "&amp;",
      "&lt; '",
      "<a>",
      "</a>",
      "1: def f(\n",
      "\\\\",
      '"a", ',
      "<<<<<<< SEARCH\n",
      "<old_str>",
      '"old_str": "a", ',
      "`",
      "def f\\n",
    ]
  ) {
    const ms = await processorMs(() => unwrapped(`{"code": "def f(p):\\n${again.repeat(50_000)}`));
    assert(ms < 4_000, `${again}: ${ms} ms`);
  }
});
