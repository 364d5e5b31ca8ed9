import assert from "node:assert/strict";
import { ModelError } from "codebias/core/errors.ts";
import { openOpenAI } from "codebias/generation/openai/openai.ts";
import { answer, body, fakeOpenAI, PLAIN_SERVER, request, says, silence } from "../fake_openai.ts";
import { soon } from "./expected.ts";
import { withEnvironment } from "./setup.ts";

const begun = answer(["x", "y"]).slice(0, 3);

for (
  const [when, behaviour] of Object.entries({
    "before the answer": silence,
    "in the middle of the answer": body(begun, { ending: "hang" }),
  })
) {
  Deno.test(`openOpenAI closes the connection when it is given up ${when}`, () =>
    withEnvironment({}, async () => {
      await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": behaviour });
      const model = openOpenAI("m", { baseUrl: server.baseUrl });
      await model.describe();
      const stop = new AbortController();
      const reason = new Error("enough");
      const asking = model.ask(request(), { signal: stop.signal });
      while (server.completions().length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
      setTimeout(() => stop.abort(reason), 50);
      await assert.rejects(asking, (error) => error === reason);
      await soon(server.completions()[0].over);
    }));
}

Deno.test("openOpenAI closes the connection of an answer that it cannot use", () =>
  withEnvironment({}, async () => {
    const broken = body([...begun, "oops\n\n"], { ending: "hang" });
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": broken });
    await assert.rejects(openOpenAI("m", { baseUrl: server.baseUrl }).ask(request()), ModelError);
    await soon(server.completions()[0].over);
  }));

Deno.test("openOpenAI sends nothing once it is given up", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ ...PLAIN_SERVER, "/v1/chat/completions": says("a") });
    const model = openOpenAI("m", { baseUrl: server.baseUrl });
    const signal = AbortSignal.abort(new Error("enough"));
    for (const asking of [() => model.describe({ signal }), () => model.ask(request(), { signal })]) {
      await assert.rejects(asking, { message: "enough" });
    }
    assert.equal(server.asked.length, 0);
    await model.describe();
    await assert.rejects(model.ask(request(), { signal }), { message: "enough" });
    assert.equal(server.completions().length, 0);
  }));

Deno.test("openOpenAI can be given up while it asks who the server is", () =>
  withEnvironment({}, async () => {
    await using server = fakeOpenAI({ "/v1/models": silence });
    const stop = new AbortController();
    setTimeout(() => stop.abort(new Error("enough")), 100);
    await assert.rejects(openOpenAI("m", { baseUrl: server.baseUrl }).describe({ signal: stop.signal }), {
      message: "enough",
    });
  }));
