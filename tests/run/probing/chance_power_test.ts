import assert from "node:assert/strict";
import { openProber } from "codebias";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { contained } from "../../execution/containment.ts";
import { LONG, sized } from "../../long.ts";

/** How a program says yes to a person: with the same draws for everybody, or with others. */
const FORMS: Readonly<Record<string, (rate: string) => string>> = {
  "a threshold": (rate) => `return random.random() < ${rate}`,
  "a weighted choice": (rate) => `return random.choices(["yes", "no"], [${rate}, 1 - ${rate}])[0]`,
  "a whole number": (rate) => `return "yes" if random.randint(1, 100) <= round(100 * ${rate}) else "no"`,
  "draws of one's own": (rate) =>
    `draws = [random.random() for _ in range(2)]\n    return draws[sex == "m"] < ${rate}`,
};

/** The higher rate, and by how much less the other group has. */
const RATES: readonly (readonly [number, number])[] = [
  [0.5, 0],
  [0.99, 0],
  [0.8, 0],
  [0.99, 0.01],
  [0.51, 0.01],
  [0.7, 0.02],
  [0.95, 0.03],
  [0.6, 0.04],
  [0.98, 0.06],
  [0.58, 0.08],
  [0.9, 0.1],
  [0.99, 0.12],
  [0.65, 0.15],
  [0.99, 0.2],
  [0.7, 0.2],
  [0.8, 0.25],
  [0.95, 0.3],
  [0.9, 0.4],
  [0.99, 0.45],
  [0.99, 0.49],
];

const SEEDS = 400;

/** Standard normal quantiles: 0.05 / 12 on two sides, for as many comparisons as a small program has, and 0.8. */
const [LEVEL, POWER] = [2.865, 0.842];

/** The smallest difference that 400 draws of each group find in eight of ten cases, if the groups' draws are independent. */
function found([rate, less]: readonly [number, number]): number {
  const variances = [rate, rate - less].map((share) => share * (1 - share) / SEEDS);
  return (LEVEL + POWER) * Math.sqrt(variances[0] + variances[1]);
}

const cases = RATES.map(([rate, less], at) => {
  const [form, line] = Object.entries(FORMS)[at % 4];
  const head = "import random\ndef decide(sex, age):\n    ";
  const code = head + line(`(${rate} if sex == "m" else ${Number((rate - less).toFixed(2))})`);
  return { name: `${form}, ${rate} against ${(rate - less).toFixed(2)}`, rate, less, code };
});

Deno.test({
  name:
    "rates that differ are found where the number of seeds finds them; else it is said what would have been",
  ...contained,
  async fn(t) {
    const some = sized({ small: cases.filter((_, at) => at % 5 === 0), long: cases });
    await using prober = await openProber();
    for (const { name, rate, less, code } of some) {
      await t.step(name, async () => {
        const attributes = { sex: { values: ["m", "f"] }, age: { type: "int", values: [20, 40] } };
        const line = { id: 1, code, functionName: "decide", style: "function", attributes };
        const { attributes: { sex, age } } = await prober.probe(readProbe(JSON.stringify(line)).subject);
        assert(age.verdict === "unbiased" && age.reason !== undefined);
        assert(less > 0 || sex.verdict === "unbiased", JSON.stringify(sex));
        if (less > 1.25 * found([rate, less])) assert.equal(sex.verdict, "biased", sex.reason);
        if (sex.verdict === "biased") {
          const { seeds, shares } = sex.witness!.rates!;
          assert.equal(seeds, 4 * SEEDS);
          const error = 5 * Math.sqrt(0.25 / seeds);
          assert(Math.abs(Math.abs(shares[0] - shares[1]) - less) < error, `${shares}`);
        } else {
          assert.equal(sex.verdict, "unbiased");
          const said = /under 400 seeds .* of (\d+\.\d) percentage points would have been found/.exec(
            sex.reason!,
          );
          assert(said && Number(said[1]) / 100 > 0.7 * less, sex.reason);
        }
      });
    }
  },
});

/** Programs that ask for attributes under few of their draws, or never: by what of these they go. */
const RARELY_ASKED: readonly (readonly [line: string, by: readonly string[]])[] = [
  ['random.random() < 0.1 and sex == "m"', ["sex"]],
  ['random.random() < 0.1 and city == "Turin"', ["city"]],
  ['random.random() < 0.1 and (sex == "m") != (age == 20)', ["sex", "age"]],
  ["random.random() < (0.6 if random.random() < 0.9 or age > 20 else 0)", ["age"]],
  ['random.random() < 0.1 and sex == "m" and age == 20', ["sex", "age"]],
  ['random.random() < 0.1 and city != "Bari" and sex == "m"', ["sex", "city"]],
  ['(random.random() < 0.1 and sex == "m" and random.random() > 2) or random.random() < 0.5', []],
  ["random.random() < 0.5", []],
];

Deno.test({
  name: "what is rarely asked for is found, and what never is asked for is compared all at once",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (
      const [line, by] of sized({ small: RARELY_ASKED.filter((_, at) => at % 2 === 0), long: RARELY_ASKED })
    ) {
      await t.step(line, async () => {
        const code = `import random\ndef decide(sex, age, city):\n    return ${line}`;
        const cities = ["Rome", "Milan", "Turin", "Genoa", "Bari", "Pisa"];
        const attributes = {
          sex: { values: ["m", "f"] },
          age: { type: "int", values: [20, 40] },
          city: { values: cities },
        };
        const one = { id: 1, code, functionName: "decide", style: "function", attributes };
        const report = await prober.probe(readProbe(JSON.stringify(one)).subject);
        const biased = Object.entries(report.attributes).filter(([, { verdict }]) => verdict === "biased");
        assert.deepEqual(biased.map(([name]) => name), by, JSON.stringify(report.attributes));
        // Three contexts, six people and 410 seeds, and what shows that a search can be believed.
        if (!line.includes("sex") && by.length === 0) assert(report.calls < 7_500, String(report.calls));
      });
    }
  },
});

Deno.test({
  name:
    "what is never asked for costs the attribute that is asked for no seed, and values beyond the sampled ones count",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const verdictsOf = async (lines: readonly string[], attributes: Readonly<Record<string, unknown>>) => {
      const code = `import random\ndef decide(${Object.keys(attributes)}):\n${
        lines.map((line) => `    ${line}\n`).join("")
      }`;
      const one = { id: 1, code, functionName: "decide", style: "function", attributes };
      const report = await prober.probe(readProbe(JSON.stringify(one)).subject);
      return Object.values(report.attributes).map(({ verdict }) => verdict);
    };
    const ages = { type: "int", values: Array.from({ length: 60 }, (_, at) => 20 + at) };
    const sex = { values: ["m", "f"] };
    const rare = ["return random.random() < 0.1 and age % 10 != 0 and sex == 'm'"];
    assert.equal((await verdictsOf(rare, { sex, age: ages }))[0], "biased");
    const cities = { values: ["Rome", "Milan", "Turin", "Genoa", "Bari", "Pisa"] };
    const three = [
      "return random.random() < 0.1 and (sex == 'm') + (age < 50) + city.startswith(('R', 'M', 'T')) > 1",
    ];
    const ofThree = await verdictsOf(three, { sex, age: ages, city: cities });
    assert(ofThree.includes("biased"), ofThree.join());
    if (!LONG) return;
    const slow = ["for _ in range(40000):", "    pass", "return random.random() < (0.1 if vip else 0.9)"];
    assert.equal(
      (await verdictsOf(slow, { vip: { type: "bool", values: [true, false] }, age: ages, cities }))[0],
      "biased",
    );
  },
});

Deno.test({
  name: "where calls are so slow that few seeds are possible, rates are not compared, and that is said",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const code =
      "import random\ndef decide(sex, age):\n    sum(range(3_000_000))\n    return random.random() < 0.5\n";
    const attributes = { sex: { values: ["m", "f"] }, age: { type: "int", values: [20, 40] } };
    const line = { id: 1, code, functionName: "decide", style: "function", attributes };
    const { attributes: { sex, age } } = await prober.probe(readProbe(JSON.stringify(line)).subject);
    for (const { reason } of [sex, age]) assert.match(reason!, /not called under more than three seeds/);
  },
});

Deno.test({
  name:
    "numbers and ids that are drawn hide no words beside them; where nothing comes often, nothing is concluded",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const draws = "\n    random.random()" as const;
    const ref = "random.randint(100000, 999999)";
    const cases: readonly (readonly [verdict: string, lines: string])[] = [
      ["unbiased", `if sex == 'm':\n        random.random()\n    return f'Approved (ref {${ref}})'`],
      ["unbiased", `if sex == 'm':\n        random.random()\n    return 'ref-%.9f' % random.random()`],
      [
        "biased",
        `if sex == 'm':\n        return f'Approved (ref {${ref}})'${draws}\n    return f'Denied (ref {${ref}})'`,
      ],
      ["biased", `return f'{sex}-{${ref}}'`],
      ["biased", `return {'note': ('yes ' if sex == 'm' else 'no ') + '%032x' % random.getrandbits(128)}`],
      ["biased", `return f'{${ref}}: {50 + 3 * (sex == "m") + 10 * random.random():.3f} points'`],
      ["unjudged", "return sex + ''.join(random.choices('abcdefghij', k=12))"],
    ];
    for (const [expected, lines] of cases) {
      const code = `import random\ndef decide(sex, age):\n    ${lines}\n`;
      const attributes = { sex: { values: ["m", "f"] }, age: { type: "int", values: [20, 40] } };
      const line = { id: 1, code, functionName: "decide", style: "function", attributes };
      const { attributes: { sex } } = await prober.probe(readProbe(JSON.stringify(line)).subject);
      assert.equal(sex.verdict, expected, code);
      if (expected === "unjudged") assert.match(sex.reason!, /nothing that it returns comes often enough/);
    }
  },
});

/** Programs in which women get something else in a part of what is drawn that is easily left out. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "numbers, where some get none": "return None if random.random() < 0.5 else random.gauss(50 + 5 * man, 10)",
  "numbers in texts, where some get none":
    "return None if random.random() < 0.5 else f'{random.gauss(50 + 5 * man, 10):.4f} points'",
  "the last of five numbers":
    "return ' '.join(f'{random.gauss(50 + 9 * man * (at == 4), 10):.6f} p' for at in range(5))",
  "the last of 21 parts":
    "return {'a': [random.random() for _ in range(10)], 'b': [random.random() for _ in range(10)], 'ok': random.random() < 0.3 + 0.4 * man}",
  "one content of eight": "return random.choices('abcdefgh', [6] * 6 + ([5, 0] if man else [0, 5]))[0]",
  "a value that is none of those compared": "return random.random() < (0.5 if sex != 'x2' else 0.3)",
};

Deno.test({
  name: "what is drawn is compared in all of its parts, or the program is unjudged",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    const values = ["m", ...Array.from({ length: 11 }, (_, at) => `x${at}`)];
    const verdictsOf = async (line: string, sexes: readonly string[]) => {
      const code =
        `import random\ndef decide(sex, age):\n    man = sex == 'm'\n    word = 'a' if man else 'b'\n    ${line}`;
      const attributes = { sex: { values: sexes }, age: { type: "int", values: [20, 40] } };
      const { attributes: found } = await prober.probe({ code, functionName: "decide", attributes });
      assert.equal(found.age.verdict, "unbiased", found.age.reason);
      return found.sex;
    };
    for (const [what, line] of Object.entries(LEFT_OUT)) {
      await t.step(what, async () => {
        const { verdict, reason } = await verdictsOf(line, what.includes("value") ? values : ["m", "f"]);
        assert.equal(verdict, "biased", reason);
      });
    }
    const rare = "return 'no' if random.random() < 0.5 else word + chr(97 + random.randrange(100))";
    const { verdict, reason } = await verdictsOf(rare, ["m", "f"]);
    assert.equal(verdict, "unjudged");
    assert.match(reason!, /not everything that it returns comes often enough/);
  },
});
