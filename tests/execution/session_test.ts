import assert from "node:assert/strict";
import { Session } from "codebias/execution/session.ts";
import { contained } from "./containment.ts";
import { withSandbox } from "./marked_sandbox.ts";
import { until, workersOf } from "./processes.ts";
import { brief, callsWith, ending, program } from "./programs.ts";

/** Says how many programs have run in its process so far, with itself. */
const COUNTING =
  "import sys\ndef f(x=0):\n  sys.programs = getattr(sys, 'programs', 0) + 1\n  return sys.programs + x";

const counting = (x: number) => program(COUNTING, { calls: callsWith(x) });

/** Requests of one session, asked at once. */
async function inSession(
  sandbox: ConstructorParameters<typeof Session>[0],
  requests: readonly Parameters<Session["execute"]>[0][],
): Promise<string[]> {
  await using session = new Session(sandbox);
  return (await Promise.all(requests.map((request) => session.execute(request)))).map(ending);
}

Deno.test(
  "a session makes all requests in one process, in their order, and others theirs",
  contained,
  async () => {
    await withSandbox(1, async (sandbox, mark) => {
      const first = await inSession(sandbox, [counting(0), counting(10), counting(20)]);
      assert.deepEqual(first, ["returned 1", "returned 12", "returned 23"]);
      assert.equal(ending(await sandbox.execute(counting(0))), "returned 1");
      assert.deepEqual(await inSession(sandbox, [counting(0), counting(0)]), ["returned 1", "returned 2"]);
      await until(() => workersOf(mark).children.length === 0);
      assert.equal(sandbox.workersLost, 0);
    });
  },
);

Deno.test("sessions wait for one another where there is one worker", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    const all = Array.from({ length: 8 }, () => inSession(sandbox, [counting(0), counting(0)]));
    for (const one of await Promise.all(all)) assert.deepEqual(one, ["returned 1", "returned 2"]);
  });
});

const ENDS: Readonly<Record<string, readonly [source: string, ends: string]>> = {
  "ends its process": ["import os\ndef f(x): os._exit(3)", "early-exit"],
  "meets its limit of time": ["def f(x):\n  while True: pass", "cpu-limit"],
  "meets its limit of memory": ["def f(x): return len(b'x' * (1 << 30))", "memory-limit"],
  "does not load": ["def f(x):", "program syntax-error IndentationError"],
  "ends its process while it loads": ["import os\nos._exit(3)\ndef f(x): return x", "program early-exit"],
  "says that it has made its calls": [
    "import os\ndef f(x):\n  for fd in range(3, 32):\n    try: os.write(fd, b'.')\n    except OSError: pass\n  return 7",
    "returned 7",
  ],
  "asks for what is asked of it": [
    "import os\ndef f(x):\n  for fd in range(3, 32):\n    try: os.close(fd)\n    except OSError: pass\n  return 7",
    "returned 7",
  ],
};

for (const [what, [source, ends]] of Object.entries(ENDS)) {
  Deno.test(
    `a session with a program that ${what} has the outcomes of processes of their own`,
    contained,
    async () => {
      await withSandbox(1, async (sandbox, mark) => {
        const limits = { cpuMs: 100, memoryMiB: 128 };
        const [before, ended, after] = await inSession(sandbox, [
          counting(0),
          program(source, { calls: callsWith(0), limits }),
          counting(0),
        ]);
        assert.equal(before, "returned 1");
        assert.equal(ended.split(",")[0], ends);
        assert.match(after, /^returned [123]$/);
        await until(() => workersOf(mark).children.length === 0);
        assert.equal(ending(await sandbox.execute(counting(0))), "returned 1");
        assert.equal(sandbox.workersLost, 0);
      });
    },
  );
}

Deno.test("a session has as much processor time for each request as another process", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    const source =
      "import time\ndef f(x):\n  end = time.thread_time() + 0.3\n  while time.thread_time() < end: pass\n  return x";
    await using session = new Session(sandbox);
    const limits = { cpuMs: 500 };
    for (const x of [1, 2, 3]) {
      const execution = await session.execute(program(source, { calls: callsWith(x), limits }));
      assert.deepEqual(brief(execution), [`returned ${x}`]);
      assert(execution.cpuMs! < 500, `${execution.cpuMs} ms`);
    }
  });
});

Deno.test("a session whose worker is killed goes on in another", contained, async () => {
  await withSandbox(1, async (sandbox, mark) => {
    await using session = new Session(sandbox);
    assert.equal(ending(await session.execute(counting(0))), "returned 1");
    Deno.kill(workersOf(mark).zygotes[0].pid, "SIGKILL");
    assert.equal(ending(await session.execute(counting(0))), "returned 1");
    assert.equal(ending(await session.execute(counting(0))), "returned 1");
  });
});

Deno.test("a session limits the time of a program that closes what it is asked by", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    await using session = new Session(sandbox);
    const source = "import os, time\ndef f():\n  for fd in range(3, 32):\n    try: os.close(fd)\n" +
      "    except OSError: pass\n  time.sleep(100)";
    const execution = await session.execute(program(source, { limits: { wallMs: 1_000 } }));
    assert.equal(ending(execution).split(",")[0], "wall-limit");
    assert.equal(sandbox.workersLost, 0);
  });
});

Deno.test("a session takes a program that is larger than the memory for its records", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    await using session = new Session(sandbox);
    const source = `def f(): return 7\n#${"x".repeat(33 << 20)}`;
    const large = program(source, { limits: { cpuMs: 5_000, memoryMiB: 512 } });
    for (const one of [counting(0), large]) {
      assert.match(ending(await session.execute(one)), /^returned [17]$/);
    }
    assert.equal(sandbox.workersLost, 0);
  });
});

Deno.test("a program of a session has as deep calls as any other", contained, async () => {
  const source = "def deeper(n):\n  try: return deeper(n + 1)\n  except RecursionError: return n\n" +
    "def f(x): return deeper(0)";
  const asked = program(source, { calls: callsWith(0) });
  await withSandbox(1, async (sandbox) => {
    const alone = ending(await sandbox.execute(asked));
    assert.deepEqual(await inSession(sandbox, [asked, asked]), [alone, alone]);
    const frames = "import sys\ndef f():\n  count, frame = 0, sys._getframe()\n" +
      "  while frame: count, frame = count + 1, frame.f_back\n  return count";
    assert.equal(ending(await sandbox.execute(program(frames))), "returned 8"); // its own, and the worker's
  });
});

Deno.test(
  "a session that waited for a worker until its signal came executes nothing",
  contained,
  async () => {
    await withSandbox(1, async (sandbox) => {
      const worker = await sandbox.lend();
      await using session = new Session(sandbox);
      const [stopping, reason] = [new AbortController(), new Error("enough")];
      const waiting = assert.rejects(session.execute(counting(0), stopping.signal), reason);
      await new Promise((resolve) => setTimeout(resolve, 10));
      stopping.abort(reason);
      sandbox.takeBack(worker);
      await waiting;
    });
  },
);

Deno.test("a session refuses limits that are none, and stops with its signal", contained, async () => {
  await withSandbox(1, async (sandbox) => {
    await using session = new Session(sandbox);
    await assert.rejects(session.execute(program("def f(): return 1", { limits: { cpuMs: 0 } })), RangeError);
    const reason = new Error("enough");
    await assert.rejects(session.execute(counting(0), AbortSignal.abort(reason)), reason);
    assert.equal(ending(await session.execute(counting(0))), "returned 1");
  });
});
