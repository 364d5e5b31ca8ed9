import assert from "node:assert/strict";
import { extractProgram } from "codebias";

const PROMPT = 'def largest(xs):\n    """Largest of xs."""\n';
const BODY = "    best = xs[0]\n    for x in xs:\n        best = max(best, x)\n    return best\n";
const WHOLE = `def largest(xs):\n${BODY}`;

/** The source of the program, or in brackets the reason why there is none. */
function extracted(completion: string, prompt = PROMPT, entryPoint = "largest"): string {
  const found = extractProgram(completion, { prompt, entryPoint });
  return found.kind === "program" ? found.source : `[${found.reason}]`;
}

Deno.test("extractProgram describes a program that runs in one namespace", () => {
  assert.deepEqual(extractProgram(BODY, { prompt: PROMPT, entryPoint: "largest" }), {
    kind: "program",
    source: PROMPT + BODY,
    entryPoint: "largest",
    namespace: "one",
  });
});

Deno.test("extractProgram continues a prompt, however it and the completion meet", () => {
  const expected = PROMPT + BODY;
  assert.equal(extracted(BODY), expected);
  assert.equal(extracted(`\n${BODY}`, PROMPT.trimEnd()), expected);
  assert.equal(extracted(BODY, PROMPT.trimEnd()), expected);
  assert.equal(extracted(BODY.trimStart(), `${PROMPT}    `), expected);
  assert.equal(extracted(" return 1", "def one():", "one"), "def one(): return 1\n");
});

Deno.test("extractProgram moves a body with another margin into its function", () => {
  const flush = BODY.replace(/^ {4}/gm, "");
  const moved = (margin: string) => flush.replace(/^(?=.)/gm, margin);
  for (const body of [flush, moved("  "), moved("\t"), `\n${moved("      ")}`, BODY.trimStart()]) {
    for (const text of [body, `\`\`\`python\n${body}\`\`\`\n`]) {
      assert.equal(
        extracted(text).replace(/\n+(?= {4}best = xs)/, "\n").trimEnd(),
        (PROMPT + BODY).trimEnd(),
        text,
      );
    }
  }
  const either = "if xs:\n    return max(xs)\nelse:\n    return None\n";
  assert.equal(extracted(either), PROMPT + either.replace(/^(?=.)/gm, "    "));
  // What stands at the margin besides a body is a program of its own, which says nothing of the function.
  for (const text of [`import os\n${flush}`, `def other(xs):\n    return 1\n`, "best = xs[0]\n"]) {
    assert.match(extracted(text), /^\[/, text);
  }
});

Deno.test("extractProgram takes a function that is written behind a body that is not", () => {
  const open = [
    "    # your code\n    pass\n",
    "    raise NotImplementedError\n",
    "    return None  # TODO: write it\n",
  ];
  for (const body of open) {
    assert.equal(extracted(`${body}\n\n# Solution\n${WHOLE}`), WHOLE);
    assert.equal(extracted(`${body}\n\nprint(1)\n`), PROMPT + body);
  }
});

Deno.test("extractProgram cuts a run-on tail at every place", () => {
  const tail =
    '\n\ndef smallest(xs):\n    """Smallest of xs."""\n    return min(xs)\n\nprint(smallest([1]), "(")\n';
  for (let end = 0; end <= tail.length; end++) {
    assert.equal(extracted(BODY + tail.slice(0, end)), PROMPT + BODY, tail.slice(0, end));
  }
});

Deno.test("extractProgram drops tests, prose and fences after a body", () => {
  const tails = [
    "\nassert largest([1, 2]) == 2\n",
    "\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\n",
    "\nprint largest([1])\n",
    "```\n\n### Explanation\n\nThe loop (see above) keeps the best.\n\n```python\nlargest([1])\n```\n",
    "~~~\n结果如下：\n",
    "\n# In[2]:\n\n%timeit largest([1])\n",
    '\n"""\nThat is all',
  ];
  for (const tail of tails) assert.equal(extracted(BODY + tail), PROMPT + BODY, tail);
});

Deno.test("extractProgram takes a whole definition instead of a body", () => {
  for (
    const text of [
      WHOLE,
      `\n\n${WHOLE}`,
      `# my answer\n${WHOLE}\nlargest([1])\n`,
      `'''A module.'''\n${WHOLE}`,
    ]
  ) {
    assert.equal(extracted(text), WHOLE, text);
  }
});

const SECOND = "def largest(xs):\n    return max(xs)\n";
const fence = (code: string) => `\`\`\`python\n${code}\`\`\`\n`;

Deno.test("extractProgram takes a body that continues the prompt, else the last complete definition", () => {
  assert.equal(extracted(`${BODY}\n${SECOND}`), PROMPT + BODY);
  assert.equal(extracted(`${WHOLE}\n${SECOND}`), SECOND);
  assert.equal(extracted(`def largest(xs):\n    return (max\n\n${SECOND}`), SECOND);
  assert.equal(extracted(`def largest(xs):\n    """To do."""\n\n${SECOND}`), SECOND);
  assert.equal(extracted(`    # to do\n\n\n${SECOND}`), SECOND);
});

Deno.test("extractProgram takes the correction of a draft", () => {
  const texts = [
    `${fence(WHOLE)}\nWait, that is slow. Corrected version:\n\n${fence(SECOND)}`,
    `First try:\n${fence(WHOLE)}\nOops. Second try:\n${fence(SECOND)}\nThat should do.`,
    fence(`# draft\n${WHOLE}\n# better\n${SECOND}`),
    `初稿：\n${fence(WHOLE)}\n改进后：\n${fence(SECOND)}`,
    `Draft:\n${fence(WHOLE)}\nThis is the way I would write it instead:\n${fence(SECOND)}`,
    `${fence(WHOLE)}\nSo, the method a person would expect:\n${fence(SECOND)}`,
    `${fence(BODY)}\nOr rather, the whole function once more:\n${fence(SECOND)}`,
    `Draft:\n\n${WHOLE}\nThat can be shorter:\n\n${SECOND}`,
  ];
  for (const text of texts) assert.equal(extracted(text), SECOND, text);
});

Deno.test("extractProgram takes a correction with dots in a text or behind an exception for whole", () => {
  for (
    const end of [
      'def largest(xs):\n    """\n    >>> largest([\n    ...  1])\n    1\n    """\n    return max(xs)\n',
      "def largest(xs):\n    try:\n        return max(xs)\n    except ValueError:\n        ...\n",
    ]
  ) {
    assert.equal(extracted(`${fence(WHOLE)}\nCorrected:\n${fence(end)}`), end);
  }
});

Deno.test("extractProgram takes no example, test, sketch or end that is missing for a correction", () => {
  const later = [
    fence("print(largest([1, 2]))\n"),
    fence("def test_largest():\n    assert largest([1, 2]) == 2\n"),
    `One could go on like this:\n${fence("def largest(xs):\n    best = ...  # to do\n    return best\n")}`,
    fence("def largest(xs):\n    ...\n"),
    "```python\ndef largest(xs):\n    return max(",
    `Inside of it:\n${fence("    for x in xs:\n        best = max(best, x)\n")}`,
    fence("def smallest(xs):\n    return min(xs)\n"),
  ];
  for (const end of later) assert.equal(extracted(`${fence(WHOLE)}\n${end}`), WHOLE, end);
});

Deno.test("extractProgram takes none of the versions that are offered as a choice", () => {
  const texts = [
    `Option 1:\n${fence(WHOLE)}\nOption 2:\n${fence(SECOND)}`,
    `${fence(WHOLE)}\nAlternatively, with a built-in function:\n${fence(SECOND)}`,
    fence(`# Version A: a loop\n${WHOLE}\n# Version B: a call\n${SECOND}`),
    `Möglichkeit 1\n${fence(WHOLE)}\nMöglichkeit 2\n${fence(SECOND)}`,
    `方案一：\n${fence(WHOLE)}\n方案二：\n${fence(SECOND)}`,
    `${fence(WHOLE)}\nor, if you prefer\n${fence(SECOND)}\nBoth work.`,
  ];
  for (const text of texts) assert.equal(extracted(text), "[alternatives]", text);
  const final = SECOND.replace("return", "# final score, fixed and updated\n    return");
  assert.equal(extracted(`Option 1:\n${fence(WHOLE)}\nOption 2:\n${fence(final)}`), "[alternatives]");
  assert.equal(
    extracted(`Option 1:\n${fence(WHOLE)}\nOption 2:\n${fence(SECOND)}\nThe factor is fixed.`),
    "[alternatives]",
  );
  assert.equal(extracted(`Option 1:\n${fence(WHOLE)}\nOption 2, the same:\n${fence(WHOLE)}`), WHOLE);
  assert.equal(extracted(`Option 1 has a loop. Here is option 2:\n${fence(SECOND)}`), SECOND);
});

Deno.test("extractProgram finds code in chat, in English and Chinese", () => {
  const chats: [string, string][] = [
    [
      "Sure! Here's the function (it isn't long):",
      "It runs in O(n) time. Let me know if it's what you need!",
    ],
    ["当然可以！下面是“最大值”函数：", "这个函数的时间复杂度是 O(n)。希望对你有帮助！"],
    ["I'm sorry for the wait. As an AI language model, I suggest:", "I cannot test it here."],
  ];
  for (const [before, after] of chats) {
    assert.equal(extracted(`${before}\n\n\`\`\`python\n${WHOLE}\`\`\`\n\n${after}`), WHOLE);
    assert.equal(extracted(`${before}\n\n${WHOLE}\n${after}`), WHOLE);
  }
});

Deno.test("extractProgram reads fences of all kinds", () => {
  for (
    const [open, close] of [["```", "```"], ["```py", "```"], ["~~~python", "~~~"], [
      "````python3 a=b",
      "````",
    ]]
  ) {
    assert.equal(extracted(`Here:\n${open}\n${WHOLE}${close}\nDone.`), WHOLE, open);
    assert.equal(extracted(`Here:\n${open}\n${WHOLE}`), WHOLE, open);
    assert.equal(extracted(`Here:\n${open}\n${BODY}${close}\nDone.`), PROMPT + BODY, open);
  }
});

Deno.test("extractProgram reads indented code", () => {
  const indented = (code: string, margin: string) => code.replace(/^(?=.)/gm, margin);
  assert.equal(extracted(`1. So:\n${indented(`\`\`\`python\n${WHOLE}\`\`\`\n`, "   ")}2. Done.`), WHOLE);
  assert.equal(extracted(`So:\n\n${indented(WHOLE, "    ")}\nDone.`), WHOLE);
  assert.equal(extracted(`\`\`\`python\n${indented(WHOLE, "    ")}\`\`\``), WHOLE);
});

Deno.test("extractProgram takes the block that answers and what it needs from the others", () => {
  const helper = "def better(a, b):\n    return a if a > b else b\n";
  const answer = "def largest(xs):\n    return reduce(better, xs)\n";
  const fence = (code: string) => `Text.\n\n\`\`\`python\n${code}\`\`\`\n\n`;
  const usage = "print(largest([1, 2]))\n";
  assert.equal(extracted(fence(usage) + fence(WHOLE) + fence("largest([])\n")), WHOLE);
  assert.equal(
    extracted(fence("from functools import reduce\n") + fence(answer) + fence(helper) + fence(usage)),
    `from functools import reduce\n\n${helper}\n${answer}`,
  );
  assert.equal(extracted(fence("def largest(xs):\n    return max(\n") + fence(WHOLE)), WHOLE);
});

Deno.test("extractProgram keeps helpers, imports and constants around a body or a definition", () => {
  const body = "    return MOD * pick(xs, math.inf)\n";
  const pick = "def pick(xs, low):\n    return max(xs, default=low)\n";
  const after = `import math\n\nMOD = 7\n\n${pick}`;
  assert.equal(extracted(`${body}\n\n${after}\nprint(1)\n`), `${PROMPT}${body}\n${after}`);
  assert.equal(extracted(`${after}\ndef largest(xs):\n${body}`), `${after}\ndef largest(xs):\n${body}`);
});

Deno.test("extractProgram keeps the prompt's imports and helpers if they are needed", () => {
  const prompt = "import re\nfrom typing import List\n\n\ndef low():\n    return 0\n\n\n" +
    "def largest(xs: List[int]):\n    '''Largest.'''\n";
  const head = "from typing import List\n\ndef low():\n    return 0\n";
  const stub = "def largest(xs: List[int]):\n    '''Largest.'''\n";
  assert.equal(
    extracted("    return max(xs, default=low())\n", prompt),
    `${head}\n${stub}    return max(xs, default=low())\n`,
  );
  const whole = "def largest(xs: List[int]):\n    return low()\n";
  assert.equal(extracted(`\`\`\`\nfrom typing import List\n\n${whole}\`\`\``, prompt), `${head}\n${whole}`);
});

Deno.test("extractProgram accepts decorated, nested, asynchronous and lambda functions and classes", () => {
  const sources = [
    "from functools import cache\n\n@cache\ndef largest(xs):\n    return max(xs)\n",
    "def largest(xs):\n    def step(a, b):\n        return max(a, b)\n    return step(*xs)\n",
    "async def largest(xs):\n    return max(xs)\n",
    "largest = lambda xs: max(xs)\n",
    "class Box:\n    def __init__(self, xs):\n        self.xs = xs\n\n    def top(self):\n        return max(self.xs)\n\n" +
    "def largest(xs):\n    return Box(xs).top()\n",
  ];
  for (const source of sources) assert.equal(extracted(source), source);
});

Deno.test("extractProgram takes what Python would have under the name in the end", () => {
  const top = WHOLE.replace("largest", "top");
  const answers = [
    `${top}\nlargest = top\n`,
    `from functools import partial\n\n${top}\nlargest = partial(top)\n`,
    "class Top:\n    def find(self, xs):\n        return max(xs)\n\nlargest = Top().find\n",
    `${WHOLE}\ndef shown(f):\n    return lambda xs: str(f(xs))\n\nlargest = shown(largest)\n`,
    "try:\n    import numpy\n    def largest(xs):\n        return numpy.max(xs)\nexcept ImportError:\n" +
    "    def largest(xs):\n        return max(xs)\n",
    "import sys\n\nif sys.version_info < (3,):\n    def largest(xs):\n        return None\nelse:\n" +
    "    def largest(xs):\n        return max(xs)\n",
  ];
  for (const source of answers) {
    assert.equal(extracted(source), source);
    assert.equal(extracted(`Here it is:\n\n\`\`\`python\n${source}\`\`\`\n`), source);
  }
  for (const use of ["largest = largest([1, 2])", "largest = None", "found = largest([1, 2])"]) {
    assert.equal(extracted(`\`\`\`python\n${WHOLE}\n${use}\n\`\`\``), WHOLE, use);
  }
});

Deno.test("extractProgram keeps fences and definitions that are part of a text", () => {
  const body = '    note = """\n```python\ndef largest(xs):\n    pass\n```\n"""\n    return max(xs), note\n';
  assert.equal(extracted(body), PROMPT + body);
  const prompt = 'def largest(xs):\n    """Largest.\n\n    ```\n    def largest(xs): ...\n    ```\n    """\n';
  assert.equal(extracted(BODY, prompt), prompt + BODY);
});

Deno.test("extractProgram accepts tabs, Windows line ends and names outside of ASCII", () => {
  const tabs = "def largest(xs):\n\tbest = xs[0]\n\treturn best\n";
  assert.equal(extracted(tabs), tabs);
  assert.equal(extracted(`Here:\r\n\`\`\`\r\n${WHOLE.replaceAll("\n", "\r\n")}\`\`\`\r\n`), WHOLE);
  const prompt = "def 最大值(列表):\n    '''返回最大值'''\n";
  const body = "    结果 = max(列表)\n    return 结果\n";
  assert.equal(extracted(`${body}\n\n打印(最大值([1]))`, prompt, "最大值"), prompt + body);
  assert.equal(
    extracted(`好的：\n\`\`\`\ndef 最大值(列表):\n${body}\`\`\``, prompt, "最大值"),
    `def 最大值(列表):\n${body}`,
  );
});

Deno.test("extractProgram makes a program of an attempt that is broken", () => {
  const attempts = [
    "    return max(xs\n",
    "    if xs = []:\n        return 0\n",
    "  return max(xs)\n",
    "    best = xs[0]\n  return best\n",
    "def largest(xs)\n    return max(xs)\n",
    "```python\ndef largest(xs):\n    return max(xs\n```",
    "Here:\n```python\ndef largest(xs):\n    for x in",
  ];
  for (const text of attempts) assert(extracted(text).startsWith("def largest"), text);
  assert.equal(extracted("    return (max(xs)\n\nprint(1)\n"), `${PROMPT}    return (max(xs)\n\nprint(1)\n`);
});

Deno.test("extractProgram finds no code in comments, other functions and other people's classes", () => {
  const texts = [
    "    # 1. take the first\n    # 2. compare\n",
    "\n\ndef smallest(xs):\n    return min(xs)\n",
    "```python\nprint(largest([1, 2]))\n```",
    "class Box:\n    def largest(self):\n        return max(self.xs)\n\n    def __init__(self, xs):\n        self.xs = xs\n",
    "Take the first, then compare it with each of the others.",
    " ```\n\nThat was all.\n",
    "先取第一个，然后逐个比较。",
  ];
  for (const text of texts) assert.equal(extracted(text), "[no-code]", text);
});

Deno.test("extractProgram says empty, refusal and service error", () => {
  for (const text of ["", "  \n\t\r\n"]) assert.equal(extracted(text), "[empty]");
  for (
    const text of ["I'm sorry, but I can't do that.", " I cannot help with this.", "对不起，我不能帮助你。"]
  ) {
    assert.equal(extracted(text), "[refusal]", text);
  }
  for (const text of ["Error: 429", "Error: 503\n"]) assert.equal(extracted(text), "[service-error]");
});

Deno.test("extractProgram takes no apology in a program for a refusal", () => {
  const body = "    if not xs:\n        print(\"I'm sorry, I can't compare nothing\")\n    return max(xs)\n";
  assert.equal(extracted(body), PROMPT + body);
  assert.equal(extracted('\n\ndef apologise():\n    print("I\'m sorry")\n'), "[no-code]");
  assert.notEqual(extracted("    print(\"I'm sorry, I can't\"\n"), "[refusal]");
});

Deno.test("extractProgram leaves a function that is complete in the prompt as it is", () => {
  const prompt = "def largest(xs):\n    '''Largest.'''\n    return max(xs)";
  for (
    const text of [
      "",
      "\n\n# done\n",
      "\n\ndef smallest(xs):\n    return mi",
      "\n\ndef largest(xs):\n    return (",
    ]
  ) {
    assert.equal(extracted(text, prompt), `${prompt}\n`, text);
  }
  assert.equal(extracted(`\`\`\`\n${WHOLE}\`\`\``, prompt), WHOLE);
  assert.equal(extracted("\n    return 0\n", prompt), `${prompt}\n    return 0\n`);
  assert.equal(extracted("I'm sorry, but I can't do that.", prompt), "[refusal]");
});

Deno.test("extractProgram takes a lambda to which a class gives the name of the entry point for the method", () => {
  const prompt =
    "class Pupil:\n    def __init__(self, age):\n        self.age = age\n\n    def is_free(self):\n";
  const CLASS = "class Pupil:\n    def __init__(self, age):\n        self.age = age\n\n";
  const question = { prompt, entryPoint: "is_free", className: "Pupil" };
  const lambdas: Readonly<Record<string, string>> = {
    "is_free = lambda self: self.age < 18": "self.age < 18",
    "is_free = (lambda self: self.age < 18)": "self.age < 18",
    "is_free = lambda self: any(\n        self.age == age for age in range(18)\n    )":
      "any(\n        self.age == age for age in range(18)\n    )",
    "is_free = lambda self: (years := self.age) < 18 and years > 5  # of school age":
      "(years := self.age) < 18 and years > 5",
    "is_free: object = lambda self: {17: True}.get(self.age, False)": "{17: True}.get(self.age, False)",
  };
  for (const [lambda, body] of Object.entries(lambdas)) {
    for (const answer of [`${CLASS}    ${lambda}\n`, `\`\`\`python\n${CLASS}    ${lambda}\n\`\`\`\n`]) {
      const found = extractProgram(answer, question);
      assert(found.kind === "program", answer);
      assert(found.source.includes(`\n    def is_free(self):\n        return (${body})`), found.source);
    }
  }
  const other = extractProgram(`${CLASS}    is_old = lambda self: self.age > 18\n`, question);
  assert.deepEqual(other, { kind: "no-program", reason: "no-code" });
});

Deno.test("extractProgram takes what its class is given from outside for the method", () => {
  const given = "class Pupil:\n    def __init__(self, age):\n        self.age = age\n";
  const question = {
    prompt: `${given}\n    def is_free(self):\n`,
    entryPoint: "is_free",
    className: "Pupil",
  };
  const young = "\ndef young(self):\n    return self.age < 18\n";
  for (const line of ["setattr(Pupil, 'is_free', young)", "Pupil.is_free = young  # for all"]) {
    const found = extractProgram(`\`\`\`python\n${given}${young}\n${line}\n\`\`\`\n`, question);
    assert(found.kind === "program", line);
    assert(found.source.includes(young.trim()) && found.source.includes("return (young"), found.source);
  }
  const own = `${given}\n    def is_free(self):\n        return self.age < 6\n`;
  const anew = extractProgram(`~~~\n${own}${young}\nPupil.is_free = young\n~~~\n`, question);
  assert(anew.kind === "program" && anew.source.includes("< 18") && !anew.source.includes("< 6"));
  const same = extractProgram(
    `${given}${young.replace("young", "is_free")}\nPupil.is_free = is_free\n`,
    question,
  );
  assert(same.kind === "program" && !same.source.includes("given"));
  const other = extractProgram(`${given}${young}\nsetattr(Pupil, "is_old", young)\n`, question);
  assert.deepEqual(other, { kind: "no-program", reason: "no-code" });
});
