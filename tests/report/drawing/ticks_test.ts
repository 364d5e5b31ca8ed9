import assert from "node:assert/strict";
import fc from "fast-check";
import { levelTicks, ticksAcross, ticksFor } from "codebias/report/drawing/axis_ticks.ts";
import { spreadOut } from "codebias/report/drawing/spread_out.ts";
import { logTicks, numberText, ticks } from "codebias/report/drawing/ticks.ts";

const texts = (found: readonly { text: string }[]) => found.map(({ text }) => text);

Deno.test("ticks() are round numbers with as many decimals as they need", () => {
  assert.deepEqual(texts(ticks([0, 1], 6)), ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]);
  assert.deepEqual(texts(ticks([-0.5, 0.5], 6)), ["−0.4", "−0.2", "0.0", "0.2", "0.4"]);
  assert.deepEqual(texts(ticks([0, 35_000], 4)), ["0", "10,000", "20,000", "30,000"]);
  assert.deepEqual(texts(ticks([0.101, 0.104], 4)), ["0.101", "0.102", "0.103", "0.104"]);
});

Deno.test("ticks() lie on the axis, ascend, and are as many as they may be", () => {
  const number = fc.double({ min: -1e6, max: 1e6, noNaN: true });
  fc.assert(fc.property(number, number, fc.integer({ min: 2, max: 12 }), (a, b, most) => {
    fc.pre(Math.abs(a - b) > 1e-6);
    const [from, to] = [Math.min(a, b), Math.max(a, b)];
    const found = ticks([from, to], most);
    const slack = 1e-8 * (to - from);
    assert(found.length >= 1 - slack && found.length <= most);
    for (const { value } of found) assert(value >= from - slack && value <= to + slack);
    for (const [at, { value }] of found.slice(1).entries()) assert(value > found[at].value);
  }));
});

Deno.test("logTicks() are powers of ten, closer ones on a short axis, fewer on a long one", () => {
  assert.deepEqual(texts(logTicks([1, 1000], 6)), ["1", "10", "100", "1,000"]);
  assert.deepEqual(texts(logTicks([8, 60], 6)), ["10", "20", "50"]);
  assert.deepEqual(texts(logTicks([1e-6, 1e6], 5)), ["10⁻⁶", "0.001", "1", "1,000", "10⁶"]);
  assert.deepEqual(texts(logTicks([3, 4], 4)), texts(ticks([3, 4], 4)));
});

Deno.test("numberText() prints minus signs, thousands and very large numbers", () => {
  assert.deepEqual([numberText(-0.25, 2), numberText(-0.001, 2), numberText(1234567, 0)], [
    "−0.25",
    "0.00",
    "1,234,567",
  ]);
  assert.deepEqual([numberText(2.5e9, 0), numberText(1e7, 0)], ["2.5×10⁹", "1×10⁷"]);
  assert.deepEqual(texts(ticks([0, 2e-7], 3)), ["0", "1×10⁻⁷", "2×10⁻⁷"]);
});

Deno.test("levelTicks() names the levels if they have room, otherwise round numbers", () => {
  assert.deepEqual(texts(levelTicks([0.2, 0.6, 1], [0.15, 1.05], 200)), ["0.2", "0.6", "1.0"]);
  const many = Array.from({ length: 21 }, (_, at) => at / 20);
  assert(levelTicks(many, [0, 1], 200).length <= 8);
});

Deno.test("ticksAcross() leaves room between numbers, ticksFor() between lines", () => {
  assert(ticksAcross([0, 1e6])(120).length <= 2);
  assert.equal(ticksAcross([0, 1])(400).length, 6);
  assert(ticksFor([0, 1])(60).length >= 2 && ticksFor([0, 1])(60).length <= 3);
});

Deno.test("spreadOut() keeps places apart, in order and within their range", () => {
  const places = fc.array(fc.double({ min: 0, max: 200, noNaN: true }), { minLength: 1, maxLength: 12 });
  fc.assert(fc.property(places, (given) => {
    const moved = spreadOut(given, { gap: 14, range: [0, 200] });
    const order = given.map((_, at) => at).sort((a, b) => given[a] - given[b] || a - b);
    for (const at of order) assert(moved[at] >= -1e-9 && moved[at] <= 200 + 1e-9);
    for (const [index, at] of order.slice(1).entries()) assert(moved[at] - moved[order[index]] >= 14 - 1e-9);
  }));
});

Deno.test("spreadOut() leaves places alone that are apart", () => {
  assert.deepEqual(spreadOut([80, 10, 40], { gap: 14, range: [0, 100] }), [80, 10, 40]);
});
