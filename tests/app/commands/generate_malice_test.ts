import assert from "node:assert/strict";
import { MALICE, PROMISES } from "../../generation/malice.ts";
import { maliciousServer } from "../../generation/malicious_server.ts";
import { descendants } from "./processes.ts";
import { startTask } from "./task.ts";

/** What the process may use at its peak, MiB. */
const MAX_MIB = 300;

/** How much processor time may pass between a signal and the end, milliseconds. */
const MAX_MS = 2_000;

const LIMIT =
  /sent more than [\d.]+ MiB.* where an answer of at most 2048 tokens was expected; raise maxTokens/;
const BROKEN = /broke the connection (?:in the middle of an answer|before it answered): .*; see its log/;
const REDIRECTED =
  /redirects requests (?:to http|in circles).*set OLLAMA_HOST|answered 307.*; it points to .*base URL/;

/** What the sentence about each malice says. */
const SAYS: Readonly<Record<string, RegExp>> = {
  "zipped nothing": LIMIT,
  "zipped tokens of nothing": LIMIT,
  "nothing by brotli": LIMIT,
  "zipped twice": /bytes that are (?:not|no) UTF-8/,
  "a line without an end": LIMIT,
  "events without an end": /more than 1.1 MiB in one piece|a line that is not JSON: data: 1;/,
  "a stream without an end": LIMIT,
  "tokens of nothing": LIMIT,
  "empty lines": /more than 1.1 MiB in one piece|a line without anything;/,
  "white space": LIMIT,
  "comments": /more than 9 MiB where|a line that is not JSON: : wait;/,
  "a long token": /more than 1.1 MiB of text where/,
  "a head without an end": /message head is too large; see its log/,
  "a header without an end": /message head is too large; see its log/,
  "trailers without an end": BROKEN,
  "the size of a chunk without an end": BROKEN,
  "chunks of nonsense": BROKEN,
  "a chunk of a petabyte": LIMIT,
  "a length of a petabyte": LIMIT,
  "a length that is none": BROKEN,
  "two lengths": BROKEN,
  "a length that is too short": /ended its answer without saying/,
  "a length that is too long": BROKEN,
  "round and round": REDIRECTED,
  "another host": REDIRECTED,
  "another port": REDIRECTED,
  "a redirection with much to say": REDIRECTED,
  "a web page": /more than 1.1 MiB in one piece|sent a web page; check that/,
  "a picture": /bytes that are (?:not|no) UTF-8/,
  "depth": /JSON with too many levels or too many lists and objects: /,
  "lists without number": /JSON with too many levels or too many lists and objects: /,
  "an error without an end": /answered 400: model model <U\+001B>\[31m<U\+0007> .*…; /,
  "an error of depth": /answered 400: \{"error":\{"error":.*…; /,
  "an error of much white space": /answered 500: x/,
  "a long error in the stream":
    /in the middle of an answer: .*…; see its log|with an error: model <U\+001B>.*…$/,
  "a status that is none": BROKEN,
  "no HTTP": /cannot be reached: invalid HTTP version/,
  "another protocol": /answered 101/,
  "nothing at all": /ended its answer without/,
};

/** The process of the command itself, which `deno task` has started. */
async function commandOf(task: Deno.ChildProcess): Promise<number> {
  const all = await descendants(task.pid);
  return all.find(({ command }) => /\brun\b.*lib\/app\/commands\/generate\.ts/.test(command))!.pid;
}

function start(kind: string, url: string, prompts: readonly string[]) {
  const address = kind === "openai" ? `${url}/v1` : url;
  const args = ["--model", `${kind}/m`, "--url", address, "--tries", "1", "--concurrency", "1"];
  const task = startTask("generate", args, { env: { OPENAI_API_KEY: "" } });
  const lines = prompts.map((prompt, id) => `${JSON.stringify({ id, prompt })}\n`).join("");
  const given = new Response(lines).body!.pipeTo(task.stdin);
  const ended = Promise.all([
    new Response(task.stdout).text(),
    new Response(task.stderr).text(),
    task.status,
    given,
  ]);
  return { task, ended };
}

Deno.test("every malice that is known has its sentence", () => {
  assert.deepEqual(Object.keys(SAYS), Object.keys(MALICE));
});

for (const kind of ["ollama", "openai"]) {
  Deno.test(`deno task generate says of each malice of a server by ${kind} what it is, in little memory, and goes on`, async () => {
    const [atLast, measured] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await using server = maliciousServer({
      onAsked: (prompt) => {
        if (prompt !== "last") return;
        atLast.resolve();
        return measured.promise;
      },
    });
    const prompts = [...Object.keys(MALICE).flatMap((name) => [name, "good"]), "last"];
    const { task, ended } = start(kind, server.url, prompts);
    await Promise.race([atLast.promise, ended]);
    const status = await Deno.readTextFile(`/proc/${await commandOf(task)}/status`);
    measured.resolve();
    const [stdout, stderr, { code }] = await ended;
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
    assert.ok(peak < MAX_MIB, `${peak} MiB`);
    assert.equal(code, 1, stderr);
    const lines = stdout.split("\n").filter((line) => line).map((line) => JSON.parse(line));
    assert.deepEqual(lines.map(({ id }) => id), prompts.map((_, id) => id));
    for (const { id, text, error } of lines) {
      const name = prompts[id];
      if (!(name in MALICE)) {
        assert.equal(text, "good", `after ${prompts[id - 1]}: ${error}`);
        continue;
      }
      assert.match(error, SAYS[name], name);
      assert.ok(error.startsWith(`The ${kind === "ollama" ? "Ollama " : ""}server at ${server.url}`), error);
      assert.ok(error.length < 1_000 && !/\p{Cc}|undefined|\[object/u.test(error), error);
    }
  });
}

/** The processor time that a process has used, milliseconds; undefined once it has ended. */
async function cpuMs(pid: number): Promise<number | undefined> {
  try {
    const fields = (await Deno.readTextFile(`/proc/${pid}/stat`)).replace(/^.*\) /s, "").split(" ");
    return fields[0] === "Z" ? undefined : 10 * (Number(fields[11]) + Number(fields[12]));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || /os error 3/.test(String(error))) return undefined;
    throw error;
  }
}

for (
  const [kind, name] of [
    ["ollama", "a stream without an end"],
    ["openai", "zipped nothing"],
    ["openai", "promises"],
  ] as const
) {
  Deno.test(`SIGTERM ends deno task generate while a server by ${kind} sends ${name}`, async () => {
    const malice = { ...MALICE, promises: PROMISES };
    const flooded = Promise.withResolvers<void>();
    let sent = 0;
    await using server = maliciousServer({
      malice,
      onSent: (bytes) => (sent += bytes) > 1e6 && flooded.resolve(),
    });
    const { task, ended } = start(kind, server.url, Array(10_000).fill(name));
    await Promise.race([flooded.promise, ended]);
    const pid = await commandOf(task);
    const before = (await cpuMs(pid))!;
    Deno.kill(pid, "SIGTERM");
    const until = performance.now() + 60_000;
    for (let now; (now = await cpuMs(pid)) !== undefined;) {
      if (now - before < MAX_MS && performance.now() < until) {
        await new Promise((resolve) => setTimeout(resolve, 10));
        continue;
      }
      Deno.kill(pid, "SIGKILL");
      assert.fail(`it goes on ${now - before} ms of processor time after the signal`);
    }
    const [, stderr, { code }] = await ended;
    assert.equal(code, 130);
    assert.match(stderr, /\nInterrupted/);
  });
}
