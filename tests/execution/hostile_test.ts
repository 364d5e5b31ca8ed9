import assert from "node:assert/strict";
import { openSandbox } from "codebias/execution/sandbox.ts";
import { PYTHON } from "../pythons.ts";
import { contained } from "./containment.ts";
import { type Hostile, PRELUDE } from "./hostile.ts";
import { ESCAPES, listener } from "./hostile_escapes.ts";
import { FORGERIES } from "./hostile_forgeries.ts";
import { RESOURCES } from "./hostile_resources.ts";
import { mountNamespaces, processesIn, processesOf, until, usage, workersOf } from "./processes.ts";
import { brief, callsWith, ending, program } from "./programs.ts";

const HOSTILE: readonly Hostile[] = [...RESOURCES, ...ESCAPES, ...FORGERIES];

/** How long a program may take here. */
const LIMITS = { cpuMs: 200, wallMs: 700, memoryMiB: 128, outputMiB: 1 };

// One worker, so that whatever a program breaks is broken for the next one. The mark is how we know its processes.
const mark = await Deno.makeTempDir({ prefix: "codebias-test-" });
const sandbox = contained.ignore
  ? undefined!
  : await openSandbox({ python: PYTHON, workers: 1, packages: [mark] });
const { zygotes: [zygote] } = contained.ignore ? { zygotes: [] } : workersOf(mark);
const before = zygote && usage(zygote);
let programs = 0;

Deno.test.afterAll(async () => {
  await sandbox?.[Symbol.asyncDispose]();
  listener.close();
  await Deno.remove(mark);
});

async function run(hostile: Hostile) {
  programs++;
  const source = PRELUDE + hostile.source;
  return await sandbox.execute(program(source, { limits: { ...LIMITS, ...hostile.limits } }));
}

/** A program that must always be right; it uses what hostile ones tamper with. */
async function checkCanary(): Promise<void> {
  programs++;
  const source =
    "import json, marshal, random, struct, time\ndef f(n):\n  data = {'n': n, 'list': sorted(range(n), reverse=True)}\n" +
    "  random.seed(n)\n  return json.loads(json.dumps(data))['list'] + [len(struct.pack('<q', n)), random.randint(0, 10**6)]";
  const canary = await sandbox.execute(program(source, { calls: callsWith(3, 0) }));
  assert.deepEqual(brief(canary), ["returned [2,1,0,8,249523]", "returned [8,885440]"]);
}

assert.equal(new Set(HOSTILE.map(({ name }) => name)).size, HOSTILE.length);

for (const hostile of HOSTILE) {
  const ignore = contained.ignore || (hostile.ownNamespace && sandbox.protection.level !== "namespaces");
  Deno.test(`execute() contains: ${hostile.name}`, { ignore }, async () => {
    const execution = await run(hostile);
    assert(
      hostile.expect(execution),
      `it ended with ${ending(execution)}: ${execution.program.message ?? ""}`,
    );
    await checkCanary();
    assert.equal(workersOf(mark).zygotes[0].pid, zygote.pid, "the worker had to be replaced");
  });
}

Deno.test("execute() lets nobody outside hear of a program", contained, async () => {
  const heard = Promise.race([
    listener.accept(),
    new Promise((resolve) => setTimeout(resolve, 50, "nothing")),
  ]);
  assert.equal(await heard, "nothing");
});

Deno.test("execute() leaves no process behind", contained, async () => {
  const namespaces = mountNamespaces([zygote]);
  const ours = await until(() => {
    const { zygotes, children } = workersOf(mark);
    return zygotes.length === 1 && children.length === 0 && processesOf(mark);
  });
  assert(ours.every(({ executable }) => /(bwrap|python[\d.]*)$/.test(executable)), JSON.stringify(ours));
  assert.deepEqual(processesIn(namespaces).filter(({ pid }) => !ours.some((own) => own.pid === pid)), []);
});

Deno.test(
  "execute() neither grows the worker nor leaks descriptors over 300 programs",
  contained,
  async () => {
    while (programs < 300) await checkCanary();
    const { residentKiB, descriptors } = usage(zygote);
    assert.equal(descriptors, before.descriptors);
    assert(residentKiB < before.residentKiB + 2_048, `${before.residentKiB} KiB grew to ${residentKiB} KiB`);
  },
);
