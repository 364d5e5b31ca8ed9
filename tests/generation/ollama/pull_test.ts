import assert from "node:assert/strict";
import { pullModel } from "codebias";
import type { PullProgress } from "codebias/generation/ollama/pull.ts";
import { fakeOllama } from "../fake_ollama.ts";
import { assertFails, soon } from "./asking.ts";
import { type Behaviour, line, noSuchPath, page, refuse, send, silence } from "./behaviours.ts";

const LINES = [
  { status: "pulling manifest" },
  { status: "pulling aa", digest: "sha256:aa", total: 1000 },
  { status: "pulling aa", digest: "sha256:aa", total: 1000, completed: 400 },
  { status: "pulling bb", digest: "sha256:bb", total: 50, completed: 10 },
  { status: "pulling aa", digest: "sha256:aa", total: 1000, completed: 1000 },
  { status: "pulling bb", digest: "sha256:bb", total: 50, completed: 50 },
  { status: "verifying sha256 digest" },
  { status: "writing manifest" },
  { status: "success" },
];

const lines = (...values: unknown[]): Behaviour => send(values.map(line));

/** Pulls from a server that behaves so. */
async function pull(behaviour: Behaviour, options: Parameters<typeof pullModel>[1] = {}) {
  await using server = fakeOllama({ routes: { "/api/pull": behaviour } });
  await pullModel("qwen2.5-coder:7b", { host: server.url, ...options });
  return server.requests;
}

Deno.test("pullModel has the server fetch a model and tells how far it is", async () => {
  const seen: PullProgress[] = [];
  const [{ method, path, body }] = await pull(lines(...LINES), {
    onProgress: (progress) => seen.push(progress),
  });
  assert.deepEqual([method, path, body.name ?? body.model, body.stream], [
    "POST",
    "/api/pull",
    "qwen2.5-coder:7b",
    true,
  ]);
  assert.deepEqual(
    seen.map(({ status, completedBytes, totalBytes }) => [status, completedBytes, totalBytes]),
    [
      ["pulling manifest", 0, 0],
      ["pulling aa", 0, 1000],
      ["pulling aa", 400, 1000],
      ["pulling bb", 410, 1050],
      ["pulling aa", 1010, 1050],
      ["pulling bb", 1050, 1050],
      ["verifying sha256 digest", 1050, 1050],
      ["writing manifest", 1050, 1050],
      ["success", 1050, 1050],
    ],
  );
});

Deno.test("pullModel says how it failed", async () => {
  const progress = LINES.slice(0, 4);
  await assertFails(pull(lines(progress[0], { error: "pull model manifest: file does not exist" })), {
    failure: "no-such-model",
    retry: false,
    message:
      "cannot fetch qwen2.5-coder:7b: the library has no such model; see the names at https://ollama.com/search",
  });
  await assertFails(pull(lines(...progress, { error: "max retries exceeded: EOF" })), {
    failure: "server-error",
    retry: true,
    message:
      "failed in the middle of an answer: max retries exceeded: EOF; see its log; pull again: what was fetched is kept",
  });
  await assertFails(pull(lines(...progress)), {
    failure: "unfinished",
    retry: true,
    message: /without saying that it is done/,
  });
  await assertFails(pull(send(progress.map(line), { ending: "cut" })), {
    failure: "cut",
    retry: true,
    message: /^broke the connection/,
  });
  await assertFails(pull(send(["what?\n"])), {
    failure: "garbage",
    retry: true,
    message: /^sent a line that is not JSON: what\?; /,
  });
  await assertFails(pull(lines({ response: "a" })), {
    failure: "garbage",
    retry: true,
    message: /^sent a line without progress: /,
  });
  await assertFails(pull(page("<html></html>")), {
    failure: "garbage",
    retry: true,
    message: /an HTML page; check/,
  });
  await assertFails(pull(noSuchPath()), {
    failure: "refused-request",
    retry: false,
    message: /^answered 404, so it has no \/api\/pull; /,
  });
  await assertFails(pull(refuse(400, "invalid model name")), {
    failure: "refused-request",
    retry: false,
    message: /^answered 400: invalid model name; /,
  });
  await assertFails(pull(refuse(500, "broken")), {
    failure: "server-error",
    retry: true,
    message: /^answered 500: broken; see its log; pull again/,
  });
});

Deno.test("pullModel waits for a silent server only so long", async () => {
  for (const behaviour of [silence(), send([line(LINES[0])], { ending: "hang" })]) {
    await assertFails(pull(behaviour, { idleMs: 300 }), {
      failure: "silence",
      retry: true,
      message: /nothing came for 0.3 s/,
    });
  }
});

Deno.test("pullModel can be given up, and the connection closes", async () => {
  for (const behaviour of [silence(), send(LINES.slice(0, 3).map(line), { ending: "hang" })]) {
    await using server = fakeOllama({ routes: { "/api/pull": behaviour } });
    const caller = new AbortController();
    const pulling = pullModel("m", { host: server.url, signal: caller.signal }).catch((error) => error);
    while (server.requests.length === 0) await new Promise((resolve) => setTimeout(resolve, 10));
    setTimeout(() => caller.abort("enough"), 200);
    assert.equal(await soon(pulling, "the request"), "enough");
    await soon(server.requests[0].over, "the connection");
  }
});

Deno.test("pullModel passes on what its caller's progress throws, and the connection closes", async () => {
  await using server = fakeOllama({
    routes: { "/api/pull": send(LINES.slice(0, 3).map(line), { ending: "hang" }) },
  });
  const onProgress = () => {
    throw new TypeError("no display");
  };
  await assert.rejects(pullModel("m", { host: server.url, onProgress }), {
    name: "TypeError",
    message: "no display",
  });
  await soon(server.requests[0].over, "the connection");
});

Deno.test("pullModel refuses a name that cannot be", async () => {
  await assert.rejects(pullModel("a b"), {
    name: "RangeError",
    message: /^Cannot name an Ollama model "a b"/,
  });
});
