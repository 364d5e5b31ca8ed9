import assert from "node:assert/strict";
import { startTask, task } from "./task.ts";

// deno-lint-ignore no-explicit-any
type Json = any;

const echo = "def f(x):\n    return x\n";

/** A line with a program; it is called once if it is not the default one. */
function line(id: string | number, source = echo): string {
  return JSON.stringify({ id, source, entryPoint: "f", calls: source === echo ? [] : [{}] }) + "\n";
}

/** A line with a program that is not finished before the pipe is killed. */
function asleep(id: number): string {
  const source = "def f():\n    import time\n    time.sleep(300)\n";
  return JSON.stringify({ id, source, entryPoint: "f", calls: [{}], limits: { wallMs: 300_000 } }) + "\n";
}

/** A running `deno task execute`, of which the input stays open. */
class Pipe implements AsyncDisposable {
  readonly #process = startTask("execute", []);
  readonly #input = this.#process.stdin.getWriter();
  readonly #output = this.#process.stdout.getReader();
  readonly #errors = new Response(this.#process.stderr).text();
  readonly #timer = setTimeout(() => this.#process.kill(), 60_000); // instead of waiting for ever
  #text = "";

  write(text: string | Uint8Array): Promise<void> {
    return this.#input.write(typeof text === "string" ? new TextEncoder().encode(text) : text);
  }

  /** The next answer. */
  async read(): Promise<Json> {
    while (!this.#text.includes("\n")) {
      const { value, done } = await this.#output.read();
      assert.ok(!done, "it ended without an answer");
      this.#text += new TextDecoder().decode(value);
    }
    const [first, ...rest] = this.#text.split("\n");
    this.#text = rest.join("\n");
    return JSON.parse(first);
  }

  /** Reads no more answers. */
  leave(): Promise<void> {
    return this.#output.cancel();
  }

  async status(): Promise<{ code: number; stderr: string }> {
    const { code } = await this.#process.status;
    return { code, stderr: await this.#errors };
  }

  /** Ends the input. */
  async end(): Promise<{ code: number; stderr: string }> {
    await this.#input.close();
    return await this.status();
  }

  /** Ends it, if it still runs; `deno task` hands the signal on. */
  kill(): void {
    try {
      this.#process.kill();
    } catch (error) {
      if (!(error instanceof TypeError)) throw error; // it has ended
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#timer);
    this.kill();
    await this.#output.cancel();
    await this.#input.abort();
    await this.status();
  }
}

Deno.test("deno task execute answers a line before the next one comes", async () => {
  await using pipe = new Pipe();
  for (const id of [1, 2, 3]) {
    await pipe.write(line(id));
    assert.equal((await pipe.read()).id, id);
  }
  await pipe.write(
    line(4, "def f():\n    import time\n    time.sleep(1)\n") + line(5) + "nonsense\n" + line(7),
  );
  for (const id of [4, 5, 3, 7]) {
    const answer = await pipe.read();
    assert.equal(answer.id ?? answer.line - 3, id);
  }
  assert.deepEqual(await pipe.end(), { code: 1, stderr: "" });
});

Deno.test("deno task execute reads 64 lines ahead of the oldest unfinished one, no more", async () => {
  await using pipe = new Pipe();
  await pipe.write(asleep(0));
  let written = 0;
  const most = Promise.withResolvers<void>();
  const padded = line(1).replace("{", `{"padding":"${"x".repeat(200_000)}",`);
  const writing = (async () => {
    while (written < 100) {
      await pipe.write(padded);
      if (++written === 60) most.resolve();
    }
  })();
  await Promise.race([most.promise, writing]);
  await new Promise((resolve) => setTimeout(resolve, 1_000)); // for what is read beyond them
  assert.ok(written <= 68, `${written} lines`);
  pipe.kill();
  await assert.rejects(writing, Deno.errors.BrokenPipe);
});

Deno.test("deno task execute ends quietly when nobody reads its answers any more", async () => {
  await using pipe = new Pipe();
  await pipe.write(line(1));
  assert.equal((await pipe.read()).id, 1);
  await pipe.leave();
  await pipe.write(`${line(2)}${asleep(3)}`);
  assert.deepEqual(await pipe.status(), { code: 141, stderr: "" }); // although more lines could come
});

for (
  const [what, redirection, sentence] of [
    ["input that cannot be read", "</tmp", /^Cannot read standard input: .+\n$/],
    ["output that cannot be written", ">/dev/full", /^Cannot write to standard output: .+\n$/],
  ] as const
) {
  Deno.test(`deno task execute says in a sentence that it has ${what}`, async () => {
    const before = ["sh", "-c", `exec "$0" "$@" ${redirection}`];
    const { code, stdout, stderr } = await task("execute", [], { before, stdin: line(1) });
    assert.deepEqual([code, stdout], [1, ""]);
    assert.match(stderr, sentence);
  });
}

Deno.test("deno task execute answers a line that is not UTF-8 with its number and goes on", async () => {
  await using pipe = new Pipe();
  const bytes = new TextEncoder().encode(
    "\ufeff" + line("x") + line("\u0080") + line("汉").replace("\n", "\r\n"),
  );
  const at = bytes.lastIndexOf(0xc2); // of \u0080
  for (const part of [bytes.subarray(0, at), bytes.subarray(at + 1, -8), bytes.subarray(-8)]) {
    await pipe.write(part);
  }
  assert.equal((await pipe.read()).id, "x");
  assert.deepEqual(await pipe.read(), { line: 2, error: "the line is not UTF-8" });
  assert.equal((await pipe.read()).id, "汉");
  assert.equal((await pipe.end()).code, 1);
});
