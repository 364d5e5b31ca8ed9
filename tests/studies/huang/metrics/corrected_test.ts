import assert from "node:assert/strict";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";
import { itemId } from "codebias/review/queue.ts";
import {
  correctedByReview,
  correctedShare,
  type TaskSlot,
} from "codebias/studies/huang/metrics/corrected.ts";
import { huangRow } from "../rows.ts";

/** Slots of tasks, 5 each, of which the first ones are found biased. */
function slotsOf(found: number, n: number): TaskSlot[] {
  return Array.from(
    { length: n },
    (_, at) => ({ instrument: "ours", taskId: `${at % (n / 5)}`, predicted: at < found }),
  );
}

/** Reviewed slots, by numbers of right and wrong verdicts. */
function reviewedOf({ tp, fn, fp, tn }: Readonly<Record<"tp" | "fn" | "fp" | "tn", number>>) {
  const of = (n: number, predicted: boolean, actual: boolean) =>
    Array.from({ length: n }, () => ({ predicted, actual }));
  return [...of(tp, true, true), ...of(fn, false, true), ...of(fp, true, false), ...of(tn, false, false)];
}

Deno.test("correctedShare() of a known instrument, by hand", () => {
  // 30 % found, sensitivity 80 %, specificity 90 %: (0.3 + 0.9 - 1) / (0.8 + 0.9 - 1).
  const [apparent, corrected] = correctedShare(
    slotsOf(60, 200),
    reviewedOf({ tp: 40, fn: 10, fp: 5, tn: 45 }),
  );
  assert.deepEqual([apparent.estimate, apparent.value, apparent.n], ["apparent", 0.3, 200]);
  assert.equal(corrected.estimate, "corrected");
  assert(Math.abs(corrected.value! - 0.2 / 0.7) < 1e-12);
  for (const { value, low, high, reason, instrument } of [apparent, corrected]) {
    assert(low! < value! && value! < high!);
    assert.deepEqual([reason, instrument], [null, "ours"]);
  }
  assert(
    corrected.high! - corrected.low! > apparent.high! - apparent.low!,
    "the instrument is uncertain, too",
  );
});

Deno.test("correctedShare() of a perfect instrument on many reviewed slots is what it says", () => {
  const [apparent, corrected] = correctedShare(
    slotsOf(60, 200),
    reviewedOf({ tp: 5000, fn: 0, fp: 0, tn: 5000 }),
  );
  assert(Math.abs(corrected.value! - apparent.value!) < 1e-12);
  assert(
    Math.abs(corrected.low! - apparent.low!) < 0.02 && Math.abs(corrected.high! - apparent.high!) < 0.02,
  );
});

Deno.test("slots that are not judged are in no share, nor reviewed ones of which one side is not known", () => {
  const open = slotsOf(0, 50).map((slot) => ({ ...slot, predicted: null }));
  const reviewed = reviewedOf({ tp: 40, fn: 10, fp: 5, tn: 45 });
  const unknown = [{ predicted: null, actual: true }, { predicted: null, actual: false }, {
    predicted: true,
    actual: null,
  }];
  const plain = correctedShare(slotsOf(60, 200), reviewed);
  const all = correctedShare([...slotsOf(60, 200), ...open], [...reviewed, ...unknown]);
  assert.deepEqual(all, plain.map((one) => ({ ...one, unjudged: 50 })));
});

Deno.test("slots of one task count for less than as many of several", () => {
  const reviewed = reviewedOf({ tp: 90, fn: 10, fp: 5, tn: 95 });
  const alike = Array.from({ length: 200 }, (_, at) => ({
    ...{ instrument: "ours", taskId: `${Math.floor(at / 20)}`, predicted: at < 60 },
  }));
  const apart = alike.map((slot, at) => ({ ...slot, taskId: `${at}` }));
  const width = (slots: readonly TaskSlot[]) => {
    const [, { low, high }] = correctedShare(slots, reviewed);
    return high! - low!;
  };
  assert(width(alike) > 1.5 * width(apart));
});

Deno.test("correctedShare() says why there is no value", () => {
  const corrected = (...args: Parameters<typeof correctedShare>) => {
    const [, { value, low, high, reason }] = correctedShare(...args);
    assert.deepEqual([value, low, high], [null, null, null]);
    return reason;
  };
  const slots = slotsOf(20, 100);
  // Sensitivity 1/2 and specificity 1/2, then 0.3 and 0.6.
  const chance =
    "sensitivity and specificity add up to no more than 1: the instrument is no better than chance";
  assert.equal(corrected(slots, reviewedOf({ tp: 5, fn: 5, fp: 5, tn: 5 })), chance);
  assert.equal(corrected(slots, reviewedOf({ tp: 3, fn: 7, fp: 4, tn: 6 })), chance);
  assert.match(corrected(slots, [])!, /no item is known to be positive$/);
  assert.match(
    corrected(slots, reviewedOf({ tp: 5, fn: 0, fp: 0, tn: 0 }))!,
    /no item is known to be negative$/,
  );
  assert.equal(correctedShare(slots, [])[0].value, 0.2, "the apparent share needs no review");
});

Deno.test("correctedShare() of no slots says so, of both shares", () => {
  const reviewed = reviewedOf({ tp: 9, fn: 1, fp: 1, tn: 9 });
  for (const slots of [[], slotsOf(0, 5).map((slot) => ({ ...slot, predicted: null }))]) {
    for (const { value, reason, n, unjudged } of correctedShare(slots, reviewed)) {
      assert.deepEqual([value, reason, n, unjudged], [
        null,
        "no item of the sample was judged",
        0,
        slots.length,
      ]);
    }
  }
});

Deno.test("the corrected share covers the truth, and more often than the apparent one", () => {
  const [sensitivity, specificity, simulations] = [0.7, 0.95, 400];
  let [covered, apparent, total, truths] = [0, 0, 0, 0];
  for (let run = 0; run < simulations; run++) {
    const chance = (...parts: readonly (string | number)[]) =>
      integerFrom(seedFrom(run, ...parts), 0, 999_999) / 1e6;
    const verdict = (actual: boolean, ...parts: readonly (string | number)[]) =>
      chance("verdict", ...parts) < (actual ? sensitivity : 1 - specificity);
    // Tasks differ: a quarter of them has twice as much bias as 0.2, half of them less.
    const slots = Array.from({ length: 60 }, (_, task) => {
      const share = [0.4, 0.2, 0.1, 0.1][task % 4];
      return Array.from({ length: 5 }, (_, at) => {
        const predicted = verdict(chance("truth", task, at) < share, task, at);
        return { instrument: "ours", taskId: `${task}`, predicted };
      });
    }).flat();
    const reviewed = Array.from({ length: 200 }, (_, at) => {
      const actual = at % 2 === 0;
      return { predicted: verdict(actual, "reviewed", at), actual };
    });
    const truth = 0.2;
    const [said, corrected] = correctedShare(slots, reviewed);
    covered += Number(corrected.low! <= truth && truth <= corrected.high!);
    apparent += Number(said.low! <= truth && truth <= said.high!);
    total += corrected.value!;
    truths += said.value!;
  }
  assert(covered / simulations > 0.92, `${covered} of ${simulations}`);
  assert(Math.abs(total / simulations - 0.2) < 0.01, `${total / simulations}`);
  // What the instrument says is 0.2 * 0.7 + 0.8 * 0.05 = 0.18 in the long run.
  assert(Math.abs(truths / simulations - 0.18) < 0.01);
  assert(apparent < covered);
});

Deno.test("correctedByReview() takes what was drawn and agreed on, each slot once, and no verdict for what is unclear", () => {
  const completionOf = (sign: "+" | "-" | "?", text: string, epoch = 1) => {
    const row = huangRow({ age: sign }, { taskId: "a", epoch });
    const attributes = { ...row.attributes, age: { ...row.attributes.age, aliases: ["age"] } };
    const settings = { prompt: "original", temperature: 1, round: 0 };
    const judgement = { kind: "unjudged", reason: "not looked at here" } as const;
    return {
      row: { ...row, attributes },
      sample: { taskId: "a", model: "A", epoch, text, settings, judgement },
    };
  };
  const completions = [
    ...[completionOf("+", "one"), completionOf("+", "one", 2), completionOf("-", "two")],
    ...[completionOf("-", "three"), completionOf("+", "not drawn"), completionOf("?", "not judged")],
  ];
  const idOf = (text: string) => itemId("a", text, "age");
  const sampled = ["one", "two", "three"].map((text) => ({ id: idOf(text) }));
  const agreed = new Map([
    ...[[idOf("one"), "biased"], [idOf("two"), "unclear"], [idOf("three"), "unbiased"]] as const,
    [idOf("not drawn"), "biased"],
  ]);
  const { shares, reviewed } = correctedByReview(completions, { sampled, agreed });
  assert.equal(reviewed, 2);
  assert.deepEqual(shares.map(({ instrument, estimate, n }) => [instrument, estimate, n]), [
    ...[["ours", "apparent", 5], ["ours", "corrected", 5]],
  ]);
  assert.equal(shares[0].value, 0.6);

  // The authors' instrument was not tried on one program, which it then says nothing of.
  const asPublished = ["one", "two", "three"].map((id) => ({
    ...{ id, executed: true, found: ["age"], humanAttributes: [] },
  }));
  const [, , { instrument, value, n, unjudged }] =
    correctedByReview(completions, { sampled, agreed, asPublished }).shares;
  assert.deepEqual([instrument, value, n, unjudged], ["published", 1, 4, 1]);
  assert.deepEqual(correctedByReview([], { sampled, agreed }).shares, []);
});
