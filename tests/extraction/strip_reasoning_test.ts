import assert from "node:assert/strict";
import { extractProgram } from "codebias";
import { stripReasoning } from "codebias/extraction/final_answer.ts";

for (
  const [what, text, rest] of [
    ["thoughts", "<think>a\n```python\nb\n```\n</think>\n\nc", "c"],
    ["thoughts with a longer mark", "\n<thinking>a</thinking> c", "c"],
    ["thoughts without their beginning", "a\n</think>\n    c", "    c"],
    ["thoughts without end", "<think>a", ""],
    ["no thoughts", "    return a", "    return a"],
    ["Code Llama's marks", "So:\n[PYTHON]\na\n[/PYTHON]\nb", "So:\n```\na\n```\nb"],
    ["Code Llama's marks after thoughts", "<think>a</think>\n[PYTHON]\na\n[/PYTHON]", "```\na\n```"],
    ["Code Llama's marks around a fence", "[PYTHON]\n~~~\na\n~~~\n[/PYTHON]\n", "\n~~~\na\n~~~\n\n"],
    ["Code Llama's mark of an end", "    return a\n[/PYTHON]", "    return a\n"],
    ["quotes that stand for a fence", "So:\n'''python\na\n'''\nb", "So:\n```\na\n```\nb"],
    ["thoughts in brackets", "[THINK]a\n```\nb\n```\n[/THINK]c", "c"],
    ["other marks of models", "<s> def f():\n    return a <EOT>", "def f():\n    return a "],
    ["a list called so", "a = [PYTHON]\n", "a = [PYTHON]\n"],
    ["marks in the middle", "a <think>b</think> c", "a <think>b</think> c"],
    ["thoughts twice", "<think>a</think>\n\n<think>b</think>\nc", "c"],
    ["thoughts twice in a line", "<think>a</think><think>\nb\n</think>\nc", "c"],
    ["thoughts behind prose, and behind code", "Hm.\n<think a=1>b</think>\nc\n<think>d", "Hm.\nc\n"],
    [
      "thoughts of others",
      "<reasoning>a</reasoning>\n◁think▷b◁/think▷\n<|begin_of_thought|>c<|end_of_thought|>\nd",
      "d",
    ],
    ["plans", "<plan>\ndef a():\n    return 1\n</plan>\n    return b", "    return b"],
    [
      "a plan without an end",
      "<plan>\n1. It is b.\n\n    return b\n",
      "<plan>\n1. It is b.\n\n    return b\n",
    ],
    [
      "nothing but an analysis",
      "<analysis>\n    return b\n</analysis>",
      "<analysis>\n    return b\n</analysis>",
    ],
    [
      "no plan with all of the code",
      "<plan>\n    return b\n</plan>\nSo.",
      "<plan>\n    return b\n</plan>\nSo.",
    ],
    ["thoughts of others without end", "<reasoning>\na", ""],
    [
      "channels",
      "<|channel|>analysis<|message|>a<|end|><|start|>assistant<|channel|>final<|message|>\n    return b<|return|>",
      "    return b",
    ],
    ["a thought in code", "```\na = '''\n<think>\n'''\n```\n", "```\na = '''\n<think>\n'''\n```\n"],
    ["an end in prose behind code", "```\na\n```\nIt ends at </think>.", "```\na\n```\nIt ends at </think>."],
    [
      "a turn of a conversation",
      "    return a\n<|im_end|>\n<|im_start|>user\n    return b",
      "    return a\n",
    ],
    ["a mark at the end of a line", "    return a<|eot_id|>b", "    return a"],
    ["a turn after a fence", "```\na\n```\n\n[INST] b [/INST]\n```\nc\n```\n", "```\na\n```\n\n"],
    ["who speaks next", "```\na\n```\nHuman: b\n```\nc\n```\n", "```\na\n```\n"],
    ["who speaks, in its code", "```\ndef a():\nUser: b\n```\n", "```\ndef a():\nUser: b\n```\n"],
    ["a mark in a text of its code", "    return '<|im_end|>'\n", "    return '<|im_end|>'\n"],
    ["who is told in its prose", "User: hello\n```\na\n```\n", "User: hello\n```\na\n```\n"],
    ["a turn's beginning", "<|im_start|>assistant\n    return a\n", "    return a\n"],
    [
      "thoughts with a prefix",
      "<seed:think>\ndef a():\n    return 1\n</seed:think>\n    return a\n",
      "    return a\n",
    ],
    [
      "a last channel without its tokens",
      "analysisDraft:\n```\na\n```\nYes.assistantfinal    return a\n",
      "    return a\n",
    ],
    [
      "the end of a channel",
      "def a():\n<|end|><|start|>assistant<|channel|>final<|message|>\n    return a\n",
      "    return a\n",
    ],
    ["a solution in tokens", "<|begin_of_solution|>\n    return a\n<|end_of_solution|>", "    return a\n"],
    ["a turn in other signs", "    return a\n<｜end▁of▁sentence｜><｜User｜>\nb", "    return a\n"],
    ["who speaks next, loudly", "```\na\n```\nUSER: b\nASSISTANT:\n```\nc\n```\n", "```\na\n```\n"],
    ["another file behind it", "    return a\n<file_sep>tests/b.py\n    return b\n", "    return a\n"],
    [
      "tags that are closed",
      "<my_draft>\nreturn a\n</my_draft>\n<my_code>\nreturn b\n</my_code>\n",
      "<my_draft>\nreturn a\n</my_draft>\n<my_code>\nreturn b\n</my_code>\n",
    ],
    [
      "a placeholder in its prose",
      "```\na\n```\nPass <some_value>.\n```\nb\n```\n",
      "```\na\n```\nPass <some_value>.\n```\nb\n```\n",
    ],
    [
      "thoughts as Ollama prints them",
      "Thinking...\nSo:\n```\nreturn a\n```\n...done thinking.\n\n```\nreturn b\n```\n",
      "```\nreturn b\n```\n",
    ],
    [
      "a name that another function is given",
      "def f(x):\n    return 1\n\ndef f_fair(x):\n    return 2\n\nf = f_fair  # from now on\n",
      "def f_before(x):\n    return 1\n\ndef f(x):\n    return 2\n\nf_fair = f\n",
    ],
    ...[
      "def f(x):\n    return 1\n\ndef g(x):\n    return f(x)\n\nf = g\n",
      "def f(x):\n    return 1\n\nf = x\n",
    ].map((
      text,
    ) => ["a name that stays", text, text] as const),
    [
      "a fence that ends behind code",
      "```python\nreturn a```\nSo ```b```\n",
      "```python\nreturn a\n```\nSo ```b```\n",
    ],
    [
      "a fence in a docstring",
      '```\n"""\n  x```\n"""\nreturn a\n```\n',
      '```\n"""\n  x```\n"""\nreturn a\n```\n',
    ],
  ] as const
) Deno.test(`stripReasoning() of a text with ${what}`, () => assert.equal(stripReasoning(text), rest));

for (
  const [what, code] of [
    ["comments", "def f(x):\n    y = x  # as <|pad|>\n    # it ends in```\n    # or ```\n    return y\n"],
    [
      "a docstring",
      'def f(x):\n    """Of x.\n\n<x_y>\n[DONE]\n    Leaves <|pad|> out.\n    """\n    return x\n',
    ],
    ["a list", "def f(x):\n    return [\n        [DONE],\n    ]\n"],
  ] as const
) {
  Deno.test(`stripReasoning() leaves what looks like marks in ${what} of a fence`, () => {
    const answer =
      `\`\`\`python\n${code}\`\`\`\nIt pads with <|pad|> and:\n<your_x> is x.\n\`\`\`\n1\n\`\`\`\n`;
    assert.equal(stripReasoning(answer), answer);
    assert.equal(stripReasoning(answer.replace("1\n```", "1```")), answer);
  });
}

Deno.test("stripReasoning() takes no code for who speaks, or for thoughts", () => {
  for (
    const code of [
      "import x\nUSER: str = 'x'\ndef f():\n    return USER\n",
      "analysis: as asked\n```\nreturn 'assistantfinal'\n```\n",
      "analysis(1)\nreturn 'assistantfinal'\n",
    ]
  ) assert.equal(stripReasoning(code), code);
});

Deno.test("stripReasoning() ends before the next turn of channels", () => {
  const [final, next] = [
    "<|channel|>final<|message|>",
    "<|end|><|start|>user<|message|>Now b.<|end|><|start|>assistant",
  ];
  assert.equal(stripReasoning(`${final}\n    return a\n${next}${final}\n    return b\n`), "    return a\n");
});

Deno.test("extractProgram() reads no thoughts", () => {
  const question = { prompt: "def f(x):\n    '''F.'''\n", entryPoint: "f" };
  const thought = "<think>\n```python\ndef f(x):\n    return 0\n```\n";
  const found = extractProgram(`${thought}</think>\n\n    return x\n`, question);
  assert(found.kind === "program" && found.source === `${question.prompt}    return x\n`);
  assert.deepEqual(extractProgram(thought, question), { kind: "no-program", reason: "empty" });
});

Deno.test("stripReasoning() comes to an end with answers that go round in circles", () => {
  const code = "def f():\n    return 1\n";
  assert.equal(stripReasoning("<think>a</think>\n".repeat(50_000) + code), code);
  assert.equal(stripReasoning("<think>a</think>".repeat(50_000) + code), code);
  assert(stripReasoning("<plan>\n".repeat(50_000) + code).endsWith(code));
  for (const again of ["<a_b>", "<a_b></a_b>\n", "<|a", "x```\n"]) {
    assert(stripReasoning(`\`\`\`\n${again.repeat(50_000)}`).length > 0, again);
  }
  assert.equal(stripReasoning("a\n</think>\n".repeat(20_000) + code), code);
  assert.equal(
    stripReasoning(`${code}x = "${"<|im_end|> ".repeat(20_000)}"\n`).length,
    code.length + 220_007,
  );
  assert.equal(
    stripReasoning(`${code}# ${"x ".repeat(500_000)}\n<|im_end|>`).length,
    code.length + 1_000_003,
  );
});
