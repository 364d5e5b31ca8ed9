import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { engineCache } from "../../commands/test_engine/engine.ts";
import { filesBelow, withFolder } from "./task.ts";
import { until } from "../../execution/processes.ts";

const SCRIPT = fileURLToPath(new URL("../../commands/test_engine/ensure_engine.ts", import.meta.url));
const BUILDERS = ["go", "cc", "c++", "npm", "tar", "git", "cmake", "ninja"];

/** Plays every tool of a build, by the name that it is called with. Its builds are told in `$FAKE_LOG`. */
const FAKE = `#!/bin/sh
name=\${0##*/}
case "$name $*" in
  "go env GOVERSION") echo "\${FAKE_GO:-go1.26.1}" ;;
  "go env CC") echo "cc -m64" ;;
  "go env CXX") echo c++ ;;
  "go install"*|"cmake --build"*)
    echo "$name $*" >> "$FAKE_LOG"
    while [ -n "$FAKE_GATE" ] && [ ! -e "$FAKE_GATE" ] && [ -d "$PWD" ]; do sleep 0.05; done
    if [ -n "$FAKE_FAILURE" ]; then echo "first"; echo "$FAKE_FAILURE" >&2; exit 1; fi
    [ -d "$PWD" ] || exit 1
    if [ "$name" = go ]; then mkdir -p "$GOBIN" && echo built > "$GOBIN/ollama"
    else mkdir -p build/bin && touch build/bin/llama-server build/bin/llama-quantize; fi ;;
esac
exit 0
`;

/** A machine whose only tools are made up. */
interface Machine {
  readonly cache: string;
  readonly run: (version: string, env?: Record<string, string>) => Promise<Answer>;
  readonly start: (version: string, env?: Record<string, string>) => Deno.ChildProcess;
  /** The builds that were begun. */
  readonly builds: () => string[];
}

interface Answer {
  readonly engine?: { readonly kind: string; readonly ollama?: string; readonly reason?: string };
  readonly error?: string;
  readonly said: readonly string[];
}

function withMachine(test: (machine: Machine) => Promise<void>, tools = BUILDERS): Promise<void> {
  return withFolder(async (folder) => {
    const [bin, cache, log] = ["bin", "cache/engines", "log"].map((name) => join(folder, name));
    await Deno.mkdir(bin);
    await Deno.writeTextFile(log, "");
    for (const tool of tools) await Deno.writeTextFile(join(bin, tool), FAKE, { mode: 0o755 });
    for (const tool of ["sh", "sleep", "mkdir", "touch"]) await Deno.symlink(`/bin/${tool}`, join(bin, tool));
    const start = (version: string, env: Record<string, string> = {}) =>
      new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", "--quiet", SCRIPT, version],
        env: { PATH: bin, CODEBIAS_ENGINES: cache, FAKE_LOG: log, ...env },
        stdout: "piped",
      }).spawn();
    const run = (version: string, env?: Record<string, string>) => answer(start(version, env));
    const builds = () => Deno.readTextFileSync(log).split("\n").slice(0, -1);
    await test({ cache, run, start, builds });
  });
}

/** What the script printed: each step, and at last the answer. */
async function answer(process: Deno.ChildProcess): Promise<Answer> {
  const lines = new TextDecoder().decode((await process.output()).stdout).trim().split("\n");
  return { ...JSON.parse(lines.at(-1)!), said: lines.slice(0, -1) };
}

Deno.test("ensureEngine() builds a version once", () =>
  withMachine(async ({ cache, run, builds }) => {
    const ollama = join(cache, "ollama-0.9.6", "bin", "ollama");
    const first = await run("0.9.6");
    assert.deepEqual(first.engine, { kind: "ready", version: "0.9.6", ollama }, first.error);
    assert.match(first.said.join(), /^Building Ollama 0\.9\.6 with Go, once: about 4 minutes$/);
    assert.match(
      builds().join(),
      /^go install -ldflags .*Version=0\.9\.6 github\.com\/ollama\/ollama@v0\.9\.6$/,
    );
    const second = await run("0.9.6");
    assert.deepEqual([second.engine, second.said, builds().length], [first.engine, [], 1]);
    assert.deepEqual(await filesBelow(cache), ["ollama-0.9.6.lock", "ollama-0.9.6/bin/ollama"]);
  }));

Deno.test("ensureEngine() builds the current version with the programs that it runs", () =>
  withMachine(async ({ cache, run, builds }) => {
    const { engine, error } = await run("0.33.0");
    assert.equal(engine?.kind, "ready", error);
    assert.deepEqual(builds().map((line) => line.split(" ")[0]), ["go", "cmake"]);
    assert.deepEqual(await filesBelow(cache), [
      "ollama-0.33.0.lock",
      "ollama-0.33.0/bin/ollama",
      "ollama-0.33.0/lib/ollama/llama-quantize",
      "ollama-0.33.0/lib/ollama/llama-server",
    ]);
  }));

Deno.test("ensureEngine() builds an engine anew that is not whole", () =>
  withMachine(async ({ cache, run, builds }) => {
    await Deno.mkdir(join(cache, "ollama-0.33.0", "bin"), { recursive: true });
    await Deno.writeTextFile(join(cache, "ollama-0.33.0", "bin", "ollama"), "old");
    assert.equal((await run("0.33.0")).engine?.kind, "ready");
    assert.equal(await Deno.readTextFile(join(cache, "ollama-0.33.0", "bin", "ollama")), "built\n");
    assert.equal(builds().length, 2);
  }));

Deno.test("ensureEngine() in two processes at once builds once, and the second says that it waits", () =>
  withMachine(async ({ cache, start, builds }) => {
    const FAKE_GATE = join(dirname(cache), "gate");
    const first = start("0.9.6", { FAKE_GATE });
    await until(() => builds().length > 0);
    const second = start("0.9.6", { FAKE_GATE });
    const output = second.stdout.pipeThrough(new TextDecoderStream()).getReader();
    assert.equal((await output.read()).value, "Waiting for another process that builds Ollama 0.9.6\n");
    await Deno.writeTextFile(FAKE_GATE, "");
    for (let read = ""; !read.includes(join(cache, "ollama-0.9.6", "bin", "ollama"));) {
      const { value, done } = await output.read();
      assert.equal(done, false, read);
      read += value;
    }
    await output.cancel();
    await second.status;
    assert.match((await answer(first)).said.join(), /^Building /);
    assert.equal(builds().length, 1);
  }));

Deno.test("ensureEngine() leaves nothing half after a build that was killed", () =>
  withMachine(async ({ cache, run, start, builds }) => {
    const killed = start("0.9.6", { FAKE_GATE: join(dirname(cache), "gate") });
    await until(() => builds().length > 0);
    killed.kill("SIGKILL");
    await killed.output();
    const left = (await Array.fromAsync(Deno.readDir(cache))).map(({ name }) => name);
    assert.equal(left.includes("ollama-0.9.6"), false, left.join());
    assert.equal((await run("0.9.6")).engine?.kind, "ready");
    assert.deepEqual(await filesBelow(cache), ["ollama-0.9.6.lock", "ollama-0.9.6/bin/ollama"]);
  }));

Deno.test("ensureEngine() names what is missing and how to get it", async () => {
  await withMachine(async ({ run, builds }) => {
    const { engine } = await run("0.9.6");
    assert.equal(engine?.kind, "missing");
    assert.match(engine.reason!, /^Go 1\.24 or newer is missing: install it from https:\/\/go\.dev\/dl/);
    assert.match(engine.reason!, /a C compiler is missing: sudo apt-get install build-essential/);
    assert.deepEqual(builds(), []);
  }, []);
  await withMachine(async ({ run }) => {
    const { engine } = await run("0.33.0");
    assert.match(engine!.reason!, /^cmake is missing: .*; ninja or make is missing: .*; npm is missing: /);
    assert.equal((await run("0.9.6")).engine?.kind, "ready");
  }, ["go", "cc", "c++", "git", "tar"]);
});

Deno.test("ensureEngine() wants a Go that is new enough", () =>
  withMachine(async ({ run }) => {
    const old = await run("0.33.0", { FAKE_GO: "go1.25.4" });
    assert.equal(
      old.engine?.reason,
      "Go 1.26 or newer is missing: install it from https://go.dev/dl and put it on PATH",
    );
    assert.equal((await run("0.9.6", { FAKE_GO: "go1.24" })).engine?.kind, "ready");
    assert.equal((await run("0.33.0", { FAKE_GO: "go2.0.1" })).engine?.kind, "ready");
  }));

Deno.test("ensureEngine() takes a fetch that nobody answers as something missing", () =>
  withMachine(async ({ cache, run }) => {
    const FAKE_FAILURE = 'Get "https://proxy/ollama.zip": dial tcp: lookup proxy: no such host';
    const { engine } = await run("0.9.6", { FAKE_FAILURE });
    assert.equal(engine?.kind, "missing");
    assert.equal(
      engine.reason,
      `Go's module proxy cannot be reached: connect and run the same command again (${FAKE_FAILURE})`,
    );
    assert.deepEqual(await filesBelow(cache), ["ollama-0.9.6.lock"]);
  }));

Deno.test("ensureEngine() fails with the last lines of a build that fails, and leaves nothing", () =>
  withMachine(async ({ cache, run }) => {
    const { error } = await run("0.9.6", { FAKE_FAILURE: "llama.cpp:1: error: expected ';'" });
    assert.match(error!, /^DataError: go install .* failed:\nfirst\nllama\.cpp:1: error: expected ';'$/s);
    assert.deepEqual(await filesBelow(cache), ["ollama-0.9.6.lock"]);
  }));

Deno.test("ensureEngine() says which folder it cannot make", () =>
  withMachine(async ({ cache, run }) => {
    await Deno.writeTextFile(dirname(cache), "a file");
    const { error } = await run("0.9.6");
    assert.match(
      error!,
      /^DataError: .*engines: cannot make this folder .*; name another in CODEBIAS_ENGINES$/,
    );
  }));

Deno.test("engineCache() is the folder that was chosen, else one in the user's cache", () => {
  const from = (env: Record<string, string>) => engineCache((name) => env[name]);
  assert.equal(from({ CODEBIAS_ENGINES: "/a", XDG_CACHE_HOME: "/b", HOME: "/c" }), "/a");
  assert.equal(from({ CODEBIAS_ENGINES: "a", INIT_CWD: "/here" }), "/here/a");
  assert.equal(from({ XDG_CACHE_HOME: "/b", HOME: "/c" }), "/b/codebias/engines");
  assert.equal(from({ HOME: "/c" }), "/c/.cache/codebias/engines");
  assert.throws(() => from({}), /^RangeError: Cannot tell where to keep model servers: set CODEBIAS_ENGINES/);
});
