import assert from "node:assert/strict";
import { CANARY_ANSWER, runCanary, tryHostile } from "codebias/execution/certificate.ts";
import type { Outside } from "codebias/execution/hostile/hostile.ts";
import { HOSTILE } from "codebias/execution/hostile/suite.ts";
import { sized } from "../long.ts";
import { ONE_OF_EACH } from "./attacks.ts";
import { LEVELS_HERE } from "./levels.ts";
import { mountNamespaces, processesIn, processesOf, until, usage, workersOf } from "./processes.ts";

const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const folder = await Deno.makeTempDir({ prefix: "codebias-outside-" });
const secretFile = `${folder}/secret`;
await Deno.writeTextFile(secretFile, "a secret of this machine");
const outside: Outside = { port: (listener.addr as Deno.NetAddr).port, secretFile, folder };
let connected = false;
const watching = listener.accept().then((connection) => {
  connected = true;
  connection.close();
}, () => {}); // closed in the end
const sharedMemory = await kernelObjects();

Deno.test.afterAll(async () => {
  listener.close();
  await watching;
  await Deno.remove(folder, { recursive: true });
});

/** What System V shared memory, semaphores and queues there are on this machine. */
async function kernelObjects(): Promise<string[]> {
  return await Promise.all(["shm", "sem", "msg"].map((kind) => Deno.readTextFile(`/proc/sysvipc/${kind}`)));
}

/** The best level that there is here; the others have fewer programs where the test is to be short. */
const best = LEVELS_HERE.find(({ ignore }) => !ignore)?.level;

for (const { level, ignore, skipped, open } of LEVELS_HERE) {
  const attacks = level === best ? HOSTILE : sized({ small: ONE_OF_EACH, long: HOSTILE });
  const options = { ignore };
  // One worker, so that whatever a program breaks is broken for the next. The mark is how we know its processes.
  const mark = await Deno.makeTempDir({ prefix: "codebias-test-" });
  const sandbox = ignore ? undefined! : await open({ packages: [mark] });
  const { zygotes: [zygote] } = ignore ? { zygotes: [] } : workersOf(mark);
  const before = zygote && usage(zygote);
  let programs = 0;

  Deno.test.afterAll(async () => {
    await sandbox?.[Symbol.asyncDispose]();
    await Deno.remove(mark);
  });

  for (const hostile of attacks) {
    Deno.test(`${level} contains: ${hostile.name}${skipped}`, options, async () => {
      programs += 2;
      const { contained, ending } = await tryHostile(hostile, sandbox, outside);
      assert(contained, `it ended with ${ending}`);
      assert.equal(sandbox.workersLost, 0, "the worker had to be replaced");
      assert.equal(workersOf(mark).zygotes[0].pid, zygote.pid);
    });
  }

  Deno.test(`${level} lets no program reach this machine${skipped}`, options, async () => {
    await new Promise((resolve) => setTimeout(resolve, 50));
    assert(!connected);
    assert.deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["secret"]);
    assert.deepEqual(await kernelObjects(), sharedMemory);
  });

  Deno.test(`${level} leaves no process behind${skipped}`, options, async () => {
    const namespaces = level === "without-user-namespaces" ? new Set<string>() : mountNamespaces([zygote]);
    const ours = await until(() => {
      const { zygotes, children } = workersOf(mark);
      return zygotes.length === 1 && children.length === 0 && processesOf(mark);
    });
    assert(ours.every(({ executable }) => /(bwrap|python[\d.]*)$/.test(executable)), JSON.stringify(ours));
    assert.deepEqual(
      processesIn(namespaces).filter(({ pid }) => !ours.some((own) => own.pid === pid)),
      [],
    );
  });

  Deno.test(
    `${level} neither grows the worker nor leaks descriptors over ${attacks.length} hostile programs${skipped}`,
    options,
    async () => {
      for (; programs < 300; programs++) assert.equal(await runCanary(sandbox), CANARY_ANSWER);
      const { residentKiB, descriptors } = usage(zygote);
      assert.equal(descriptors, before.descriptors);
      assert(
        residentKiB < before.residentKiB + 2_048,
        `${before.residentKiB} KiB grew to ${residentKiB} KiB`,
      );
    },
  );
}
