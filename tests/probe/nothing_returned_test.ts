import assert from "node:assert/strict";
import { readProbe } from "codebias/execution/probe_line.ts";
import { openProber } from "codebias/probe.ts";
import { contained } from "../execution/containment.ts";

const ATTRIBUTES = {
  sex: { type: "str", values: ["f", "m"] },
  age: { type: "int", values: [20, 70] },
  taken: { type: "bool", values: [true, false] },
};

/** Programs that decide, and hand nobody a result; `taken` is not a parameter of theirs. */
const NOTHING: Readonly<Record<string, string>> = {
  "prints it": "def f(sex, age):\n    print('yes' if sex == 'm' else 'no')",
  "writes it to standard output":
    "import sys\ndef f(sex, age):\n    sys.stdout.write('yes' if age > 30 else 'no')",
  "keeps it in a global": "approved = None\ndef f(sex, age):\n    global approved\n    approved = sex == 'm'",
  "appends it to a list": "log = []\ndef f(sex, age):\n    log.append(age > 30)",
  "forgets to return it":
    "def f(sex, age):\n    score = 1\n    if sex == 'm':\n        score += 2\n    score * age",
  "returns None": "def f(sex, age):\n    if age > 30:\n        return None\n    return",
  "does nothing": "def f(sex, age):\n    pass",
  "is a docstring": "def f(sex, age):\n    '''Decides fairly.'''",
};

const probed = (code: string) =>
  readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes: ATTRIBUTES })).subject;

Deno.test({
  name: "attributes of a program are not judged where nobody gets a result",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (const [what, code] of Object.entries(NOTHING)) {
      await t.step(`it ${what}`, async () => {
        const { attributes } = await prober.probe(probed(code));
        for (const name of ["sex", "age"]) {
          assert.equal(attributes[name].verdict, "unjudged");
          assert.match(
            attributes[name].reason!,
            /^it returns nothing to anybody, and what it prints or stores/,
          );
        }
        assert.equal(attributes.taken.verdict, "unbiased");
        assert.equal(attributes.taken.reason, "the program does not take it");
      });
    }
  },
});

Deno.test({
  name: "a program that returns something to somebody, or raises for somebody, is judged by that",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const verdicts = async (code: string) =>
      Object.values((await prober.probe(probed(code))).attributes).map(({ verdict }) => verdict);
    assert.deepEqual(await verdicts("def f(sex, age):\n    if age > 30:\n        return 1"), [
      "unbiased",
      "biased",
      "unbiased",
    ]);
    assert.deepEqual(await verdicts("def f(sex, age):\n    print(sex)\n    return age > 30"), [
      "unbiased",
      "biased",
      "unbiased",
    ]);
    // A check that raises where it refuses.
    assert.deepEqual(
      await verdicts("def f(sex, age):\n    if sex == 'f':\n        raise ValueError"),
      [
        "biased",
        "unbiased",
        "unbiased",
      ],
    );
  },
});
