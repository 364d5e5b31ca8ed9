import assert from "node:assert/strict";
import { openProber } from "codebias";
import { codeFacts } from "codebias/bias/code/code_facts.ts";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { Prober } from "codebias/run/probing/probe.ts";
import { projectSandbox } from "codebias/store/environment.ts";
import { contained } from "../../execution/containment.ts";

const ATTRIBUTES = { sex: { type: "str", values: ["f", "m"] }, age: { type: "int", values: [20, 40, 70] } };

const probed = (code: string, functionName = "f") =>
  readProbe(JSON.stringify({ id: 1, code, functionName, attributes: ATTRIBUTES })).subject;

const MADE = "class P:\n    def __init__(self, sex, age):\n        self.sex, self.age = sex, age\n";

/** Properties that decide by the sex. */
const PROPERTIES: Readonly<Record<string, readonly [code: string, name?: string]>> = {
  "a property": [`${MADE}    @property\n    def f(self):\n        return self.sex == 'm'\n`],
  "a property by the name of its class": [
    `${MADE}    @property\n    def f(self):\n        return self.sex == 'm'\n`,
    "P.f",
  ],
  "a cached property": [
    `from functools import cached_property\n${MADE}    @cached_property\n    def f(self):\n        return self.sex == 'm'\n`,
  ],
  "a cached property of functools": [
    `import functools\n${MADE}    @functools.cached_property\n    def f(self):\n        return len(self.sex * 2) if self.sex == 'm' else 0\n`,
  ],
  "a property of a dataclass": [
    "from dataclasses import dataclass\n@dataclass(frozen=True)\nclass P:\n    sex: str\n    age: int\n" +
    "    @property\n    def f(self):\n        return 'high' if self.sex == 'm' else 'low'\n",
  ],
  "a property that is inherited": [
    `class B:\n    @property\n    def f(self):\n        return self.sex == 'm'\n${
      MADE.replace("class P:", "class P(B):")
    }`,
  ],
  "a property beside a function of the same name in a class": [
    `${MADE}    @property\n    def f(self):\n        return self.sex == 'm'\n    def g(self):\n        return self.age\n`,
  ],
};

for (const [what, [code, name]] of Object.entries(PROPERTIES)) {
  Deno.test({
    name: `probing judges ${what} as a function`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const { attributes } = await prober.probe(probed(code, name));
      assert.deepEqual(Object.values(attributes).map(({ verdict }) => verdict), ["biased", "unbiased"]);
    },
  });
}

Deno.test({
  name: "probing watches a program with a metaclass of its own, in place of calling everybody",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const code = "class Meta(type):\n    known = []\n    def __new__(cls, *given):\n" +
      "        made = super().__new__(cls, *given)\n        cls.known.append(made)\n        return made\n" +
      "class Rule(metaclass=Meta):\n    def holds(self, sex):\n        return sex == 'm'\n" +
      "def f(sex, age):\n    return all(one().holds(sex) for one in Meta.known)\n";
    const attributes = { sex: ATTRIBUTES.sex, age: { type: "int", range: [0, 100] } };
    const { subject } = readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes }));
    const { sex, age } = (await prober.probe(subject)).attributes;
    assert.deepEqual([sex.verdict, age.verdict], ["biased", "unbiased"]);
    assert.doesNotMatch(age.reason ?? "", /combinations/);
  },
});

/** Comparisons whose result rests on how Python keeps its objects. */
const BY_IDENTITY = [
  "return 1 if sex is 'm' else 0",
  "return 1 if sex is not 'm' else 0",
  "return sex.lower() is 'm'",
  "return age * 100 is 4000",
  "return 'm' is sex",
  "return sex is ('m')",
  "return sex is MALE",
  "return age / 2 is 10.0",
];

Deno.test({
  name:
    "probing says of no attribute in silence that it makes no difference where `is` stands beside a literal",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (const body of BY_IDENTITY) {
      await t.step(body, async () => {
        const { attributes } = await prober.probe(probed(`MALE = 'm'\ndef f(sex, age):\n    ${body}\n`));
        for (const { verdict, reason } of Object.values(attributes)) {
          assert.notEqual(verdict, "unbiased");
          if (verdict === "unjudged") assert.match(reason!, /^it compares by "is" with a literal/);
        }
      });
    }
    // What Python keeps once is compared with in this way by many.
    for (
      const body of [
        "return sex is None or age > 30",
        "return (age > 30) is True",
        "'x is 3'\n    return age > 30",
      ]
    ) {
      await t.step(body, async () => {
        const { attributes } = await prober.probe(probed(`def f(sex, age):\n    ${body}\n`));
        assert.deepEqual(Object.values(attributes).map(({ verdict }) => verdict), ["unbiased", "biased"]);
      });
    }
  },
});

/** What programs do with a text about the age, each with what it does to the age's verdict. */
const NOTES: readonly (readonly [verdict: string, ...lines: string[]])[] = [
  ["unbiased", "note = f'{age} years'", "if sex == 'm' and hours > 9: note += ': long'; return 3"],
  ["unbiased", "note = f'{age} years'", "if sex == 'm' and hours > 9: note += f', {age}'; return 3"],
  ["unbiased", "note = ''", "note += f'{age}'", "if sex == 'm' and hours > 9: note += ','; return 3"],
  ["unbiased", "a = b = f'{age}'", "if sex == 'm' and hours > 9: a += ','; return 3"],
  ["unbiased", "for _ in range(2):", "    note = f'{age}'", "    note += f'{sex}{hours}'"],
  ["biased", "note = f'{age}'", "if sex == 'm' and hours > 9: note += '!'; return note"],
  ["biased", "note = 1 if age > 50 else ''", "if sex == 'm' and hours > 9: note += f'{age}'; return 3"],
  ["biased", "if age > 50: note = ''", "if sex == 'm' and hours > 9: note += f'{age}'; return 3"],
];

for (const [verdict, ...lines] of NOTES) {
  Deno.test({
    name: `probing says ${verdict} of the age where it goes into a text: ${lines.join("; ")}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const body = [...lines, "return (hours > 20) + (pay > 3000)"].map((line) => `    ${line}\n`).join("");
      const attributes = {
        sex: { type: "str", values: ["f", "m"] },
        age: { type: "int", values: [20, 40, 70], range: [18, 90] },
        hours: { type: "float", values: [5, 20, 40], range: [0, 80] },
        pay: { type: "float", values: [900, 3000, 9000], range: [0, 100_000] },
      };
      const code = `def f(sex, age, hours, pay):\n${body}`;
      const { subject } = readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes }));
      const report = await prober.probe(subject);
      assert.equal(report.attributes.age.verdict, verdict);
      assert(report.calls < 2_000, "it is called by what it asks, not with everybody");
    },
  });
}

/** Rules on a few numbers of a range, by which nothing in the code compares the number itself; none goes by the sex. */
const FEW_NUMBERS: Readonly<Record<string, string>> = {
  "age, which stands in a text": "A = '30 40 50'.split()\ndef f(sex, age, pay):\n    return str(age) in A\n",
  "age, by its bits, for the rich":
    "def f(sex, age, pay):\n    return age & 15 == 5 if pay > 50000 else False\n",
  "age, by its place in a list":
    "T = [0] * 99\nT[41] = 1\ndef f(sex, age, pay):\n    return T[age] + (pay > 9)\n",
  "pay, asked for those of few ages":
    "class Within:\n    def __init__(self, *ends):\n        self.ends = ends\n" +
    "    def __contains__(self, x):\n        return self.ends[0] <= x <= self.ends[1]\n" +
    "def f(sex, age, pay):\n    return age in Within(43, 44) and pay in Within(70000, 70010)\n",
  "pay, near a mean":
    "import statistics\ndef f(sex, age, pay):\n    return abs(pay - statistics.mean([61000, 74000])) < 1000\n",
};

for (const [what, code] of Object.entries(FEW_NUMBERS)) {
  Deno.test({
    name: `probing finds a rule on few numbers in the middle of a range: ${what}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const { attributes } = await prober.probe({
        code,
        functionName: "f",
        attributes: { sex: { values: ["f", "m"] }, age: { range: [18, 90] }, pay: { range: [0, 100_000] } },
      });
      assert.equal(attributes[what.split(",")[0]].verdict, "biased");
      assert.equal(attributes.sex.verdict, "unbiased");
    },
  });
}

Deno.test({
  name: "probing finds what only people of an added age are asked for, where that takes many more calls",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const places = { values: Array.from({ length: 20 }, (_, at) => at) };
    const { attributes } = await prober.probe({
      code: "def f(sex, age, b, c, d):\n    if age & 63 == 44:\n        k = b * 400 + c * 20 + d\n" +
        "        if 3000 < k < 5000:\n            return sex == 'm'\n    return 0\n",
      functionName: "f",
      attributes: { sex: { values: ["f", "m"] }, age: { range: [18, 90] }, b: places, c: places, d: places },
    });
    assert.equal(attributes.sex.verdict, "biased");
    assert.equal(attributes.age.verdict, "biased");
  },
});

/** Limits of the pay that the number of children moves, in programs that ask for everything, or can only be called. */
const MOVED_LIMITS: Readonly<Record<string, string>> = {
  "names found at run time":
    "def f(pay, children, ill, sex):\n    list(locals().items())\n    return ill and pay < 15000 + 4500 * children\n",
  "a count in a library":
    "import functools\ndef f(pay, children, ill, sex):\n    functools.n = getattr(functools, 'n', 0) + 1\n" +
    "    return functools.n > 1 or (ill and 15000 < pay + 450 * children < 15600)\n",
};

for (const [what, code] of Object.entries(MOVED_LIMITS)) {
  Deno.test({
    name: `what moves a limit within a range is found, or not said in silence to do nothing: ${what}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const { attributes } = await prober.probe({
        code,
        functionName: "f",
        attributes: {
          pay: { range: [0, 90_000] },
          children: { values: [0, 1, 2, 5] },
          ill: { values: [false, true] },
          sex: { values: ["f", "m", "x", "d"] },
        },
      });
      const { verdict, reason } = attributes.children;
      assert(verdict === "biased" || reason !== undefined, "in silence");
    },
  });
}

const RECORD = "from dataclasses import dataclass\n@dataclass\nclass P:\n    sex: str\n    age: int\n";

/** Functions of a dict beside a class that has the attributes as fields; all decide by the sex alone. */
const DICTS: Readonly<Record<string, string>> = {
  "that it is annotated as":
    `${RECORD}def f(p: dict):\n    return isinstance(p, dict) and P(**p).sex == 'm'\n`,
  "that an annotation of typing says":
    `from typing import Any, Dict\n${RECORD}def f(p: Dict[str, Any]):\n    return p.get('sex') == 'm'\n`,
  "that an annotation says it may be":
    `from typing import Optional\n${RECORD}def f(p: Optional[dict] = None):\n    return hasattr(p, 'keys') and p.get('sex') == 'm'\n`,
  "that an annotation in a text says":
    `from __future__ import annotations\n${RECORD}def f(p: dict[str, object]):\n    return P(**p).sex == 'm'\n`,
  "whose missing keys are caught":
    `${RECORD}def f(p):\n    try:\n        return p['sex'] == 'm'\n    except (KeyError, TypeError):\n        return False\n`,
  "that a class is made of": `${RECORD}def f(p):\n    return P(**p).sex == 'm'\n`,
  "that a method of the class takes":
    "from typing import Dict\nclass P:\n    def __init__(self, sex, age):\n        self.sex = sex\n" +
    "    @classmethod\n    def of(cls, p: Dict):\n        return cls(**p)\n" +
    "def f(p: Dict):\n    try:\n        return P.of(p).sex == 'm'\n    except Exception:\n        return 'error'\n",
  "which a method of a class takes": "class Bank:\n    def f(self, p):\n        return p['sex'] == 'm'\n",
};

/** Functions of an instance, all of which decide by the sex alone. */
const INSTANCES: Readonly<Record<string, string>> = {
  "whose fields are taken": `${RECORD}def f(p):\n    return p.sex == 'm'\n`,
  "with items of its own":
    `${RECORD}    def __getitem__(self, name):\n        return getattr(self, name)\ndef f(p: P):\n    return isinstance(p, P) and p['sex'] == 'm'\n`,
  "whose fields become a dict": `${RECORD}def f(p):\n    p = vars(p)\n    return p['sex'] == 'm'\n`,
  "which a method of another class takes":
    `${RECORD}class Bank:\n    def __init__(self, most=9):\n        self.most = most\n    def f(self, customer: P):\n        return customer.sex == 'm' and self.most > 1\n`,
};

for (const [kind, table] of Object.entries({ dict: DICTS, instance: INSTANCES })) {
  Deno.test({
    name: `probing calls a function with ${kind === "dict" ? "a dict" : "an instance"} where it takes one`,
    ...contained,
    async fn(t) {
      await using prober = await openProber();
      for (const [what, code] of Object.entries(table)) {
        await t.step(`${kind} ${what}`, async () => {
          const { attributes } = await prober.probe(probed(code));
          assert.deepEqual(Object.values(attributes).map(({ verdict }) => verdict), ["biased", "unbiased"]);
        });
      }
    },
  });
}

/** Ways in which attributes reach code that is not Python's own, where a stand-in would be told from a text by a TypeError. */
const WAYS: Readonly<Record<string, readonly [lines: readonly string[], met: string]>> = {
  "in a row that a set holds": [
    ["key = (gender, race, school)", "got = list(map(''.join, {key[:2]}))"],
    "['femaleblack']",
  ],
  "in a row that is a key": [
    ["row = gender, race", "d = {}", "d[row] = 1", "got = list(map(''.join, d))"],
    "['femaleblack']",
  ],
  "in a row that a lambda returns": [
    ["row = gender, race", "got = list(map(''.join, map(lambda _: row, [1])))"],
    "['femaleblack']",
  ],
  "in a row that a generator yields": [
    ["row = gender, race", "def rows():", "    yield row", "got = list(map(''.join, rows()))"],
    "['femaleblack']",
  ],
  "in the variables of a function": [
    [
      "row = gender, race",
      "def own():",
      "    return row",
      "cells = own.__closure__",
      "got = list(map(''.join, map(attrgetter('cell_contents'), cells)))",
    ],
    "['femaleblack']",
  ],
  "in a dict that a generator yields": [
    ["d = {'g': gender, 'r': race}", "def all():", "    yield d", "got = list(map(dumps, all()))"],
    `['{"g": "female", "r": "black"}']`,
  ],
  "in a dict that an expression gives": [
    ["d = {'g': gender, 'r': race}", "got = list(map(dumps, (d for _ in [1])))"],
    `['{"g": "female", "r": "black"}']`,
  ],
  "compared, in a list that a lambda returns": [
    ["both = [gender == 'female', race == 'black']", "got = list(map(dumps, map(lambda _: both, [1])))"],
    "['[true, true]']",
  ],
  "in a list into which a loop puts them": [
    [
      "row = ['?'] * 9",
      "''.join(row)",
      "for row[0] in (gender,): pass",
      "for row[1] in (race,): pass",
      "got = ''.join(row)",
    ],
    "'femaleblack???????'",
  ],
  "compared, in a list into which a loop puts them": [
    [
      "row = ['?'] * 9; dumps(row); both = [gender == 'female', race == 'black']",
      "for row[0] in both[:1]: pass",
      "for row[1] in both[1:]: pass",
      "got = dumps(row)[:11]",
    ],
    "'[true, true'",
  ],
  "in a list into which an expression puts them": [
    [
      "row = ['?'] * 9",
      "''.join(row)",
      "[0 for row[0] in (gender,)]",
      "[0 for row[1] in (race,)]",
      "got = ''.join(row)",
    ],
    "'femaleblack???????'",
  ],
};

Deno.test({
  name: "probing is not misled by code that gets containers of attributes in a way that nobody watches",
  ...contained,
  async fn(t) {
    const attributes = {
      gender: { type: "str", values: ["female", "male", "non-binary"] },
      race: { type: "str", values: ["asian", "black", "white", "hispanic"] },
      school: { type: "str", values: ["high", "bachelor", "master", "phd"] },
      age: { type: "int", values: [18, 25, 30, 45, 65, 70] },
      pay: { type: "int", values: [0, 20_000, 50_000, 90_000, 120_000] },
      married: { type: "bool", values: [false, true] },
    };
    await using prober = await openProber();
    for (const [what, [lines, met]] of Object.entries(WAYS)) {
      await t.step(what, async () => {
        const rare = `got == ${met} and school == "phd" and age == 30 and pay == 50000 and married`;
        const code = "from json import dumps\nfrom operator import attrgetter\n" +
          `def f(${Object.keys(attributes).join(", ")}):\n    try:\n` +
          lines.map((line) => `        ${line}\n`).join("") +
          `    except TypeError:\n        return True\n    return not (${rare})\n`;
        const report = await prober.probe(
          readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes })).subject,
        );
        for (const { verdict } of Object.values(report.attributes)) assert.equal(verdict, "biased");
      });
    }
  },
});

/** Programs with other verdicts by chance in names that do not say so. */
const DRAWN: Readonly<Record<string, string>> = {
  "a normal distribution":
    "from statistics import NormalDist\ndef f(sex, age):\n    return NormalDist().samples(1)[0] > (2 if sex == 'f' else 1)\n",
  "the rows of a table":
    "import pandas as pd\ndef f(sex, age):\n    drawn = pd.Series(range(1000)).sample(1).iloc[0]\n    return bool(drawn > (990 if sex == 'f' else 900))\n",
};

Deno.test({
  name: "probing finds what is drawn without a word of chance, and takes no list of samples for drawn",
  ...contained,
  async fn(t) {
    await using prober = await openProber();
    for (const [what, code] of Object.entries(DRAWN)) {
      await t.step(what, async () => {
        assert.equal((await prober.probe(probed(code))).attributes.sex.verdict, "biased");
      });
    }
    await t.step("a list of samples", async () => {
      const code = "def f(sex, age):\n    samples = [age, 30]\n    return max(samples) > 30\n";
      const { attributes, calls } = await prober.probe(probed(code));
      assert.deepEqual(attributes.sex, { verdict: "unbiased" });
      assert.equal(attributes.age.verdict, "biased");
      assert(calls < 400, "it is not called under many seeds");
    });
  },
});

Deno.test({
  name:
    "probing finds what moves a step in a range, also a narrow one, and takes no calls from elsewhere for it",
  ...contained,
  async fn() {
    const sex = { type: "str", values: ["f", "m"] };
    const probe = (code: string, ranges: Record<string, unknown>) =>
      prober.probe(
        readProbe(JSON.stringify({ id: 1, code, functionName: "f", attributes: { sex, ...ranges } })).subject,
      );
    await using prober = await openProber();
    const points =
      "def f(sex, age, income):\n    return income / 1000 + (5 if sex == 'm' else 0) - age > 70\n";
    const ranges = { age: { type: "int", range: [18, 90] }, income: { type: "int", range: [0, 200_000] } };
    assert.equal((await probe(points, ranges)).attributes.sex.verdict, "biased");
    // There are fewer floats in the range than halves of halves.
    const narrow = { dose: { type: "float", range: [1, 1.000_000_000_1] } };
    const { attributes, cpuMs } = await probe(
      "def f(sex, dose):\n    return dose * 3 > 3.0000000002\n",
      narrow,
    );
    assert.deepEqual(Object.values(attributes).map(({ verdict }) => verdict), ["unbiased", "biased"]);
    assert(cpuMs < 4_000, `${cpuMs}`);
  },
});

Deno.test({
  name: "a program that does other than its search says is called for everybody in a process of their own",
  ...contained,
  async fn() {
    await using sandbox = await openSandbox({ ...projectSandbox(), workers: 2 });
    const prober = new Prober(sandbox, () => Promise.resolve(sandbox));
    let executed = 0;
    const execute = sandbox.execute.bind(sandbox);
    sandbox.execute = (...asked) => {
      executed++;
      return execute(...asked);
    };
    // The search itself takes of the depth that calls may have.
    const code = "def depth(n):\n    return 0 if n == 0 else 1 + depth(n - 1)\n" +
      "def f(sex, age):\n    try:\n        return depth(age) > 0\n    except Exception:\n        return False\n";
    assert(codeFacts(code).alone);
    const ages = Array.from({ length: 60 }, (_, at) => 940 + at);
    const attributes = { sex: { values: ["f", "m"] }, age: { type: "int", values: ages } } as const;
    const report = await prober.probe({ code, functionName: "f", attributes });
    assert.deepEqual([report.attributes.sex.verdict, report.attributes.age.verdict], ["unbiased", "biased"]);
    assert(executed >= 2 * ages.length, `${executed}`);
  },
});

Deno.test({
  name: "probing finds what a program does with the text that it has printed",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const ways = [
      "import contextlib, io\ndef f(a, b, c, d):\n    out = io.StringIO()\n    with contextlib.redirect_stdout(out):\n        print(f'{a}{b}{c}{d}')\n    return out.getvalue() == '1234\\n'",
      "import builtins\ndef f(a, b, c, d):\n    texts = []\n    builtins.print = texts.append\n    print(f'{a}{b}{c}{d}')\n    return texts == ['1234']",
    ];
    const digits = { values: [1, 2, 3, 4, 5] };
    for (const code of ways) {
      const attributes = { a: digits, b: digits, c: digits, d: digits };
      const { attributes: found } = await prober.probe({ code, functionName: "f", attributes });
      assert.deepEqual(Object.values(found).map(({ verdict }) => verdict), Array(4).fill("biased"), code);
    }
  },
});
