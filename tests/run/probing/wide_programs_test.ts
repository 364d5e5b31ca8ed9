import assert from "node:assert/strict";
import { openProber } from "codebias";
import { directionsOf } from "codebias/bias/direction.ts";
import { explore } from "codebias/execution/probing/probe.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import type { ProbeReport } from "codebias/core/types.ts";
import { contained } from "../../execution/containment.ts";
import { sized } from "../../long.ts";
import { differing, everybody, misplaced } from "./brute_force.ts";
import { CARRYING_CLASSES } from "./carrying_classes.ts";
import { NINE_ANSWERS, WIDE, WIDE_PROGRAMS, wideSubject } from "./wide_programs.ts";

const biasedIn = ({ attributes }: ProbeReport) =>
  Object.keys(attributes).filter((name) => attributes[name].verdict === "biased");

/** Two of some values: two others for most numbers. */
function two<T>(values: readonly T[], at: number): T[] {
  const first = at % values.length;
  return [values[first], values[(first + 1 + at % (values.length - 1)) % values.length]];
}

Deno.test("wide programs decide about 450,000 people, and are at least 12", () => {
  assert.equal(Object.values(WIDE).reduce((product, values) => product * values.length, 1), 450_000);
  assert(WIDE_PROGRAMS.length >= 12);
});

for (const [at, program] of [...WIDE_PROGRAMS, ...CARRYING_CLASSES].entries()) {
  if (at % sized({ small: 3, long: 1 }) > 0) continue;
  Deno.test({
    name: `probing a program about 450,000 people takes at most 500 calls: ${program.id}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const report = await prober.probe(wideSubject(program));
      assert.deepEqual(biasedIn(report), program.biased);
      for (const [name, { verdict, reason }] of Object.entries(report.attributes)) {
        if (!program.biased.includes(name)) {
          assert.deepEqual([verdict, reason], ["unbiased", undefined], name);
        }
      }
      assert(report.calls <= 500, `${report.calls} calls`);
    },
  });
}

Deno.test({
  name: "probing takes a call for each path where a program adds points for classes of values",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const report = await prober.probe(wideSubject(NINE_ANSWERS));
    assert.deepEqual(biasedIn(report), NINE_ANSWERS.biased);
    assert(report.calls <= 2 ** 9 + 300, `${report.calls} calls`);
  },
});

Deno.test({
  name: "probing a sum that tells everybody apart takes few calls, and compares every value with another",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const points = Object.entries(WIDE).map(([name, values], at) =>
      `({${values.map((value, n) => `${JSON.stringify(value)}: ${n * 10 ** at}`).join(", ")}})[self.${name}]`
    );
    const code = `def decide(self):\n    return ${points.join(" + ")}`;
    const report = await prober.probe(wideSubject({ id: "sum", code, biased: [] }));
    assert.deepEqual(biasedIn(report).sort(), Object.keys(WIDE).sort());
    assert(report.calls <= 400, `${report.calls} calls`);
    for (const { direction } of Object.values(report.attributes)) {
      for (const { better, worse } of direction!.values) assert(better + worse > 0);
    }
  },
});

Deno.test({
  name: "probing a sum calls everybody if they are a thousand, and few if they are more",
  ...contained,
  async fn() {
    await using prober = await openProber();
    for (const [count, most] of [[3, 1_200], [4, 250]]) {
      const names = [..."abcd"].slice(0, count);
      const values = Array.from({ length: 10 }, (_, at) => at + 1);
      const attributes = Object.fromEntries(names.map((name) => [name, { type: "int", values }]));
      const sum = names.map((name, at) => `${10 ** at} * ${name}`).join(" + ");
      const code = `def total(${names.join(", ")}):\n    return ${sum}\n`;
      const line = { id: sum, code, functionName: "total", attributes };
      const report = await prober.probe(readProbe(JSON.stringify(line)).subject);
      assert.deepEqual(biasedIn(report), names);
      assert(report.calls <= most, `${report.calls} calls`);
      for (const { direction } of Object.values(report.attributes)) {
        const { values } = direction!;
        assert.equal(values[0].better + values[9].worse, 0); // the least of them has fewest points, the largest most
        assert(values.every(({ better, worse }) => better + worse > 0));
      }
    }
  },
});

/** What a sum may go on with, so that it takes more than to see each attribute change a number. */
const BEYOND_SUMS = {
  "an attribute whose name is put together": [
    'for kind in ("marital",):',
    '    if total % 251 == 3: total += len(person[kind + "_status"])',
  ],
  "an attribute that raises for some, and is returned for others": [
    'if total % 61 == 3: return person["marital_status"]',
    'if person["marital_status"] == "single": raise ValueError(total)',
  ],
};

Deno.test({
  name: "probing a sum goes on where an attribute has not changed the number of which it is one",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const numbers = { values: Array.from({ length: 30 }, (_, at) => at + 10) };
    const attributes = {
      ...{ a: numbers, b: numbers, c: numbers },
      marital_status: { values: ["single", "married"] },
    };
    for (const [what, lines] of Object.entries(BEYOND_SUMS)) {
      await t.step(what, async () => {
        const sum = 'total = person["a"] * 17 + person["b"] * 5 + person["c"] * 31';
        const code = ["def decide(person):", sum, ...lines, "return total"].join("\n    ");
        const report = await prober.probe({ code, functionName: "decide", style: "dict", attributes });
        const { verdict, witness } = report.attributes.marital_status;
        assert.equal(verdict, "biased");
        assert.deepEqual(witness!.outcomes.map((outcome) => "returned" in outcome), [true, true]);
      });
    }
  },
});

Deno.test({
  name:
    "probing sees what is beside the value that an object of the program's own class carries, in few calls",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const amounts = Array.from({ length: 20 }, (_, at) => at);
    const attributes = Object.fromEntries(
      ["a", "b", "c", "d"].map((name) => [name, { type: "int", values: amounts }]),
    );
    for (const base of ["int", "str", "list", "dict", "tuple"]) {
      const code = `class Result(${base}): pass\n\ndef decide(a, b, c, d):\n    result = Result()\n` +
        "    result.score = a * 7 + b * 3 + c * 31 + d * 11\n    return result\n";
      const line = { id: base, code, functionName: "decide", attributes };
      const report = await prober.probe(readProbe(JSON.stringify(line)).subject);
      assert.deepEqual(biasedIn(report).sort(), ["a", "b", "c", "d"]);
      assert(report.calls <= 1_500, `${base}: ${report.calls} calls`);
    }
  },
});

const TAKING_LONG = [
  "sum(range(150_000))",
  "sorted(range(150_000, 0, -1))",
  "[0] * 3_000_000",
  "sum(one * one for one in range(60_000))",
  "dict.fromkeys(range(60_000))",
];

Deno.test({
  name: "a program that is too slow to be called often is not judged where no difference was found",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const told = (takes: string) => {
      const person = Object.keys(WIDE).map((name) => `str(self.${name})`).join(", ");
      const code = `def decide(self):\n    ${takes}\n    return hash(" ".join([${person}])) == 7`;
      return prober.probe(wideSubject({ id: takes, code, biased: [] }));
    };
    for (const takes of TAKING_LONG) {
      const { attributes } = await told(takes);
      for (const { verdict, reason } of Object.values(attributes)) {
        assert.equal(verdict, "unjudged");
        assert.match(reason!, /take so long that the search ended after \d+ of them/);
      }
    }
    const { attributes } = await told("pass");
    for (const { verdict, reason } of Object.values(attributes)) {
      assert.equal(verdict, "unbiased");
      assert.match(reason!, /no difference in \d+ calls, which are not all combinations/);
    }
  },
});

/** Rules by which few of those who would be admitted are refused, as most are: by the values that attributes must have. */
const RARE: readonly Readonly<Record<string, string | number>>[] = [
  { education: "high school", age: 30 },
  { age: 30, race: "hispanic" },
  { age: 45, gender: "non-binary", race: "white" },
];

Deno.test({
  name: "a program that notes everybody whole, and goes by a rule for few, is judged by the rule",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const admits = { income: 25000, household_size: 5, employment_status: "retired" };
    const holds = (rule: object) =>
      `all(str(getattr(self, name)) == str(wanted) for name, wanted in ${
        JSON.stringify(Object.entries(rule))
      })`;
    for (const [at, rule] of RARE.entries()) {
      const note = ["print(f'deciding about {self}')", "note = 'case: ' + str(self)"][at % 2];
      await t.step(`${Object.keys(rule)}, ${note}`, async () => {
        const code = `def decide(self):\n    ${note}\n    return ${holds(admits)} and not ${holds(rule)}\n`;
        const report = await prober.probe(wideSubject({ id: note, code, biased: [] }));
        for (const [name, { verdict }] of Object.entries(report.attributes)) {
          assert.equal(verdict, name in rule || name in admits ? "biased" : "unbiased", name);
        }
      });
    }
  },
});

Deno.test({
  name: "full enumeration with fewer values says of wide programs what probing with these values says",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    await using sandbox = await openSandbox(projectSandbox());
    for (const [at, program] of [...WIDE_PROGRAMS, ...WIDE_PROGRAMS, ...CARRYING_CLASSES].entries()) {
      if (at % sized({ small: 4, long: 1 }) > 0) continue;
      await t.step(program.id, async () => {
        const subject = wideSubject(program);
        const attributes = subject.attributes.map((one, place) => ({
          ...one,
          values: two(one.values, at + place),
        }));
        const fewer = { ...subject, attributes };
        const found = await explore(sandbox, fewer);
        assert("leaves" in found && found.complete, JSON.stringify(found));
        const all = await everybody(sandbox, found, attributes);
        assert.equal(misplaced(all, found), undefined);
        const truth = differing(all, attributes);
        assert.deepEqual(Object.keys(directionsOf(found)).sort(), truth);
        assert.deepEqual(biasedIn(await prober.probe(fewer)).sort(), truth);
      });
    }
  },
});
