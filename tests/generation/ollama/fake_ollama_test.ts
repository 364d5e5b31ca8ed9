import assert from "node:assert/strict";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { until } from "../../execution/processes.ts";
import { fakeOllama } from "../fake_ollama.ts";
import { request } from "./asking.ts";
import { firstTimes, hangUp, refuse, say } from "./behaviours.ts";

Deno.test("the fake server works on so many completions at a time", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await using server = fakeOllama({ slots: 2, delayMs: 100, held });
  const model = openOllama("fake", { host: server.url });
  await model.describe();
  const all = Array.from({ length: 8 }, () => model.ask(request()));
  await until(() => server.active === 8);
  const started = performance.now();
  release();
  await Promise.all(all);
  const ms = performance.now() - started;
  assert(ms >= 395, `${ms}`);
  assert.equal(server.mostActive, 8);
  assert.equal(server.completions().length, 8);
  await Promise.all(server.completions().map(({ over }) => over));
  assert.equal(server.active, 0);
});

Deno.test("the fake server's queue can be full", async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await using server = fakeOllama({ slots: 1, held, queue: 1 });
  const model = openOllama("fake", { host: server.url });
  await model.describe();
  const failures: string[] = [];
  const all = Array.from(
    { length: 4 },
    () => model.ask(request()).catch((error) => failures.push(error.failure)),
  );
  await until(() => failures.length === 2);
  release();
  await Promise.all(all);
  assert.deepEqual(failures, ["busy", "busy"]);
});

Deno.test("the fake server can fail the first times", async () => {
  const script = firstTimes(2, refuse(503, "busy", { "retry-after": "1" }), say("now"));
  await using server = fakeOllama({ script });
  const model = openOllama("fake", { host: server.url });
  await assert.rejects(model.ask(request()), { failure: "busy", retryAfterMs: 1000 });
  await assert.rejects(model.ask(request()), { failure: "busy" });
  assert.equal((await model.ask(request())).text, "now");
  assert.deepEqual(server.completions().map(({ index }) => index), [0, 1, 2]);
});

Deno.test("the fake server can break single connections", async () => {
  await using server = fakeOllama({ gate: true });
  const model = openOllama("fake", { host: server.url });
  for (let round = 0; round < 3; round++) {
    server.script = hangUp;
    await assert.rejects(model.ask(request()), { failure: "cut" });
    server.script = () => say("ok");
    assert.equal((await model.ask(request())).text, "ok");
  }
});
