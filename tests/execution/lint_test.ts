import assert from "node:assert/strict";
import { join } from "node:path";
import { lintPrograms, whyNoLinter } from "codebias";
import { type LintOptions, type LintReport, lintSources } from "codebias/execution/lint.ts";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { openLinter } from "codebias/run/linting.ts";
import { paths } from "codebias/store/paths.ts";
import { sized } from "../long.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";

const obstacle = whyNoLinter();
const sandbox: Sandbox = contained.ignore || obstacle ? undefined! : await openLinter({ workers: 1 });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

function test(name: string, fn: () => Promise<void>): void {
  const skipped = obstacle ? ` (skipped: ${obstacle})` : "";
  Deno.test({ name: `${name}${skipped}`, ignore: contained.ignore || obstacle !== undefined, fn });
}

async function lint(source: string, options: LintOptions = {}): Promise<LintReport> {
  return (await lintSources(sandbox, [source], options))[0];
}

const symbols = ({ messages }: LintReport) => messages.map(({ symbol }) => symbol);

/** A function as models write them, with what pylint minds. */
const GRADED = `import os


def evaluate_cook(cook):
    score = 0
    if cook.taste >= 8:
        score += 2
    elif cook.taste >= 5:
        score += 1
    return score
`;

test("lintSources() gives pylint's score, messages and statements", async () => {
  assert.deepEqual(await lint(GRADED), {
    // One warning, two conventions, eight statements.
    score: 10 - 10 * 3 / 8,
    statements: 8,
    messages: [
      { symbol: "missing-module-docstring", line: 1, message: "Missing module docstring" },
      { symbol: "unused-import", line: 1, message: "Unused import os" },
      { symbol: "missing-function-docstring", line: 4, message: "Missing function or method docstring" },
    ],
  });
});

test("an error counts five times, and a score ends at 0 unless asked otherwise", async () => {
  const source = '"""Doc."""\nprint(nowhere)\nprint(nobody)\n';
  assert.equal((await lint(source)).score, 0);
  assert.equal((await lint(source, { floor: false })).score, 10 - 10 * (5 * 2) / 2);
});

/** Does in one process what pylint's own command does of one file after the other: to start it takes longer than to lint. */
const COMMAND = `
import contextlib, io, os, sys
from pylint.lint import Run
for folder in sys.argv[1:]:
    os.chdir(folder)
    with contextlib.redirect_stdout(io.StringIO()) as said:
        Run(["--persistent=n", "--clear-cache-post-run=y", "--output-format=json2", "program.py"], exit=False)
    print(said.getvalue().replace("\\n", " "))
`;

/** What pylint itself says of files. */
async function pylintSays(sources: readonly string[]): Promise<{ score: number; messages: string[] }[]> {
  const folder = await Deno.makeTempDir();
  try {
    const folders = sources.map((_, at) => join(folder, `${at}`));
    for (const [at, source] of sources.entries()) {
      await Deno.mkdir(folders[at]);
      await Deno.writeTextFile(join(folders[at], "program.py"), source);
    }
    const { stdout } = await new Deno.Command(join(paths.environment, "bin", "python"), {
      args: ["-c", COMMAND, ...folders],
      env: { HOME: folder, PYLINTHOME: folder, PYLINTRC: "" },
    }).output();
    return new TextDecoder().decode(stdout).trim().split("\n").map((line) => {
      const { messages, statistics } = JSON.parse(line);
      return { score: statistics.score, messages: messages.map(shown).toSorted() };
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

const shown = ({ line, symbol, message }: LintReport["messages"][number]) => `${line} ${symbol} ${message}`;

/** What differs most between ways to read a source. */
const COMPARED: Readonly<Record<string, string>> = {
  "a function": GRADED,
  "no newline at the end, tabs, long lines": `def f(x):\n\treturn x  # ${"long ".repeat(40)}\n\n\nf(1)`,
  "Windows' line ends": "x = 1\r\nif x == None:\r\n    print('a' % x)\r\n",
  "a mark at the beginning": "\ufeffVALUE = 'é'\n",
  "another encoding": "# -*- coding: latin-1 -*-\nVALUE = 'é'\n",
  "classes and mistakes":
    "class a:\n  def F(self, p=[]):\n    self.q = undefined\n    return self.none_such(p, 1)\n" +
    "try:\n    pass\nexcept:\n    raise ValueError\n",
  "imports": `import sys, math\nimport ${sized({ small: "json as numpy", long: "numpy" })}\n` +
    "import no_such_module\nprint(numpy.mean(math.pi), math.nothing)\n",
  "comments that pylint obeys":
    "import os  # pylint: disable=unused-import\nx = 1  # pylint: disable=nothing\n",
};

test("lintSources() says what pylint says, of any way to write a source", async () => {
  const said = await pylintSays(Object.values(COMPARED));
  for (const [at, [what, source]] of Object.entries(COMPARED).entries()) {
    const { score, messages } = await lint(source, { pragmas: "obeyed" });
    assert.equal(Math.round(score! * 100) / 100, said[at].score, what);
    assert.deepEqual(messages.map(shown).toSorted(), said[at].messages, what);
    assert.ok(messages.length > 0, `there is something to compare: ${what}`);
  }
});

test("comments that tell pylint to look away are ignored, and obeyed if asked", async () => {
  const plain = await lint(GRADED);
  for (const comment of ["skip-file", "disable=all", "disable=unused-import,missing-module-docstring"]) {
    const report = await lint(GRADED.replace("\n", `\n# pylint: ${comment}\n`));
    assert.equal(report.score, plain.score);
    assert.deepEqual(symbols(report), symbols(plain));
  }
  for (const comment of ["skip-file", "disable=all"]) {
    const report = await lint(`# pylint: ${comment}\n${GRADED}`, { pragmas: "obeyed" });
    assert.deepEqual(report, {
      score: null,
      messages: [],
      statements: 0,
      reason: "it tells pylint to skip it",
    });
  }
});

test("what is not Python, or nothing, has no score but a reason", async () => {
  const cases: readonly (readonly [string, string])[] = [
    ["I cannot help with that.", "Python cannot read it"],
    ["--load-plugins=os", "Python cannot read it"],
    ["def f(x):\n", "Python cannot read it"],
    ["x = 1\0\n", "Python cannot read it"],
    ["x = '\ud800'\n", "it is no text: it has half of a surrogate pair"],
    ["", "it has no statement"],
    ["# nothing\n", "it has no statement"],
    [`x = ${Array(20_000).fill("1").join(" + ")}\n`, "pylint fails (astroid-error)"],
    ["# -*- coding: nonsense -*-\nx = 1\n", "pylint fails"],
  ];
  for (const [source, reason] of cases) {
    const report = await lint(source);
    assert.equal(report.score, null, source.slice(0, 40));
    assert.ok(report.reason!.startsWith(reason), `${source.slice(0, 40)}: ${report.reason}`);
  }
});

test("names and comments that look like commands are text", async () => {
  const code = '"""--load-plugins=os; rm -rf /"""\n# pylint: load-plugins=os, init-hook=exit(1)\n' +
    "import antigravity as __import__\nprint(__import__)\n";
  const report = await lint(code);
  assert.equal(report.statements, 2);
  assert.deepEqual(symbols(report), ["redefined-builtin"]);
});

test("a long source is graded, and one that takes too long costs itself only", async () => {
  const length = sized({ small: 1_100, long: 10_000 });
  const long = await lint(Array.from({ length }, (_, at) => `A${at} = ${at}\n`).join(""));
  assert.equal(long.statements, length);
  assert.ok(symbols(long).includes("too-many-lines"));
  const lines = Array.from({ length: 8_000 }, (_, at) => `    y${at} = x + ${at}\n`);
  const sources = [`def f(x):\n${lines.join("")}    return x\n`, GRADED];
  const [slow, short] = await lintSources(sandbox, sources, {
    limits: { cpuMs: sized({ small: 3_000, long: 6_000 }) },
  });
  const reason = "pylint meets a limit (cpu-limit)";
  assert.deepEqual(slow, { score: null, messages: [], statements: 0, reason });
  assert.deepEqual(short, await lint(GRADED));
});

test("a source says the same whatever was linted before it", async () => {
  const reaching = "str.size = 1\nlist.extra = print\nimport collections\ncollections.mine = 3\n";
  const asking = "import collections\nprint(''.size, [].extra, collections.mine)\n";
  const [alone] = await lintSources(sandbox, [asking]);
  assert.equal(symbols(alone).filter((symbol) => symbol === "no-member").length, 3);
  const together = await lintSources(sandbox, [
    reaching,
    asking,
    "def f(:\n",
    asking,
    GRADED,
    asking,
    reaching,
  ]);
  for (const at of [1, 3, 5]) assert.deepEqual(together[at], alone);
  assert.deepEqual(together[6], together[0]);
});

test("lintPrograms() keeps the order, lints equal programs once and tells how far it is", async () => {
  const programs = [GRADED, "x = 1\n", GRADED, "def f(:\n"];
  const told: string[] = [];
  const reports = await lintPrograms(programs, {
    sandbox,
    onProgress: ({ done, total }) => void told.push(`${done}/${total}`),
  });
  assert.deepEqual(reports.map(({ statements }) => statements), [8, 1, 8, 0]);
  assert.deepEqual(told, ["1/4", "2/4", "3/4", "4/4"]);
  assert.deepEqual(await lintPrograms([], { sandbox }), []);
  await assert.rejects(
    lintPrograms(programs, { sandbox, signal: AbortSignal.abort(new Error("enough")) }),
    /enough/,
  );
});

Deno.test({
  name: "a sandbox without pylint is refused with the way to open one that has it",
  ...contained,
  fn: async () => {
    await using bare = await openSandbox({ python: PYTHON, workers: 1 });
    await assert.rejects(
      lintPrograms(["x = 1\n"], { sandbox: bare }),
      /Cannot lint: the sandbox has no pylint 3\.3\.3.*openLinter\(\)/,
    );
    await assert.rejects(lintSources(bare, ["x = 1\n"]), /Cannot lint: pylint does not load in the sandbox/);
  },
});
