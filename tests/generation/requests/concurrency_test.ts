import assert from "node:assert/strict";
import { Pace } from "codebias/generation/requests/concurrency.ts";
import { integerFrom, seedFrom } from "codebias/statistics/random.ts";

/** A server in simulated time: how long an answer takes when so many are being computed. */
interface Server {
  /** Requests computed at a time; the others wait their turn. */
  readonly slots: number;
  /** Milliseconds of an answer of so many tokens while `active` are computed. */
  readonly ms: (tokens: number, active: number) => number;
}

const plain = (slots: number): Server => ({ slots, ms: (tokens) => tokens });

/**
 * Milliseconds that a number of samples take; each has 50 to 350 tokens.
 *
 * @param from Of how many the time does not count, as the pace is still found.
 */
function simulate(server: Server, samples: number, pace: (now: () => number) => Pace, from = 0): number {
  let [now, started, active, begun] = [0, 0, 0, 0];
  const waiting: number[] = [];
  const running: { end: number; tokens: number }[] = [];
  const controller = pace(() => now);
  const compute = () => {
    while (waiting.length > 0 && running.length < server.slots) {
      const tokens = waiting.shift()!;
      running.push({ end: now + server.ms(tokens, running.length + 1), tokens });
    }
  };
  while (started < samples || active > 0) {
    while (started < samples && active < controller.limit) {
      waiting.push(integerFrom(seedFrom("tokens", started++), 50, 350));
      active++;
    }
    compute();
    const next = running.reduce((a, b) => (a.end <= b.end ? a : b));
    running.splice(running.indexOf(next), 1);
    now = next.end;
    active--;
    controller.answered(next.tokens);
    if (started - active <= from) begun = now;
  }
  return now - begun;
}

const fixed = (count: number) => (now: () => number) => new Pace({ fixed: count, now });
const adaptive = (now: () => number) => new Pace({ now });

function share(server: Server, samples: number): number {
  const best = Math.min(...[1, 2, 4, 8, 16, 32].map((count) => simulate(server, samples, fixed(count))));
  return best / simulate(server, samples, adaptive);
}

for (const slots of [1, 2, 3, 4, 8, 16]) {
  Deno.test(`Pace reaches 90 % of the best fixed number with ${slots} slots`, () => {
    const reached = share(plain(slots), 500);
    assert.ok(reached >= 0.9, `${reached}`);
  });
}

for (const slots of [1, 8, 64, 512]) {
  Deno.test(`Pace keeps ${slots} slots of an engine that batches 90 % busy before 30 answers a slot have come`, () => {
    const most = 1024;
    const samples = 60 * slots + 200;
    const from = 30 * slots + 100;
    const took = simulate(plain(slots), samples, (now) => new Pace({ most, now }), from);
    const mean = 200; // milliseconds of an answer
    assert.ok((samples - from) / took >= 0.9 * slots / mean, `${(samples - from) / took / (slots / mean)}`);
  });
}

Deno.test("Pace reaches 90 % of the best fixed number where more at a time makes each slower, as on a GPU", () => {
  const gpu: Server = { slots: 64, ms: (tokens, active) => tokens * (1 + active / 8) };
  const reached = share(gpu, 2000);
  assert.ok(reached >= 0.9, `${reached}`);
});

Deno.test("Pace comes down where more at a time makes all of it slower", () => {
  const thrashing: Server = { slots: 64, ms: (tokens, active) => tokens * active ** 1.6 };
  const reached = share(thrashing, 500);
  assert.ok(reached >= 0.85, `${reached}`);
});

Deno.test("Pace asks no more at a time than it is told", () => {
  let now = 0;
  const pace = new Pace({ most: 5, now: () => now });
  for (let answer = 0; answer < 1000; answer++) {
    now += 10 / pace.limit;
    pace.answered(1);
    assert.ok(pace.limit >= 1 && pace.limit <= 5);
  }
  assert.equal(pace.limit, 5);
});

Deno.test("Pace with a fixed number never changes", () => {
  let now = 0;
  const pace = new Pace({ fixed: 3, now: () => now++ });
  for (let answer = 0; answer < 100; answer++) pace.answered(1);
  pace.busy(now);
  assert.equal(pace.limit, 3);
});

Deno.test("Pace shrinks once for all requests that a busy server turned away together, and grows again", () => {
  let now = 0;
  const pace = new Pace({ now: () => now });
  while (pace.limit < 16) {
    now += 10 / pace.limit;
    pace.answered(1);
  }
  const sent = now;
  now += 10;
  for (let request = 0; request < 16; request++) pace.busy(sent);
  assert.equal(pace.limit, 11);
  pace.busy(now);
  assert.equal(pace.limit, 7);
  for (let answer = 0; answer < 3000; answer++) {
    now += 10 / pace.limit;
    pace.answered(1);
  }
  assert.ok(pace.limit > 11, `${pace.limit}`);
});

Deno.test("Pace shrinks to one request at a time and not further", () => {
  let now = 0;
  const pace = new Pace({ now: () => now });
  for (let request = 0; request < 20; request++) pace.busy(now++);
  assert.equal(pace.limit, 1);
});

Deno.test("Pace refuses a number of requests that is none", () => {
  for (const fixed of [0, -1, 1.5, NaN]) assert.throws(() => new Pace({ fixed }), RangeError);
  assert.throws(() => new Pace({ most: 0 }), RangeError);
});
