/**
 * What a program's own process may say of it is fuzzed: the host gives a report, whatever that is, in a blink, and no verdict that
 * plain calls contradict.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Leaf, Outcome, ProbeReport } from "codebias/core/types.ts";
import { dict, encode, float, isA, isList, type PythonValue } from "codebias/values/mod.ts";
import {
  arbitraryQuestions,
  decideQuestions,
  leavesOfQuestions,
  raised,
  returned,
} from "../../bias/explorations.ts";
import { sized } from "../../long.ts";
import { processorMs } from "../../processor_time.ts";
import { arbitraryValue } from "../../values/arbitrary_value.ts";
import { claimOf, type Doing, lyingProber, NAMES, SIZES, SUBJECT } from "./forged_claims.ts";

const RUNS = sized({ small: 200, long: 20_000 });

/** What programs come to. */
const OUTCOMES = [
  returned(true),
  returned(float(1)),
  returned("no"),
  returned([1, null]),
  raised("KeyError"),
];

/** A program: what it does, and what an honest search says of it. */
interface Honest {
  readonly doing: Doing;
  readonly claim: PythonValue;
}

const honest: fc.Arbitrary<Honest> = arbitraryQuestions(OUTCOMES, SIZES).map((questions) => ({
  doing: (places) => ({ ...decideQuestions(questions, places), message: "", cpuMs: 0 }) as Outcome,
  claim: claimOf(leavesOfQuestions(questions, SIZES).map(telling)),
}));

/** A leaf with those steps alone that tell something: each leaves fewer values. */
function telling({ path, ...rest }: Leaf): Leaf {
  const left: number[] = [...SIZES];
  return { ...rest, path: path.filter(([at, { length }]) => length < left[at] && (left[at] = length)) };
}

/** By attribute, whether it alone changes what a program does. */
function truthOf(doing: Doing): boolean[] {
  const keyOf = (places: readonly number[]) => {
    const outcome = doing(places);
    if (outcome.kind !== "returned") return JSON.stringify(outcome);
    return outcome.value.join() === encode(true).join() ? encode(float(1)).join() : outcome.value.join();
  };
  const everybody = SIZES.reduce<number[][]>(
    (found, size) => found.flatMap((places) => [...Array(size).keys()].map((place) => [...places, place])),
    [[]],
  );
  return SIZES.map((size, at) =>
    everybody.some((places) =>
      [...Array(size).keys()].some((other) => keyOf(places) !== keyOf(places.with(at, other)))
    )
  );
}

/** What the host says; no verdict of it may be wrong, and none that there is no difference in silence. */
async function reportOf(
  bytes: Uint8Array<ArrayBuffer>,
  doing: Doing,
  lines = encode([]),
): Promise<ProbeReport> {
  const report = await lyingProber(bytes, lines, doing).probe(SUBJECT);
  const truth = truthOf(doing);
  for (const [at, name] of NAMES.entries()) {
    const { verdict, reason } = report.attributes[name];
    if (verdict === "biased") assert(truth[at], `${name} makes no difference`);
    if (verdict === "unbiased") assert(!truth[at] || reason !== undefined, `${name} makes a difference`);
  }
  return report;
}

/** Runs a property, and says how long its cases took, milliseconds of processor time, the longest last. */
async function timed<T>(
  cases: fc.Arbitrary<T>,
  work: (one: T) => Promise<unknown>,
  runs = RUNS,
): Promise<number[]> {
  const times: number[] = [];
  await fc.assert(
    fc.asyncProperty(cases, async (one) => {
      times.push(await processorMs(() => work(one)));
    }),
    { numRuns: runs },
  );
  return times.sort((a, b) => a - b);
}

/** Whether all cases were quick, but for a few while the code was still new to this process. */
function assertQuick(times: readonly number[]): void {
  assert(times.at(-5)! < 100, `${times.slice(-5).map(Math.round)} ms`);
}

const nested = (depth: number, open: (inner: PythonValue) => PythonValue): PythonValue => {
  let value: PythonValue = 1;
  for (let level = 0; level < depth; level++) value = open(value);
  return value;
};

/** What no honest search says. */
const ODD: readonly PythonValue[] = [
  ...[null, true, false, 0, -1, 1, 2, 7, 2 ** 31, -(2 ** 31), 2 ** 53 - 1, 2n ** 70n, -(2n ** 4000n)],
  ...[NaN, -0, 1.5, 1, Infinity, 1e308].map(float),
  ...["", "a", "f", "b\nc", "__proto__", "constructor", "returned", "limit", "\ud800", "é".repeat(20_000)],
  ...[[], [[]], [0, 0], [null], ["a", "b", "c"], ["a", "b\nc"], [1, 1], [3, 0]],
  { $type: "bytes", bytes: new Uint8Array(9) },
  { $type: "complex", real: 1, imag: NaN },
  { $type: "tuple", items: [0, 1] },
  { $type: "set", items: [1, "a"] },
  { $type: "object", class: "decimal.Decimal", value: `1${"0".repeat(5_000)}1E${"9".repeat(5_000)}` },
  { $type: "object", class: "fractions.Fraction", value: { $type: "tuple", items: [1, 0] } },
  { $type: "object", class: "range", value: { $type: "tuple", items: [0, 1, 0] } },
  { $type: "instance", class: "program.A", fields: [["__proto__", 1]] },
  { $type: "dict", items: [[1, 2], [null, 3], ["a", 4], ["a", 5]] },
  { $type: "dict", items: [[{ $type: "tuple", items: ["a"] }, "a"]] },
  dict({ a: [1], b: [2], c: [0] }),
  nested(100, (inner) => [inner]),
  nested(90, (inner) => dict({ a: inner })),
];

/** A change somewhere in a value: where, by numbers that choose an item each, and what is done to what is there. */
interface Change {
  readonly where: readonly number[];
  readonly action: number;
  readonly odd: PythonValue;
}

const change: fc.Arbitrary<Change> = fc.record({
  where: fc.array(fc.nat(1_000), { maxLength: 6 }),
  action: fc.nat(12),
  odd: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...ODD) }, { weight: 1, arbitrary: arbitraryValue }),
});

function changed(value: PythonValue, { where, ...rest }: Change): PythonValue {
  const [choice, ...further] = where;
  const within = (inner: PythonValue) => changed(inner, { where: further, ...rest });
  if (choice !== undefined && isList(value) && value.length > 0) {
    return value.map((item, at) => at === choice % value.length ? within(item) : item);
  }
  if (choice !== undefined && isA(value, "dict") && value.items.length > 0) {
    const items = value.items.map(([key, item], at) =>
      at === choice % value.items.length ? [key, within(item)] as const : [key, item] as const
    );
    return { ...value, items };
  }
  return replaced(value, rest);
}

/** What takes the place of something: something odd, or what it can be made by moving, doubling and leaving out. */
function replaced(value: PythonValue, { action, odd }: Omit<Change, "where">): PythonValue {
  if (typeof value === "number") {
    const numbers = [value + 1, value - 1, -value, 2 * value, float(value), float(value + 0.5)];
    if (action < numbers.length) return numbers[action];
  }
  if (isList(value)) {
    const [first] = value;
    const lists = [
      ...[[], value.toReversed(), [...value, ...value], value.slice(1), value.slice(0, -1), [...value, odd]],
      ...[[value], value.map(() => first ?? null), [first ?? odd, ...value]],
    ];
    if (action < lists.length) return lists[action];
  }
  if (isA(value, "dict")) {
    const { items } = value;
    const dicts = [[], items.toReversed(), items.slice(1), [...items, [odd, odd] as const], [
      ...items,
      ...items.slice(0, 1),
    ]];
    if (action < dicts.length) return { ...value, items: dicts[action] };
  }
  return odd;
}

/** The bytes of a value, where it is one that can be written down. */
function bytesOf(value: PythonValue): Uint8Array<ArrayBuffer> {
  try {
    return encode(value);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return encode(null);
  }
}

Deno.test("an honest claim gives the verdicts that plain calls give", async () => {
  await timed(honest, async ({ doing, claim }) => {
    const { attributes, reason } = await reportOf(encode(claim), doing);
    const truth = truthOf(doing);
    if (reason?.startsWith("not executable")) return;
    assert.deepEqual(
      NAMES.map((name) => attributes[name].verdict),
      truth.map((differs) => differs ? "biased" : "unbiased"),
    );
  });
});

Deno.test("whatever value is claimed, there is a report in a blink, and no verdict of it is wrong", async () => {
  assertQuick(
    await timed(fc.tuple(arbitraryValue, honest), ([value, { doing }]) => reportOf(encode(value), doing)),
  );
});

Deno.test("whatever is changed in an honest claim, there is a report in a blink, and no verdict of it is wrong", async () => {
  const seen = new Map<string, number>();
  const times = await timed(
    fc.tuple(honest, fc.array(change, { minLength: 1, maxLength: 3 })),
    async ([{ doing, claim }, changes]) => {
      const { reason = "judged" } = await reportOf(bytesOf(changes.reduce(changed, claim)), doing);
      seen.set(reason, (seen.get(reason) ?? 0) + 1);
    },
    5 * RUNS,
  );
  assertQuick(times);
  for (const what of ["judged", "it tampered with its own search"]) {
    assert(seen.get(what)! > RUNS / 4, JSON.stringify([...seen]));
  }
});

Deno.test("whatever bytes of an honest claim are changed or missing, there is a report in a blink, and no verdict of it is wrong", async () => {
  const edits = fc.array(
    fc.tuple(fc.nat(), fc.oneof(fc.nat(255), fc.constantFrom(0x5b, 0x7b, 0x28, 0x75, 0xff)), fc.nat(3)),
    {
      minLength: 1,
      maxLength: 4,
    },
  );
  assertQuick(
    await timed(fc.tuple(honest, edits), ([{ doing, claim }, edits]) => {
      let bytes = [...encode(claim)];
      for (const [where, byte, action] of edits) {
        const at = where % Math.max(1, bytes.length);
        if (action === 0) bytes[at] = byte;
        else if (action === 1) bytes.splice(at, 0, byte);
        else if (action === 2) bytes.splice(at, 4, byte, 0xff, 0xff, 0x7f);
        else bytes = bytes.slice(0, at);
      }
      return reportOf(Uint8Array.from(bytes), doing);
    }, 2 * RUNS),
  );
});

Deno.test("whatever lines calls are said to execute, the verdicts are the same", async () => {
  await timed(fc.tuple(honest, arbitraryValue), async ([{ doing, claim }, lines]) => {
    const verdicts = async (lines: PythonValue) => {
      const { attributes } = await reportOf(encode(claim), doing, encode(lines));
      return NAMES.map((name) => attributes[name].verdict);
    };
    assert.deepEqual(await verdicts(lines), await verdicts([]));
  });
});
