import assert from "node:assert/strict";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { fakeOllama } from "../fake_ollama.ts";
import { request, soon } from "./asking.ts";
import { type Behaviour, sendLines, silence, tokenLine } from "./behaviours.ts";

const PHASES: Readonly<Record<string, Behaviour>> = {
  "before the headers": silence(),
  "before the first token": sendLines(() => [""], { ending: "hang" }),
  "after the first token": sendLines((asked) => [tokenLine(asked, "a")], { ending: "hang" }),
  "between many tokens": sendLines((asked) => Array.from({ length: 10_000 }, () => tokenLine(asked, "a")), {
    pauseMs: 5,
  }),
};

for (const [phase, behaviour] of Object.entries(PHASES)) {
  Deno.test(`a request that is given up ${phase} ends at once with the caller's reason, and its connection closes`, async () => {
    const arrived = Promise.withResolvers<void>();
    await using server = fakeOllama({
      script: () => (asked) => {
        setTimeout(arrived.resolve, 100);
        return behaviour(asked);
      },
    });
    const model = openOllama("fake", { host: server.url });
    const caller = new AbortController();
    const asking = model.ask(request(), { signal: caller.signal }).catch((error) => error);
    await arrived.promise;
    assert.equal(server.active, 1);
    const reason = new Error("the analyst interrupts");
    caller.abort(reason);
    assert.equal(await soon(asking, "the request"), reason);
    await soon(server.completions()[0].over, "the connection");
    assert.equal(server.active, 0);
  });
}

for (
  const [phase, patience] of [
    ["before the headers", { firstTokenMs: 300 }],
    ["after the first token", { firstTokenMs: 60_000, idleMs: 300 }],
  ] as const
) {
  Deno.test(`a server that is silent ${phase} loses the connection`, async () => {
    await using server = fakeOllama({ script: () => PHASES[phase] });
    const model = openOllama("fake", { host: server.url, patience });
    // On a busy machine the limit may be over before the server has seen the request; then it is asked again.
    do {
      await assert.rejects(model.ask(request()), { failure: "silence" });
    } while (server.completions().length === 0);
    await soon(server.completions()[0].over, "the connection");
  });
}

Deno.test("an answer that is garbage loses the connection, though the server goes on", async () => {
  const behaviour = sendLines(
    (asked) => ["what?\n", ...Array.from({ length: 10_000 }, () => tokenLine(asked, "a"))],
    { pauseMs: 5 },
  );
  await using server = fakeOllama({ script: () => behaviour });
  await assert.rejects(openOllama("fake", { host: server.url }).ask(request()), { failure: "garbage" });
  await soon(server.completions()[0].over, "the connection");
});

Deno.test("what is given up before it begins is not sent", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  const reason = new Error("too late");
  const signal = AbortSignal.abort(reason);
  const plan = { sampling: request().sampling, prompts: ["f"] };
  for (
    const asked of [
      model.describe({ signal }),
      model.prepare(plan, { signal }),
    ]
  ) {
    assert.equal(await asked.catch((error) => error), reason);
  }
  assert.equal(await model.ask(request(), { signal }).catch((error) => error), reason);
  assert.deepEqual(server.requests, []);
  await model.describe();
  assert.equal(await model.ask(request(), { signal }).catch((error) => error), reason);
  assert.deepEqual(server.completions(), []);
});

Deno.test("describing can be given up", async () => {
  for (const path of ["/api/tags", "/api/show", "/api/version"]) {
    await using server = fakeOllama({ routes: { [path]: silence() } });
    const caller = new AbortController();
    const asking = openOllama("fake", { host: server.url }).describe({ signal: caller.signal }).catch((
      error,
    ) => error);
    setTimeout(() => caller.abort("enough"), 200);
    assert.equal(await soon(asking, path), "enough");
  }
});

Deno.test("one request that is given up leaves the others alone", async () => {
  await using server = fakeOllama({
    script: ({ index }) => index === 0 ? silence() : PHASES["after the first token"],
  });
  const model = openOllama("fake", { host: server.url });
  await model.describe();
  const callers = [new AbortController(), new AbortController()];
  const asking = callers.map(({ signal }) => model.ask(request(), { signal }).catch((error) => error));
  while (server.active < 2) await new Promise((resolve) => setTimeout(resolve, 10));
  callers[0].abort("one");
  assert.equal(await soon(asking[0], "the first"), "one");
  while (server.active > 1) await new Promise((resolve) => setTimeout(resolve, 10));
  callers[1].abort("two");
  assert.equal(await soon(asking[1], "the second"), "two");
});
