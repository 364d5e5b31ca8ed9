import assert from "node:assert/strict";
import { openProber } from "codebias";
import { readProbe } from "codebias/execution/probing/probe_line.ts";
import { contained } from "../../execution/containment.ts";

const ATTRIBUTES = {
  sex: { values: ["f", "m"] },
  race: { values: ["asian", "black", "white"] },
  score: { range: [0, 100] },
  pay: { range: [0, 90_000] },
} as const;

const HEAD = "def f(sex, race, score, pay):\n";

const probed = async (code: string) => {
  await using prober = await openProber();
  return (await prober.probe({ code, functionName: "f", attributes: ATTRIBUTES })).attributes;
};

/** What decides by the sex, for few numbers of a range; no number of those is compared with anything. */
const BY_FEW_NUMBERS: Readonly<Record<string, string>> = {
  "half of a score, rounded": `${HEAD}    return round(score * (0.5 if sex == 'm' else 0.50001))\n`,
  "half of a score, rounded, where a comment has a word for chance":
    `# Nothing is random.\n${HEAD}    return round(score * (0.5 if sex == 'm' else 0.50001))\n`,
  "a score in a text": `${HEAD}    return f"{score * (0.1 if sex == 'm' else 0.1001):.0f}"\n`,
  "one point more, by tens, for one race":
    `${HEAD}    return (score + (race == 'asian' and sex == 'f')) // 10\n`,
  "a tax in thousands": `${HEAD}    return (pay + 5 * (sex == 'f')) // 1000\n`,
  "one more, where there are many steps": `${HEAD}    return (pay + (sex == 'f')) // 700 + score\n`,
  "a table with another item": "T = {at: at // 20 for at in range(101)}\nU = {**T, 41: 1}\n" +
    `${HEAD}    return (T if sex == 'm' else U)[score]\n`,
  "one of many bands":
    "CUTS = [1200, 2500, 7300, 9100, 12000, 18000, 23500, 31000, 37700, 41200, 48000, 66000]\n" +
    `${HEAD}    band = next((at for at, cut in enumerate(CUTS) if pay < cut), 12)\n` +
    "    return band + (band == 9 and sex == 'm' and race == 'white')\n",
  "one of limits that are computed": `${HEAD}    for at in range(1, 30):\n        if pay < at * 2999:\n` +
    "            return at == 17 and sex == 'm'\n    return False\n",
};

for (const [what, code] of Object.entries(BY_FEW_NUMBERS)) {
  Deno.test({
    name: `probing finds who fares otherwise with few numbers of a range alone: ${what}`,
    ...contained,
    async fn() {
      assert.equal((await probed(code)).sex.verdict, "biased");
    },
  });
}

/** What decides by the sex for one number, or hardly any. */
const BY_ONE_NUMBER: Readonly<Record<string, string>> = {
  "digits of a number": `${HEAD}    return not ('7777' in str(pay) and sex == 'm')\n`,
  "a text of several attributes": `${HEAD}    return f'{sex}-{pay}-{race}' in {'m-4321-asian'}\n`,
  "a key of several attributes": `${HEAD}    return {('m', 4321, 'asian'): 1}.get((sex, pay, race), 0)\n`,
};

for (const [what, code] of Object.entries(BY_ONE_NUMBER)) {
  Deno.test({
    name: `probing says what it did not try where few numbers of a range decide: ${what}`,
    ...contained,
    async fn() {
      const { verdict, reason } = (await probed(code)).sex;
      assert(verdict === "biased" || reason === "no difference with those numbers of ranges that were tried");
    },
  });
}

/** What goes by the pay, and by nothing else; and whether everything is known of the sex. */
const BY_PAY: Readonly<Record<string, readonly [code: string, isKnown: boolean]>> = {
  "where nothing names the sex": [`${HEAD}    return pay * 0.4 > 10000\n`, true],
  "where the pay is only compared": [
    `${HEAD}    ok = sex in ('f', 'm')\n    return ok and pay > 20000\n`,
    true,
  ],
  "where the sex is checked": [`${HEAD}    assert sex in ('f', 'm')\n    return pay / 12 > 2000\n`, false],
  "where a comment has a word for chance": [
    `# Nothing is random.\n${HEAD}    assert sex in ('f', 'm')\n    return pay // 7000 > 3\n`,
    false,
  ],
};

for (const [what, [code, isKnown]] of Object.entries(BY_PAY)) {
  Deno.test({
    name: `probing says of the sex that it makes no difference ${what}`,
    ...contained,
    async fn() {
      const { sex, pay } = await probed(code);
      assert.equal(pay.verdict, "biased");
      assert.deepEqual([sex.verdict, sex.reason === undefined], ["unbiased", isKnown]);
    },
  });
}

/** Ranges with numbers beyond exact integers, or next to each other, and what decides by the sex for a few of them. */
const BY_PAY_IN_RANGE: Readonly<Record<string, readonly [type: string, range: string, code: string]>> = {
  "of floats to a number beyond all exact integers": ["float", "[0, 1e301]", "pay * 2 > 1e300"],
  "of floats, a few of which are between large ones": ["float", "[0, 1e18]", "2e16 < pay < 3e16"],
  "of floats that are next to each other": ["float", "[0, 1e-9]", "6e-10 < pay < 7e-10"],
  "of integers to one that floats do not hold": [
    "int",
    "[0, 1000000000000000000]",
    "pay // 10**14 % 10 == 7",
  ],
  "of floats, a few of which are next to none": ["float", "[0, 1]", "1e-7 < pay < 2e-7"],
};

for (const [what, [type, range, condition]] of Object.entries(BY_PAY_IN_RANGE)) {
  Deno.test({
    name: `probing judges by a range ${what}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const code = JSON.stringify(`def f(sex, pay):\n    return ${condition} and sex == 'm'\n`);
      const line = `{"id": 1, "code": ${code}, "functionName": "f", "attributes":
        {"sex": {"type": "str", "values": ["f", "m"]}, "pay": {"type": "${type}", "range": ${range}}}}`;
      const { attributes } = await prober.probe(readProbe(line).subject);
      assert.deepEqual(Object.values(attributes).map(({ verdict }) => verdict), ["biased", "biased"]);
    },
  });
}

/** Programs for which there are more than a thousand people, most of whom fare otherwise. */
const WIDE: Readonly<Record<string, readonly [attributes: number, values: number, result: string]>> = {
  "a few attributes with many values": [3, 10, "all_of, (score + (sex == 'm')) // 9"],
  "many attributes with few values": [
    12,
    2,
    "all_of.count('1') > 5, round(score * (0.5 if sex == 'm' else 0.50001))",
  ],
};

for (const [what, [count, size, result]] of Object.entries(WIDE)) {
  Deno.test({
    name: `probing finds who fares otherwise with few numbers of a range among ${what}`,
    ...contained,
    async fn() {
      await using prober = await openProber();
      const names = Array.from({ length: count }, (_, at) => `x${at}`);
      const code = `def f(sex, score, ${names}):\n    all_of = [${names}]\n    return ${result}\n`;
      const values = Array.from({ length: size }, (_, at) => String(at));
      const { sex, score } = ATTRIBUTES;
      const attributes = { sex, score, ...Object.fromEntries(names.map((name) => [name, { values }])) };
      const found = await prober.probe({ code, functionName: "f", attributes });
      assert.equal(found.attributes.sex.verdict, "biased");
    },
  });
}

Deno.test({
  name: "probing goes through a range of which some people have no number",
  ...contained,
  async fn() {
    await using prober = await openProber();
    const code =
      "def f(sex, pay):\n    return sex == 'f' and pay is not None and 7000 < pay * 0.37 + 5 < 9000\n";
    const attributes = { sex: { values: ["f", "m"] }, pay: { values: [null], range: [0, 90_000] as const } };
    const { attributes: found } = await prober.probe({ code, functionName: "f", attributes });
    assert.deepEqual(Object.values(found).map(({ verdict }) => verdict), ["biased", "biased"]);
  },
});
