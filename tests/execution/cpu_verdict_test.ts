import assert from "node:assert/strict";
import type { Sandbox } from "codebias/execution/sandbox.ts";
import { sized } from "../long.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { withSandbox } from "./marked_sandbox.ts";
import { callsWith, ending, program } from "./programs.ts";

const PROGRAMS = sized({ small: 40, long: 100 });
const LIMIT_MS = 100;

/** So much elapsed time that a busy machine does not matter. */
const LIMITS = { cpuMs: LIMIT_MS, wallMs: 30_000 };

/** Some programs compute a number of steps; the others look at their own clock, and so need exactly what they say. */
const COMPUTING = 10;

const COMPUTE = `
def f(steps):
    total = 0
    for step in range(steps):
        total += step * step
    return total > 0
`;

const UNTIL = `
import time
def f(milliseconds):
    start = time.thread_time()
    while time.thread_time() - start < milliseconds / 1000:
        pass
    return True
`;

/**
 * The processor time that each program needs, as a share of the limit: from 0.5 to 2 and never within a tenth of it.
 * Those that compute keep farther away, since a busy machine also computes more slowly by its processor time.
 */
const SHARES: readonly number[] = Array.from({ length: PROGRAMS }, (_, index) => {
  const above = index % 2 === 1;
  if (index < COMPUTING) return above ? 3 : 0.25;
  const rank = Math.floor((index - COMPUTING) / 2) / ((PROGRAMS - COMPUTING) / 2 - 1);
  return above ? 1.1 + 0.9 * rank : 0.5 + 0.4 * rank;
});

/** How many steps the sandbox computes in a millisecond of processor time, as things are now. */
async function stepsPerMs(sandbox: Sandbox): Promise<number> {
  const steps = 50_000;
  const request = program(COMPUTE, {
    calls: callsWith(...Array(7).fill(steps)),
    limits: { ...LIMITS, cpuMs: 10_000 },
  });
  const { outcomes } = await sandbox.execute(request);
  const times = outcomes.map((outcome) => {
    assert.equal(outcome.kind, "returned");
    return outcome.cpuMs;
  });
  return steps / times.toSorted((a, b) => a - b)[times.length >> 1];
}

/** How each program ended. */
async function verdicts(sandbox: Sandbox): Promise<string[]> {
  const speed = await stepsPerMs(sandbox);
  return await Promise.all(SHARES.map(async (share, index) => {
    const [source, amount] = index < COMPUTING
      ? [COMPUTE, Math.round(share * LIMIT_MS * speed)]
      : [UNTIL, Math.round(share * LIMIT_MS)];
    return ending(await sandbox.execute(program(source, { calls: callsWith(amount), limits: LIMITS })));
  }));
}

/** Keeps the processors busy while something is done; afterwards each neighbour has used some time. */
async function withNeighbours<T>(count: number, action: () => Promise<T>): Promise<T> {
  // Should nobody be left to stop them, they stop by themselves.
  const spin = "import time\nend = time.monotonic() + 120\nwhile time.monotonic() < end: pass";
  const neighbours = Array.from(
    { length: count },
    () => new Deno.Command(PYTHON, { args: ["-I", "-S", "-c", spin], stdin: "null" }).spawn(),
  );
  try {
    const result = await action();
    for (const { pid } of neighbours) assert(ticks(pid) > 0, "a neighbour was not busy");
    return result;
  } finally {
    for (const neighbour of neighbours) neighbour.kill("SIGKILL");
    await Promise.all(neighbours.map(({ status }) => status));
  }
}

/** Processor time that a process has used, in ticks of the kernel's clock. */
function ticks(pid: number): number {
  const fields = Deno.readTextFileSync(`/proc/${pid}/stat`).replace(/^.*\) /, "").split(" ");
  return Number(fields[11]) + Number(fields[12]);
}

const reason = contained.ignore ? " (skipped: programs cannot be contained here)" : "";

Deno.test(
  `execute() finds the same ${PROGRAMS} programs within their processor time on a busy machine${reason}`,
  contained,
  async () => {
    assert(SHARES.every((share) => Math.abs(share - 1) > 0.099));
    const expected = SHARES.map((share) => share < 1 ? "returned true" : "cpu-limit");
    await withSandbox(2, async (sandbox) => {
      const quiet = await verdicts(sandbox);
      const busy = await withNeighbours(4, () => verdicts(sandbox));
      const different = (endings: readonly string[]) =>
        endings.flatMap((found, index) =>
          found === expected[index] ? [] : [`${index}: ${found} for ${SHARES[index].toFixed(2)} of the limit`]
        );
      assert.deepEqual(different(quiet), []);
      assert.deepEqual(different(busy), []);
    });
  },
);
