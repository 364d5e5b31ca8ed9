import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { Watch } from "codebias/generation/requests/timeouts.ts";

const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** How long after a time a signal is aborted, milliseconds; the time, by default now, is taken before the watch begins. */
function aborted(signal: AbortSignal, started = performance.now()): Promise<number> {
  if (signal.aborted) return Promise.resolve(performance.now() - started);
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(performance.now() - started), { once: true });
  });
}

Deno.test("Watch ends a request that is not answered, and says who was silent for how long", async () => {
  const started = performance.now();
  using watch = new Watch("The server", 50);
  assert.ok(await aborted(watch.signal, started) >= 45);
  const reason: ModelError = watch.signal.reason;
  assert.deepEqual([reason.failure, reason.retry], ["silence", true]);
  assert.match(reason.message, /^The server did not begin to answer: nothing came for 0.05 s/);
});

Deno.test("Watch waits as long as signs of life come, and not longer", async () => {
  using watch = new Watch("The server", 120_000);
  let longest = 0;
  for (let token = 0; token < 6; token++) {
    const restarted = performance.now();
    watch.restart(200);
    await after(50);
    longest = Math.max(longest, performance.now() - restarted);
  }
  // On a busy machine this process may itself stand still for longer than the limit; the watch may end then.
  assert.ok(!watch.signal.aborted || longest >= 200, `${longest}`);
  assert.ok(await aborted(watch.signal) < 60_000);
  assert.match(watch.signal.reason.message, /stopped in the middle of an answer/);
});

Deno.test("Watch passes on the caller's own reason", () => {
  const caller = new AbortController();
  using watch = new Watch("The server", 10_000, caller.signal);
  caller.abort("enough");
  assert.equal(watch.signal.reason, "enough");
});

Deno.test("Watch leaves nothing behind when the request is over", async () => {
  const watch = new Watch("The server", 20);
  watch[Symbol.dispose]();
  await after(60);
  assert.ok(!watch.signal.aborted);
});

Deno.test("Watch ends a wait even if what is waited for does not heed its signal", async () => {
  using watch = new Watch("The server", 30);
  await assert.rejects(watch.race(new Promise(() => {})), /did not begin to answer/);
});

Deno.test("Watch closes a response that comes too late", async () => {
  const late = Promise.withResolvers<Response>();
  using watch = new Watch("The server", 20);
  await assert.rejects(watch.response(late.promise), /did not begin to answer/);
  const closed = Promise.withResolvers<void>();
  late.resolve(new Response(new ReadableStream({ cancel: () => closed.resolve() })));
  await closed.promise;
});
