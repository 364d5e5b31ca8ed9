import assert from "node:assert/strict";
import { fakeOllama, type FakeRequest } from "../../generation/fake_ollama.ts";
import {
  type Behaviour,
  lastLine,
  page,
  refuse,
  say,
  sendLines,
  silence,
  tokenLine,
} from "../../generation/ollama/behaviours.ts";
import { type Ended, task, withFolder } from "./task.ts";

/** What comes out: a sample, a failed one or a bad line. */
interface OutLine {
  readonly id?: unknown;
  readonly epoch: number;
  readonly seed: number;
  readonly text?: string;
  readonly finish?: string;
  readonly promptTokens?: number | null;
  readonly completionTokens?: number | null;
  readonly error?: string;
  readonly line?: number;
}

const ndjson = (lines: readonly unknown[]) => lines.map((line) => JSON.stringify(line) + "\n").join("");
const linesOf = ({ stdout }: Ended): OutLine[] =>
  stdout.split("\n").filter((line) => line).map((line) => JSON.parse(line));

function generate(
  lines: readonly unknown[],
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Ended> {
  return task("generate", args, { stdin: ndjson(lines), env });
}

Deno.test("deno task generate answers every prompt, as often as asked, in order, and passes texts unchanged", async () => {
  const text = "def f(x):\r\n\treturn 'é 男 👍' # \u2028\u0000\n";
  await using server = fakeOllama({
    script: () => say(text, { tokens: [...text], prompt_eval_count: 9, eval_count: 20 }),
  });
  const odd = "  Schreib\r\n\t„f“ 的 \u2028\n";
  const prompts = [
    { id: 1.5, prompt: odd },
    { id: { a: ["b"] }, messages: [{ role: "system", content: "s" }, { role: "user", content: odd }] },
  ];
  const ended = await generate(prompts, ["--model", "ollama/fake", "--epochs", "2", "--temperature", "0.4"], {
    OLLAMA_HOST: server.url,
  });
  assert.equal(ended.code, 0, ended.stderr);
  const lines = linesOf(ended);
  assert.deepEqual(lines.map(({ id, epoch }) => [id, epoch]), [[1.5, 1], [1.5, 2], [{ a: ["b"] }, 1], [{
    a: ["b"],
  }, 2]]);
  for (const { text: got, finish, promptTokens, completionTokens, seed } of lines) {
    assert.deepEqual([got, finish, promptTokens, completionTokens], [text, "stop", 9, 20]);
    assert.ok(
      server.completions().some(({ body }) => body.options.seed === seed && body.options.temperature === 0.4),
    );
  }
  assert.equal(new Set(lines.map(({ seed }) => seed)).size, 4);
  const bodies = server.completions().map(({ body }) => body);
  assert.deepEqual(bodies.filter(({ prompt }) => prompt === odd).length, 2);
  assert.deepEqual(bodies.find(({ messages }) => messages).messages, prompts[1].messages);
});

Deno.test("deno task generate gives the same seeds again, and others for another --seed", async () => {
  const seeds = async (...args: string[]) =>
    linesOf(await generate([{ id: "a", prompt: "x" }], ["--model", "calibration", "--epochs", "3", ...args]))
      .map(({ seed, text }) => [seed, text]);
  const first = await seeds();
  assert.deepEqual(await seeds(), first);
  assert.notDeepEqual(await seeds("--seed", "2"), first);
});

const begun = (...lines: string[]): Behaviour => sendLines((asked) => [tokenLine(asked, "a"), ...lines]);

/** What goes wrong three times before an answer comes, and what is said of it when it never ends. */
const FAILURES: Readonly<Record<string, [Behaviour, RegExp]>> = {
  "server error": [refuse(500, "llama runner has stopped"), /answered 500: llama runner has stopped/],
  "busy": [refuse(503, "server busy"), /answered 503: server busy/],
  "bad gateway": [page("<html>bad gateway</html>", "text/html", 502), /answered 502/],
  "cut": [sendLines((asked) => [tokenLine(asked, "a")], { ending: "cut" }), /broke the connection/],
  "garbage": [begun("{oops\n"), /not JSON|garbage|cannot be read/],
  "error in the stream": [begun(`{"error":"CUDA error"}\n`), /CUDA error/],
  "not done": [sendLines((asked) => [tokenLine(asked, "a"), lastLine(asked, { done: false })]), /done/],
  "no end": [begun(), /without saying that it is done/],
  "silence": [silence(), /nothing came for 1 s/],
  "silence after a token": [
    sendLines((asked) => [tokenLine(asked, "a")], { ending: "hang" }),
    /nothing came for 1 s/,
  ],
};

/**
 * The failures that are asked for together, and with which limit. Only those that never end need a short one: on a busy
 * machine a second may pass without a sign of life in any other answer, too, since the server is the test's own process.
 */
const TOGETHER: readonly (readonly [kind: string, names: readonly string[], limit: readonly string[]])[] = [
  ["failure", Object.keys(FAILURES).filter((name) => !name.startsWith("silence")), []],
  ["silence", Object.keys(FAILURES).filter((name) => name.startsWith("silence")), ["--idle-limit", "1"]],
];

function promptOf({ body }: FakeRequest): string {
  return body.prompt;
}

for (const [kind, names, limit] of TOGETHER) {
  Deno.test(`deno task generate tries again after every ${kind} that can pass, until there is a text, and asks with the same seed`, async () => {
    const seen = new Map<string, number[]>();
    await using server = fakeOllama({
      script: (request) => {
        const name = promptOf(request);
        const seeds = seen.get(name) ?? [];
        seen.set(name, [...seeds, request.body.options.seed]);
        return seeds.length < 3 ? FAILURES[name][0] : say("good");
      },
    });
    // Beyond the usual tries there are some for a good answer that comes later than the short limit.
    const more = limit.length > 0 ? [...limit, "--tries", "9"] : [];
    const ended = await generate(
      names.map((name) => ({ id: name, prompt: name })),
      ["--model", "ollama/fake", "--url", server.url, "--concurrency", `${names.length}`, ...more],
    );
    assert.equal(ended.code, 0, ended.stderr + ended.stdout);
    assert.deepEqual(linesOf(ended).map(({ id, text }) => [id, text]), names.map((name) => [name, "good"]));
    for (const name of names) {
      const { length } = seen.get(name)!;
      assert.ok(length === 4 || (length > 4 && limit.length > 0), `${name}: ${length}`);
      assert.equal(new Set(seen.get(name)).size, 1, name);
    }
  });

  Deno.test(`deno task generate gives an error and no text when the tries are used up after a ${kind}, and goes on with the others`, async () => {
    await using server = fakeOllama({
      script: (request) => FAILURES[promptOf(request)]?.[0] ?? say("good"),
    });
    const asked = limit.length > 0 ? names : [...names, "good"];
    const ended = await generate(
      asked.map((name) => ({ id: name, prompt: name })),
      [..."--model ollama/fake --tries 2 --concurrency 11 --url".split(" "), server.url, ...limit],
    );
    assert.equal(ended.code, 1);
    const lines = linesOf(ended);
    assert.deepEqual(lines.map(({ id }) => id), asked);
    for (const { id, text, error, seed } of lines) {
      if (id === "good") {
        assert.equal(text, "good");
        continue;
      }
      assert.equal(text, undefined);
      assert.match(error!, FAILURES[id as string][1], `${id}`);
      assert.match(error!, /asked \d times/);
      assert.ok(Number.isInteger(seed));
    }
  });
}

Deno.test("deno task generate says once and for every sample that there is no such model, with those that there are", async () => {
  await using server = fakeOllama();
  const ended = await generate([{ id: 1, prompt: "x" }], [
    "--model",
    "ollama/nothing",
    "--url",
    server.url,
    "--epochs",
    "2",
  ]);
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /nothing.*fake:latest.*pull/s);
  const lines = linesOf(ended);
  assert.deepEqual(lines.map(({ id, epoch, text }) => [id, epoch, text]), [[1, 1, undefined], [
    1,
    2,
    undefined,
  ]]);
  for (const { error } of lines) assert.match(error!, /fake:latest/);
  assert.equal(server.completions().length, 0);
});

Deno.test("deno task generate says where it looked for a server that is not there", async () => {
  // Not 127.0.0.1, where a server of another test may be given the port as soon as it is free.
  const hostname = "127.0.0.9";
  const listener = Deno.listen({ port: 0, hostname });
  const { port } = listener.addr;
  listener.close();
  const ended = await generate([{ id: 1, prompt: "x" }], ["--model", "ollama/fake"], {
    OLLAMA_HOST: `${hostname}:${port}`,
    HTTP_PROXY: `http://${hostname}:${port}`,
  });
  assert.equal(ended.code, 1);
  const [, said] = linesOf(ended)[0].error!.split(`${hostname}:${port} cannot be reached: `);
  assert.match(said, /\(HTTP_PROXY is set: .*ollama serve/);
});

Deno.test("deno task generate fails a sample alone whose prompt cannot be asked", async () => {
  await using server = fakeOllama();
  const ended = await generate([{ id: 1, prompt: "x" }, { id: 2, prompt: "" }], [
    "--model",
    "ollama/fake",
    "--url",
    server.url,
  ]);
  assert.equal(ended.code, 1);
  const [good, bad] = linesOf(ended);
  assert.equal(good.text, "ok");
  assert.match(bad.error!, /empty prompt/);
});

Deno.test("deno task generate --pull fetches only a model that is not there", async () => {
  await using server = fakeOllama({ routes: { "/api/pull": () => new Response(`{"status":"success"}\n`) } });
  const ended = await generate([{ id: 1, prompt: "x" }], [
    "--model",
    "ollama/fake",
    "--pull",
    "--url",
    server.url,
  ]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.equal(server.requests.filter(({ path }) => path === "/api/pull").length, 0);
  await generate([{ id: 1, prompt: "x" }], ["--model", "ollama/other", "--pull", "--url", server.url]);
  assert.equal(server.requests.filter(({ path }) => path === "/api/pull").length, 1);
});

Deno.test('deno task generate tells the ids 1 and "1" apart', async () => {
  const ended = await generate([{ id: 1, prompt: "x" }, { id: "1", prompt: "x" }], [
    "--model",
    "calibration",
  ]);
  assert.equal(ended.code, 0);
  assert.deepEqual(linesOf(ended).map(({ id }) => id), [1, "1"]);
});

Deno.test("deno task generate names bad lines and answers the others", async () => {
  const stdin = `{"id":1,"prompt":"x"}\n{"id":2}\nnonsense\n\n{"id":1,"prompt":"again"}\n{"prompt":"y"}\n`;
  const ended = await task("generate", ["--model", "calibration"], { stdin });
  assert.equal(ended.code, 1);
  const lines = linesOf(ended);
  assert.deepEqual(lines.filter(({ line }) => line).map(({ line }) => line), [2, 3, 5, 6]);
  assert.equal(lines.filter(({ text }) => text !== undefined).length, 1);
});

Deno.test("deno task generate with --run asks nothing twice, and only for what is new", async () => {
  await using server = fakeOllama();
  await withFolder(async (folder) => {
    const ask = (...args: string[]) =>
      generate([{ id: 1, prompt: "x" }], [
        ..."--model ollama/fake --store".split(" "),
        `${folder}/runs.sqlite`,
        "--run",
        "pilot",
        "--url",
        server.url,
        ...args,
      ]);
    const first = await ask("--epochs", "2");
    assert.equal(first.code, 0, first.stderr);
    const again = await ask("--epochs", "2");
    assert.equal(again.stdout, first.stdout);
    assert.equal(server.completions().length, 2);
    assert.equal(linesOf(await ask("--epochs", "3")).length, 3);
    assert.equal(server.completions().length, 3);
  });
});

Deno.test("deno task generate --estimate says what all of it would take, and asks for a few", async () => {
  await using server = fakeOllama();
  const ended = await generate([{ id: 1, prompt: "x" }], [
    ..."--model ollama/fake --epochs 100 --estimate --url".split(" "),
    server.url,
  ]);
  assert.equal(ended.code, 0, ended.stderr);
  assert.match(
    ended.stdout,
    /^100 of 100 samples are left: about .* completion tokens, at most about \d+ s\n$/,
  );
  assert.equal(server.completions().length, 9);
});

const WRONG: [string[], RegExp][] = [
  [[], /Name a model with --model/],
  [["--model", "gpt"], /Cannot open the model gpt: expected ollama/],
  [["--model", "calibration", "--temperature", "warm"], /Cannot use --temperature warm: expected a number/],
  [["--model", "calibration", "--top-p", "2"], /topP must be above 0 and at most 1/],
  [["--model", "calibration", "--epochs", "0"], /epochs: it must be an integer >= 1/],
  [["--model", "calibration", "--idle-limit", "0"], /--idle-limit 0 seconds: it must be above 0/],
  [["--model", "calibration", "--pull"], /--pull is for models of Ollama/],
  [["--model", "calibration", "--repeat-penalty", "1.1"], /repeatPenalty/],
  [["--model", "calibration", "--context", "5"], /only Ollama can be told/],
  [["--model", "calibration", "--url", "http://localhost"], /it is not on a server/],
  [["--modle", "x"], /Unknown option "--modle": did you mean --model\?/],
];

for (const [args, message] of WRONG) {
  Deno.test(`deno task generate ${args.join(" ")} is refused in one sentence`, async () => {
    const { code, stdout, stderr } = await generate([{ id: 1, prompt: "x" }], args);
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, message);
    assert.ok(!stderr.includes("    at "), stderr);
  });
}

Deno.test("deno task generate never shows a key", async () => {
  const key = "sk-very-secret-0123456789";
  await using server = fakeOllama();
  const ended = await generate(
    [{ id: 1, prompt: "x" }],
    ["--model", "openai/fake", "--url", `${server.url}/v1`, "--tries", "1"],
    { OPENAI_API_KEY: key },
  );
  assert.equal(ended.code, 1);
  assert.ok(server.requests.some(({ headers }) => headers.get("authorization") === `Bearer ${key}`));
  assert.ok(!(ended.stdout + ended.stderr).includes(key));
});

Deno.test("deno task generate says in a sentence that its store is damaged, and asks nothing", () =>
  withFolder(async (folder) => {
    const path = `${folder}/runs.sqlite`;
    const args = ["--model", "calibration", "--store", path];
    assert.equal((await generate([{ id: 1, prompt: "Write a function." }], args)).code, 0);
    const bytes = Deno.readFileSync(path);
    Deno.writeFileSync(path, bytes.subarray(0, bytes.length - 4096));
    const ended = await generate([{ id: 2, prompt: "Write another." }], args);
    assert.equal(ended.code, 1);
    assert.equal(ended.stdout, "");
    assert.match(
      ended.stderr,
      /runs\.sqlite: the run store is damaged \(.+\); move the file away, and import its last/,
    );
    assert.doesNotMatch(ended.stderr, /\n\s+at /);
  }));
