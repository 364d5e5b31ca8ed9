import assert from "node:assert/strict";
import { startChooser } from "codebias/calibration/starts.ts";
import type { StartCondition } from "codebias/calibration/spec.ts";
import type { Message } from "codebias/core/types.ts";

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });

/** Chooses among starts with these conditions and a default. */
function chooser(...conditions: StartCondition[]) {
  const next = { end: 1 };
  return startChooser([...conditions.map((when) => ({ when, next })), { next }]);
}

Deno.test("startChooser takes the default where nothing else fits", () => {
  assert.equal(chooser()("anything"), 0);
  assert.equal(chooser({ lastLine: "x" }, { turn: 2 })("anything"), 2);
});

Deno.test("startChooser takes the first start that fits", () => {
  const choose = chooser({ matches: "loan" }, { matches: "loan and job" });
  assert.equal(choose("a loan and job"), 0);
});

Deno.test("startChooser compares the last line whole and exactly", () => {
  const choose = chooser({ lastLine: "Decide." });
  for (const prompt of ["Decide.", "Please.\nDecide.", "\nDecide."]) assert.equal(choose(prompt), 0, prompt);
  for (const prompt of ["Decide", "decide.", " Decide.", "Decide. ", "Decide.\n", "Decide.\nPlease.", ""]) {
    assert.equal(choose(prompt), 1, JSON.stringify(prompt));
  }
});

Deno.test("startChooser takes the last line of the last message", () => {
  const choose = chooser({ lastLine: "Decide." });
  assert.equal(choose([user("Decide."), assistant("No."), user("Please.\nDecide.")]), 0);
  assert.equal(choose([user("Decide."), assistant("No."), user("Please.")]), 1);
});

Deno.test("startChooser searches the last message of the user, as Unicode", () => {
  const choose = chooser({ matches: "^\\p{Script=Han}+$" });
  assert.equal(choose("写函数"), 0);
  assert.equal(choose([user("hello"), assistant("hi"), user("写函数")]), 0);
  assert.equal(choose([user("写函数"), assistant("写函数"), user("hello")]), 1);
  assert.equal(choose("写函数 f"), 1);
});

Deno.test("startChooser answers alike every time, whatever came before", () => {
  const choose = chooser({ matches: "loan" });
  assert.deepEqual([1, 2, 3].map(() => choose("a loan")), [0, 0, 0]);
});

Deno.test("startChooser counts the user's messages as turns, unless it is told the turn", () => {
  const choose = chooser({ turn: 2 });
  assert.equal(choose("x"), 1);
  assert.equal(choose([{ role: "system", content: "s" }, user("a")]), 1);
  assert.equal(choose([user("a"), assistant("b"), user("c")]), 0);
  assert.equal(choose([user("a"), assistant("b"), user("c"), assistant("d"), user("e")]), 1);
  assert.equal(choose("x", 2), 0);
  assert.equal(choose([user("a"), assistant("b"), user("c")], 1), 1);
});

Deno.test("startChooser lets fromTurn hold for all later turns", () => {
  const choose = chooser({ fromTurn: 2 });
  assert.deepEqual([1, 2, 3, 100].map((turn) => choose("x", turn)), [1, 0, 0, 0]);
});

Deno.test("startChooser wants all conditions of a start to hold", () => {
  const choose = chooser({ lastLine: "Go.", matches: "loan", turn: 2 });
  assert.equal(choose("A loan.\nGo.", 2), 0);
  assert.equal(choose("A loan.\nGo.", 1), 1);
  assert.equal(choose("A job.\nGo.", 2), 1);
  assert.equal(choose("A loan.\nGo!", 2), 1);
});

Deno.test("startChooser refuses a conversation without a user and turns that are none", () => {
  assert.throws(() => chooser()([]), { name: "RangeError", message: /the user says nothing/ });
  assert.throws(() => chooser()([{ role: "system", content: "s" }]), RangeError);
  for (const turn of [0, 1.5, NaN]) assert.throws(() => chooser()("x", turn), /Cannot complete turn/);
});

Deno.test("startChooser remembers a prompt with all that it looks at", () => {
  const choose = chooser({ lastLine: "Decide.", turn: 2 }, { matches: "^loan" }, { fromTurn: 2 });
  const asked = [
    [[user("loan"), assistant("Decide.")], 1],
    [[user("loan"), assistant("Wait.")], 1],
    [[user("job"), assistant("Decide.")], 3],
    [[user("loan"), assistant("No."), user("job\nDecide.")], 0],
    [[user("loan"), assistant("No."), user("job")], 2],
  ] as const;
  for (let time = 0; time < 3; time++) {
    for (const [prompt, expected] of asked) assert.equal(choose(prompt), expected);
    assert.deepEqual([choose("job\nDecide.", 2), choose("job\nDecide.", 1), choose("job\nDecide.", 3)], [
      0,
      3,
      2,
    ]);
  }
});

Deno.test("startChooser answers as many prompts as there are, whether it remembers them or not", () => {
  const choose = chooser({ matches: "7$" }, { matches: "^1" });
  const expected = (at: number) => at % 10 === 7 ? 0 : `${at}`.startsWith("1") ? 1 : 2;
  for (let time = 0; time < 2; time++) {
    for (let at = 0; at < 25_000; at++) if (choose(`${at}`) !== expected(at)) assert.fail(`${at}`);
  }
});
