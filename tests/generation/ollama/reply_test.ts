import assert from "node:assert/strict";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { fakeOllama } from "../fake_ollama.ts";
import { answer, assertFails, request } from "./asking.ts";
import { lastLine, line, refuse, say, sendLines, tokenLine } from "./behaviours.ts";

Deno.test("a reply has text, why it ended, and what was counted and measured", async () => {
  const { firstTokenMs, totalMs, ...reply } = await answer(
    say("def f(x):\n    return x\n", { eval_count: 9 }),
  );
  assert.deepEqual(reply, {
    text: "def f(x):\n    return x\n",
    finish: "stop",
    reasoning: undefined,
    promptTokens: 11,
    completionTokens: 9,
  });
  assert(firstTokenMs! > 0 && totalMs >= firstTokenMs!, `${firstTokenMs} ${totalMs}`);
});

Deno.test("a conversation's reply is the same", async () => {
  const prompt = [{ role: "user", content: "f" }] as const;
  const { text, finish, promptTokens } = await answer(say("a b c"), { prompt });
  assert.deepEqual({ text, finish, promptTokens }, { text: "a b c", finish: "stop", promptTokens: 11 });
});

Deno.test("a call of a tool that nobody offered is no empty text", async () => {
  const tool_calls = [{ function: { name: "python", arguments: {} } }];
  for (const prompt of ["f", [{ role: "user", content: "f" }] as const]) {
    await using server = fakeOllama({
      script: () => (request) => {
        const last = JSON.parse(lastLine(request));
        if (last.message) last.message.tool_calls = tool_calls;
        else last.tool_calls = tool_calls;
        return new Response(line(last));
      },
    });
    await assertFails(openOllama("fake", { host: server.url }).ask(request(prompt)), {
      failure: "garbage",
      retry: true,
      message: /^sent a line that is not part of a completion: .+"python"/,
    });
  }
});

Deno.test("the first token is measured when it comes, not when the request is sent", async () => {
  const { firstTokenMs, totalMs } = await answer(say("a b c d e", { pauseMs: 40 }));
  assert(totalMs - firstTokenMs! > 100, `${firstTokenMs} ${totalMs}`);
});

Deno.test("a reply may end at the limit of tokens", async () => {
  assert.equal((await answer(say("a", { done_reason: "length" }))).finish, "length");
});

Deno.test("old servers that give no reason are read by their count", async () => {
  const sampling = { maxTokens: 5 };
  const finish = async (eval_count?: number) =>
    (await answer(say("a", { done_reason: undefined, eval_count }), { sampling })).finish;
  assert.equal(await finish(4), "stop");
  assert.equal(await finish(5), "length");
  assert.equal(await finish(undefined), "stop");
  assert.equal((await answer(say("a", { done_reason: "", eval_count: 2 }), { sampling })).finish, "stop");
});

Deno.test("counts that are left out are zero only for an empty completion", async () => {
  const none = { eval_count: undefined, prompt_eval_count: undefined };
  const empty = await answer(say("", none));
  assert.deepEqual([empty.text, empty.completionTokens, empty.promptTokens], ["", 0, undefined]);
  assert.equal(empty.firstTokenMs, undefined);
  const some = await answer(say("a", none));
  assert.deepEqual([some.completionTokens, some.promptTokens], [undefined, undefined]);
});

Deno.test("what a model thought is apart from its text", async () => {
  for (const prompt of ["f", [{ role: "user", content: "f" }] as const]) {
    const reply = await answer(say("def f", { thinking: ["hm", ", f"] }), { prompt });
    assert.deepEqual([reply.text, reply.reasoning], ["def f", "hm, f"]);
  }
  const only = await answer(say("", { thinking: ["hm"], done_reason: "length", eval_count: undefined }));
  assert.deepEqual([only.text, only.reasoning, only.completionTokens], ["", "hm", undefined]);
  assert.notEqual(only.firstTokenMs, undefined);
});

Deno.test("text in the last line counts, and a last line may lack its end", async () => {
  const reply = await answer(sendLines((asked) => [
    tokenLine(asked, "a"),
    JSON.stringify({ response: "b", done: true, done_reason: "stop" }),
  ]));
  assert.equal(reply.text, "ab");
});

Deno.test("all lines may come at once, or one byte at a time", async () => {
  const text = "a é 求 😀 b";
  for (const pieceBytes of [1, 7, 100_000]) {
    assert.equal((await answer(say(text, { pieceBytes }))).text, text);
  }
});

const loop = (count: number, token = " ha") => Array.from({ length: count }, () => token);

Deno.test("a server that gives up a completion that repeats itself makes a reply that loops", async () => {
  for (const prompt of ["f", [{ role: "user", content: "f" }] as const]) {
    const reply = await answer(
      sendLines((asked) => ["x", ...loop(31)].map((token) => tokenLine(asked, token))),
      { prompt },
    );
    assert.deepEqual([reply.finish, reply.text], ["looping", "x" + " ha".repeat(31)]);
    assert.deepEqual([reply.promptTokens, reply.completionTokens], [undefined, undefined]);
  }
});

Deno.test("tokens that differ in space only are the same, as the server has it", async () => {
  const tokens = loop(32).map((token, index) => index % 2 ? token : `${token}\n`);
  const reply = await answer(sendLines((asked) => tokens.map((token) => tokenLine(asked, token))));
  assert.deepEqual([reply.finish, reply.text], ["looping", tokens.join("")]);
  assert.equal(
    (await answer(sendLines((asked) => loop(30, "\n").map((token) => tokenLine(asked, token))))).finish,
    "looping",
  );
});

Deno.test("newer servers say so, before or after the text has begun", async () => {
  const error = "prediction aborted, token repeat limit reached";
  const late = await answer(
    sendLines((asked) => [...loop(100).map((token) => tokenLine(asked, token)), line({ error })]),
  );
  assert.deepEqual([late.finish, late.text], ["looping", " ha".repeat(100)]);
  const early = await answer(refuse(500, error));
  assert.deepEqual([early.finish, early.text], ["looping", ""]);
});

Deno.test("thoughts that repeat themselves loop, too", async () => {
  const reply = await answer(sendLines((asked) => loop(31).map((token) => tokenLine(asked, "", token))));
  assert.deepEqual([reply.finish, reply.text, reply.reasoning], ["looping", "", " ha".repeat(31)]);
});

Deno.test("a stream that ends early without a loop is no reply", async () => {
  const unfinished = {
    failure: "unfinished",
    retry: true,
    message: /ended its answer without saying that it is done/,
  } as const;
  for (const tokens of [loop(29), [...loop(31), "x"], ["a"]]) {
    const asked = answer(sendLines((request) => tokens.map((token) => tokenLine(request, token))));
    await assertFails(asked, unfinished);
  }
  await assertFails(
    answer(sendLines((asked) => [...loop(31).map((token) => tokenLine(asked, token))], { ending: "cut" })),
    {
      failure: "cut",
      retry: true,
      message: /broke the connection/,
    },
  );
});

Deno.test("a loop that ends as it should is a reply like any other", async () => {
  const text = " ha".repeat(50);
  assert.equal((await answer(say(text, { tokens: loop(50), done_reason: "length" }))).finish, "length");
});

Deno.test("a reply waits for no connection that is not closed after the last line", async () => {
  const reply = await answer(
    sendLines((asked) => [tokenLine(asked, "a"), lastLine(asked)], { ending: "hang" }),
  );
  assert.equal(reply.text, "a");
});

Deno.test("a connection that breaks after the last line takes nothing away", async () => {
  const reply = await answer(
    sendLines((asked) => [tokenLine(asked, "a"), lastLine(asked)], { ending: "cut" }),
  );
  assert.equal(reply.text, "a");
});
