import fc from "fast-check";
import type { Question } from "codebias/extraction/program.ts";

/** A question with the parts of a right answer to it, each ending in a line feed. */
export interface Answered {
  readonly question: Question;
  /** The body, indented. */
  readonly body: string;
  /** The whole function. */
  readonly entry: string;
  /** Statements that the function needs, in a right order. */
  readonly needed: readonly string[];
  /** Statements that it does not need. */
  readonly spare: readonly string[];
}

const name = fc.constantFrom("solve", "f", "count_pairs", "größe_von", "求和", "_x1");
const docstring = fc.constantFrom(
  "'''Adds up.'''",
  '"""返回总和。\n\n    >>> f([1])\n    1\n    """',
  "'''Like\n    ```python\n    def solve(xs): ...\n    ```\n    '''",
);

/** Parts of bodies, each with the statements that it needs. */
const STEPS: readonly { readonly code: string; readonly needs: readonly string[] }[] = [
  { code: "for x in xs:\n    total += x", needs: [] },
  { code: "def inner(a, helper=1):\n    return a\ntotal = inner(total)", needs: [] },
  { code: "# def main(): (\n\nlimit = '```'", needs: [] },
  { code: "total = [y for y in xs if y][:1]; xs = list(xs)", needs: [] },
  { code: 'text = """\ndef other():\n```\n"""', needs: [] },
  { code: "total += math.inf", needs: ["import math\n"] },
  { code: "xs = deque(xs)", needs: ["from collections import deque\n"] },
  { code: "total = helper(total)", needs: ["def helper(x):\n    return x\n"] },
  {
    code: "total = Box(total).value + LIMIT",
    needs: ["LIMIT = 3\n", "class Box:\n    def __init__(self, value):\n        self.value = value\n"],
  },
  {
    code: "总 = cached(total)",
    needs: ["import functools as ft\n", "@ft.lru_cache(None)\ndef cached(n):\n    return n\n"],
  },
  { code: "while total in TABLE:\n\n    total = TABLE[total]", needs: ["TABLE = {}\n", "TABLE[1] = 2\n"] },
];

const SPARE: readonly string[] = [
  "import os\n",
  "total = 5\n",
  "x, y = 1, 2\n",
  "print('(')\n",
  "def main():\n    pass\n",
  "if __name__ == '__main__':\n    LIMIT = 9\n    main()\n",
  "for x in range(3):\n    print(x)\n",
  "assert not [1, 2] == [2]\n",
  "class TestAll:\n    def test(self):\n        assert True\n",
  "def unfinished(xs):\n    '''To do.'''\n",
];

const indented = (code: string) => code.replace(/^(?=.)/gm, "    ");

/** Questions whose prompt ends in a docstring, with answers of all kinds. */
export const answered: fc.Arbitrary<Answered> = fc.record({
  entryPoint: name,
  docstring,
  steps: fc.subarray([...STEPS], { minLength: 1 }),
  spare: fc.shuffledSubarray([...SPARE]),
}).map(({ entryPoint, docstring, steps, spare }) => {
  const signature = `def ${entryPoint}(xs):\n`;
  const texts = steps.map(({ code }) => code.includes('"""') ? `    ${code}` : indented(code));
  const body = `    total = 0\n${texts.join("\n")}\n    return total\n`;
  return {
    question: { prompt: `${signature}    ${docstring}\n`, entryPoint },
    body,
    entry: signature + body,
    needed: steps.flatMap(({ needs }) => needs),
    spare,
  };
});

/** Prose as chat models write it, without a line that is code. */
export const prose: fc.Arbitrary<string> = fc.constantFrom(
  "",
  "Sure! Here's the code (with a loop):",
  "Note that it's O(n). Don't forget to test it!",
  "好的，下面是函数（时间复杂度为 O(n)）：",
  "### Explanation\n\n1. **Sum**: adds 'em up\n2. The result is returned.",
  "> 思路：逐个相加",
  "I hope this helps; let me know: is it what you want?",
);
