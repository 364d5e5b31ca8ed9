import assert from "node:assert/strict";
import fc from "fast-check";
import { fencedBlocks, withoutFencedBlocks } from "codebias/extraction/fences.ts";

Deno.test("fencedBlocks finds nothing in plain text", () => {
  assert.deepEqual(fencedBlocks(""), []);
  assert.deepEqual(fencedBlocks("def f():\n    return `1`\n"), []);
  assert.deepEqual(fencedBlocks("two `` marks\nand ```three``` inside a line\n"), []);
});

Deno.test("fencedBlocks keeps the order of several blocks", () => {
  assert.deepEqual(fencedBlocks("a\n```\none\n```\nb\n```python\ntwo\n\n```\nc"), ["one\n", "two\n\n"]);
});

Deno.test("fencedBlocks accepts both marks, info strings and longer fences", () => {
  assert.deepEqual(fencedBlocks("~~~\nx\n~~~\n"), ["x\n"]);
  assert.deepEqual(fencedBlocks('```python {title="a.py"}\nx\n```\n'), ["x\n"]);
  assert.deepEqual(fencedBlocks("`````\n```\nx\n```\n`````\n"), ["```\nx\n```\n"]);
  assert.deepEqual(fencedBlocks("```\nx\n``````\ny\n"), ["x\n"]);
});

Deno.test("fencedBlocks leaves out a first line that only names the language again, and no other", () => {
  for (const line of ["python", "Python", " python3 ", "py", "python 3", "\npython"]) {
    assert.deepEqual(fencedBlocks(`\`\`\`python\n${line}\n    return 1\n\`\`\`\n`), ["    return 1\n"], line);
  }
  for (const code of ["def f():\n    return 1\n", "import math\n", "class A:\n    pass\n"]) {
    assert.deepEqual(fencedBlocks(`\`\`\`python\npython ${code}\`\`\`\n`), [code]);
  }
  for (
    const line of [
      "python = 1",
      "python and",
      "python definite",
      "pythons",
      "# python",
      "py.test()",
      "python:",
    ]
  ) {
    assert.deepEqual(fencedBlocks(`\`\`\`\n${line}\nx\n\`\`\`\n`), [`${line}\nx\n`]);
  }
  assert.deepEqual(fencedBlocks("```\nx = 1\npython\n```\n"), ["x = 1\npython\n"]);
});

Deno.test("fencedBlocks finds code that a fence closes which none began", () => {
  const code = "python\ndef f():\n    return 1\n";
  const named = code.replace("python\n", "");
  assert.deepEqual(fencedBlocks(`${code}\`\`\`\nIt returns 1.\n`), [named]);
  assert.equal(withoutFencedBlocks(`${code}\`\`\`\nIt returns 1.\n`), "It returns 1.\n");
  assert.deepEqual(fencedBlocks(`${code}~~~\nUse:\n~~~python\nf()\n~~~\n`), [named, "f()\n"]);
  assert.deepEqual(fencedBlocks(`${code}\`\`\`python\nf()\n`), ["f()\n"]);
  assert.deepEqual(fencedBlocks("    return 1\n```\nf()\n"), ["f()\n"]);
  assert.deepEqual(fencedBlocks("def f() could look so:\n```\nf()\n"), ["f()\n"]);
  assert.deepEqual(fencedBlocks("class imbalance aside, do it like this:\n```\nf()\n"), ["f()\n"]);
});

Deno.test("fencedBlocks leaves out a patch beside other code, and takes what it leaves where there is nothing else", () => {
  for (const name of ["diff", "patch", "Diff title=x"]) {
    const patch = "```" + `${name}\n-x = 1\n+x = 2\n` + "```\n";
    assert.deepEqual(fencedBlocks(`${patch}So:\n${"```"}python\nx = 2\n${"```"}\n`), ["x = 2\n"]);
    assert.deepEqual(fencedBlocks(`${"```"}\nx = 2\n${"```"}\n${patch}`), ["x = 2\n"]);
    assert.deepEqual(fencedBlocks(patch), ["x = 2\n"]);
  }
  assert.deepEqual(fencedBlocks("```difference\nx\n```\n```\ny\n```"), ["x\n", "y\n"]);
});

Deno.test("fencedBlocks applies a patch to the code before it, where that has what it takes away", () => {
  const code = "def f(a, b):\n    if a:\n        return 1\n    return b\n";
  const fenced = (mark: string, text: string) => `${"```"}${mark}\n${text}${"```"}\n`;
  const cases: Readonly<Record<string, string>> = {
    "@@ -1,4 +1,4 @@\n def f(a, b):\n-    if a:\n+    if not a:\n         return 1\n": code.replace(
      "if a",
      "if not a",
    ),
    "--- a/f.py\n+++ b/f.py\n@@ -2 +2 @@\n-        return 1\n+        return 2\n": code.replace("1", "2"),
    "@@\n-    if a:\n-        return 1\n": "def f(a, b):\n    return b\n",
    "@@ -1 +1 @@\n-def f(a, b):\n+def f(a, b, c=0):\n@@ -4 +4 @@\n-    return b\n+    return b + c\n":
      "def f(a, b, c=0):\n    if a:\n        return 1\n    return b + c\n",
    " def f(a, b):\n+    b += 1\n     if a:\n": code.replace("):\n", "):\n    b += 1\n"),
    "@@\n-    if c:\n+    if a:\n": code,
  };
  const [patch] = Object.keys(cases);
  for (
    const said of [
      "You could change it:",
      "If you want it strict, apply:",
      "Not to be applied, avoid:",
      "Option 2:",
      "I did not apply:",
      "So:",
    ]
  ) {
    assert.deepEqual(
      fencedBlocks(fenced("python", code) + `${said}\n` + fenced("diff", patch)),
      [code],
      said,
    );
  }
  for (const [patch, left] of Object.entries(cases)) {
    assert.deepEqual(
      fencedBlocks(fenced("python", code) + "Please apply:\n" + fenced("diff", patch)),
      [left],
      patch,
    );
  }
});

Deno.test("fencedBlocks takes what was typed in a session, and no session out of a docstring", () => {
  const session = ">>> def f(x):\n...     return [\n...         x]\n...\n>>> f(1)\n[1]\n>>> x\n";
  const typed = "def f(x):\n    return [\n        x]\n\nf(1)\nx\n";
  assert.deepEqual(fencedBlocks("```pycon\n" + session + "```\n"), [typed]);
  assert.deepEqual(fencedBlocks(session), [typed]);
  assert.deepEqual(fencedBlocks(`So:\n\n${session}\nThat is all.\n`), [typed]);
  assert.deepEqual(fencedBlocks("Call it so:\n>>> f(1)\n1\n"), []);
  assert.deepEqual(fencedBlocks("So:\n~~~\n\n" + session + "~~~\nDone."), [typed]);
  const documented = 'def f(x):\n    """\n    >>> f(1)\n    1\n    """\n    return x\n';
  assert.deepEqual(fencedBlocks("```python\n" + documented + "```"), [documented]);
  assert.deepEqual(fencedBlocks("```\n" + session + "```\n```python\n" + documented + "```"), [
    typed,
    documented,
  ]);
});

Deno.test("fencedBlocks closes a fence with its own mark only", () => {
  assert.deepEqual(fencedBlocks("~~~\n```\nx\n~~~\n"), ["```\nx\n"]);
  assert.deepEqual(fencedBlocks("```\nx = '''\n```python\n'''\n```\n"), ["x = '''\n```python\n'''\n"]);
});

Deno.test("fencedBlocks moves an indented block to the left by the fence's margin", () => {
  assert.deepEqual(fencedBlocks("1. so:\n   ```python\n   def f():\n       return 1\n   ```\n"), [
    "def f():\n    return 1\n",
  ]);
  assert.deepEqual(fencedBlocks("  ```\n  a\nb\n\n    c\n  ```"), ["a\nb\n\n  c\n"]);
  assert.deepEqual(fencedBlocks("\t```\n\ta\n\t```"), ["a\n"]);
});

Deno.test("fencedBlocks counts an unclosed last fence and leaves out empty ones", () => {
  assert.deepEqual(fencedBlocks("Sure:\n```python\nx = 1\ny ="), ["x = 1\ny ="]);
  assert.deepEqual(fencedBlocks("x = 1\n```"), []);
  assert.deepEqual(fencedBlocks("```\n```\n```\na\n```\n"), ["a\n"]);
});

const fence = (code: string, mark = "```") => `${mark}python\n${code}${mark}\n`;

/** Functions with a fence in their docstring. */
const QUOTED: readonly string[] = [
  'def f(x):\n    """Twice.\n\n    ```\n    f(2)\n    ```\n    """\n    return 2 * x\n',
  "def f(x):\n    '''Twice.\n    ```python\n    f(2)\n    ```\n    '''\n    return 2 * x\n",
  'class A:\n    def f(self, x):\n        """\n        ```\n        4\n        ```\n        """\n        return 2 * x\n',
  'def f(x):\n  """Twice.\n\n  ```\n  f(2)\n  ```\n  """\n  return 2 * x\n',
  'def f(x):\n\t"""Twice.\n\n\t```\n\tf(2)\n\t```\n\t"""\n\treturn 2 * x\n',
];

for (const code of QUOTED) {
  Deno.test(`fencedBlocks takes the fence for a part of the docstring in ${JSON.stringify(code)}`, () => {
    assert.deepEqual(fencedBlocks(`So:\n\n${fence(code)}\nThat was all.\n`), [code]);
    assert.equal(withoutFencedBlocks(`So:\n${fence(code)}All.\n`), "So:\nAll.\n");
  });
}

const HEAD = "def f(age):\n    score = 0\n";
const END = "    if age > 3:\n        score += 1\n    return score\n";

/** Answers that say one function in two fences. */
const SPLIT: readonly string[] = [
  `First:\n${fence(HEAD)}Then:\n${fence(END)}`,
  `${fence(`import math\n\n\n${HEAD}`)}\n${fence(END)}`,
  `${fence(`def g(x):\n    return x\n\n\n${HEAD}`, "~~~")}and\n${fence(END, "~~~")}Done.\n`,
  `1. so:\n${fence(HEAD).replaceAll(/^(?=.)/gm, "   ")}2. and:\n${fence(END).replaceAll(/^(?=.)/gm, "   ")}`,
  `${fence(HEAD)}\n${fence("    return age > 3\n").replace("python", "")}`,
  `${fence(HEAD)}Then:\n${fence("    if age > 3:\n        score += 1\n")}Last:\n${
    fence("    return score\n")
  }`,
  `${fence(HEAD)}Then, for the age:\n${fence(END.replaceAll(/^ {4}/gm, ""))}`,
];

for (const text of SPLIT) {
  Deno.test(`fencedBlocks joins the function in ${JSON.stringify(text)}`, () => {
    const [whole, ...others] = fencedBlocks(text);
    assert([END, "    return age > 3\n"].some((end) => whole.endsWith(HEAD + end)), whole);
    assert.deepEqual(others, []);
  });
}

Deno.test("fencedBlocks joins no block that is an excerpt, or begins something of its own", () => {
  const apart: readonly (readonly [string, string])[] = [
    [HEAD + END, END],
    [HEAD, `f(3)\n${END}`],
    [HEAD, "    if age > 3:\n        score += 1\n"],
    ["x = 1\n", END],
    ["def f(x): ...\n", END],
    ["def f(x):\n    pass\n", END],
    ["def f(x):\n    yield x\n", END],
    ["def f(x):\n    if x:\n        return 1\n    else:\n        return 2\n", END],
    [HEAD, "score = f(3)\nreturn score\n"],
  ];
  for (const blocks of apart) {
    assert.deepEqual(fencedBlocks(blocks.map((code) => fence(code)).join("Or:\n")), blocks);
  }
});

Deno.test("withoutFencedBlocks is what stands outside of the fences", () => {
  assert.equal(withoutFencedBlocks("a\n```\nb\n```\nc\n  ~~~\n  d\n  ~~~\ne"), "a\nc\ne");
  assert.equal(withoutFencedBlocks("a\n```\nb"), "a\n");
});

const line = fc.string({ unit: "binary", maxLength: 12 }).filter((text) =>
  !/[\n\r`~\u2028\u2029]/.test(text)
);
const lines = fc.array(line, { minLength: 1, maxLength: 6 }).map((all) => all.join("\n") + "\n");

Deno.test("fencedBlocks gives back whatever was fenced", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(lines, lines), { minLength: 1, maxLength: 4 }),
      fc.constantFrom("```", "~~~", "`````"),
      fc.constantFrom("", "python", " python3 title=x"),
      (parts, mark, info) => {
        const text = parts.map(([prose, code]) => `${prose}${mark}${info}\n${code}${mark}\n`).join("");
        assert.deepEqual(fencedBlocks(text), parts.map(([, code]) => code));
        assert.equal(withoutFencedBlocks(text), parts.map(([prose]) => prose).join(""));
      },
    ),
  );
});
