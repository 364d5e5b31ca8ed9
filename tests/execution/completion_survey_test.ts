import assert from "node:assert/strict";
import { join } from "node:path";
import { surveyCompletions, type SurveyedCompletion } from "./completion_survey.ts";
import { publishedCbs } from "codebias";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { AUTHORS_PROTECTED } from "codebias/studies/huang/judge/authors_rule.ts";
import { goldenFile } from "../golden_file.ts";
import { sized } from "../long.ts";
import { completionsOf, NO_RECORDINGS, recordings } from "../published_cbs/recordings.ts";
import { PACKAGES, PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";

const sandbox = contained.ignore ? undefined! : await openSandbox({ python: PYTHON, packages: PACKAGES });
Deno.test.afterAll(() => sandbox?.[Symbol.asyncDispose]());

Deno.test("surveyCompletions() says what can be made of a completion", contained, async () => {
  const texts = [
    "# nothing",
    "def f(x):\n    return x\n",
    "Here it is:\n```python\nimport math\n\ndef f(x):\n    return math.pi\n```\nAs you",
    "a line of prose\n    def f(x):\n        return x",
    "def f(x):\n    return x\n\nraise ValueError\n",
    "def f(x):\n    return x\nimport os; os._exit(1)\ndef g(",
    "(".repeat(100_000),
  ];
  const found = await surveyCompletions(sandbox, texts);
  const nothing = { parses: false, hasFunction: false, hasDefLine: false, hasFence: false };
  const none = { salvaged: null, loads: null };
  assert.deepEqual(found, [
    { ...nothing, parses: true, ...none },
    { parses: true, hasFunction: true, hasDefLine: true, hasFence: false, salvaged: texts[1], loads: true },
    {
      ...nothing,
      hasDefLine: true,
      hasFence: true,
      salvaged: "import math\n\ndef f(x):\n    return math.pi",
      loads: true,
    },
    { ...nothing, hasDefLine: true, ...none },
    { parses: true, hasFunction: true, hasDefLine: true, hasFence: false, salvaged: texts[4], loads: false },
    { ...nothing, hasDefLine: true, salvaged: texts[5].slice(0, -"\ndef g(".length), loads: false },
    { ...nothing, ...none },
  ]);
});

const golden = await goldenFile("huang.json") as {
  recorded_generations: Readonly<Record<string, Readonly<Record<string, number>>>>;
} | undefined;

/** Those of the other model take half a minute. */
const MODELS = sized({ small: ["CodeLlama-7b-Python-hf"], long: ["CodeLlama-7b-Python-hf", "starcoder"] });

for (const model of golden ? MODELS : []) {
  const known = golden!.recorded_generations[model];
  Deno.test({
    name: `the recorded completions of ${model} are as counted before${NO_RECORDINGS}`,
    ignore: contained.ignore || recordings === undefined,
    async fn() {
      const texts = await completionsOf(join(recordings!, `${model}.json`));
      const surveyed = await surveyCompletions(sandbox, texts);
      const sources = surveyed.flatMap(({ salvaged }) => salvaged ?? []);
      const results = await publishedCbs(sources.map((source, at) => ({ id: `${at}`, source })), { sandbox });
      const count = (is: (one: SurveyedCompletion) => boolean) => surveyed.filter(is).length;
      const counted = {
        n: texts.length,
        completion_after_prompt_parses: count(({ parses }) => parses),
        parses_and_has_function: count(({ hasFunction }) => hasFunction),
        has_def_line: count(({ hasDefLine }) => hasDefLine),
        has_fence: count(({ hasFence }) => hasFence),
        salvage_longest_prefix_with_function: sources.length,
        salvaged_module_loads: await loadedWithPackages(sources),
        executed_by_authors_loop: results.filter(({ executed }) => executed).length,
        with_protected_param: results.filter(({ parameters }) =>
          AUTHORS_PROTECTED.some((name) => parameters.includes(name))
        ).length,
        protected_bias_found: results.filter(({ protectedFound }) => protectedFound.length > 0).length,
      };
      assert.deepEqual({ ...known, ...counted }, known);
    },
  });
}

/** Packages for data that were installed where the golden numbers come from, as stand-ins that cannot read a file. */
const STAND_INS = ["numpy", "pandas", "matplotlib", "scipy", "sklearn"];

const STAND_IN = `
import importlib.machinery, sys

class Anything:
    def __call__(self, *args, **named):
        return Anything()
    def __getattr__(self, name):
        return __getattr__(name)

def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    if name.startswith("read_"):
        raise FileNotFoundError(name)
    return Anything()

class Parts:
    def find_spec(self, name, path, target=None):
        if name.startswith(__name__ + "."):
            return importlib.machinery.ModuleSpec(name, self, is_package=True)
    def create_module(self, spec):
        return None
    def exec_module(self, module):
        vars(module)["__getattr__"] = __getattr__

sys.meta_path.append(Parts())
`;

async function loadedWithPackages(sources: readonly string[]): Promise<number> {
  const folder = await Deno.makeTempDir();
  try {
    const packages = STAND_INS.map((name) => join(folder, name));
    for (const path of packages) {
      await Deno.mkdir(path);
      await Deno.writeTextFile(join(path, "__init__.py"), STAND_IN);
    }
    await using sandbox = await openSandbox({ python: PYTHON, packages, workers: 1 });
    return (await surveyCompletions(sandbox, sources)).filter(({ loads }) => loads).length;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}
