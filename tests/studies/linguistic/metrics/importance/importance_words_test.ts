import assert from "node:assert/strict";
import fc from "fast-check";
import {
  namesInCode,
  proseSpans,
  wordSpans,
} from "codebias/studies/linguistic/metrics/importance/importance_words.ts";
import { linguistic } from "codebias/studies/linguistic/linguistic.ts";

/** A prompt in pieces: its words, and what stands between them. */
function piecesOf(prompt: string): { readonly text: string; readonly word: boolean }[] {
  const pieces = [];
  let at = 0;
  for (const [from, to] of wordSpans(prompt)) {
    if (at < from) pieces.push({ text: prompt.slice(at, from), word: false });
    pieces.push({ text: prompt.slice(from, to), word: true });
    at = to;
  }
  if (at < prompt.length) pieces.push({ text: prompt.slice(at), word: false });
  return pieces;
}

/** The words of a prompt, with bars between. */
const words = (prompt: string) => wordSpans(prompt).map((span) => prompt.slice(...span)).join("|");

/** What a prompt is when its words are masked. */
const masked = (prompt: string) => piecesOf(prompt).map(({ text, word }) => word ? "_" : text).join("");

/** Text in which all that matters to the splitting meets. */
const anyPrompt = fc.array(
  fc.constantFrom(
    ...[
      "def f(a, b):\n",
      "class A:\n",
      "import os\n",
      "    ",
      "\n",
      "\n\n",
      " ",
      '"""',
      "'''",
      '"',
      "'",
      "# ",
      "```\n",
    ],
    ...[
      ">>> f(1)\n",
      "2\n",
      "Return",
      "it's",
      "lower-case",
      "数组",
      "返回两个数的和",
      "，",
      "。",
      ",",
      ". ",
      "`x`",
      "f(a)",
    ],
    ...["a_b", "a", "é", "\\", "\t", "𠮷", "😀", "x1", "(", ")", "[1, 2]", "\r\n"],
  ),
  { maxLength: 30 },
).map((parts) => parts.join(""));

Deno.test("pieces of a prompt, joined, are the prompt", () => {
  fc.assert(fc.property(fc.oneof(anyPrompt, fc.string({ unit: "binary" })), (prompt) => {
    const pieces = piecesOf(prompt);
    assert.equal(pieces.map(({ text }) => text).join(""), prompt);
    assert(pieces.every(({ text }) => text !== ""));
    for (const { text, word } of pieces) if (word) assert.match(text, /^[\p{L}\p{M}\p{N}'’-]+$/u);
  }));
});

Deno.test("leaving out a word takes the word and at most one space, and changes nothing else", () => {
  fc.assert(fc.property(fc.oneof(anyPrompt, fc.string({ unit: "binary" })), (prompt) => {
    const pieces = piecesOf(prompt);
    const places = pieces.flatMap(({ word }, at) => word ? [at] : []);
    const without = linguistic.leaveOneOut(prompt);
    assert.deepEqual(without.map(({ index }) => index), places.map((_, at) => at + 1));
    for (const [number, at] of places.entries()) {
      const before = pieces.slice(0, at).map(({ text }) => text).join("");
      const after = pieces.slice(at + 1).map(({ text }) => text).join("");
      assert.equal(without[number].word, pieces[at].text);
      const possible = [
        before + after,
        ...(after.startsWith(" ") ? [before + after.slice(1)] : []),
        ...(before.endsWith(" ") ? [before.slice(0, -1) + after] : []),
      ];
      assert(possible.includes(without[number].prompt), JSON.stringify([prompt, without[number]]));
    }
  }));
});

const indentation = (text: string) => text.split("\n").map((line) => /^[ \t]*/.exec(line)![0]);

Deno.test("indentation stays, whichever word is left out", () => {
  fc.assert(fc.property(anyPrompt, (prompt) => {
    for (const { prompt: without, word } of linguistic.leaveOneOut(prompt)) {
      const [before, after] = [indentation(prompt), indentation(without)];
      assert.equal(after.length, before.length, word);
      // A line that had no other word may have more blanks at its beginning: those that followed it.
      for (const [at, blanks] of before.entries()) {
        assert(after[at].startsWith(blanks), JSON.stringify({ prompt, without }));
      }
    }
  }));
});

Deno.test("code and doctests are no words, in either language", () => {
  const head = "from typing import List\n\n\ndef close_to(numbers: List[float], limit: float) -> bool:\n";
  const examples = "    >>> close_to([1.0, 2.0], 0.5)\n    False\n    ";
  const en =
    `${head}    """ Are two of the numbers nearer than \`limit\`?\n${examples}"""\n    # next line\n`;
  assert.equal(words(en), "Are|two|of|the|nearer|than|next|line");
  const zh = `${head}    """检查数字的距离是否等于 limit。    ${examples.trim()}\n    """\n`;
  assert.equal(words(zh), "检查|数字|的|距离|是否|等于");
  for (const prompt of [en, zh]) {
    for (const { prompt: without } of linguistic.leaveOneOut(prompt)) {
      assert(without.startsWith(head));
      assert(without.includes(">>> close_to([1.0, 2.0], 0.5)\n    False\n"));
    }
  }
});

Deno.test("what is code in a description stays whole", () => {
  assert.equal(
    words("Call f(x, y) on arr[0], O(n), np.sort and `this one` or 'that one'."),
    "Call|on|and|or",
  );
  assert.equal(words("count_words x1 camelCase True None 3.5 [a, b] {key: value}"), "");
  assert.equal(words("Let's see a lower-case n, it isn't I."), "Let's|see|a|lower-case|it|isn't|I");
  assert.equal(words("the players' scores and the teams' points"), "the|players|scores|and|the|teams|points");
  assert.equal(words("def pick(words, many=2, *rest):\n    '''Pick many words, at rest.'''"), "Pick|at");
});

Deno.test("an instruction above the code is prose, and strings that stand for values are not", () => {
  const prompt =
    "# Be concise and\n# efficient.\ndef f(x):\n    note = '''be quick'''\n    return 'it is # here'\n";
  assert.equal(words(prompt), "Be|concise|and|efficient");
  const code = "def f(x):\n    note = '''be quick'''\n    return 'it is # here'  # a comment\n";
  assert.equal(words(code), "a|comment");
  assert.equal(words("def f(x):\n    return 'it\\'s # here'  # a comment\n"), "a|comment");
});

Deno.test("text around fences is prose, the code in them is not", () => {
  const prompt = "Complete this:\n```python\ndef f(x):\n    # add one\n    y = 2\n```\nBe brief.";
  assert.equal(words(prompt), "Complete|this|add|one|Be|brief");
  assert.equal(masked(prompt), "_ _:\n```python\ndef f(x):\n    # _ _\n    y = 2\n```\n_ _.");
});

Deno.test("a docstring that is not closed, or has a doctest in the middle of a line, is understood", () => {
  assert.equal(words('def f(x):\n    """Add one'), "Add|one");
  assert.equal(
    words('def f(x):\n    r"""Add one.\n    >>> f(1)\n    two\n\n    More words.\n    """'),
    "Add|one|More|words",
  );
  assert.equal(words("def f(x):\n    'just one' + \"\n    # note"), "note");
  assert.deepEqual(proseSpans(""), []);
});

Deno.test("a space goes with the word that it belonged to", () => {
  const all = (prompt: string) => linguistic.leaveOneOut(prompt).map(({ prompt }) => prompt);
  assert.deepEqual(all("Be brief, please"), ["brief, please", "Be, please", "Be brief,"]);
  assert.deepEqual(all("# 请 (用 Python) 写。"), [
    "# (用 Python) 写。",
    "# 请 (Python) 写。",
    "# 请 (用) 写。",
    "# 请 (用 Python)。",
  ]);
  assert.deepEqual(all("    Add\n"), ["    \n"]);
  assert.deepEqual(all("用 `f` 返回"), ["`f` 返回", "用 `f`"]);
  assert.deepEqual(all("`f` 返回 1"), ["`f` 1"]);
});

Deno.test("names of functions and parameters are found in signatures of several lines", () => {
  const source = "async def go(first: int,\n       second=3, *args, **more) -> None:\n    pass\ndef cut(";
  assert.deepEqual([...namesInCode(source)], ["go", "first", "second", "args", "more", "cut"]);
});
