import assert from "node:assert/strict";
import { openOllama } from "codebias/generation/ollama/ollama.ts";
import { fakeOllama } from "../fake_ollama.ts";
import { answer, assertFails, request } from "./asking.ts";
import { late, refuse, say } from "./behaviours.ts";
import { ROWS } from "./failure_rows.ts";
import { nobody } from "../fake_openai.ts";
import { rawServer } from "./gate.ts";

for (const { name, does, asking = {}, ...expected } of ROWS) {
  Deno.test(`a server that gives ${name} is named with what to do`, async () => {
    await assertFails(answer(does, asking), expected);
  });
}

Deno.test("nothing is written to the console, whatever the server does", async () => {
  const written: unknown[][] = [];
  const methods = ["log", "warn", "error", "info", "debug", "trace"] as const;
  const before = methods.map((method) => console[method]);
  for (const method of methods) console[method] = (...args: unknown[]) => void written.push(args);
  try {
    for (const { does, asking = {} } of ROWS.filter(({ failure }) => failure !== "silence")) {
      await answer(does, asking).catch((error) => assert(error instanceof Error));
    }
  } finally {
    methods.forEach((method, index) => console[method] = before[index]);
  }
  assert.deepEqual(written, []);
});

Deno.test("a failure leaves the model usable", async () => {
  await using server = fakeOllama();
  const model = openOllama("fake", { host: server.url });
  for (const { does } of ROWS.filter(({ asking }) => !asking?.gate && !asking?.patience)) {
    server.script = () => does;
    await assert.rejects(model.ask(request()));
    server.script = () => say("well");
    assert.equal((await model.ask(request())).text, "well");
  }
});

for (const [status, forAll] of [[400, false], [401, true], [402, "perhaps"], [403, "perhaps"]] as const) {
  Deno.test(`whether others will meet status ${status} is known`, async () => {
    await assert.rejects(answer(refuse(status, "no")), { failure: "refused-request", forAll });
  });
}

Deno.test("a redirection to the same host is followed with the same body", async () => {
  for (const status of [301, 302, 307, 308]) {
    await using server = fakeOllama({
      routes: {
        "/x/api/generate": () => new Response(null, { status, headers: { location: "/api/generate" } }),
        "/x/api/tags": () => new Response(null, { status, headers: { location: "/api/tags" } }),
      },
    });
    const model = openOllama("fake", { host: `${server.url}/x` });
    assert.equal((await model.ask(request("Write g."))).text, "ok");
    assert.equal(server.completions()[0].body.prompt, "Write g.");
  }
});

Deno.test("a slow server is waited for", async () => {
  const reply = await answer(late(300, say("a b c", { pauseMs: 100 })), {
    patience: { connectMs: 10_000, firstTokenMs: 10_000, idleMs: 10_000 },
  });
  assert.equal(reply.text, "a b c");
});

Deno.test("the limit for silence starts anew with each token", async () => {
  // A busy machine may stop this process, which is both client and server, for 4 s between two tokens.
  const idleMs = 4_500;
  const reply = await answer(say("a b c d e f g h i j", { pauseMs: 475 }), {
    patience: { firstTokenMs: 60_000, idleMs },
  });
  assert.equal(reply.text, "a b c d e f g h i j");
  assert(reply.totalMs > idleMs, `${reply.totalMs}`);
});

const unreachable = { failure: "unreachable", retry: true } as const;

Deno.test("a server that does not run is named with how to start it", async () => {
  await assertFails(openOllama("fake", { host: new URL(nobody()).host }).describe(), {
    ...unreachable,
    message:
      /^cannot be reached: .*[Cc]onnection refused.*; start it with `ollama serve`, or set OLLAMA_HOST to where it runs$/,
  });
});

Deno.test("a host that does not exist is named", async () => {
  await assertFails(openOllama("fake", { host: "codebias.invalid" }).ask(request()), {
    ...unreachable,
    message: /^cannot be reached: .*; start it with `ollama serve`, or set OLLAMA_HOST/,
  });
});

Deno.test("a server that speaks no TLS is named with what to check", async () => {
  await using server = fakeOllama();
  const host = server.url.replace("http:", "https:");
  await assertFails(openOllama("fake", { host }).describe(), {
    ...unreachable,
    message: /^cannot be reached: .*; check that it speaks https, that its certificate is trusted here/,
  });
});

Deno.test("a server that speaks no HTTP is named", async () => {
  await using server = rawServer("SSH-2.0-OpenSSH_9.2p1\r\n");
  await assertFails(openOllama("fake", { host: server.url }).describe(), {
    ...unreachable,
    message: /^cannot be reached: .*invalid HTTP/,
  });
});

Deno.test("a chunk that is cut off is a connection that broke", async () => {
  const tags = JSON.stringify({ models: [{ name: "fake:latest" }] });
  await using server = rawServer(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nffff\r\n${tags}`);
  await assertFails(openOllama("fake", { host: server.url }).describe(), {
    failure: "cut",
    retry: true,
    message: /^broke the connection/,
  });
});
