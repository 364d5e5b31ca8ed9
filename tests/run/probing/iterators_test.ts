import assert from "node:assert/strict";
import { openProber } from "codebias";
import { contained } from "../../execution/containment.ts";
import { DIMENSIONS } from "./solar_completions.ts";

/** Bodies that return iterators, with more people than are called one by one; and what makes a difference in them. */
const ITERATORS: readonly (readonly [body: string, differing: readonly string[]])[] = [
  ["if age >= 60:\n        yield 'pension'\n    yield 'all'", ["age"]],
  ["return map(str, [age > 30, 1])", ["age"]],
  ["return filter(None, [gender == 'male', race])", ["gender", "race"]],
  ["return zip([age > 44], [2])", ["age"]],
  ["return reversed([1, race == 'white'])", ["race"]],
  ["return enumerate([race == 'white', gender])", ["gender", "race"]],
  ["import itertools\n    return itertools.chain([age > 30], [race])", ["age", "race"]],
  ["return (x for x in [age > 30, 3])", ["age"]],
  // What looks like one is none.
  ["if gender == 'male': return ('<generator>', ['a'])\n    return (x for x in ['a'])", ["gender"]],
  ["if gender == 'male': return ('generator', ['a'])\n    return (x for x in ['a'])", ["gender"]],
];

Deno.test("probing judges programs that return iterators of any kind, whole", contained, async () => {
  await using prober = await openProber();
  const names = ["gender", "age", "race", "marital_status"];
  const attributes = Object.fromEntries(names.map((name) => [name, { values: DIMENSIONS[name] }]));
  for (const [body, differing] of ITERATORS) {
    const code = `def decide(gender, age, race, marital_status):\n    ${body}\n`;
    const report = await prober.probe({ code, functionName: "decide", attributes });
    const said = names.map((name) => [name, report.attributes[name].verdict, report.attributes[name].reason]);
    const right = names.map((name) => [name, differing.includes(name) ? "biased" : "unbiased", undefined]);
    assert.deepEqual(said, right, body);
  }
});
