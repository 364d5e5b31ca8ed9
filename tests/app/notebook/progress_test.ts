import assert from "node:assert/strict";
import { progress } from "codebias";
import { progressLine } from "codebias/app/notebook/progress.ts";

Deno.test("progressLine() says how much is done, how fast, and how long the rest will take", () => {
  const line = (done: number, total: number, seconds: number) =>
    progressLine("Running programs", { done, total }, seconds);
  assert.equal(line(0, 1_000, 0), "Running programs: 0 of 1,000");
  assert.equal(line(0, 1_000, 3), "Running programs: 0 of 1,000");
  assert.equal(line(500, 2_000, 2), "Running programs: 500 of 2,000, 250/s, about 6.0 s left");
  assert.equal(line(3, 60, 30), "Running programs: 3 of 60, 6/min, about 10 min left");
  assert.equal(line(1_234, 72_800, 1), "Running programs: 1,234 of 72,800, 1,200/s, about 58 s left");
  assert.equal(line(10, 10, 4), "Running programs: 10 of 10, 4.0 s, 2.5/s");
  assert.equal(line(0, 0, 0), "Running programs: 0 of 0, 0.0 s");
});

Deno.test("progressLine() leaves what was known before out of the speed, and tells failures and tokens", () => {
  const line = (done: number, known: number, failed: number, tokens: number) =>
    progressLine("Generating", { done, total: 1_000, known, failed, tokens }, 10);
  assert.equal(line(400, 400, 0, 0), "Generating: 400 of 1,000, 400 known before");
  assert.equal(
    line(500, 400, 3, 25_000),
    "Generating: 500 of 1,000, 400 known before, 3 failed, 10/s, 2,500 tokens/s, about 50 s left",
  );
});

for (
  const [where, isTerminal] of [["is overwritten in a terminal", true], [
    "is not shown elsewhere",
    false,
  ]] as const
) {
  Deno.test(`the line of progress() outside of a notebook ${where}`, () => {
    const shown: string[] = [];
    const { isTerminal: before, writeSync } = Deno.stderr;
    Object.assign(Deno.stderr, {
      isTerminal: () => isTerminal,
      writeSync: (bytes: Uint8Array) => shown.push(new TextDecoder().decode(bytes)),
    });
    try {
      const show = progress("Running programs");
      for (const done of [0, 2]) show({ done, total: 2 });
    } finally {
      Object.assign(Deno.stderr, { isTerminal: before, writeSync });
    }
    const [first, last, ...others] = shown;
    assert.deepEqual(others, []);
    if (!isTerminal) return assert.equal(first, undefined);
    assert.equal(first, "\r\x1b[KRunning programs: 0 of 2");
    assert.ok(last.startsWith("\r\x1b[KRunning programs: 2 of 2, ") && last.endsWith("\n"), last);
  });
}
