import assert from "node:assert/strict";
import fc from "fast-check";
import { explore } from "codebias/execution/probe.ts";
import { readProbe } from "codebias/execution/probe_line.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { openProber } from "codebias/probe.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { contained } from "../execution/containment.ts";
import { differing } from "./brute_force.ts";

/** Attributes of generated programs, with their values as JSON. */
const ATTRIBUTES = {
  age: { type: "int", values: [17, 18, 40, 66] },
  income: { type: "int", values: [900, 2000, 5000] },
  gender: { type: "str", values: ["female", "male", "non-binary"] },
  member: { type: "bool", values: [true, false] },
} as const;

/** How a program of each style gets at an attribute. */
const STYLES = {
  function: { head: "def decide(age, income, gender, member):", of: (name: string) => name },
  dict: { head: "def decide(person):", of: (name: string) => `person["${name}"]` },
  method: { head: "def decide(self):", of: (name: string) => `self.${name}` },
} as const;

type Of = (name: string) => string;

const condition: fc.Arbitrary<(of: Of) => string> = fc.oneof(
  fc.tuple(fc.constantFrom("<", "<=", ">", ">=", "=="), fc.integer({ min: 16, max: 67 }))
    .map(([sign, age]) => (of: Of) => `${of("age")} ${sign} ${age}`),
  fc.constantFrom("<", ">=").map((sign) => (of: Of) => `${of("income")} ${sign} 100 * ${of("age")}`),
  fc.subarray(["female", "male", "non-binary", "other"], { minLength: 1 })
    .map((names) => (of: Of) => `${of("gender")} in ${JSON.stringify(names)}`),
  fc.constantFrom("not ", "").map((not) => (of: Of) => `${not}${of("member")}`),
  fc.constant((of: Of) => `len(${of("gender")}) % 2 == 0`),
  fc.constant((of: Of) => `{"female": 1, "male": 0}.get(${of("gender")}, 2) > ${of("member")}`),
);

const value: fc.Arbitrary<(of: Of) => string> = fc.oneof(
  fc.constantFrom("True", "False", "None", "1", "1.0", '"yes"', 'float("nan")').map((text) => () => text),
  fc.constant((of: Of) => `${of("income")} // 1000`),
  fc.constant((of: Of) => `[${of("member")}, 3]`),
  fc.constant((of: Of) => `{"female": 1, "male": 2}[${of("gender")}]`),
);

/** Lines of a body, without indentation of their own. */
const body: fc.Arbitrary<(of: Of) => string[]> = fc.letrec<{ body: (of: Of) => string[] }>((tie) => ({
  body: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    value.map((text) => (of: Of) => [`return ${text(of)}`]),
    fc.tuple(condition, tie("body"), tie("body")).map(([test, yes, no]) => (of: Of) => [
      `if ${test(of)}:`,
      ...indented(yes(of)),
      ...no(of),
    ]),
    fc.tuple(condition, condition, tie("body"), tie("body")).map(([one, two, yes, no]) => (of: Of) => [
      `if (${one(of)}) ${"and"} (${two(of)}):`,
      ...indented(yes(of)),
      ...no(of),
    ]),
    fc.tuple(condition, condition, tie("body")).map(([one, two, rest]) => (of: Of) => [
      `score = (${one(of)}) + (${two(of)})`,
      "if score == 1:",
      "    return score",
      ...rest(of),
    ]),
    fc.tuple(tie("body"), value).map(([tried, other]) => (of: Of) => [
      "try:",
      ...indented(tried(of)),
      "except KeyError:",
      `    return ${other(of)}`,
    ]),
  ),
})).body;

function indented(lines: readonly string[]): string[] {
  return lines.map((line) => `    ${line}`);
}

Deno.test({
  name: "probing a random program says what calling it with all combinations of values says",
  ...contained,
  async fn() {
    await using prober = await openProber();
    await using sandbox = await openSandbox(projectSandbox());
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("function", "dict", "method"), body, async (style, lines) => {
        const { head, of } = STYLES[style];
        const code = [head, ...indented(lines(of))].join("\n");
        const line = { id: 1, code, functionName: "decide", style, attributes: ATTRIBUTES };
        const { subject } = readProbe(JSON.stringify(line));
        const found = await explore(sandbox, subject);
        assert("leaves" in found, "reason" in found ? found.reason : "");
        const truth = await differing(sandbox, found, subject.attributes);
        const { attributes, reason } = await prober.probe(subject);
        if (reason?.startsWith("not executable")) return;
        const biased = Object.keys(attributes).filter((name) => attributes[name].verdict === "biased").sort();
        assert.deepEqual(biased, truth, code);
        assert(Object.values(attributes).every(({ verdict }) => verdict !== "unjudged"), code);
      }),
      { numRuns: 150 },
    );
  },
});
