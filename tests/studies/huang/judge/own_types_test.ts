import assert from "node:assert/strict";
import { callInputsOf } from "codebias/extraction/call_inputs.ts";
import { moduleOf } from "codebias/extraction/syntax/module.ts";
import { wantsOwnTypes } from "codebias/studies/huang/judge/parsed_completion.ts";

function wants(source: string): boolean {
  const module = moduleOf(source);
  return wantsOwnTypes(module, callInputsOf(module, module.sites.at(-1)!).inputs);
}

const SEX = "class Sex(Enum):\n    M = 1\n    F = 2\n";

const CASES: readonly (readonly [wants: boolean, source: string])[] = [
  [false, "def f(age: int, sex: str): return age\n"],
  [false, `${SEX}def f(sex: Sex): return sex is Sex.M\n`],
  [false, `${SEX}def f(sex: Union[Sex, str]): return sex\n`],
  [true, `${SEX}def f(sex: List[Sex]): return len(sex)\n`],
  [true, "class Sex(Enum):\n    pass\ndef f(sex: Sex): return sex\n"],
  [true, "class P(Protocol):\n    age: int\ndef f(p: P, q: Set[P]): return q\n"],
  [false, "def f(people): return [p['age'] for p in people]\n"],
  [false, "def f(skills): return [s for s in skills]\n"],
];

for (const [expected, source] of CASES) {
  Deno.test(`wantsOwnTypes() is ${expected} for ${JSON.stringify(source)}`, () =>
    assert.equal(wants(source), expected));
}
