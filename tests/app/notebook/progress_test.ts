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
  assert.equal(
    line(400, 400, 0, 0),
    "Generating: 400 of 1,000, 400 known before, waiting for the first token",
  );
  assert.equal(
    line(500, 400, 3, 25_000),
    "Generating: 500 of 1,000, 400 known before, 3 failed, 10/s, 2,500 tokens/s, about 50 s left",
  );
});

/** What is written to standard error, and a clock that only a test moves. */
class Outside {
  readonly shown: string[] = [];
  readonly #real = {
    stderr: { isTerminal: Deno.stderr.isTerminal, writeSync: Deno.stderr.writeSync },
    performance: { now: performance.now },
    timers: { setInterval: globalThis.setInterval, clearInterval: globalThis.clearInterval },
  };
  #now = 0;
  #repeated?: { readonly what: () => void; readonly ms: number; at: number };

  constructor(isTerminal: boolean) {
    const writeSync = (bytes: Uint8Array) => this.shown.push(new TextDecoder().decode(bytes));
    Object.assign(Deno.stderr, { isTerminal: () => isTerminal, writeSync });
    Object.assign(performance, { now: () => this.#now });
    Object.assign(globalThis, {
      setInterval: (what: () => void, ms: number) => (this.#repeated = { what, ms, at: this.#now + ms }, 1),
      clearInterval: () => this.#repeated = undefined,
    });
  }

  pass(ms: number): void {
    for (const end = this.#now + ms; this.#now < end;) {
      this.#now = Math.min(end, this.#repeated?.at ?? end);
      if (this.#repeated?.at !== this.#now) continue;
      this.#repeated.at += this.#repeated.ms;
      this.#repeated.what();
    }
  }

  [Symbol.dispose](): void {
    Object.assign(Deno.stderr, this.#real.stderr);
    Object.assign(performance, this.#real.performance);
    Object.assign(globalThis, this.#real.timers);
  }
}

/** Milliseconds a step in the first half and in the second; for how many seconds nobody can know the second. */
const PACES = [[[10, 10], 0], [[10, 100], 10], [[20, 10], 0]] as const;

Deno.test("the time left of progress() is right within a factor of two, also where what is slow comes last", () => {
  for (const [paces, unforeseen] of PACES) {
    using outside = new Outside(true);
    const show = progress("Running programs");
    const steps = paces.flatMap((pace) => Array.from({ length: 1_000 }, () => pace));
    const whole = steps.reduce<number>((sum, pace) => sum + pace, 0) / 1_000;
    let [left, wrong] = [whole, 0];
    for (const [at, pace] of steps.entries()) {
      outside.pass(pace);
      left -= pace / 1_000;
      show({ done: at + 1, total: steps.length });
      const said = Number(/about (.*) s left/.exec(outside.shown.at(-1) ?? "")?.[1]);
      if (left > whole / 10 && !(said > left / 2 && said < left * 2)) wrong += pace / 1_000;
    }
    assert.ok(wrong <= unforeseen + whole / 10, `${paces}: wrong for ${wrong} of ${whole} s`);
  }
});

Deno.test("the time left of progress() is that of the present work, where one line tells of several", () => {
  using outside = new Outside(true);
  const show = progress("Running programs");
  for (const pace of [1_000, 10]) {
    for (let done = 0; done < 50; done++) {
      show({ done, total: 100 });
      outside.pass(pace);
    }
  }
  assert.match(outside.shown.at(-1)!, /about 0\.6 s left$/);
});

Deno.test("the line of progress() outside of a notebook is overwritten in a terminal", () => {
  using outside = new Outside(true);
  const show = progress("Running programs");
  for (const done of [0, 2]) {
    show({ done, total: 2 });
    outside.pass(4_000);
  }
  const [first, last, ...others] = outside.shown;
  assert.deepEqual(others, []);
  assert.equal(first, "\r\x1b[KRunning programs: 0 of 2");
  assert.equal(last, "\r\x1b[KRunning programs: 2 of 2, 4.0 s, 30/min\n");
});

Deno.test("the line of progress() elsewhere is written every 30 seconds, and at the end of what took longer", () => {
  using outside = new Outside(false);
  const show = progress("Asking");
  show({ done: 0, total: 2, tokens: 0 });
  outside.pass(65_000);
  show({ done: 1, total: 2, tokens: 130 });
  outside.pass(30_000);
  show({ done: 2, total: 2, tokens: 190 });
  outside.pass(60_000);
  assert.deepEqual(outside.shown, [
    "Asking: 0 of 2, waiting for the first token\n",
    "Asking: 0 of 2, waiting for the first token\n",
    "Asking: 1 of 2, 0.67/min, 1.4 tokens/s, about 90 s left\n",
    "Asking: 2 of 2, 95 s, 1.3/min, 2 tokens/s\n",
  ]);
  const quick = progress("Running");
  for (const done of [0, 2]) quick({ done, total: 2 });
  assert.equal(outside.shown.length, 4);
});
