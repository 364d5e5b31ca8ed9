import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { Asker } from "codebias/generation/asker.ts";
import { Pace } from "codebias/generation/requests/concurrency.ts";
import { planJobs, requestFor } from "codebias/generation/plan.ts";
import type { GenerationRequest } from "codebias/core/types.ts";
import { failure, scriptedModel } from "./scripted_model.ts";

function requests(epochs: number, tasks: number = 1): GenerationRequest[] {
  const prompts = Array.from({ length: tasks }, (_, at) => ({ taskId: `${at}`, prompt: `x${at}` }));
  return planJobs({ study: "s", model: "m", prompts, epochs })
    .map((job) => requestFor("m", job, job.prompt, 1));
}

const persistence = { tries: 5, firstWaitMs: 1 };
const [request] = requests(1);

Deno.test("Asker asks once where the first answer is good", async () => {
  const model = scriptedModel();
  const { reply, tries } = await new Asker(model).ask(request);
  assert.equal(reply.text, `answer ${request.seed}`);
  assert.deepEqual([tries, model.requests.length], [1, 1]);
});

Deno.test("Asker asks again, with the same seed, until an answer is whole", async () => {
  const kinds = ["cut", "garbage", "silence", "server-error"] as const;
  const model = scriptedModel((_, index) => {
    if (index < kinds.length) throw failure(kinds[index]);
    return {};
  });
  const told: [string, number][] = [];
  const onRetry = (error: ModelError, tries: number) => told.push([error.failure, tries]);
  const { tries } = await new Asker(model, { persistence, onRetry }).ask(request);
  assert.equal(tries, 5);
  assert.deepEqual(told, kinds.map((kind, index) => [kind, index + 1]));
  assert.deepEqual(new Set(model.requests.map(({ seed }) => seed)), new Set([request.seed]));
});

for (const kind of ["cut", "garbage", "silence", "server-error", "unfinished"] as const) {
  Deno.test(`Asker gives up after five requests that end in ${kind}, and says how many they were`, async () => {
    const model = scriptedModel(() => {
      throw failure(kind);
    });
    const message = /asked 5 times/;
    await assert.rejects(new Asker(model, { persistence }).ask(request), { name: "ModelError", message });
    assert.equal(model.requests.length, 5);
  });
}

for (const [kind, times] of [["busy", 17], ["unreachable", 9]] as const) {
  Deno.test(`Asker asks more often where time is what helps: ${times} times where a server is ${kind}`, async () => {
    const waits: number[] = [];
    const model = scriptedModel(() => {
      throw failure(kind);
    });
    const onRetry = (_: ModelError, tries: number) => waits.push(Math.min(30, 0.5 * 2 ** (tries - 1)));
    const soon = { ...persistence, longestWaitMs: 1 };
    const asking = new Asker(model, { persistence: soon, onRetry }).ask(request);
    await assert.rejects(asking, new RegExp(`asked ${times} times`));
    const usual = waits.reduce((sum, seconds) => sum + seconds); // unless told otherwise
    assert(kind === "busy" ? usual > 300 : usual > 60, `${usual} s`);
  });
}

Deno.test("Asker does not ask again what can never succeed", async () => {
  const model = scriptedModel(() => {
    throw failure("refused-request", { retry: false });
  });
  await assert.rejects(
    new Asker(model, { persistence }).ask(request),
    /^ModelError: The server failed: refused/,
  );
  assert.equal(model.requests.length, 1);
});

Deno.test("Asker waits as long as the server asks, but not for hours", async () => {
  const patient = scriptedModel((_, index) => {
    if (index === 0) throw failure("busy", { retryAfterMs: 300 });
    return {};
  });
  const started = performance.now();
  await new Asker(patient, { persistence }).ask(request);
  assert.ok(performance.now() - started >= 295);

  const demanding = scriptedModel((_, index) => {
    if (index < 3) throw failure("busy", { retryAfterMs: 3_600_000 });
    return {};
  });
  const { tries } = await new Asker(demanding, { persistence: { ...persistence, longestAskedMs: 5 } }).ask(
    request,
  );
  assert.equal(tries, 4);

  const lasting = scriptedModel(() => {
    throw failure("busy", { retryAfterMs: 3_600_000 });
  });
  const asker = new Asker(lasting, { persistence: { ...persistence, longestAskedMs: 5 } });
  await assert.rejects(asker.ask(request), /asked 5 times/);
});

/** What becomes of samples that are asked for one after the other. */
async function told(asker: Asker, requests: readonly GenerationRequest[]): Promise<string[]> {
  const said: string[] = [];
  for (const one of requests) {
    said.push(await asker.ask(one).then(({ reply }) => reply.finish, ({ message }) => message));
  }
  return said;
}

const refused = () => failure("refused-request", { retry: false, forAll: "perhaps" });
const NOT_ASKED = "Not asked for, since before: The server failed: refused-request";

Deno.test("Asker asks nothing more once four prompts in a row are refused for a reason that may be none of theirs", async () => {
  const model = scriptedModel(() => {
    throw refused();
  });
  const said = await told(new Asker(model), requests(1, 10));
  assert.equal(model.requests.length, 4);
  assert.deepEqual(said.slice(4), Array(6).fill(NOT_ASKED));
});

Deno.test("Asker asks for one prompt twice where it is refused so, and for all others as long as one of four is answered", async () => {
  const model = scriptedModel(({ prompt }) => {
    if (prompt !== "x3" && prompt !== "x7") throw refused();
    return {};
  });
  const said = await told(new Asker(model), requests(3, 8));
  assert.equal(model.requests.length, 6 * 2 + 2 * 3);
  assert.deepEqual(said.filter((_, at) => at % 3 === 2).map((one) => one === NOT_ASKED), [
    ...[true, true, true, false, true, true, true, false],
  ]);
});

Deno.test("Asker takes what a server refuses so to another one, and leaves it alone as long as that answers", async () => {
  const [poor, rich] = [
    scriptedModel(() => {
      throw refused();
    }),
    scriptedModel(),
  ];
  const model = { ...rich, servers: [poor, rich] };
  for (const asked of [requests(1, 40), requests(40)]) {
    poor.requests.length = 0;
    const said = await told(new Asker(model, { pace: () => new Pace({ fixed: 1 }) }), asked);
    assert.deepEqual([said, poor.requests.length], [Array(40).fill("stop"), 1]);
  }
});

Deno.test("Asker makes no further request once the server is lost", async () => {
  const model = scriptedModel(() => {
    throw failure("unreachable");
  });
  const asker = new Asker(model, { pace: new Pace({ fixed: 2 }), persistence: { tries: 2, firstWaitMs: 1 } });
  const ends = await Promise.allSettled(requests(50).map((one) => asker.ask(one)));
  assert.ok(ends.every((end) => end.status === "rejected" && end.reason instanceof ModelError));
  assert.ok(model.requests.length <= 8, `${model.requests.length} requests`);
});

Deno.test("Asker fails all other samples at once when the server is lost, without a wait for each", async () => {
  let left = 9;
  const model = scriptedModel(() => {
    if (left-- > 0) throw failure("unreachable");
    return {};
  });
  const waits = { tries: 5, firstWaitMs: 100, longestWaitMs: 100 };
  const asker = new Asker(model, { pace: new Pace({ fixed: 1 }), persistence: waits });
  await assert.rejects(asker.ask(request), /asked 9 times/);
  const started = performance.now();
  const ends = await Promise.allSettled(requests(200).map((one) => asker.ask(one)));
  assert.ok(performance.now() - started < 200 * 100, "each waited");
  for (const end of ends) {
    assert.match(
      end.status === "rejected" ? end.reason.message : "",
      /^Not asked for, since before: .*asked 9 times\)$/,
    );
  }
  assert.equal(model.requests.length, 9);
});

Deno.test("Asker gives up for all samples where a server has only been busy for a quarter of an hour", async () => {
  let [clock, used] = [0, false];
  const model = scriptedModel(() => {
    clock += 60_000;
    if (used) throw failure("busy");
    return {};
  });
  const pace = new Pace({ fixed: 1, now: () => clock });
  const asker = new Asker(model, { pace, persistence: { tries: 2, firstWaitMs: 1 } });
  const fail = async () => await asker.ask(request).then(() => "", ({ message }) => message);
  await asker.ask(request);
  used = true;
  assert.deepEqual([await fail(), await fail()], Array(2).fill("The server failed: busy (asked 5 times)"));
  used = false;
  assert.equal(await fail(), "");
  used = true;
  for (let sample = 0; sample < 4; sample++) await fail();
  const before = model.requests.length;
  assert.equal(await fail(), "Not asked for, since before: The server failed: busy (asked 5 times)");
  assert.equal(model.requests.length, before);
});

Deno.test("Asker does not give up where it asked nothing for long, or while a server still answers somebody", async () => {
  let clock = 0;
  const slow = Promise.withResolvers<void>();
  const model = scriptedModel(async ({ prompt }) => {
    clock += 60_000;
    if (prompt === "slow") await slow.promise;
    if (prompt === "refused") throw failure("busy");
    return {};
  });
  const pace = new Pace({ fixed: 2, now: () => clock });
  const asker = new Asker(model, { pace, persistence: { tries: 2, firstWaitMs: 1 } });
  const refused = () => asker.ask({ ...request, prompt: "refused" }).then(() => "", ({ message }) => message);
  const busy = "The server failed: busy (asked 5 times)";
  await asker.ask(request);
  clock += 3_600_000;
  assert.deepEqual([await refused(), await refused()], [busy, busy]);
  await asker.ask(request);
  const answering = asker.ask({ ...request, prompt: "slow" });
  for (let sample = 0; sample < 5; sample++) assert.equal(await refused(), busy);
  slow.resolve();
  assert.equal((await answering).tries, 1);
  assert.equal(await refused(), busy);
});

Deno.test("Asker passes on an error that is no failure of a server, at once", async () => {
  const model = scriptedModel(() => {
    throw new TypeError("a bug");
  });
  await assert.rejects(new Asker(model, { persistence }).ask(request), /TypeError: a bug/);
  assert.equal(model.requests.length, 1);
});

Deno.test("Asker never has more requests under way than the pace allows", async () => {
  const model = scriptedModel(async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return {};
  });
  const asker = new Asker(model, { pace: new Pace({ fixed: 3 }) });
  await Promise.all(requests(30).map((one) => asker.ask(one)));
  assert.equal(model.atOnce(), 3);
});

Deno.test("Asker gives up its place only after the answer is kept", async () => {
  const model = scriptedModel();
  const asker = new Asker(model, { pace: new Pace({ fixed: 1 }) });
  const events: string[] = [];
  await Promise.all(
    requests(3).map((one) =>
      asker.ask(one, (answered) => {
        events.push(`kept with ${model.requests.length} asked`);
        return answered;
      })
    ),
  );
  assert.deepEqual(events, ["kept with 1 asked", "kept with 2 asked", "kept with 3 asked"]);
});

Deno.test("Asker ends at once when its signal says so: requests, waits and those who wait their turn", async () => {
  const stop = new AbortController();
  const model = scriptedModel((_, index) => {
    if (index === 0) throw failure("server-error");
    return new Promise(() => {});
  });
  const asker = new Asker(model, {
    pace: new Pace({ fixed: 1 }),
    signal: stop.signal,
    persistence: { tries: 5, firstWaitMs: 60_000, longestWaitMs: 60_000 },
  });
  const all = requests(4).map((one) => asker.ask(one));
  setTimeout(() => stop.abort(new Error("enough")), 20);
  for (const end of await Promise.allSettled(all)) {
    assert.equal(end.status === "rejected" && end.reason.message, "enough");
  }
});

Deno.test("Asker asks fewer at a time when the server is too busy", async () => {
  const pace = new Pace();
  while (pace.limit < 8) pace.answered(1e9);
  const model = scriptedModel((_, index) => {
    if (index === 0) throw failure("busy");
    return {};
  });
  await new Asker(model, { pace, persistence }).ask(request);
  assert.ok(pace.limit < 8, `${pace.limit}`);
});

Deno.test("Asker refuses to try no times", async () => {
  const asker = new Asker(scriptedModel(), { persistence: { tries: 0 } });
  await assert.rejects(asker.ask(request), { name: "RangeError", message: /it must be an integer >= 1/ });
});
