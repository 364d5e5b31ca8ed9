import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { openSandbox, type Sandbox } from "codebias/execution/sandbox.ts";
import { Zygote } from "codebias/execution/protection/zygote.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { LEVELS_HERE } from "./levels.ts";
import { withSandbox } from "./marked_sandbox.ts";
import {
  mountNamespaces,
  type Process,
  processesIn,
  processesOf,
  residentKiB,
  until,
  workersOf,
} from "./processes.ts";
import { brief, callsWith, ending, program } from "./programs.ts";

/** The first lines of a program that can be told from the worker's own trial: it holds memory. */
const HEAVY = "held = b'x' * (50 << 20)\n";

/** The processes that run a heavy program; the first child of a worker is its own trial, and soon gone. */
function running(mark: string): Process[] {
  return workersOf(mark).children.filter((child) => residentKiB(child) > 50 << 10);
}

/** Waits for the process that runs a heavy program and kills its worker. */
async function killWorker(mark: string): Promise<Process> {
  const child = await until(() => running(mark).at(0));
  const zygote = workersOf(mark).zygotes.find(({ pid }) => pid === child.parent)!;
  Deno.kill(zygote.pid, "SIGKILL");
  await until(() => !workersOf(mark).zygotes.some(({ pid }) => pid === zygote.pid));
  return zygote;
}

const CLOSED = { name: "SandboxError", message: "Cannot run the program: the sandbox is closed" };

/** Waits for the process that runs a heavy program and kills it: the program sleeps for as long as a test needs. */
async function killProgram(mark: string): Promise<void> {
  const { pid } = await until(() => running(mark).at(0));
  Deno.kill(pid, "SIGKILL");
}

const SLEEP = `${HEAVY}import time\ndef f(x):\n  time.sleep(x)\n  return x`;

/** Heavy only while it sleeps: what the calls before came to is known by then. */
const HEAVY_SLEEP = "import time\ndef f(x):\n  held = b'x' * (x << 20)\n  time.sleep(x)\n  return x";

Deno.test("execute() gives every program its own results under concurrency", contained, async () => {
  await withSandbox(2, async (sandbox) => {
    const source = (index: number) =>
      `import time\ndef f(x):\n  time.sleep(x / 1000)\n  return [${index}, x]`;
    const delays = [7, 0, 13, 2];
    const executions = await Promise.all(
      Array.from(
        { length: 40 },
        (_, index) =>
          sandbox.execute(
            program(source(index), { calls: callsWith(delays[index % 4], 0, delays[(index + 1) % 4]) }),
          ),
      ),
    );
    executions.forEach((execution, index) => {
      const expected = [delays[index % 4], 0, delays[(index + 1) % 4]].map((x) => `returned [${index},${x}]`);
      assert.deepEqual(brief(execution), expected);
    });
  });
});

Deno.test("execute() runs as many programs at a time as there are workers", contained, async () => {
  await withSandbox(3, async (sandbox, mark) => {
    assert.equal(sandbox.workers, 3);
    const four = [60, 60, 60, 0].map((x) =>
      sandbox.execute(program(SLEEP, { calls: callsWith(x), limits: { wallMs: 60_000 } }))
    );
    const three = await until(() => {
      const found = running(mark);
      return found.length === 3 && found;
    });
    assert.equal(workersOf(mark).zygotes.length, 3);
    // They end when this test has seen them together, and not before: only then is there a worker for the fourth.
    for (const { pid } of three) Deno.kill(pid, "SIGKILL");
    const endings = (await Promise.all(four)).map(ending);
    for (const ended of endings.slice(0, 3)) assert.match(ended, /^(program )?signal$/);
    assert.equal(endings[3], "returned 0");
  });
});

Deno.test(
  "execute() retries a program whose worker was killed, and the next ones are right",
  contained,
  async () => {
    await withSandbox(2, async (sandbox, mark) => {
      const retried = sandbox.execute(
        program(HEAVY_SLEEP, { calls: callsWith(0, 60, 1), limits: { wallMs: 60_000 } }),
      );
      const killed = await killWorker(mark);
      await killProgram(mark);
      assert.deepEqual(brief(await retried), ["returned 0", "signal", "returned 1"]);
      const next = await Promise.all(
        [1, 2, 3, 4].map((x) => sandbox.execute(program(`def f(): return ${x}`))),
      );
      assert.deepEqual(next.map(ending), ["returned 1", "returned 2", "returned 3", "returned 4"]);
      const zygotes = await until(() => {
        const { zygotes } = workersOf(mark);
        return zygotes.length === 2 && zygotes;
      });
      assert(zygotes.every(({ pid }) => pid !== killed.pid));
    });
  },
);

Deno.test("execute() replaces a worker that does not answer any more", contained, async () => {
  await withSandbox(1, async (sandbox, mark) => {
    const { zygotes: [zygote] } = workersOf(mark);
    Deno.kill(zygote.pid, "SIGSTOP");
    assert.equal(
      ending(await sandbox.execute(program("def f(): return 1", { limits: { wallMs: 2_000 } }))),
      "returned 1",
    );
    assert(processesOf(mark).every(({ pid }) => pid !== zygote.pid));
  });
});

Deno.test("execute() replaces a worker that was killed while it was idle", contained, async () => {
  await withSandbox(1, async (sandbox, mark) => {
    const { zygotes: [zygote] } = workersOf(mark);
    Deno.kill(zygote.pid, "SIGKILL");
    assert.equal(ending(await sandbox.execute(program("def f(): return 1"))), "returned 1");
  });
});

Deno.test(
  "execute() reports an infrastructure error when two workers die under a program",
  contained,
  async () => {
    await withSandbox(1, async (sandbox, mark) => {
      const lost = sandbox.execute(program(SLEEP, { calls: callsWith(60), limits: { wallMs: 60_000 } }));
      await killWorker(mark);
      await killWorker(mark);
      const { program: report, outcomes } = await lost;
      assert.deepEqual([report.kind, outcomes], ["infrastructure-error", []]);
      assert.equal(ending(await sandbox.execute(program("def f(): return 1"))), "returned 1");
    });
  },
);

Deno.test(
  "execute() reports an infrastructure error, not the program's, also after a limit",
  contained,
  async () => {
    await withSandbox(1, async (sandbox, mark) => {
      const source = "import time\ndef f(x):\n  while x == 1: pass\n" +
        "  held = b'x' * (x << 20)\n  time.sleep(x)\n  return x";
      const lost = sandbox.execute(
        program(source, { calls: callsWith(0, 1, 60, 0), limits: { wallMs: 60_000 } }),
      );
      await killWorker(mark); // in the third call: it alone is heavy
      await killWorker(mark);
      assert.deepEqual(brief(await lost), [
        "returned 0",
        "cpu-limit",
        "infrastructure-error",
        "returned 0",
      ]);
    });
  },
);

Deno.test("a sandbox leaves no process behind when it is closed, busy or not", contained, async () => {
  let namespaces = new Set<string>();
  let ended: Promise<unknown>[] = [];
  await withSandbox(2, async (sandbox, mark) => {
    const sleeping = program(SLEEP, { calls: callsWith(60), limits: { wallMs: 60_000 } });
    ended = [1, 2, 3].map(() => assert.rejects(sandbox.execute(sleeping), CLOSED));
    await until(() => running(mark).length === 2);
    namespaces = mountNamespaces(workersOf(mark).zygotes);
    assert.equal(namespaces.size, 2);
    assert(processesIn(namespaces).length >= 4);
  });
  await Promise.all(ended);
  await until(() => processesIn(namespaces).length === 0);
});

Deno.test(
  "a sandbox leaves no process behind when it is closed while it replaces a worker",
  contained,
  async () => {
    const [started, closed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const start = Zygote.start;
    try {
      await withSandbox(1, async (sandbox, mark) => {
        Zygote.start = async (command) => { // the new worker is there, but its sandbox hears of it when it is closed
          const zygote = await start.call(Zygote, command);
          started.resolve();
          await closed.promise;
          return zygote;
        };
        const sleeping = program(SLEEP, { calls: callsWith(60), limits: { wallMs: 60_000 } });
        const ended = assert.rejects(sandbox.execute(sleeping), CLOSED);
        await killWorker(mark);
        await started.promise;
        const closing = sandbox[Symbol.asyncDispose]();
        await ended;
        assert(processesOf(mark).length > 0);
        closed.resolve();
        await closing;
        await until(() => processesOf(mark).length === 0);
      });
    } finally {
      Zygote.start = start;
      closed.resolve();
    }
  },
);

Deno.test("a sandbox that is closed runs nothing more", contained, async () => {
  let closed: Sandbox | undefined;
  await withSandbox(1, (sandbox, mark) => {
    closed = sandbox;
    assert.equal(workersOf(mark).zygotes.length, 1);
    return Promise.resolve();
  });
  await assert.rejects(closed!.execute(program("def f(): return 1")), CLOSED);
});

for (const { level, ignore, skipped, open } of LEVELS_HERE) {
  Deno.test(
    `a sandbox leaves no process behind when its driver is killed, at level ${level}${skipped}`,
    { ignore },
    async () => {
      const mark = await Deno.makeTempDir({ prefix: "codebias-test-" });
      const name = mark.split("/").at(-1)!; // in the command lines of all processes, inside and outside
      try {
        await using tried = await open();
        const python = tried.command.find((word) => /python[\d.]*$/.test(word));
        const request = program(SLEEP, { calls: [], limits: { wallMs: 60_000 } });
        const options = JSON.stringify({ python, level, workers: 1, packages: [mark] });
        await Deno.writeTextFile(
          `${mark}/driver.ts`,
          `import { openSandbox } from "${import.meta.resolve("codebias/execution/sandbox.ts")}";
          import { encode } from "${import.meta.resolve("codebias/values/encode.ts")}";
          const sandbox = await openSandbox(${options});
          await sandbox.execute({ ...${JSON.stringify(request)}, calls: [{ args: encode([60]) }] });`,
        );
        const args = ["run", "-A", "--no-check", "--no-lock", "--no-config", `${mark}/driver.ts`];
        const driver = new Deno.Command(Deno.execPath(), { args }).spawn();
        await until(() => running(name).length === 1);
        assert(processesOf(name).length >= 3, "the driver, the zygote and its child");
        driver.kill("SIGKILL");
        await driver.status;
        await until(() => processesOf(name).length === 0);
      } finally {
        await Deno.remove(mark, { recursive: true });
      }
    },
  );

  Deno.test(
    `execute() retries a program whose worker died, then gives up, at level ${level}${skipped}`,
    { ignore },
    async () => {
      const mark = await Deno.makeTempDir({ prefix: "codebias-test-" });
      try {
        await using sandbox = await open({ packages: [mark] });
        const retried = sandbox.execute(
          program(HEAVY_SLEEP, { calls: callsWith(0, 60, 1), limits: { wallMs: 60_000 } }),
        );
        await killWorker(mark);
        await killProgram(mark);
        assert.deepEqual(brief(await retried), ["returned 0", "signal", "returned 1"]);
        assert.equal(sandbox.workersLost, 1);
        const lost = sandbox.execute(
          program(SLEEP, { calls: callsWith(60), limits: { wallMs: 60_000 } }),
        );
        await killWorker(mark);
        await killWorker(mark);
        assert.equal((await lost).program.kind, "infrastructure-error");
        assert.equal(sandbox.workersLost, 3);
        assert.equal(ending(await sandbox.execute(program("def f(): return 1"))), "returned 1");
        await until(() => workersOf(mark).zygotes.length === 1); // what is left of the dead ones goes in its own time
      } finally {
        await Deno.remove(mark);
      }
    },
  );
}

Deno.test("execute() works where the worker may not make process namespaces", contained, async () => {
  await using sandbox = await openSandbox({ python: PYTHON, workers: 1, level: "without-pid-namespace" });
  assert.equal(sandbox.protection.level, "without-pid-namespace");
  const ends = async (source: string) => ending(await sandbox.execute(program(source)));
  assert.equal(await ends("def f(): return 1"), "returned 1");
  assert.equal(await ends("import os\ndef f():\n  while True: os.fork()"), "process-limit");
  assert.equal(await ends("def f():\n  while True: pass"), "cpu-limit");
  assert.equal(await ends("import os\ndef f(): os.kill(-1, 9)"), "raised PermissionError");
  assert.equal(await ends("def f(): return 2"), "returned 2");
});

/** A script that leaves its sandbox open, and says how its programs ended. */
const SCRIPT = `
import { openSandbox } from "codebias/execution/sandbox.ts";
const sandbox = await openSandbox({ python: Deno.args[0], workers: 2 });
const request = JSON.parse(Deno.args[1]);
for (let times = 0; times < 2; times++) {
  const [one, other] = await Promise.all([sandbox.execute(request), sandbox.execute(request)]);
  console.log(one.outcomes[0].kind, other.outcomes[0].kind);
}`;

Deno.test("a script that leaves its sandbox open ends by itself", contained, async () => {
  const file = await Deno.makeTempFile({ suffix: ".ts" });
  const config = fileURLToPath(new URL("../../deno.json", import.meta.url));
  try {
    await Deno.writeTextFile(file, SCRIPT);
    const request = JSON.stringify(program("def f():\n    return 1"));
    const { code, stdout } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--quiet", "--config", config, file, PYTHON, request],
      signal: AbortSignal.timeout(120_000), // without end otherwise
    }).output();
    assert.equal(new TextDecoder().decode(stdout), "returned returned\n".repeat(2));
    assert.equal(code, 0);
  } finally {
    await Deno.remove(file);
  }
});
