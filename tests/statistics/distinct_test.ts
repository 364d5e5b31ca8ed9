import assert from "node:assert/strict";
import fc from "fast-check";
import { distinct } from "codebias/statistics/mod.ts";

const tasks = fc.array(fc.array(fc.constantFrom("a", "b", "c", 1, 2), { maxLength: 12 }), {
  minLength: 1,
  maxLength: 8,
})
  .filter((tasks) => tasks.flat().length > 0);

Deno.test("distinct() counts one effective sample per task where all epochs are copies", () => {
  const copies = [["x", "x", "x", "x", "x"], ["y", "y", "y", "y", "y"], ["x", "x", "x", "x", "x"]];
  assert.deepEqual(distinct(copies), { total: 15, distinct: 3, repeated: 0.8, effective: 3 });
});

Deno.test("distinct() counts every sample where all differ, also if tasks share them", () => {
  assert.deepEqual(distinct([["a", "b", "c"], ["a", "b"]]), {
    total: 5,
    distinct: 5,
    repeated: 0,
    effective: 5,
  });
});

Deno.test("distinct() weighs frequencies by the inverse Simpson index", () => {
  // 1 / (0.75^2 + 0.25^2)
  assert.deepEqual(distinct([["a", "a", "a", "b"]]), {
    total: 4,
    distinct: 2,
    repeated: 0.5,
    effective: 1.6,
  });
});

Deno.test("distinct() tells numbers from their text, and texts by every character", () => {
  assert.equal(distinct([[1, "1", 1]]).distinct, 2);
  assert.equal(distinct([["a", "a ", "A"]]).distinct, 3);
  assert.equal(distinct([["toString", "constructor", "__proto__"]]).distinct, 3);
  assert.equal(distinct([[0, -0]]).distinct, 1);
});

Deno.test("distinct() adds up over tasks, empty ones adding nothing", () => {
  fc.assert(fc.property(tasks, (tasks) => {
    const whole = distinct([...tasks, []]);
    const parts = tasks.filter((samples) => samples.length > 0).map((samples) => distinct([samples]));
    const sumOf = (key: "total" | "distinct" | "effective") =>
      parts.reduce((sum, part) => sum + part[key], 0);
    assert.equal(whole.total, sumOf("total"));
    assert.equal(whole.distinct, sumOf("distinct"));
    assert(Math.abs(whole.effective - sumOf("effective")) < 1e-12);
    assert(Math.abs(whole.repeated - (1 - whole.distinct / whole.total)) < 1e-15);
  }));
});

Deno.test("distinct() has the effective number between tasks and different texts", () => {
  fc.assert(fc.property(tasks, (tasks) => {
    const { total, distinct: different, effective } = distinct(tasks);
    const drawn = tasks.filter((samples) => samples.length > 0).length;
    assert(drawn - 1e-12 <= effective && effective <= different + 1e-12 && different <= total);
  }));
});

Deno.test("distinct() depends neither on the order of samples nor on that of tasks", () => {
  fc.assert(fc.property(tasks, (tasks) => {
    const one = distinct(tasks);
    const other = distinct(tasks.toReversed().map((samples) => samples.toReversed()));
    assert(Math.abs(other.effective - one.effective) < 1e-12);
    assert.deepEqual({ ...other, effective: 0 }, { ...one, effective: 0 });
  }));
});

Deno.test("distinct() refuses nothing at all and what equals not even itself", () => {
  for (const none of [[], [[], []]]) {
    assert.throws(() => distinct(none), {
      name: "RangeError",
      message: "Cannot say how many of 0 samples are distinct: at least 1 is needed",
    });
  }
  assert.throws(() => distinct([["a"], [1, NaN]]), {
    name: "RangeError",
    message: "Cannot compare NaN: a sample of task 2 is NaN; leave out what could not be judged",
  });
});
