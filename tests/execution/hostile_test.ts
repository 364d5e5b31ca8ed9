import assert from "node:assert/strict";
import { CANARY_ANSWER, runCanary, tryHostile } from "codebias/execution/protection/certificate.ts";
import { type Outside, requestOf } from "codebias/execution/hostile/hostile.ts";
import { HOSTILE } from "codebias/execution/hostile/suite.ts";
import { Session } from "codebias/execution/session.ts";
import { sized } from "../long.ts";
import { ONE_OF_EACH } from "./attacks.ts";
import { LEVELS_HERE } from "./levels.ts";
import { mountNamespaces, processesIn, processesOf, until, usage, workersOf } from "./processes.ts";

const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
const folder = await Deno.makeTempDir({ prefix: "codebias-outside-" });
const secretFile = `${folder}/secret`;
await Deno.writeTextFile(secretFile, "a secret of this machine");
const outside: Outside = { port: (listener.addr as Deno.NetAddr).port, secretFile, folder };
/** The ports from which there were connections to the listener, in their order. */
const callers: number[] = [];
/** Those of the connections that the tests made themselves. */
const ownPorts: number[] = [];
const watching = watch();
const sharedMemory = await kernelObjects();

Deno.test.afterAll(async () => {
  listener.close();
  await watching;
  await Deno.remove(folder, { recursive: true });
});

async function watch(): Promise<void> {
  for await (const connection of listener) {
    callers.push((connection.remoteAddr as Deno.NetAddr).port);
    connection.close();
  }
}

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
  let worker = zygote; // as it was last seen: a program that breaks one fails its own test, not those of all after it
  let programs = 0;

  Deno.test.afterAll(async () => {
    await sandbox?.[Symbol.asyncDispose]();
    await Deno.remove(mark);
  });

  for (const hostile of attacks) {
    Deno.test(`${level} contains: ${hostile.name}${skipped}`, options, async () => {
      programs += 2;
      const [{ pid }, { workersLost }] = [worker, sandbox];
      const { contained, ending } = await tryHostile(hostile, sandbox, outside);
      [worker] = workersOf(mark).zygotes;
      assert(contained, `it ended with ${ending}`);
      assert.equal(sandbox.workersLost, workersLost, "the worker had to be replaced");
      assert.equal(worker.pid, pid);
    });
  }

  for (const hostile of level === best ? sized({ small: ONE_OF_EACH, long: HOSTILE }) : []) {
    Deno.test(`${level} contains in a process that stays: ${hostile.name}${skipped}`, options, async () => {
      programs += 2;
      await using session = new Session(sandbox);
      await session.execute(requestOf(hostile, outside));
      await session[Symbol.asyncDispose]();
      assert.equal(await runCanary(sandbox), CANARY_ANSWER);
      assert.deepEqual(workersOf(mark).zygotes.map(({ pid }) => pid), [worker.pid]);
    });
  }

  Deno.test(`${level} lets no program reach this machine${skipped}`, options, async () => {
    // Connections arrive in their order: when this one has, all that programs made before have, too.
    const connection = await Deno.connect({ hostname: "127.0.0.1", port: outside.port });
    ownPorts.push((connection.localAddr as Deno.NetAddr).port);
    connection.close();
    await until(() => callers.length >= ownPorts.length);
    assert.deepEqual(callers, ownPorts);
    assert.deepEqual((await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name), ["secret"]);
    assert.deepEqual(await kernelObjects(), sharedMemory);
  });

  Deno.test(`${level} leaves no process behind${skipped}`, options, async () => {
    const namespaces = level === "without-user-namespaces" ? new Set<string>() : mountNamespaces([worker]);
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
      const { residentKiB, descriptors } = usage(worker);
      assert.equal(descriptors, before.descriptors);
      assert(
        residentKiB < before.residentKiB + 2_048,
        `${before.residentKiB} KiB grew to ${residentKiB} KiB`,
      );
    },
  );
}
