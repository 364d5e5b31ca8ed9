import assert from "node:assert/strict";
import { openProber } from "codebias";
import { amongGiven } from "codebias/bias/judge.ts";
import { explore } from "codebias/execution/probing/probe.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import type { AttributeFinding, ProbeReport, ProbeSubject } from "codebias/core/types.ts";
import { decode, isA } from "codebias/values/mod.ts";
import { LONG } from "../../long.ts";
import { orSkipped, PACKAGES, PYTHON, PYTHONS } from "../../pythons.ts";
import { contained } from "../containment.ts";

const prober = contained.ignore ? undefined! : await openProber({ python: PYTHON, workers: 1 });
const sandbox = contained.ignore
  ? undefined!
  : await openSandbox({ python: PYTHON, packages: PACKAGES, workers: 1 });
Deno.test.afterAll(async () => {
  await Promise.all([prober, sandbox].map((one) => one?.[Symbol.asyncDispose]()));
});

/** Attributes by name: their values, or all that a line says of them. */
type Attributes = Readonly<Record<string, readonly unknown[] | Readonly<Record<string, unknown>>>>;

const SEX: Attributes = { sex: ["f", "m"] };
const PEOPLE: Attributes = { ...SEX, age: [20, 40] };

function subjectOf(code: string, attributes: Attributes): ProbeSubject {
  const described = Object.entries(attributes).map(([name, one]) => [
    name,
    Array.isArray(one) ? { values: one } : one,
  ]);
  return readProbe(
    JSON.stringify({ id: 0, code, functionName: "f", attributes: Object.fromEntries(described) }),
  ).subject;
}

const probe = (code: string, attributes: Attributes = PEOPLE): Promise<ProbeReport> =>
  prober.probe(subjectOf(code, attributes));

/** Verdicts by attribute. */
const verdicts = ({ attributes }: ProbeReport) =>
  Object.fromEntries(Object.entries(attributes).map(([name, { verdict }]) => [name, verdict]));

/** What a witness shows: the values of its attribute with the outcomes, smallest value first. */
function shown(finding: AttributeFinding, what: "witness" | "beyond" = "witness") {
  const witness = finding[what];
  assert(witness, `there is no ${what}: ${JSON.stringify(finding)}`);
  const values = witness.people.map((person) => {
    const value = decode(person[witness.attribute]);
    return isA(value, "float") ? value.value : value;
  }) as (number | string)[];
  const outcomes = witness.outcomes.map((one) =>
    one.kind === "returned" ? decode(one.value) : one.kind === "raised" ? one.type : one.reason
  );
  return values[0] <= values[1]
    ? { values, outcomes }
    : { values: values.toReversed(), outcomes: outcomes.toReversed() };
}

/** Some verdicts, by attribute. */
type Expected = Readonly<Record<string, "biased" | "unbiased" | "unjudged">>;

/** One test for each program. */
function judges(
  about: string,
  programs: readonly (readonly [what: string, code: string, expected: Expected, attributes?: Attributes])[],
): void {
  for (const [what, code, expected, attributes = PEOPLE] of programs) {
    Deno.test({
      name: `prober.probe() ${about}: ${what}`,
      ...contained,
      async fn() {
        const report = await probe(code, attributes);
        assert.deepEqual(
          { ...verdicts(report) },
          { ...verdicts(report), ...expected },
          JSON.stringify(report),
        );
      },
    });
  }
}

const SIX = [1, 2, 3, 4, 5, 6];
const SEVEN: Attributes = Object.fromEntries("abcdefg".split("").map((name) => [name, SIX]));

/** Programs over seven attributes of six values each, 279,936 people, and the attributes that make a difference. */
const FEW: readonly (readonly [what: string, code: string, biased: string])[] = [
  ["one", "def f(a, b, c, d, e, f, g):\n    return a > 3", "a"],
  ["two", "def f(a, b, c, d, e, f, g):\n    return a + 2 * g", "ag"],
  [
    "one after the other",
    "def f(a, b, c, d, e, f, g):\n    if a == 1:\n        return b > 3\n    if c == 2:\n        return d\n    return 0",
    "abcd",
  ],
  [
    "all, but only if the others are what they are",
    "def f(a, b, c, d, e, f, g):\n    return a == 1 and b == 2 and c == 3 and d == 4 and e == 5 and f == 6 and g == 1",
    "abcdefg",
  ],
  ["none", "def f(a, b, c, d, e, f, g):\n    return 1", ""],
  [
    "three, in a function of a dict",
    "def f(p):\n    return p['a'] > 2 and (p['b'] == 3 or p['f'] in (1, 2))",
    "abf",
  ],
];

for (const [what, code, biased] of FEW) {
  Deno.test({
    name: `explore() takes at most 300 calls for 279,936 people of whom a program reads ${what}`,
    ...contained,
    async fn() {
      const found = await explore(sandbox, subjectOf(code, SEVEN));
      assert("leaves" in found, JSON.stringify(found));
      assert(found.calls <= 300, `${found.calls} calls`);
      assert(found.complete && found.repeatable);
      const report = await probe(code, SEVEN);
      const expected = Object.keys(SEVEN).map((
        name,
      ) => [name, biased.includes(name) ? "biased" : "unbiased"]);
      assert.deepEqual(verdicts(report), Object.fromEntries(expected));
      for (const { verdict, reason } of Object.values(report.attributes)) {
        if (verdict === "unbiased") assert.equal(reason, undefined, "all combinations are covered");
      }
    },
  });
}

Deno.test({
  name: "explore() says what of a program was called, and the leaves cover all given values of what was read",
  ...contained,
  async fn() {
    const found = await explore(
      sandbox,
      subjectOf("def f(age, sex):\n    return age > 30 and sex == 'f'", PEOPLE),
    );
    assert("leaves" in found);
    assert.deepEqual([found.shape.kind, found.shape.entry, found.shape.unused], ["function", "f", []]);
    assert.deepEqual(found.attributes.map(({ name }) => name), ["sex", "age"]);
    const given = amongGiven(found);
    const names = given.map(({ path }) => path.map(([at]) => found.attributes[at].name).join()).sort();
    assert.deepEqual(names, ["age", "age,sex", "age,sex"]);
    const added = found.leaves.flatMap(({ path }) =>
      path.flatMap(([at, places]) => places.filter((place) => !found.attributes[at].given[place]))
    );
    assert(added.length > 0 && found.calls >= found.leaves.length && found.cpuMs > 0);
  },
});

/** Programs that only added values tell apart: the attribute, its values, and a value on each side. */
const BEYOND: readonly (readonly [
  what: string,
  code: string,
  attributes: Attributes,
  differ: (value: number | string) => boolean,
])[] = [
  ["a threshold at 65", "def f(age):\n    return age >= 65", { age: [20, 40] }, (age) => Number(age) >= 65],
  [
    "a threshold at 65 in a method",
    "def f(self):\n    if self.age < 65:\n        return 'work'\n    return 'rest'",
    { age: [20, 40] },
    (age) => Number(age) >= 65,
  ],
  [
    "a threshold of a dict at 65",
    "def f(person):\n    return person.get('age', 0) > 65",
    { age: [20, 40], sex: ["f", "m"] },
    (age) => Number(age) > 65,
  ],
  [
    "a threshold between whole numbers",
    "def f(age):\n    return age > 64.5",
    { age: [20, 40] },
    (age) => Number(age) > 64.5,
  ],
  [
    "one age alone",
    "def f(age):\n    return age == 65",
    { age: [20, 40] },
    (age) => age === 65,
  ],
  [
    "a threshold from a table",
    "LIMITS = {'x': 65, 'y': 65}\ndef f(age, kind):\n    return age >= LIMITS[kind]",
    { age: [20, 40], kind: ["x", "y"] },
    (age) => Number(age) >= 65,
  ],
  [
    "a threshold that is computed",
    "def f(age):\n    limit = sum(range(12)) - 1\n    return limit <= age",
    { age: [20, 40] },
    (age) => Number(age) >= 65,
  ],
  [
    "a threshold that another attribute sets",
    "def f(age, years):\n    return age > 20 * years + 5",
    { age: [20, 40], years: [3] },
    (age) => Number(age) > 65,
  ],
  [
    "a value equal to a literal",
    "def f(score):\n    return score == 0.75",
    { score: [0.5, 0.9] },
    (score) => score === 0.75,
  ],
  [
    "a threshold of a float",
    "def f(score):\n    return 'high' if score > 0.95 else 'low'",
    { score: [0.5, 0.9] },
    (score) => Number(score) > 0.95,
  ],
  [
    "a category that is not listed",
    "def f(city):\n    return city == 'Paris'",
    { city: ["Rome", "Oslo"] },
    (city) => city === "Paris",
  ],
  [
    "a category in a list",
    "GOOD = ['Paris', 'Bonn']\ndef f(city):\n    return city in GOOD",
    { city: ["Rome", "Oslo"] },
    (city) => city === "Paris" || city === "Bonn",
  ],
  [
    "a category after .lower()",
    "def f(city):\n    return city.lower() == 'paris'",
    { city: ["Rome", "Oslo"] },
    (city) => city === "paris",
  ],
];

for (const [what, code, attributes, differ] of BEYOND) {
  const [name] = Object.keys(attributes);
  Deno.test({
    name: `prober.probe() shows beyond the given values ${what}, and judges these alone`,
    ...contained,
    async fn() {
      const { attributes: { [name]: finding } } = await probe(code, attributes);
      assert.deepEqual([finding.verdict, finding.witness], ["unbiased", undefined], JSON.stringify(finding));
      const { values, outcomes } = shown(finding, "beyond");
      assert.notEqual(differ(values[0]), differ(values[1]), `${values}`);
      assert.notDeepEqual(outcomes[0], outcomes[1]);
      assert(finding.beyond!.line! > 0 && finding.beyond!.text);
    },
  });
}

const MATCH =
  "def f(city):\n    match city:\n        case 'Paris' | 'Bonn':\n            return 1\n    return 0";

Deno.test({
  name:
    "prober.probe() tries a category that nobody listed when it is asked to, and judges by the listed ones alone",
  ...contained,
  async fn() {
    const programs = [
      ["return sex in ('f', 'm')", [true, false]],
      ["return {'f': 1, 'm': 1}[sex]", [1, "KeyError"]],
      ["return {'f': 1, 'm': 1}.get(sex, 0)", [1, 0]],
      ["if sex == 'f' or sex == 'm':\n        return 2\n    raise ValueError", [2, "ValueError"]],
    ] as const;
    for (const [body, outcomes] of programs) {
      const code = `def f(sex):\n    ${body}\n`;
      const { sex } =
        (await probe(code, { sex: { type: "str", values: ["f", "m"], unlisted: true } })).attributes;
      assert.equal(sex.verdict, "unbiased", code);
      const found = shown(sex, "beyond");
      assert.match(`${found.values[0]} ${found.values[1]}`, /^[fm] unlisted$|^unlisted [fm]$/);
      assert.deepEqual(new Set(found.outcomes), new Set<unknown>(outcomes), code);
      assert.equal((await probe(code, SEX)).attributes.sex.beyond, undefined, code);
    }
    const named = await probe("def f(sex):\n    return sex == 'unlisted'\n", {
      sex: { type: "str", values: ["f", "unlisted"], unlisted: true },
    });
    assert.equal(named.attributes.sex.verdict, "biased");
  },
});

Deno.test({
  name: "prober.probe() tries no value beyond those of a closed attribute",
  ...contained,
  async fn() {
    const code = "def f(sex, age):\n    return sex == 'x' or age > 50\n";
    const open = { sex: { type: "str", values: ["f", "m"] }, age: { type: "int", values: [20, 30] } };
    const closed = Object.fromEntries(
      Object.entries(open).map(([name, of]) => [name, { ...of, closed: true }]),
    );
    const [before, after] = [await probe(code, open), await probe(code, closed)];
    for (const name of ["sex", "age"]) {
      assert(before.attributes[name].beyond);
      assert.deepEqual([after.attributes[name].verdict, after.attributes[name].beyond], [
        "unbiased",
        undefined,
      ]);
    }
    assert(after.calls < before.calls);
    const beyond = { ...closed, sex: { ...closed.sex, values: ["f", "m", "x"] } };
    assert.equal((await probe(code, beyond)).attributes.sex.verdict, "biased");
  },
});

Deno.test({
  name: "prober.probe() shows beyond the given values a category that a match statement names",
  ...contained,
  async fn() {
    const { attributes: { city } } = await probe(MATCH, { city: ["Rome", "Oslo"] });
    assert.equal(city.verdict, "unbiased");
    assert(shown(city, "beyond").values.some((value) => value === "Paris" || value === "Bonn"));
  },
});

judges("judges a range within its ends", [
  [
    "a difference between its ends",
    "def f(age):\n    return age > 65",
    { age: "biased" },
    { age: { range: [18, 80] } },
  ],
  [
    "a narrow band",
    "def f(age):\n    return 60 <= age <= 62",
    { age: "biased" },
    { age: { range: [18, 80] } },
  ],
  ["one value", "def f(age):\n    return age == 65", { age: "biased" }, { age: { range: [18, 80] } }],
  [
    "a threshold from a table",
    "LIMITS = [79]\ndef f(age):\n    return age > LIMITS[0]",
    { age: "biased" },
    { age: { range: [18, 80] } },
  ],
  [
    "a band of floats",
    "def f(score):\n    return 0.3 < score < 0.31",
    { score: "biased" },
    { score: { type: "float", range: [0, 1] } },
  ],
  ["no difference", "def f(age):\n    return age > 0", { age: "unbiased" }, { age: { range: [18, 80] } }],
]);

Deno.test({
  name: "prober.probe() keeps a threshold outside a range apart",
  ...contained,
  async fn() {
    const { attributes: { age } } = await probe("def f(age):\n    return age > 90", {
      age: { range: [18, 80] },
    });
    assert.equal(age.verdict, "unbiased", JSON.stringify(age));
    assert(Number(shown(age, "beyond").values[1]) > 90);
  },
});

Deno.test({
  name: "prober.probe() counts an exception for one group as a difference",
  ...contained,
  async fn() {
    const { attributes: { sex, age } } = await probe(
      "def f(sex, age):\n    return age // (0 if sex == 'f' else 100)",
    );
    assert.deepEqual([sex.verdict, age.verdict], ["biased", "unbiased"]);
    assert.deepEqual(shown(sex), { values: ["f", "m"], outcomes: ["ZeroDivisionError", 0] });
  },
});

Deno.test({
  name: "prober.probe() tells exceptions apart by their types, not by their messages",
  ...contained,
  async fn() {
    const { attributes: { sex, age } } = await probe(
      "class Refused(Exception):\n    pass\ndef f(sex, age):\n    if age > 50:\n        return 1\n" +
        "    raise (Refused if sex == 'f' else ValueError)(f'{sex} {age}')",
      { ...SEX, age: [20, 40, 60] },
    );
    assert.deepEqual([sex.verdict, age.verdict], ["biased", "biased"]);
    assert(shown(age).values.includes(60), "20 and 40 are treated alike");
    assert.match(`${shown(sex).outcomes[0]}`, /Refused$/);
  },
});

const chosen = (one: string, other: string) =>
  `def f(sex, age):\n    return ${one} if sex == 'f' else ${other}`;

judges("knows equal results", [
  ["NaN is NaN", chosen("float('nan')", "float('inf') - float('inf')"), { sex: "unbiased" }],
  ["also in a list", chosen("[float('nan'), 1]", "[float('inf') * 0, 1]"), { sex: "unbiased" }],
  ["1 is 1.0", chosen("1", "1.0"), { sex: "unbiased" }],
  ["1 is True", chosen("1", "True"), { sex: "unbiased" }],
  ["0.0 is False", chosen("{'a': 0.0}", "{'a': False}"), { sex: "unbiased" }],
  ["0.0 is -0.0", chosen("0.0", "-0.0"), { sex: "unbiased" }],
  ["sets have no order", chosen("{'a', 'b', 'c'}", "{'c', 'b', 'a'}"), { sex: "unbiased" }],
  ["dicts have no order", chosen("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}"), { sex: "unbiased" }],
  ["lists have one", chosen("['a', 'b']", "['b', 'a']"), { sex: "biased" }],
  ["1 is not '1'", chosen("1", "'1'"), { sex: "biased" }],
  ["a list is no tuple", chosen("[1]", "(1,)"), { sex: "biased" }],
  ["None is not False", chosen("None", "False"), { sex: "biased" }],
  ["NaN is not None", chosen("float('nan')", "None"), { sex: "biased" }],
]);

Deno.test({
  name:
    "prober.probe() leaves an attribute unjudged by which a program never ends, in seconds, and judges the others",
  ...contained,
  async fn() {
    const { attributes: { sex, age }, cpuMs } = await probe(
      "def f(sex, age):\n    while sex == 'f':\n        pass\n    return age > 30",
    );
    assert(cpuMs < 10_000, `${cpuMs} ms of processor time`);
    assert.equal(sex.verdict, "unjudged");
    assert.match(sex.reason!, /too long/);
    assert.equal(age.verdict, "biased");
  },
});

/** Loops that no exception ends. Each takes all of the time that there is: the short version has the first. */
const STUBBORN: readonly (readonly [what: string, body: string])[] = [
  ["does not return from C", "    if sex == 'f':\n        sum(iter(int, 1))\n"],
  [
    "catches everything",
    "    while sex == 'f':\n        try:\n            while True:\n                pass\n        except:\n            pass\n",
  ],
];

for (const [what, body] of LONG ? STUBBORN : STUBBORN.slice(0, 1)) {
  Deno.test({
    name: `prober.probe() takes no more than seconds for a program that never ends for one group and ${what}`,
    ...contained,
    async fn() {
      const { attributes: { sex }, cpuMs } = await probe(`def f(sex, age):\n${body}    return 1`);
      assert.equal(sex.verdict, "unjudged");
      assert.match(sex.reason!, /limit|too long/);
      assert(cpuMs < 30_000, `${cpuMs} ms of processor time`); // of the clock it takes what other programs leave
    },
  });
}

Deno.test({
  name: "prober.probe() judges a program from outside that ends its process for one group",
  ...contained,
  async fn() {
    const { attributes: { sex, age, race } } = await probe(
      "import os\ndef f(sex, age, race):\n    if sex == 'f':\n        os._exit(0)\n    return age > 30",
      { ...PEOPLE, race: ["a", "b"] },
    );
    assert.deepEqual([sex.verdict, age.verdict, race.verdict], ["biased", "biased", "unbiased"]);
    assert.deepEqual(shown(sex).outcomes[0], "SystemExit");
  },
});

judges("does not judge what it cannot see", [
  ["a lambda", "def f(sex, age):\n    return lambda: sex", { sex: "unjudged", age: "unjudged" }],
  ["a lambda for one group", chosen("(lambda: 1)", "1"), { sex: "unjudged" }],
  ["a module", "import math\ndef f(sex, age):\n    return math", { sex: "unjudged", age: "unjudged" }],
]);

Deno.test({
  name: "prober.probe() says of a result for one group that is too large that it meets a limit, in seconds",
  ...contained,
  async fn() {
    const { attributes: { sex }, cpuMs } = await probe(chosen("'x' * 10 ** 7", "1"));
    assert.equal(sex.verdict, "unjudged");
    assert.match(sex.reason!, /limit/);
    assert(cpuMs < 15_000, `${cpuMs} ms of processor time`);
  },
});

Deno.test({
  name: "prober.probe() says that a result cannot be written down",
  ...contained,
  async fn() {
    const { attributes: { sex } } = await probe("def f(sex, age):\n    return lambda: sex");
    assert.match(sex.reason!, /cannot be written down/);
  },
});

/** Programs whose answer is another one every time, whoever asks. */
const CHANCE: readonly (readonly [what: string, code: string])[] = [
  ["os.urandom", "import os\ndef f(sex, age):\n    return os.urandom(8).hex()"],
  ["os.urandom for one group", "import os\n" + chosen("os.urandom(8)", "b''")],
  ["uuid4", "import uuid\ndef f(sex, age):\n    return str(uuid.uuid4())"],
  ["uuid4 next to an attribute", "import uuid\ndef f(sex, age):\n    return [sex, uuid.uuid4().hex]"],
  ["secrets", "import secrets\ndef f(sex, age):\n    return secrets.randbelow(10 ** 9) + age"],
  ["SystemRandom", "import random\ndef f(sex, age):\n    return random.SystemRandom().random()"],
  [
    "a generator without a seed",
    "import random\ndef f(sex, age):\n    random.seed()\n    return random.random()",
  ],
];

for (const [what, code] of CHANCE) {
  Deno.test({
    name: `prober.probe() leaves unjudged what is another answer every time: ${what}`,
    ...contained,
    async fn() {
      const report = await probe(code);
      assert.notEqual(report.attributes.age.verdict, "biased");
      assert.equal(report.attributes.sex.verdict, "unjudged", JSON.stringify(report));
      assert.match(report.attributes.sex.reason!, /nondeterministic/);
    },
  });
}

const MEN = "def f(sex, age):\n    names = {'f': 'woman', 'm': 'man'}\n" +
  "    return next(iter({'man', 'woman'})) == names[sex]";

/** Programs whose answer depends on the order in which a set of texts has its items. */
const ORDERS: readonly (readonly [what: string, code: string])[] = [
  ["the first item", "def f(sex, age):\n    return next(iter({'a', 'b', 'c', 'd', 'e'}))"],
  ["a list of it", "def f(sex, age):\n    return list({'a', 'b', 'c', 'd', 'e'})"],
  ["a joined one", "def f(sex, age):\n    return ','.join({'x', 'y', 'z', 'w'} - {'y'})"],
  ["pop()", "def f(sex, age):\n    return {'a', 'b', 'c', 'd', 'e'}.pop()"],
  ["hash()", "def f(sex, age):\n    return hash('a') % 1000"],
  ["a favourite by order", "def f(sex, age):\n    return sex == next(iter({'f', 'm', 'x', 'y', 'z', 'u'}))"],
  ["a favourite of two by order", "def f(sex, age):\n    return sex == next(iter({'f', 'm'}))"],
  ["men before women", MEN],
  ["a place in the order", "def f(sex, age):\n    return list({'f', 'm', 'x', 'y', 'z'}).index(sex)"],
  ["a comparison of hashes", "def f(sex, age):\n    return hash(sex) % 1000 > 500"],
  ["the hash of what is read", "def f(sex, age):\n    return hash(sex + 'salt')"],
];

for (const [what, code] of ORDERS) {
  Deno.test({
    name: `prober.probe() rests no verdict of bias on the order of a set: ${what}`,
    ...contained,
    async fn() {
      const report = await probe(code);
      const found = Object.values(report.attributes).map(({ verdict }) => verdict);
      assert(!found.includes("biased"), JSON.stringify(verdicts(report)));
    },
  });
}

judges("takes seeded random numbers for what they are, the same for everybody", [
  ["a number", "import random\ndef f(sex, age):\n    return random.random()", {
    sex: "unbiased",
    age: "unbiased",
  }],
  [
    "a choice",
    "import random\ndef f(sex, age):\n    return random.choice(['a', 'b', 'c'])",
    { sex: "unbiased", age: "unbiased" },
  ],
  [
    "a shuffled list",
    "from random import shuffle\ndef f(sex, age):\n    x = [1, 2, 3, 4]\n    shuffle(x)\n    return x",
    {
      sex: "unbiased",
      age: "unbiased",
    },
  ],
  [
    "another chance for one group",
    "import random\ndef f(sex, age):\n    return random.random() < (0.999 if sex == 'f' else 0.001)",
    { sex: "biased", age: "unbiased" },
  ],
  [
    "a generator of its own",
    "import random\nown = random.Random(7)\ndef f(sex, age):\n    return own.randint(0, 10 ** 9) + (age > 30)",
    { sex: "unbiased", age: "biased" },
  ],
]);

const UNBIASED = { sex: "unbiased", age: "unbiased" } as const;

judges("gives every call a fresh module", [
  ["a counter", "n = 0\ndef f(sex, age):\n    global n\n    n += 1\n    return n", UNBIASED],
  [
    "a cache",
    "cache = {}\ndef f(sex, age):\n    return cache.setdefault('answer', sex) in ('f', 'm')",
    UNBIASED,
  ],
  [
    "a cache that keeps the first one's answer",
    "cache = {}\ndef f(sex, age):\n    if 'x' not in cache:\n        cache['x'] = age > 30\n    return cache['x']",
    { sex: "unbiased", age: "biased" },
  ],
  ["a list as default", "def f(sex, age, seen=[]):\n    seen.append(sex)\n    return len(seen)", UNBIASED],
  ["a function's attribute", "def f(sex, age):\n    f.n = getattr(f, 'n', 0) + 1\n    return f.n", UNBIASED],
  ["a class's attribute", "class C:\n    n = 0\ndef f(sex, age):\n    C.n += 1\n    return C.n", UNBIASED],
  [
    "functools.cache",
    "import functools\n@functools.cache\ndef g(x):\n    return [x]\ndef f(sex, age):\n    g(1).append(2)\n    return len(g(1)), g.cache_info().misses",
    UNBIASED,
  ],
  [
    "an iterator",
    "import itertools\nids = itertools.count()\ndef f(sex, age):\n    return next(ids)",
    UNBIASED,
  ],
  [
    "a field of another module",
    "import math\ndef f(sex, age):\n    math.n = getattr(math, 'n', 0) + 1\n    return math.n > 10 ** 6",
    UNBIASED,
  ],
]);

const TAGS: Attributes = { tags: [[], ["a"]], age: [20, 40] };

judges("hands every call values of its own, also lists", [
  [
    "one that a call adds to",
    "def f(tags, age):\n    tags.append(age)\n    return tags[0]",
    { tags: "biased", age: "biased" },
    TAGS,
  ],
  [
    "one that grows from call to call",
    "def f(tags, age):\n    tags.append(age)\n    return len(tags) > 2",
    { tags: "unbiased", age: "unbiased" },
    TAGS,
  ],
  [
    "a dict that a call empties",
    "def f(person, age):\n    return person.pop('x', None)",
    { person: "biased", age: "unbiased" },
    { person: [{ x: 1 }, { x: 2 }], age: [20, 40] },
  ],
]);

judges("reads code as the sandbox does", [
  ["a byte order mark", "\ufeffdef f(sex, age):\n    return sex == 'f'", { sex: "biased", age: "unbiased" }],
  ["lines of Windows", "def f(sex, age):\r\n    return sex == 'f'\r\n", { sex: "biased", age: "unbiased" }],
]);

judges("calls a program as a module, not as a script", [
  ["__name__", "def f(sex, age):\n    return __name__ == '__main__' and sex == 'f'", UNBIASED],
  [
    "a script below",
    "def f(sex, age):\n    return sex == 'f'\n\nif __name__ == '__main__':\n    raise SystemExit(f(input(), 1))",
    { sex: "biased", age: "unbiased" },
  ],
]);

judges("lets the clock stand", [
  ["time.time()", "import time\ndef f(sex, age):\n    return time.time()", UNBIASED],
  [
    "datetime.now()",
    "import datetime\ndef f(sex, age):\n    return datetime.datetime.now().isoformat()",
    UNBIASED,
  ],
  [
    "a birth year",
    "from datetime import date\ndef f(sex, age):\n    return date.today().year - age > 1990",
    { sex: "unbiased", age: "biased" },
  ],
]);

/** What may stand below a function and fail. */
const BELOW: readonly (readonly [what: string, below: string, remark: RegExp])[] = [
  ["a call that lacks arguments", "print(f())", /TypeError in line 4/],
  ["input()", "name = input('Who? ')", /EOFError in line 4/],
  ["what is not there", "import nowhere\nnowhere.run(f)", /ModuleNotFoundError in line 4/],
  [
    "a name from nowhere",
    "people = [Person('f', 20)]\nfor p in people:\n    print(f(p))",
    /NameError in line 4/,
  ],
  ["an assertion", "assert f('f', 20) is None", /AssertionError in line 4/],
  ["the end", "import sys\nsys.exit(1)", /SystemExit in line 5/],
  ["an endless loop", "while True:\n    pass", /too long.* in line [45]/],
];

for (const [what, below, remark] of BELOW) {
  Deno.test({
    name:
      `prober.probe() judges a program with a failing statement below its function, and remarks on it: ${what}`,
    ...contained,
    async fn() {
      const report = await probe(`def f(sex, age):\n    return sex == 'f'\n\n${below}\n`);
      assert.deepEqual(verdicts(report), { sex: "biased", age: "unbiased" }, JSON.stringify(report));
      assert.match(report.remark!, remark);
      assert.deepEqual(report.attributes.sex.witness!.line, 2);
    },
  });
}

Deno.test({
  name: "prober.probe() has no remark on a program that loads",
  ...contained,
  async fn() {
    const report = await probe("def f(sex, age):\n    return 1\n\nprint(f('f', 2))");
    assert.deepEqual([report.remark, verdicts(report)], [undefined, UNBIASED]);
  },
});

/** Programs, and the line that decides by sex. */
const LINES: readonly (readonly [what: string, code: string, line: number])[] = [
  [
    "an if",
    "def f(sex, age):\n    points = 1\n    if sex == 'f':\n        points += 1\n    return points",
    3,
  ],
  [
    "an else",
    "def f(sex, age):\n    if age > 30:\n        return 1\n    elif sex == 'm':\n        return 2\n    else:\n        return 3",
    4,
  ],
  [
    "an early return",
    "def f(sex, age):\n    if sex != 'f': return False\n    points = age * 2\n    return points > 1",
    2,
  ],
  [
    "a table lookup",
    "TABLE = {'f': 1, 'm': 2}\ndef f(sex, age):\n    rate = TABLE[sex]\n    total = rate * 100\n    return total",
    3,
  ],
  ["a boolean expression", "def f(sex, age):\n    old = age > 30\n    return old and sex == 'f'", 3],
  [
    "an exception",
    "LIMITS = {'m': 30}\ndef f(sex, age):\n    x = 1\n    limit = LIMITS[sex]\n    return x",
    4,
  ],
  [
    "a raise",
    "def f(sex, age):\n    if age > 18:\n        if sex == 'f':\n            raise ValueError\n    return 1",
    3,
  ],
  [
    "a helper",
    "def g(sex):\n    if sex == 'f':\n        return 1\n    return 2\n\ndef f(sex, age):\n    return g(sex)",
    2,
  ],
  [
    "a loop",
    "def f(sex, age):\n    n = 0\n    for _ in range(2 if sex == 'f' else 3):\n        n += 1\n    return n",
    3,
  ],
  [
    "a comprehension",
    "def f(sex, age):\n    good = [x for x in ('f', 'x') if x == sex]\n    return len(good)",
    2,
  ],
];

for (const [what, code, line] of LINES) {
  Deno.test({
    name: `prober.probe() names the line that decides: ${what}`,
    ...contained,
    async fn() {
      const { attributes: { sex } } = await probe(code);
      assert.equal(sex.verdict, "biased");
      assert.deepEqual([sex.witness!.line, sex.witness!.text], [line, code.split("\n")[line - 1].trim()]);
    },
  });
}

Deno.test({
  name: "prober.probe() says whom a boolean outcome favours, in how many contexts",
  ...contained,
  async fn() {
    const { attributes } = await probe("def f(sex, age):\n    return sex != 'f' and age > 30", {
      sex: ["f", "m", "x"],
      age: [20, 40, 60],
      race: ["a", "b"],
    });
    const direction = (name: string) => {
      const { differing, values } = attributes[name].direction!;
      return { differing, values: values.map(({ value, ...rest }) => ({ value: decode(value), ...rest })) };
    };
    // f is refused where m and x are not: at two ages. The function takes no race.
    assert.deepEqual(direction("sex"), {
      differing: 4,
      values: [
        { value: "f", better: 0, worse: 4, other: 0, affirmed: false },
        { value: "m", better: 2, worse: 0, other: 0, affirmed: true },
        { value: "x", better: 2, worse: 0, other: 0, affirmed: true },
      ],
    });
    assert.deepEqual(direction("age"), {
      differing: 4,
      values: [
        { value: 20, better: 0, worse: 4, other: 0, affirmed: false },
        { value: 40, better: 2, worse: 0, other: 0, affirmed: true },
        { value: 60, better: 2, worse: 0, other: 0, affirmed: true },
      ],
    });
  },
});

Deno.test({
  name: "prober.probe() says whom numbers favour, and of texts only that they differ",
  ...contained,
  async fn() {
    const tally = async (one: string, other: string) => {
      const { attributes: { sex } } = await probe(chosen(one, other), { ...SEX, age: [20, 40, 60] });
      const { differing, values } = sex.direction!;
      return [differing, ...values.map(({ better, worse, other }) => [better, worse, other].join())];
    };
    assert.deepEqual(await tally("1", "2.5"), [3, "0,3,0", "3,0,0"]);
    assert.deepEqual(await tally("'yes'", "'no'"), [3, "0,0,3", "0,0,3"]);
    assert.deepEqual(await tally("True", "1 / 0"), [3, "0,0,3", "0,0,3"]);
  },
});

/** Programs that decide by age alone, and do what they can against the search. */
const HOSTILE: readonly (readonly [what: string, code: string])[] = [
  [
    "overwrites builtins",
    "import builtins\nbuiltins.len = lambda x: 0\nbuiltins.isinstance = lambda *a: True\n" +
    "def f(sex, age):\n    builtins.sorted = builtins.list = builtins.dict = builtins.any = builtins.all = None\n    return age > 30",
  ],
  [
    "overwrites what type and id say",
    "import builtins\ndef f(sex, age):\n    builtins.type = lambda *a: int\n" +
    "    builtins.id = lambda x: 1\n    builtins.hash = lambda x: 1\n    return age > 30",
  ],
  [
    "overwrites builtins for one group",
    "import builtins\ndef f(sex, age):\n    if sex == 'f':\n" +
    "        builtins.any = builtins.all = builtins.len = builtins.isinstance = None\n    return age > 30",
  ],
  [
    "traces",
    "import sys\ndef f(sex, age):\n    sys.settrace(lambda *a: None)\n    sys.setprofile(lambda *a: None)\n    return age > 30",
  ],
  ["seeds the generator", "import random\ndef f(sex, age):\n    random.seed(sex)\n    return age > 30"],
  ["seeds the generator anew", "import random\ndef f(sex, age):\n    random.seed()\n    return age > 30"],
  ["prints much", "def f(sex, age):\n    print(sex * 200_000)\n    return age > 30"],
  [
    "writes to all files",
    "import os\ndef f(sex, age):\n    for fd in range(20):\n        try:\n" +
    "            os.write(fd, sex.encode() * 100)\n        except OSError:\n            pass\n    return age > 30",
  ],
  [
    "replaces its own search",
    "import sys\ndef f(sex, age):\n    frame = sys._getframe()\n    while frame:\n" +
    "        for name in ('same', 'settled', 'Search', 'given', 'place_of'):\n            frame.f_globals[name] = None\n" +
    "        frame = frame.f_back\n    return age > 30",
  ],
  [
    "replaces its own calls by sex",
    "import sys\ndef f(sex, age):\n    frame = sys._getframe()\n    while frame:\n" +
    "        if 'settled' in frame.f_globals:\n            frame.f_globals['settled'] = lambda value, seen=None: sex\n" +
    "        frame = frame.f_back\n    return age > 30",
  ],
  [
    "stops the alarm",
    "import signal\ndef f(sex, age):\n    signal.signal(signal.SIGALRM, signal.SIG_IGN)\n    signal.alarm(0)\n    return age > 30",
  ],
  [
    "lowers the limit of recursion",
    "import sys\ndef f(sex, age):\n    sys.setrecursionlimit(60)\n    return age > 30",
  ],
  [
    "reads how often the garbage was collected",
    "import gc\ndef f(sex, age):\n    return gc.get_count()[0] < 0 or age > 30",
  ],
  ["forgets its modules", "import sys\ndef f(sex, age):\n    sys.modules.clear()\n    return age > 30"],
  [
    "catches everything",
    "def f(sex, age):\n    try:\n        return age > 30\n    except BaseException:\n        return sex",
  ],
  [
    "counts its calls in a module",
    "import math\ndef f(sex, age):\n    math.n = getattr(math, 'n', 0) + 1\n    return math.n > 10 ** 6 or age > 30",
  ],
  [
    "looks at who calls",
    "import sys\ndef f(sex, age):\n    return len(sys._getframe(1).f_code.co_name) > 10 ** 6 or age > 30",
  ],
];

for (const [what, code] of HOSTILE) {
  Deno.test({
    name: `prober.probe() finds no bias by sex in a program that decides by age and ${what}`,
    ...contained,
    async fn() {
      const report = await probe(code);
      assert.notEqual(report.attributes.sex.verdict, "biased", JSON.stringify(report));
      assert(report.cpuMs < 15_000, `${report.cpuMs} ms of processor time`);
      assert.deepEqual(verdicts(await probe("def f(sex, age):\n    return age > 30")), {
        sex: "unbiased",
        age: "biased",
      }, "the next program is judged as ever");
    },
  });
}

Deno.test({
  name: "prober.probe() says of attributes that a function does not take that this is why they are unbiased",
  ...contained,
  async fn() {
    const report = await probe("def f(age):\n    return age > 30", { ...PEOPLE, race: ["a", "b"] });
    assert.deepEqual(verdicts(report), { sex: "unbiased", age: "biased", race: "unbiased" });
    for (const name of ["sex", "race"]) assert.match(report.attributes[name].reason!, /does not take it/);
  },
});

/** Programs that must be judged alike by all versions of Python. */
const ALIKE: readonly (readonly [code: string, expected: Expected])[] = [
  ["def f(sex, age):\n    return age > 30 and sex == 'f'", { sex: "biased", age: "biased" }],
  ["def f(self):\n    match self.sex:\n        case 'f':\n            return 1\n    return 0", {
    sex: "biased",
    age: "unbiased",
  }],
  [
    "from dataclasses import dataclass\n@dataclass\nclass P:\n    sex: str\n    age: int\n    def f(self):\n        return sum(1 for x in vars(self).values() if x == 40)",
    { sex: "unbiased", age: "biased" },
  ],
  ["def f(p):\n    text = f\"{p['age'] // 100} {len(p['sex'])}\"\n    return text", UNBIASED],
  [
    "async def f(sex, *, age=3):\n    try:\n        return {'f': [10 // (age - 20)]}[sex]\n    except KeyError:\n        return []",
    { sex: "biased", age: "biased" },
  ],
];

for (const python of PYTHONS) {
  Deno.test({
    name: `prober.probe() comes to the same verdicts with Python ${python.version}${orSkipped(python)}`,
    ignore: contained.ignore || !python.command,
    async fn() {
      await using own = await openProber({ python: python.command, packages: [], workers: 1 });
      for (const [code, expected] of ALIKE) {
        const report = await own.probe(subjectOf(code, PEOPLE));
        assert.deepEqual(verdicts(report), expected, `${code}\n${JSON.stringify(report)}`);
      }
    },
  });
}

Deno.test({
  name: "prober.probe() stops when it is told to",
  ...contained,
  async fn() {
    const subject = subjectOf("def f(sex, age):\n    return 1", PEOPLE);
    await assert.rejects(() => prober.probe(subject, AbortSignal.abort(new Error("enough"))), /enough/);
  },
});
