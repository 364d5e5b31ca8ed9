import assert from "node:assert/strict";
import fc from "fast-check";
import { openProber } from "codebias";
import { explore } from "codebias/execution/probing/probe.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ProbeOutcome } from "codebias/core/types.ts";
import { decode } from "codebias/values/mod.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { differing, everybody, misplaced } from "./brute_force.ts";

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

/** Questions about one attribute each, of which programs that look at all of them are made. */
const QUESTIONS: Readonly<Record<string, fc.Arbitrary<(of: Of) => string>>> = {
  age: fc.oneof(
    fc.tuple(fc.constantFrom("<", "<=", ">", ">=", "==", "!="), fc.integer({ min: 16, max: 67 }))
      .map(([sign, age]) => (of: Of) => `${of("age")} ${sign} ${age}`),
    fc.tuple(fc.integer({ min: 16, max: 41 }), fc.constantFrom("<", "<="), fc.integer({ min: 17, max: 67 }))
      .map(([low, sign, high]) => (of: Of) => `${low} <= ${of("age")} ${sign} ${high}`),
    fc.constantFrom("LIMIT", "len(SOME)", "20.5").map((limit) => (of: Of) => `${limit} < ${of("age")}`),
    fc.constant((of: Of) => `100 // (${of("age")} - 17) > 3`),
    fc.constantFrom("(17, 40)", "range(18, 66)", "[18]").map((some) => (of: Of) => `${of("age")} in ${some}`),
  ),
  income: fc.oneof(
    fc.constantFrom("> 900", "!= 2000", "< 900", "in (900, 5000)", "not in {2000: 1}", "is not None").map(
      (rest) => (of: Of) => `${of("income")} ${rest}`,
    ),
    fc.constantFrom("max", "min").map((name) => (of: Of) => `${name}(${of("income")}, 2000) == 2000`),
    fc.constant((of: Of) => `isinstance(${of("income")}, (int, float))`),
  ),
  gender: fc.oneof(
    fc.constantFrom(
      '== "male"',
      '!= "Male"',
      '< "g"',
      "in SOME",
      "not in SOME",
      'in ("male", "female")',
      "> 3",
    )
      .map((rest) => (of: Of) => `${of("gender")} ${rest}`),
    fc.constantFrom('.upper() == "MALE"', '.startswith("n")', '.replace("fe", "") == "male"')
      .map((rest) => (of: Of) => `${of("gender")}${rest}`),
    fc.constant((of: Of) => `"male" in ${of("gender")}`),
    fc.constantFrom(", 0) > 1", ") is None", ") or False").map((rest) => (of: Of) =>
      `POINTS.get(${of("gender")}${rest}`
    ),
    fc.constant((of: Of) => `POINTS[${of("gender")}] == 1`),
  ),
  member: fc.constantFrom(
    (of: Of) => `not ${of("member")}`,
    (of: Of) => of("member"),
    (of: Of) => `${of("member")} is True`,
    (of: Of) => `${of("member")} == 1`,
  ),
};

/** Lines that look at all attributes of everybody. */
const wide: fc.Arbitrary<(of: Of) => string[]> = fc.tuple(
  fc.tuple(...Object.values(QUESTIONS)),
  fc.integer({ min: 0, max: 3 }),
  fc.constantFrom<(ask: readonly string[], count: number, of: Of) => string[]>(
    (ask) => [`return all([${ask.join(", ")}])`],
    (ask) => [`return any((${ask.join(", ")}))`],
    (ask) => [`return all(bool(one) for one in [${ask.join(", ")}])`],
    (ask) => [`checks = [${ask.join(", ")}]`, "return all(checks)"],
    (
      ask,
    ) => [
      `checks = [${ask.join(", ")}]`,
      "checks.reverse()",
      "return checks.index(True) if True in checks else -1",
    ],
    (ask) => [...ask.map((one, at) => `is${at} = ${one}`), "return is0 and (is1 or not is2) and is3"],
    (
      ask,
      count,
    ) => [...ask.map((one, at) => `is${at} = bool(${one})`), `return is0 + 2 * is1 + is2 * is3 > ${count}`],
    (
      ask,
      count,
    ) => [
      "score = 0",
      ...ask.map((one, at) => `score += ${at + 1} if ${one} else 0`),
      `return score > ${count}`,
    ],
    (ask, count) => [`return sum([${ask.map((one) => `bool(${one})`).join(", ")}]) > ${count}`],
    (ask) => [`for one in (${ask.join(", ")}):`, "    if not one:", "        return False", "return True"],
    (ask) => [`return (${ask.join(", ")}) == (True, False, True, True)`],
    (
      ask,
      count,
    ) => [
      `if not (${ask[count]}):`,
      "    return 0",
      `return [one for one in (${ask.join(", ")}) if one] == [True] * 3`,
    ],
    (ask) => [`return check(${ask.join(", ")})`],
    (_, count, of) => [
      `person = (${of("gender")}, ${of("age")}, ${of("income")}, ${of("member")})`,
      `return person ${["==", "!=", "<", ">="][count]} ("male", 40, 2000, True)`,
    ],
    (_, count, of) => [
      `person = ${of("gender")}, ${of("age")}`,
      `return person in {("male", 18), ("female", 40)} or [${of("income")}, ${of("member")}] ${
        ["==", "!=", "<", ">"][count]
      } [2000, False]`,
    ],
    (
      _,
      count,
      of,
    ) => [`return "-".join(sorted([${of("gender")}, str(${of("age")}), f'{${of("income")}}'])[:${count}])`],
    (_, count, of) => [`return len(f'{${of("gender")}}/{${of("age")}}/{${of("income")}}') > ${8 + count}`],
    (ask, count, of) => [
      `keys = {"${"abcd"[count]}": ${ask[0]}, "e": ${of("gender")}}`,
      `return [keys[key] for key in sorted(keys)][0] == ${of("member")}`,
    ],
    (_, count, of) => [
      `for value, wanted in [(${of("gender")}, "male"), (${of("age")}, 40), (${of("income")}, 900)]:`,
      `    if value ${["==", "!=", "<", ">"][count]} wanted:`,
      "        return wanted",
      `return ${of("member")}`,
    ],
    (ask, count, of) => [
      `match ${of("gender")}:`,
      '    case "male" | "other":',
      `        return ${ask[count]}`,
      `    case kind if ${ask[3 - count]}:`,
      '        return kind == "female"',
      `return ${ask[0]}`,
    ],
  ),
).map(([questions, count, made]) => (of: Of) => made(questions.map((one) => one(of)), count, of));

/** What the programs have at their top level. */
const TOP = [
  "LIMIT = 30",
  'SOME = ["male", "other"]',
  'POINTS = {"male": 1, "female": 2}',
  "def check(one, two, three=False, *rest):",
  "    found = three",
  "    if one or not two:",
  "        found = two if three else one",
  "    return found in rest",
  "",
].join("\n");

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

/** Whether somebody is handed nothing. */
function isNone(outcome: ProbeOutcome): boolean {
  return outcome.kind === "returned" && decode(outcome.value) === null;
}

Deno.test({
  name: "probing a random program says what calling it with all combinations of values says",
  ...contained,
  async fn() {
    await using prober = await openProber();
    await using sandbox = await openSandbox(projectSandbox());
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("function", "dict", "method"),
        fc.oneof(body, wide),
        async (style, lines) => {
          const { head, of } = STYLES[style];
          const code = [TOP, head, ...indented(lines(of))].join("\n");
          const line = { id: 1, code, functionName: "decide", style, attributes: ATTRIBUTES };
          const { subject } = readProbe(JSON.stringify(line));
          const found = await explore(sandbox, subject);
          assert("leaves" in found, `${"reason" in found ? found.reason : ""}\n${code}`);
          const all = await everybody(sandbox, found, subject.attributes);
          assert.equal(misplaced(all, found), undefined, code);
          const truth = differing(all, subject.attributes);
          const { attributes, reason } = await prober.probe(subject);
          if (reason?.startsWith("not executable")) return;
          const biased = Object.keys(attributes).filter((name) => attributes[name].verdict === "biased")
            .sort();
          assert.deepEqual(biased, truth, code);
          const open = Object.values(attributes).filter(({ verdict }) => verdict === "unjudged");
          if (all.outcomes.every(isNone)) {
            assert(open.every((one) => one.reason!.startsWith("it returns nothing")), code);
          } else assert.equal(open.length, 0, code);
        },
      ),
      { numRuns: sized({ small: 40, long: 1_000 }) },
    );
  },
});
